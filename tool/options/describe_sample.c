/* `spanwise sample` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_sample = {
    .name = "sample",
    .run = sw_command_sample,
    .what = "watch a parallel run of any program: where processors sit idle, what is overhead",
    .synopses = {"[options] PROGRAM [ARGUMENTS]", "[options] -p PID"},
    .about =
        "Runs PROGRAM as it is, on all its threads, and looks at each of them some hundred "
        "times a second: what code was running while processors had nothing to do, what was "
        "overhead of parallelism, who waited for whose lock. Programs of POSIX and C11 "
        "threads, OpenMP and Cilk need no preparation. The report goes to stderr; the "
        "program's own output, exit status and signals stay its own.\n\n"
        "A server need not end by itself: Ctrl-C (or SIGTERM) goes to it, and when it has ended "
        "the report is printed all the same.\n\n"
        "With -p a process is watched that runs already, from outside: it stays as it is, and "
        "goes on afterwards. Less is seen of it then: which threads run, where, and which locks "
        "they wait for.",
    .options = sw_sample_takes,
    .operands = SW_PROGRAM,
    .examples = {{"spanwise sample ./yours", "Where processors sit idle, and whose fault it is."},
                 {"spanwise sample -p 1234 --duration=10",
                  "A process that runs already, for 10 s."},
                 {"spanwise report --view=callers --sort=idle",
                  "Afterwards: idleness by function and who called it."}},
    .status =
        "The program's own, but 1 if that is 0 and nothing was sampled; 126 or 127 where it could "
        "not be run, 1 where it could not be sampled, 2 for bad options.",
    .see = "run, report",
};
