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
#ifndef SPANWISE_TARGET_OPENMP_CORE_TASK_H
#define SPANWISE_TARGET_OPENMP_CORE_TASK_H

#include "engine/dag/dag.h"
#include "target/openmp/core/link.h"
#include "target/openmp/core/origin.h"
#include "target/openmp/core/settings.h"

#include <stddef.h>

struct sw_omp_machine;
struct sw_omp_thread;
struct sw_omp_team;
struct sw_omp_dependences;
struct sw_omp_depend_table;
struct sw_omp_event;
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
    struct sw_omp_machine *pool; /* where its memory goes when it is released; NULL: to malloc */
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
    struct sw_omp_event *event;             /* that ends it, besides its function; NULL: none */
    struct sw_omp_log *log;                 /* for the program tree: tree.h; NULL: none */
    void *abi;                              /* what the compiler's interface keeps with it */
    bool implicit, queued, final, untied, ended, submitted;
    bool waits_for_some; /* children: it is woken whenever one has ended */
    bool undeferred;     /* its creator runs it before it goes on */
    bool included;       /* ... and must: the dag says so too */
    bool copied;         /* the program has made its data: it begins though it may be cancelled */
    bool awaited;        /* its parent waits for it before others */
    bool in_one;         /* it runs inside one that is undeferred as well */
    unsigned beside;     /* such tasks that were running when it began, and itself */
};

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

/* Takes one out of its queues; NULL: there is none. */
struct sw_omp_task *sw_omp_task_take(struct sw_omp_task *task);
struct sw_omp_task *sw_omp_task_of_team(struct sw_omp_team *team);
struct sw_omp_task *sw_omp_task_of_parent(struct sw_omp_task *parent);
struct sw_omp_task *sw_omp_task_of_group(struct sw_omp_group *group);
struct sw_omp_task *sw_omp_task_below(struct sw_omp_task *task); /* any descendant */

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
void sw_omp_group_begin_at(struct sw_omp_thread *thread, uint32_t place);
void sw_omp_group_end(struct sw_omp_thread *thread);

/* A place where the thread may run another task. Outside the runtime. */
void sw_omp_taskyield(void);

/* Its own record; an implicit one's too. */
void sw_omp_task_init(struct sw_omp_task *task, struct sw_omp_task *parent,
                      struct sw_omp_team *team);
void sw_omp_task_release(struct sw_omp_task *task);

#endif
