/*
 * From begin to end, the profiler does not interrupt the calling thread: neither in a system call that any signal ends early, nor during
 * exec, as a sample would kill the new program, which has no handler. Samples stop; a front end that interrupts threads in other ways as
 * well sets functions of its own for both.
 */
#pragma once

extern void (*sw_held_begin)(void) __attribute__((visibility("hidden")));
extern void (*sw_held_end)(void) __attribute__((visibility("hidden")));

/* The thread's samples alone. */
void sw_held_samples_begin(void);
void sw_held_samples_end(void);

#define SW_HELD(call)                      \
    ({                                     \
        sw_held_begin();                   \
        __typeof__(call) result_ = (call); \
        sw_held_end();                     \
        result_;                           \
    })
