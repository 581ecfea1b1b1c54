/* A table of the program's own locks: until when each was held in simulated time. */
#include "agent/openmp/guard/held.h"
#include "agent/openmp/simulator/park.h"
#include "agent/openmp/simulator/record.h"

#include <sys/mman.h>

#define ENTRIES 4096

/* Not allocated: it may be the allocator of the program that takes a lock. */
static bool make_table(struct sw_omp_simulator *m)
{
    void *at = mmap(NULL, ENTRIES * sizeof *m->held, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    m->held = at == MAP_FAILED ? NULL : at;
    return m->held;
}

struct sw_omp_held *sw_omp_held(struct sw_omp_simulator *m, const void *address)
{
    if (!m->held && !make_table(m))
        return NULL;
    struct sw_omp_held *h = &m->held[((uint64_t)address >> 3) * 0x9e3779b97f4a7c15u >> 52];
    if (h->address != address)
        *h = (struct sw_omp_held){.address = address};
    return h;
}

void sw_omp_held_take(struct sw_omp_thread *t, const void *address, uint32_t construct,
                      uint64_t since)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_held *h = sw_omp_held(m, address);
    if (!h || h->depth++)
        return;
    if (h->free_at > t->clock) {
        t->phase += h->free_at - t->clock;
        t->clock = h->free_at;
    }
    sw_omp_count(m, construct, SW_OMP_LOCK_WAIT, t->clock - since);
    sw_omp_spend(t, construct, t->clock == since ? m->costs.lock : m->costs.hand_over);
    h->taken = t->clock;
    h->construct = construct;
}

void sw_omp_held_release(struct sw_omp_thread *t, const void *address)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_held *h = sw_omp_held(m, address);
    if (h && h->depth && --h->depth)
        return;
    if (h && h->taken && t->clock >= h->taken) {
        sw_omp_count(m, h->construct, SW_OMP_BUSY, t->clock - h->taken);
        sw_omp_count(m, h->construct, SW_OMP_CHUNKS, 1);
        h->taken = 0;
    }
    if (h)
        h->free_at = t->clock;
    sw_omp_unpark(t, address, false, 0);
}

bool sw_omp_held_now(const struct sw_omp_thread *t, const void *address)
{
    const struct sw_omp_held *h = sw_omp_held(t->simulator, address);
    return h && h->free_at > t->clock;
}
