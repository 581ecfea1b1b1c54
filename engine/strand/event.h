/*
 * The waist: the events that every front end reports and that the engine understands.
 *
 * A *strand* here is one thread of events in serial order: calls, spawns and syncs nest as they do
 * in the serial execution of a Cilk program. Each event carries the **cost** that passed since the
 * previous event of the strand, in any unit: the engine reads no clock, so invented costs give
 * exact results. A *site* is a number that the front end gives to a place that calls or spawns, a
 * *function* one that it gives to a callee; both are dense, from 1 on, below SW_SITES_MAX.
 *
 * Constant amortized time an event; memory O(depth x sites), whatever the number of events. Nothing
 * here calls libc, allocates other than from the strand's arena, or takes a lock: the events may be
 * reported from any place that runs on the strand's own thread, not from two threads at once.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct sw_strand;

enum {
    SW_FUNCTION_SAME = 0, /* not a function of its own: a loop or scope in the caller's body */
    SW_SITES_MAX = 1 << 20
};

/* A function is called at a site; the events until the matching return are its own. */
void sw_event_call(struct sw_strand *strand, uint32_t site, uint32_t function, uint64_t cost);

/* It returns, with an implicit sync where it has spawned. */
void sw_event_return(struct sw_strand *strand, uint64_t cost);

/* A function is spawned: what follows until sw_event_spawn_return() is the child. */
void sw_event_spawn(struct sw_strand *strand, uint32_t site, uint32_t function, uint64_t cost);

/* The child returns (implicit sync); what follows is the continuation of its parent. */
void sw_event_spawn_return(struct sw_strand *strand, uint64_t cost);

/* The innermost of either kind returns now, without a cost of its own: it was left some other way. */
void sw_event_close(struct sw_strand *strand);

/* The innermost call or spawn waits for its children. */
void sw_event_sync(struct sw_strand *strand, uint64_t cost);

/* Cost without an event: to the innermost frame's own. */
void sw_event_pass(struct sw_strand *strand, uint64_t cost);

/* From here to the next split, or to its end, what the innermost frame spends itself is that of the
 * site's, as if the code were a function called there, once for each split; 0: its own again. Work
 * and span are what they are without. */
void sw_event_split(struct sw_strand *strand, uint32_t site, uint64_t cost);

/* A timer found the program on a call path, or the path stands for so many such samples: what the
 * span variable is that they fell in decides whether they are on the span. A path is a dense number
 * from 1 on. No cost: that comes with the next event. */
void sw_event_sample(struct sw_strand *strand, uint32_t path, uint64_t weight);

/* A labelled region begins or ends; label is a dense number from 0 on, id the front end's number for
 * this very region. False: none of that id is open on this strand. */
void sw_event_region(struct sw_strand *strand, uint32_t label, uint64_t id, uint64_t cost);
bool sw_event_region_end(struct sw_strand *strand, uint64_t id, uint64_t cost);

/* How a lock was taken: alone, once more by its holder, or together with others that share it. */
enum sw_lock_how { SW_LOCK_ALONE, SW_LOCK_AGAIN, SW_LOCK_SHARED };

/* A lock was taken at a site, or is released; the lock is a dense number from 1 on. strand.h has what becomes of it. */
void sw_event_lock(struct sw_strand *strand, uint32_t lock, uint32_t site, enum sw_lock_how how,
                   uint64_t cost);
void sw_event_unlock(struct sw_strand *strand, uint32_t lock, uint64_t cost);
