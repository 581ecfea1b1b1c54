/* spanwise sample: watch a real run of a parallel program by samples, write the profile, print the report. */
#include "live/effort.h"
#include "report/report.h"
#include "tool/commands/html_output.h"
#include "tool/commands/profile_name.h"
#include "tool/commands/profile_output.h"
#include "tool/common/command.h"
#include "tool/common/interrupt.h"
#include "tool/front_ends/front_end.h"
#include "tool/front_ends/program_files.h"
#include "tool/measure/child.h"
#include "tool/measure/keeper.h"
#include "tool/measure/launch.h"
#include "tool/measure/processes.h"
#include "tool/measure/profiled.h"
#include "tool/options/arguments.h"
#include "tool/options/describe.h"
#include "tool/options/page_options.h"
#include "tool/options/take.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE_DEFAULT 500
#define RATE_MOST    20000

struct sample {
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

const struct sw_option sw_sample_takes[] = {
    {"output", 'o', SW_VALUE_FILE, "FILE",
     .help = "write the profile to FILE (default: " SW_FILE_DEFAULT
             ", which replaces an older one of the same program); under mpirun or srun, FILE.prof "
             "becomes FILE.RANK.prof",
     AT(names.asked)},
    {"rate", 0, SW_VALUE_NUMBER, "N",
     .help = "samples per second of each thread's processor time (default: 500, at most 20000); 0: "
             "none, just run the program",
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
    {"quiet", 'q', .help = "no report", AT(quiet)},
    {0},
};

/* -1: go on; else the exit status. */
static int parse(struct sample *s, int argc, char **argv)
{
    int status = sw_arguments_parse(&sw_describe_sample, argc, argv, s);
    if (status >= 0)
        return status;
    if (optind == argc) {
        sw_error("no program given; see 'spanwise sample --help'");
        return 2;
    }
    s->argv = argv + optind;
    s->names.program = s->argv[0];
    s->names.launch = &s->launch;
    s->names.is_sampled = true;
    return sw_html_suits(s->report.format) && sw_html_is_alone(s->names.html, s->argv[0]) &&
                   sw_names_make(&s->names)
               ? -1
               : 2;
}

static void say_launcher(const char *program)
{
    if (sw_launch_is_launcher(program))
        sw_error("'%s' is a launcher; to profile its ranks, put spanwise after it: '%s ... "
                 "spanwise sample PROGRAM' gives each a profile of its own",
                 program, program);
}

/* 0, or an exit status after a message. */
static int run(struct sample *s)
{
    struct sw_child child = {.argv = s->argv, .poll_fd = -1};
    if (s->options.sample_rate) {
        say_launcher(s->argv[0]);
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
    bool cilk = p->n_profiles && sw_front_end_find(program) == SW_FRONT_END_CILK;
    for (size_t i = 0; i < p->n_profiles; i++) {
        if (opencilk)
            sw_profile_warn(&p->profiles[i],
                            "OpenCilk's scheduler tells nobody what its workers do: those that "
                            "look for work count as working; build with 'spanwise cc'");
        if (cilk && !(p->profiles[i].effort.agents & SW_EFFORT_CILK))
            sw_profile_warn(&p->profiles[i],
                            "another version of 'spanwise cc' has built the program, and its "
                            "scheduler tells nothing: build it again");
    }
}

static void report(struct sample *s, const char *written)
{
    const struct sw_profile *profile = &s->profiling.profiles[0];
    bool has_page = *s->names.page && (!s->launch.launcher || !s->launch.rank);
    if (!s->quiet)
        sw_report_print(profile, &s->report, stderr);
    if (has_page)
        has_page = sw_html_write(profile, &s->report, s->names.page, written);
    if (!s->quiet && s->report.format == SW_REPORT_TEXT)
        sw_profiles_say(written, has_page ? s->names.page : NULL, NULL, NULL);
}

/* Whether anything was. */
static bool collect(struct sample *s)
{
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
        report(s, written);
    return p->n_profiles > 0;
}

/* Of a rank: by a process that its launcher does not know. */
static bool collect_rank(struct sample *s)
{
    pid_t keeper = sw_keeper_fork();
    if (keeper > 0)
        return sw_keeper_wait(keeper, s->end.status);
    bool measured = collect(s);
    if (keeper == 0) {
        sw_profiling_release(&s->profiling);
        exit(!measured);
    }
    return measured;
}

int sw_command_sample(int argc, char **argv)
{
    static struct sample s = {.options = SW_OPTIONS_DEFAULT};
    s.options.sample_rate = RATE_DEFAULT;
    if (sw_launch_find(&s.launch)) {
        sw_error_rank(s.launch.rank);
        s.quiet = s.launch.rank != 0;
    }
    int status = parse(&s, argc, argv);
    if (status >= 0)
        return status;
    status = run(&s);
    bool measured = !s.options.sample_rate; /* nothing is to be */
    if (!status && !measured)
        measured = s.launch.launcher ? collect_rank(&s) : collect(&s);
    if (s.options.sample_rate)
        sw_profiling_release(&s.profiling);
    return sw_child_finish(status, s.end.status, measured);
}
