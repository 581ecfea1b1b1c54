/*
 * From the notes of hooks to events.
 *
 * Nesting is what the hooks say: an entry opens a frame, the exit of the same function closes it, a
 * task is open until its exit. Stack pointers only find out what ended without telling (longjmp,
 * an exit that the budget left out): on one stack, what lies below the stack pointer of an event is
 * gone. Frames on different stacks are not compared: a spawning function's exit may be on another
 * one than its entry.
 *
 * A task and what it calls first are one invocation, as in live/notes/cilk.h: the note of the task leaves
 * the spawn *pending*, and the entry that follows opens its frame, with its callee.
 *
 * Sync regions. The engine has one sync block a frame, so a frame has one region at a time: that of
 * its children that are not synced yet. A detach of another region meanwhile (a cilk_for or
 * cilk_scope in a function that has spawned) opens a scope, a frame inside the body with children
 * of its own, which the region's sync joins and closes; the outer children go on. A region whose
 * sync comes while an inner one is open joins that too: the span can only be too long.
 */
#pragma once

#include "live/notes/notes.h"

extern const struct sw_notes_reader sw_opencilk_notes;

/* In a note: what = number | kind << 32 | stack << 40, and of an ENTRY how far above the stack pointer
 * its frame pointer is; and for its kind: */
enum sw_hook_kind {
    SW_HOOK_ENTRY = 32, /* number: the function; from: where it returns to, 0: not known */
    SW_HOOK_EXIT,       /* number: the function; from: where the hook returns to */
    SW_HOOK_TASK, /* number: region, loop, depth of the task below sp; sp and from: the detach's */
    SW_HOOK_TASK_EXIT, /* number: 0 */
    SW_HOOK_SYNC,      /* number: region, all */
    SW_HOOK_KINDS
};
#define SW_HOOK_WHAT(kind, number) ((uint64_t)(kind) << 32 | (number))
#define SW_HOOK_FRAME              48      /* bits: bytes / 8 */
#define SW_HOOK_FRAME_MAX          0xffffu /* or more */
#define SW_HOOK_REGIONS            0x100u /* a region is less; as many as OpenCilk's own tools know */
#define SW_HOOK_LOOP               0x100u      /* TASK: the body of a loop */
#define SW_HOOK_ALL                0x100u      /* SYNC: of all regions */
#define SW_HOOK_DEPTH              0x200u      /* TASK: times bytes / 16 */
#define SW_HOOK_DEPTH_MAX          (16u << 22) /* bytes */

/* The notes up to `end` become events. */
void sw_opencilk_replay(struct sw_thread *thread, struct sw_note *end);

/* So does this one, `cost` ticks after the last event. */
void sw_opencilk_replay_one(struct sw_thread *thread, const struct sw_note *note, uint64_t cost);
