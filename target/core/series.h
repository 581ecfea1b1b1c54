/*
 * What may run in parallel in a serial run of a Cilk program, for cache lines that threads share (translate/shared.h): series-parallel order, as
 * race detectors keep it.
 *
 * Time here is a count of looks at the strand. Events in between are not told: if nothing was looked for, nothing in a frame that was opened and
 * closed meanwhile has to be known. Something that happened at a time is parallel to what happens now if it was in a spawned child of the
 * innermost frame that was open at both times, and that frame has not waited for its children since. So each open frame has its start
 * and the times of the children that it has not waited for.
 *
 * There are no threads: the run is cut into at most SW_SERIES_THREADS stretches of the same number of instructions, one after the other, as
 * workers would have them; what is in one of them does not collide. When there are too many, two become one.
 *
 * Who uses a line for a part of its stretch meets another one there only if both come to it at the same time: as likely as they are long at it.
 *
 * Bounded: of frames deeper than SW_SERIES_DEEPEST, and of children beyond SW_SERIES_CHILDREN, it says that they come before. What is done
 * with a lock held is not followed, and lines of reducers neither: others have views of their own.
 */
#ifndef SPANWISE_TARGET_CORE_SERIES_H
#define SPANWISE_TARGET_CORE_SERIES_H

#include "engine/strand/strand.h"

enum { SW_SERIES_THREADS = 32, SW_SERIES_DEEPEST = 4096, SW_SERIES_CHILDREN = 65536 };

/* From now on; no other watcher is. Costs of its events are instructions. */
void sw_series_watch(struct sw_strand *strand);

/* The strand may have had events: the program is where it stands from now on. */
void sw_series_look(const struct sw_strand *strand);

#endif
