/* spanwise run: profile a program, write the profile, print the report. */
#include "profile/file.h"
#include "report/report.h"
#include "runtime/collect.h"
#include "runtime/options.h"
#include "tool/child.h"
#include "tool/command.h"
#include "tool/front_end.h"
#include "tool/symbols.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

struct run {
    const char *output;
    struct sw_live_options options;
    struct sw_report_options report;
    bool quiet, check;
    char *const *argv;
    enum sw_front_end front_end;
    struct sw_receiver receiver;
    struct sw_child_end end;
};

static const char usage_text[] =
    "usage: spanwise run [options] PROGRAM [ARGUMENTS]\n\n"
    "Runs PROGRAM, which was built by 'spanwise cc', or by OpenCilk's clang for Cilkscale, once,\n"
    "serially, and measures its work and span, and those of every call site. The report goes to\n"
    "stderr; the program's own output, exit status and signals stay its own.\n\n"
    "  -o FILE            write the profile to FILE (default: " SW_FILE_DEFAULT ")\n"
    "  --level=full       follow every function (default)\n"
    "  --level=spawns     follow only functions that spawn: least cost\n"
    "  --budget=N%        most that following calls may cost (default 20%); tiny functions that\n"
    "                     are called often then count as inlined. 'none': no limit\n"
    "  --burden=NS        what a steal costs, for the burdened span (default 5000 ns)\n"
    "  --grain=N          iterations a chunk of a cilk_for without a pragma\n"
    "  --check            run once more unprofiled and compare the time with the measured work\n"
    "  --sort=KEY, --top=N|all, --format=FORMAT   as 'spanwise report' has them\n"
    "  -q, --quiet        no report\n";

enum {
    OPT_LEVEL = 256,
    OPT_BUDGET,
    OPT_BURDEN,
    OPT_GRAIN,
    OPT_CHECK,
    OPT_SORT,
    OPT_TOP,
    OPT_FORMAT
};

static const struct option long_options[] = {
    {"output", required_argument, NULL, 'o'},
    {"level", required_argument, NULL, OPT_LEVEL},
    {"budget", required_argument, NULL, OPT_BUDGET},
    {"burden", required_argument, NULL, OPT_BURDEN},
    {"grain", required_argument, NULL, OPT_GRAIN},
    {"check", no_argument, NULL, OPT_CHECK},
    {"sort", required_argument, NULL, OPT_SORT},
    {"top", required_argument, NULL, OPT_TOP},
    {"format", required_argument, NULL, OPT_FORMAT},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

/* A number from 0 to `most`, with an optional suffix; false after a message. */
static bool parse_number(const char *name, const char *text, const char *suffix, uint64_t most,
                         uint64_t *value)
{
    char *end;
    errno = 0;
    unsigned long long v = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || errno || v > most || (*end && strcmp(end, suffix))) {
        sw_error("--%s takes a whole number from 0 to %llu, not '%s'", name,
                 (unsigned long long)most, text);
        return false;
    }
    *value = v;
    return true;
}

static bool parse_level(const char *text, uint64_t *spawns_only)
{
    *spawns_only = !strcmp(text, "spawns");
    if (*spawns_only || !strcmp(text, "full"))
        return true;
    sw_error("--level is 'full' or 'spawns', not '%s'", text);
    return false;
}

static bool parse_budget(const char *text, uint64_t *percent)
{
    if (!strcmp(text, "none")) {
        *percent = 0;
        return true;
    }
    return parse_number("budget", text, "%", 100000, percent);
}

static bool parse_option(struct run *run, int option, const char *word)
{
    uint64_t top;
    switch (option) {
    case 'o':
        run->output = optarg;
        return true;
    case 'q':
        run->quiet = true;
        return true;
    case OPT_CHECK:
        run->check = true;
        return true;
    case OPT_LEVEL:
        return parse_level(optarg, &run->options.spawns_only);
    case OPT_BUDGET:
        return parse_budget(optarg, &run->options.budget_percent);
    case OPT_BURDEN:
        return parse_number("burden", optarg, "ns", 1000000000, &run->options.burden_ns);
    case OPT_GRAIN:
        return parse_number("grain", optarg, "", UINT64_MAX / 2, &run->options.grain);
    case OPT_TOP:
        top = SW_REPORT_ALL;
        if (strcmp(optarg, "all") && !parse_number("top", optarg, "", SIZE_MAX / 2, &top))
            return false;
        run->report.top = top;
        return true;
    case OPT_SORT:
        if (sw_report_parse_sort(optarg, &run->report.sort) == 0)
            return true;
        sw_error("--sort takes %s, not '%s'", sw_report_sort_names, optarg);
        return false;
    case OPT_FORMAT:
        if (sw_report_parse_format(optarg, &run->report.format) == 0)
            return true;
        sw_error("--format takes %s, not '%s'", sw_report_format_names, optarg);
        return false;
    }
    sw_error("'%s' is not an option, or lacks its value; 'spanwise run --help' lists them", word);
    return false;
}

/* -1: go on; else the exit status. */
static int parse(struct run *run, int argc, char **argv)
{
    int option;
    optind = 0;
    opterr = 0;
    const char *word = argv[1];
    while ((option = getopt_long(argc, argv, "+o:qh", long_options, NULL)) != -1) {
        if (option == 'h') {
            fputs(usage_text, stdout);
            return 0;
        }
        if (!parse_option(run, option, word))
            return 2;
        word = optind < argc ? argv[optind] : "";
    }
    if (optind == argc) {
        sw_error("run what? 'spanwise run --help' tells");
        return 2;
    }
    run->argv = argv + optind;
    return -1;
}

/* Early: the program may run for long, and in vain. */
static void say_front_end(const struct run *run)
{
    if (run->front_end == SW_FRONT_END_NONE)
        sw_error(
            "'%s' is not built by 'spanwise cc', nor is a library that it needs: build it with "
            "'spanwise cc' or CC=spanwise-cc, or with OpenCilk's clang and '-fopencilk "
            "-fcilktool=cilkscale -shared-libcilktool'; only what it starts or opens can be "
            "measured",
            run->argv[0]);
    if (run->front_end == SW_FRONT_END_OPENCILK_STATIC)
        sw_error("'%s' has Cilkscale linked in statically, so that it cannot be replaced: link it "
                 "again, by OpenCilk's clang with '-fopencilk -fcilktool=cilkscale "
                 "-shared-libcilktool' and without '-static'",
                 run->argv[0]);
}

static void say_nothing_measured(const struct run *run)
{
    if (run->front_end == SW_FRONT_END_CILK || run->front_end == SW_FRONT_END_OPENCILK)
        sw_error(
            "nothing was measured: '%s' ended before its main(), changed its privileges, or is "
            "linked statically",
            run->argv[0]);
    else if (run->front_end == SW_FRONT_END_OPENCILK_STATIC)
        sw_error("nothing was measured: the hooks in '%s' are Cilkscale's own", run->argv[0]);
    else
        sw_error("nothing was measured: '%s' started nothing that is built by 'spanwise cc' (what "
                 "OpenCilk has built is to be run directly)",
                 run->argv[0]);
}

static void take_arrivals(void *receiver)
{
    sw_receiver_take(receiver);
}

static const char *find_library(char *path)
{
    const char *lib = sw_install_lib(), *given = getenv("SPANWISE_LIB"); /* another machine's */
    if (!lib)
        return NULL;
    if (given && *given)
        snprintf(path, PATH_MAX, "%s", given);
    else
        snprintf(path, PATH_MAX, "%s/libspanwise.so", lib);
    return path;
}

/*
 * What a program of OpenCilk's needs beside: our hooks before Cilkscale's, and one worker. Not for
 * what a script may start: the number of workers would be everybody's.
 */
static void add_hooks(const char *library, char *list, size_t size, const char **environment)
{
    const char *others = getenv("LD_PRELOAD");
    bool more = others && *others;
    snprintf(list, size, "%s%s%s", library, more ? ":" : "", more ? others : "");
    environment[0] = "LD_PRELOAD";
    environment[1] = list;
    environment[2] = "CILK_NWORKERS";
    environment[3] = "1";
}

/* Runs the program under the profiler. 0 or an exit status after a message. */
static int run_profiled(struct run *run)
{
    char library[PATH_MAX], options[256], list[2 * PATH_MAX];
    if (!find_library(library))
        return 1;
    sw_options_format(&run->options, options, sizeof options);
    int error = sw_receiver_init(&run->receiver);
    if (error) {
        sw_error("cannot make a socket in $TMPDIR, '/tmp' or '/dev/shm': %s", strerror(-error));
        return 1;
    }
    const char *environment[16] = {"SPANWISE_LIB",     library,
                                   "SPANWISE_SOCKET",  run->receiver.path,
                                   "SPANWISE_OPTIONS", options};
    if (run->front_end == SW_FRONT_END_OPENCILK)
        add_hooks(library, list, sizeof list, environment + 6);
    struct sw_child child = {.argv = run->argv,
                             .environment = environment,
                             .poll_fd = run->receiver.socket,
                             .on_input = take_arrivals,
                             .data = &run->receiver};
    error = sw_child_run(&child, &run->end);
    sw_receiver_take(&run->receiver);
    if (!error)
        return 0;
    sw_error("cannot run '%s': %s", run->argv[0], strerror(-error));
    return error == -ENOENT ? 127 : 126;
}

/* The same program once more, unprofiled; its output was seen already. OpenCilk's gets our hooks, which
 * do nothing then, instead of Cilkscale's, which measure. */
static uint64_t run_unprofiled(const struct run *run)
{
    char library[PATH_MAX], list[2 * PATH_MAX];
    const char *environment[8] = {NULL};
    struct sw_child child = {
        .argv = run->argv, .environment = environment, .silent = 1, .poll_fd = -1};
    if (run->front_end == SW_FRONT_END_OPENCILK && find_library(library))
        add_hooks(library, list, sizeof list, environment);
    struct sw_child_end end;
    if (WIFSIGNALED(run->end.status)) {
        sw_error("--check: '%s' was killed, and is not run once more", run->argv[0]);
        return 0;
    }
    if (sw_child_run(&child, &end) < 0 || end.status != run->end.status) {
        sw_error("--check: '%s' ended otherwise when it ran once more", run->argv[0]);
        return 0;
    }
    return end.ran_ns;
}

static char *describe_host(void)
{
    struct utsname u;
    char *text = NULL;
    if (uname(&u) < 0 || asprintf(&text, "%s, %s, %ld processors", u.nodename, u.machine,
                                  sysconf(_SC_NPROCESSORS_ONLN)) < 0)
        return NULL;
    return text;
}

static void set(char **field, const char *value)
{
    char *copy = strdup(value);
    if (copy)
        *field = copy; /* what sw_collect() leaves there is empty and not ours to free */
}

static int describe_run(const struct run *run, struct sw_profile *p)
{
    int n = 0;
    while (run->argv[n])
        n++;
    char **args = calloc((size_t)n + 1, sizeof *args);
    for (int i = 0; args && i < n; i++)
        if (!(args[i] = strdup(run->argv[i])))
            return -ENOMEM;
    if (!args)
        return -ENOMEM;
    free(p->args);
    p->args = args;
    set(&p->program, run->argv[0]);
    set(&p->meter, "time");
    set(&p->unit, "ns");
    set(&p->level, run->options.spawns_only ? "spawns" : "full");
    set(&p->tool, "spanwise " SW_VERSION);
    p->status = run->end.status;
    char *host = describe_host();
    set(&p->host, host ? host : "");
    free(host);
    return 0;
}

/* Where the profile cannot be written as asked, it is not lost. */
static void write_elsewhere(const struct sw_profile *p, const char *suffix)
{
    const char *const places[] = {getenv("TMPDIR"), "/tmp"};
    char path[PATH_MAX], why[512];
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (!places[i] || !*places[i])
            continue;
        snprintf(path, sizeof path, "%s/spanwise-%d%s.prof", places[i], (int)getpid(), suffix);
        if (sw_profile_write(p, path, why, sizeof why) == 0) {
            sw_error("the profile is in '%s' instead; -o FILE chooses another place", path);
            return;
        }
        sw_error("%s", why);
    }
}

static void write_profile(const struct run *run, const struct sw_profile *p, const char *suffix)
{
    char path[PATH_MAX], why[512];
    snprintf(path, sizeof path, "%s%s", run->output, suffix);
    if (sw_profile_write(p, path, why, sizeof why) == 0)
        return;
    sw_error("%s", why);
    write_elsewhere(p, suffix);
}

static int collect_one(struct run *run, const struct sw_received *r, struct sw_profile *p)
{
    char why[512];
    sw_profile_init(p);
    if (sw_collect(p, r, why, sizeof why) < 0) {
        sw_error("%s", why);
        return 1;
    }
    if (describe_run(run, p) < 0 || sw_symbols_resolve(p) < 0) {
        sw_error("not enough memory");
        return 1;
    }
    return 0;
}

/* Several processes may have handed over; the one with the most work is the program. */
static size_t collect_all(struct run *run, struct sw_profile *profiles)
{
    size_t n = 0, most = 0;
    for (size_t i = 0; i < run->receiver.n_received; i++) {
        if (collect_one(run, &run->receiver.received[i], &profiles[n]) == 0) {
            if (profiles[n].whole.work > profiles[most].whole.work)
                most = n;
            n++;
        } else {
            sw_profile_release(&profiles[n]);
        }
    }
    if (most) {
        struct sw_profile first = profiles[0];
        profiles[0] = profiles[most];
        profiles[most] = first;
    }
    return n;
}

static void write_all(struct run *run, struct sw_profile *profiles, size_t n)
{
    if (n > 1)
        sw_profile_warn(&profiles[0],
                        "%zu processes were profiled: this is the one with the most work, the "
                        "others are in '%s.2' and on",
                        n, run->output);
    for (size_t i = 0; i < n; i++) {
        char suffix[32] = "";
        if (i)
            snprintf(suffix, sizeof suffix, ".%zu", i + 1);
        write_profile(run, &profiles[i], suffix);
    }
}

/* We end as the program did, not by a limit on files or a reader that has seen enough. */
static void survive_output(void)
{
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
}

static void report(struct run *run)
{
    size_t room = run->receiver.n_received;
    struct sw_profile *profiles = calloc(room + 1, sizeof *profiles);
    size_t n = profiles ? collect_all(run, profiles) : 0;
    if (!room)
        say_nothing_measured(run);
    if (run->receiver.n_left_out)
        sw_error("%zu more processes were not kept: no more than these can be open at a time",
                 run->receiver.n_left_out);
    if (n) {
        if (run->check)
            profiles[0].circumstances.unprofiled_work = run_unprofiled(run);
        survive_output();
        write_all(run, profiles, n);
        if (!run->quiet)
            sw_report_print(&profiles[0], &run->report, stderr);
    }
    for (size_t i = 0; i < n; i++)
        sw_profile_release(&profiles[i]);
    free(profiles);
}

int sw_command_run(int argc, char **argv)
{
    struct run run = {.output = SW_FILE_DEFAULT, .options = SW_OPTIONS_DEFAULT};
    int status = parse(&run, argc, argv);
    if (status >= 0)
        return status;
    run.front_end = sw_front_end_find(run.argv[0]);
    say_front_end(&run);
    status = run_profiled(&run);
    if (status) {
        sw_receiver_release(&run.receiver);
        return status;
    }
    report(&run);
    sw_receiver_release(&run.receiver);
    return sw_child_repeat_end(run.end.status);
}
