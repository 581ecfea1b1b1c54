/* What `spanwise report` takes. */
#include "report/report.h"
#include "tool/common/command.h"
#include "tool/options/describe.h"

static const struct sw_option options[] = {
    {"format", SW_OPT_FORMAT, SW_VALUE_CHOICE, "FORMAT",
     .help = "in which form to print it:\n"
             "text\tthe report for people (default)\n"
             "csv\twhole program and regions, the columns of Cilkscale\n"
             "csv-sites\tcall sites, the columns of Cilkprof\n"
             "csv-functions\tfunctions, by samples\n"
             "csv-runs\tsimulated runs of an OpenMP program, one for each N\n"
             "csv-constructs\tthe constructs of the last one\n"
             "json\teverything\n"
             "gnuplot\ta script that draws the speedup bounds, or simulated runs\n"
             "html\ta page to look at in a browser: with -o OUT\n"
             "folded\tcall paths, for flame graphs\n"
             "speedscope\tcall paths, for https://www.speedscope.app\n"
             "callgrind\tcall paths, for KCachegrind and callgrind_annotate\n"
             "pprof\tcall paths, for pprof\n"
             "trace\tthe timeline of 'spanwise sample', for Chrome and Perfetto",
     .choices = sw_report_format_names},
    {"on", SW_OPT_ON, SW_VALUE_CHOICE, "WHAT",
     .help = "what folded paths count: work (default), span; of 'spanwise sample' work, idle, "
             "overhead, wait or blame",
     .choices = sw_report_on_names},
    {"view", SW_OPT_VIEW, SW_VALUE_CHOICE, "VIEW",
     .help = "of 'spanwise sample': tree, callers, flat (functions) or lines, in text and csv "
             "(default: some of all, with findings)",
     .choices = sw_report_view_names},
    {"physical", SW_OPT_PHYSICAL, .help = "of 'spanwise sample': paths as they are on the stacks"},
    {"sort", SW_OPT_SORT, SW_VALUE_CHOICE, "KEY",
     .help = "order of the sites: local-span (default), span, local-work, work, count, "
             "parallelism, line; of 'spanwise sample': work, idle, overhead, wait, blame",
     .choices = sw_report_sort_names},
    {"top", SW_PAGE_TOP, SW_VALUE_NUMBER, "N",
     .help = "print the first N sites; 'all' for all (default: 10 in text)"},
    {"tree", SW_OPT_TREE,
     .help = "call paths instead of call sites, indented, in text: with work, span and parallelism "
             "of each"},
    {"depth", SW_OPT_DEPTH, SW_VALUE_NUMBER, "N", .help = "of --tree: N calls deep (default: all)"},
    {"least", SW_OPT_LEAST, SW_VALUE_NUMBER, "N%",
     .help = "of --tree: leave out what is less than N% of each measure (default: 1%)"},
    {"focus", SW_OPT_FOCUS, SW_VALUE_WORD, "NAME",
     .help = "one function, FILE:LINE of a call, or region, in text: its figures, who calls it, "
             "and what it calls"},
    {"serial", SW_OPT_SERIAL, SW_VALUE_FILE, "FILE",
     .help = "a profile of the same program's serial run: also tell where the work grew since, in "
             "text, csv-sites, json and html"},
    {"sources", SW_OPT_SOURCES, SW_VALUE_CHOICE, "WHEN",
     .help =
         "which source the page of html has in it: yes, no, or what is below a directory (default: "
         "all where the program was run just now; of a profile that was made here, source files "
         "below the current directory; else none)",
     .choices = sw_report_sources_names},
    {.include = sw_describe_page},
    {"output", 'o', SW_VALUE_FILE, "OUT", .help = "write to the file OUT"},
    {0},
};

const struct sw_command sw_describe_report = {
    .name = "report",
    .run = sw_command_report,
    .what = "print a profile: text, a page for browsers, tables, call paths for other viewers",
    .synopses = {"[options] [FILE]", "--serial=SERIAL.prof [options] PARALLEL.prof"},
    .about = "Prints the profile FILE (default: the newest " SW_FILE_DEFAULT " in the current "
             "directory; '-' is standard input).",
    .options = options,
    .operands = SW_PROFILES,
    .examples = {{"spanwise report --sort=work --top=20", "The 20 call sites with the most work."},
                 {"spanwise report --tree --depth=4",
                  "Who calls whom, and where work and span are."},
                 {"spanwise report --focus=partition", "Who calls it, and what it calls."},
                 {"spanwise report --format=gnuplot | gnuplot > speedup.png",
                  "The speedup to expect, as a picture."}},
    .see = "run, sample, diff, merge",
};
