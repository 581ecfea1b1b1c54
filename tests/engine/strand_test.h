/* A strand over memory of its own, for tests. */
#pragma once

#include "tests/engine/events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ROOT_SITE = 1, ROOT_FUNCTION = 1 };

struct strand_test {
    struct sw_arena arena;
    struct sw_strand strand;
};

static inline void strand_test_init(struct strand_test *t, size_t bytes, uint64_t depth,
                                    uint64_t burden)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        perror("mmap");
        exit(1);
    }
    memset(t, 0, sizeof *t);
    sw_arena_init(&t->arena, memory, bytes);
    if (!test_strand_init(&t->strand, &t->arena, depth, burden, ROOT_SITE, ROOT_FUNCTION)) {
        fputs("no memory for a strand\n", stderr);
        exit(1);
    }
}

static inline void strand_test_release(struct strand_test *t)
{
    munmap(t->arena.base, t->arena.size);
}

/* Sites 2 (spawned) and 3 (called) of the paper's fib, unit cost a call. */
static inline void strand_test_fib(struct strand_test *t, int n)
{
    if (n < 2)
        return;
    sw_event_spawn(&t->strand, 2, 2, 0);
    strand_test_fib(t, n - 1);
    sw_event_spawn_return(&t->strand, 1);
    sw_event_call(&t->strand, 3, 2, 0);
    strand_test_fib(t, n - 2);
    sw_event_return(&t->strand, 1);
    sw_event_sync(&t->strand, 0);
}

/* A site's record as reports have it, one side of the profile. */
struct sums {
    uint64_t count, work, span, burdened_span, spawns, syncs; /* top-call-site */
    uint64_t caller_count, caller_work, caller_span;
    uint64_t local_count, local_work, local_span;
};

static inline void sums_add(struct sums *s, const struct sw_prof *p, uint32_t site)
{
    if (site >= p->capacity)
        return;
    const struct sw_record *r = &p->array[site];
    for (int t = 0; t < 4; t++) {
        if (t & SW_TOP_SITE) {
            s->count += r->count[t];
            s->work += r->work[t];
            s->span += r->work[t] - (uint64_t)r->saved[t];
            s->burdened_span += r->work[t] - (uint64_t)r->burdened_saved[t];
            s->spawns += r->spawns[t];
            s->syncs += r->syncs[t];
        }
        if (t & SW_TOP_CALLER) {
            s->caller_count += r->count[t];
            s->caller_work += r->work[t];
            s->caller_span += r->work[t] - (uint64_t)r->saved[t];
        }
        s->local_count += r->count[t];
    }
    s->local_work += r->local_work;
    s->local_span += r->local_work - r->off_path;
}

/* After sw_strand_finish(). */
static inline struct sums on_span(const struct strand_test *t, uint32_t site)
{
    struct sums s = {0};
    sums_add(&s, &t->strand.root, site);
    return s;
}

static inline struct sums on_work(const struct strand_test *t, uint32_t site)
{
    struct sums s = on_span(t, site);
    sums_add(&s, &t->strand.off, site);
    return s;
}
