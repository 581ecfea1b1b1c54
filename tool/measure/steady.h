/*
 * Figures in steady time (live/rates.h): the program is run again, silently, to be timed (rates, and how much they vary), to be
 * counted, and once for each number of processors with its instructions at their rates.
 *
 * Not where a second run would not do the same, or take too long: profiles of launchers' ranks, of a parallel run, of several processes, of
 * a program that was ended by a signal; one of more than SW_STEADY_LONGEST_S; or where it turns out that the work is another one. Then all stays
 * as it was measured.
 */
#ifndef SPANWISE_TOOL_MEASURE_STEADY_H
#define SPANWISE_TOOL_MEASURE_STEADY_H

#include "tool/measure/profiled.h"

#define SW_STEADY_LONGEST_S 30 /* of the first run */

/* Puts figures in steady time in place of those of the only profile. `end`: of the run that has been measured. */
void sw_steady_improve(struct sw_profiling *profiling, const struct sw_live_options *options,
                       const struct sw_child_end *end);

#endif
