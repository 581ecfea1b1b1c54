/*
 * libspanwise-locks.so stands in front of libc's locks and tells the profiler, where there is one, when they are taken and
 * released. It is loaded before the program, and the profiler finds it by the name `spanwise_locks`; until then, and
 * where nobody does, its functions are libc's.
 */
#pragma once

#include "base/range.h"
#include "engine/strand/event.h"

#include <stdbool.h>

/* On the thread that does it. `from`: where that goes on; `sp`: a stack pointer of ours, below the program's. */
struct sw_lock_hooks {
    void (*taken)(const void *lock, enum sw_lock_how how, const void *from, const void *sp);
    void (*releases)(const void *lock, const void *from, const void *sp);
    void (*made)(const void *lock,
                 const void *from); /* or destroyed: what was there before is another one */
};

struct sw_lock_teller {
    const struct sw_lock_hooks *_Atomic hooks; /* NULL: nobody listens */
    struct sw_range code;                      /* the library's own: not the program's */
    /* Takes and releases a lock of its own so many times, telling of it or not, with some arithmetic between. */
    void (*exercise)(unsigned times, bool told);
};

extern __attribute__((visibility("default"))) struct sw_lock_teller spanwise_locks;
