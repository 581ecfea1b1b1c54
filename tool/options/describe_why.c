/* `spanwise why` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_why = {
    .name = "why",
    .run = sw_command_why,
    .what = "why does a program not scale? 'spanwise PROGRAM' is the same",
    .synopses = {"[options] PROGRAM [ARGUMENTS]"},
    .about =
        "Looks at what PROGRAM is (Cilk, OpenCilk, OpenMP, annotated, threads), makes the "
        "runs that are needed to answer, and says how much faster it gets on many cores, "
        "which of five causes holds it back (parallelism, imbalance, grain, contention, "
        "memory), on which line, and what mending that gains. The answer goes to stderr; the "
        "program's own output, exit status and signals stay its own. Further runs are silent: "
        "none is begun that would end later than 5 times the program's own time and 2 seconds.",
    .options = sw_why_takes,
    .operands = SW_PROGRAM,
    .examples = {{"spanwise ./yours", "Why does it not scale?"},
                 {"spanwise why -N 64 --json=answer.json ./yours",
                  "The verdict for 64 cores, for other programs to read."}},
    .status = "The program's own, but 1 if that is 0 and nothing was measured; 126 or 127 where it "
              "could not be run, 2 for bad options.",
    .see = "run, sample, report, diff, what-if",
};
