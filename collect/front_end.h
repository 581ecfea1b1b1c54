/*
 * The table of front ends as this side sees them, after the program's end: a row for each that records something. The other
 * table, of what comes before, is the tool's (tool/front_ends/front_end.h): this library is below the tool, and a process that
 * only collects needs nothing of it.
 */
#ifndef SPANWISE_COLLECT_FRONT_END_H
#define SPANWISE_COLLECT_FRONT_END_H

#include "live/live.h"
#include "profile/profile.h"

struct sw_gatherer {
    enum sw_front_end_kind kind;
    bool (*is_there)(const struct sw_live *live); /* the program has left records of it */

    /* Makes the profile of them; its modules are there, what is true of any program comes next. `careful`: touches nothing that
     * may be half linked. 0, -ENODATA where nothing was recorded, or -errno. */
    int (*gather)(struct sw_profile *profile, struct sw_live *live, bool careful);

    void (*warn)(struct sw_profile *profile,
                 const struct sw_live *live); /* last; NULL: of nothing */
};

/* Never NULL: where nothing was recorded, that of Cilk will say so. */
const struct sw_gatherer *sw_gatherer_find(const struct sw_live *live);

#endif
