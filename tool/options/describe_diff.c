/* `spanwise diff` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_diff = {
    .name = "diff",
    .run = sw_command_diff,
    .what = "what changed between two profiles, or since one, and where",
    .synopses = {"[options] BEFORE AFTER", "[options] FILE"},
    .about =
        "Compares two profiles of the same kind, of 'spanwise run' or 'why', of 'sample', or of "
        "'bench': the whole program, its regions, and its call sites or functions, matched by "
        "name and order of lines, so that lines may have moved.\n\n"
        "With one profile, its program is run again, with the same arguments and options, and the "
        "two are compared. The new profile is FILE-after.prof; the program's standard output is "
        "discarded.",
    .options = sw_diff_takes,
    .operands = SW_PROFILES,
    .examples = {{"spanwise diff old.prof new.prof",
                  "What a change did to work, span and parallelism."},
                 {"spanwise diff yours.prof",
                  "The same since yours.prof was made: runs the program again."}},
    .status = "0: compared; 1: failed, or with --exit-code, something differs; 2: bad options.",
    .see = "run, sample, bench, check, report",
};
