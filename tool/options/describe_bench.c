/* `spanwise bench` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_bench = {
    .name = "bench",
    .run = sw_command_bench,
    .what = "compare real speedups with the predicted range",
    .synopses = {"[options] PROGRAM [ARGUMENTS]"},
    .about = "Runs PROGRAM with 1, 2, ... workers, several times each, and compares the speedups "
             "with the range that its work and span predict. The number is in CILK_NWORKERS and "
             "OMP_NUM_THREADS, and in place of each {} in ARGUMENTS.",
    .options = sw_bench_takes,
    .operands = SW_PROGRAM,
    .examples =
        {{"spanwise bench -N 1-8 -o speedup.png ./yours",
          "Speedups on 1 to 8 cores, as text and as a picture."},
         {"spanwise bench ./server --threads={}",
          "A program that takes its number of threads as an argument."},
         {"spanwise bench -o before.prof ./yours",
          "Keeps the times: after a change, 'spanwise diff before.prof' runs it all again."}},
    .see = "run, predict, diff",
};
