/*
 * One function of a profile among its call paths: what it does with all that it calls, and by itself; who calls
 * it, and what it calls. All of it is sums over the paths that have the function; recursion counts once.
 */
#pragma once

#include "analysis/flame/flame.h"
#include "base/pool.h"

struct sw_focus_row {
    const char *name;             /* borrowed of the flame */
    const struct sw_place *place; /* of the call; NULL: not known */
    size_t site;                  /* index, or SW_FLAME_NO_SITE */
    double sums[SW_FLAME_MEASURES_MOST];
};

struct sw_focus {
    struct sw_flame flame;
    const struct sw_region *region; /* it is the label of that: nothing else is here; or NULL */
    double wholes[SW_FLAME_MEASURES_MOST];  /* of the program, */
    double totals[SW_FLAME_MEASURES_MOST];  /* of the function with all that it calls, */
    double selves[SW_FLAME_MEASURES_MOST];  /* and by itself */
    struct sw_focus_row *callers, *callees; /* in no order; the name of callers is the caller's */
    struct sw_focus_row *itself;            /* where it calls itself: its own code in these calls */
    struct sw_focus_row *lines;             /* of its own code, where there are samples */
    size_t n_callers, n_callees, n_itself, n_lines;
    struct sw_place *places; /* of calls that are no sites of the profile */
    struct sw_pool pool;
};

/* `name` is a function's, FILE:LINE of a call, or a region's label. 0, or a sentence in `why`: -ENOENT with those that are near,
 * -ENOMEM. To be released where it is 0. */
int sw_focus_make(struct sw_focus *focus, const struct sw_profile *profile, const char *name,
                  char *why, size_t why_size);
void sw_focus_release(struct sw_focus *focus);
