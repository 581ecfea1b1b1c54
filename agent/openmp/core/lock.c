/*
 * OpenMP's locks and critical sections in simulated time, with their cost and what threads wait
 * for them.
 */
#include "agent/core/order.h"
#include "agent/openmp/core/constructs.h"
#include "engine/runtime_cost.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

static bool grab(struct sw_omp_thread *t, struct sw_omp_lock *lock)
{
    struct sw_omp_thread *nobody = NULL;
    return __atomic_compare_exchange_n(&lock->holder, &nobody, t, false, __ATOMIC_ACQUIRE,
                                       __ATOMIC_RELAXED);
}

static uint64_t cost_of(const struct sw_omp_thread *t, const struct sw_omp_lock *lock, bool waited)
{
    const struct sw_omp_costs *c = &t->simulator->costs;
    const struct sw_lock_costs costs = {c->lock,           c->lock_moved, c->hand_over,
                                        c->hand_over_back, c->section,    c->hand_over_empty};
    return waited ? sw_hand_over_cost(&costs, lock->length, lock->gap)
                  : sw_lock_cost(&costs, lock->user && lock->user != t);
}

/* The thread has it, and may have waited for it in simulated time. */
static void have(struct sw_omp_thread *t, struct sw_omp_lock *lock, uint32_t construct, bool waited)
{
    sw_omp_spend(t, construct, cost_of(t, lock, waited));
    lock->last = t->simulator;
    lock->user = t;
    lock->construct = construct;
    lock->taken = t->clock;
    if (t->simulator->dag)
        sw_order_taken(t->simulator->dag, &t->task->strand, lock->order);
    if (t->simulator->tree)
        sw_omp_tree_lock(t, lock, construct);
}

/* It waits, and looks at the word meanwhile. */
static void finds_taken(const struct sw_omp_thread *t, const struct sw_omp_lock *lock,
                        uint32_t construct)
{
    const struct sw_dag *dag = t->simulator->dag;
    if (dag && lock->word)
        sw_order_finds_taken(dag, &t->task->strand, t->index, lock->word,
                             (const void *)sw_dag_record(dag, construct)->address);
}

/* It was free: since when, in our time? */
static void taken(struct sw_omp_thread *t, struct sw_omp_lock *lock, uint32_t construct)
{
    bool waits = lock->last == t->simulator && lock->free_at > t->clock;
    if (lock->last != t->simulator)
        lock->user = NULL;
    if (waits) {
        finds_taken(t, lock, construct);
        uint64_t wait = sw_omp_wait_until(t, lock->free_at);
        sw_omp_count(t->simulator, construct, SW_OMP_LOCK_WAIT, wait);
    }
    have(t, lock, construct, waits);
}

/* In line behind those who came before; whoever releases it hands it over. */
static void stand_in_line(struct sw_omp_thread *t, struct sw_omp_lock *lock)
{
    t->next = NULL;
    if (lock->end)
        lock->end->next = t;
    else
        lock->first = t;
    lock->end = t;
    sw_omp_block(t);
}

/* Another OS thread has it: lets others of ours run, or sleeps. */
static void wait_for_others(struct sw_omp_thread *t)
{
    struct timespec little = {.tv_nsec = 20000};
    if (t->simulator->ready.n) {
        t->clock = sw_omp_ready_first(&t->simulator->ready) + 1;
        sw_omp_give_way(t);
    } else {
        clock_nanosleep(CLOCK_MONOTONIC, 0, &little, NULL);
    }
}

void sw_omp_lock_take(struct sw_omp_thread *t, struct sw_omp_lock *lock, uint32_t construct)
{
    sw_omp_give_way(t);
    if (t->released == lock && lock->last == t->simulator)
        lock->gap = t->clock - t->released_at;
    while (!grab(t, lock)) {
        struct sw_omp_thread *holder = __atomic_load_n(&lock->holder, __ATOMIC_RELAXED);
        if (holder && holder->simulator == t->simulator) {
            uint64_t since = t->clock;
            finds_taken(t, lock, construct);
            stand_in_line(t, lock);
            sw_omp_count(t->simulator, construct, SW_OMP_LOCK_WAIT, t->clock - since);
            have(t, lock, construct, true);
            return;
        }
        wait_for_others(t);
    }
    taken(t, lock, construct);
}

bool sw_omp_lock_try(struct sw_omp_thread *t, struct sw_omp_lock *lock, uint32_t construct)
{
    sw_omp_give_way(t);
    /* Taken at this time, though it may be free by now: who tries again and again gets there. */
    if ((lock->last == t->simulator && lock->free_at > t->clock) || !grab(t, lock)) {
        t->clock += t->simulator->costs.lock + 100;
        return false;
    }
    taken(t, lock, construct);
    return true;
}

/* One construct may take many locks: what bounds the run is the one that is held longest. */
static void count_held(struct sw_omp_thread *t, struct sw_omp_lock *lock)
{
    static uint32_t n_locks;
    struct sw_omp_simulator *m = t->simulator;
    uint64_t held = t->clock - lock->taken;
    if (!lock->number)
        lock->number = __atomic_add_fetch(&n_locks, 1, __ATOMIC_RELAXED);
    lock->length = held;
    lock->held += held;
    sw_omp_count(m, lock->construct, SW_OMP_BUSY, held);
    sw_omp_count(m, lock->construct, SW_OMP_CHUNKS, 1);
    if (!m->dag)
        return;
    uint64_t *counters = sw_dag_record(m->dag, lock->construct)->counters;
    if (lock->held >= counters[SW_OMP_HELD]) {
        counters[SW_OMP_HELD] = lock->held;
        counters[SW_OMP_WHICH] = lock->number;
    }
}

void sw_omp_lock_release(struct sw_omp_thread *t, struct sw_omp_lock *lock)
{
    struct sw_omp_thread *next = lock->first;
    count_held(t, lock);
    if (t->simulator->dag)
        sw_order_released(t->simulator->dag, &t->task->strand, &lock->order);
    if (t->simulator->tree)
        sw_omp_tree_unlock(t, lock);
    lock->free_at = t->released_at = t->clock;
    lock->last = t->simulator;
    t->released = lock;
    if (!next) {
        __atomic_store_n(&lock->holder, NULL, __ATOMIC_RELEASE);
        return;
    }
    lock->first = next->next;
    if (!lock->first)
        lock->end = NULL;
    __atomic_store_n(&lock->holder, next, __ATOMIC_RELEASE);
    next->phase += sw_omp_wake(next, t->clock);
}

struct sw_omp_lock *sw_omp_lock_of(void **word)
{
    struct sw_omp_lock *lock = __atomic_load_n(word, __ATOMIC_ACQUIRE), *other = NULL;
    if (lock)
        return lock;
    lock = sw_omp_need(calloc(1, sizeof *lock), "a critical section");
    lock->word = word;
    if (__atomic_compare_exchange_n(word, (void **)&other, lock, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
        return lock;
    free(lock);
    return other;
}

void sw_omp_critical_begin(struct sw_omp_thread *t, struct sw_omp_lock *lock, const void *address)
{
    uint32_t construct = sw_omp_construct(t, SW_CONSTRUCT_CRITICAL, address);
    sw_omp_lock_take(t, lock, construct);
    sw_omp_open(t->simulator, &lock->instance, &t->task->strand, construct);
}

void sw_omp_critical_end(struct sw_omp_thread *t, struct sw_omp_lock *lock)
{
    sw_omp_close(t->simulator, &lock->instance, &t->task->strand);
    sw_omp_lock_release(t, lock);
}

/* Locks by number: in blocks that stay where they are. A free lock's number is that of the next free one. */

#define BLOCK  1024
#define BLOCKS 65536

static struct sw_omp_lock *blocks[BLOCKS];
static uint32_t n_locks, first_free;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

/* NULL: no lock has it. */
static struct sw_omp_lock *find(uint32_t number)
{
    bool is_known = number && number / BLOCK < BLOCKS && blocks[number / BLOCK];
    return is_known ? &blocks[number / BLOCK][number % BLOCK] : NULL;
}

static uint32_t take_new(void)
{
    uint32_t number = n_locks + 1;
    if (number / BLOCK >= BLOCKS)
        return 0;
    if (!blocks[number / BLOCK] && !(blocks[number / BLOCK] = calloc(BLOCK, sizeof **blocks)))
        return 0;
    n_locks = number;
    return number;
}

uint32_t sw_omp_lock_new(void)
{
    pthread_mutex_lock(&guard);
    uint32_t number = first_free ? first_free : take_new();
    if (first_free)
        first_free = find(number)->number;
    pthread_mutex_unlock(&guard);
    if (number)
        *find(number) = (struct sw_omp_lock){0};
    return number;
}

struct sw_omp_lock *sw_omp_lock_by_number(uint32_t number)
{
    struct sw_omp_lock *lock = find(number);
    if (!lock)
        sw_omp_die("a lock is used that was not initialized, or is destroyed");
    return lock;
}

void sw_omp_lock_delete(uint32_t number)
{
    struct sw_omp_lock *lock = find(number);
    if (!lock)
        return;
    pthread_mutex_lock(&guard);
    lock->number = first_free;
    first_free = number;
    pthread_mutex_unlock(&guard);
}
