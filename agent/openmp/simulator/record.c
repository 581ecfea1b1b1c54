/* Tells the engine, and the user's clock, what happens in simulated time. */
#include "agent/openmp/simulator/record.h"
#include "agent/core/thread.h"
#include "agent/openmp/simulator/sample.h"
#include "agent/openmp/simulator/wallclock.h"

#include <time.h>

void sw_omp_record_thread(struct sw_omp_thread *t)
{
    struct sw_thread *meter = t->simulator->meter;
    if (!meter)
        return;
    sw_thread_self = meter;
    t->counter = sw_counter_here(meter);
    meter->counter = t->counter;
    sw_omp_samples_begin_thread(t);
}

void sw_omp_record_settle(struct sw_omp_simulator *m)
{
    struct sw_omp_record *r = m->record;
    if (!r)
        return;
    r->end = m->root.task->strand;
    r->clock = m->root.clock;
    r->region = 0;
}

void sw_omp_record_region(struct sw_omp_simulator *m, uint32_t construct)
{
    sw_omp_record_settle(m);
    if (!m->record)
        return;
    m->record->region = construct;
}

/* The time that the program reads from OpenMP's clock: simulated time. */

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
