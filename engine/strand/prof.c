/*
 * Invariants: a log shorter than threshold() entries; array records beyond what the log holds;
 * every array in the pool is zero. A union of two arrays costs O(sites), which the entries that
 * made the arrays have paid for: each array was made by at least threshold() entries.
 */
#include "engine/strand/prof.h"

/* Few at first: there may be many pools of short strands. */
#define FIRST_AT_ONCE 4
#define MOST_AT_ONCE  64
#define LEAST_LOG     32

void sw_prof_pool_init(struct sw_prof_pool *pool, struct sw_arena *arena)
{
    pool->arena = arena;
    pool->entries = (struct sw_entry *)arena->base;
}

static uint32_t number(const struct sw_prof_pool *pool, const struct sw_entry *entry)
{
    return (uint32_t)(entry - pool->entries);
}

static uint64_t log_length(const struct sw_prof *prof)
{
    return prof->length % SW_PROF_ARRAY;
}

static uint32_t threshold(const struct sw_prof_pool *pool)
{
    return pool->sites > LEAST_LOG ? pool->sites : LEAST_LOG;
}

struct sw_entry *sw_prof_entry_fresh(struct sw_prof_pool *pool)
{
    if (pool->fresh == pool->fresh_end) {
        if (pool->at_once < MOST_AT_ONCE)
            pool->at_once = pool->at_once ? 2 * pool->at_once : FIRST_AT_ONCE;
        struct sw_entry *e = sw_arena_take(pool->arena, pool->at_once * sizeof *e);
        /* Number 0 means none, so the arena's very first bytes must be somebody else's. */
        if (!e || e == pool->entries) {
            pool->full = true;
            return NULL;
        }
        pool->fresh = number(pool, e);
        pool->fresh_end = pool->fresh + pool->at_once;
    }
    return &pool->entries[pool->fresh++];
}

static inline uint32_t site_of(const struct sw_entry *e)
{
    return e->key / SW_KEY_SITE;
}

static inline void record_add_entry(struct sw_record *r, const struct sw_entry *e)
{
    unsigned t = e->key & SW_TOPS;
    r->count[t] += !(e->key & SW_MORE);
    r->local_work += e->local_work;
    if (e->key & SW_PARALLEL)
        r->off_path += e->off_path;
    if (!t)
        return;
    r->work[t] += e->work;
    if (!(e->key & SW_PARALLEL))
        return;
    r->saved[t] += e->saved;
    r->burdened_saved[t] += e->burdened_saved;
    r->spawns[t] += e->spawns;
    r->syncs[t] += e->syncs;
}

/* All fields are sums of 64 bits. */
static void record_add(struct sw_record *into, const struct sw_record *from)
{
    uint64_t *a = into->count;
    const uint64_t *b = from->count;
    for (unsigned i = 0; i < sizeof *into / sizeof *a; i++)
        a[i] += b[i];
}

/* The same, and zeroes it. */
static void record_move(struct sw_record *into, struct sw_record *from)
{
    uint64_t *b = from->count;
    record_add(into, from);
    for (unsigned i = 0; i < sizeof *from / sizeof *b; i++)
        b[i] = 0;
}

static bool record_empty(const struct sw_record *r)
{
    return !(r->count[0] | r->count[1] | r->count[2] | r->count[3] | r->local_work);
}

static struct sw_record *array_take(struct sw_prof_pool *pool, uint32_t *capacity)
{
    unsigned log = 4;
    while (1u << log < pool->sites)
        log++;
    *capacity = 1u << log;
    struct sw_record *a = pool->arrays[log];
    if (a) {
        pool->arrays[log] = (struct sw_record *)(uintptr_t)a->work[0];
        a->work[0] = 0;
        return a;
    }
    a = sw_arena_take(pool->arena, sizeof *a << log);
    if (!a)
        pool->full = true;
    return a;
}

/* `array` is zero. */
static void array_give(struct sw_prof_pool *pool, struct sw_record *array, uint64_t capacity)
{
    unsigned log = (unsigned)__builtin_ctzll(capacity);
    array->work[0] = (uintptr_t)pool->arrays[log];
    pool->arrays[log] = array;
}

static void array_move(struct sw_prof_pool *pool, struct sw_record *into, struct sw_record *from,
                       uint64_t capacity)
{
    for (uint64_t i = 0; i < capacity; i++)
        if (!record_empty(&from[i]))
            record_move(&into[i], &from[i]);
    array_give(pool, from, capacity);
}

/* Adds the log to an array that has all its sites; the entries are free then. */
static inline void log_into_array(struct sw_prof_pool *pool, struct sw_prof *log,
                                  struct sw_record *array)
{
    for (uint64_t n = log->head;; n = pool->entries[n].next) {
        record_add_entry(&array[site_of(&pool->entries[n])], &pool->entries[n]);
        if (n == log->tail)
            break;
    }
    pool->entries[log->tail].next = pool->free;
    pool->free = (uint32_t)log->head;
    log->length -= log_length(log);
}

void sw_prof_flatten(struct sw_prof_pool *pool, struct sw_prof *prof)
{
    if (prof->capacity < pool->sites || !prof->array) {
        uint32_t capacity;
        struct sw_record *array = array_take(pool, &capacity);
        if (!array)
            return;
        if (prof->array)
            array_move(pool, array, prof->array, prof->capacity);
        else
            prof->length += SW_PROF_ARRAY;
        prof->array = array;
        prof->capacity = capacity;
    }
    if (log_length(prof))
        log_into_array(pool, prof, prof->array);
}

void sw_prof_add_slow(struct sw_prof_pool *pool, struct sw_prof *prof, struct sw_entry *entry)
{
    uint32_t n = number(pool, entry);
    uint32_t site = site_of(entry);
    if (site < prof->capacity) {
        record_add_entry(&prof->array[site], entry);
        entry->next = pool->free;
        pool->free = n;
        return;
    }
    entry->next = (uint32_t)prof->head;
    prof->head = n;
    if (!log_length(prof))
        prof->tail = n;
    prof->length++;
    if (log_length(prof) >= threshold(pool))
        sw_prof_flatten(pool, prof);
}

static void array_unite(struct sw_prof_pool *pool, struct sw_prof *into, struct sw_prof *from)
{
    struct sw_record *a = from->array;
    uint64_t capacity = from->capacity;
    if (into->capacity < capacity) {
        from->array = into->array;
        from->capacity = into->capacity;
        into->array = a;
        into->capacity = capacity;
        if (!from->array)
            into->length += SW_PROF_ARRAY;
    }
    if (from->array)
        array_move(pool, into->array, from->array, from->capacity);
    from->array = NULL;
    from->capacity = 0;
    from->length -= SW_PROF_ARRAY;
}

void sw_prof_unite_slow(struct sw_prof_pool *pool, struct sw_prof *into, struct sw_prof *from)
{
    if (from->length & SW_PROF_SAMPLES)
        sw_prof_unite_samples(pool, into, from);
    if (from->array)
        array_unite(pool, into, from);
    if (!from->length)
        return;
    pool->entries[from->tail].next = (uint32_t)into->head;
    into->head = from->head;
    if (!log_length(into))
        into->tail = from->tail;
    into->length += from->length;
    from->length = 0;
    if (log_length(into) >= threshold(pool))
        sw_prof_flatten(pool, into);
}

void sw_prof_lose_slow(struct sw_prof_pool *pool, struct sw_prof *into, struct sw_prof *from)
{
    if (__builtin_expect(from->length & SW_PROF_SAMPLES, 0)) {
        sw_prof_unite_samples(pool, into, from);
        if (sw_prof_empty(from))
            return;
    }
    if (into->capacity < pool->sites)
        sw_prof_flatten(pool, into);
    if (!from->array && into->capacity >= pool->sites)
        log_into_array(pool, from, into->array);
    else
        sw_prof_unite_slow(pool, into, from);
}

/* Into a prof of another pool, of as many sites. */
static void transfer_array(struct sw_prof_pool *pool, struct sw_prof *into,
                           struct sw_prof_pool *from_pool, struct sw_prof *from)
{
    sw_prof_flatten(pool, into);
    for (uint64_t i = 0; i < from->capacity; i++)
        if (!record_empty(&from->array[i]))
            record_move(i < into->capacity ? &into->array[i] : &pool->lost, &from->array[i]);
    array_give(from_pool, from->array, from->capacity);
    from->array = NULL;
    from->capacity = 0;
    from->length -= SW_PROF_ARRAY;
}

void sw_prof_transfer(struct sw_prof_pool *pool, struct sw_prof *into,
                      struct sw_prof_pool *from_pool, struct sw_prof *from)
{
    if (pool->sites < from_pool->sites)
        pool->sites = from_pool->sites;
    if (from->length & SW_PROF_SAMPLES)
        sw_prof_transfer_samples(pool, into, from_pool, from);
    if (from->array)
        transfer_array(pool, into, from_pool, from);
    if (!from->length)
        return;
    for (uint64_t n = from->head;; n = from_pool->entries[n].next) {
        struct sw_entry *e = sw_prof_entry(pool);
        if (e) {
            *e = from_pool->entries[n];
            sw_prof_add(pool, into, e);
        }
        if (n == from->tail)
            break;
    }
    from_pool->entries[from->tail].next = from_pool->free;
    from_pool->free = (uint32_t)from->head;
    from->length = 0;
}

void sw_prof_sum(const struct sw_prof_pool *pool, const struct sw_prof *prof,
                 struct sw_record *sums, uint32_t n_sites)
{
    for (uint64_t i = 0; i < prof->capacity && i < n_sites; i++)
        if (!record_empty(&prof->array[i]))
            record_add(&sums[i], &prof->array[i]);
    if (!log_length(prof))
        return;
    for (uint64_t n = prof->head;; n = pool->entries[n].next) {
        if (site_of(&pool->entries[n]) < n_sites)
            record_add_entry(&sums[site_of(&pool->entries[n])], &pool->entries[n]);
        if (n == prof->tail)
            break;
    }
}
