#include "tool/measure/openmp_costs.h"
#include "tool/front_ends/front_end.h"
#include "tool/front_ends/program_files.h"
#include "tool/measure/helper.h"

#include <stdlib.h>
#include <string.h>

/* As the runtime in the program tells them apart (settings.c): one that has both is gcc's. */
static bool needs_libomp(const char *program)
{
    return !sw_program_needs(program, "libgomp.so") && sw_front_end_needs_openmp(program);
}

static const char *measure(bool libomp)
{
    static const char *const arguments[] = {"libomp", NULL};
    static char text[2][1024];
    static bool measured[2];
    const struct sw_helper helper = {
        .name = "openmp-costs", .arguments = libomp ? arguments : NULL, .limit_ms = 3000};
    if (!measured[libomp])
        sw_helper_run(&helper, text[libomp], sizeof text[libomp]);
    text[libomp][strcspn(text[libomp], "\n")] = 0;
    measured[libomp] = true;
    return text[libomp];
}

const char *sw_openmp_costs(const char *program, bool is_time)
{
    const char *given = getenv("SPANWISE_OPENMP_COSTS");
    if (given && (is_time || *given == '='))
        return given;
    return is_time ? measure(needs_libomp(program)) : "";
}
