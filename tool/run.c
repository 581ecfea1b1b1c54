/* spanwise run: profile a program, write the profile, print the report. */
#include "analysis/inflation.h"
#include "profile/file.h"
#include "report/report.h"
#include "tool/command.h"
#include "tool/number.h"
#include "tool/profiled.h"
#include "tool/run_options.h"
#include "tool/serial.h"
#include "tool/tool_file.h"

#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct run {
    const char *output;
    struct sw_run_options options;
    struct sw_report_options report;
    bool quiet, check;
    const char *serial_path; /* NULL: nothing to compare with */
    struct sw_profile serial;
    const char *tool; /* NULL: none */
    char tool_path[PATH_MAX];
    char *const *argv;
    struct sw_profiling profiling;
    struct sw_child_end end;
};

static const char usage_text[] =
    "usage: spanwise run [options] PROGRAM [ARGUMENTS]\n\n"
    "Runs PROGRAM, which was built by 'spanwise cc', or by OpenCilk's clang for Cilkscale, once,\n"
    "serially, and measures its work and span, and those of every call site. The report goes to\n"
    "stderr; the program's own output, exit status and signals stay its own.\n\n"
    "  -o FILE            write the profile to FILE (default: " SW_FILE_DEFAULT ")\n" SW_RUN_USAGE
    "  --check            run once more unprofiled and compare the time with the measured work\n"
    "  --serial=FILE      tell where the work grew since the serial run whose profile FILE is\n"
    "  --tool=FILE        load FILE, a profiler of your own, into PROGRAM: see spanwise_tool.h\n"
    "  --sort=KEY, --top=N|all, --format=FORMAT   as 'spanwise report' has them\n"
    "  -q, --quiet        no report\n";

enum { OPT_CHECK = 256, OPT_SORT, OPT_TOP, OPT_FORMAT, OPT_SERIAL, OPT_TOOL };

static const struct option long_options[] = {
    {"output", required_argument, NULL, 'o'},
    SW_RUN_LONG_OPTIONS,
    {"check", no_argument, NULL, OPT_CHECK},
    {"sort", required_argument, NULL, OPT_SORT},
    {"top", required_argument, NULL, OPT_TOP},
    {"format", required_argument, NULL, OPT_FORMAT},
    {"serial", required_argument, NULL, OPT_SERIAL},
    {"tool", required_argument, NULL, OPT_TOOL},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

static bool parse_option(struct run *run, int option, const char *word)
{
    uint64_t top;
    int taken = sw_run_options_take(&run->options, option, optarg);
    if (taken)
        return taken > 0;
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
    case OPT_SERIAL:
        run->serial_path = optarg;
        return true;
    case OPT_TOOL:
        run->tool = optarg;
        return true;
    case OPT_TOP:
        top = SW_REPORT_ALL;
        if (strcmp(optarg, "all") && !sw_number_parse("top", optarg, "", 0, SIZE_MAX / 2, &top))
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

/* A tool is to see every call, unless a budget is asked for. */
static bool choose_tool(struct run *run)
{
    if (!run->tool)
        return true;
    run->options.live.tool = 1;
    if (!run->options.budget_given)
        run->options.live.budget_percent = 0;
    return sw_tool_file_check(run->tool, run->tool_path);
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
    if (!sw_run_options_settle(&run->options))
        return 2;
    if (run->check && run->options.live.meter != SW_METER_TIME) {
        sw_error("--check compares times: it is for --meter=time");
        return 2;
    }
    if (sw_report_format_samples(run->report.format) && !run->options.sampled) {
        sw_error("that --format is of samples: it is for --level=sampled");
        return 2;
    }
    if (!choose_tool(run))
        return 1;
    if (!run->serial_path)
        return -1;
    if (!sw_serial_suits(run->report.format))
        return 2;
    /* Before the program starts: it may run for long. */
    return sw_serial_read(&run->serial, run->serial_path, run->output) ? -1 : 1;
}

/* The same program once more, unprofiled; its output was seen already. */
static uint64_t run_unprofiled(const struct run *run)
{
    struct sw_child child = {
        .argv = run->argv, .environment = run->profiling.unprofiled, .silent = 1, .poll_fd = -1};
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

/* What was measured is reported, whatever the serial profile is of. */
static void compare_with_serial(struct run *run, const struct sw_profile *profile)
{
    char why[9000];
    if (sw_inflation_check(&run->serial, run->serial_path, profile, run->output, why, sizeof why)) {
        sw_error("%s", why);
        return;
    }
    run->report.serial = &run->serial;
    run->report.serial_name = run->serial_path;
}

static void report(struct run *run)
{
    struct sw_profile *profiles = run->profiling.profiles;
    if (!run->profiling.n_profiles)
        return;
    if (run->check)
        profiles[0].circumstances.unprofiled_work = run_unprofiled(run);
    for (size_t i = 0; run->tool && i < run->profiling.n_profiles; i++)
        sw_profile_warn(&profiles[i],
                        "measured with the tool '%s' in the program: strands of less than a "
                        "microsecond are less exact than without",
                        run->tool);
    survive_output();
    write_all(run, profiles, run->profiling.n_profiles);
    if (run->serial_path && !run->quiet)
        compare_with_serial(run, &profiles[0]);
    if (!run->quiet)
        sw_report_print(&profiles[0], &run->report, stderr);
}

int sw_command_run(int argc, char **argv)
{
    struct run run = {.output = SW_FILE_DEFAULT, .options = SW_RUN_OPTIONS_DEFAULT};
    sw_profile_init(&run.serial);
    int status = parse(&run, argc, argv);
    if (status >= 0) {
        sw_profile_release(&run.serial);
        return status;
    }
    status = sw_profiled_run(&run.profiling, run.argv, &run.options.live,
                             run.tool ? run.tool_path : NULL, &run.end);
    if (!status)
        report(&run);
    sw_profiling_release(&run.profiling);
    sw_profile_release(&run.serial);
    return status ? status : sw_child_repeat_end(run.end.status);
}
