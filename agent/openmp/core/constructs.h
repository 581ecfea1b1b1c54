/*
 * What OpenMP's constructs do, whatever the compiler's interface to them: regions and leagues, barriers, tasks and what they wait for,
 * work-sharing constructs, locks, cancellation; and the program tree that is recorded of them. Inside the runtime but where it says otherwise.
 */
#pragma once

#include "agent/openmp/simulator/record.h"
#include "agent/openmp/tree/log.h"

/* --- The profile of a process --- */

/* A simulator is recorded from now on: makes a profile if there is none yet. Inside the runtime. */
void sw_omp_process_record(struct sw_omp_simulator *simulator);

/* Nothing more is measured, for that reason, and the program goes on. Inside the runtime. */
void sw_omp_process_give_up(struct sw_omp_simulator *simulator, const char *message);

/* --- Parallel regions: a team begins one, meets at barriers in it, and ends it --- */

/* How many threads a region gets, which others that are behind may get before. `asked`: its num_threads clause, or 0. */
unsigned sw_omp_team_size(struct sw_omp_thread *thread, unsigned asked);

/* A region of n threads: all but the caller begin to run function(data); the caller is its thread 0
 * from now on, until the end, which waits for all. Or a league (SW_CONSTRUCT_TEAMS): the threads that each begin one of its teams. */
struct sw_omp_team *sw_omp_team_begin(struct sw_omp_thread *thread, enum sw_construct_kind kind,
                                      unsigned n, void (*function)(void *), void *data,
                                      const void *address);
void sw_omp_team_end(struct sw_omp_thread *thread);

/* After the begin: runs thread 0's part outside the runtime, ends the region, and leaves the runtime. */
void sw_omp_team_run(struct sw_omp_thread *thread, void (*function)(void *), void *data);

/* Its memory, of n threads, all of which free() takes back. */
struct sw_omp_team *sw_omp_team_new(unsigned n);

/* All of it; `body` is the program's own function. */
void sw_omp_parallel(void (*function)(void *), void *data, unsigned asked, const void *address,
                     const void *body);

/* The construct is what it ends: a loop, or what went before it. */
void sw_omp_barrier(struct sw_omp_thread *thread, uint32_t construct);

/* The same; true: the region is cancelled, and others may not have come. */
bool sw_omp_barrier_cancellable(struct sw_omp_thread *thread, uint32_t construct);

/* The one at the region's end: only its thread 0 comes back, others when they have another job. */
void sw_omp_barrier_final(struct sw_omp_thread *thread);

/* The region is cancelled: who waits at a barrier that can be left does so. */
void sw_omp_team_cancel(struct sw_omp_thread *thread);

/* A task can run: somebody who waits at the barrier may. */
void sw_omp_team_wake_one(struct sw_omp_team *team, uint64_t clock);

/* What is recorded of a barrier: see "The path of a barrier's facts" in doc/how-it-works.md. All that is known of who worked and who
 * waited before it is each thread's clock when the last one has come; the next phase forgets it. So that is put down then. */

/* Of a thread that there is a task for again: what it waited at the barrier before that. */
void sw_omp_barrier_count_idle(struct sw_omp_team *team, uint32_t construct, uint64_t waited);

/*
 * Leagues of teams on the host: teams that run beside each other, each begun by one thread, outside all regions as it were. libgomp
 * runs one team after the other, so the simulated time does; in the dag they are forks, for nothing orders them.
 */

/* Calls the function once for each team. 0: as many as the settings say, and as many threads. */
void sw_omp_teams(void (*function)(void *), void *data, unsigned teams, unsigned thread_limit,
                  const void *address);

struct sw_omp_league {
    unsigned teams;
    unsigned limit;           /* of threads, as the teams are told; 0: none */
    unsigned most;            /* that a region of theirs gets; 0: any number */
    void (*function)(void *); /* each team's */
    void *data;
    const void *address;
};

/* All of it. */
void sw_omp_league(const struct sw_omp_league *league);

/* Calls function(data) as if the thread were outside all regions, with at most so many threads in those that it begins (0: as many as the
 * settings say): a target region, on the host. */
void sw_omp_outside(void (*function)(void *), void *data, unsigned limit);
/* One in it that has teams begins the first of them, or the next: libgomp has one after the other. False: there is none left. `least`:
 * how many there are, at least; 0: one. */
bool sw_omp_next_team(unsigned least, unsigned limit, bool is_first);

/* --- What threads do with tasks: make them, queue them, run them, wait for them --- */

/* When a task runs that is made now. */
enum sw_omp_turn {
    SW_OMP_WAITS,   /* when somebody takes it, */
    SW_OMP_AT_ONCE, /* now, on its creator's thread, though others could have taken it, */
    SW_OMP_AS_PART, /* ... or could not: the dag says so too */
};

/* `deferrable`: nothing of its own is against waiting. The second: of a taskloop, all alike. */
enum sw_omp_turn sw_omp_task_turn(struct sw_omp_thread *thread, bool deferrable);
enum sw_omp_turn sw_omp_tasks_turn(const struct sw_omp_thread *thread, bool deferrable, uint64_t n);

/* A task of the thread's current one, with room for data of its own; it is not known to anybody yet. */
struct sw_omp_task *sw_omp_task_new(struct sw_omp_thread *thread, size_t size, size_t alignment);

/* It is made known: queued, or run here at once. `address` is where it was made. */
void sw_omp_task_submit(struct sw_omp_thread *thread, struct sw_omp_task *task,
                        enum sw_omp_turn turn, const void *address);

/* It can run from now on. Its dependences are met. */
void sw_omp_task_queue(struct sw_omp_task *task);

/* Runs a task that is not queued any more, on the thread. Returns how long that had to wait, in simulated time, until
 * what the task depends on had ended: a wait of who has nothing else to run. */
uint64_t sw_omp_task_run(struct sw_omp_thread *thread, struct sw_omp_task *task);

/* The parts of these, for who calls the task's function itself: it is made known, and will run here (its
 * dependences are met); it begins, after a wait of the length that is returned; it has ended. */
void sw_omp_task_announce(struct sw_omp_thread *thread, struct sw_omp_task *task,
                          enum sw_omp_turn turn, const void *address);
uint64_t sw_omp_task_begin(struct sw_omp_thread *thread, struct sw_omp_task *task);
void sw_omp_task_end(struct sw_omp_thread *thread, struct sw_omp_task *task);

/* All that it stands for has happened: its parent, group and team are told. */
void sw_omp_task_complete(struct sw_omp_thread *thread, struct sw_omp_task *task);

/* Those of its children that it wants go first from now on. */
void sw_omp_task_prefer(struct sw_omp_task *parent);

/* Takes the first of a queue, or of the team where that has one of higher priority; or any descendant. NULL: there is none. */
struct sw_omp_task *sw_omp_task_of(struct sw_omp_link *waiting, enum sw_omp_queue queue);
struct sw_omp_task *sw_omp_task_below(struct sw_omp_task *task);

/* Runs children of the thread's task, or waits, until it is so. Returns what it has waited. */
uint64_t sw_omp_task_wait_until(struct sw_omp_thread *thread, bool (*is_so)(const void *),
                                const void *argument);

/* Whoever waits there goes on, not before that time. */
void sw_omp_wake_waiter(struct sw_omp_thread **waiter, uint64_t clock);

/* Waits for those children that the task depends on, which is nothing else; it goes away. */
void sw_omp_taskwait_for(struct sw_omp_thread *thread, struct sw_omp_task *task,
                         const void *address);

/* Waits for children; for all of the group that is begun and ended. */
void sw_omp_taskwait(struct sw_omp_thread *thread, const void *address);
void sw_omp_group_begin(struct sw_omp_thread *thread, const void *address);
void sw_omp_group_begin_at(struct sw_omp_thread *thread, uint32_t construct);
void sw_omp_group_end(struct sw_omp_thread *thread);

/* A taskloop: its iterations, divided among tasks of which the first ones have one more. */
struct sw_omp_taskloop {
    uint64_t n, tasks, each, more;
    bool no_group;
    struct sw_dag_instance instance; /* without a group */
};

/* Begins it, with that many tasks, or with `grain` iterations per task (0: not given); `strict`: exactly as many, but for the last
 * task. Its n and no_group are set. */
void sw_omp_taskloop_begin(struct sw_omp_thread *thread, struct sw_omp_taskloop *loop,
                           uint64_t grain, uint64_t tasks, bool strict, const void *address);
void sw_omp_taskloop_end(struct sw_omp_thread *thread, struct sw_omp_taskloop *loop);

/* How many iterations the task of that number has, and where they begin. */
static inline uint64_t sw_omp_taskloop_part(const struct sw_omp_taskloop *loop, uint64_t number,
                                            uint64_t *from)
{
    *from = number * loop->each + (number < loop->more ? number : loop->more);
    uint64_t size = loop->each + (number < loop->more);
    return size < loop->n - *from ? size : loop->n - *from;
}

/* A place where the thread may run another task. Outside the runtime. */
void sw_omp_taskyield(void);

/* Its own record; an implicit one's too. */
void sw_omp_task_init(struct sw_omp_task *task, struct sw_omp_task *parent,
                      struct sw_omp_team *team);
void sw_omp_task_release(struct sw_omp_task *task);

/*
 * What the runtime's own bookkeeping of tasks costs, besides `task`. All of it is spent by the thread, and is no part of the
 * task that it is in. Who is behind uses the queue first, and may run meanwhile; what the thread does there next, before it lets
 * others run again, is part of the same use.
 */

/* A task that waits is to be made; and it is queued. */
void sw_omp_queue_pay_make(struct sw_omp_thread *thread, uint32_t construct);
void sw_omp_queue_pay_wake(struct sw_omp_thread *thread, uint32_t construct);

/* One that was taken from a queue, or is run at once, begins; and such a one has ended. */
void sw_omp_queue_pay_begin(struct sw_omp_thread *thread, const struct sw_omp_task *task,
                            uint32_t construct);
void sw_omp_queue_pay_end(struct sw_omp_thread *thread, const struct sw_omp_task *task);

/* An untied task is queued again, by itself, and goes on. */
void sw_omp_queue_pay_part(struct sw_omp_thread *thread);

/* The thread looks for a task, as it begins to wait or is woken; and once more after it has run one. */
void sw_omp_queue_pay_look(struct sw_omp_thread *thread, bool begins);
void sw_omp_queue_pay_again(struct sw_omp_thread *thread);

/*
 * Dependences between sibling tasks, by address. Of each address the parent remembers the last tasks
 * that used it alike (readers, or one writer) and those before them; a new task comes after the latter,
 * or after both. What has ended is remembered as well: the edge is in the dag, though nobody waits.
 */

enum sw_omp_depend {
    SW_OMP_DEPEND_IN,
    SW_OMP_DEPEND_OUT, /* inout, mutexinoutset */
    SW_OMP_DEPEND_INOUTSET,
    SW_OMP_DEPEND_ALL /* omp_all_memory */
};

/* Before the task is submitted, for each of its dependences. */
void sw_omp_depend_add(struct sw_omp_thread *thread, struct sw_omp_task *task, const void *address,
                       enum sw_omp_depend how);

/* It is to start: not before all that it depends on. */
void sw_omp_depend_begin(struct sw_omp_thread *thread, struct sw_omp_task *task);

/* Its parent waits for a task that it precedes. */
bool sw_omp_depend_is_wanted(const struct sw_omp_task *task);

bool sw_omp_depend_is_met(const void *task); /* for sw_omp_task_wait_until() */

/* Until it is so. On the thread of its parent. */
uint64_t sw_omp_depend_wait(struct sw_omp_thread *thread, struct sw_omp_task *task);

/* The task has ended: those that waited for it alone are queued. */
void sw_omp_depend_end(struct sw_omp_thread *thread, struct sw_omp_task *task);

/* All children have ended and been waited for. */
void sw_omp_depend_forget(struct sw_omp_simulator *simulator, struct sw_omp_task *parent);

/*
 * Detach: the event that a task waits for besides its own end. It is fulfilled by anybody, any time, from
 * another OS thread as well; that leaves a note for the task's simulator, which looks when it has nothing
 * else to do.
 */

/* Of a task that is not submitted yet. It goes away with the task's completion. */
struct sw_omp_detach *sw_omp_detach_new(struct sw_omp_thread *thread, struct sw_omp_task *task);

void sw_omp_detach_fulfill(struct sw_omp_thread *thread, struct sw_omp_detach *detach);

/* The task's function has ended. False: it is completed later. */
bool sw_omp_detach_is_past(struct sw_omp_thread *thread, struct sw_omp_task *task);

/* --- What threads do with work-sharing constructs: come to them, take chunks, wait for their turn, leave --- */

/* A schedule as the program wants it: chunk 0 is none given. */
struct sw_omp_loop {
    uint64_t n, chunk;
    int schedule;
    bool ordered;
    bool halves; /* guided chunks are half of a thread's share of what is left, not all of it */
};

/* The thread comes to its next construct. The first one finds it new (*is_new), and fills it in. */
struct sw_omp_share *sw_omp_share_next(struct sw_omp_thread *thread, enum sw_construct_kind kind,
                                       const void *address, bool *is_new);

/* Those that were left without a barrier. */
void sw_omp_shares_release(struct sw_omp_team *team);

/* A loop; the first chunk comes with sw_omp_loop_chunk(). `own`: the program divides its iterations itself. */
struct sw_omp_share *sw_omp_loop_begin(struct sw_omp_thread *thread, enum sw_construct_kind kind,
                                       const struct sw_omp_loop *loop, bool own,
                                       const void *address);

/* The thread is done with its chunk, if it has one, and gets the next: iterations from .. to - 1. */
bool sw_omp_loop_chunk(struct sw_omp_thread *thread, uint64_t *from, uint64_t *to);

/* It leaves the loop. The construct is for the barrier that may follow. */
uint32_t sw_omp_loop_leave(struct sw_omp_thread *thread);

/* The same of one that the program divides itself (static), of whose chunks so many are the thread's own. It leaves as it leaves others. */
void sw_omp_loop_own(struct sw_omp_thread *thread, enum sw_construct_kind kind,
                     const struct sw_omp_loop *loop, uint64_t mine, const void *address);

/* True for the one thread that does it. */
bool sw_omp_single(struct sw_omp_thread *thread, const void *address);

/* In an ordered loop: waits for its turn; and the thread's part is done. */
void sw_omp_ordered_begin(struct sw_omp_thread *thread, const void *address);
void sw_omp_ordered_end(struct sw_omp_thread *thread);

/*
 * Loops across whose iterations there are dependences: an iteration posts that it has come as far as
 * others wait for, and waits for earlier ones. Iterations of nested loops are numbered in one row, by
 * the interface that knows their bounds.
 */

/* Of n iterations in all, done by so many threads. Belongs to a share. */
struct sw_omp_doacross *sw_omp_doacross_new(uint64_t n, unsigned threads);

/* Iterations are below n. A wait counts as one for a lock, of the construct. */
void sw_omp_doacross_post(struct sw_omp_thread *thread, struct sw_omp_doacross *doacross,
                          uint64_t iteration, uint32_t construct);
void sw_omp_doacross_wait(struct sw_omp_thread *thread, struct sw_omp_doacross *doacross,
                          uint64_t iteration, uint32_t construct);

/*
 * Locks: of critical sections, the program's own, those that atomic operations fall back to. Who finds
 * one taken waits in the order of simulated time; a lock that is free again in what is still the past of
 * another thread was taken then, and it waits as long.
 *
 * Threads of several simulators may use one lock: between simulators it is a real one.
 */

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

/* Cancellation, where OMP_CANCELLATION allows it. Others find out at their next cancellation point; tasks
 * that have not begun do not begin any more. */

/* Those of the taskgroup, and with the region all. */
static inline bool sw_omp_group_is_cancelled(const struct sw_omp_group *group)
{
    return group &&
           (group->cancelled || (group->shared && group->outer && group->outer->cancelled));
}

static inline bool sw_omp_tasks_are_cancelled(const struct sw_omp_thread *t)
{
    return t->team->cancelled || sw_omp_group_is_cancelled(t->task->group);
}

/*
 * The program tree of an OpenMP program: what happens in it, told to the logs of those that it happens to.
 * A region is a CALL; what its threads do from barrier to barrier are sections (tree/log.h); an explicit
 * task is a TASK of a section of spawns, that a taskwait or the end of a taskgroup closes; critical
 * sections and locks are LOCKs. One simulator is recorded: that of the first OS thread.
 */

/* Of a simulator; what `spanwise run` looks at is in the record. */
struct sw_omp_tree {
    struct sw_omp_logs logs;
    struct sw_live_tree *live;
    struct sw_omp_record *record;
    struct sw_omp_log spilled; /* work of tasks that have no logs for want of memory */
};

/* The simulator is recorded, if a tree is wanted and no other simulator is. */
void sw_omp_tree_begin(struct sw_omp_simulator *simulator, struct sw_live *live);

/* The program ends, maybe inside regions. */
void sw_omp_tree_end(struct sw_omp_thread *thread);

/* A region has begun; all threads of a team have come to a barrier, which may be that at its end: the construct that it ends. */
void sw_omp_tree_region(struct sw_omp_simulator *simulator, struct sw_omp_team *team);
void sw_omp_tree_barrier(struct sw_omp_simulator *simulator, struct sw_omp_team *team,
                         uint32_t construct, bool final);

/* The thread comes to a loop, which it may be the first to; takes a chunk; has done it; leaves. */
void sw_omp_tree_loop(struct sw_omp_thread *thread, struct sw_omp_share *share, bool is_new,
                      bool own);
void sw_omp_tree_chunk(struct sw_omp_thread *thread, struct sw_omp_share *share);
void sw_omp_tree_chunk_end(struct sw_omp_thread *thread, struct sw_omp_share *share, uint64_t turn);
void sw_omp_tree_loop_leave(struct sw_omp_thread *thread, const struct sw_omp_share *share);

/* A task is made, as a part of its parent or not; it has ended; its parent waits for all; a taskgroup. */
void sw_omp_tree_task(struct sw_omp_thread *thread, struct sw_omp_task *task, uint32_t construct);
void sw_omp_tree_task_end(struct sw_omp_thread *thread, struct sw_omp_task *task);
void sw_omp_tree_taskwait(struct sw_omp_thread *thread);
void sw_omp_tree_group(struct sw_omp_thread *thread, uint32_t construct);
void sw_omp_tree_group_end(struct sw_omp_thread *thread);

/* A lock is taken, or is released; the turn of an ordered part has come. */
void sw_omp_tree_lock(struct sw_omp_thread *thread, struct sw_omp_lock *lock, uint32_t construct);
void sw_omp_tree_unlock(struct sw_omp_thread *thread, const struct sw_omp_lock *lock);
void sw_omp_tree_ordered(struct sw_omp_thread *thread, const struct sw_omp_share *share,
                         uint32_t construct);
void sw_omp_tree_ordered_end(struct sw_omp_thread *thread, const struct sw_omp_share *share);

/* Something happens that the tree cannot say. */
void sw_omp_tree_misses(struct sw_omp_simulator *simulator, enum sw_omp_tree_misses what);
