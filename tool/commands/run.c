/* spanwise run: profile a program, write the profile, print the report. */
#include "analysis/effort/inflation.h"
#include "console/message.h"
#include "profile/file.h"
#include "report/report.h"
#include "tool/commands/names.h"
#include "tool/commands/outputs.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"
#include "tool/front_ends/front_end.h"
#include "tool/front_ends/program_files.h"
#include "tool/measure/launch.h"
#include "tool/measure/machines.h"
#include "tool/measure/simulations.h"
#include "tool/measure/traffic.h"
#include "tool/options/options.h"
#include "tool/options/run_options.h"

#include <sys/wait.h>

#define ALL_RANKS UINT64_MAX

struct run {
    struct sw_names names;
    char written[PATH_MAX]; /* where the profile is; "": nowhere */
    struct sw_launch launch;
    uint64_t report_rank; /* who prints the report */
    struct sw_run_options options;
    struct sw_report_options report;
    bool quiet, check, once;
    uint64_t threads_arg; /* the argument that is the number of threads; 0: none is */
    uint64_t memory;      /* --memory; 0: no */
    const char *machine;
    bool is_other_rank; /* another one reports */
    struct sw_simulations simulations;
    const char *serial_path; /* NULL: nothing to compare with */
    struct sw_profile serial;
    const char *tool; /* NULL: none */
    char tool_path[PATH_MAX];
    char *const *argv;
    struct sw_profiling profiling;
    struct sw_child_end end;
};

#define AT(member) SW_FIELD(struct run, member)

static const struct sw_option takes[] = {
    {"output", 'o', SW_VALUE_FILE, "FILE",
     .help = "write the profile to FILE (default: " SW_FILE_DEFAULT
             ", which replaces an older one of the same program); under mpirun or srun, FILE.prof "
             "becomes FILE.RANK.prof. %r is the rank, %h the "
             "host, %p the process, %% a percent sign",
     .writes = true, AT(names.asked)},
    {.include = sw_measuring_takes, AT(options)},
    SW_TAKES_CORES(
        "simulate a program of OpenMP or threads on that many cores, as 64, 1,2,4, 1-8 or "
        "1,2,4,...,64: one run for each (default: $OMP_NUM_THREADS, or 64)",
        SW_PROCESSORS_MAX, AT(simulations.wanted)),
    {"threads-arg", 0, SW_VALUE_NUMBER, "K",
     .help = "the K-th argument of PROGRAM is its number of threads: each run gets its N there "
             "(or write {} in the arguments)",
     .least = 1, .most = UINT16_MAX, AT(threads_arg)},
    {"force-threads",
     .help = "ignore num_threads clauses of an OpenMP program: all regions get N threads",
     AT(options.live.force_threads)},
    {"baton",
     .help = "run an OpenMP program's simulated threads as system threads, one at a time: slower",
     AT(options.live.baton)},
    {"steady",
     .help = "run the program again, silently, some ten times, for figures that hold (default: "
             "times come from one run, noise included)",
     AT(simulations.steady)},
    {"once", .help = "as without --steady", .is_hidden = true, AT(once)},
    {"check",
     .help = "run once more without profiling, and compare the time with the measured work",
     AT(check)},
    SW_TAKES_MEMORY(AT(memory)),
    SW_TAKES_MACHINE(AT(machine)),
    {"serial", 0, SW_VALUE_FILE, "FILE",
     .help = "show where the work grew compared with a serial run, whose profile is FILE",
     AT(serial_path)},
    {.include = sw_tree_takes, AT(options.live.tree)},
    {"tool", 0, SW_VALUE_FILE, "FILE",
     .help = "load FILE, a profiler of your own, into PROGRAM: see spanwise_tool.h", AT(tool)},
    {"sort", 0, SW_VALUE_CHOICE, "KEY", .help = "order of the sites, as in 'spanwise report'",
     .choices = SW_REPORT_SORT_NAMES, .wrong = "--sort takes " SW_REPORT_SORT_NAMES ", not '%s'",
     AT(report.sort)},
    {"top", 0, SW_VALUE_NUMBER, "N",
     .help = "print the first N sites; 'all' for all (default: 10 in text)", SW_TAKES_TOP,
     AT(report.top)},
    {"format", 0, SW_VALUE_CHOICE, "FORMAT",
     .help = "format of the report, as in 'spanwise report' (default: text)",
     .choices = SW_REPORT_FORMAT_NAMES,
     .wrong = "--format takes " SW_REPORT_FORMAT_NAMES ", not '%s'", AT(report.format)},
    {.include = sw_page_takes, AT(report)},
    {"report-rank", 0, SW_VALUE_NUMBER, "N",
     .help = "under mpirun or srun, the rank whose report is printed (default: 0), or 'all'; "
             "'spanwise merge' reports on all together",
     .most = UINT32_MAX, .word = "all", .means = ALL_RANKS, AT(report_rank)},
    {.include = sw_html_takes, AT(names.html)},
    SW_TAKES_QUIET(AT(quiet)),
    {0},
};

/* A tool is to see every call, unless a budget is asked for. */
static bool choose_tool(struct run *run)
{
    if (!run->tool)
        return true;
    run->options.live.tool = 1;
    if (run->options.budget == SW_NOT_GIVEN)
        run->options.live.budget_percent = 0;
    return sw_tool_file_check(run->tool, run->tool_path);
}

/* Programs of OpenMP are, unless asked not to. */
static bool is_sampled(const struct run *run)
{
    return run->options.level == SW_LEVEL_SAMPLED ||
           (!run->options.live.spawns_only && sw_front_end_simulates(run->argv[0]));
}

/* --threads-arg is another way to write {}. */
static bool set_threads_arg(const struct run *run, char **arguments, int n)
{
    static char braces[] = "{}";
    if (!run->threads_arg)
        return true;
    if (run->threads_arg >= (uint64_t)n)
        return sw_error("--threads-arg=%" PRIu64 ": the program has %d argument%s",
                        run->threads_arg, n - 1, n == 2 ? "" : "s");
    arguments[run->threads_arg] = braces;
    return true;
}

/* --serial: reads the profile of a serial run, before the parallel run. False after a message, also for one that is not of a serial run,
 * or that the run would overwrite, writing its own to `output`. */
static bool read_serial(struct sw_profile *serial, const char *path, const char *output)
{
    return SW_FINE(sw_profile_read_measured(serial, path, why, sizeof why) ||
                   sw_inflation_check_serial(serial, path, why, sizeof why)) &&
           (!sw_output_is_same(path, output) ||
            sw_error("the serial profile '%s' would be overwritten: -o FILE chooses another place",
                     path));
}

/* -1: go on; else the exit status. */
static int parse(struct run *run, int argc, char **argv)
{
    int status = sw_arguments_parse(&sw_command_run, argc, argv, run);
    if (status >= 0)
        return status;
    if (!set_threads_arg(run, argv + optind, argc - optind))
        return 2;
    run->argv = argv + optind;
    run->names.program = run->argv[0];
    run->names.launch = &run->launch;
    if (!sw_run_options_settle(&run->options) || !sw_html_suits(run->report.format) ||
        !sw_html_is_alone(run->names.html, run->argv[0]) || !sw_names_make(&run->names))
        return 2;
    if (!sw_machine_suits(run->machine, run->memory))
        return 2;
    if (run->launch.launcher && run->report_rank != ALL_RANKS)
        run->is_other_rank = run->launch.rank != run->report_rank;
    run->quiet |= run->is_other_rank;
    if (run->once && run->simulations.steady)
        return sw_fail(2, "use either --steady or --once");
    if (run->check && run->options.live.meter != SW_METER_TIME)
        return sw_fail(2, "--check compares times: it needs --meter=time");
    if (run->check && run->launch.launcher)
        return sw_fail(2, "--check runs the program once more, which does not work under MPI");
    if (sw_report_format_samples(run->report.format) && !is_sampled(run))
        return sw_fail(2, "that --format needs samples: use --level=sampled");
    if (run->tool && run->options.live.tree)
        return sw_fail(2, "use either --tree or --tool: a run can have only one of them");
    if (!choose_tool(run))
        return 1;
    if (run->memory)
        sw_traffic_prepare(&run->options.live);
    if (!run->serial_path)
        return -1;
    if (!sw_serial_suits(run->report.format))
        return 2;
    /* Before the program starts: it may run for long. */
    return read_serial(&run->serial, run->serial_path, run->names.profile) ? -1 : 1;
}

/* It takes what it takes. */
static uint64_t run_unprofiled(const struct run *run)
{
    struct sw_child_end end;
    if (WIFSIGNALED(run->end.status)) {
        sw_error("--check: '%s' was killed, so it is not run again", run->argv[0]);
        return 0;
    }
    char **numbered = run->profiling.numbered ? sw_numbered(run->argv, 1) : NULL;
    bool fine = sw_child_again(numbered ? numbered : run->argv, run->profiling.unprofiled, 0,
                               &run->end, &end);
    sw_numbered_release(numbered);
    if (!fine) {
        sw_error(sw_interrupt_asked() ? "--check: interrupted"
                                      : "--check: '%s' exited differently when run again",
                 run->argv[0]);
        return 0;
    }
    return end.ran_ns;
}

/* Who was started by a launcher, and for how long it ran: that is known here only. */
static void describe_rank(const struct run *run, struct sw_profile *p)
{
    if (sw_profile_has_rank(p))
        p->rank.time_ns = run->end.took_ns;
}

/* What was measured is reported, whatever the serial profile is of. */
static void compare_with_serial(struct run *run, const struct sw_profile *profile)
{
    if (!SW_FINE(sw_inflation_check(&run->serial, run->serial_path, profile, run->names.profile,
                                    why, sizeof why)))
        return;
    run->report.serial = &run->serial;
    run->report.serial_name = run->serial_path;
}

/* Annotations that do not match are an error; of others there is more to know. */
static void say_unmatched(const struct sw_profile *p)
{
    if (p->flags & SW_PROFILE_UNMATCHED && p->n_warnings)
        sw_error("%s", p->warnings[0]);
}

/* One rank's report is not the whole story; of annotations there is more to know. */
static void say_next(const struct run *run, const struct sw_profile *p, bool has_page)
{
    char names[PATH_MAX];
    if (run->report.format != SW_REPORT_TEXT)
        return;
    if (run->launch.launcher && run->launch.size != 1 && run->report_rank != ALL_RANKS &&
        sw_profile_glob(run->names.pattern, &run->launch, names))
        sw_written_say("'spanwise merge %s' reports on all ranks: this is one of them", names);
    else if (*run->written && sw_front_end_of(p->front_end)->is_serial &&
             !(p->flags & SW_PROFILE_UNMATCHED))
        sw_written_say(
            "'spanwise predict %s' shows how it would run in parallel, by schedule and cores",
            run->written);
    else
        sw_profiles_say(run->written, has_page ? run->names.page : NULL);
}

/* Runs the program once more, which may take as long again: what is known is written already. */
static void check(struct run *run, struct sw_profile *profile)
{
    char path[PATH_MAX];
    if (!run->check || sw_interrupt_asked() || !sw_once_may_repeat(&run->simulations.plan))
        return;
    profile->circumstances.unprofiled_work = run_unprofiled(run);
    snprintf(path, sizeof path, "%s", run->written);
    if (sw_is_file(path) && profile->circumstances.unprofiled_work) /* a pipe has it already */
        sw_profiles_write(profile, 1, path, run->written);
}

/* The profile first: what follows is optional, and can be made from it. */
static void write_profiles(struct run *run)
{
    struct sw_profile *profiles = run->profiling.profiles;
    for (size_t i = 0; run->tool && i < run->profiling.n_profiles; i++)
        sw_profile_warn(&profiles[i],
                        "measured with the tool '%s' in the program: strands of less than a "
                        "microsecond are less exact than without",
                        run->tool);
    for (size_t i = 0; i < run->profiling.n_profiles; i++)
        describe_rank(run, &profiles[i]);
    sw_profiles_write(profiles, run->profiling.n_profiles, run->names.profile, run->written);
    check(run, &profiles[0]);
}

static void report(struct run *run)
{
    struct sw_profile *profile = &run->profiling.profiles[0];
    bool has_page = *run->names.page && !run->is_other_rank;
    if (run->serial_path && (!run->quiet || has_page))
        compare_with_serial(run, profile);
    say_unmatched(profile);
    if (!run->quiet)
        sw_report_print(profile, &run->report, stderr);
    if (has_page)
        has_page = sw_html_write(profile, &run->report, run->names.page, run->written);
    if (!run->quiet)
        say_next(run, profile, has_page);
}

/* Several runs that were asked for are made, whatever the program does. */
static void plan(struct run *run)
{
    struct sw_simulations *s = &run->simulations;
    s->allows = true;
    s->list = "-N asks for that";
    s->plan.is_silent = run->report.format != SW_REPORT_TEXT;
    s->plan.most = (run->check ? 1 : 0) + (run->memory ? 2 : 0);
    s->plan.because = s->steady     ? "--steady asks for that"
                      : run->memory ? "--memory asks for that"
                                    : "--check asks for that";
}

/* Whether anything was measured. */
static bool collect(void *command)
{
    struct run *run = command;
    sw_simulations_collect(&run->simulations, &run->profiling, run->end.status);
    bool measured = run->profiling.n_profiles > 0;
    if (measured && run->memory && sw_once_may_repeat(&run->simulations.plan))
        sw_traffic_run(&run->profiling, &(struct sw_traffic_request){.argv = run->argv,
                                                                     .options = &run->options.live,
                                                                     .end = &run->end,
                                                                     .memory = run->memory});
    if (measured && run->profiling.profiles[0].memory.is_there)
        sw_machine_note(&run->profiling.profiles[0], run->machine);
    if (measured)
        write_profiles(run);
    sw_once_say_different();
    sw_interrupt_release();
    if (measured)
        report(run);
    return measured;
}

static int command(int argc, char **argv)
{
    static struct run run = {.options = SW_RUN_OPTIONS_DEFAULT};
    sw_profile_init(&run.serial);
    sw_profile_init(&run.simulations.before);
    if (sw_launch_find(&run.launch))
        sw_error_rank(run.launch.rank);
    int status = parse(&run, argc, argv);
    if (status >= 0) {
        sw_profile_release(&run.serial);
        return status;
    }
    plan(&run);
    status = sw_simulations_run(&run.simulations, &run.profiling, run.argv, &run.options.live,
                                run.tool ? run.tool_path : NULL, &run.end);
    bool measured =
        !status &&
        (run.launch.launcher ? sw_keeper_collect(collect, &run, &run.profiling, run.end.status)
                             : collect(&run));
    sw_profiling_release(&run.profiling);
    sw_profile_release(&run.simulations.before);
    sw_profile_release(&run.serial);
    return sw_child_finish(status, run.end.status, measured);
}

const struct sw_command sw_command_run = {
    .name = "run",
    .run = command,
    .what = "profile a Cilk, OpenMP or threaded program: work, span, speedup",
    .synopses = {"[options] PROGRAM [ARGUMENTS]"},
    .about = "Runs PROGRAM and reports where its parallelism is lost. An OpenMP program, from any "
             "compiler, runs as it is on N simulated cores. A Cilk program, built by 'spanwise cc' "
             "or by OpenCilk's clang for Cilkscale, runs once, serially, to measure work and span, "
             "in all and for every call site. A serial program with annotations (spanwise.h, "
             "advisor-annotate.h) is measured for 'spanwise predict'. The report goes to stderr; "
             "the program's own output, exit status and signals do not change.",
    .options = takes,
    .operands = SW_PROGRAM,
    .needs = "program",
    .examples = {{"spanwise run ./yours", "Work, span, and what makes up the span."},
                 {"spanwise run -N 1,2,8,64 ./yours",
                  "An OpenMP program on these numbers of cores, however many this machine has."},
                 {"spanwise run --meter=instructions -o new.prof ./yours",
                  "Instructions instead of time: the same in every run, for 'spanwise diff'."}},
    .status = "The program's own, but 1 if that is 0 and nothing was measured; 126 or 127 if it "
              "could not be run, 1 if it could not be profiled, 2 for bad options. If a signal "
              "interrupts the command itself, it writes the profile and then ends by that signal.",
    .see = "cc, report, sample, bench, predict, what-if",
};
