/*
 * Samples in a prof: a list of (path, how many), in no order, apart from the log of records. Lists are
 * appended to each other whole; one that has become longer than there are paths twice over has
 * entries of one path put together. So adding and uniting take constant amortized time, and a prof
 * has at most twice as many entries as there are paths, and a few.
 */
#include "engine/strand/prof.h"

#define LEAST_LIST 256

static void give(struct sw_prof_pool *pool, uint64_t n)
{
    pool->entries[n].next = pool->free;
    pool->free = (uint32_t)n;
}

static void push(struct sw_prof_pool *pool, struct sw_sampled_log *log, uint64_t n)
{
    if (!log->n++)
        log->tail = n;
    else
        pool->entries[n].next = (uint32_t)log->head;
    log->head = n;
}

/* A word for each path; false: no memory for that. */
static bool have_places(struct sw_prof_pool *pool)
{
    if (pool->paths <= pool->n_places)
        return true;
    uint32_t n = 1024;
    while (n < pool->paths)
        n *= 2;
    uint32_t *places = sw_arena_take(pool->arena, n * sizeof *places);
    if (!places)
        return false;
    pool->places = places;
    pool->n_places = n;
    return true;
}

static void compact(struct sw_prof_pool *pool, struct sw_sampled_log *log)
{
    struct sw_sampled_log kept = {0, 0, 0};
    if (!have_places(pool))
        return;
    for (uint64_t i = log->n, n = log->head, next; i; i--, n = next) {
        struct sw_entry *e = &pool->entries[n];
        uint32_t *place = &pool->places[e->key];
        next = e->next;
        if (*place) {
            pool->entries[*place].local_work += e->local_work;
            give(pool, n);
            continue;
        }
        *place = (uint32_t)n;
        push(pool, &kept, n);
    }
    for (uint64_t i = kept.n, n = kept.head; i; i--, n = pool->entries[n].next)
        pool->places[pool->entries[n].key] = 0;
    *log = kept;
}

static void compact_long(struct sw_prof_pool *pool, struct sw_sampled_log *log)
{
    if (log->n >= LEAST_LIST + 2ull * pool->paths)
        compact(pool, log);
}

/* The prof's list, which is empty if it had none. */
static struct sw_sampled_log *log_of(struct sw_prof *prof)
{
    if (!(prof->length & SW_PROF_SAMPLES)) {
        prof->length += SW_PROF_SAMPLES;
        prof->samples.n = 0;
    }
    return &prof->samples;
}

/* Hot code has many samples of one path in a row. */
void sw_prof_sample(struct sw_prof_pool *pool, struct sw_prof *prof, uint32_t path, uint64_t weight)
{
    if (prof->length & SW_PROF_SAMPLES && pool->entries[prof->samples.head].key == path) {
        pool->entries[prof->samples.head].local_work += weight;
        return;
    }
    struct sw_entry *e = sw_prof_entry(pool);
    if (!e) {
        pool->lost_samples += weight;
        return;
    }
    if (path >= pool->paths)
        pool->paths = path + 1;
    e->key = path;
    e->local_work = weight;
    struct sw_sampled_log *log = log_of(prof);
    push(pool, log, (uint64_t)(e - pool->entries));
    compact_long(pool, log);
}

void sw_prof_unite_samples(struct sw_prof_pool *pool, struct sw_prof *into, struct sw_prof *from)
{
    struct sw_sampled_log *a = log_of(into), *b = &from->samples;
    if (a->n)
        pool->entries[b->tail].next = (uint32_t)a->head;
    else
        a->tail = b->tail;
    a->head = b->head;
    a->n += b->n;
    from->length -= SW_PROF_SAMPLES;
    compact_long(pool, a);
}

void sw_prof_transfer_samples(struct sw_prof_pool *pool, struct sw_prof *into,
                              struct sw_prof_pool *from_pool, struct sw_prof *from)
{
    const struct sw_sampled_log *log = &from->samples;
    for (uint64_t i = log->n, n = log->head, next; i; i--, n = next) {
        const struct sw_entry *e = &from_pool->entries[n];
        next = e->next;
        sw_prof_sample(pool, into, e->key, e->local_work);
        give(from_pool, n);
    }
    from->length -= SW_PROF_SAMPLES;
}

void sw_prof_sum_samples(const struct sw_prof_pool *pool, const struct sw_prof *prof,
                         uint64_t *sums, uint32_t n_paths)
{
    const struct sw_sampled_log *log = &prof->samples;
    uint64_t i = prof->length & SW_PROF_SAMPLES ? log->n : 0;
    for (uint64_t n = log->head; i; i--, n = pool->entries[n].next)
        if (pool->entries[n].key < n_paths)
            sums[pool->entries[n].key] += pool->entries[n].local_work;
}
