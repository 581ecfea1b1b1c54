/*
 * Lines that rest. A few lines, of the stack above all, are used so often that all time would be spent on them, were they among those that are
 * followed (memory.h): and which are is decided by their addresses. So a line that is used again and again, and is in the smallest cache
 * each time, *rests*: blocks pass over its accesses. What is lost by that:
 *
 *   - In a cache, the order of the few that were used last. A line that rests does not fall out of the smallest one: it comes to the front
 *     once, since it was used meanwhile, and rests no more up to its next use. Who was the last to write to it.
 *   - Of shared lines (shared.h), nothing but precision: a line rests after a number of visits by one thread, none of another in between,
 *     and accesses to it are then told as those to lines that are not followed. When another thread goes on, all lines are awake.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Two tables by the lowest bits of lines' numbers: those that rest, and those of these to which stores are passed over, too. As `line` of
 * struct sw_memory_last; all bits: none. Blocks read them. False: no memory. */
enum { SW_RESTING_LOG = 8, SW_RESTING = 1 << SW_RESTING_LOG };
bool sw_resting_init(void);
uint64_t sw_resting_table(bool stores);

/* The line is used, and was in the smallest cache; and is `dirty`, in all of them. It rests after a number of those. */
void sw_resting_visit(uint64_t line, bool dirty);

bool sw_resting_is(uint64_t line);

/* Whether it does, or will soon: half of its visits have been. */
bool sw_resting_is_tired(uint64_t line);

/* If it rests, it does no more; the same of all, which are to be visited as often again. */
void sw_resting_wake(uint64_t line);
void sw_resting_wake_all(void);
