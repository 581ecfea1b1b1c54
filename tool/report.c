/* `spanwise report`: prints a profile. */
#include "report/report.h"
#include "analysis/inflation.h"
#include "profile/file.h"
#include "tool/arguments.h"
#include "tool/command.h"
#include "tool/page_options.h"
#include "tool/print.h"
#include "tool/serial.h"

#include <errno.h>
#include <string.h>

static const char usage[] =
    "usage: spanwise report [options] [FILE]\n"
    "       spanwise report --serial=SERIAL.prof [options] PARALLEL.prof\n"
    "\n"
    "Prints the profile FILE (default " SW_FILE_DEFAULT ").\n"
    "\n"
    "  --format=FORMAT  text       the report for people (default)\n"
    "                   csv        whole program and regions, the columns of Cilkscale\n"
    "                   csv-sites  call sites, the columns of Cilkprof\n"
    "                   csv-runs   simulated runs of an OpenMP program, one for each N;\n"
    "                   csv-constructs  the constructs of the last one\n"
    "                   json       everything\n"
    "                   gnuplot    a script that draws the speedup bounds, or simulated runs:\n"
    "                              spanwise report --format=gnuplot | gnuplot > speedup.png\n"
    "                   csv-functions  functions, by samples\n"
    "                   folded     sampled call paths, for flame graphs\n"
    "  --on=WHAT        what folded paths count: work (default); span, by samples; of 'spanwise\n"
    "                   sample' idle, overhead, wait or blame\n"
    "  --view=VIEW      of 'spanwise sample': tree, callers, flat (functions) or lines, in text\n"
    "                   and csv (default: some of all, with findings)\n"
    "  --physical       of 'spanwise sample': paths as they are on the stacks\n"
    "  --sort=KEY       order of the sites: local-span (default), span, local-work, work,\n"
    "                   count, parallelism, line; of 'spanwise sample': work, idle, overhead,\n"
    "                   wait, blame\n"
    "  --top=N          print the first N sites; 'all' for all (default: 10 in text)\n"
    "  --serial=FILE    FILE is a profile of the same program's serial run: also tell where the\n"
    "                   work grew since, in text, csv-sites and json\n"
    "  --width=N        columns of text (default: the terminal's, or COLUMNS, or 80)\n"
    "  --color=WHEN     auto (default: on a terminal, unless NO_COLOR is set), always, never\n"
    "  -o OUT           write to the file OUT\n"
    "  -h, --help       this text\n";

struct request {
    struct sw_report_options options;
    const char *in, *out, *serial;
};

enum { OPT_FORMAT = 256, OPT_SORT, OPT_SERIAL, OPT_ON, OPT_VIEW, OPT_PHYSICAL };

static const struct option long_options[] = {
    {"format", required_argument, NULL, OPT_FORMAT},
    {"sort", required_argument, NULL, OPT_SORT},
    SW_PAGE_LONG_OPTIONS,
    {"on", required_argument, NULL, OPT_ON},
    {"view", required_argument, NULL, OPT_VIEW},
    {"physical", no_argument, NULL, OPT_PHYSICAL},
    {"serial", required_argument, NULL, OPT_SERIAL},
    {"output", required_argument, NULL, 'o'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static bool parse_option(int option, void *data)
{
    struct request *request = data;
    struct sw_report_options *o = &request->options;
    int taken = sw_page_options_take(o, option, optarg);
    if (taken)
        return taken > 0;
    switch (option) {
    case OPT_FORMAT:
        return sw_arguments_chosen("format", sw_report_parse_format(optarg, &o->format),
                                   sw_report_format_names);
    case OPT_SORT:
        return sw_arguments_chosen("sort", sw_report_parse_sort(optarg, &o->sort),
                                   sw_report_sort_names);
    case OPT_ON:
        return sw_arguments_chosen("on", sw_report_parse_on(optarg, &o->on), sw_report_on_names);
    case OPT_VIEW:
        return sw_arguments_chosen("view", sw_report_parse_view(optarg, &o->view),
                                   sw_report_view_names);
    case OPT_PHYSICAL:
        o->physical = 1;
        return true;
    case OPT_SERIAL:
        request->serial = optarg;
        return true;
    case 'o':
        request->out = optarg;
        return true;
    }
    return false;
}

/* Returns -1 to go on, or the exit status. */
static int parse_arguments(int argc, char **argv, struct request *request)
{
    static const struct sw_arguments arguments = {"report", usage, ":ho:", long_options,
                                                  parse_option};
    int status = sw_arguments_parse(&arguments, argc, argv, request);
    if (status >= 0)
        return status;
    if (argc - optind > 1) {
        sw_error("one profile at a time: '%s' is one too many", argv[optind + 1]);
        return 2;
    }
    if (optind < argc)
        request->in = argv[optind];
    if (request->serial && !sw_serial_suits(request->options.format))
        return 2;
    return -1;
}

struct printed {
    const struct sw_profile *profile;
    const struct sw_report_options *options;
};

static int print(const void *data, FILE *out)
{
    const struct printed *p = data;
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

static int no_samples(const struct request *request, char *why, size_t why_size)
{
    snprintf(why, why_size, "'%s' has no samples: 'spanwise run --level=sampled PROG' takes them",
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
    struct request request = {.in = SW_FILE_DEFAULT};
    struct sw_profile profile, serial;
    char why[9000];
    int status = parse_arguments(argc, argv, &request);
    if (status >= 0)
        return status;
    sw_profile_init(&profile);
    sw_profile_init(&serial);
    int error = sw_profile_read(&profile, request.in, why, sizeof why);
    if (!error)
        error = check_options(&request, &profile, why, sizeof why);
    if (!error && request.serial)
        error = compare(&serial, &profile, &request, why, sizeof why);
    if (!error && sw_report_format_samples(request.options.format) && !profile.sampled.rate)
        error = no_samples(&request, why, sizeof why);
    if (error)
        sw_error("%s", why);
    struct printed printed = {&profile, &request.options};
    bool fine = !error && sw_print(request.out, stdout, "the report", print, &printed);
    sw_profile_release(&profile);
    sw_profile_release(&serial);
    return !fine;
}
