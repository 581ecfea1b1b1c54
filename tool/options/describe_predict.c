/* `spanwise predict` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

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
    .options = sw_predict_takes,
    .operands = SW_PROGRAM_OR_PROFILE,
    .examples = {{"spanwise predict ./yours",
                  "The speedup on 2 to 128 processors, with OpenMP's schedules and with Cilk."},
                 {"spanwise predict -N 1-64 --format=gnuplot -o p.gnuplot yours.prof",
                  "A picture, from a profile that was kept."}},
    .status = "The program's own where one is run, but 1 if that is 0 and there is nothing to "
              "predict from; "
              "of a file 0: fine, 1: failed; 2: bad options.",
    .see = "run, calibrate, what-if",
};
