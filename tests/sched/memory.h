/*
 * Models of what threads see of each other's stores. An access is one step; where it can turn out in
 * several ways, each is a choice. Values are bytes, and so are places, which stand for addresses.
 *
 * memory_tso: x86. A thread's stores wait in a buffer and reach memory in order, at any time; its own
 * loads find them there. Fences, exchanges and sequential stores empty the buffer.
 *
 * memory_views: C11 as compilers and weak machines may have it (aarch64 among them). A place keeps all
 * its values, in the order of modification; a load may take any that is not older than what its thread
 * has seen of the place, and a relaxed store may come before others of the same place that its thread
 * has not seen. What one thread has seen passes to another by release and acquire, by sequential
 * fences, and not by program order: so stores become visible out of order, and loads are satisfied
 * early. A sequential load takes nothing older than the last sequential store, and is an acquire
 * otherwise: weaker than C11. Not covered: a store that is seen before an earlier load of its own
 * thread is satisfied. In the deque every load decides on what follows by a branch or an address, or
 * is an acquire, before its thread stores again, and no processor speculates stores. Nor are a
 * compiler's own reorderings across two relaxed accesses: deque.c looks for the compiler's barrier.
 *
 * A fence of all threads (membarrier) is a fence of the caller, one of every other thread at a time of
 * its own and in any order, and again one of the caller.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MEMORY_THREADS 3
#define MEMORY_PLACES  16
#define MEMORY_VALUES  12 /* of a place at a time that somebody may still read */
#define MEMORY_BUFFER  12

enum memory_kind { MEMORY_LOAD, MEMORY_STORE, MEMORY_EXCHANGE, MEMORY_FENCE };

struct memory_access {
    uint8_t kind, place, value;
    uint8_t order; /* memory_order_... */
};

/* How much a thread has seen of each place: an index of its values. */
struct memory_view {
    uint8_t of[MEMORY_PLACES];
};

struct memory_value {
    uint8_t value;
    bool exchanged; /* nothing may come between it and the one before */
    struct memory_view released;
};

struct memory_views {
    uint8_t count[MEMORY_PLACES];
    struct memory_value values[MEMORY_PLACES][MEMORY_VALUES];
    struct memory_view seen[MEMORY_THREADS];  /* loads take nothing older */
    struct memory_view heard[MEMORY_THREADS]; /* seen after the next fence */
    struct memory_view told[MEMORY_THREADS];  /* seen before the last one: relaxed stores tell it */
    struct memory_view fences, sequential;    /* what all have seen before theirs; of such stores */
};

struct memory_tso {
    uint8_t value[MEMORY_PLACES];
    uint8_t count[MEMORY_THREADS];
    struct {
        uint8_t place, value;
    } buffer[MEMORY_THREADS][MEMORY_BUFFER];
};

struct memory {
    union {
        struct memory_views views;
        struct memory_tso tso;
    };
};

struct memory_model {
    const char *name;
    void (*init)(struct memory *memory, const uint8_t values[MEMORY_PLACES]);
    unsigned (*choices)(const struct memory *memory, unsigned thread, struct memory_access access);
    uint8_t (*access)(struct memory *memory, unsigned thread, struct memory_access access,
                      unsigned choice); /* what it loads */
    bool (*drain)(struct memory *memory,
                  unsigned thread); /* a store reaches memory, if one waits */
    uint8_t (*newest)(const struct memory *memory, unsigned thread, unsigned place);
    /* All that can matter from now on to threads that still run, as bytes; forgets the rest. */
    size_t (*print)(struct memory *memory, unsigned running, uint8_t *bytes);
};

extern const struct memory_model memory_tso, memory_views;

#define MEMORY_PRINT_MAX sizeof(struct memory)
