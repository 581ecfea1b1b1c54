/* The time that the program reads from OpenMP's clock: simulated time. */
#include "agent/openmp/simulator/wallclock.h"

#include <time.h>

static uint64_t real_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

void sw_omp_wallclock_begin(struct sw_omp_simulator *m)
{
    m->since_ns = real_ns() - sw_live_to_ns(m->meter->live, m->root.clock);
}

uint64_t sw_omp_wallclock(void)
{
    struct sw_omp_thread *t = sw_omp_self_if_any();
    if (!t || !t->simulator->meter || t->simulator->meter->counter)
        return real_ns();
    sw_omp_enter();
    uint64_t now = t->simulator->since_ns + sw_live_to_ns(t->simulator->meter->live, t->clock);
    sw_omp_leave(t);
    return now;
}
