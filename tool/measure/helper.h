/* Small programs of this installation that find something out and print it (calibrate/). */
#ifndef SPANWISE_TOOL_MEASURE_HELPER_H
#define SPANWISE_TOOL_MEASURE_HELPER_H

#include <stdbool.h>
#include <stddef.h>

struct sw_helper {
    const char *name;               /* of the file in .../lib/spanwise */
    const char *const *arguments;   /* with a NULL at the end; NULL: none */
    const char *const *environment; /* NAME, VALUE, ..., NULL: added to ours; NULL: nothing */
    unsigned limit_ms;
};

/* Runs it as the user's own threads would: without the profiler, whatever the environment says. All that it
 * printed, in whole lines, is in `text`; false, and "" there, where that is nothing or it took too long. */
bool sw_helper_run(const struct sw_helper *helper, char *text, size_t size);

#endif
