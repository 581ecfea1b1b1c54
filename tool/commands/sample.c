/* spanwise sample: watch a real run of a parallel program by samples, write the profile, print the report. */
#include "console/message.h"
#include "report/report.h"
#include "tool/commands/names.h"
#include "tool/commands/outputs.h"
#include "tool/common/interrupt.h"
#include "tool/front_ends/front_end.h"
#include "tool/front_ends/program_files.h"
#include "tool/measure/attach.h"
#include "tool/measure/child.h"
#include "tool/measure/launch.h"
#include "tool/measure/profiling.h"
#include "tool/options/options.h"
#include "tool/options/run_options.h"

#define RATE_DEFAULT 500
#define RATE_MOST    20000
enum { RATE_OUTSIDE = 100, RATE_OUTSIDE_MOST = 1000 }; /* looks at a process from outside */

struct sample {
    uint64_t pid, seconds;  /* 0: a program is started; until it ends, or we are asked to */
    char program[PATH_MAX]; /* of a process that runs already */
    struct sw_names names;
    struct sw_launch launch;
    struct sw_live_options options;
    struct sw_report_options report;
    bool quiet;
    char *const *argv;
    struct sw_profiling profiling;
    struct sw_child_end end;
};

static bool take_format(const struct sw_option *option, const char *value, void *field)
{
    const enum sw_report_format *format = field;
    return sw_take_by_kind(option, value, field) &&
           (sw_report_format_effort(*format) || sw_take_wrong(option, value));
}

#define AT(member) SW_FIELD(struct sample, member)

static const struct sw_option takes[] = {
    {"output", 'o', SW_VALUE_FILE, "FILE",
     .help = "write the profile to FILE (default: " SW_FILE_DEFAULT
             ", which replaces an older one of the same program); under mpirun or srun, FILE.prof "
             "becomes FILE.RANK.prof",
     .writes = true, AT(names.asked)},
    {"pid", 'p', SW_VALUE_NUMBER, "PID",
     .help = "watch the running process PID from outside, until it ends, Ctrl-C, or --duration",
     .least = 1, .most = INT32_MAX, AT(pid)},
    {"duration", 0, SW_VALUE_NUMBER, "SECONDS", .help = "with --pid: for how long", .least = 1,
     .most = 1000000, .suffix = "s", AT(seconds)},
    {"rate", 0, SW_VALUE_NUMBER, "N",
     .help = "samples per second of each thread's processor time (default: 500, at most 20000; "
             "with --pid: of the process, 100, at most 1000); 0: none, the program runs alone",
     .most = RATE_MOST, AT(options.sample_rate)},
    {"physical", .help = "show call paths as they are on the stacks, including the runtimes' code",
     AT(report.physical)},
    {"view", 0, SW_VALUE_CHOICE, "VIEW",
     .help = "tree, callers, flat or lines, as in 'spanwise report'",
     .choices = SW_REPORT_VIEW_NAMES, .least = SW_VIEW_TREE,
     .wrong = "--view takes " SW_REPORT_VIEW_NAMES ", not '%s'", AT(report.view)},
    {"sort", 0, SW_VALUE_CHOICE, "KEY", .help = "order of the lists, as in 'spanwise report'",
     .choices = "work, idle, overhead, wait, blame", .accepts = SW_REPORT_SORT_NAMES,
     .wrong = "--sort takes " SW_REPORT_SORT_NAMES ", not '%s'", AT(report.sort)},
    {"top", 0, SW_VALUE_NUMBER, "N", .help = "the first N of each list; 'all' for all",
     SW_TAKES_TOP, AT(report.top)},
    {"format", 0, SW_VALUE_CHOICE, "FORMAT",
     .help = "format of the report, as in 'spanwise report': text (default), csv, json, folded, "
             "speedscope, callgrind, pprof, trace",
     .choices = "text, csv, json, folded, speedscope, callgrind, pprof, trace",
     .accepts = SW_REPORT_FORMAT_NAMES,
     .wrong = "--format takes " SW_REPORT_FORMAT_NAMES ", not '%s'", .take = take_format,
     AT(report.format)},
    {.include = sw_page_takes, AT(report)},
    {.include = sw_html_takes, AT(names.html)},
    SW_TAKES_QUIET(AT(quiet)),
    {0},
};

/* Of a process that runs already. The same as parse(). */
static int parse_process(struct sample *s)
{
    uint64_t rate = s->options.sample_rate;
    if (*s->argv)
        sw_error("--pid watches a running process: leave out '%s'", *s->argv);
    else if (rate != SW_NOT_GIVEN && (!rate || rate > RATE_OUTSIDE_MOST))
        sw_error("with --pid, --rate takes 1 to %d", RATE_OUTSIDE_MOST);
    else if (s->launch.launcher)
        sw_error("--pid is not for ranks of an MPI program");
    else
        return sw_attach_find((pid_t)s->pid, s->program) ? -1 : 1;
    return 2;
}

/* -1: go on; else the exit status. */
static int parse(struct sample *s, int argc, char **argv)
{
    int status = sw_arguments_parse(&sw_command_sample, argc, argv, s);
    if (status >= 0)
        return status;
    if (optind == argc && !s->pid)
        return sw_fail(2, "no program given; see 'spanwise sample --help'");
    s->argv = argv + optind;
    if (s->pid && (status = parse_process(s)) >= 0)
        return status;
    if (s->seconds && !s->pid)
        return sw_fail(
            2, "--duration is for --pid: a program that is started is watched until it ends");
    if (s->options.sample_rate == SW_NOT_GIVEN)
        s->options.sample_rate = s->pid ? RATE_OUTSIDE : RATE_DEFAULT;
    s->names.program = s->pid ? s->program : s->argv[0];
    s->names.launch = &s->launch;
    s->names.is_sampled = true;
    return sw_html_suits(s->report.format) &&
                   (s->pid || sw_html_is_alone(s->names.html, s->argv[0])) &&
                   sw_names_make(&s->names)
               ? -1
               : 2;
}

/* 0, or an exit status after a message. */
static int run(struct sample *s)
{
    struct sw_child child = {.argv = s->argv, .poll_fd = -1};
    if (s->options.sample_rate) {
        sw_launch_say(s->argv[0], "sample");
        return sw_sampled_run(&s->profiling, s->argv, &s->options, &s->end);
    }
    int error = sw_child_run(&child, &s->end);
    return error ? sw_child_refuse(s->argv[0], error) : 0;
}

/* Schedulers that tell nothing: their workers look like any threads. */
static void warn_of_schedulers(struct sample *s)
{
    struct sw_profiling *p = &s->profiling;
    const char *program = s->argv[0];
    bool opencilk = p->n_profiles && sw_program_needs(program, "libopencilk");
    bool cilk = p->n_profiles && sw_front_end_of(sw_front_end_find(program))->loads_itself;
    for (size_t i = 0; i < p->n_profiles; i++) {
        if (opencilk)
            sw_profile_warn(&p->profiles[i],
                            "OpenCilk's scheduler does not show what its workers do: those that "
                            "look for work count as working; build with 'spanwise cc'");
        if (cilk && !(p->profiles[i].effort.runtimes & SW_EFFORT_CILK))
            sw_profile_warn(&p->profiles[i],
                            "the program was built by another version of 'spanwise cc', and does "
                            "not show what its workers do: build it again");
    }
}

static void report(struct sample *s, const struct sw_profile *profile, const char *written)
{
    bool has_page = *s->names.page && (!s->launch.launcher || !s->launch.rank);
    if (!s->quiet)
        sw_report_print(profile, &s->report, stderr);
    if (has_page)
        has_page = sw_html_write(profile, &s->report, s->names.page, written);
    if (!s->quiet && s->report.format == SW_REPORT_TEXT)
        sw_profiles_say(written, has_page ? s->names.page : NULL);
}

/* Whether anything was. */
static bool collect(void *command)
{
    struct sample *s = command;
    struct sw_profiling *p = &s->profiling;
    char written[PATH_MAX];
    sw_profiling_collect(p, s->end.status);
    warn_of_schedulers(s);
    sw_processes_warn(p);
    for (size_t i = 0; i < p->n_profiles; i++)
        if (sw_profile_has_rank(&p->profiles[i]))
            p->profiles[i].rank.time_ns = s->end.took_ns;
    if (p->n_profiles)
        sw_profiles_write(p->profiles, p->n_profiles, s->names.profile, written);
    sw_interrupt_release();
    if (p->n_profiles)
        report(s, &p->profiles[0], written);
    return p->n_profiles > 0;
}

/* A process that runs already: it stays as it is, and Ctrl-C is how one ends this. */
static int watch(struct sample *s)
{
    struct sw_attach_options options = {.pid = (pid_t)s->pid,
                                        .rate = s->options.sample_rate,
                                        .duration_ns = s->seconds * 1000000000};
    char written[PATH_MAX];
    SW_LOCAL_PROFILE(profile);
    if (!s->quiet)
        fprintf(stderr, "watching process %d, %s; Ctrl-C stops watching, and prints the report\n",
                (int)s->pid, s->program);
    int status = sw_attach(&profile, &options);
    if (!status)
        sw_profiles_write(&profile, 1, s->names.profile, written);
    sw_interrupt_release();
    if (!status)
        report(s, &profile, written);
    return status;
}

static int command(int argc, char **argv)
{
    static struct sample s = {.options = SW_OPTIONS_DEFAULT};
    s.options.sample_rate = SW_NOT_GIVEN;
    if (sw_launch_find(&s.launch)) {
        sw_error_rank(s.launch.rank);
        s.quiet = s.launch.rank != 0;
    }
    int status = parse(&s, argc, argv);
    if (status >= 0)
        return status;
    if (s.pid)
        return watch(&s);
    status = run(&s);
    bool measured = !s.options.sample_rate; /* nothing is to be */
    if (!status && !measured)
        measured = s.launch.launcher ? sw_keeper_collect(collect, &s, &s.profiling, s.end.status)
                                     : collect(&s);
    if (s.options.sample_rate)
        sw_profiling_release(&s.profiling);
    return sw_child_finish(status, s.end.status, measured);
}

const struct sw_command sw_command_sample = {
    .name = "sample",
    .run = command,
    .what = "watch a real run of a threaded program: idle cores, locks, overhead",
    .synopses = {"[options] PROGRAM [ARGUMENTS]", "[options] -p PID"},
    .about =
        "Runs PROGRAM as it is and samples each of its threads several hundred times a "
        "second. Shows what code ran while cores sat idle, how much was parallel overhead, "
        "and which threads waited for whose lock. Programs with C++, POSIX or C11 threads, "
        "OpenMP or Cilk need no preparation. The report goes to stderr; the program's own "
        "output, exit status and signals do not change.\n"
        "\n"
        "A server does not have to end by itself: stop it with Ctrl-C (or SIGTERM), and you still "
        "get the report.\n"
        "\n"
        "With -p, it watches a running process from outside, which goes on afterwards, unchanged. "
        "That way it sees less: which threads run, where, and which locks they wait for.",
    .options = takes,
    .operands = SW_PROGRAM,
    .examples = {{"spanwise sample ./yours", "Where cores sit idle, and why."},
                 {"spanwise sample -p 1234 --duration=10", "A running process, for 10 seconds."},
                 {"spanwise report --view=callers --sort=idle",
                  "Afterwards: idle time by function and its callers."}},
    .status = "The program's own, but 1 if that is 0 and nothing was sampled; 126 or 127 if it "
              "could not be run, 1 if it could not be sampled, 2 for bad options.",
    .see = "run, report",
};
