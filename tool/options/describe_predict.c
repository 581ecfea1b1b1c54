/* `spanwise predict` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_predict = {
    .name = "predict",
    .run = sw_command_predict,
    .what = "predict the speedup of serial code you think of parallelizing",
    .synopses = {"[options] PROGRAM [ARGUMENTS]", "[options] FILE"},
    .about = "Predicts how fast a program would be on many cores before you parallelize it: from "
             "annotations in the serial program (spanwise.h), which is run once; from a profile "
             "with a program tree ('spanwise run --tree'); or from a tree as text (FILE.tree).",
    .options = sw_predict_takes,
    .operands = SW_PROGRAM_OR_PROFILE,
    .examples = {{"spanwise predict ./yours",
                  "The speedup on 2 to 128 cores, with OpenMP's schedules and with Cilk."},
                 {"spanwise predict -N 1-64 --format=gnuplot -o p.gnuplot yours.prof",
                  "A picture, from a profile you kept."}},
    .status = "The program's own if one is run, but 1 if that is 0 and there is nothing to predict "
              "from; for a file, 0: fine, 1: failed; 2: bad options.",
    .see = "run, calibrate, what-if",
};
