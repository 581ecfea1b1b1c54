/* What `spanwise check` takes. */
#include "report/model/check.h"
#include "tool/common/command.h"
#include "tool/options/describe.h"

static const struct sw_option options[] = {
    {"min-parallelism", SW_OPT_MIN_PARALLELISM, SW_VALUE_NUMBER, "X",
     .help = "work over span, at least"},
    {"min-burdened-parallelism", SW_OPT_MIN_BURDENED, SW_VALUE_NUMBER, "X",
     .help = "with the cost of scheduling, at least"},
    {"min-speedup", SW_OPT_MIN_SPEEDUP, SW_VALUE_NUMBER, "P:X",
     .help = "lower end of the speedup to expect on P processors, at least"},
    {"max-span", SW_OPT_MAX_SPAN, SW_VALUE_NUMBER, "N",
     .help = "at most: in the meter's unit, with K, M or G, or a time (5ms)"},
    {"max-work", SW_OPT_MAX_WORK, SW_VALUE_NUMBER, "N", .help = "the same of the work"},
    {.heading =
         "Each may be repeated, and is of the whole program, or of what the last of these said:"},
    {"region", SW_OPT_REGION, SW_VALUE_WORD, "LABEL", .help = "of that region"},
    {"site", SW_OPT_SITE, SW_VALUE_WORD, "SITE",
     .help = "of call sites: FUNCTION, CALLER/CALLEE or FILE:LINE"},
    {"whole", SW_OPT_WHOLE, .help = "of the whole program again"},
    {.heading = "Or against an older profile:"},
    {"baseline", SW_OPT_BASELINE, SW_VALUE_FILE, "FILE",
     .help = "program, regions and call sites are not to get worse than in FILE"},
    {"tolerance", SW_OPT_TOLERANCE, SW_VALUE_NUMBER, "N%",
     .help = "by more than that (default: 5% of instructions, else 100%)"},
    {"keep", SW_OPT_KEEP, SW_VALUE_FILE, "FILE",
     .help = "write the profile of PROGRAM to FILE: the next baseline"},
    {.heading = "What is printed:"},
    {"format", SW_OPT_FORMAT, SW_VALUE_CHOICE, "FORMAT",
     .help = "in which form: text (default), json, junit, github",
     .choices = sw_check_format_names},
    {"output", 'o', SW_VALUE_FILE, "FILE",
     .help = "write that to FILE, and the text to where it goes without: stdout for a profile, "
             "stderr for a program"},
    {.heading = "How PROGRAM is profiled, as 'spanwise run' has it:"},
    {.include = sw_describe_measuring},
    {0},
};

const struct sw_command sw_describe_check = {
    .name = "check",
    .run = sw_command_check,
    .what = "fail a build where parallelism, span or work break a limit",
    .synopses = {"[limits] [options] PROGRAM [ARGUMENTS]", "[limits] [options] FILE"},
    .about = "Profiles PROGRAM, or takes the profile FILE, and exits with 1 if a limit is broken: "
             "for a build that is to fail when a change costs parallelism.",
    .options = options,
    .operands = SW_PROGRAM_OR_PROFILE,
    .examples = {{"spanwise check --min-parallelism=100 ./yours", "At least so much parallelism."},
                 {"spanwise check --baseline=old.prof --meter=instructions ./yours",
                  "Not worse than it was, by instructions: no noise."}},
    .status = "0: all limits hold; 1: one is broken; 2: it could not be checked.",
    .see = "run, diff",
};
