/*
 * Finding the tasks of a section (plan.h), one after the other or from anywhere on; and the form that a synthesizer
 * has. There are three: one thread that does all in order, OpenMP's and Cilk's.
 */
#pragma once

#include "analysis/synthesis/flat.h"

extern struct sw_synthesis_plan sw_plan;

/* Where a thread stands in a section. All zero but for the section: nowhere. */
struct sw_cursor {
    const struct sw_synthesis_node *section;
    uint64_t next; /* number of the task that comes next, once `step` is set */
    uint64_t left; /* of that one and equal ones behind it */
    uint32_t block, step;
};

/* Goes to a task: for those that are not the next. */
void sw_cursor_seek(struct sw_cursor *cursor, uint64_t task);

/* The step that a task is of; cheap where it comes next, or soon. */
static inline const struct sw_synthesis_step *sw_cursor_at(struct sw_cursor *cursor, uint64_t task)
{
    if (__builtin_expect(task - cursor->next >= cursor->left, 0))
        sw_cursor_seek(cursor, task);
    cursor->left -= task - cursor->next + 1;
    cursor->next = task + 1;
    return &sw_plan.steps[cursor->step];
}

/* All in order, by the thread that calls. */
void sw_serial_visit(uint32_t node);

/* The tree's locks: each executable has those that its programs would use. */
bool sw_locks_init(size_t n);

/* False: this thread has it already, and it is not to be released. */
bool sw_lock(uint32_t number);
void sw_unlock(uint32_t number);

/* --- of each executable --- */

/* NULL, or why it cannot be done. Once, before the others. */
const char *sw_parallel_init(void);

/* The runtime is there and its threads awake, as far as it can be had; not timed. */
void sw_parallel_warm_up(const struct sw_synthesis_way *way);

/* A job. */
void sw_parallel_run(uint32_t node, const struct sw_synthesis_way *way);
