/* Programs that no front end knows, and those that `spanwise sample` takes as they are. */
#include "collect/symbols/elf_file.h"
#include "tool/common/command.h"
#include "tool/common/program.h"
#include "tool/front_ends/program_files.h"
#include "tool/front_ends/rows.h"

#include <limits.h>

static const char cpp_maker[] =
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE";

/* Libraries of C++ can make threads in any program. */
static bool makes_threads(Elf *elf, bool is_program, void *program_only)
{
    const char *const makers[] = {"pthread_create", "thrd_create", cpp_maker};
    if ((program_only && !is_program) || sw_elf_knows(elf, cpp_maker, true))
        return false;
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (sw_elf_knows(elf, makers[i], false))
            return true;
    return false;
}

bool sw_front_end_has_threads(const char *program)
{
    bool program_only = true;
    return sw_program_files_look(program, makes_threads, &program_only) > 0 ||
           sw_program_needs(program, "libtbb.so");
}

/* With -N: one of its libraries makes threads, as xz's does; or it may open, or start, something that is OpenMP's. */
static enum sw_front_end_kind rather_simulated(const char *program,
                                               const struct sw_live_options *options)
{
    char path[PATH_MAX];
    if (!options->processors)
        return SW_FRONT_END_UNKNOWN;
    bool opens = sw_program_find(program, path) && sw_elf_imports(path, "dlopen");
    return !opens && sw_program_files_look(program, makes_threads, NULL) > 0 ? SW_FRONT_END_THREADS
                                                                             : SW_FRONT_END_OPENMP;
}

static void say_hopeless(const char *program)
{
    sw_error(
        "no Cilk, OpenMP, threads or annotations found in '%s': build it with 'spanwise cc' or "
        "CC=spanwise-cc, or with OpenCilk's clang and '-fopencilk "
        "-fcilktool=cilkscale -shared-libcilktool', or annotate it with spanwise.h; here "
        "only what it starts or loads can be measured",
        program);
}

static void say_nothing(const char *program)
{
    sw_error("nothing was measured: '%s' started nothing built by 'spanwise cc' (run "
             "programs built by OpenCilk directly)",
             program);
}

const struct sw_front_end sw_front_end_none = {
    .kind = SW_FRONT_END_NONE,
    .library = "libspanwise.so",
    .beginning = "anything could be measured",
    .rather = rather_simulated,
    .say_hopeless = say_hopeless,
    .say_nothing = say_nothing,
};

const struct sw_front_end sw_front_end_unknown = {
    .kind = SW_FRONT_END_UNKNOWN,
    .library = "libspanwise.so",
    .beginning = "anything could be measured",
    .rather = rather_simulated,
    .say_nothing = say_nothing,
};

const struct sw_front_end sw_front_end_sample = {
    .kind = SW_FRONT_END_SAMPLE,
    .library = "libspanwise-sample.so",
    .is_preloaded = true,
    .is_sampled = true,
    .beginning = "anything could be measured",
    .ended = "ended before its main()",
};
