/*
 * The options that say how a program is run and measured. Every command that profiles one has them:
 * its table of long options holds SW_RUN_LONG_OPTIONS, its help SW_RUN_USAGE.
 */
#ifndef SPANWISE_TOOL_RUN_OPTIONS_H
#define SPANWISE_TOOL_RUN_OPTIONS_H

#include "runtime/options.h"

#include <stdbool.h>

struct sw_run_options {
    struct sw_live_options live;
    bool meter_given, budget_given, burden_given;
    const char *level; /* as it was given; NULL: it was not */
    bool sampled;
    uint64_t rate; /* 0: not given */
};

#define SW_RATE_DEFAULT 1000
#define SW_RATE_MOST    20000

#define SW_RUN_OPTIONS_DEFAULT     \
    {                              \
        .live = SW_OPTIONS_DEFAULT \
    }

/* Far from the numbers that a command gives to options of its own. SW_RUN_TREE is taken, but in nobody's
 * table who does not want it there. */
enum {
    SW_RUN_LEVEL = 4096,
    SW_RUN_BUDGET,
    SW_RUN_BURDEN,
    SW_RUN_GRAIN,
    SW_RUN_WORKERS,
    SW_RUN_METER,
    SW_RUN_LIBRARIES,
    SW_RUN_ENGINE,
    SW_RUN_RATE,
    SW_RUN_TREE,
    SW_RUN_FRONT_END
};

#define SW_RUN_LONG_OPTIONS                                       \
    {"level", required_argument, NULL, SW_RUN_LEVEL},             \
        {"budget", required_argument, NULL, SW_RUN_BUDGET},       \
        {"burden", required_argument, NULL, SW_RUN_BURDEN},       \
        {"grain", required_argument, NULL, SW_RUN_GRAIN},         \
        {"meter", required_argument, NULL, SW_RUN_METER},         \
        {"libraries", required_argument, NULL, SW_RUN_LIBRARIES}, \
        {"engine", required_argument, NULL, SW_RUN_ENGINE},       \
        {"rate", required_argument, NULL, SW_RUN_RATE},           \
        {"front-end", required_argument, NULL, SW_RUN_FRONT_END}, \
    {                                                             \
        "workers", required_argument, NULL, SW_RUN_WORKERS        \
    }

#define SW_RUN_USAGE                                                                               \
    "  --meter=NAME       what to count: time (default), instructions, or one of those that\n"     \
    "                     'spanwise meters' lists\n"                                               \
    "  --libraries=none   of instructions, count none of shared libraries (default: all)\n"        \
    "  --engine=qemu      count them under an emulator, which is slow (default: in the program)\n" \
    "  --level=full       follow every function (default; those of OpenMP programs are sampled)\n" \
    "  --level=spawns     follow only functions that spawn: least cost\n"                          \
    "  --level=sampled    the same, and sample call paths: functions by share of work and span\n"  \
    "  --rate=N           samples a second of processor time, 1 to 20000 (default: 1000);\n"       \
    "                     it means --level=sampled\n"                                              \
    "  --budget=N%        most that following calls may cost (default 20%); tiny functions that\n" \
    "                     are called often then count as inlined. 'none': no limit\n"              \
    "  --burden=N         what a steal costs, for the burdened span, in the meter's unit\n"        \
    "                     (default: 5000 ns, 15000 instructions)\n"                                \
    "  --grain=N          iterations a chunk of a cilk_for without a pragma\n"                     \
    "  --workers=N        run on N workers, and profile that (default: 1, serially)\n"             \
    "  --front-end=NAME   how the program is parallel, where it is in several ways: cilk, "        \
    "opencilk,\n"                                                                                  \
    "                     openmp, or annotate (default: as its file tells)\n"

/* Takes an option as getopt_long() gives it. 1: taken; 0: not one of these; -1: after a message. */
int sw_run_options_take(struct sw_run_options *options, int option, const char *value);

/* The meter of a profile, as it names it, unless one was given that is another. False after a
 * message; `name` is the profile's. */
bool sw_run_options_follow(struct sw_run_options *options, const char *meter, const char *name);

/* After the last one: do they go together? False after a message. */
bool sw_run_options_settle(struct sw_run_options *options);

#endif
