/* Programs that no front end knows, and those that `spanwise sample` takes as they are. */
#include "tool/common/command.h"
#include "tool/front_ends/rows.h"

/* With -N: it may open, or start, something that is OpenMP's. */
static enum sw_front_end_kind rather_openmp(const char *program,
                                            const struct sw_live_options *options)
{
    (void)program;
    return options->processors ? SW_FRONT_END_OPENMP : SW_FRONT_END_UNKNOWN;
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
    .rather = rather_openmp,
    .say_hopeless = say_hopeless,
    .say_nothing = say_nothing,
};

const struct sw_front_end sw_front_end_unknown = {
    .kind = SW_FRONT_END_UNKNOWN,
    .library = "libspanwise.so",
    .beginning = "anything could be measured",
    .rather = rather_openmp,
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
