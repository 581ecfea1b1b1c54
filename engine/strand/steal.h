/*
 * Profiling a parallel run: several strands, and the rule by which they become one.
 *
 * A worker's events go to the strand that it runs. When a frame's continuation is stolen, the thief
 * starts a strand of its own, whose first frame stands for the stolen one: an empty summary (p, l, c)
 * of a continuation. What its frames need to know of their ancestors, that is which sites and
 * functions are open around them, it takes over once. The victim goes on with the child. When the
 * children are done and the continuation waits at its sync, the thief's summary is appended to that
 * of the victim: with (p, l, c) on the left and (p', l', c') on the right, if c + p' + l' > l the
 * result is (p + c + p', l', c'), else (p, l, c + p' + c'). The records in its profs go the same way.
 * So the result does not depend on what was stolen: it is that of the serial run, to the integer.
 *
 * What has lost a maximum already stays where it is, in `off` of the strand that found out, and so do
 * the sums of regions that have ended: they are summed over all strands at the end. Strands are used
 * again and keep both.
 */
#pragma once

#include "engine/strand/strand.h"

/*
 * The continuation of an open frame of `left` begins on `right`, which has no frame open: one from
 * sw_strand_make(), or that was joined. `left` may have gone on into a child since, but not out of
 * it. Time: O(sites + functions); functions have numbers below `functions`.
 */
void sw_strand_steal(struct sw_strand *right, const struct sw_strand *left,
                     const struct sw_frame *frame, uint32_t functions);

/*
 * `right` has come to its end: to the sync of its first frame, or to where the continuation of that
 * was stolen again and its child is done. `left` has its child done: the stolen frame is its
 * innermost. Appends `right` to `left` and leaves it empty. Of a chain of thieves those on the right
 * may be joined first. Time: amortized by the events of `right`.
 */
void sw_strand_join(struct sw_strand *left, struct sw_strand *right);
