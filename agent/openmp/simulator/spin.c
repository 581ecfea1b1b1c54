/*
 * Puts threads to sleep that wait for a flag in memory, and wakes them when its value has
 * changed.
 */
#include "agent/openmp/simulator/spin.h"
#include "agent/openmp/simulator/record.h"

static uint64_t value_of(const void *at, unsigned size)
{
    switch (size) {
    case 1:
        return __atomic_load_n((const uint8_t *)at, __ATOMIC_ACQUIRE);
    case 2:
        return __atomic_load_n((const uint16_t *)at, __ATOMIC_ACQUIRE);
    case 4:
        return __atomic_load_n((const uint32_t *)at, __ATOMIC_ACQUIRE);
    default:
        return __atomic_load_n((const uint64_t *)at, __ATOMIC_ACQUIRE);
    }
}

static bool has_changed(const struct sw_omp_spinner *s)
{
    for (unsigned i = 0; i < s->n; i++)
        if (value_of(s->at[i], s->size[i]) != s->value[i])
            return true;
    return false;
}

void sw_omp_spin(struct sw_omp_thread *t, struct sw_omp_spinner *s, uint32_t construct)
{
    struct sw_omp_simulator *m = t->simulator;
    uint64_t since = t->clock;
    for (unsigned i = 0; i < s->n; i++)
        s->value[i] = value_of(s->at[i], s->size[i]);
    s->thread = t;
    s->next = m->spinners;
    m->spinners = s;
    sw_omp_block(t);
    t->phase += t->clock - since;
    sw_omp_count(m, construct, SW_OMP_WAIT, t->clock - since);
    if (m->dag)
        sw_dag_record(m->dag, construct)->count++;
    if (m->record && m->tree)
        m->record->tree_misses |= 1u << SW_OMP_MISSES_FLAGS;
}

void sw_omp_spin_look(struct sw_omp_thread *t)
{
    for (struct sw_omp_spinner **at = &t->simulator->spinners; *at;) {
        struct sw_omp_spinner *s = *at;
        if (s->thread == t || !has_changed(s)) {
            at = &s->next;
            continue;
        }
        *at = s->next;
        sw_omp_join(t->simulator, &s->thread->task->strand, &t->task->strand);
        sw_omp_wake(s->thread, t->clock);
    }
}

void sw_omp_spin_wake_all(struct sw_omp_simulator *m)
{
    while (m->spinners) {
        struct sw_omp_spinner *s = m->spinners;
        m->spinners = s->next;
        sw_omp_wake(s->thread, 0);
    }
}
