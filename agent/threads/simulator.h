/*
 * Threads on N simulated cores: any program of POSIX, C or C++ threads, as it is.
 *
 * The program's threads are what they are, threads of the operating system, but one of them runs at a time: the one that has the
 * *baton*. Each has a virtual clock, which what it does moves on. Whatever threads do to each other goes through libc, where this
 * library stands in front of: a *hook* asks what the thread has spent since the last one, has it placed on one of N cores
 * (engine/cores/cores.h), and goes on only when it is that thread's turn in virtual time; until then the baton is with those whose turn
 * it is. So all that threads do to each other is in the order that N cores would have it in.
 *
 *   - Mutexes stay libc's own: a hook tries the lock, and if another one has it, *parks* the thread on its address (park.h) until
 *     whoever releases it says so. Condition variables, barriers and futexes are parks and nothing else.
 *   - To be woken, to be created, to yield costs what was measured on this machine; the core of who wakes another one pays its part.
 *   - Who has to wait for something outside (input, another process) goes *away*: it leaves its core and the baton, and comes back when
 *     the system lets it, at the virtual time of then. Only while nobody can run does real time pass as virtual time. Who sleeps, or
 *     waits until some time, takes no real time, unless somebody is away who might be faster.
 *   - A thread of our own, the *watch* (watch.h), takes the baton from who blocks without a hook (a lock inside libc), who is away then;
 *     and interrupts who runs for long while others wait, so that loops that wait for a variable end.
 *
 * A child after fork() is not simulated, nor is what a sandbox has closed: all hooks are libc's functions then.
 *
 * What is simulated with error: threads that meet by atomics alone. What is not: caches, memory, the cost of a lock's cache line.
 */
#pragma once

#include "agent/core/meter.h"
#include "agent/sampler/sampler.h"
#include "engine/cores/cores.h"
#include "engine/dag/dag.h"
#include "live/live.h"
#include "live/openmp.h"

#include <pthread.h>

/* What operations on threads cost on this machine, in ticks of the meter: SPANWISE_THREADS_COSTS, which the tool has measured
 * (helpers/calibrate/threads.c), by name: "lock=20,wake=1500,...", in nanoseconds, or with "=" before all of it in the meter's unit. */

struct sw_thread_costs {
    uint64_t lock;    /* to take or release a lock that is free */
    uint64_t wake;    /* to wake a thread: what the one that does pays, ... */
    uint64_t latency; /* ... and how long after that the other one runs */
    uint64_t create;  /* the same of a new thread */
    uint64_t start;
    uint64_t yield;
};

#define SW_THREAD_COST_NAMES "lock", "wake", "latency", "create", "start", "yield"

void sw_thread_costs_read(struct sw_thread_costs *costs, const struct sw_live *live);

enum { SW_THREADS_MOST = 65536 }; /* at a time */

/* Where a thread is. */
enum sw_pos {
    SW_POS_OUTSIDE, /* in the program, with the baton */
    SW_POS_INSIDE,  /* in a hook, with the baton or waiting for it */
    SW_POS_AWAY     /* in the program or the system, without the baton */
};

struct sw_vthread {
    struct sw_runner runner; /* the first: who is next is found by it */
    _Atomic uint32_t turn;   /* 1: the baton is its own */
    _Atomic uint32_t pos;    /* enum sw_pos */
    int tid;
    _Atomic bool is_held; /* no ticks: watch.h */
    bool is_main;
    pthread_t handle;
    struct sw_vthread *next_known; /* by its handle */
    struct sw_thread *meter;
    struct sw_dag_strand strand;
    uint32_t number;                 /* for what comes before what: core/order.h */
    struct sw_dag_instance instance; /* of what started it */
    uint64_t began;                  /* the virtual time of its start */
    uint64_t worked;
    uint64_t worked_before; /* when it last left a barrier */
    uint64_t events;
    /* Parked: */
    const volatile void *on; /* NULL: it is not */
    uint32_t bits;           /* of a futex */
    struct sw_vthread *next_parked, *parked_before;
    struct sw_vthread *next_first,
        *last_parked;          /* of the first at its address: one at another, ... */
    uint32_t n_parked;         /* ... and those at its own */
    struct sw_dag_strand told; /* where who woke it stood, if what it waited for is a dependence */
    bool is_reported;
    uint32_t place;    /* the construct that it waits in */
    bool is_cancelled; /* or will be, where it may be: not while ... */
    bool is_spared;    /* ... it has said so */
    bool is_async;     /* it may be cancelled anywhere, but in hooks */
    unsigned unwaited; /* locks that it holds and nobody waits for (without.h) */
    bool allocates;    /* in a hook, by libc's function: in the program's own allocator, too */
    /* Its end: */
    bool is_over;
    bool is_detached;
    unsigned rounds; /* of destructors */
    struct sw_vthread *joiner;
    /* Its start: */
    void *(*run_posix)(void *);
    int (*run_c11)(void *);
    void *argument;
    unsigned yields; /* in a row */
    bool polls;      /* what it does until it yields is looking for something to do, ... */
    uint64_t looks;  /* ... if that took no longer; set before a hook, ... */
    uint64_t looked; /* ... which says how long it took: no work */
    /* oneTBB's, see tasks.h: */
    bool is_worker;
    struct tasks *tasks; /* that it waits for */
    uint64_t managed;    /* of what is charged next: calls of the library, ... */
    uint32_t manages;    /* ... for tasks of which construct */
    uint64_t worked_before_task;
    struct sw_vthread *next_back;       /* of those that have come back */
    struct sw_vthread *next;            /* of all */
    uint64_t wait_sp;                   /* where on its stack it last began to wait */
    const void *framed;                 /* a lock that is on its stack; NULL: none that is sought */
    struct sw_stack stack;              /* where it runs; of no size: not known yet */
    uint64_t alone_before, time_before; /* when its program went on: what the cores had of these */
    /* Paths of its samples that nobody who waited for it has been told of: since its own last wait, and since it took a lock. */
    sw_majority phase, inside;
    struct sw_sampler *sampler;
    struct sw_thread_samples *samples;
};

enum { SW_POKES = 16 };

struct sw_simulator {
    struct sw_cores *cores; /* in the record */
    struct sw_live *live;
    struct sw_omp_record *record;
    struct sw_dag *dag;
    struct sw_thread_costs costs;
    unsigned n; /* cores that the program is told of */
    _Atomic uint32_t on;
    _Atomic(struct sw_vthread *) holder;   /* of the baton; NULL: nobody has it */
    _Atomic(struct sw_vthread *) back;     /* came back, and wait for their turn */
    _Atomic(const void *) poked[SW_POKES]; /* addresses that somebody wakes who must not wait */
    _Atomic uint32_t n_poked;
    struct sw_vthread *all;
    unsigned n_away;
    uint64_t idle_since;         /* by the real clock, ... */
    _Atomic uint64_t idle_until; /* ... and when somebody's time has come; UINT64_MAX: nobody's */
    bool main_is_over;
};

extern struct sw_simulator sw_sim __attribute__((visibility("hidden")));
extern __thread struct sw_vthread *sw_vself
    __attribute__((visibility("hidden"), tls_model("initial-exec")));

/* NULL: nothing is simulated here, and the hook is to do what libc does. */
struct sw_vthread *sw_hook_slow(struct sw_vthread *thread);
struct sw_vthread *sw_hook_charge(struct sw_vthread *thread);

/* Begins a hook: what the thread did is charged, and it is its turn. */
static inline struct sw_vthread *sw_hook_begin(void)
{
    struct sw_vthread *t = sw_vself;
    uint32_t outside = SW_POS_OUTSIDE;
    if (!t || !__atomic_load_n(&sw_sim.on, __ATOMIC_RELAXED) ||
        !atomic_compare_exchange_strong_explicit(&t->pos, &outside, SW_POS_INSIDE,
                                                 memory_order_acquire, memory_order_relaxed))
        return sw_hook_slow(t);
    return sw_hook_charge(t);
}

/* Ends it: the program's time goes on. */
void sw_hook_end(struct sw_vthread *thread);

/* What an operation costs the thread that does it: no work. It goes on after that, or at once and owes it. */
void sw_hook_cost(struct sw_vthread *thread, uint64_t cost);
void sw_hook_settle(struct sw_vthread *thread);

/* Others run until somebody wakes the thread, or the deadline has passed: false then. */
bool sw_hook_block(struct sw_vthread *thread, enum sw_blocked why, uint64_t deadline);

/* One that is blocked, and not away, goes on at the caller's time and what waking takes, which the caller pays its part of. */
void sw_hook_wake(struct sw_vthread *thread, struct sw_vthread *by);

/* A hook's thread does something outside, and is back. Between the two it must not touch what is simulated. */
void sw_hook_away(struct sw_vthread *thread);
void sw_hook_back(struct sw_vthread *thread);

/* Without the baton, in a handler of a signal: who waits there is to be woken. */
void sw_poke(const void *on);

/* Lets others run. `at` is where it waits, if it did nothing but that since it yielded before. */
struct sw_wait_at;
void sw_hook_yield(struct sw_vthread *thread, const struct sw_wait_at *at);

/* Outside hooks: what the thread has spent that is not charged yet. */
uint64_t sw_hook_since(struct sw_vthread *thread);

/* A new thread waits for its first turn. */
void sw_hook_wait(struct sw_vthread *thread);

/* Whoever is next has the baton: the caller's own thread is not, for good or until it comes back. */
void sw_baton_pass(void);

/* Of the watch: takes the baton from who has it and is not in a hook. False: it is in one. And has somebody go on if nobody has it. */
bool sw_baton_take(struct sw_vthread *from);
void sw_baton_look(void);

/* The thread has come as far as this, should the program end there. */
void sw_record_reach(const struct sw_vthread *thread);

/* Nobody is simulated any more: all that are parked go on by themselves. */
void sw_sim_stop(void);

/* The calling thread's meter, which is zeroed, starts. */
void sw_meter_begin(struct sw_vthread *thread);

/* Stands for the watch, and for threads that have ended: their hooks are libc's functions. */
extern struct sw_vthread sw_vnobody __attribute__((visibility("hidden")));

/* The real clock. */
uint64_t sw_real_ns(void);
