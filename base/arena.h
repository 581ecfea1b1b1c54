/*
 * Memory for the engine: a fixed range of addresses, handed out from the bottom and never given
 * back; who needs to reuse memory keeps a free list. The range may be reserved far larger than what
 * is ever touched. Zeroed when handed out, provided that the range was.
 *
 * sw_arena_take() may be called by any thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct sw_arena {
    char *base;
    size_t size;
    size_t used; /* grows past `size` when the arena is full */
};

static inline void sw_arena_init(struct sw_arena *arena, void *base, size_t size)
{
    arena->base = base;
    arena->size = size;
    arena->used = 0;
}

/* 64-byte aligned, or NULL when the arena is full. */
static inline void *sw_arena_take(struct sw_arena *arena, size_t bytes)
{
    bytes = (bytes + 63) & ~(size_t)63;
    size_t at = __atomic_fetch_add(&arena->used, bytes, __ATOMIC_RELAXED);
    return at + bytes > arena->size || at + bytes < at ? NULL : arena->base + at;
}

/* Has a pointer point to room for n; NULL: there is none. */
#define SW_TAKE(arena, pointer, n) ((pointer) = sw_arena_take((arena), (n) * sizeof *(pointer)))
