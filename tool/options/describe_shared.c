#include "tool/common/meters.h"
#include "tool/options/describe.h"

const struct sw_option sw_describe_page[] = {
    {"width", SW_PAGE_WIDTH, SW_VALUE_NUMBER, "N",
     .help = "columns of text (default: the terminal's, or COLUMNS, or 80)"},
    {"color", SW_PAGE_COLOR, SW_VALUE_CHOICE, "WHEN",
     .help = "when to colour: auto (default: on a terminal, unless NO_COLOR is set), always, never",
     .choices = "auto, always, never"},
    {0},
};

const struct sw_option sw_describe_html[] = {
    {"html", SW_OPT_HTML, SW_VALUE_FILE, "FILE",
     .help =
         "write the report to FILE as a page to look at in a browser, too (default: a name made "
         "from the program's)",
     .is_optional = true},
    {0},
};

static const char *meter_name(size_t i)
{
    return i < sw_n_meters ? sw_meters[i].name : NULL;
}

const struct sw_option sw_describe_measuring[] = {
    {"meter", SW_RUN_METER, SW_VALUE_CHOICE, "NAME",
     .help = "what to count: time (default), instructions, or one of those that 'spanwise meters' "
             "lists",
     .choice = meter_name},
    {"libraries", SW_RUN_LIBRARIES, SW_VALUE_CHOICE, "WHICH",
     .help = "of instructions, count those of shared libraries: all (default) or none",
     .choices = "all, none"},
    {"engine", SW_RUN_ENGINE, SW_VALUE_CHOICE, "NAME",
     .help = "who counts instructions: own (default), in the program, or qemu, an emulator, which "
             "is slow",
     .choices = "own, qemu"},
    {"level", SW_RUN_LEVEL, SW_VALUE_CHOICE, "LEVEL",
     .help = "how much is followed:\n"
             "full\tevery function (default; those of OpenMP programs are sampled)\n"
             "spawns\tonly functions that spawn: least cost\n"
             "sampled\tthe same, and call paths are sampled: functions by share of work and span",
     .choices = "full, spawns, sampled"},
    {"rate", SW_RUN_RATE, SW_VALUE_NUMBER, "N",
     .help = "samples a second of processor time, 1 to 20000 (default: 1000); it means "
             "--level=sampled"},
    {"budget", SW_RUN_BUDGET, SW_VALUE_NUMBER, "N%",
     .help = "most that following calls may cost (default: 20%); tiny functions that are called "
             "often then count as inlined. 'none': no limit"},
    {"burden", SW_RUN_BURDEN, SW_VALUE_NUMBER, "N",
     .help = "what a steal costs, for the burdened span, in the meter's unit (default: 5000 ns, "
             "15000 instructions)"},
    {"grain", SW_RUN_GRAIN, SW_VALUE_NUMBER, "N",
     .help = "iterations a chunk of a cilk_for without a pragma"},
    {"workers", SW_RUN_WORKERS, SW_VALUE_NUMBER, "N",
     .help = "run on N workers, and profile that (default: 1, serially)"},
    {"front-end", SW_RUN_FRONT_END, SW_VALUE_CHOICE, "NAME",
     .help = "how the program is parallel, where it is in several ways: cilk, opencilk, openmp, or "
             "annotate (default: as its file tells)",
     .choices = "cilk, opencilk, openmp, annotate"},
    {0},
};

const struct sw_option sw_describe_plan[] = {
    {"paradigm", SW_PLAN_PARADIGM, SW_VALUE_CHOICE, "NAME",
     .help = "how it is made parallel: omp, omp-tasks or cilk; several with commas (default: as "
             "the program is, and omp and "
             "cilk for an annotated one)",
     .choices = "omp, omp-tasks, cilk"},
    {"schedule", SW_PLAN_SCHEDULE, SW_VALUE_CHOICE, "NAME",
     .help = "how loops of omp are shared: static, static,N, dynamic, dynamic,N, guided, guided,N, "
             "or all; may be given "
             "several times. It holds for all sections",
     .choices = "static, dynamic, guided, all"},
    {"nested", SW_PLAN_NESTED,
     .help = "of omp: sections inside of sections have threads of their own"},
    {"machine", SW_PLAN_MACHINE, SW_VALUE_FILE, "FILE",
     .help = "what threads, tasks and locks cost on the machine that it is for, as 'spanwise "
             "calibrate' writes it (default: this machine); 'ideal': nothing"},
    {"time", SW_PLAN_TIME, SW_VALUE_NUMBER, "SECONDS",
     .help = "that emulating may take: what is not done by then is left out, and that is said "
             "(default: 20 to rank sites; else a number of steps, some 10 seconds)"},
    {0},
};
