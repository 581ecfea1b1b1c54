/*
 * What may run in parallel in a serial run of a Cilk program, for cache lines that threads share (translate/shared.h): series-parallel order, as
 * race detectors keep it.
 *
 * Time here is a count of looks at the strand. Events in between are not told: if nothing was looked for, nothing in a frame that was opened and
 * closed meanwhile has to be known. Something that happened at a time is parallel to what happens now if it was in a spawned child of the
 * innermost frame that was open at both times, and that frame has not waited for its children since. So each open frame has its start
 * and the times of the children that it has not waited for.
 *
 * There are no threads: each phase (below) is cut into stretches of the same number of instructions, one after the other, as workers would have
 * them: as many as it has parts, or up to twice as many, if it is as long as its call site's last one; what is in one of them does not
 * collide. When there are too many, two become one.
 *
 * Any two stretches may run at the same time, but how they lie to each other is not known: who is at a line for a part of its stretch has
 * another one there for the part of that time that the other is there of its own.
 *
 * Where it would run, for communication, is a model of how thieves take continuations on so many cores:
 *   - A *phase* is what happens from a spawn to the sync that joins all there is. Serial code, and the beginning of each phase, is the first
 *     core's: whoever began goes on after the outermost sync.
 *   - Thieves take the oldest continuation: half of what is left, each time. So a phase is a line from 0 to 1, of which a spawned child has the
 *     first half and the continuation the second one; of that, the next child has the first half, and so on. It is cut into as many equal
 *     parts as there are cores, the first of them for the first core, the others for the others, at random in each phase. On two cores, each half
 *     is the same core's in each phase.
 *   - Thieves come only for what is worth it: twice the burden. So a phase has no more parts than it is as long as that (as its call site's
 *     last one was): short ones stay on the first core.
 *   - If children follow each other that are no shorter than the one before, and worth it, whoever is idle takes the next one, from the third on:
 *     any core.
 * What a strand has on its own stack moves with nobody.
 *
 * Bounded: of frames deeper than SW_SERIES_DEEPEST, and of children beyond SW_SERIES_CHILDREN, it says that they come before. What is done
 * with a lock held is not followed, and lines of reducers neither: others have views of their own.
 */
#pragma once

#include "engine/strand/strand.h"

enum {
    SW_SERIES_CORES = 64, /* of more, some are one */
    SW_SERIES_DEEPEST = 4096,
    SW_SERIES_CHILDREN = 65536
};

/* From now on; no other watcher is. Costs of its events are instructions. It would run on so many cores; 0 or 1: nothing moves. */
void sw_series_watch(struct sw_strand *strand, uint64_t cores);

/* The strand may have had events: the program is where it stands from now on. */
void sw_series_look(const struct sw_strand *strand);
