/* `spanwise run` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_run = {
    .name = "run",
    .run = sw_command_run,
    .what = "profile a Cilk, OpenMP or threaded program: work, span and speedup, by line",
    .synopses = {"[options] PROGRAM [ARGUMENTS]"},
    .about = "Runs PROGRAM and reports where its parallelism is lost. An OpenMP program, from any "
             "compiler, runs as it is on N simulated cores. A Cilk program, built by 'spanwise cc' "
             "or by OpenCilk's clang for Cilkscale, runs once, serially, to measure work and span, "
             "in all and for every call site. A serial program with annotations (spanwise.h, "
             "advisor-annotate.h) is measured for 'spanwise predict'. The report goes to stderr; "
             "the program's own output, exit status and signals do not change.",
    .options = sw_run_takes,
    .operands = SW_PROGRAM,
    .examples = {{"spanwise run ./yours", "Work, span, and what makes up the span."},
                 {"spanwise run -N 1,2,8,64 ./yours",
                  "An OpenMP program on these numbers of cores, however many this machine has."},
                 {"spanwise run --meter=instructions -o new.prof ./yours",
                  "Instructions instead of time: the same in every run, for 'spanwise diff'."}},
    .status = "The program's own, but 1 if that is 0 and nothing was measured; 126 or 127 if it "
              "could not be run, 1 if it could not be profiled, 2 for bad options. If a signal "
              "interrupts the command itself, it writes the profile and then ends by that signal.",
    .see = "cc, report, sample, bench, predict, what-if",
};
