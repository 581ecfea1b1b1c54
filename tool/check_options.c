#include "tool/check_options.h"
#include "profile/format.h"
#include "tool/amount.h"
#include "tool/command.h"

#include <fcntl.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char usage_text[] =
    "usage: spanwise check [limits] [options] PROGRAM [ARGUMENTS]\n"
    "       spanwise check [limits] [options] FILE\n\n"
    "Profiles PROGRAM, or takes the profile FILE, and exits with 1 if a limit is broken: for a\n"
    "build that is to fail when a change costs parallelism.\n\n"
    "  --min-parallelism=X           work over span, at least\n"
    "  --min-burdened-parallelism=X  with the cost of scheduling, at least\n"
    "  --min-speedup=P:X             lower end of the speedup to expect on P processors, at least\n"
    "  --max-span=N, --max-work=N    at most: in the meter's unit, with K, M or G, or a time "
    "(5ms)\n\n"
    "Each may be repeated, and is of the whole program, or of what the last of these said:\n\n"
    "  --region=LABEL     of that region\n"
    "  --site=SITE        of call sites: FUNCTION, CALLER/CALLEE or FILE:LINE\n"
    "  --whole            of the whole program again\n\n"
    "Or against an older profile:\n\n"
    "  --baseline=FILE    program, regions and call sites are not to get worse than in FILE\n"
    "  --tolerance=N%     by more than that (default: 5% of instructions, else 100%)\n"
    "  --keep=FILE        write the profile of PROGRAM to FILE: the next baseline\n\n"
    "  --format=FORMAT    text (default), json, junit, github\n"
    "  -o FILE            write that to FILE, and the text to where it goes without: stdout for a\n"
    "                     profile, stderr for a program\n"
    "  -h, --help         this text\n\n"
    "How PROGRAM is profiled, as 'spanwise run' has it:\n\n" SW_RUN_USAGE;

enum {
    OPT_PARALLELISM = 256,
    OPT_BURDENED,
    OPT_SPEEDUP,
    OPT_SPAN,
    OPT_WORK,
    OPT_REGION,
    OPT_SITE,
    OPT_WHOLE,
    OPT_BASELINE,
    OPT_TOLERANCE,
    OPT_KEEP,
    OPT_FORMAT
};

static const struct option long_options[] = {
    {"min-parallelism", required_argument, NULL, OPT_PARALLELISM},
    {"min-burdened-parallelism", required_argument, NULL, OPT_BURDENED},
    {"min-speedup", required_argument, NULL, OPT_SPEEDUP},
    {"max-span", required_argument, NULL, OPT_SPAN},
    {"max-work", required_argument, NULL, OPT_WORK},
    {"region", required_argument, NULL, OPT_REGION},
    {"site", required_argument, NULL, OPT_SITE},
    {"whole", no_argument, NULL, OPT_WHOLE},
    {"baseline", required_argument, NULL, OPT_BASELINE},
    {"tolerance", required_argument, NULL, OPT_TOLERANCE},
    {"keep", required_argument, NULL, OPT_KEEP},
    {"format", required_argument, NULL, OPT_FORMAT},
    {"output", required_argument, NULL, 'o'},
    SW_RUN_LONG_OPTIONS,
    {"help", no_argument, NULL, 'h'},
    {0},
};

struct parser {
    struct sw_check_request *request;
    struct sw_scope scope;  /* of the limits to come */
    size_t n_in_scope;      /* limits since it was given */
    const char *run_option; /* one that is for a program only */
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
    case OPT_PARALLELISM:
        fine = sw_amount_ratio("min-parallelism", optarg, &limit.bound);
        break;
    case OPT_BURDENED:
        limit.quantity = SW_BURDENED_PARALLELISM;
        fine = sw_amount_ratio("min-burdened-parallelism", optarg, &limit.bound);
        break;
    case OPT_SPEEDUP:
        limit.quantity = SW_SPEEDUP;
        fine = sw_amount_speedup("min-speedup", optarg, &limit.processors, &limit.bound);
        break;
    default:
        limit.quantity = option == OPT_SPAN ? SW_SPAN : SW_WORK;
        fine = sw_amount_cost(option == OPT_SPAN ? "max-span" : "max-work", optarg, &limit.bound,
                              &limit.is_time);
    }
    return fine && add_limit(p, limit);
}

static bool parse_option(struct parser *p, int option, const char *word)
{
    struct sw_check_request *r = p->request;
    int taken = sw_run_options_take(&r->run, option, optarg);
    if (taken > 0)
        p->run_option = word;
    if (taken)
        return taken > 0;
    switch (option) {
    case OPT_PARALLELISM:
    case OPT_BURDENED:
    case OPT_SPEEDUP:
    case OPT_SPAN:
    case OPT_WORK:
        return parse_limit(p, option);
    case OPT_REGION:
        return begin_scope(p, SW_SCOPE_REGION, optarg);
    case OPT_SITE:
        return begin_scope(p, SW_SCOPE_SITE, optarg);
    case OPT_WHOLE:
        return begin_scope(p, SW_SCOPE_WHOLE, "");
    case OPT_BASELINE:
        r->baseline = r->options.baseline = optarg;
        return true;
    case OPT_TOLERANCE:
        return sw_amount_percent("tolerance", optarg, &r->tolerance);
    case OPT_KEEP:
        r->keep = optarg;
        p->run_option = word;
        return true;
    case OPT_FORMAT:
        if (sw_check_parse_format(optarg, &r->options.format) == 0)
            return true;
        sw_error("--format takes %s, not '%s'", sw_check_format_names, optarg);
        return false;
    case 'o':
        r->out = optarg;
        return true;
    }
    sw_error("'%s' is not an option, or lacks its value; 'spanwise check --help' lists them", word);
    return false;
}

static bool begins_as_profile(const char *path)
{
    char magic[SW_FORMAT_MAGIC_SIZE];
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t size = fd < 0 ? -1 : read(fd, magic, sizeof magic);
    if (fd >= 0)
        close(fd);
    return size == sizeof magic && !memcmp(magic, SW_FORMAT_MAGIC, sizeof magic);
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
    struct parser parser = {.request = r, .scope = {SW_SCOPE_WHOLE, ""}};
    const char *word = argv[1];
    int option;
    optind = 0;
    opterr = 0;
    r->tolerance = NAN;
    while ((option = getopt_long(argc, argv, "+o:h", long_options, NULL)) != -1) {
        if (option == 'h') {
            fputs(usage_text, stdout);
            return 0;
        }
        if (!parse_option(&parser, option, word))
            return 2;
        word = optind < argc ? argv[optind] : "";
    }
    if (optind == argc) {
        sw_error("check what? 'spanwise check --help' tells");
        return 2;
    }
    r->argv = argv + optind;
    r->is_profile = begins_as_profile(r->argv[0]);
    return is_complete(&parser) ? -1 : 2;
}
