/*
 * Serial programs with annotations. Those of our headers leave notes in the file; Intel Advisor's own header leaves names of
 * functions that it looks up at run time, which stand in the program itself.
 */
#include "collect/symbols/elf_file.h"
#include "console/message.h"
#include "tool/common/program.h"
#include "tool/front_ends/program_files.h"
#include "tool/front_ends/rows.h"

#include <limits.h>

#define NOTES ".note.spanwise"

bool sw_front_end_is_annotated(const char *program)
{
    return sw_program_files_have(program, NOTES);
}

/* What Advisor's header asks for by that name. */
static bool has_advisor(const char *program)
{
    char path[PATH_MAX];
    return sw_program_find(program, path) && sw_is_file(path) &&
           sw_elf_has(path, "__itt_model_site_begin");
}

/* Advisor's name may stand in a program that is parallel by now, and stands in TBB. */
static bool detect(const char *program)
{
    return sw_front_end_is_annotated(program) ||
           (has_advisor(program) && !sw_front_end_needs_openmp(program) &&
            !sw_front_end_has_threads(program));
}

static void say_others(const char *program)
{
    if (sw_front_end_is_annotated(program) &&
        (sw_program_needs(program, "libgomp.so") || sw_program_needs(program, "libomp.so")))
        sw_error("'%s' has annotations and uses OpenMP: profiling the annotations; "
                 "--front-end=openmp profiles OpenMP",
                 program);
}

static int refuse(const char *program, struct sw_live_options *o, bool is_plain)
{
    (void)is_plain;
    bool sampled = o->sample_rate && o->spawns_only;
    if (o->workers <= 1 && !o->processors && !sampled)
        return 0;
    sw_error("%s: '%s' is %s; 'spanwise predict' shows how it would run in parallel",
             o->processors ? "-N"
             : sampled     ? "--level=sampled"
                           : "--workers",
             program, sw_front_end_annotate.program_is);
    return 2;
}

const struct sw_front_end sw_front_end_annotate = {
    .kind = SW_FRONT_END_ANNOTATE,
    .library = "libspanwise-annotate.so",
    .is_preloaded = true,
    .is_serial = true,
    .threads_in = "OMP_NUM_THREADS",
    .library_in = "INTEL_LIBITTNOTIFY64", /* what Advisor's own header looks for */
    .program_is = "a serial program with annotations",
    .program_of = "annotations",
    .beginning = "its first annotation",
    .ended = "never reached an annotation",
    .detect = detect,
    .say_others = say_others,
    .refuse = refuse,
};
