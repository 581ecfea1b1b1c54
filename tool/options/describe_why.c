/* `spanwise why` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_why = {
    .name = "why",
    .run = sw_command_why,
    .what = "find out why a program does not scale (same as 'spanwise PROGRAM')",
    .synopses = {"[options] PROGRAM [ARGUMENTS]"},
    .about =
        "Finds out what PROGRAM uses (OpenMP, threads, Cilk, OpenCilk, annotations) and runs it as "
        "often as needed. Then says how much faster it gets on many cores, which of five causes "
        "holds it back (parallelism, imbalance, grain, contention, memory), on which line, and how "
        "much faster it would get without it. The answer goes to stderr; the program's own output, "
        "exit status and signals do not change. Further runs are silent; none is started that "
        "would end later than 5 times the program's own time plus 2 seconds.",
    .options = sw_why_takes,
    .operands = SW_PROGRAM,
    .examples = {{"spanwise ./yours", "Why does it not scale?"},
                 {"spanwise why -N 64 --json=answer.json ./yours",
                  "The verdict for 64 cores, also as JSON."}},
    .status = "The program's own, but 1 if that is 0 and nothing was measured; 126 or 127 if it "
              "could not be run, 2 for bad options.",
    .see = "run, sample, report, diff, what-if",
};
