/*
 * A simulator: the logical threads of the parallel regions that one OS thread of the program
 * encounters, run one after the other on that OS thread. Each has a clock of its own, the simulated
 * time; who is furthest behind runs next, and nobody touches what others see (a loop's iterations, a
 * lock, the queue of tasks) before all who are behind have come as far: so the order of such things
 * is that of N processors.
 *
 * Every function of the OpenMP runtime begins with sw_omp_enter() and ends with sw_omp_leave(): what
 * passes between a leave and the next enter is the program's time, anything else is ours. A switch may
 * come in between, hence after a leave another logical thread may be the one that runs: functions that
 * may switch use the thread they were given, never thread-local storage.
 */
#pragma once

#include "agent/core/meter.h"
#include "agent/openmp/simulator/donor.h"
#include "agent/openmp/simulator/own.h"
#include "engine/dag/dag.h"
#include "live/openmp.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Logical threads that can run, the one that is furthest behind in simulated time first. */

struct sw_omp_thread;

struct sw_omp_ready_entry {
    uint64_t clock, order; /* of two at one time, who came first */
    struct sw_omp_thread *thread;
};

struct sw_omp_ready {
    struct sw_omp_ready_entry *entries; /* a heap */
    size_t n, room;
    uint64_t order;
};

void sw_omp_ready_push(struct sw_omp_ready *ready, struct sw_omp_thread *thread, uint64_t clock);

/* The time of the first one; UINT64_MAX: none. */
static inline uint64_t sw_omp_ready_first(const struct sw_omp_ready *ready)
{
    return ready->n ? ready->entries[0].clock : UINT64_MAX;
}

/* Where the costs of constructs come from. */

struct sw_live;

/* As `spanwise run` has measured them and says in SPANWISE_OPENMP_COSTS. `is_time`: of the simulation, not instructions. */
void sw_omp_costs_read(struct sw_omp_costs *costs, const struct sw_live *live, bool is_time);

struct piece;
struct sw_omp_detach;
struct sw_omp_task;
struct sw_omp_team;
struct sw_omp_looks;
struct sw_omp_held;
struct sw_omp_samples;
struct sw_omp_spinner;

struct sw_omp_thread {
    struct sw_omp_simulator *simulator;
    struct sw_omp_context context;
    const volatile uint64_t *counter; /* of a meter that is no clock: counter.h */
    uint64_t clock;                   /* the simulated time */
    bool asleep;                      /* blocked, and nobody has made it ready yet */
    struct sw_omp_task *task;
    struct sw_omp_team *team;
    unsigned number;            /* in its team */
    unsigned index;             /* in its simulator: 0 is the root */
    uint64_t low;               /* the lowest address of the stack that it runs on, ... */
    uint64_t first_low;         /* ... if that is not a piece: segment.h */
    struct sw_omp_thread *next; /* in a list of waiting ones */
    void (*job)(void *);        /* of the region that it is to run next; NULL: none */
    void *job_data;
    uint64_t phase;         /* its clock at the last barrier, and what it waited since */
    uint64_t yields;        /* in a row, without any other event */
    uint64_t resumed;       /* its clock when it last went on */
    uint64_t place_in_line; /* when it last yielded: a time */
    const void *parked;     /* what it waits for, or waited last: park.h */
    bool is_parked, let_go;
    const void *flushed;   /* where it last ordered its memory by a call, ... */
    uint64_t flush_events; /* ... the simulator's events after that, ... */
    unsigned flushes;      /* ... and how often in a row, with nothing else: guard/spin.h */
    int owner;             /* by which libc knows it: guard/mutex.c; 0: not asked yet */
    const void *released;  /* the lock that it released last, ... */
    uint64_t released_at;  /* ... and when */
    void *abi;             /* what the compiler's interface keeps */
    struct sw_omp_donor donor;
};

#define SW_OMP_PARKED 64 /* lists */
#define SW_OMP_LEFT   64

/* A construct that was looked up lately. */
struct sw_omp_seen {
    const void *address;
    uint32_t parent, kind, construct;
};

enum { SW_OMP_SEEN = 32 };

struct sw_omp_simulator {
    struct sw_omp_thread root; /* the OS thread's own */
    struct sw_omp_thread *current;
    uint64_t left[SW_OMP_LEFT]; /* the times of the last threads that were left, after they did */
    uint64_t n_left;            /* ... something: park.h */
    struct sw_omp_ready ready;
    struct sw_omp_thread **pool; /* logical threads that no team has, the next to be used last */
    size_t n_pool, n_threads, room;
    int pid;                      /* of the process that has made them */
    uint64_t known_by;            /* the thread pointer by which libc knows the OS thread */
    unsigned alone;               /* after fork() in a region: at that level there are no others */
    unsigned n_busy;              /* threads that are in regions, but for the root */
    struct sw_thread *meter;      /* NULL: nothing is measured */
    struct sw_dag *dag;           /* NULL: nothing is recorded, as in a child after fork() */
    struct sw_omp_record *record; /* which has it */
    struct sw_omp_tree *tree;     /* core/tree.h; NULL: none */
    struct sw_omp_samples *samples; /* that wait for the next event; NULL: none are taken */
    bool is_steady;                 /* what is counted becomes time: live/rates.h */
    bool tried;                     /* to get one */
    uint64_t since_ns;              /* when the simulated time was 0, by the real clock */
    struct sw_omp_costs costs;
    uint64_t a_while;                     /* what takes less is not worth a look at all threads */
    struct sw_omp_own own[SW_OMP_OWN];    /* what the runtime itself takes */
    struct sw_omp_seen seen[SW_OMP_SEEN]; /* by their address */
    uint64_t random;
    bool exact; /* what happens now takes longer than such things do: it is to be measured */
    uint64_t events;
    unsigned n_detached;             /* that tasks wait for: core/depend.h */
    struct sw_omp_detach *fulfilled; /* by other OS threads */
    uint32_t bell;                   /* rung by those: who sleeps looks again */
    struct sw_omp_task *free_tasks;  /* linked by their parents */
    struct piece *pieces;            /* of stack: segment.c */
    unsigned displayed;              /* threads of the last region that was: gomp/region.c */
    uint32_t inside;                 /* the runtime: nobody is to switch from a signal handler */
    struct sw_omp_thread *parked[SW_OMP_PARKED]; /* park.h; by address, first come first */
    unsigned n_parked;
    struct sw_omp_spinner *spinners; /* park.h */
    unsigned idle_times;             /* in a row that nobody could run, and no event since: */
    uint64_t idle_events, idle_since;
    /* Of guard/watch.h and guard/tick.h: */
    int tid;
    bool tick_sent, is_ticking, is_held;
    uint64_t watched; /* events that there were when it was last looked at */
    uint64_t stuck;   /* times in a row that there was no new one */
    struct sw_omp_looks *looks;
    struct sw_omp_held *held;      /* guard/held.h; NULL: not yet */
    bool unused;                   /* its OS thread has ended */
    struct sw_omp_simulator *next; /* of all */
};

/* Of the OS thread, or of the logical thread that runs on it. Makes a simulator where there is none. */
struct sw_omp_thread *sw_omp_self(void);

/* The same, or NULL where there is none yet: of the pthread, or of the donor whose thread pointer is in
 * use. */
extern __thread struct sw_omp_thread *sw_omp_running
    __attribute__((visibility("hidden"), tls_model("initial-exec")));

static inline struct sw_omp_thread *sw_omp_self_if_any(void)
{
    return sw_omp_running;
}

/* All simulators of the process, those that are out of use as well. */
struct sw_omp_simulator *sw_omp_simulators(void);

/* In and out of the runtime. */
struct sw_omp_thread *sw_omp_enter(void);
struct sw_omp_thread *sw_omp_enter_as(unsigned kind,
                                      const void *address); /* ... which was in that construct */
struct sw_omp_thread *sw_omp_enter_from_share(void); /* ... in the thread's own share of one */
void sw_omp_leave(struct sw_omp_thread *thread);

static inline void sw_omp_leave_at_end(struct sw_omp_thread **thread)
{
    sw_omp_leave(*thread);
}

/* In until the function, or the block, ends: `thread` is declared. */
#define SW_OMP_INSIDE_BY(thread, enter) \
    struct sw_omp_thread *thread __attribute__((cleanup(sw_omp_leave_at_end))) = enter
#define SW_OMP_INSIDE(thread) SW_OMP_INSIDE_BY(thread, sw_omp_enter())
#define SW_OMP_INSIDE_AS(thread, kind, address) \
    SW_OMP_INSIDE_BY(thread, sw_omp_enter_as(kind, address))

/* A function of the program's by another name. */
#define SW_OMP_ALIAS(name, of) \
    extern __typeof__(of) name __attribute__((alias(#of), visibility("default")))

/* The same for something short that nobody else can see: no event, mostly, just less of the program's
 * time. */
struct sw_omp_aside {
    struct sw_omp_thread *thread;
    struct sw_omp_own *own;
    bool measured;
};

struct sw_omp_aside sw_omp_step_aside(void);
void sw_omp_step_back(const struct sw_omp_aside *aside);

/* Charges what the program did since the last leave; sw_omp_enter() does. */
void sw_omp_charge(struct sw_omp_thread *thread);

/* Lets those go first who are behind. */
void sw_omp_give_way(struct sw_omp_thread *thread);

/* Lets somebody else run, who there is; goes on itself once nobody is behind `clock`. */
void sw_omp_go_behind(struct sw_omp_thread *thread, uint64_t clock);

/* Runs others until somebody makes the thread ready again. */
void sw_omp_block(struct sw_omp_thread *thread);

/* It can run, not before `clock`; what it waited until then is returned. */
uint64_t sw_omp_wake(struct sw_omp_thread *thread, uint64_t clock);

/* A logical thread for a team, and back. NULL: the system has no more threads. */
struct sw_omp_thread *sw_omp_thread_take(struct sw_omp_simulator *simulator);
void sw_omp_thread_give_back(struct sw_omp_thread *thread);

/* Ends the program with a message: the runtime cannot go on. */
void sw_omp_die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
