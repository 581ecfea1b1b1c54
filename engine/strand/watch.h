/*
 * Who wants to be told of a strand's events as they happen: a tool of the user's (agent/cilk/tool.h).
 * It may keep something with each frame, `user`: the frame of a thief's strand that stands for a
 * stolen one has the same. Called with the strand in order, its work up to the event included, on
 * the thread that reports the event. Events of step.h and leaves are not told. Who has no `opened` is told of locks only.
 */
#ifndef SPANWISE_ENGINE_STRAND_WATCH_H
#define SPANWISE_ENGINE_STRAND_WATCH_H

struct sw_strand;
struct sw_hold;

struct sw_watcher {
    void (*opened)(struct sw_strand *strand); /* the innermost frame has just been, ... */
    void (*syncs)(struct sw_strand *strand);  /* ... is about to join children that it has, ... */
    void (*closes)(struct sw_strand *strand); /* ... is about to return, if need be after a sync */
    /* A lock was taken, is being released (lock.h). NULL: not of interest. */
    void (*locked)(struct sw_strand *strand, struct sw_hold *hold);
    void (*unlocked)(struct sw_strand *strand, struct sw_hold *hold);
};

#endif
