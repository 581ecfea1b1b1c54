/* spanwise check: profiles a program, or takes a profile, and fails if a limit is broken. First its command line, then the checking. */
#include "report/model/check.h"
#include "console/message.h"
#include "profile/file.h"
#include "profile/output.h"
#include "tool/commands/outputs.h"
#include "tool/common/interrupt.h"
#include "tool/front_ends/front_end.h"
#include "tool/measure/profiling.h"
#include "tool/measure/simulations.h"
#include "tool/options/options.h"
#include "tool/options/run_options.h"

#include <sys/wait.h>

enum { SW_CHECK_MOST_LIMITS = 1000 };

enum { HOLDS, BROKEN, NOT_CHECKED }; /* the exit status */

struct checked {
    struct sw_limit limits[SW_CHECK_MOST_LIMITS];
    size_t n_limits;
    struct sw_run_options run;
    struct sw_check_options options;
    const char *keep, *out; /* or NULL */
    double tolerance;       /* a share; NAN: not given */
    bool is_profile;        /* argv[0] is one, not a program */
    bool once, rerun;       /* of a program: no steady figures; and whatever it does */
    char *const *argv;
    struct sw_scope scope;  /* of the limits to come, while options are taken */
    size_t n_in_scope;      /* limits since it was given */
    const char *run_option; /* the last one that is for a program only; NULL: none */
    struct sw_profile profile, baseline;
    struct sw_profiling profiling; /* of a program; has the profile then */
    struct sw_simulations simulations;
    bool is_running;
    char accept[1024];
};

static bool add_limit(struct checked *c, struct sw_limit limit)
{
    if (c->n_limits == SW_CHECK_MOST_LIMITS)
        return sw_error("no more than %d limits can be checked at once", SW_CHECK_MOST_LIMITS);
    limit.scope = c->scope;
    c->limits[c->n_limits++] = limit;
    c->n_in_scope++;
    return true;
}

/* A scope that no limit follows was meant to check something. */
static bool end_scope(const struct checked *c)
{
    static const char *const names[] = {"whole", "region", "site"};
    if (c->n_in_scope || c->scope.kind == SW_SCOPE_WHOLE)
        return true;
    return sw_error("no limit follows --%s=%s, so there is nothing to check in it",
                    names[c->scope.kind], c->scope.name);
}

static bool take_scope(const struct sw_option *option, const char *name, void *field)
{
    struct checked *c = field;
    enum sw_scope_kind kind = (enum sw_scope_kind)option->means;
    if (!end_scope(c))
        return false;
    if (kind != SW_SCOPE_WHOLE && !*name)
        return sw_error("--%s needs a name", option->name);
    c->scope = (struct sw_scope){kind, name ? name : ""};
    c->n_in_scope = 0;
    return true;
}

static bool take_limit(const struct sw_option *option, const char *value, void *field)
{
    struct sw_limit limit = {.quantity = (enum sw_quantity)option->means, .text = value};
    bool fine;
    if (limit.quantity == SW_SPEEDUP)
        fine = sw_amount_speedup(option, value, &limit.processors, &limit.bound);
    else if (limit.quantity == SW_SPAN || limit.quantity == SW_WORK)
        fine = sw_amount_cost(option, value, &limit.bound, &limit.is_time);
    else
        fine = sw_take_ratio(option, value, &limit.bound);
    return fine && add_limit(field, limit);
}

#define AT(member) SW_FIELD(struct checked, member)

static const struct sw_option takes[] = {
    {"min-parallelism", 0, SW_VALUE_NUMBER, "X", .help = "work over span, at least",
     .take = take_limit, .means = SW_PARALLELISM},
    {"min-burdened-parallelism", 0, SW_VALUE_NUMBER, "X",
     .help = "with the cost of scheduling, at least", .take = take_limit,
     .means = SW_BURDENED_PARALLELISM},
    {"min-speedup", 0, SW_VALUE_NUMBER, "P:X",
     .help = "lower end of the speedup to expect on P processors, at least", .take = take_limit,
     .means = SW_SPEEDUP},
    {"max-span", 0, SW_VALUE_NUMBER, "N",
     .help = "at most: in the meter's unit, with K, M or G, or a time (5ms)", .take = take_limit,
     .means = SW_SPAN},
    {"max-work", 0, SW_VALUE_NUMBER, "N", .help = "the same of the work", .take = take_limit,
     .means = SW_WORK},
    {.heading = "Each may be repeated, and applies to the scope given before it (default: the "
                "whole program):"},
    {"region", 0, SW_VALUE_WORD, "LABEL", .help = "of that region", .take = take_scope,
     .means = SW_SCOPE_REGION},
    {"site", 0, SW_VALUE_WORD, "SITE", .help = "call sites: FUNCTION, CALLER/CALLEE or FILE:LINE",
     .take = take_scope, .means = SW_SCOPE_SITE},
    {"whole", .help = "the whole program again", .take = take_scope, .means = SW_SCOPE_WHOLE},
    {.heading = "Or against an older profile:"},
    {"baseline", 0, SW_VALUE_FILE, "FILE",
     .help = "program, regions and call sites must not get worse than in FILE",
     AT(options.baseline)},
    {"tolerance", 0, SW_VALUE_NUMBER, "N%",
     .help = "by more than that (default: 5% of instructions, else 100%)", .take = sw_take_percent,
     AT(tolerance)},
    {"keep", 0, SW_VALUE_FILE, "FILE",
     .help = "write the profile of PROGRAM to FILE: the next baseline", AT(keep),
     .given = offsetof(struct checked, run_option)},
    {.heading = "What is printed:"},
    {"format", 0, SW_VALUE_CHOICE, "FORMAT", .help = "format: text (default), json, junit, github",
     .choices = SW_CHECK_FORMAT_NAMES,
     .wrong = "--format takes " SW_CHECK_FORMAT_NAMES ", not '%s'", AT(options.format)},
    {"output", 'o', SW_VALUE_FILE, "FILE",
     .help =
         "write that to FILE; the text still goes to stdout for a profile, stderr for a program",
     AT(out)},
    SW_TAKES_QUIET(),
    {.heading = "How PROGRAM is profiled, as in 'spanwise run':"},
    {.include = sw_measuring_takes, AT(run), .given = offsetof(struct checked, run_option)},
    {"once",
     .help = "run PROGRAM once, or once for each number of cores that limits ask for (default: "
             "again for steady figures, if their meter is time)",
     AT(once), .given = offsetof(struct checked, run_option)},
    {"rerun",
     .help = "run PROGRAM again even if it does what cannot be repeated, such as appending to a "
             "file (default: one run, in that case)",
     AT(rerun), .given = offsetof(struct checked, run_option)},
    {0},
};

static bool is_complete(const struct checked *c)
{
    bool is_machine = c->options.format == SW_CHECK_JSON || c->options.format == SW_CHECK_JUNIT;
    if (!end_scope(c))
        return false;
    if (!c->n_limits && !c->options.baseline)
        sw_error("no limit and no --baseline=FILE given; see 'spanwise check --help'");
    else if (!isnan(c->tolerance) && !c->options.baseline)
        sw_error("--tolerance needs --baseline=FILE");
    else if (c->is_profile && c->argv[1])
        sw_error("'%s' is a profile, and '%s' is one argument too many", c->argv[0], c->argv[1]);
    else if (c->is_profile && c->run_option)
        sw_error("'%s' is for a program, and '%s' is a profile", c->run_option, c->argv[0]);
    else if (c->once && c->rerun)
        sw_error("use either --once or --rerun");
    else if (!c->is_profile && is_machine && !c->out)
        sw_error("-o FILE is needed: the program's own output would mix with the %s",
                 c->options.format == SW_CHECK_JSON ? "JSON" : "XML");
    else
        return true;
    return false;
}

/* -1: go on; else the exit status, after a message or the help. */
static int parse(struct checked *c, int argc, char **argv)
{
    c->tolerance = NAN;
    c->scope = (struct sw_scope){SW_SCOPE_WHOLE, ""};
    int status = sw_arguments_parse(&sw_command_check, argc, argv, c);
    if (status >= 0)
        return status;
    c->argv = argv + optind;
    c->is_profile = !strcmp(c->argv[0], "-") || sw_output_kind_at(c->argv[0]) == SW_OUTPUT_PROFILE;
    return is_complete(c) ? -1 : 2;
}

static bool read_whole(struct sw_profile *profile, const char *path)
{
    return SW_FINE(sw_profile_read_measured(profile, path, why, sizeof why) ||
                   sw_check_is_whole(profile, path, why, sizeof why));
}

/* A run is measured as the baseline was. */
static bool choose_meter(struct checked *c)
{
    if (c->is_profile)
        return true;
    if (c->options.baseline &&
        !sw_run_options_follow(&c->run, c->baseline.meter, c->options.baseline))
        return false;
    return sw_run_options_settle(&c->run);
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
    if (!sw_front_end_simulates(c->argv[0]))
        return;
    for (size_t i = 0; i < c->n_limits; i++)
        if (c->limits[i].quantity == SW_SPEEDUP && c->limits[i].processors <= SW_PROCESSORS_MAX)
            wanted[c->limits[i].processors] = true;
    for (size_t i = 0; i < c->baseline.n_simulations; i++)
        if (c->baseline.simulations[i].processors <= SW_PROCESSORS_MAX)
            wanted[c->baseline.simulations[i].processors] = true;
    wanted[0] = false;
}

static bool run_program(struct checked *c)
{
    struct sw_child_end end;
    c->is_running = true;
    choose_processors(c, c->simulations.wanted);
    c->simulations.steady = !c->once;
    c->simulations.allows = c->rerun;
    c->simulations.list = "its limits ask for that";
    c->simulations.plan = (struct sw_once_plan){
        .because = "--once runs it once", .allow = "--rerun runs it again for steady figures"};
    if (sw_simulations_run(&c->simulations, &c->profiling, c->argv, &c->run.live, NULL, &end))
        return false;
    if (sw_interrupt_asked())
        return sw_error("interrupted: nothing is checked%s",
                        c->keep ? ", and nothing is kept" : "");
    c->simulations.steady &= !end.status;
    sw_simulations_collect(&c->simulations, &c->profiling, end.status);
    sw_once_say_different();
    if (!has_succeeded(c->argv[0], end.status) || !c->profiling.n_profiles)
        return false;
    const struct sw_profile *p = &c->profiling.profiles[0];
    if (c->profiling.n_profiles > 1)
        sw_error("%zu processes were profiled: checking the one with the most work",
                 c->profiling.n_profiles);
    return SW_FINE(sw_check_is_whole(p, c->argv[0], why, sizeof why));
}

/* How the profile becomes the new baseline. */
static const char *how_to_accept(struct checked *c)
{
    const char *file = c->is_profile ? c->argv[0] : c->keep;
    if (!c->options.baseline)
        return NULL;
    if (file && strcmp(file, c->options.baseline))
        snprintf(c->accept, sizeof c->accept, "cp '%.400s' '%.400s'", file, c->options.baseline);
    else if (file)
        snprintf(c->accept, sizeof c->accept, "'%.400s' is the new baseline already", file);
    else
        snprintf(c->accept, sizeof c->accept,
                 "run the same command with '--keep=%.400s', which makes it the new baseline",
                 c->options.baseline);
    return c->accept;
}

/* The text is for the log; what is for machines goes to the file, or behind it. */
static bool print_all(struct checked *c, const struct sw_check *check)
{
    FILE *log = c->is_profile ? stdout : stderr;
    bool is_silent = log == stderr && sw_is_quiet();
    struct sw_check_options options = c->options, text = c->options;
    options.accept = text.accept = how_to_accept(c);
    text.format = SW_CHECK_TEXT;
    bool fine = true;
    bool is_in_file = c->out && strcmp(c->out, "-");
    if (!is_silent && (c->options.format == SW_CHECK_GITHUB || is_in_file))
        fine = SW_PRINT(NULL, log, "the results", sw_check_print(check, &text, to.out));
    if (is_silent && !is_in_file)
        return true;
    return SW_PRINT(c->out, log, "the results", sw_check_print(check, &options, to.out)) && fine;
}

static int judge(struct checked *c, const struct sw_profile *p)
{
    const struct sw_profile *baseline = c->options.baseline ? &c->baseline : NULL;
    struct sw_check check;
    if (!SW_FINE((baseline &&
                  sw_diff_check(baseline, c->options.baseline, p, c->argv[0], why, sizeof why)) ||
                 sw_check_make(&check, p, c->limits, c->n_limits, baseline, c->tolerance, why,
                               sizeof why)))
        return NOT_CHECKED;
    bool fine = print_all(c, &check);
    int status = !fine ? NOT_CHECKED : check.n_broken ? BROKEN : HOLDS;
    sw_check_release(&check);
    return status;
}

static int check(struct checked *c)
{
    const struct sw_profile *p = &c->profile;
    /* First, before a program that may run for long. */
    enum sw_output_kind kind = c->options.format == SW_CHECK_JSON ? SW_OUTPUT_JSON : SW_OUTPUT_TEXT;
    if (!sw_print_may(c->keep, SW_OUTPUT_PROFILE) || !sw_print_may(c->out, kind) ||
        !sw_print_apart(c->keep, c->out))
        return NOT_CHECKED;
    if ((c->options.baseline && !read_whole(&c->baseline, c->options.baseline)) || !choose_meter(c))
        return NOT_CHECKED;
    if (c->is_profile ? !read_whole(&c->profile, c->argv[0]) : !run_program(c))
        return NOT_CHECKED;
    sw_interrupt_ignore_output(); /* a reader that has seen enough does not change the status */
    if (!c->is_profile)
        p = &c->profiling.profiles[0];
    bool kept = sw_profile_save(p, c->keep);
    sw_interrupt_release();
    int status = judge(c, p);
    if (c->is_profile)
        sw_written_tell(NULL);
    else
        sw_written_say(NULL);
    return kept ? status : NOT_CHECKED;
}

static int command(int argc, char **argv)
{
    static struct checked checked, *const c = &checked;
    memset(c, 0, sizeof *c);
    c->run = (struct sw_run_options)SW_RUN_OPTIONS_DEFAULT;
    sw_profile_init(&c->profile);
    sw_profile_init(&c->baseline);
    sw_profile_init(&c->simulations.before);
    int status = parse(c, argc, argv);
    if (status < 0)
        status = check(c);
    if (c->is_running)
        sw_profiling_release(&c->profiling);
    sw_profile_release(&c->simulations.before);
    sw_profile_release(&c->profile);
    sw_profile_release(&c->baseline);
    return sw_interrupt_asked() ? sw_child_repeat_end(sw_interrupt_asked()) : status;
}

const struct sw_command sw_command_check = {
    .name = "check",
    .run = command,
    .what = "fail a build when parallelism, span or work breaks a limit",
    .synopses = {"[limits] [options] PROGRAM [ARGUMENTS]", "[limits] [options] FILE"},
    .about = "Profiles PROGRAM, or reads the profile FILE, and exits with 1 if a limit is broken. "
             "Use it to fail a build when a change costs parallelism.",
    .options = takes,
    .operands = SW_PROGRAM_OR_PROFILE,
    .needs = "program or profile",
    .examples = {{"spanwise check --min-parallelism=100 ./yours",
                  "Fail below a parallelism of 100."},
                 {"spanwise check --baseline=old.prof --meter=instructions ./yours",
                  "Fail if it got worse; counting instructions avoids noise."}},
    .status = "0: all limits hold; 1: one is broken; 2: it could not be checked.",
    .see = "run, diff",
};
