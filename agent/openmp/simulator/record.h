/*
 * What happens in the program, told to the engine: the only place of the OpenMP runtime that knows the
 * dag, and the only one that asks whether there is any. In a child after fork() there is none.
 */
#pragma once

#include "agent/openmp/simulator/construct.h"
#include "agent/openmp/simulator/simulator.h"
#include "agent/openmp/simulator/task.h"
#include "agent/process/own_code.h"
#include "live/openmp.h"

/* A logical thread runs for the first time. */
void sw_omp_record_thread(struct sw_omp_thread *thread);

/* The OS thread is outside all regions: what is known until here. And it goes into one, at that construct. */
void sw_omp_record_settle(struct sw_omp_simulator *simulator);
void sw_omp_record_region(struct sw_omp_simulator *simulator, uint32_t construct);

/* Time has passed on a thread of the simulator. */
static inline void sw_omp_record_reach(struct sw_omp_record *record, const struct sw_omp_thread *t)
{
    struct sw_omp_reached *r = &record->reached;
    const struct sw_dag_strand *strand = &t->task->strand;
    r->clock = t->clock > r->clock ? t->clock : r->clock;
    r->span = strand->span > r->span ? strand->span : r->span;
    r->burdened = strand->burdened > r->burdened ? strand->burdened : r->burdened;
}

/* The engine's functions of the same names (dag.h). */
static inline void sw_omp_fork(struct sw_omp_simulator *m, struct sw_dag_strand *child,
                               const struct sw_dag_strand *parent, uint64_t burden)
{
    if (m->dag)
        sw_dag_fork(m->dag, child, parent, burden);
    else
        *child = (struct sw_dag_strand){0}; /* there may be a dag before it ends */
}

static inline void sw_omp_join(struct sw_omp_simulator *m, struct sw_dag_strand *strand,
                               const struct sw_dag_strand *other)
{
    if (m->dag)
        sw_dag_join(m->dag, strand, other, 0);
}

static inline void sw_omp_meet(struct sw_omp_simulator *m, struct sw_dag_strand *meeting,
                               struct sw_dag_strand *strand)
{
    if (m->dag)
        sw_dag_meet(m->dag, meeting, strand, 0);
}

static inline void sw_omp_part(struct sw_omp_simulator *m, struct sw_dag_strand *strand,
                               const struct sw_dag_strand *meeting, uint64_t burden)
{
    if (m->dag)
        sw_dag_leave(m->dag, strand, meeting, burden);
}

static inline void sw_omp_go_back(const struct sw_omp_thread *t, const struct sw_dag_strand *point,
                                  uint64_t burden)
{
    if (t->simulator->dag)
        sw_dag_go_back(t->simulator->dag, &t->task->strand, point, burden, t->index);
}

static inline void sw_omp_end(struct sw_omp_simulator *m, struct sw_dag_strand *strand)
{
    if (m->dag)
        sw_dag_end(m->dag, strand);
}

/* The compiler may end a function of a region or task with a jump to the runtime, which then returns to our own
 * code: such a construct is where that region or task is. */
static inline const void *sw_omp_return_address(const struct sw_omp_simulator *m, uint32_t parent,
                                                const void *address)
{
    struct sw_range own = sw_own_code();
    bool is_own = (uint64_t)address >= own.low && (uint64_t)address < own.high;
    return is_own && parent ? (const void *)sw_dag_record(m->dag, parent)->address : address;
}

/* Where a construct stands that the thread's task comes to. */
static inline uint32_t sw_omp_construct(const struct sw_omp_thread *t, enum sw_omp_kind kind,
                                        const void *address)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_seen *seen = &m->seen[(uintptr_t)address / 4 % SW_OMP_SEEN];
    uint32_t parent = t->task->strand.construct;
    if (!m->dag)
        return 0;
    if (seen->address != address || seen->parent != parent || seen->kind != (uint32_t)kind)
        *seen = (struct sw_omp_seen){
            address, parent, kind,
            sw_dag_construct(m->dag, parent, kind,
                             (uint64_t)sw_omp_return_address(m, parent, address))};
    return seen->construct;
}

/* An instance of it begins and ends, on a strand. */
static inline void sw_omp_open(struct sw_omp_simulator *m, struct sw_dag_instance *instance,
                               struct sw_dag_strand *strand, uint32_t construct)
{
    if (m->dag)
        sw_dag_open(m->dag, instance, strand, construct);
    else
        *instance = (struct sw_dag_instance){0};
}

static inline void sw_omp_close(struct sw_omp_simulator *m, const struct sw_dag_instance *instance,
                                struct sw_dag_strand *strand)
{
    if (m->dag)
        sw_dag_close(m->dag, instance, strand);
}

static inline void sw_omp_count(struct sw_omp_simulator *m, uint32_t construct,
                                enum sw_omp_counter counter, uint64_t amount)
{
    if (m->dag)
        sw_dag_count(m->dag, construct, counter, amount);
}

static inline void sw_omp_count_most(struct sw_omp_simulator *m, uint32_t construct,
                                     enum sw_omp_counter counter, uint64_t amount)
{
    if (m->dag && sw_dag_record(m->dag, construct)->counters[counter] < amount)
        sw_dag_record(m->dag, construct)->counters[counter] = amount;
}

/* The function that a construct's code became. gcc gives the call of a region no line of its own: this
 * has the pragma's. */
static inline void sw_omp_body(struct sw_omp_simulator *m, uint32_t construct,
                               void (*function)(void *))
{
    if (m->dag)
        sw_dag_record(m->dag, construct)->counters[SW_OMP_BODY] = (uint64_t)function;
}

/* Of an instance that was made of parts. */
static inline void sw_omp_count_span(struct sw_omp_simulator *m, uint32_t construct, uint64_t span,
                                     uint64_t burdened)
{
    if (!m->dag)
        return;
    sw_dag_record(m->dag, construct)->span += span;
    sw_dag_record(m->dag, construct)->burdened += burdened;
}

/* The simulated time goes on by what a construct costs. */
static inline void sw_omp_spend(struct sw_omp_thread *t, uint32_t construct, uint64_t cost)
{
    t->clock += cost;
    sw_omp_count(t->simulator, construct, SW_OMP_OVERHEAD, cost);
}
