/*
 * The prof (Cilkprof, Section 5): a bag of invocation records that belongs to one span variable.
 * It is a log while it holds fewer entries than there are sites, then an array indexed by site; so
 * that adding, uniting and emptying take constant amortized time, and space is O(sites).
 *
 * Two liberties. Emptying a prof does not forget its records: they are off the span but still work,
 * and are added to a prof of their own (`off`); so one record an invocation serves both sides of
 * the profile. And arrays go back to their pool zeroed, so that taking one costs nothing.
 */
#pragma once

#include "base/arena.h"

#include <stdbool.h>

enum {
    SW_TOP_SITE = 1,
    SW_TOP_CALLER = 2,
    SW_TOPS = 3,
    SW_PARALLEL = 4,
    SW_MORE = 8, /* more of an invocation that is counted already */
    SW_KEY_SITE = 16
};

/*
 * Sums over the invocations of a site, apart for each combination of SW_TOP_* (index); of those
 * that are neither, only the count. Of a span only what it is shorter than the work is summed
 * ("saved"): nothing to add for a serial invocation, which is what most are.
 */
struct sw_record {
    uint64_t count[4], work[4];
    int64_t saved[4], burdened_saved[4];
    uint64_t spawns[4], syncs[4];
    uint64_t local_work; /* without what the invocations' own call sites did */
    uint64_t off_path;   /* how much of that is not on the invocation's span */
};

/* One invocation: 64 bytes, one cache line. Linked by number. */
struct sw_entry {
    uint32_t next;
    uint32_t key; /* site, SW_TOP_*, SW_PARALLEL, SW_MORE; written at once: see sw_prof */
    uint64_t local_work;
    uint64_t off_path; /* valid if parallel, else it would be 0 */
    /* Valid if SW_TOP_*, and the last four if parallel too: */
    uint64_t work;
    int64_t saved, burdened_saved;
    uint64_t spawns, syncs;
};

/* Samples: entries whose key is a path, and local_work how many. A list of their own, see sampled.c. */
struct sw_sampled_log {
    uint64_t n, head, tail;
};

/*
 * All fields are as wide as what copies them: a load that spans two recent stores waits for both to
 * leave the store buffer, which took a third of the engine's time.
 */
struct sw_prof {
    uint64_t length;               /* entries in the log; the two below added where there is one */
    uint64_t head, tail;           /* valid if the log has entries */
    struct sw_record *array;       /* NULL while it is a log only */
    uint64_t capacity;             /* sites in the array, a power of two */
    struct sw_sampled_log samples; /* valid with SW_PROF_SAMPLES */
};

#define SW_PROF_ARRAY   (1ull << 40)
#define SW_PROF_SAMPLES (1ull << 41)

/* Free entries and arrays; one a strand. */
struct sw_prof_pool {
    struct sw_arena *arena;
    struct sw_entry *entries; /* entry number n is entries[n], all within the arena */
    uint32_t free;            /* list of free entries */
    uint32_t fresh, fresh_end;
    uint32_t at_once; /* entries that the arena gave last: twice as many next, up to a limit */
    uint32_t sites;   /* highest site seen + 1: a log this long becomes an array */
    bool full;        /* the arena gave out: records were lost */
    struct sw_record *arrays[32]; /* free arrays by log2 of capacity, linked through work[0] */
    struct sw_record lost;        /* what there was no memory for */
    uint32_t paths;               /* highest path sampled + 1 */
    uint32_t n_places;
    uint32_t *places; /* for sampled.c: where a path is in a list; all zero in between */
    uint64_t lost_samples;
};

/* The pool is all zero. */
void sw_prof_pool_init(struct sw_prof_pool *pool, struct sw_arena *arena);

__attribute__((noinline, cold)) struct sw_entry *sw_prof_entry_fresh(struct sw_prof_pool *pool);
void sw_prof_add_slow(struct sw_prof_pool *pool, struct sw_prof *prof, struct sw_entry *entry);
void sw_prof_unite_slow(struct sw_prof_pool *pool, struct sw_prof *into, struct sw_prof *from);
void sw_prof_lose_slow(struct sw_prof_pool *pool, struct sw_prof *into, struct sw_prof *from);

/* A blank entry to fill in and give to sw_prof_add(); NULL when memory is out. */
static inline struct sw_entry *sw_prof_entry(struct sw_prof_pool *pool)
{
    uint32_t n = pool->free;
    if (__builtin_expect(!n, 0))
        return sw_prof_entry_fresh(pool);
    struct sw_entry *e = &pool->entries[n];
    pool->free = e->next;
    return e;
}

static inline bool sw_prof_empty(const struct sw_prof *prof)
{
    return prof->length == 0;
}

/* Adds the entry, and takes it back into the pool sooner or later. */
static inline void sw_prof_add(struct sw_prof_pool *pool, struct sw_prof *prof,
                               struct sw_entry *entry)
{
    if (!sw_prof_empty(prof)) {
        sw_prof_add_slow(pool, prof, entry);
        return;
    }
    prof->head = prof->tail = (uint32_t)(entry - pool->entries);
    prof->length = 1;
}

/* Moves all that is in `from` to `into`; `from` is empty then. */
static inline void sw_prof_unite(struct sw_prof_pool *pool, struct sw_prof *into,
                                 struct sw_prof *from)
{
    if (sw_prof_empty(from))
        return;
    if (!sw_prof_empty(into)) {
        sw_prof_unite_slow(pool, into, from);
        return;
    }
    into->length = from->length;
    into->head = from->head;
    into->tail = from->tail;
    from->length = 0;
    if (__builtin_expect(into->length >= SW_PROF_ARRAY, 0)) {
        into->array = from->array;
        into->capacity = from->capacity;
        into->samples = from->samples;
        from->array = NULL;
        from->capacity = 0;
    }
}

/* The same where `into` is not moved any more, and may as well be an array. */
static inline void sw_prof_lose(struct sw_prof_pool *pool, struct sw_prof *into,
                                struct sw_prof *from)
{
    if (!sw_prof_empty(from))
        sw_prof_lose_slow(pool, into, from);
}

/* Moves all from one pool's prof to another's; what it was kept in stays with the pool that it came
 * from. */
void sw_prof_transfer(struct sw_prof_pool *pool, struct sw_prof *into,
                      struct sw_prof_pool *from_pool, struct sw_prof *from);

/* Adds what is in `prof` to the sums of so many sites. */
void sw_prof_sum(const struct sw_prof_pool *pool, const struct sw_prof *prof,
                 struct sw_record *sums, uint32_t n_sites);

/* Adds samples of a path; and to the sums of so many paths, what is in `prof`. */
void sw_prof_sample(struct sw_prof_pool *pool, struct sw_prof *prof, uint32_t path,
                    uint64_t weight);
void sw_prof_sum_samples(const struct sw_prof_pool *pool, const struct sw_prof *prof,
                         uint64_t *sums, uint32_t n_paths);

/* What unions do with samples: `from` has some. */
__attribute__((noinline, cold)) void
sw_prof_unite_samples(struct sw_prof_pool *pool, struct sw_prof *into, struct sw_prof *from);
__attribute__((noinline, cold)) void sw_prof_transfer_samples(struct sw_prof_pool *pool,
                                                              struct sw_prof *into,
                                                              struct sw_prof_pool *from_pool,
                                                              struct sw_prof *from);

/* Moves the log into the array, so that array[0..capacity) is the whole prof. */
__attribute__((noinline)) void sw_prof_flatten(struct sw_prof_pool *pool, struct sw_prof *prof);
