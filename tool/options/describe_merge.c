/* What `spanwise merge` takes. */
#include "report/model/merge.h"
#include "tool/common/command.h"
#include "tool/options/describe.h"

static const struct sw_option options[] = {
    {"output", 'o', SW_VALUE_FILE, "OUT",
     .help = "also write them as one profile, for 'spanwise report', 'diff' and 'check': the work "
             "is the sum, the span that of the rank with the longest"},
    {.include = sw_describe_html},
    {"format", SW_OPT_FORMAT, SW_VALUE_CHOICE, "FORMAT",
     .help =
         "in which form: text (default), csv (ranks), csv-sites, json, html (a page for browsers)",
     .choices = sw_merge_format_names},
    {"sort", SW_OPT_SORT, SW_VALUE_CHOICE, "KEY",
     .help = "order of the sites: spread (default: what one rank has most more of than the mean "
             "has), work, line",
     .choices = sw_merge_sort_names},
    {"top", SW_PAGE_TOP, SW_VALUE_NUMBER, "N",
     .help = "the first N sites; 'all' for all (default: 10 in text)"},
    {"ranks", SW_OPT_RANKS, SW_VALUE_NUMBER, "N",
     .help = "in text, the N ranks that are farthest from the mean; 'all' for all (default: all, "
             "or 8 if there are more than 16)"},
    {"force", SW_OPT_FORCE,
     .help = "merge different programs, or runs with different numbers of ranks"},
    {"skip-bad", SW_OPT_SKIP_BAD, .help = "leave out files that cannot be read"},
    {"quiet", 'q', .help = "no report, and no progress"},
    {.include = sw_describe_page},
    {0},
};

const struct sw_command sw_describe_merge = {
    .name = "merge",
    .run = sw_command_merge,
    .what = "the ranks of an MPI program: side by side, and as one profile",
    .synopses = {"[options] FILE|DIRECTORY..."},
    .about = "Takes the profiles of the ranks of an MPI program, one a FILE or all *.prof of a "
             "DIRECTORY, and tells how the ranks differ: work, span, load balance, the slowest, "
             "and where.",
    .options = options,
    .operands = SW_PROFILES,
    .examples = {{"mpirun -n 64 spanwise run ./yours && spanwise merge yours.*.prof",
                  "Profile all ranks, and lay them side by side."}},
    .see = "run, report, diff",
};
