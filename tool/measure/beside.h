/* Runs of a program again for the lengths of its sections, alone and beside something that draws on the memory. */
#pragma once

#include "analysis/machine/memory_model.h"
#include "base/pins.h"
#include "live/options.h"
#include "profile/program_tree.h"

/*
 * Runs a program again under the profiler, in silence, for the lengths of its outermost sections: its output is thrown
 * away, its input is the same file as ours, or nothing. Signals that ask us to end are kept until it is over.
 */
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

struct sw_beside {
    size_t n_conditions;           /* hogs of the machine, or numbers of copies */
    size_t n_sites;                /* of the tree that it is for */
    struct sw_slowdown *slowdowns; /* [condition * n_sites + site]; factor 0: not measured */
    unsigned rounds;               /* how many times each was run */
};

struct sw_beside_request {
    char *const *argv;
    const struct sw_live_options *options;
    const struct sw_program_tree *tree; /* whose sections are wanted */
    const struct sw_machine *machine;   /* this one, with its hogs; NULL: copies */
    unsigned rounds;
};

/* False after a message. To be released in any case. */
bool sw_beside_measure(struct sw_beside *beside, const struct sw_beside_request *request);
void sw_beside_release(struct sw_beside *beside);

/* That of a section, by condition: fills as many as there are. */
void sw_beside_of_site(const struct sw_beside *beside, uint32_t site,
                       struct sw_slowdown *slowdowns);
