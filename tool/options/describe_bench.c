/* What `spanwise bench` takes. */
#include "report/report.h"
#include "tool/common/command.h"
#include "tool/options/describe.h"

static const struct sw_option options[] = {
    {"workers", 'P', SW_VALUE_WORD, "LIST",
     .help = "numbers of workers, as 1,2,4 or 1-8 (default: 1 to the number of processors that "
             "this process may use); 1 is always measured"},
    {"trials", SW_OPT_TRIALS, SW_VALUE_NUMBER, "N", .help = "runs of each (default: 5)"},
    {"warm-up", SW_OPT_WARM_UP, SW_VALUE_NUMBER, "N",
     .help = "runs before that, not counted (default: 1)"},
    {"profile", SW_OPT_PROFILE, SW_VALUE_FILE, "FILE",
     .help = "predict from this profile (default: profile PROGRAM first)"},
    {"no-profile", SW_OPT_NO_PROFILE, .help = "no prediction"},
    {"copies", SW_OPT_COPIES, SW_VALUE_NUMBER, "N",
     .help = "also run N copies with one worker each at once, against one alone (default: as many "
             "as the most workers): do they share bandwidth?",
     .is_optional = true},
    {"stdin", SW_OPT_STDIN, SW_VALUE_FILE, "FILE",
     .help = "what the program reads (default: /dev/null)"},
    {"show-output", SW_OPT_SHOW_OUTPUT,
     .help = "show the output of the first warm-up run, on stderr"},
    {"format", SW_OPT_FORMAT, SW_VALUE_CHOICE, "FORMAT",
     .help = "in which form: text (default), csv (as Cilkscale's benchmark script), json, gnuplot "
             "(a script), html (a page for browsers), png (drawn by gnuplot)",
     .choices = "text, csv, json, gnuplot, html, png"},
    {"sources", SW_OPT_SOURCES, SW_VALUE_CHOICE, "WHEN",
     .help =
         "which source the page of html has in it: yes, no, or what is below a directory (default: "
         "all where the program was run just now; of a profile that was made here, source files "
         "below the current directory; else none)",
     .choices = sw_report_sources_names},
    {"output", 'o', SW_VALUE_FILE, "FILE",
     .help = "write to FILE, in the format, or else the one that its name ends in; may be "
             "repeated. The text goes to stdout as well"},
    {.include = sw_describe_html},
    {"quiet", 'q', .help = "no progress"},
    {0},
};

const struct sw_command sw_describe_bench = {
    .name = "bench",
    .run = sw_command_bench,
    .what = "real speedups beside the predicted range",
    .synopses = {"[options] PROGRAM [ARGUMENTS]"},
    .about = "Runs PROGRAM with 1, 2, ... workers (CILK_NWORKERS, OMP_NUM_THREADS), several times "
             "each, and prints "
             "the speedups beside the range that its work and span predict.",
    .options = options,
    .operands = SW_PROGRAM,
    .examples = {{"spanwise bench -P 1-8 -o speedup.png ./yours",
                  "Speedups on 1 to 8 workers, as text and as a picture."}},
    .see = "run, predict",
};
