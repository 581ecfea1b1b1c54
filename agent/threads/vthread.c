/* The simulated threads of a program, from their creation to their end. */
#include "agent/core/libc.h"
#include "agent/threads/simulator.h"

#include <unistd.h>

static struct sw_vthread *unused; /* linked by next_back; with the baton */
static uint32_t n_made;
static uint32_t making; /* a lock of those that are made without it */

static void lock(void)
{
    for (unsigned times = 1; __atomic_exchange_n(&making, 1, __ATOMIC_ACQUIRE); times++)
        sw_wait(times);
}

static void unlock(void)
{
    __atomic_store_n(&making, 0, __ATOMIC_RELEASE);
}

/* Of one that was used before, its memory. */
static struct sw_vthread *take_unused(void)
{
    struct sw_vthread *t = unused;
    if (!t)
        return NULL;
    unused = t->next_back;
    struct sw_vthread clean = {.meter = t->meter,
                               .number = t->number,
                               .samples = t->samples,
                               .next = t->next,
                               .runner.core = t->runner.core,
                               .runner.lane = t->runner.lane};
    *t->meter = (struct sw_thread){.live = sw_sim.live};
    *t = clean;
    return t;
}

static struct sw_vthread *take_new(void)
{
    if (n_made == SW_THREADS_MOST)
        return NULL;
    struct sw_arena *arena = &sw_sim.live->arena;
    struct sw_vthread *t = sw_arena_take(arena, sizeof *t);
    if (!t || !(t->meter = sw_arena_take(arena, sizeof *t->meter)))
        return NULL;
    t->meter->live = sw_sim.live;
    t->next = sw_sim.all;
    sw_sim.all = t;
    t->number = n_made++;
    return t;
}

struct sw_vthread *sw_vthread_make(void)
{
    lock();
    struct sw_vthread *t = take_unused();
    if (!t)
        t = take_new();
    unlock();
    if (t)
        atomic_store(&t->pos, SW_POS_INSIDE);
    return t;
}

/* --- By their handles, with the baton --- */

#define KNOWN 4096

static struct sw_vthread *known[KNOWN];

static struct sw_vthread **first_known(pthread_t handle)
{
    return &known[(uint64_t)handle * 0x9e3779b97f4a7c15ull >> 52];
}

void sw_vthread_know(struct sw_vthread *t)
{
    struct sw_vthread **first = first_known(t->handle);
    t->next_known = *first;
    *first = t;
}

struct sw_vthread *sw_vthread_of(pthread_t handle)
{
    struct sw_vthread *t = *first_known(handle);
    while (t && !pthread_equal(t->handle, handle))
        t = t->next_known;
    return t;
}

void sw_vthread_forget(struct sw_vthread *t)
{
    struct sw_vthread **at = first_known(t->handle);
    while (*at && *at != t)
        at = &(*at)->next_known;
    if (*at)
        *at = t->next_known;
    lock();
    t->next_back = unused;
    unused = t;
    unlock();
}

void sw_vthread_add_lane(struct sw_vthread *t)
{
    struct sw_core_lanes *lanes = sw_sim.cores->lanes;
    struct sw_lane *lane = NULL;
    if (!t->runner.lane && lanes->n < SW_LANES_MOST)
        lane = sw_arena_take(&sw_sim.live->arena, sizeof *lane);
    if (t->runner.lane || lane)
        sw_cores_add_lane(sw_sim.cores, &t->runner, lane);
}

void sw_vthread_start(struct sw_vthread *t, struct sw_vthread *by, pthread_t handle,
                      const void *where)
{
    sw_dag_fork(sw_sim.dag, &t->strand, &by->strand, 0);
    /* A thread that a thread makes is beside it, not a part of it. */
    t->strand.construct = t->strand.opening = 0;
    sw_fix_find(sw_sim.live);
    t->polls = t->is_worker = sw_tbb_has(where);
    const struct sw_tasks_at *tasks = t->is_worker ? sw_tasks_at(by) : NULL;
    struct sw_called called = tasks ? tasks->called : sw_place_of(where);
    bool is_workers = called.at == where && t->is_worker && by->is_worker; /* one makes another */
    uint32_t construct =
        is_workers ? by->instance.construct : sw_place_construct(0, SW_CONSTRUCT_THREAD, &called);
    sw_dag_open(sw_sim.dag, &t->instance, &t->strand, construct);
    sw_dag_count(sw_sim.dag, construct, SW_OMP_OVERHEAD, sw_sim.costs.create + sw_sim.costs.start);
    sw_hook_cost(by, sw_sim.costs.create);
    t->handle = handle;
    sw_vthread_know(t);
    t->began = sw_sim.cores->now + by->runner.owed + sw_sim.costs.start;
    sw_vthread_add_lane(t);
    sw_cores_start(sw_sim.cores, &t->runner, t->began);
    sw_sim.record->regions++;
}

/* What of its work the construct that it was made by has. */
static void count(struct sw_vthread *t)
{
    struct sw_dag_record *r = sw_dag_record(sw_sim.dag, t->instance.construct);
    r->counters[SW_OMP_THREADS]++;
    r->counters[SW_OMP_BUSY] += t->worked;
    r->counters[SW_OMP_OCCUPIED] += sw_sim.cores->now - t->began;
    if (t->worked > r->counters[SW_OMP_LONGEST])
        r->counters[SW_OMP_LONGEST] = t->worked;
}

/* On itself, as the last thing. */
static void sw_vthread_end(struct sw_vthread *t)
{
    /* It may have been cancelled at the very beginning of a hook. */
    if (!sw_hook_begin() && (!sw_sim_is_on() || sw_sim.holder != t))
        return;
    sw_thread_samples_end(t);
    sw_hook_settle(t);
    if (!t->is_main) {
        count(t);
        sw_dag_close(sw_sim.dag, &t->instance, &t->strand);
    }
    sw_dag_join(sw_sim.dag, &sw_sim.record->end, &t->strand, 0);
    t->is_over = true;
    if (t->joiner)
        sw_unpark_thread(t->joiner, t);
    else if (!t->is_detached)
        sw_dag_fork(sw_sim.dag, &t->told, &t->strand, 0); /* for who joins it */
    sw_dag_end(sw_sim.dag, &t->strand);
    sw_sim.main_is_over |= t->is_main;
    sw_counter_stop(t->meter);
    sw_vself = &sw_vnobody;
    sw_cores_end(sw_sim.cores, &t->runner);
    if (t->is_detached)
        sw_vthread_forget(t);
    sw_baton_pass();
}

/* --- The end of a thread, seen by a key --- */

static pthread_key_t key;
static bool has_key;

/* Destructors of other keys come after this one, and some set theirs again: it is the end in the last round. */
static void on_end(void *thread)
{
    struct sw_vthread *t = thread;
    if (t != sw_vself)
        return;
    if (++t->rounds < PTHREAD_DESTRUCTOR_ITERATIONS)
        pthread_setspecific(key, t);
    else
        sw_vthread_end(t);
}

/* On the calling thread. */
static void arm(struct sw_vthread *t)
{
    if (!has_key)
        has_key = pthread_key_create(&key, on_end) == 0;
    pthread_setspecific(key, t);
}

void sw_vthread_arrive(struct sw_vthread *t)
{
    t->tid = gettid();
    t->handle = pthread_self();
    sw_vself = t;
    sw_meter_begin(t);
    sw_thread_samples_begin(t);
    arm(t);
}

void sw_vthread_begin(struct sw_vthread *t)
{
    sw_vthread_arrive(t);
    bool polls = t->polls;
    sw_hook_wait(t);
    sw_hook_end(t);
    t->polls = polls;
}
