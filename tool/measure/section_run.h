/*
 * Runs a program again under the profiler, in silence, for the lengths of its outermost sections: its output is thrown
 * away, its input is the same file as ours, or nothing. Signals that ask us to end are kept until it is over.
 */
#ifndef SPANWISE_TOOL_MEASURE_SECTION_RUN_H
#define SPANWISE_TOOL_MEASURE_SECTION_RUN_H

#include "base/pins.h"
#include "live/options.h"
#include "profile/program_tree.h"

struct sw_trial_end;

struct sw_section_run {
    char *const *argv;
    const struct sw_program_tree *tree; /* whose sites are meant */
    int pins[SW_PINS_MOST];             /* processors: the program runs on the first */
    unsigned n_pins;
    const char *input;
    int null;
    struct sw_trial_end *ends;
};

/* False after a message. To be released in any case. */
bool sw_section_run_init(struct sw_section_run *run, char *const *argv,
                         const struct sw_program_tree *tree);
void sw_section_run_release(struct sw_section_run *run);

/* Adds the lengths, in the unit of the options' meter, to by_site[]; of several copies at once, each on a processor of
 * its own, the mean. False after a message, or after a signal that asks us to end (interrupt.h). */
bool sw_section_run_once(struct sw_section_run *run, const struct sw_live_options *options,
                         unsigned copies, double *by_site);

#endif
