/* `spanwise report`: prints a profile. */
#include "report/report.h"
#include "analysis/effort/inflation.h"
#include "profile/file.h"
#include "report/model/call_tree.h"
#include "report/model/focus.h"
#include "tool/commands/page_sources.h"
#include "tool/common/amount.h"
#include "tool/common/command.h"
#include "tool/common/newest.h"
#include "tool/common/number.h"
#include "tool/common/print.h"
#include "tool/measure/serial.h"
#include "tool/options/arguments.h"
#include "tool/options/describe.h"
#include "tool/options/page_options.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define LEAST 0.01 /* of paths, without --least */

struct request {
    struct sw_report_options options;
    const char *in, *out, *serial;
    uint64_t depth;
    bool depth_given, least_given;
};

static bool take_least(const char *text, double *least)
{
    if (!sw_amount_percent("least", text, least))
        return false;
    if (*least <= 1)
        return true;
    sw_error("--least takes a percentage up to 100%%, not '%s'", text);
    return false;
}

static bool parse_option(int option, void *data)
{
    struct request *request = data;
    struct sw_report_options *o = &request->options;
    int taken = sw_page_options_take(o, option, optarg);
    if (taken)
        return taken > 0;
    switch (option) {
    case SW_OPT_FORMAT:
        return sw_arguments_chosen("format", sw_report_parse_format(optarg, &o->format),
                                   sw_report_format_names);
    case SW_OPT_SORT:
        return sw_arguments_chosen("sort", sw_report_parse_sort(optarg, &o->sort),
                                   sw_report_sort_names);
    case SW_OPT_ON:
        return sw_arguments_chosen("on", sw_report_parse_on(optarg, &o->on), sw_report_on_names);
    case SW_OPT_VIEW:
        return sw_arguments_chosen("view", sw_report_parse_view(optarg, &o->view),
                                   sw_report_view_names);
    case SW_OPT_PHYSICAL:
        o->physical = 1;
        return true;
    case SW_OPT_TREE:
        o->tree = 1;
        return true;
    case SW_OPT_DEPTH:
        request->depth_given = true;
        return sw_number_parse("depth", optarg, "", 1, 100000, &request->depth);
    case SW_OPT_LEAST:
        request->least_given = true;
        return take_least(optarg, &o->least);
    case SW_OPT_FOCUS:
        o->focus = optarg;
        return true;
    case SW_OPT_SOURCES:
        return sw_page_sources_take(&o->sources);
    case SW_OPT_SERIAL:
        request->serial = optarg;
        return true;
    case 'o':
        request->out = optarg;
        return true;
    }
    return false;
}

/* A page is megabytes of text that nobody reads. */
static bool suits_output(const struct request *request)
{
    bool is_page = request->options.format == SW_REPORT_HTML;
    if (request->options.sources.shown != SW_AUTO && !is_page) {
        sw_error("--sources is for --format=html");
        return false;
    }
    bool is_binary = request->options.format == SW_REPORT_PPROF;
    return (!is_page && !is_binary) ||
           sw_print_suits(request->out, is_page ? SW_OUTPUT_PAGE : SW_OUTPUT_GZIP);
}

/* Call paths are text, and instead of what the report is otherwise. */
static bool settle_paths(struct request *request)
{
    struct sw_report_options *o = &request->options;
    const char *option = o->tree ? "--tree" : o->focus ? "--focus" : NULL;
    o->depth = (unsigned)request->depth;
    if (!request->least_given)
        o->least = LEAST;
    if ((request->depth_given || request->least_given) && !o->tree)
        sw_error("%s is for --tree", request->depth_given ? "--depth" : "--least");
    else if (o->tree && o->focus)
        sw_error("--tree and --focus: one of them at a time");
    else if (option && o->format != SW_REPORT_TEXT)
        sw_error("%s is text: --format is for the whole report", option);
    else if (option && (request->serial || o->view != SW_VIEW_PAGE || o->physical))
        sw_error("%s and %s do not go together", option,
                 request->serial           ? "--serial"
                 : o->view != SW_VIEW_PAGE ? "--view"
                                           : "--physical");
    else
        return true;
    return false;
}

/* Returns -1 to go on, or the exit status. */
static int parse_arguments(int argc, char **argv, struct request *request)
{
    int status = sw_arguments_parse(&sw_describe_report, argc, argv, parse_option, request);
    if (status >= 0)
        return status;
    if (argc - optind > 1) {
        sw_error("one profile at a time: '%s' is one too many", argv[optind + 1]);
        return 2;
    }
    if (optind < argc)
        request->in = argv[optind];
    if (!settle_paths(request) || !suits_output(request) ||
        (request->serial && !sw_serial_suits(request->options.format)))
        return 2;
    return -1;
}

struct printed {
    const struct sw_profile *profile;
    const struct sw_report_options *options;
    struct sw_focus focus;
};

static int print(const void *data, FILE *out)
{
    const struct printed *p = data;
    if (p->options->focus)
        return sw_focus_print(&p->focus, p->profile, p->options, out);
    if (p->options->tree)
        return sw_call_tree_print(p->profile, p->options, out);
    return sw_report_print(p->profile, p->options, out);
}

/* Reads the serial profile; the report compares with it then. */
static int compare(struct sw_profile *serial, const struct sw_profile *profile,
                   struct request *request, char *why, size_t why_size)
{
    int error = sw_profile_read_measured(serial, request->serial, why, why_size);
    if (!error)
        error = sw_inflation_check(serial, request->serial, profile, request->in, why, why_size);
    request->options.serial = serial;
    request->options.serial_name = request->serial;
    return error;
}

static int focus(struct printed *printed, const char *path, char *why, size_t why_size)
{
    char reason[1000];
    int error = sw_focus_make(&printed->focus, printed->profile, printed->options->focus, reason,
                              sizeof reason);
    if (error)
        snprintf(why, why_size, "'%s': %s", path, reason);
    return error;
}

static int no_samples(const struct request *request, char *why, size_t why_size)
{
    snprintf(why, why_size, "'%s' has no samples: 'spanwise run --level=sampled PROG' takes them",
             request->in);
    return -EINVAL;
}

static int no_timeline(const struct request *request, char *why, size_t why_size)
{
    snprintf(why, why_size, "'%s' has no timeline: 'spanwise sample PROG' records one",
             request->in);
    return -EINVAL;
}

/* An option that says nothing of a profile of `spanwise sample`; NULL: there is none. */
static const char *not_of_effort(const struct request *request)
{
    const struct sw_report_options *o = &request->options;
    if (request->serial)
        return "--serial";
    if (!sw_report_format_effort(o->format))
        return "this --format";
    if (o->on == SW_ON_SPAN)
        return "--on=span";
    if (o->sort == SW_SORT_SPAN || o->sort == SW_SORT_COUNT || o->sort == SW_SORT_PARALLELISM ||
        o->sort == SW_SORT_LINE)
        return "this --sort";
    return NULL;
}

/* ... and one that says nothing of others. */
static const char *only_of_effort(const struct sw_report_options *o)
{
    if (o->view != SW_VIEW_PAGE)
        return "--view";
    if (o->physical)
        return "--physical";
    if (o->on > SW_ON_SPAN)
        return "this --on";
    return o->sort > SW_SORT_LINE ? "this --sort" : NULL;
}

static int check_options(const struct request *request, const struct sw_profile *profile, char *why,
                         size_t why_size)
{
    bool is_effort = sw_profile_is_effort(profile);
    const char *option = is_effort ? not_of_effort(request) : only_of_effort(&request->options);
    if (!option)
        return 0;
    snprintf(why, why_size, "%s is %s profiles of 'spanwise sample', %s '%s' is", option,
             is_effort ? "not for" : "for", is_effort ? "which" : "and not for others, as",
             request->in);
    return -EINVAL;
}

int sw_command_report(int argc, char **argv)
{
    struct request request = {0};
    struct sw_profile profile, serial;
    char why[9000];
    int status = parse_arguments(argc, argv, &request);
    if (status >= 0)
        return status;
    if (!request.in && !(request.in = sw_newest_profile()))
        return 1;
    sw_profile_init(&profile);
    sw_profile_init(&serial);
    int error = sw_profile_read(&profile, request.in, why, sizeof why);
    if (!error)
        error = check_options(&request, &profile, why, sizeof why);
    if (!error && request.serial)
        error = compare(&serial, &profile, &request, why, sizeof why);
    if (!error && sw_report_format_samples(request.options.format) && !profile.sampled.rate)
        error = no_samples(&request, why, sizeof why);
    if (!error && request.options.format == SW_REPORT_TRACE && !profile.effort.n_stretches)
        error = no_timeline(&request, why, sizeof why);
    struct printed printed = {.profile = &profile, .options = &request.options};
    sw_page_sources_settle(&request.options.sources, &profile, request.in);
    if (!error && request.options.focus)
        error = focus(&printed, request.in, why, sizeof why);
    if (error)
        sw_error("%s", why);
    bool fine = !error && sw_print(request.out, stdout, "the report", print, &printed);
    if (!error && request.options.focus)
        sw_focus_release(&printed.focus);
    sw_profile_release(&profile);
    sw_profile_release(&serial);
    return !fine;
}
