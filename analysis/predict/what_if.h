/* A program tree as it would be, were some of its sites faster, parallel, or without their lock: a new tree. */
#pragma once

#include "analysis/emulate/emulate.h"
#include "profile/program_tree.h"

enum { SW_CHANGES_MOST = 64 };

/* Of some sites, taken as one: a function, say, and all the calls of it. Or of a lock. */
struct sw_change_of_sites {
    const uint32_t *sites; /* 0: the program itself, which is the root */
    size_t n_sites;
    uint32_t lock;   /* where it is not 0: every LOCK of that number as well */
    bool every_lock; /* all LOCKs */
    double faster;   /* 4: takes a quarter; 0 or 1: as it is */
    unsigned
        parallel; /* 64: as a section of 64 tasks, each with a 64th of all that it has; 0 or 1: as it is */
    enum sw_section_schedule
        how; /* ... whose tasks come to processors so: SPAWN reaches the team of the section that it stands in */
    double
        least; /* with `own`: pieces shorter than that are not spread, but done by the task that is started next to them, if one is */
    bool is_free; /* LOCKs need not be taken */
    bool
        own; /* only what is done there itself, in every instance, and not what other sites inside do;
                 else all that is in the outermost instances */
};

/* "Perfectly parallel": what the site does itself is spread evenly over all processors, but for pieces that are too short for what that
 * costs. Whoever says so means this. The site is borrowed. */
struct sw_change_of_sites sw_change_spread(const uint32_t *site,
                                           const struct sw_emulation_options *options);

/* Changes inside one another multiply. Shares sites and locks with the old tree, which must live
 * on. 0, -EINVAL (too many changes) or -ENOMEM. To be released by sw_program_tree_release(). */
int sw_what_if(struct sw_program_tree *changed, const struct sw_program_tree *tree,
               const struct sw_change_of_sites *changes, size_t n);
