/*
 * Calls of the system that a signal ends early, whatever its handler says: while the program is in one, nothing of ours interrupts it
 * (agent/core/held.h). libspanwise-calls.so stands in front of those that no library that measures stands in front of, and is told by the library that
 * measures, whichever it is, how to hold it back.
 */
#pragma once

struct sw_hold_back {
    void (*begin)(void), (*end)(void);
};

/* From now on by these, of the library that measures: all that interrupts a thread, or its samples alone. Before the program has threads. */
__attribute__((visibility("default"))) void spanwise_hold(const struct sw_hold_back *all,
                                                          const struct sw_hold_back *samples);
