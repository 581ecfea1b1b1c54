/* `spanwise merge` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_merge = {
    .name = "merge",
    .run = sw_command_merge,
    .what = "compare the ranks of an MPI program, and merge their profiles",
    .synopses = {"[options] FILE|DIRECTORY..."},
    .about =
        "Reads the profiles of an MPI program's ranks, one per FILE or all *.prof in a DIRECTORY, "
        "and shows how the ranks differ: work, span, load balance, which is slowest, and where.",
    .options = sw_merge_takes,
    .operands = SW_PROFILES,
    .examples = {{"mpirun -n 64 spanwise run ./yours && spanwise merge yours.*.prof",
                  "Profile all ranks, and compare them."}},
    .see = "run, report, diff",
};
