/*
 * Figures in steady time (live/rates.h): the program is run again, silently, to be timed (rates, and how much they vary), to be
 * counted, and once for each number of processors with its instructions at their rates.
 *
 * Not where a second run would not do the same, or take too long: profiles of launchers' ranks, of a parallel run, of several processes, of
 * a program that was ended by a signal; one of more than SW_STEADY_LONGEST_S; or where it turns out that the work is another one. Then all stays
 * as it was measured.
 */
#pragma once

#include "tool/measure/profiling.h"

#define SW_STEADY_LONGEST_S 30 /* of the first run */

/* More than is usual; NULL: nothing of that. */
struct sw_steady_request {
    const uint64_t *processors; /* that it is to be simulated on, ascending, ... */
    size_t n;                   /* ... so many; 0: those that it was simulated on */
    uint64_t chief;    /* the one that figures are of; more if there is time; 0: the last */
    uint64_t until_ns; /* by sw_clock_ns(): runs that would end later are not begun; 0: no end */
};

/* Whether such runs would be made at all. */
bool sw_steady_is_worth_while(const struct sw_profiling *profiling,
                              const struct sw_live_options *options,
                              const struct sw_child_end *end);

/* Puts figures in steady time in place of those of the only profile. `end`: of the run that has been measured. Whether it has. */
bool sw_steady_improve(struct sw_profiling *profiling, const struct sw_live_options *options,
                       const struct sw_child_end *end, const struct sw_steady_request *request);
