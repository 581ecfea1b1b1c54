/*
 * Locks: of critical sections, the program's own, those that atomic operations fall back to. Who finds
 * one taken waits in the order of simulated time; a lock that is free again in what is still the past of
 * another thread was taken then, and it waits as long.
 *
 * Threads of several simulators may use one lock: between simulators it is a real one.
 */
#pragma once

#include "agent/openmp/simulator/simulator.h"

struct sw_omp_lock {
    const void *word;                  /* of the program's; NULL: none */
    struct sw_omp_thread *holder;      /* NULL: free */
    struct sw_omp_simulator *last;     /* that had it */
    uint64_t free_at;                  /* by that one's simulated time */
    const struct sw_omp_thread *user;  /* its thread that had it */
    uint64_t gap;                      /* after how long a thread came back to it, lately */
    struct sw_omp_thread *first, *end; /* that wait; of the holder's simulator */
    const struct sw_omp_task *owner;   /* of one that can be taken again by who has it */
    unsigned depth;
    uint64_t taken;  /* the simulated time when, ... */
    uint64_t length; /* ... for how long it was the last time, ... */
    uint64_t held;   /* ... and in all */
    uint32_t number; /* in the order in which locks were first released; 0: not yet */
    uint32_t construct;
    uint32_t in_tree;                /* its number there; 0: none yet */
    struct sw_dag_instance instance; /* of a critical section */
    struct sw_order *order;          /* where who had it stood; NULL: not known */
};

void sw_omp_lock_take(struct sw_omp_thread *thread, struct sw_omp_lock *lock, uint32_t construct);
bool sw_omp_lock_try(struct sw_omp_thread *thread, struct sw_omp_lock *lock, uint32_t construct);
void sw_omp_lock_release(struct sw_omp_thread *thread, struct sw_omp_lock *lock);

/* A critical section that the lock guards: they nest. */
void sw_omp_critical_begin(struct sw_omp_thread *thread, struct sw_omp_lock *lock,
                           const void *address);
void sw_omp_critical_end(struct sw_omp_thread *thread, struct sw_omp_lock *lock);

/* The lock that a word of the program's stands for, made at its first use: a pointer to it. */
struct sw_omp_lock *sw_omp_lock_of(void **word);

/* Locks by number, for programs that have 4 bytes for one. 0: no memory. */
uint32_t sw_omp_lock_new(void);
struct sw_omp_lock *sw_omp_lock_by_number(uint32_t number);
void sw_omp_lock_delete(uint32_t number);
