/* `spanwise report`: prints a profile. */
#include "report/report.h"
#include "analysis/effort/inflation.h"
#include "console/message.h"
#include "profile/file.h"
#include "report/model/paths.h"
#include "tool/commands/names.h"
#include "tool/commands/outputs.h"
#include "tool/options/options.h"

#define LEAST 0.01 /* of paths, without --least */

struct request {
    struct sw_report_options options;
    const char *in, *out, *serial;
};

static bool take_least(const struct sw_option *option, const char *text, void *field)
{
    double *least = field;
    if (!sw_take_percent(option, text, least))
        return false;
    if (*least <= 1)
        return true;
    return sw_error("--least takes a percentage up to 100%%, not '%s'", text);
}

#define AT(member) SW_FIELD(struct request, member)

static const struct sw_option takes[] = {
    {"format", 0, SW_VALUE_CHOICE, "FORMAT",
     .help = "format:\n"
             "text\tthe report for people (default)\n"
             "csv\twhole program and regions, the columns of Cilkscale\n"
             "csv-sites\tcall sites, the columns of Cilkprof\n"
             "csv-functions\tfunctions, by samples\n"
             "csv-runs\tsimulated runs of an OpenMP program, one for each N\n"
             "csv-constructs\tthe constructs of the last one\n"
             "json\teverything\n"
             "gnuplot\ta script that draws the speedup bounds, or simulated runs\n"
             "html\tone page for a browser; needs -o OUT\n"
             "folded\tcall paths, for flame graphs\n"
             "speedscope\tcall paths, for https://www.speedscope.app\n"
             "callgrind\tcall paths, for KCachegrind and callgrind_annotate\n"
             "pprof\tcall paths, for pprof\n"
             "trace\tthreads over time, sampled or simulated, for Chrome and Perfetto",
     .choices = SW_REPORT_FORMAT_NAMES, AT(options.format)},
    {"on", 0, SW_VALUE_CHOICE, "WHAT",
     .help = "what folded paths count: work (default), span; for 'spanwise sample', work, idle, "
             "overhead, wait or blame",
     .choices = SW_REPORT_ON_NAMES, AT(options.on)},
    {"view", 0, SW_VALUE_CHOICE, "VIEW",
     .help = "for 'spanwise sample': tree, callers, flat (functions) or lines, in text and csv "
             "(default: some of all, with findings)",
     .choices = SW_REPORT_VIEW_NAMES, .least = SW_VIEW_TREE, AT(options.view)},
    {"physical", .help = "for 'spanwise sample': call paths as they are on the stacks",
     AT(options.physical)},
    {"sort", 0, SW_VALUE_CHOICE, "KEY",
     .help = "order of the sites: local-span (default), span, local-work, work, count, "
             "parallelism, line; for 'spanwise sample': work, idle, overhead, wait, blame",
     .choices = SW_REPORT_SORT_NAMES, AT(options.sort)},
    {"top", 0, SW_VALUE_NUMBER, "N",
     .help = "print the first N sites; 'all' for all (default: 10 in text)", SW_TAKES_TOP,
     AT(options.top)},
    {"tree",
     .help = "call paths instead of call sites, indented, in text: with work, span and parallelism "
             "of each",
     AT(options.tree)},
    {"depth", 0, SW_VALUE_NUMBER, "N", .help = "with --tree: N calls deep (default: all)",
     .least = 1, .most = 100000, AT(options.depth)},
    {"least", 0, SW_VALUE_NUMBER, "N%",
     .help = "with --tree: leave out anything below N% of each measure (default: 1%)",
     .take = take_least, AT(options.least)},
    {"focus", 0, SW_VALUE_WORD, "NAME",
     .help = "one function, FILE:LINE of a call, or region, in text: its figures, who calls it, "
             "and what it calls",
     AT(options.focus)},
    {"serial", 0, SW_VALUE_FILE, "FILE",
     .help = "a profile of the same program's serial run: also show where the work grew, in text, "
             "csv-sites, json and html",
     AT(serial)},
    {.include = sw_sources_takes, AT(options.sources)},
    {.include = sw_page_takes, AT(options)},
    {"output", 'o', SW_VALUE_FILE, "OUT", .help = "write to the file OUT", AT(out)},
    SW_TAKES_QUIET(),
    {0},
};

/* A page is megabytes of text that nobody reads. */
static bool suits_output(const struct request *request)
{
    bool is_page = request->options.format == SW_REPORT_HTML;
    if (request->options.sources.shown != SW_AUTO && !is_page)
        return sw_error("--sources is for --format=html");
    bool is_binary = request->options.format == SW_REPORT_PPROF;
    return (!is_page && !is_binary) ||
           sw_print_suits(request->out, is_page ? SW_OUTPUT_PAGE : SW_OUTPUT_GZIP);
}

/* Call paths are text, and instead of what the report is otherwise. */
static bool settle_paths(struct request *request)
{
    struct sw_report_options *o = &request->options;
    const char *option = o->tree ? "--tree" : o->focus ? "--focus" : NULL;
    bool has_least = !isnan(o->least);
    if (!has_least)
        o->least = LEAST;
    if ((o->depth || has_least) && !o->tree)
        sw_error("%s is for --tree", o->depth ? "--depth" : "--least");
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
    int status = sw_arguments_parse(&sw_command_report, argc, argv, request);
    if (status >= 0)
        return status;
    if (argc - optind > 1)
        return sw_fail(2, "report takes one profile: '%s' is one too many", argv[optind + 1]);
    if (optind < argc)
        request->in = argv[optind];
    if (!settle_paths(request) || !suits_output(request) ||
        (request->serial && !sw_serial_suits(request->options.format)))
        return 2;
    return -1;
}

static int print(const struct sw_profile *p, const struct sw_report_options *options,
                 const struct sw_focus *focus, FILE *out)
{
    return options->focus  ? sw_focus_print(focus, p, options, out)
           : options->tree ? sw_call_tree_print(p, options, out)
                           : sw_report_print(p, options, out);
}

/* Reads the serial profile; the report compares with it then. */
static bool compare(struct sw_profile *serial, const struct sw_profile *profile,
                    struct request *request)
{
    request->options.serial = serial;
    request->options.serial_name = request->serial;
    return SW_FINE(
        sw_profile_read_measured(serial, request->serial, why, sizeof why) ||
        sw_inflation_check(serial, request->serial, profile, request->in, why, sizeof why));
}

static bool make_focus(struct sw_focus *focus, const struct sw_profile *profile, const char *name,
                       const char *path)
{
    char reason[1000];
    return !sw_focus_make(focus, profile, name, reason, sizeof reason) ||
           sw_error("'%s': %s", path, reason);
}

/* Whether the profile has what the format is made of. False after a message. */
static bool suits_format(const struct request *request, const struct sw_profile *profile)
{
    enum sw_report_format format = request->options.format;
    if (sw_report_format_samples(format) && !profile->sampled.rate)
        return sw_error("'%s' has no samples: 'spanwise run --level=sampled PROG' takes them",
                        request->in);
    return format != SW_REPORT_TRACE || profile->effort.n_stretches || profile->n_lanes ||
           sw_error("'%s' has no timeline: 'spanwise sample PROG' records one", request->in);
}

/* An option that says nothing of a profile of `spanwise sample`; NULL: there is none. */
static const char *not_of_effort(const struct request *request)
{
    const struct sw_report_options *o = &request->options;
    if (request->serial)
        return "--serial";
    if (!sw_report_format_effort(o->format))
        return "this --format";
    if (o->on == SW_ON_SPAN || o->on == SW_ON_LOST)
        return o->on == SW_ON_SPAN ? "--on=span" : "--on=lost";
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
    if (o->on > SW_ON_LOST)
        return "this --on";
    return o->sort > SW_SORT_LINE ? "this --sort" : NULL;
}

static bool check_options(const struct request *request, const struct sw_profile *profile)
{
    bool is_effort = sw_profile_is_effort(profile);
    const char *option = is_effort ? not_of_effort(request) : only_of_effort(&request->options);
    return !option ||
           sw_error("%s is %s profiles of 'spanwise sample', and '%s' is %s", option,
                    is_effort ? "not for" : "for", request->in, is_effort ? "one" : "not");
}

static int command(int argc, char **argv)
{
    struct request request = {.options.least = NAN};
    struct sw_focus focus;
    int status = parse_arguments(argc, argv, &request);
    if (status >= 0)
        return status;
    if (!request.in && !(request.in = sw_newest_profile()))
        return 1;
    SW_LOCAL_PROFILE(profile);
    SW_LOCAL_PROFILE(serial);
    bool has_focus = false,
         fine = SW_FINE(sw_profile_read(&profile, request.in, why, sizeof why)) &&
                check_options(&request, &profile) &&
                (!request.serial || compare(&serial, &profile, &request)) &&
                suits_format(&request, &profile);
    sw_page_sources_settle(&request.options.sources, &profile, request.in);
    if (fine && request.options.focus)
        fine = has_focus = make_focus(&focus, &profile, request.options.focus, request.in);
    fine = fine && SW_PRINT(request.out, stdout, "the report",
                            print(&profile, &request.options, &focus, to.out));
    if (fine && request.options.format == SW_REPORT_TEXT)
        sw_written_tell(
            "'spanwise report --format=html -o FILE.html %s' makes a page of it, with the "
            "source",
            request.in);
    else
        sw_written_tell(NULL);
    if (has_focus)
        sw_focus_release(&focus);
    return !fine;
}

const struct sw_command sw_command_report = {
    .name = "report",
    .run = command,
    .what = "print a profile: as text, HTML, tables, or for other viewers",
    .synopses = {"[options] [FILE]", "--serial=SERIAL.prof [options] PARALLEL.prof"},
    .about = "Prints the profile FILE (default: the newest " SW_FILE_DEFAULT " in the current "
             "directory; '-' is standard input).",
    .options = takes,
    .operands = SW_PROFILES,
    .examples = {{"spanwise report --sort=work --top=20", "The 20 call sites with the most work."},
                 {"spanwise report --tree --depth=4",
                  "Who calls whom, and where work and span go."},
                 {"spanwise report --focus=partition", "Who calls it, and what it calls."},
                 {"spanwise report --format=gnuplot | gnuplot > speedup.png",
                  "The speedup to expect, as a picture."}},
    .see = "run, sample, diff, merge",
};
