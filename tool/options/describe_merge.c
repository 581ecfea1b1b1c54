/* `spanwise merge` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_merge = {
    .name = "merge",
    .run = sw_command_merge,
    .what = "the ranks of an MPI program: side by side, and as one profile",
    .synopses = {"[options] FILE|DIRECTORY..."},
    .about = "Takes the profiles of the ranks of an MPI program, one a FILE or all *.prof of a "
             "DIRECTORY, and tells how the ranks differ: work, span, load balance, the slowest, "
             "and where.",
    .options = sw_merge_takes,
    .operands = SW_PROFILES,
    .examples = {{"mpirun -n 64 spanwise run ./yours && spanwise merge yours.*.prof",
                  "Profile all ranks, and lay them side by side."}},
    .see = "run, report, diff",
};
