/* What `spanwise run` takes. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

static const struct sw_option options[] = {
    {"output", 'o', SW_VALUE_FILE, "FILE",
     .help = "write the profile to FILE (default: " SW_FILE_DEFAULT
             ", which replaces an older one of the same program); under mpirun or srun, FILE.prof "
             "becomes FILE.RANK.prof. %r is the rank, %h the "
             "host, %p the process, %% a percent sign"},
    {.include = sw_describe_measuring},
    {"processors", 'N', SW_VALUE_WORD, "LIST",
     .help = "simulate an OpenMP program on so many processors, as 64, 1,2,4, 1-8 or 1,2,4,...,64: "
             "one run for each (default: $OMP_NUM_THREADS, or 64)"},
    {"force-threads", SW_OPT_FORCE_THREADS,
     .help = "num_threads clauses of an OpenMP program are ignored: all regions have N"},
    {"baton", SW_OPT_BATON,
     .help = "an OpenMP program's threads are the system's, one at a time: slower"},
    {"check", SW_OPT_CHECK,
     .help = "run once more unprofiled and compare the time with the measured work"},
    {"serial", SW_OPT_SERIAL, SW_VALUE_FILE, "FILE",
     .help = "tell where the work grew since the serial run whose profile FILE is"},
    {"tree", SW_RUN_TREE, SW_VALUE_WORD, "MEMORY",
     .help = "record the program tree as well, for 'spanwise predict' and 'what-if', in so much "
             "memory at most (--tree=64M or --tree-memory=64M; default: 256M)",
     .is_optional = true},
    {"tree-memory", SW_RUN_TREE, SW_VALUE_WORD, "MEMORY", .help = "as --tree=MEMORY",
     .is_hidden = true},
    {"tool", SW_OPT_TOOL, SW_VALUE_FILE, "FILE",
     .help = "load FILE, a profiler of your own, into PROGRAM: see spanwise_tool.h"},
    {"sort", SW_OPT_SORT, SW_VALUE_CHOICE, "KEY",
     .help = "order of the sites, as 'spanwise report' has it", .choices = sw_report_sort_names},
    {"top", SW_PAGE_TOP, SW_VALUE_NUMBER, "N",
     .help = "print the first N sites; 'all' for all (default: 10 in text)"},
    {"format", SW_OPT_FORMAT, SW_VALUE_CHOICE, "FORMAT",
     .help = "of the report, as 'spanwise report' has it (default: text)",
     .choices = sw_report_format_names},
    {.include = sw_describe_page},
    {"report-rank", SW_OPT_REPORT_RANK, SW_VALUE_NUMBER, "N",
     .help = "under mpirun or srun, the rank whose report is printed (default: 0), or 'all'; "
             "'spanwise merge' reports on all together"},
    {.include = sw_describe_html},
    {"quiet", 'q', .help = "no report, and no progress"},
    {0},
};

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
    .options = options,
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
