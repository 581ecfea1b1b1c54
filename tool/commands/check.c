/* spanwise check: profiles a program, or takes a profile, and fails if a limit is broken. */
#include "console/message.h"
#include "console/progress.h"
#include "profile/file.h"
#include "profile/output.h"
#include "tool/commands/check_options.h"
#include "tool/common/command.h"
#include "tool/common/interrupt.h"
#include "tool/common/print.h"
#include "tool/common/written.h"
#include "tool/front_ends/front_end.h"
#include "tool/measure/profiled.h"
#include "tool/measure/simulations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { HOLDS, BROKEN, NOT_CHECKED }; /* the exit status */

struct checked {
    struct sw_check_request request;
    struct sw_profile profile, baseline;
    struct sw_profiling profiling; /* of a program; has the profile then */
    struct sw_simulations simulations;
    bool is_running;
    char accept[1024];
};

static bool read_whole(struct sw_profile *profile, const char *path)
{
    char why[9000];
    if (sw_profile_read_measured(profile, path, why, sizeof why) == 0 &&
        sw_check_is_whole(profile, path, why, sizeof why) == 0)
        return true;
    sw_error("%s", why);
    return false;
}

/* A run is measured as the baseline was. */
static bool choose_meter(struct checked *c)
{
    struct sw_check_request *r = &c->request;
    if (r->is_profile)
        return true;
    if (r->options.baseline &&
        !sw_run_options_follow(&r->run, c->baseline.meter, r->options.baseline))
        return false;
    return sw_run_options_settle(&r->run);
}

/* A program that failed did not do what is to be measured. */
static bool has_succeeded(const char *program, int status)
{
    if (WIFSIGNALED(status))
        sw_error("'%s' was killed by signal %d (%s): nothing is checked", program, WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else if (status)
        sw_error("'%s' failed, with exit status %d: nothing is checked", program,
                 WEXITSTATUS(status));
    return !status;
}

/* An OpenMP program is simulated on the processors that limits speak of, and on the baseline's. */
static void choose_processors(const struct checked *c, bool *wanted)
{
    const struct sw_check_request *r = &c->request;
    if (!sw_front_end_simulates(r->argv[0]))
        return;
    for (size_t i = 0; i < r->n_limits; i++)
        if (r->limits[i].quantity == SW_SPEEDUP && r->limits[i].processors <= SW_PROCESSORS_MAX)
            wanted[r->limits[i].processors] = true;
    for (size_t i = 0; i < c->baseline.n_simulations; i++)
        if (c->baseline.simulations[i].processors <= SW_PROCESSORS_MAX)
            wanted[c->baseline.simulations[i].processors] = true;
    wanted[0] = false;
}

static bool run_program(struct checked *c)
{
    const struct sw_check_request *r = &c->request;
    struct sw_child_end end;
    char why[9000];
    c->is_running = true;
    choose_processors(c, c->simulations.wanted);
    c->simulations.steady = !r->once;
    c->simulations.allows = r->rerun;
    c->simulations.list = "its limits ask for that";
    c->simulations.plan = (struct sw_once_plan){
        .because = "--once runs it once", .allow = "--rerun runs it again for steady figures"};
    if (sw_simulations_run(&c->simulations, &c->profiling, r->argv, &r->run.live, NULL, &end))
        return false;
    if (sw_interrupt_asked()) {
        sw_error("interrupted: nothing is checked%s", r->keep ? ", and nothing is kept" : "");
        return false;
    }
    c->simulations.steady &= !end.status;
    sw_simulations_collect(&c->simulations, &c->profiling, end.status);
    sw_once_say_different();
    if (!has_succeeded(r->argv[0], end.status) || !c->profiling.n_profiles)
        return false;
    const struct sw_profile *p = &c->profiling.profiles[0];
    if (c->profiling.n_profiles > 1)
        sw_error("%zu processes were profiled: checking the one with the most work",
                 c->profiling.n_profiles);
    if (sw_check_is_whole(p, r->argv[0], why, sizeof why) == 0)
        return true;
    sw_error("%s", why);
    return false;
}

static bool keep(const struct checked *c, const struct sw_profile *p)
{
    char why[4500];
    if (c->request.keep && sw_profile_write(p, c->request.keep, why, sizeof why)) {
        sw_error("%s", why);
        return false;
    }
    sw_written_add(c->request.keep);
    return true;
}

/* How the profile becomes the new baseline. */
static const char *how_to_accept(struct checked *c)
{
    const struct sw_check_request *r = &c->request;
    const char *file = r->is_profile ? r->argv[0] : r->keep;
    if (!r->options.baseline)
        return NULL;
    if (file && strcmp(file, r->options.baseline))
        snprintf(c->accept, sizeof c->accept, "cp '%.400s' '%.400s'", file, r->options.baseline);
    else if (file)
        snprintf(c->accept, sizeof c->accept, "'%.400s' is the new baseline already", file);
    else
        snprintf(c->accept, sizeof c->accept,
                 "run the same command with '--keep=%.400s', which makes it the new baseline",
                 r->options.baseline);
    return c->accept;
}

struct printed {
    const struct sw_check *check;
    const struct sw_check_options *options;
};

static int print(const void *data, FILE *out)
{
    const struct printed *p = data;
    return sw_check_print(p->check, p->options, out);
}

/* The text is for the log; what is for machines goes to the file, or behind it. */
static bool print_all(struct checked *c, const struct sw_check *check)
{
    const struct sw_check_request *r = &c->request;
    FILE *log = r->is_profile ? stdout : stderr;
    bool is_silent = log == stderr && sw_is_quiet();
    struct sw_check_options options = r->options, text = r->options;
    options.accept = text.accept = how_to_accept(c);
    text.format = SW_CHECK_TEXT;
    struct printed asked = {check, &options}, shown = {check, &text};
    bool fine = true;
    bool is_in_file = r->out && strcmp(r->out, "-");
    if (!is_silent && (r->options.format == SW_CHECK_GITHUB || is_in_file))
        fine = sw_print(NULL, log, "the results", print, &shown);
    if (is_silent && !is_in_file)
        return true;
    return sw_print(r->out, log, "the results", print, &asked) && fine;
}

static int judge(struct checked *c, const struct sw_profile *p)
{
    const struct sw_check_request *r = &c->request;
    const struct sw_profile *baseline = r->options.baseline ? &c->baseline : NULL;
    struct sw_check check;
    char why[9000];
    if ((baseline &&
         sw_diff_check(baseline, r->options.baseline, p, r->argv[0], why, sizeof why)) ||
        sw_check_make(&check, p, r->limits, r->n_limits, baseline, r->tolerance, why, sizeof why)) {
        sw_error("%s", why);
        return NOT_CHECKED;
    }
    bool fine = print_all(c, &check);
    int status = !fine ? NOT_CHECKED : check.n_broken ? BROKEN : HOLDS;
    sw_check_release(&check);
    return status;
}

static int check(struct checked *c)
{
    const struct sw_check_request *r = &c->request;
    const struct sw_profile *p = &c->profile;
    /* First, before a program that may run for long. */
    char why[4500];
    enum sw_output_kind kind = r->options.format == SW_CHECK_JSON ? SW_OUTPUT_JSON : SW_OUTPUT_TEXT;
    if ((r->keep && sw_output_try(r->keep, SW_OUTPUT_PROFILE, why, sizeof why)) ||
        (r->out && sw_output_try(r->out, kind, why, sizeof why))) {
        sw_error("%s", why);
        return NOT_CHECKED;
    }
    if (!sw_print_apart(r->keep, r->out))
        return NOT_CHECKED;
    if ((r->options.baseline && !read_whole(&c->baseline, r->options.baseline)) || !choose_meter(c))
        return NOT_CHECKED;
    if (r->is_profile ? !read_whole(&c->profile, r->argv[0]) : !run_program(c))
        return NOT_CHECKED;
    sw_interrupt_ignore_output(); /* a reader that has seen enough does not change the status */
    if (!r->is_profile)
        p = &c->profiling.profiles[0];
    bool kept = keep(c, p);
    sw_interrupt_release();
    int status = judge(c, p);
    if (r->is_profile)
        sw_written_tell(NULL);
    else
        sw_written_say(NULL);
    return kept ? status : NOT_CHECKED;
}

int sw_command_check(int argc, char **argv)
{
    struct checked *c = calloc(1, sizeof *c);
    if (!c) {
        sw_error("not enough memory");
        return NOT_CHECKED;
    }
    c->request.run = (struct sw_run_options)SW_RUN_OPTIONS_DEFAULT;
    sw_profile_init(&c->profile);
    sw_profile_init(&c->baseline);
    sw_profile_init(&c->simulations.before);
    int status = sw_check_parse(&c->request, argc, argv);
    if (status < 0)
        status = check(c);
    if (c->is_running)
        sw_profiling_release(&c->profiling);
    sw_profile_release(&c->simulations.before);
    sw_profile_release(&c->profile);
    sw_profile_release(&c->baseline);
    free(c);
    return sw_interrupt_asked() ? sw_child_repeat_end(sw_interrupt_asked()) : status;
}
