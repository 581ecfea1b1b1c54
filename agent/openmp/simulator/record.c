/* Tells the engine when threads and regions begin. */
#include "agent/openmp/simulator/record.h"
#include "agent/core/thread.h"
#include "agent/openmp/simulator/sample.h"

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
