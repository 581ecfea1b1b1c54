/* Programs that no front end knows, and those that `spanwise sample` takes as they are. */
#include "console/install.h"
#include "console/message.h"
#include "tool/common/program.h"
#include "tool/front_ends/rows.h"

#include <stdio.h>

/* With -N: threads by a library; or it may open, or start, something that is OpenMP's. */
static enum sw_front_end_kind rather_simulated(const char *program,
                                               const struct sw_live_options *options)
{
    if (!options->processors)
        return SW_FRONT_END_UNKNOWN;
    return sw_front_end_may_have_threads(program) ? SW_FRONT_END_THREADS : SW_FRONT_END_OPENMP;
}

void sw_front_end_how_to_annotate(char text[SW_HOW_TO_ANNOTATE], const char *program)
{
    const char *include = sw_install_include();
    snprintf(text, SW_HOW_TO_ANNOTATE,
             "To see what parallelizing a loop would gain, include spanwise.h (%s%s), write "
             "SW_FOR(\"name\", ...) in place of its for (...), and run 'spanwise predict %s'",
             include ? "-I" : "see doc/annotate.md", include ? include : "", program);
}

static void say_hopeless(const char *program)
{
    char how[SW_HOW_TO_ANNOTATE];
    sw_front_end_how_to_annotate(how, program);
    sw_error(
        "no OpenMP, threads, annotations or Cilk found in '%s': only what it starts or loads can "
        "be measured. %s. A Cilk program has to be built with 'spanwise cc' (CC=spanwise-cc), or "
        "with OpenCilk's "
        "clang and '-fopencilk -fcilktool=cilkscale -shared-libcilktool'",
        program, how);
}

static void say_nothing(const char *program)
{
    sw_error("nothing was measured: nothing that '%s' started uses OpenMP, annotations or Cilk "
             "(run programs built by OpenCilk directly)",
             program);
}

const struct sw_front_end sw_front_end_none = {
    .kind = SW_FRONT_END_NONE,
    .library = "libspanwise.so",
    .is_unknown = true,
    .beginning = "anything could be measured",
    .rather = rather_simulated,
    .say_hopeless = say_hopeless,
    .say_nothing = say_nothing,
};

const struct sw_front_end sw_front_end_unknown = {
    .kind = SW_FRONT_END_UNKNOWN,
    .library = "libspanwise.so",
    .is_unknown = true,
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
