/* What `spanwise predict` takes. */
#include "report/model/predict.h"
#include "tool/common/command.h"
#include "tool/options/describe.h"

static const struct sw_option options[] = {
    {"processors", 'P', SW_VALUE_WORD, "LIST",
     .help = "numbers of processors, as 64, 1,2,4 or 1-8 (default: " SW_PLAN_PROCESSORS ")"},
    {"at", SW_OPT_AT, SW_VALUE_NUMBER, "N",
     .help = "the number that details are for (default: 16, or the largest)"},
    {.include = sw_describe_plan},
    {"memory", SW_OPT_MEMORY, SW_VALUE_CHOICE, "HOW",
     .help = "also with the memory's part: PROGRAM is run again, by counters, or beside a hog (the "
             "default where there are no counters), or beside copies of itself, which must not be "
             "in each other's way: counters, hog, copies",
     .choices = "counters, hog, copies", .is_optional = true},
    {"method", SW_OPT_METHOD, SW_VALUE_CHOICE, "NAME",
     .help = "how it is predicted: emulate (default), or both: also replayed by real threads, on "
             "as many of the "
             "processors as this machine has; --synthesize is the same",
     .choices = "emulate, both"},
    {"synthesize", SW_OPT_SYNTHESIZE, .help = "as --method=both", .is_hidden = true},
    {"format", SW_OPT_FORMAT, SW_VALUE_CHOICE, "FORMAT",
     .help = "in which form: text (default), csv, json, gnuplot, html (a page for browsers)",
     .choices = sw_predict_format_names},
    {"sources", SW_OPT_SOURCES, SW_VALUE_CHOICE, "WHEN",
     .help =
         "which source the page of html has in it: yes, no, or what is below a directory (default: "
         "all where the program was run just now; of a profile that was made here, source files "
         "below the current directory; else none)",
     .choices = sw_report_sources_names},
    {"keep", SW_OPT_KEEP, SW_VALUE_FILE, "FILE", .help = "keep the profile of PROGRAM"},
    {"top", SW_PAGE_TOP, SW_VALUE_NUMBER, "N",
     .help = "sections in the text; 'all' for all (default: 10)"},
    {.include = sw_describe_page},
    {"output", 'o', SW_VALUE_FILE, "OUT",
     .help = "write to the file OUT (default: stdout; stderr if PROGRAM is run)"},
    {.include = sw_describe_html},
    {"quiet", 'q', .help = "no progress"},
    {0},
};

const struct sw_command sw_describe_predict = {
    .name = "predict",
    .run = sw_command_predict,
    .what =
        "the speedup of annotated serial code, or of any program tree, by processors and schedule",
    .synopses = {"[options] PROGRAM [ARGUMENTS]", "[options] FILE"},
    .about =
        "Tells how fast a program would be on many processors, before it is made parallel: from "
        "the annotations of a serial one (spanwise.h), which is run once for it, or from a profile "
        "with a program tree ('spanwise run --tree'), or from a tree as text (FILE.tree).",
    .options = options,
    .operands = SW_PROGRAM_OR_PROFILE,
    .examples = {{"spanwise predict ./yours",
                  "The speedup on 2 to 128 processors, with OpenMP's schedules and with Cilk."},
                 {"spanwise predict -P 1-64 --format=gnuplot -o p.gnuplot yours.prof",
                  "A picture, from a profile that was kept."}},
    .status = "The program's own where one is run, but 1 if that is 0 and there is nothing to "
              "predict from; "
              "of a file 0: fine, 1: failed; 2: bad options.",
    .see = "run, calibrate, what-if",
};
