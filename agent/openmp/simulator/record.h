/*
 * What happens in the program, told to the engine: the only place of the OpenMP runtime that knows the
 * dag, and the only one that asks whether there is any. In a child after fork() there is none.
 */
#pragma once

#include "agent/openmp/simulator/simulator.h"
#include "agent/process/own_code.h"
#include "agent/sampler/sampler.h"

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
static inline uint32_t sw_omp_construct(const struct sw_omp_thread *t, enum sw_construct_kind kind,
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

/* The simulated time goes on by what a construct costs. */
static inline void sw_omp_spend(struct sw_omp_thread *t, uint32_t construct, uint64_t cost)
{
    t->clock += cost;
    sw_omp_count(t->simulator, construct, SW_OMP_OVERHEAD, cost);
}

/*
 * Where what a thread runs was made: the call path of the construct that made a task or a region, down to
 * the call, and from where on the stack is the task's own. So a sample's path is the one that the program
 * was written with, whoever runs the task: the origin's, then what is on the stack up to the limit.
 *
 * The creator's stack is there when a task is made, but tasks are made in great numbers. So it is walked
 * when something is made at a place for the first time, and what was found is kept with the return
 * addresses that led to it and where they were. The next time these are compared with the stack, which takes
 * some nanoseconds, and is exact. Where the stack is another one nearly every time the last path of that
 * place is taken instead.
 *
 * Recursion is folded: a task whose creator was called by functions that are all on the path already is
 * made where the outermost of these was.
 */

struct sw_omp_origins;

/* What was found, of a simulator. In the live range; NULL: no memory. */
struct sw_omp_origins *sw_omp_origins_new(struct sw_live *live);

/* The path to the call of the runtime that returns to the address, which the thread is in; `folds`: of a task. 0: none. Inside
 * the runtime; touches no memory but the live range. */
uint32_t sw_omp_origin(struct sw_omp_thread *thread, const void *address, bool folds);

/* What can be read of the stack that the thread is on, from sp up, and where what its task has of it ends.
 * Signal-safe. */
void sw_omp_origin_stacks(const struct sw_omp_thread *thread, struct sw_sampled_at *at);

/*
 * Samples of a program of OpenMP (agent/sampler/sampler.h). Signals come where the dag must not be touched; but
 * between two events all of them belong to the strand that runs. So they wait, by path, for the next
 * event, which gives them to that strand as items of the dag: an item of a path for what is in regions,
 * and one for what is outside all.
 *
 * A thread is sampled from when its record begins on (record.c): that of a program that needs an OpenMP
 * runtime from the start, because what comes before the first region is serial code, which is often why it
 * does not scale.
 */

#define SW_OMP_PATHS (1u << 14) /* a power of two; three quarters are used at most */

/* What waits. One for each simulator, in the live range; several samplers where threads are real ones. */
struct sw_omp_samples {
    struct sw_omp_simulator *simulator;
    struct sw_sampler *sampler; /* of the OS thread; NULL: none */
    struct sw_omp_origins *origins;
    bool apart; /* what happens now is not the program's work: core/process.c */
    uint32_t n;
    uint16_t used[SW_OMP_PATHS]; /* n slots */
    struct {
        uint32_t path; /* 0: free */
        uint32_t weight;
    } slots[SW_OMP_PATHS];
};

extern __attribute__((visibility("hidden"))) const struct sw_sample_taker sw_omp_taker;

/* Those of the simulator's OS thread, which calls, wait there from now on. NULL: nothing is sampled. */
struct sw_omp_samples *sw_omp_samples_begin(struct sw_omp_simulator *simulator);

/* What waits belongs to the strand. Inside an event. */
void sw_omp_samples_drain(struct sw_omp_samples *samples, struct sw_dag *dag,
                          struct sw_dag_strand *strand);

/* The OS thread ends, or the program. On the thread. */
void sw_omp_samples_end(struct sw_omp_samples *samples);

/*
 * What a clock on the wall of the simulated machine shows: when its recording began that was what the real
 * clock said, and since then the thread's own simulated time has gone on. So it never goes back on a
 * thread, all agree after a barrier, and a program that takes its own time prints that of N processors.
 * Where nothing is recorded, and with meters that are no clock, it is the real time.
 */

/* The recording begins; the root's simulated time is right. */
void sw_omp_wallclock_begin(struct sw_omp_simulator *simulator);

/* In nanoseconds. Outside the runtime. */
uint64_t sw_omp_wallclock(void);
