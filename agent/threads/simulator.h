/*
 * Threads on N simulated cores: any program of POSIX, C or C++ threads, as it is.
 *
 * The program's threads are what they are, threads of the operating system, but one of them runs at a time: the one that has the
 * *baton*. Each has a virtual clock, which what it does moves on. Whatever threads do to each other goes through libc, where this
 * library stands in front of: a *hook* asks what the thread has spent since the last one, has it placed on one of N cores
 * (engine/cores/cores.h), and goes on only when it is that thread's turn in virtual time; until then the baton is with those whose turn
 * it is. So all that threads do to each other is in the order that N cores would have it in.
 *
 *   - Mutexes stay libc's own: a hook tries the lock, and if another one has it, *parks* the thread on its address until
 *     whoever releases it says so. Condition variables, barriers and futexes are parks and nothing else.
 *   - To be woken, to be created, to yield costs what was measured on this machine; the core of who wakes another one pays its part.
 *   - Who has to wait for something outside (input, another process) goes *away*: it leaves its core and the baton, and comes back when
 *     the system lets it, at the virtual time of then. Only while nobody can run does real time pass as virtual time. Who sleeps, or
 *     waits until some time, takes no real time, unless somebody is away who might be faster.
 *   - A thread of our own, the *watch*, takes the baton from who blocks without a hook (a lock inside libc), who is away then;
 *     and interrupts who runs for long while others wait, so that loops that wait for a variable end.
 *
 * A child after fork() is not simulated, nor is what a sandbox has closed: all hooks are libc's functions then.
 *
 * What is simulated with error: threads that meet by atomics alone. What is not: caches, memory, the cost of a lock's cache line.
 */
#pragma once

#include "agent/core/meter.h"
#include "agent/core/tbb.h"
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

enum { SW_THREADS_MOST = 65536 }; /* at a time */

/*
 * What is simulated as if it were fixed, so that the time without it is known: SPANWISE_THREADS_WITHOUT, which the tool makes of what it
 * has found (tool/measure/simulations.h), one line for each place: WHAT, then OFFSET of the call in hexadecimal and PATH of its file, if
 * it is about a place. By any thread, but for sw_fix_read() and sw_fix_find().
 */

/* In the order of their names. */
enum sw_fix {
    SW_FIX_SERIAL,  /* what one thread does alone is done by all cores */
    SW_FIX_THREADS, /* ... and where there are too few threads for them */
    SW_FIX_JOIN,    /* threads that have ended do what others still have to do */
    SW_FIX_WAIT,    /* who waits there does so as well: at barriers, for conditions and the like */
    SW_FIX_LOCK,    /* locks that are taken there are never waited for, wherever they are taken */
    SW_FIX_COST,    /* threads cost nothing: neither to start nor to wake them, wherever that is */
    SW_FIXES
};

#define SW_FIX_NAMES "serial", "threads", "join", "wait", "lock", "cost"

extern uint32_t sw_fixed __attribute__((visibility("hidden"))); /* bits of enum sw_fix */

void sw_fix_read(struct sw_live *live);

/* Files that were loaded since may be among those that are meant. */
void sw_fix_find(struct sw_live *live);

/* Whether that is fixed where this call returns to. */
bool sw_fix_at(enum sw_fix what, const void *where);

/* For engine/cores: bits of enum sw_ledger_reason. */
uint32_t sw_fix_losses(void);

/* A return address, and those of who called that, as far as they are no library's; 0: no more are known. Of code that headers have in
 * the program only symbols tell whose it is. */
struct sw_called {
    const void *at;
    uint64_t by[SW_OMP_CALLERS];
};

/* What a thread waits in: a kind of construct at an address of the program. */
struct sw_wait_at {
    uint32_t kind; /* enum sw_construct_kind */
    enum sw_blocked why;
    const void *where; /* NULL: for tasks of oneTBB's, see tasks.c */
};

enum { SW_THREAD_PATHS = 256, SW_THREAD_RUNS = 64 }; /* powers of two */

struct sw_thread_samples {
    uint32_t n;
    struct {
        uint32_t path, weight;
    } slots[SW_THREAD_PATHS];
    /* The same in their order, for its lane: paths that follow each other, the longest of several where there are too many. */
    uint32_t n_runs;
    struct {
        uint32_t path, weight;
    } runs[SW_THREAD_RUNS];
};

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
    _Atomic bool is_held; /* no ticks: watch.c */
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
    unsigned unwaited; /* locks that it holds and nobody waits for (without.c) */
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
    /* oneTBB's, see tasks.c: */
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

static inline bool sw_sim_is_on(void)
{
    return __atomic_load_n(&sw_sim.on, __ATOMIC_RELAXED);
}

/* NULL: nothing is simulated here, and the hook is to do what libc does. */
struct sw_vthread *sw_hook_slow(struct sw_vthread *thread);
struct sw_vthread *sw_hook_charge(struct sw_vthread *thread);

/* Begins a hook: what the thread did is charged, and it is its turn. */
static inline struct sw_vthread *sw_hook_begin(void)
{
    struct sw_vthread *t = sw_vself;
    uint32_t outside = SW_POS_OUTSIDE;
    if (!t || !sw_sim_is_on() ||
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
void sw_hook_yield(struct sw_vthread *thread, const struct sw_wait_at *at);

/* Outside hooks: what the thread has spent that is not charged yet. */
uint64_t sw_hook_since(struct sw_vthread *thread);

/* A new thread waits for its first turn. */
void sw_hook_wait(struct sw_vthread *thread);

/* Whoever is next has the baton: the caller's own thread is not, for good or until it comes back. */
void sw_baton_pass(void);

/* Of the watch: takes the baton from who has it, unless that is in a hook. And has somebody go on if nobody has it. */
void sw_baton_take(struct sw_vthread *from);
void sw_baton_look(void);

/* The thread has come as far as this, should the program end there. */
void sw_record_reach(const struct sw_vthread *thread);

/* Nobody is simulated any more: all that are parked go on by themselves. */
void sw_sim_stop(void);

/* The calling thread's meter, which is zeroed, starts. */
void sw_meter_begin(struct sw_vthread *thread);

/* Stands for the watch, and for threads that have ended: their hooks are libc's functions. */
extern struct sw_vthread sw_vnobody __attribute__((visibility("hidden")));

/* --- Parks: threads that wait for something by its address, first come first. With the baton only --- */

/* Whether the thread is to go on from where it may be cancelled, to find out there. */
static inline bool sw_is_cancelled(const struct sw_vthread *t)
{
    return t->is_cancelled && !t->is_spared;
}

/* Waits on the address until it is unparked: true; or until the deadline. */
bool sw_park(struct sw_vthread *thread, const volatile void *on, uint32_t bits,
             const struct sw_wait_at *at, uint64_t deadline);

/* The first one there with one of these bits goes on; NULL: there is none. If it waited to be told, `by` told it. */
struct sw_vthread *sw_unpark(const volatile void *on, uint32_t bits, struct sw_vthread *by);

/* The first one there, as it is; and how many. */
struct sw_vthread *sw_parked_first(const volatile void *on);
uint32_t sw_parked_count(const volatile void *on);

/* So many of those there wait on another address from now on; returns how many. */
uint32_t sw_park_move(const volatile void *from, const volatile void *to, uint32_t most);

/* All there come together: each goes on after the last of them, which the caller is. */
void sw_barrier_open(struct sw_vthread *thread, const volatile void *on,
                     const struct sw_wait_at *at);

/* That one, by the caller's time, and at no cost. */
void sw_unpark_at_once(struct sw_vthread *thread);

/* That one alone, wherever it waits. */
void sw_unpark_thread(struct sw_vthread *thread, struct sw_vthread *by);

/* --- What threads wait in, by construct, and what they depend on: the dag and its counters. With the baton only --- */

/* The construct of that kind and place, as the thread comes to it. */
uint32_t sw_wait_construct(struct sw_vthread *thread, uint32_t kind, const void *where);

void sw_wait_begin(struct sw_vthread *thread, const struct sw_wait_at *at);
void sw_wait_end(struct sw_vthread *thread);

/* Who is woken, if it waited to be told or for an end, comes after who has woken it. */
void sw_wait_told(struct sw_vthread *thread, struct sw_vthread *by);

/* It ran in a loop there that waits for what another thread writes, as far as can be seen. */
void sw_wait_spun(struct sw_vthread *thread, const void *where, uint64_t time);

/* A lock was taken there, or is released now. */
void sw_lock_taken(struct sw_vthread *thread, const void *lock, const void *where);
void sw_lock_released(struct sw_vthread *thread, const void *lock);

/* --- Whose line a wait is at: who called libstdc++, TBB or another library of the system is meant, not the library --- */

/* The innermost call that is not a library's, on the stack of the calling thread; `where` if that is one,
 * or there is none. In a hook. */
struct sw_called sw_place_of(const void *where);

/* The same, whatever `where` is. */
struct sw_called sw_place_here(const void *where);

/* The construct of that kind there, which is in another one. */
uint32_t sw_place_construct(uint32_t parent, uint32_t kind, const struct sw_called *called);

/* A lock was made there. */
void sw_place_made(const void *lock, const void *where);

/* It begins to wait, with its stack as far as there. */
void sw_place_waits(struct sw_vthread *thread, uint64_t sp);

/* A lock is waited for, for the first time. If it is on the stack of a thread, that looks which frame has it, after a wait of its own. */
void sw_place_met(const void *lock);
void sw_place_frame(struct sw_vthread *thread);

/*
 * oneTBB's tasks (tasks.c). Its workers meet by atomics that no hook sees, but each task begins and ends in calls of the library by the
 * program's own code, which can be stood in front of. From that: tasks are made and end in the order of virtual time; who waits for them goes on
 * no earlier than the last one has ended; what a worker does after one that ended, until it yields or falls asleep in the library, is looking for
 * another one, no work; what the calls take is overhead; and all of that is where the program called parallel_for() or the like.
 */

/* Where the program called it, for what the library does on that thread, and as which kind of construct; NULL: it has not. */
const struct sw_tasks_at {
    struct sw_called called;
    uint32_t kind;
} * sw_tasks_at(const struct sw_vthread *thread);

/* --- Threads of the program, from their creation to their end --- */

/* One that nobody knows yet, or NULL. By any thread. */
struct sw_vthread *sw_vthread_make(void);

/* What it does is noted over time. With the baton, before it starts. */
void sw_vthread_add_lane(struct sw_vthread *thread);

/* The calling thread is that one: its meter starts. */
void sw_vthread_arrive(struct sw_vthread *thread);

/* It was made by another one, there, and is ready when that has taken what it takes. In a hook. */
void sw_vthread_start(struct sw_vthread *thread, struct sw_vthread *by, pthread_t handle,
                      const void *where);

/* On itself, as the first thing: returns when it is its turn. */
void sw_vthread_begin(struct sw_vthread *thread);

/* It is found by its handle, which it has: with the baton. */
void sw_vthread_know(struct sw_vthread *thread);

/* The one that is known by that handle, and has not been joined. With the baton. */
struct sw_vthread *sw_vthread_of(pthread_t handle);

/* It was joined, or never began. In a hook. */
void sw_vthread_forget(struct sw_vthread *thread);

/* --- Samples of a thread. They wait for its next hook, which gives them to its strand: see agent/openmp/simulator/record.c --- */

extern __attribute__((visibility("hidden"))) const struct sw_sample_taker sw_threads_taker;

/* On the thread: it is sampled from now on, if threads are; and no more. */
void sw_thread_samples_begin(struct sw_vthread *thread);
void sw_thread_samples_end(struct sw_vthread *thread);

/* With the baton: they are its strand's, or nobody's. */
void sw_thread_samples_drop(struct sw_vthread *thread);
void sw_thread_samples_drain(struct sw_vthread *thread);

/*
 * The watch: a thread of ours that looks every millisecond who has the baton. Who sleeps in the system outside a hook loses it: something
 * has blocked it that we do not see. Who runs for long while others wait gets a signal, a *tick*, by which it lets others
 * run whose virtual time is behind its own: it may wait for what they write.
 */

/* The program's own allocator: its locks stay libc's. If another thread ran while it has one, whoever allocates in a hook, as pthread_create()
 * does, would wait for it with the baton, for ever. */
bool sw_watch_is_allocator(const void *caller);

/* There are several threads from now on. In a hook, any number of times. */
void sw_watch_begin(void);

/* From now on, until released, neither ticks nor samples come to the calling thread: some calls end early by any signal. In a hook. */
void sw_watch_hold(struct sw_vthread *thread);
void sw_watch_release(struct sw_vthread *thread);

/* For good; in a child after fork(). */
void sw_watch_end(void);
void sw_watch_forget(void);

/* --- The process --- */

/* The program makes a thread: it is simulated from now on, if it is to be at all. And whether that is yet to come. */
void sw_process_begin(void);
bool sw_process_is_ahead(void);
