/* `spanwise bench` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_bench = {
    .name = "bench",
    .run = sw_command_bench,
    .what = "compare real speedups with the predicted range",
    .synopses = {"[options] PROGRAM [ARGUMENTS]"},
    .about = "Runs PROGRAM with 1, 2, ... workers (CILK_NWORKERS, OMP_NUM_THREADS), several times "
             "each, and compares the speedups with the range that its work and span predict.",
    .options = sw_bench_takes,
    .operands = SW_PROGRAM,
    .examples = {{"spanwise bench -P 1-8 -o speedup.png ./yours",
                  "Speedups on 1 to 8 workers, as text and as a picture."}},
    .see = "run, predict",
};
