/* Programs that make threads themselves, by POSIX, C, C++ or TBB, and have no OpenMP. */
#include "collect/symbols/elf_file.h"
#include "live/options.h"
#include "tool/common/program.h"
#include "tool/front_ends/program_files.h"
#include "tool/front_ends/rows.h"

#include <limits.h>

/* Whether it calls what makes a thread; of libraries, those of C++ and of OpenMP can do so for any program, so they say nothing. */
static bool makes_threads(Elf *elf, bool is_program, void *only_program)
{
    static const char *const makers[] = {
        "pthread_create", "thrd_create",
        "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE"};
    static const char *const for_any[] = {"_ZNSt6thread4joinEv", "_ZNSt3__16thread4joinEv",
                                          "GOMP_parallel", "__kmpc_fork_call"};
    for (size_t i = 0; !is_program && i < sizeof for_any / sizeof *for_any; i++)
        if (sw_elf_has_symbol(elf, for_any[i], true))
            return false;
    for (size_t i = 0; (is_program || !only_program) && i < sizeof makers / sizeof *makers; i++)
        if (sw_elf_has_symbol(elf, makers[i], false))
            return true;
    return false;
}

static bool opens_others(const char *program)
{
    char path[PATH_MAX];
    return sw_program_find(program, path) && sw_elf_imports(path, "dlopen");
}

bool sw_front_end_has_threads(const char *program)
{
    bool only_program = true;
    return sw_program_files_look(program, makes_threads, &only_program) > 0 ||
           sw_program_needs(program, "libtbb.so");
}

bool sw_front_end_needs_threads(const char *program)
{
    return sw_front_end_has_threads(program) ||
           sw_program_files_look(program, makes_threads, NULL) > 0;
}

bool sw_front_end_may_have_threads(const char *program)
{
    return sw_program_files_look(program, makes_threads, NULL) > 0 && !opens_others(program);
}

/* What loads plugins may be anything, as interpreters are: it is to be asked for (--front-end=threads), or seen to have threads (why). */
static bool detect(const char *program)
{
    return sw_front_end_has_threads(program) && !opens_others(program);
}

/* There is no following every function of a program that nobody has prepared: they are sampled. */
static int refuse(const char *program, struct sw_live_options *options, bool is_plain)
{
    (void)is_plain;
    if (sw_front_end_refuse_workers(&sw_front_end_threads, program, options))
        return 2;
    if (!options->processors)
        options->processors = SW_PROCESSORS_DEFAULT;
    if (!options->spawns_only && options->meter == SW_METER_TIME)
        options->sample_rate = SW_RATE_DEFAULT;
    options->spawns_only = 1;
    options->tree = 0;
    return 0;
}

const struct sw_front_end sw_front_end_threads = {
    .kind = SW_FRONT_END_THREADS,
    .library = "libspanwise-threads.so",
    .is_preloaded = true,
    .is_sampled = true,
    .is_simulated = true,
    .makes_threads = true,
    .costs_in = "SPANWISE_THREADS_COSTS",
    .program_is = "a program with threads",
    .program_of = "threads",
    .no_qemu = "the emulator cannot run threads in turn",
    .beginning = "it started a thread",
    .ended = "started no thread",
    .detect = detect,
    .refuse = refuse,
};
