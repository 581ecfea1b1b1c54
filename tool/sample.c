/* spanwise sample: watch a real run of a parallel program by samples, write the profile, print the report. */
#include "front/sample/agent.h"
#include "profile/file.h"
#include "report/report.h"
#include "tool/arguments.h"
#include "tool/child.h"
#include "tool/command.h"
#include "tool/describe.h"
#include "tool/front_end.h"
#include "tool/html_output.h"
#include "tool/keeper.h"
#include "tool/launch.h"
#include "tool/number.h"
#include "tool/page_options.h"
#include "tool/processes.h"
#include "tool/profile_name.h"
#include "tool/profile_output.h"
#include "tool/profiling.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE_DEFAULT 500
#define RATE_MOST    20000

struct sample {
    const char *asked;     /* the profile's name as given, ... */
    char output[PATH_MAX]; /* ... and as it is */
    struct sw_launch launch;
    struct sw_live_options options;
    struct sw_report_options report;
    const char *html;    /* where the page goes; NULL: nowhere */
    char page[PATH_MAX]; /* ... as it is */
    bool quiet;
    char *const *argv;
    struct sw_profiling profiling;
    struct sw_child_end end;
};

static bool parse_option(int option, void *data)
{
    struct sample *s = data;
    int taken = sw_page_options_take(&s->report, option, optarg);
    if (taken)
        return taken > 0;
    switch (option) {
    case 'o':
        s->asked = optarg;
        return true;
    case 'q':
        s->quiet = true;
        return true;
    case SW_OPT_RATE:
        return sw_number_parse("rate", optarg, "", 0, RATE_MOST, &s->options.sample_rate);
    case SW_OPT_HTML:
        s->html = optarg;
        return true;
    case SW_OPT_PHYSICAL:
        s->report.physical = 1;
        return true;
    case SW_OPT_VIEW:
        if (sw_report_parse_view(optarg, &s->report.view) == 0)
            return true;
        sw_error("--view takes %s, not '%s'", sw_report_view_names, optarg);
        return false;
    case SW_OPT_SORT:
        if (sw_report_parse_sort(optarg, &s->report.sort) == 0)
            return true;
        sw_error("--sort takes %s, not '%s'", sw_report_sort_names, optarg);
        return false;
    case SW_OPT_FORMAT:
        if (sw_report_parse_format(optarg, &s->report.format) == 0 &&
            sw_report_format_effort(s->report.format))
            return true;
        sw_error("--format takes %s, not '%s'", sw_report_format_names, optarg);
        return false;
    }
    return false;
}

/* -1: go on; else the exit status. */
static int parse(struct sample *s, int argc, char **argv)
{
    int status = sw_arguments_parse(&sw_describe_sample, argc, argv, parse_option, s);
    if (status >= 0)
        return status;
    if (optind == argc) {
        sw_error("sample what? 'spanwise sample --help' tells");
        return 2;
    }
    s->argv = argv + optind;
    if (!sw_profile_name(s->asked, &s->launch, s->output) ||
        (s->html && !sw_profile_name(s->html, &s->launch, s->page)) ||
        !sw_html_suits(s->report.format))
        return 2;
    return -1;
}

static void say_launcher(const char *program)
{
    if (sw_launch_is_launcher(program))
        sw_error("'%s' is a launcher, and ranks are told apart under it only: '%s ... spanwise "
                 "sample PROGRAM' gives each a profile of its own",
                 program, program);
}

/* 0, or an exit status after a message. */
static int run(struct sample *s)
{
    struct sw_child child = {.argv = s->argv, .poll_fd = -1};
    if (s->options.sample_rate) {
        say_launcher(s->argv[0]);
        int status = sw_profiling_init_sample(&s->profiling, s->argv, &s->options);
        if (status)
            return status;
        child.environment = s->profiling.environment;
        child.poll_fd = s->profiling.receiver.socket;
        child.on_input = sw_profiling_take;
        child.data = &s->profiling;
    }
    int error = sw_child_run(&child, &s->end);
    if (!error)
        return 0;
    sw_error("cannot run '%s': %s", s->argv[0], strerror(-error));
    return error == -ENOENT ? 127 : 126;
}

/* Schedulers that tell nothing: their workers look like any threads. */
static void warn_of_schedulers(struct sample *s)
{
    struct sw_profiling *p = &s->profiling;
    const char *program = s->argv[0];
    bool opencilk = p->n_profiles && sw_front_end_needs(program, "libopencilk");
    bool cilk = p->n_profiles && sw_front_end_find(program) == SW_FRONT_END_CILK;
    for (size_t i = 0; i < p->n_profiles; i++) {
        if (opencilk)
            sw_profile_warn(&p->profiles[i],
                            "OpenCilk's scheduler tells nobody what its workers do: those that "
                            "look for work count as working; build with 'spanwise cc'");
        if (cilk && !(p->profiles[i].effort.agents & SW_AGENT_CILK))
            sw_profile_warn(&p->profiles[i],
                            "another version of 'spanwise cc' has built the program, and its "
                            "scheduler tells nothing: build it again");
    }
}

static void collect(struct sample *s)
{
    struct sw_profiling *p = &s->profiling;
    sw_profiling_collect(p, s->end.status);
    warn_of_schedulers(s);
    sw_processes_warn(p);
    for (size_t i = 0; i < p->n_profiles; i++)
        if (sw_profile_has_rank(&p->profiles[i]))
            p->profiles[i].rank.time_ns = s->end.took_ns;
    if (!p->n_profiles)
        return;
    sw_profiles_write(p->profiles, p->n_profiles, s->output);
    if (!s->quiet)
        sw_report_print(&p->profiles[0], &s->report, stderr);
    if (s->html && (!s->launch.launcher || !s->launch.rank))
        sw_html_write(&p->profiles[0], &s->report, s->page, s->output);
}

/* Of a rank: by a process that its launcher does not know. */
static void collect_rank(struct sample *s)
{
    pid_t keeper = sw_keeper_fork();
    if (keeper > 0)
        sw_keeper_wait(keeper, s->end.status);
    else
        collect(s);
    if (keeper == 0) {
        sw_profiling_release(&s->profiling);
        exit(0);
    }
}

int sw_command_sample(int argc, char **argv)
{
    struct sample s = {.asked = SW_FILE_DEFAULT, .options = SW_OPTIONS_DEFAULT};
    s.options.sample_rate = RATE_DEFAULT;
    if (sw_launch_find(&s.launch)) {
        sw_error_rank(s.launch.rank);
        s.quiet = s.launch.rank != 0;
    }
    int status = parse(&s, argc, argv);
    if (status >= 0)
        return status;
    status = run(&s);
    if (!status && s.options.sample_rate) {
        if (s.launch.launcher)
            collect_rank(&s);
        else
            collect(&s);
    }
    if (s.options.sample_rate)
        sw_profiling_release(&s.profiling);
    return status ? status : sw_child_repeat_end(s.end.status);
}
