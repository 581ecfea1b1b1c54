/* What `spanwise sample` takes. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

static const struct sw_option options[] = {
    {"output", 'o', SW_VALUE_FILE, "FILE",
     .help = "write the profile to FILE (default: " SW_FILE_DEFAULT
             ", which replaces an older one of the same program); under mpirun or srun, FILE.prof "
             "becomes FILE.RANK.prof"},
    {"rate", SW_OPT_RATE, SW_VALUE_NUMBER, "N",
     .help = "samples a second of each thread's processor time (default: 500, at most 20000); 0: "
             "none, the program runs alone"},
    {"physical", SW_OPT_PHYSICAL,
     .help = "show paths as they are on the threads' stacks, with the runtimes' code"},
    {"view", SW_OPT_VIEW, SW_VALUE_CHOICE, "VIEW",
     .help = "tree, callers, flat or lines, as 'spanwise report' has it",
     .choices = sw_report_view_names},
    {"sort", SW_OPT_SORT, SW_VALUE_CHOICE, "KEY",
     .help = "order of what is listed, as 'spanwise report' has it",
     .choices = "work, idle, overhead, wait, blame"},
    {"top", SW_PAGE_TOP, SW_VALUE_NUMBER, "N", .help = "the first N of each list; 'all' for all"},
    {"format", SW_OPT_FORMAT, SW_VALUE_CHOICE, "FORMAT",
     .help = "of the report, as 'spanwise report' has it: text (default), csv, json, folded, "
             "speedscope, callgrind, pprof, trace",
     .choices = "text, csv, json, folded, speedscope, callgrind, pprof, trace"},
    {.include = sw_describe_page},
    {.include = sw_describe_html},
    {"quiet", 'q', .help = "no report"},
    {0},
};

const struct sw_command sw_describe_sample = {
    .name = "sample",
    .run = sw_command_sample,
    .what = "watch a parallel run of any program: where processors sit idle, what is overhead",
    .synopses = {"[options] PROGRAM [ARGUMENTS]"},
    .about = "Runs PROGRAM as it is, on all its threads, and looks at each of them some hundred "
             "times a second: what code was running while processors had nothing to do, what was "
             "overhead of parallelism, who waited for whose lock. Programs of POSIX and C11 "
             "threads, OpenMP and Cilk need no preparation. The report goes to stderr; the "
             "program's own output, exit status and signals stay its own.",
    .options = options,
    .operands = SW_PROGRAM,
    .examples = {{"spanwise sample ./yours", "Where processors sit idle, and whose fault it is."},
                 {"spanwise report --view=callers --sort=idle",
                  "Afterwards: idleness by function and who called it."}},
    .status =
        "The program's own, but 1 if that is 0 and nothing was sampled; 126 or 127 where it could "
        "not be run, 1 where it could not be sampled, 2 for bad options.",
    .see = "run, report",
};
