/*
 * Tasks: implicit ones, of which each thread of a team has one, and explicit ones.
 *
 * An explicit task that is not to run at once waits in three lists: of its team, oldest first, for who
 * waits at a barrier; of its parent, youngest first, for a taskwait; of its taskgroup, likewise. It runs
 * on the stack of the thread that took it, above what that waits for. Who has more than 64 tasks a thread
 * waiting makes no more of them: the next one runs at once. (As libgomp has it; libomp's rule is another.)
 *
 * A task that has ended stays until its children have: they are told to it.
 */
#pragma once

#include "agent/openmp/simulator/origin.h"
#include "agent/openmp/simulator/settings.h"
#include "engine/dag/dag.h"

#include <stdbool.h>
#include <stddef.h>

/* Doubly linked lists with a head in the ring. */

struct sw_omp_link {
    struct sw_omp_link *next, *previous;
};

static inline void sw_omp_link_init(struct sw_omp_link *head)
{
    head->next = head->previous = head;
}

static inline bool sw_omp_link_is_empty(const struct sw_omp_link *head)
{
    return head->next == head;
}

static inline void sw_omp_link_put_before(struct sw_omp_link *at, struct sw_omp_link *link)
{
    link->next = at;
    link->previous = at->previous;
    at->previous->next = link;
    at->previous = link;
}

static inline void sw_omp_link_remove(struct sw_omp_link *link)
{
    link->next->previous = link->previous;
    link->previous->next = link->next;
}

struct sw_omp_simulator;
struct sw_omp_thread;
struct sw_omp_team;
struct sw_omp_dependences;
struct sw_omp_depend_table;
struct sw_omp_detach;
struct sw_omp_log;

#define SW_OMP_WAITING     64  /* tasks a thread; who finds more waiting makes none that wait */
#define SW_OMP_OWN_WAITING 256 /* libomp's: of the thread's own */

enum sw_omp_queue { SW_OMP_OF_TEAM, SW_OMP_OF_PARENT, SW_OMP_OF_GROUP, SW_OMP_QUEUES };

struct sw_omp_group {
    struct sw_omp_group *outer;
    struct sw_omp_link waiting;
    unsigned n_tasks;          /* that have not ended, descendants as well */
    struct sw_dag_strand ends; /* of those that have */
    uint64_t latest;           /* the simulated time when the last one did */
    struct sw_omp_thread *waiter;
    bool cancelled;
    bool shared; /* it is that of a work-sharing construct: the one around it is meant by cancel */
    void *reductions; /* what the compiler's interface keeps */
    struct sw_dag_instance instance;
    uint64_t begun;
};

struct sw_omp_task {
    struct sw_omp_task *parent;
    struct sw_omp_team *team;
    struct sw_omp_group *group; /* that it belongs to, or has begun itself since */
    void (*function)(void *);
    void *data;
    struct sw_omp_simulator *pool; /* where its memory goes when it is released; NULL: to malloc */
    struct sw_omp_icv icv;
    struct sw_omp_link waiting; /* its children */
    unsigned references;        /* itself, while it runs, and its children */
    struct sw_dag_strand strand;
    struct sw_dag_instance instance;
    uint64_t ready; /* from when on it can run */
    unsigned maker; /* the number of the thread that made it */
    struct sw_omp_origin origin;
    struct sw_omp_link links[SW_OMP_QUEUES];
    /* While it runs: */
    struct sw_omp_task *before; /* that the thread was in */
    uint64_t begun;             /* the thread's clock less what it waited */
    uint64_t started;           /* its clock */
    /* All zero at first: */
    struct sw_dag_strand ends;    /* of its children that have ended since it last waited */
    uint64_t inside;              /* of the time since it began, what other tasks took */
    unsigned n_children;          /* that have not ended */
    int priority;                 /* the higher, the earlier */
    struct sw_omp_thread *waiter; /* a thread that waits for its children */
    uint64_t latest;              /* the simulated time when the last child ended */
    struct sw_omp_dependences *dependences; /* NULL: none */
    struct sw_omp_depend_table *table;      /* of its children's; NULL: none */
    const struct sw_omp_dependences *wants; /* those of a child whose turn it waits for */
    struct sw_omp_detach *detach;           /* that ends it, besides its function; NULL: none */
    struct sw_omp_log *log;                 /* for the program tree: tree/log.h; NULL: none */
    void *abi;                              /* what the compiler's interface keeps with it */
    const void *body;                       /* libgomp's: the program's function */
    bool implicit, queued, final, untied, ended, submitted;
    bool waits_for_some; /* children: it is woken whenever one has ended */
    bool undeferred;     /* its creator runs it before it goes on */
    bool included;       /* ... and must: the dag says so too */
    bool copied;         /* the program has made its data: it begins though it may be cancelled */
    bool awaited;        /* its parent waits for it before others */
    bool in_barrier;     /* a thread runs it at a barrier, or one that it descends from */
    bool in_one;         /* it runs inside one that is undeferred as well */
    unsigned beside;     /* such tasks that were running when it began, and itself */
};
