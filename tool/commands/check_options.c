#include "tool/commands/check_options.h"
#include "console/message.h"
#include "profile/output.h"
#include "tool/common/amount.h"
#include "tool/options/arguments.h"
#include "tool/options/describe.h"
#include "tool/options/take.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool add_limit(struct sw_check_request *r, struct sw_limit limit)
{
    if (r->n_limits == SW_CHECK_MOST_LIMITS) {
        sw_error("no more than %d limits can be checked at once", SW_CHECK_MOST_LIMITS);
        return false;
    }
    limit.scope = r->scope;
    r->limits[r->n_limits++] = limit;
    r->n_in_scope++;
    return true;
}

/* A scope that no limit follows was meant to check something. */
static bool end_scope(const struct sw_check_request *r)
{
    static const char *const names[] = {"whole", "region", "site"};
    if (r->n_in_scope || r->scope.kind == SW_SCOPE_WHOLE)
        return true;
    sw_error("no limit follows --%s=%s, so there is nothing to check in it", names[r->scope.kind],
             r->scope.name);
    return false;
}

static bool take_scope(const struct sw_option *option, const char *name, void *field)
{
    struct sw_check_request *r = field;
    enum sw_scope_kind kind = (enum sw_scope_kind)option->means;
    if (!end_scope(r))
        return false;
    if (kind != SW_SCOPE_WHOLE && !*name) {
        sw_error("--%s needs a name", option->name);
        return false;
    }
    r->scope = (struct sw_scope){kind, name ? name : ""};
    r->n_in_scope = 0;
    return true;
}

static bool take_limit(const struct sw_option *option, const char *value, void *field)
{
    struct sw_limit limit = {.quantity = (enum sw_quantity)option->means, .text = value};
    bool fine;
    if (limit.quantity == SW_SPEEDUP)
        fine = sw_amount_speedup(option->name, value, &limit.processors, &limit.bound);
    else if (limit.quantity == SW_SPAN || limit.quantity == SW_WORK)
        fine = sw_amount_cost(option->name, value, &limit.bound, &limit.is_time);
    else
        fine = sw_amount_ratio(option->name, value, &limit.bound);
    return fine && add_limit(field, limit);
}

static bool take_percent(const struct sw_option *option, const char *value, void *field)
{
    return sw_amount_percent(option->name, value, field);
}

#define AT(member) SW_FIELD(struct sw_check_request, member)

const struct sw_option sw_check_takes[] = {
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
     .help = "by more than that (default: 5% of instructions, else 100%)", .take = take_percent,
     AT(tolerance)},
    {"keep", 0, SW_VALUE_FILE, "FILE",
     .help = "write the profile of PROGRAM to FILE: the next baseline", AT(keep),
     .given = offsetof(struct sw_check_request, run_option)},
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
    {.include = sw_measuring_takes,
     AT(run),
     .given = offsetof(struct sw_check_request, run_option)},
    {"once",
     .help = "run PROGRAM once, or once for each number of cores that limits ask for (default: "
             "again for steady figures, if their meter is time)",
     AT(once), .given = offsetof(struct sw_check_request, run_option)},
    {"rerun",
     .help = "run PROGRAM again even if it does what cannot be repeated, such as appending to a "
             "file (default: one run, in that case)",
     AT(rerun), .given = offsetof(struct sw_check_request, run_option)},
    {0},
};

static bool begins_as_profile(const char *path)
{
    return !strcmp(path, "-") || sw_output_kind_at(path) == SW_OUTPUT_PROFILE;
}

static bool is_complete(const struct sw_check_request *r)
{
    bool is_machine = r->options.format == SW_CHECK_JSON || r->options.format == SW_CHECK_JUNIT;
    if (!end_scope(r))
        return false;
    if (!r->n_limits && !r->options.baseline)
        sw_error("no limit and no --baseline=FILE given; see 'spanwise check --help'");
    else if (!isnan(r->tolerance) && !r->options.baseline)
        sw_error("--tolerance needs --baseline=FILE");
    else if (r->is_profile && r->argv[1])
        sw_error("'%s' is a profile, and '%s' is one argument too many", r->argv[0], r->argv[1]);
    else if (r->is_profile && r->run_option)
        sw_error("'%s' is for a program, and '%s' is a profile", r->run_option, r->argv[0]);
    else if (r->once && r->rerun)
        sw_error("use either --once or --rerun");
    else if (!r->is_profile && is_machine && !r->out)
        sw_error("-o FILE is needed: the program's own output would mix with the %s",
                 r->options.format == SW_CHECK_JSON ? "JSON" : "XML");
    else
        return true;
    return false;
}

int sw_check_parse(struct sw_check_request *r, int argc, char **argv)
{
    r->tolerance = NAN;
    r->scope = (struct sw_scope){SW_SCOPE_WHOLE, ""};
    int status = sw_arguments_parse(&sw_describe_check, argc, argv, r);
    if (status >= 0)
        return status;
    if (optind == argc) {
        sw_error("no program or profile given; see 'spanwise check --help'");
        return 2;
    }
    r->argv = argv + optind;
    r->is_profile = begins_as_profile(r->argv[0]);
    return is_complete(r) ? -1 : 2;
}
