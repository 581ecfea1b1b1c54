/* `spanwise check` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_check = {
    .name = "check",
    .run = sw_command_check,
    .what = "fail a build when parallelism, span or work breaks a limit",
    .synopses = {"[limits] [options] PROGRAM [ARGUMENTS]", "[limits] [options] FILE"},
    .about = "Profiles PROGRAM, or reads the profile FILE, and exits with 1 if a limit is broken. "
             "Use it to fail a build when a change costs parallelism.",
    .options = sw_check_takes,
    .operands = SW_PROGRAM_OR_PROFILE,
    .examples = {{"spanwise check --min-parallelism=100 ./yours",
                  "Fail below a parallelism of 100."},
                 {"spanwise check --baseline=old.prof --meter=instructions ./yours",
                  "Fail if it got worse; counting instructions avoids noise."}},
    .status = "0: all limits hold; 1: one is broken; 2: it could not be checked.",
    .see = "run, diff",
};
