/*
 * How much longer the sections of an annotated program take beside something that draws on the memory: hogs
 * of a known traffic (hog.h), or copies of the program itself. The program is profiled again and again, alone
 * and beside, by turns, in silence: its output is thrown away, its input is the same file, or nothing.
 * It runs on one processor, what is beside it on the others.
 */
#ifndef SPANWISE_TOOL_MEASURE_BESIDE_H
#define SPANWISE_TOOL_MEASURE_BESIDE_H

#include "analysis/machine/memory_model.h"
#include "live/options.h"
#include "profile/program_tree.h"

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

#endif
