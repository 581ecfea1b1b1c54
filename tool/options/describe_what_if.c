/* What `spanwise what-if` takes. */
#include "report/model/what_if.h"
#include "tool/common/command.h"
#include "tool/options/describe.h"

static const struct sw_option options[] = {
    {"rank", SW_OPT_RANK,
     .help = "for every site, the speedup if it alone, by what it does itself, were twice as fast "
             "or perfectly parallel, and of locks if they were free; best first"},
    {"processors", 'P', SW_VALUE_WORD, "LIST",
     .help = "numbers of processors (default: " SW_PLAN_PROCESSORS
             "; of --rank: " SW_RANK_PROCESSORS ")"},
    {.include = sw_describe_plan},
    {"format", SW_OPT_FORMAT, SW_VALUE_CHOICE, "FORMAT",
     .help = "in which form: text (default), csv, json", .choices = sw_what_if_format_names},
    {"top", SW_PAGE_TOP, SW_VALUE_NUMBER, "N",
     .help = "sites of --rank; 'all' for all (default: 10)"},
    {.include = sw_describe_page},
    {"output", 'o', SW_VALUE_FILE, "OUT", .help = "write to the file OUT"},
    {"quiet", 'q', .help = "no progress"},
    {0},
};

const struct sw_command sw_describe_what_if = {
    .name = "what-if",
    .run = sw_command_what_if,
    .what = "what a change would gain, and which one gains most",
    .synopses = {"SITE=CHANGE ... [options] [FILE]", "--rank [options] [FILE]"},
    .about =
        "Tells what a change would gain: exactly for work and span, by emulation for the speedup. "
        "FILE is a profile with a program tree ('spanwise run --tree', or of an annotated "
        "program), or a tree as text (FILE.tree); default: the newest " SW_FILE_DEFAULT
        " in the current directory.\n\n"
        "SITE is a label, a function (all calls of it), file:line, caller->callee, or lock:NAME. "
        "CHANGE is 4x (four times as fast, with all that it calls), parallel:64 (its work spread "
        "over 64 tasks), or free (of a lock: it need not be taken). Several are made at once.",
    .options = options,
    .operands = SW_PROFILES,
    .examples = {{"spanwise run --tree ./yours && spanwise what-if --rank",
                  "Which site to change first."},
                 {"spanwise what-if solve=2x lock:queue=free",
                  "The speedup if 'solve' were twice as fast and the lock gone."}},
    .see = "run, predict",
};
