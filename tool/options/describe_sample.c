/* `spanwise sample` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_sample = {
    .name = "sample",
    .run = sw_command_sample,
    .what = "watch a real run of any threaded program: idle cores, locks, overhead",
    .synopses = {"[options] PROGRAM [ARGUMENTS]", "[options] -p PID"},
    .about =
        "Runs PROGRAM as it is and samples each of its threads several hundred times a "
        "second. Shows what code ran while cores sat idle, how much was parallel overhead, "
        "and which threads waited for whose lock. Programs with C++, POSIX or C11 threads, "
        "OpenMP or Cilk need no preparation. The report goes to stderr; the program's own "
        "output, exit status and signals do not change.\n"
        "\n"
        "A server does not have to end by itself: stop it with Ctrl-C (or SIGTERM), and you still "
        "get the report.\n"
        "\n"
        "With -p, it watches a running process from outside, which goes on afterwards, unchanged. "
        "That way it sees less: which threads run, where, and which locks they wait for.",
    .options = sw_sample_takes,
    .operands = SW_PROGRAM,
    .examples = {{"spanwise sample ./yours", "Where cores sit idle, and why."},
                 {"spanwise sample -p 1234 --duration=10", "A running process, for 10 seconds."},
                 {"spanwise report --view=callers --sort=idle",
                  "Afterwards: idle time by function and its callers."}},
    .status = "The program's own, but 1 if that is 0 and nothing was sampled; 126 or 127 if it "
              "could not be run, 1 if it could not be sampled, 2 for bad options.",
    .see = "run, report",
};
