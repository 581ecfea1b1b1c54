/* `spanwise run` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_run = {
    .name = "run",
    .run = sw_command_run,
    .what = "profile a program: work, span and speedup bounds, every call site",
    .synopses = {"[options] PROGRAM [ARGUMENTS]"},
    .about =
        "Runs PROGRAM, which was built by 'spanwise cc', or by OpenCilk's clang for Cilkscale, "
        "once, serially, and measures its work and span, and those of every call site. An OpenMP "
        "program of any compiler runs as it is, with N simulated threads. A serial program with "
        "annotations (spanwise.h, advisor-annotate.h) is measured for 'spanwise predict'. The "
        "report goes to stderr; the program's own output, exit status and signals stay its own.",
    .options = sw_run_takes,
    .operands = SW_PROGRAM,
    .examples = {{"spanwise run ./yours", "Work, span, and what makes up the span."},
                 {"spanwise run -N 1,2,8,64 ./yours",
                  "An OpenMP program on so many processors, whatever this machine has."},
                 {"spanwise run --meter=instructions -o new.prof ./yours",
                  "Instructions instead of time: the same in every run, for 'spanwise diff'."}},
    .status =
        "The program's own, but 1 if that is 0 and nothing was measured; 126 or 127 where it could "
        "not be run, 1 where it could not be profiled, 2 for bad options. If a signal interrupts "
        "the "
        "command itself, it ends by that signal, when the profile is written.",
    .see = "cc, report, sample, bench, predict, what-if",
};
