/* Any compiler's programs of OpenMP: they need a runtime of it. */
#include "live/options.h"
#include "tool/front_ends/program_files.h"
#include "tool/front_ends/rows.h"

#include <stdlib.h>

static const char *const runtimes[] = {"libgomp.so", "libomp.so", "libomp5.so", "libiomp5.so"};
enum { RUNTIMES = sizeof runtimes / sizeof *runtimes };

static bool needs(const char *program, bool (*of)(const char *program, const char *library))
{
    for (size_t i = 0; i < RUNTIMES; i++)
        if (of(program, runtimes[i]))
            return true;
    return false;
}

bool sw_front_end_needs_openmp(const char *program)
{
    return needs(program, sw_program_needs);
}

static bool itself_needs(const char *program)
{
    return needs(program, sw_program_itself_needs);
}

/* A runtime that some library brings along says nothing about a program that makes threads itself. */
static bool detect(const char *program)
{
    return sw_front_end_needs_openmp(program) &&
           (!sw_front_end_has_threads(program) || itself_needs(program));
}

/* One that makes threads as well, or needs libraries that do, one of which needs OpenMP, may be one of threads. */
static bool is_in_doubt(const char *program)
{
    return itself_needs(program) ? sw_front_end_has_threads(program)
                                 : sw_front_end_needs_threads(program);
}

/* What is asked for by -N; or as the program is told; or many. */
static uint64_t choose_processors(const struct sw_live_options *options)
{
    const char *told = getenv("OMP_NUM_THREADS");
    unsigned long n = told ? strtoul(told, NULL, 10) : 0;
    if (options->processors)
        return options->processors;
    return n && n <= SW_PROCESSORS_MAX ? n : SW_PROCESSORS_DEFAULT;
}

/* There is no following every function of a program that nobody has prepared: they are sampled. */
static void choose_level(struct sw_live_options *o)
{
    if (!o->spawns_only && o->meter == SW_METER_TIME)
        o->sample_rate = SW_RATE_DEFAULT;
    o->spawns_only = 1;
}

static int refuse(const char *program, struct sw_live_options *options, bool is_plain)
{
    (void)is_plain;
    if (sw_front_end_refuse_workers(&sw_front_end_openmp, program, options))
        return 2;
    options->processors = choose_processors(options);
    choose_level(options);
    return 0;
}

const struct sw_front_end sw_front_end_openmp = {
    .kind = SW_FRONT_END_OPENMP,
    .library = "libspanwise-openmp.so",
    .is_preloaded = true,
    .is_sampled = true,
    .is_simulated = true,
    .has_only_regions = true,
    .threads_in = "OMP_NUM_THREADS",
    .costs_in = "SPANWISE_OPENMP_COSTS",
    .program_is = "an OpenMP program",
    .program_of = "OpenMP",
    .no_qemu = "the emulator cannot distinguish OpenMP threads",
    .beginning = "its first parallel region of OpenMP",
    .ended = "never entered an OpenMP parallel region",
    .detect = detect,
    .is_in_doubt = is_in_doubt,
    .refuse = refuse,
};
