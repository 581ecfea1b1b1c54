#include "tool/commands/check_options.h"
#include "profile/output.h"
#include "tool/common/amount.h"
#include "tool/common/command.h"
#include "tool/options/arguments.h"
#include "tool/options/describe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct parser {
    struct sw_check_request *request;
    struct sw_scope scope;  /* of the limits to come */
    size_t n_in_scope;      /* limits since it was given */
    const char *run_option; /* one that is for a program only */
    char **argv;
};

static bool add_limit(struct parser *p, struct sw_limit limit)
{
    struct sw_check_request *r = p->request;
    if (r->n_limits == SW_CHECK_MOST_LIMITS) {
        sw_error("no more than %d limits can be checked at once", SW_CHECK_MOST_LIMITS);
        return false;
    }
    limit.scope = p->scope;
    limit.text = optarg;
    r->limits[r->n_limits++] = limit;
    p->n_in_scope++;
    return true;
}

/* A scope that no limit follows was meant to check something. */
static bool end_scope(const struct parser *p)
{
    static const char *const names[] = {"whole", "region", "site"};
    if (p->n_in_scope || p->scope.kind == SW_SCOPE_WHOLE)
        return true;
    sw_error("no limit follows --%s=%s, so nothing of it would be checked", names[p->scope.kind],
             p->scope.name);
    return false;
}

static bool begin_scope(struct parser *p, enum sw_scope_kind kind, const char *name)
{
    if (!end_scope(p))
        return false;
    if (kind != SW_SCOPE_WHOLE && !*name) {
        sw_error("--%s needs a name", kind == SW_SCOPE_SITE ? "site" : "region");
        return false;
    }
    p->scope = (struct sw_scope){kind, name};
    p->n_in_scope = 0;
    return true;
}

static bool parse_limit(struct parser *p, int option)
{
    struct sw_limit limit = {.quantity = SW_PARALLELISM};
    bool fine;
    switch (option) {
    case SW_OPT_MIN_PARALLELISM:
        fine = sw_amount_ratio("min-parallelism", optarg, &limit.bound);
        break;
    case SW_OPT_MIN_BURDENED:
        limit.quantity = SW_BURDENED_PARALLELISM;
        fine = sw_amount_ratio("min-burdened-parallelism", optarg, &limit.bound);
        break;
    case SW_OPT_MIN_SPEEDUP:
        limit.quantity = SW_SPEEDUP;
        fine = sw_amount_speedup("min-speedup", optarg, &limit.processors, &limit.bound);
        break;
    default:
        limit.quantity = option == SW_OPT_MAX_SPAN ? SW_SPAN : SW_WORK;
        fine = sw_amount_cost(option == SW_OPT_MAX_SPAN ? "max-span" : "max-work", optarg,
                              &limit.bound, &limit.is_time);
    }
    return fine && add_limit(p, limit);
}

static bool parse_option(int option, void *data)
{
    struct parser *p = data;
    struct sw_check_request *r = p->request;
    int taken = sw_run_options_take(&r->run, option, optarg);
    if (taken > 0)
        p->run_option = sw_arguments_word(p->argv);
    if (taken)
        return taken > 0;
    switch (option) {
    case SW_OPT_MIN_PARALLELISM:
    case SW_OPT_MIN_BURDENED:
    case SW_OPT_MIN_SPEEDUP:
    case SW_OPT_MAX_SPAN:
    case SW_OPT_MAX_WORK:
        return parse_limit(p, option);
    case SW_OPT_REGION:
        return begin_scope(p, SW_SCOPE_REGION, optarg);
    case SW_OPT_SITE:
        return begin_scope(p, SW_SCOPE_SITE, optarg);
    case SW_OPT_WHOLE:
        return begin_scope(p, SW_SCOPE_WHOLE, "");
    case SW_OPT_BASELINE:
        r->baseline = r->options.baseline = optarg;
        return true;
    case SW_OPT_TOLERANCE:
        return sw_amount_percent("tolerance", optarg, &r->tolerance);
    case SW_OPT_KEEP:
        r->keep = optarg;
        p->run_option = sw_arguments_word(p->argv);
        return true;
    case SW_OPT_FORMAT:
        if (sw_check_parse_format(optarg, &r->options.format) == 0)
            return true;
        sw_error("--format takes %s, not '%s'", sw_check_format_names, optarg);
        return false;
    case 'o':
        r->out = optarg;
        return true;
    }
    return false;
}

static bool begins_as_profile(const char *path)
{
    return !strcmp(path, "-") || sw_output_kind_at(path) == SW_OUTPUT_PROFILE;
}

static bool is_complete(const struct parser *p)
{
    const struct sw_check_request *r = p->request;
    bool is_machine = r->options.format == SW_CHECK_JSON || r->options.format == SW_CHECK_JUNIT;
    if (!end_scope(p))
        return false;
    if (!r->n_limits && !r->baseline)
        sw_error("check for what? Neither a limit nor --baseline=FILE is given; 'spanwise check "
                 "--help' lists them");
    else if (!isnan(r->tolerance) && !r->baseline)
        sw_error("--tolerance is for --baseline=FILE, and there is none");
    else if (r->is_profile && r->argv[1])
        sw_error("'%s' is a profile, and '%s' is one argument too many", r->argv[0], r->argv[1]);
    else if (r->is_profile && p->run_option)
        sw_error("'%s' is for a program, and '%s' is a profile", p->run_option, r->argv[0]);
    else if (!r->is_profile && is_machine && !r->out)
        sw_error("-o FILE is needed: the program's own output would mix with the %s",
                 r->options.format == SW_CHECK_JSON ? "JSON" : "XML");
    else
        return true;
    return false;
}

int sw_check_parse(struct sw_check_request *r, int argc, char **argv)
{
    struct parser parser = {.request = r, .scope = {SW_SCOPE_WHOLE, ""}, .argv = argv};
    r->tolerance = NAN;
    int status = sw_arguments_parse(&sw_describe_check, argc, argv, parse_option, &parser);
    if (status >= 0)
        return status;
    if (optind == argc) {
        sw_error("check what? 'spanwise check --help' tells");
        return 2;
    }
    r->argv = argv + optind;
    r->is_profile = begins_as_profile(r->argv[0]);
    return is_complete(&parser) ? -1 : 2;
}
