/* A heap of the threads that can run, ordered by simulated time. */
#include "agent/openmp/simulator/ready.h"
#include "agent/openmp/simulator/simulator.h"

#include <stdlib.h>

static bool before(const struct sw_omp_ready_entry *a, const struct sw_omp_ready_entry *b)
{
    return a->clock < b->clock || (a->clock == b->clock && a->order < b->order);
}

bool sw_omp_ready_reserve(struct sw_omp_ready *r, size_t n)
{
    if (n <= r->room)
        return true;
    size_t room = n < 2 * r->room ? 2 * r->room : n + 16;
    struct sw_omp_ready_entry *more = realloc(r->entries, room * sizeof *more);
    if (!more)
        return false;
    r->entries = more;
    r->room = room;
    return true;
}

void sw_omp_ready_push(struct sw_omp_ready *r, struct sw_omp_thread *thread, uint64_t clock)
{
    struct sw_omp_ready_entry entry = {clock, r->order++, thread};
    size_t i = r->n++;
    thread->asleep = false;
    for (; i && before(&entry, &r->entries[(i - 1) / 2]); i = (i - 1) / 2)
        r->entries[i] = r->entries[(i - 1) / 2];
    r->entries[i] = entry;
}

struct sw_omp_thread *sw_omp_ready_pop(struct sw_omp_ready *r)
{
    if (!r->n)
        return NULL;
    struct sw_omp_thread *first = r->entries[0].thread;
    struct sw_omp_ready_entry last = r->entries[--r->n];
    size_t i = 0, child;
    for (; (child = 2 * i + 1) < r->n; i = child) {
        if (child + 1 < r->n && before(&r->entries[child + 1], &r->entries[child]))
            child++;
        if (!before(&r->entries[child], &last))
            break;
        r->entries[i] = r->entries[child];
    }
    r->entries[i] = last;
    return first;
}
