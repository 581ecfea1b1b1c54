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
#include "agent/openmp/simulator/own.h"
#include "agent/openmp/simulator/switch.h"
#include "engine/dag/dag.h"
#include "engine/runtime_cost.h"
#include "live/openmp.h"

#include <limits.h>
#include <time.h>

/* What the program sees, and from where it called that. */
#define SW_API __attribute__((visibility("default")))
#define HERE   __builtin_return_address(0)

/* --- Settings: the internal control variables, those of the process, from its environment, and those that each task has a copy of --- */

enum sw_omp_schedule {
    SW_OMP_STATIC,
    SW_OMP_DYNAMIC,
    SW_OMP_GUIDED,
    SW_OMP_AUTO,
    SW_OMP_SCHEDULES
};

#define SW_OMP_LEVELS 8 /* of OMP_NUM_THREADS' list */

/* A task's own. */
struct sw_omp_icv {
    unsigned threads; /* of the next region */
    unsigned max_active_levels;
    unsigned thread_limit;
    int schedule; /* enum sw_omp_schedule, for schedule(runtime) */
    bool monotonic;
    bool dynamic;
    int chunk; /* 0: not given */
    int default_device;
    uintptr_t allocator; /* the handle of the default one */
};

struct sw_omp_settings {
    struct sw_omp_icv initial;
    unsigned processors;                    /* that the program is told of */
    unsigned nested_threads[SW_OMP_LEVELS]; /* of inner levels */
    unsigned n_nested;
    bool force;  /* num_threads clauses are ignored */
    bool baton;  /* switch.h */
    bool libomp; /* which the program is linked with, not libgomp: some defaults differ */
    bool cancellation;
    bool display_affinity;
    int proc_bind;
    unsigned max_task_priority;
    unsigned num_teams, teams_thread_limit;
    uint64_t stack_size; /* 0: as pthreads have */
};

extern struct sw_omp_settings sw_omp_settings __attribute__((visibility("hidden")));

/* Handles of allocators that need not be made, from 1 on, and what they are called. */
#define SW_OMP_DEFAULT_ALLOCATOR 1
#define SW_OMP_ALLOCATORS        8
extern const char *const sw_omp_allocator_names[SW_OMP_ALLOCATORS]
    __attribute__((visibility("hidden")));

/* Active levels of regions that there may be at most. */
static inline unsigned sw_omp_levels(void)
{
    return sw_omp_settings.libomp ? INT_MAX : UCHAR_MAX;
}

/* Reads the environment, once. */
void sw_omp_settings_init(void);

/* --- OMP_PLACES, of the simulated processors --- */

/* How OMP_PROC_BIND says it; what it is called for programs. */
enum sw_omp_bind {
    SW_OMP_BIND_FALSE,
    SW_OMP_BIND_TRUE,
    SW_OMP_BIND_PRIMARY,
    SW_OMP_BIND_CLOSE,
    SW_OMP_BIND_SPREAD
};

/* Processors first, first + step, ... */
struct sw_omp_place {
    unsigned first, n, step;
};

struct sw_omp_places {
    struct sw_omp_place *list;
    unsigned n;
};

/* Read when first asked for. */
const struct sw_omp_places *sw_omp_places(void);

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

/* Where what a thread runs was made: record.h. */
struct sw_omp_origin {
    uint64_t limit; /* on the stack; 0: all of it is its own */
    uint32_t path;  /* 0: none */
};

/* Doubly linked lists with a head in the ring. */

struct sw_omp_link {
    struct sw_omp_link *next, *previous;
};

static inline void sw_omp_link_init(struct sw_omp_link *head)
{
    head->next = head->previous = head;
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
    bool implicit, queued, final, ended, submitted;
    bool waits_for_some; /* children: it is woken whenever one has ended */
    bool undeferred;     /* its creator runs it before it goes on */
    bool included;       /* ... and must: the dag says so too */
    bool copied;         /* the program has made its data: it begins though it may be cancelled */
    bool awaited;        /* its parent waits for it before others */
    bool in_barrier;     /* a thread runs it at a barrier, or one that it descends from */
    bool in_one;         /* it runs inside one that is undeferred as well */
    unsigned beside;     /* such tasks that were running when it began, and itself */
};

/* What constructs cost, as `spanwise run` has measured it and says in SPANWISE_OPENMP_COSTS. `is_time`: of the simulation, not instructions. */
void sw_omp_costs_read(struct sw_omp_costs *costs, const struct sw_live *live, bool is_time);

/* Logical threads that can run, the one that is furthest behind in simulated time first. */

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
    uint64_t first_low;         /* ... if that is not a piece of its own */
    struct sw_omp_thread *next; /* in a list of waiting ones */
    void (*job)(void *);        /* of the region that it is to run next; NULL: none */
    void *job_data;
    uint64_t phase;         /* its clock at the last barrier, and what it waited since */
    uint64_t yields;        /* in a row, without any other event */
    uint64_t resumed;       /* its clock when it last went on */
    uint64_t place_in_line; /* when it last yielded: a time */
    const void *parked;     /* what it waits for, or waited last: park.c */
    bool is_parked, let_go;
    const void *flushed;   /* where it last ordered its memory by a call, ... */
    uint64_t flush_events; /* ... the simulator's events after that, ... */
    unsigned flushes;      /* ... and how often in a row, with nothing else: guard/spin.c */
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
    uint64_t n_left;            /* ... something: park.c */
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
    struct sw_omp_tree *tree;     /* core/tree.c; NULL: none */
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
    unsigned n_detached;             /* that tasks wait for: core/depend.c */
    struct sw_omp_detach *fulfilled; /* by other OS threads */
    uint32_t bell;                   /* rung by those: who sleeps looks again */
    struct sw_omp_task *free_tasks;  /* linked by their parents */
    struct piece *pieces;            /* of stack, that are free */
    unsigned displayed;              /* threads of the last region that was: gomp/parallel.c */
    uint32_t inside;                 /* the runtime: nobody is to switch from a signal handler */
    struct sw_omp_thread *parked[SW_OMP_PARKED]; /* by address, first come first */
    unsigned n_parked;
    struct sw_omp_spinner *spinners;
    unsigned idle_times; /* in a row that nobody could run, and no event since: */
    uint64_t idle_events, idle_since;
    /* Of guard/watch.c: */
    int tid;
    bool tick_sent, is_ticking, is_held;
    uint64_t watched; /* events that there were when it was last looked at */
    uint64_t stuck;   /* times in a row that there was no new one */
    struct sw_omp_looks *looks;
    struct sw_omp_held *held;      /* guard/mutex.c; NULL: not yet */
    bool unused;                   /* its OS thread has ended */
    struct sw_omp_simulator *next; /* of all */
};

/*
 * Work-sharing constructs: loops, sections, single. All threads of a team come to them in the same
 * order; the first one makes a share, the last one that goes on to the next releases it.
 *
 * Iterations are numbered from 0 on, whatever the program's own counter is. A chunk is one that anybody
 * could have taken when the thread came to the loop: in the dag all chunks start there.
 */

/* A thread's way through a loop. */
struct sw_omp_chunks {
    struct sw_dag_strand start, ends;
    struct sw_dag_instance instance;
    uint64_t begun;    /* the thread's clock less what it waited, when it came to the loop */
    uint64_t chunk;    /* ... and to the chunk that it is in */
    uint64_t taken;    /* chunks that it has had */
    uint64_t turn;     /* of an ordered loop: the number of its chunk among all */
    uint64_t from, to; /* the chunk */
    struct sw_dag_instance ordered; /* the part of it whose turn it is */
    uint64_t turn_begun;
    bool in_order;
    bool inside;   /* a chunk */
    bool together; /* ... or several, that cannot be told apart */
    bool open;     /* it has come to the loop and not left it */
};

struct sw_omp_share {
    struct sw_omp_share *next;
    unsigned n_passed; /* threads that have gone on to the next one */
    unsigned n_left;
    uint32_t kind, construct;
    unsigned in_tree; /* of a loop: its number in the phase, tree/log.h */
    uint64_t begun,
        ended; /* the simulated time when the first thread came, and when the last left */
    uint64_t busy, longest;  /* of the threads that have left */
    uint64_t span, burdened; /* the longest of theirs */
    /* The iterations, and the program's own counter of them: */
    uint64_t n, at, chunk;
    uint64_t start, end, step;
    int schedule; /* enum sw_omp_schedule */
    bool ordered;
    bool halves;                    /* guided: see struct sw_omp_loop */
    uint64_t given;                 /* chunks, in all */
    uint64_t turn;                  /* the chunk whose turn it is: ordered */
    struct sw_omp_thread *waiting;  /* for their turn */
    struct sw_dag_strand turn_ends; /* where the last ordered part ended */
    uint64_t turn_clock;
    const struct sw_omp_thread *turn_user; /* whose it was */
    struct sw_omp_doacross *doacross;
    uint64_t *counts; /* of its nested loops, the outermost first */
    unsigned n_counts;
    struct sw_omp_thread *taker; /* of a single: who does it */
    void *copied;                /* what it hands to all: copyprivate */
    void *memory;                /* that all threads have in common; released with it */
    void *abi;                   /* what the compiler's interface keeps */
};

/*
 * Teams: the threads of a parallel region, and their barriers.
 *
 * In the dag a region is a fork of its implicit tasks and a join of them and of all explicit tasks that
 * belong to it; a barrier is a meeting of all of these, from where all go on. In simulated time a barrier
 * ends when the last of them has come.
 */

/* What a thread is about in its team. */
struct sw_omp_member {
    struct sw_omp_share *share; /* the work-sharing construct that it came to last */
    struct sw_omp_chunks chunks;
    int reducing;              /* how: kmpc */
    struct sw_queue_use queue; /* libomp's, of the tasks that it has made */
    unsigned n_queued;         /* tasks that it has made, and that can run */
    uint64_t
        inside;    /* of the time since the last barrier, what it was in regions inside this one */
    uint64_t came; /* the simulated time when it came to its last single */
    uint32_t barrier; /* the construct that it waits at, ... */
    bool released;    /* ... and from which it is released */
    bool cancellable; /* that barrier is, and was not yet */
    unsigned loops;   /* for the program tree: that it has left since the last barrier, ... */
    struct sw_omp_log *chunk_log; /* ... and what it does in one */
};

struct sw_omp_team {
    unsigned n;
    unsigned level, active_level;
    struct sw_omp_thread **threads;
    struct sw_omp_task *tasks; /* the implicit ones */
    struct sw_omp_member *members;
    /* Of the thread that has begun the region: what it was before. */
    struct sw_omp_team *outer;
    struct sw_omp_task *outer_task;
    unsigned outer_number;
    uint64_t outer_phase;
    /* The barrier: */
    unsigned n_arrived;
    struct sw_dag_strand meeting;
    uint64_t latest;            /* arrival, or end of a task */
    uint64_t phase;             /* the simulated time when the last barrier ended */
    struct sw_omp_thread *idle; /* those at the barrier that have nothing to do */
    unsigned n_idle;
    struct sw_omp_link waiting; /* tasks */
    unsigned n_waiting;         /* tasks that are queued */
    unsigned n_tasks;           /* that have not ended */
    unsigned n_deferred;        /* of those: queued, and taken from there */
    unsigned n_running;         /* that threads run at a barrier */
    struct sw_queue_use queue;  /* libgomp's, of all tasks */
    unsigned n_at_once;         /* that run in who made them, and not in another one that does */
    /* Work-sharing constructs: those that not all threads have left, in their order. */
    struct sw_omp_share *first_share;
    /* The region: */
    uint32_t construct;
    struct sw_dag_instance instance;
    uint64_t begun;
    const void *address;
    uint32_t path;                 /* of who called it: record.h */
    bool cancelled;                /* the region */
    bool share_cancelled;          /* the work-sharing construct that it is in */
    unsigned team_number, n_teams; /* of a league */
    unsigned most;                 /* threads that a region in it gets; 0: any number */
    struct sw_omp_phase *in_tree;  /* tree/log.h; NULL: none */
    void *abi;
};

/* Whether a region that the team's threads begin is one inside another to the runtime, which keeps no threads for such: libomp
 * does not count regions of one thread. */
static inline bool sw_omp_is_nested(const struct sw_omp_team *outer)
{
    return (sw_omp_settings.libomp ? outer->active_level : outer->level) > 0;
}

static inline struct sw_omp_member *sw_omp_member(const struct sw_omp_thread *t)
{
    return &t->team->members[t->number];
}

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

/* A function that the program calls and that is no more than one expression; and one all of which is inside: `t` is the thread. */
#define SW_OMP_CALL(type, name, parameters, done) \
    SW_API type name parameters                   \
    {                                             \
        return done;                              \
    }
#define SW_OMP_ENTRY(type, name, parameters, done) \
    SW_API type name parameters                    \
    {                                              \
        SW_OMP_INSIDE(t);                          \
        return done;                               \
    }

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

/* Its time goes on to that, if it is later; what it waits is returned. */
static inline uint64_t sw_omp_wait_until(struct sw_omp_thread *t, uint64_t clock)
{
    uint64_t wait = clock > t->clock ? clock - t->clock : 0;
    t->clock += wait;
    t->phase += wait;
    return wait;
}

/* A logical thread for a team, and back. NULL: the system has no more threads. */
struct sw_omp_thread *sw_omp_thread_take(struct sw_omp_simulator *simulator);
void sw_omp_thread_give_back(struct sw_omp_thread *thread);

/* Ends the program with a message: the runtime cannot go on. */
void sw_omp_die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* The memory, unless there was none. */
static inline void *sw_omp_need(void *memory, const char *what)
{
    if (!memory)
        sw_omp_die("not enough memory for %s", what);
    return memory;
}

/* --- What a simulator asks of those who know more than it does (guard, core): that libc is guarded, that its threads are in teams --- */

/* An OS thread has a simulator now, whose root that is; it has ended; in a child after fork(): there is at most one. */
void sw_omp_team_begin_root(struct sw_omp_thread *root);
void sw_omp_watch_leave(void);
void sw_omp_watch_forget(void);

/* A pthread has been started for a logical thread, which that one's life then is. */
void sw_omp_identity_init(void);
void sw_omp_team_live(struct sw_omp_thread *thread) __attribute__((noreturn));

/* Nothing runs, but tasks wait for events: those that others have fulfilled. */
void sw_omp_detached_take(struct sw_omp_thread *thread);

/*
 * Waiting inside the program's own synchronization: mutexes, condition variables, semaphores, sleeps,
 * spins. Libc keeps the truth: a thread tries for real, and where that fails it parks on the object's
 * address until somebody of its simulator has changed the object, and tries again. What is changed from
 * outside (another OS thread, another process) nobody tells: when all threads of a simulator wait, those
 * that are parked try again every now and then. So who is let go may find nothing changed, and what it
 * waits for must be a loop.
 *
 * All inside the runtime: between sw_omp_enter() and sw_omp_leave().
 */

/* The thread, if it is the program's code in a region of several threads that runs; else NULL. Then libc's
 * function does. */
static inline struct sw_omp_thread *sw_omp_in_region(void)
{
    struct sw_omp_thread *t = sw_omp_self_if_any();
    return t && t->team->active_level > t->simulator->alone && !t->simulator->inside ? t : NULL;
}

/* Waits; true: somebody let it go, false: just to look again. */
bool sw_omp_park(struct sw_omp_thread *thread, const void *address);

/* Lets go who has parked there first, or all; not before the thread's own time. */
void sw_omp_unpark(struct sw_omp_thread *thread, const void *address, bool all);

/*
 * It waits for somebody without saying for whom: others run. It does not go on before the time at which
 * the first of those was left that did something meanwhile. (It may have been a later one that it waited
 * for, which cannot be known.) Each time in a row it lets others run a little longer. False: there is nobody else. The second one is for who has run for long without any event:
 * all others come first, whatever their time.
 */
bool sw_omp_yield(struct sw_omp_thread *thread);
bool sw_omp_yield_to_all(struct sw_omp_thread *thread);

/* Like sw_omp_enter(), for what is done again and again while nothing happens. What it takes to ask is
 * no work, from the second time on. True: it is known to wait by now, so often it has come. */
bool sw_omp_enter_to_wait(struct sw_omp_thread *thread);

/* Of sw_omp_block(), when nobody can run: sleeps, and has those who are parked look again. */
void sw_omp_idle(struct sw_omp_simulator *simulator);

/* Whether that time has come. */
bool sw_omp_is_past(clockid_t clock, const struct timespec *time);

/* Nanoseconds in the simulator's units. */
uint64_t sw_omp_ticks(const struct sw_omp_simulator *simulator, uint64_t ns);

/*
 * Waiting for memory: a thread that goes round until another one has written something (guard/spin.c finds them) sleeps until that
 * has changed. At each event of another thread what sleeping ones wait for is compared: what has changed since the event before
 * was written by that thread, and who waited for it goes on at that time, and after it in the dag. All inside the runtime.
 */

enum { SW_OMP_POLLS = 4 };

/* done(uint8_t), ... by the size in bytes. */
#define SW_OMP_BY_SIZE(size, done)  \
    ((size) == 1   ? done(uint8_t)  \
     : (size) == 2 ? done(uint16_t) \
     : (size) == 4 ? done(uint32_t) \
                   : done(uint64_t))

struct sw_omp_spinner {
    const void *at[SW_OMP_POLLS]; /* what it waits for */
    unsigned size[SW_OMP_POLLS];  /* 1, 2, 4 or 8 bytes */
    unsigned n;
    uint64_t value[SW_OMP_POLLS];
    struct sw_omp_thread *thread;
    struct sw_omp_spinner *next;
};

/* Sleeps until it may have changed; the wait is that of the construct. */
void sw_omp_spin(struct sw_omp_thread *thread, struct sw_omp_spinner *spinner, uint32_t construct);

/* An event of the thread: wakes those whose memory has changed. */
void sw_omp_spin_look(struct sw_omp_thread *thread);

/* --- More stack for tasks that are nested deeper than the stack of their thread is --- */

/* Runs the function of the thread's task, outside the runtime, on a fresh piece of stack where there is little
 * left; and notes from where on the stack is the task's own. */
void sw_omp_segment_call(struct sw_omp_thread *thread);

/* Where a piece ends whose lowest address is that. Signal-safe. */
uint64_t sw_omp_segment_end(uint64_t low);
