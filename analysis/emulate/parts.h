/*
 * Inside the emulator (emulate.h). Times are whole numbers of ticks, 1/1024 of the tree's unit, so that
 * sums do not depend on their order and ties are ties.
 *
 * All threads that run have the same speed, min(1, P / n). So there is one clock, of what each of them has done
 * since the start, by which the end of a piece of work is known when it begins, however many others come and
 * go. Where n > P that clock goes slower than time; time itself is only summed up.
 *
 * A thread is a stack of frames: which node, which of its items is next. Its event is the end of what it runs;
 * then it takes steps until it has to run again, or waits. A node in which nothing can interact is quiet: its
 * length is all there is to know.
 */
#pragma once

#include "analysis/emulate/emulate.h"
#include "base/grow.h"
#include "base/pool.h"
#include "base/search.h"
#include "engine/runtime_cost.h"

typedef int64_t sw_ticks;
typedef __int128 sw_area; /* processors x ticks */

#define SW_NOBODY UINT32_MAX

enum sw_measured_flags {
    SW_HAS_LOCK = 1,
    SW_HAS_SECTION = 2,
    SW_HAS_QUEUED = 4, /* a section of TASKS that is not inside a loop's one */
    SW_HAS_INNER = 16, /* a section: others inside it */
    SW_HAS_NOWAIT =
        8, /* itself, or a group with one: what is behind it in the same items is not apart */
};

/* Of a node, with all that is in it, done by one thread. */
struct sw_measured {
    sw_ticks length;   /* with the burden, and with what spawns cost; without locks' costs */
    sw_ticks plain;    /* the tree's own work */
    uint64_t tasks;    /* of a section or group: that stand in it, groups unfolded */
    sw_ticks spawning; /* Cilk: what its spawns and divisions cost */
    uint32_t stamp;    /* of the burden that `length` is with */
    uint8_t flags;
};

struct sw_before {
    sw_ticks length; /* of the items in front of this one in its node */
    uint64_t tasks;
};

struct sw_costs {
    sw_ticks fork, fork_nested;   /* until the maker is in the section; ... */
    sw_ticks start, start_nested; /* ... then, for each member before it, until a member is */
    sw_ticks meet;                /* of one thread: from one section to the next of the same team */
    sw_ticks barrier, chunk_static, chunk_dynamic;
    sw_ticks task_make, task_run, task_at_once, task_wait, task_again, task_taken;
    sw_ticks queue_moved, queue_busy, queue_wake;
    struct sw_lock_costs lock;
    sw_ticks spawn, piece, steal;
};

enum sw_frame_kind {
    SW_FRAME_ITEMS, /* a node's items in order */
    SW_FRAME_GROUP, /* the same of a group, for the frame `base` */
    SW_FRAME_RANGE, /* `left` of a section's tasks, with what is in front of them */
    SW_FRAME_LOOP,  /* who made a team: a loop, then the end */
    SW_FRAME_MEMBER,
    SW_FRAME_QUEUE,  /* who makes tasks of a section, and waits for them */
    SW_FRAME_SPAWNS, /* Cilk: a section of spawns ... */
    SW_FRAME_FOR,    /* ... or a cilk_for: waits for the pieces that were stolen */
    SW_FRAME_HALF,   /* tasks lo .. hi of a cilk_for, to be halved */
};

struct sw_frame {
    uint32_t parent, base;
    uint32_t node;
    uint32_t item, rep; /* next one, and how often it was done already */
    uint8_t kind, state;
    bool took;     /* LOCK: to be released */
    bool stolen;   /* Cilk: what follows has gone on elsewhere */
    bool outside;  /* LOOP: the first section around */
    bool had_team; /* a section in its items was done by a team, the last one that there was */
    bool
        at_barrier; /* a task of a queue: taken there; its thread's, when it is done: was_at_barrier */
    bool was_at_barrier;
    bool serial;   /* a section that is done by one thread: counted in thread.serial */
    uint32_t team; /* LOOP, MEMBER: its own; others: one that a NOWAIT section left open */
    uint32_t join; /* the section's frame that waits for this task, QUEUE or Cilk's */
    uint32_t thread, newest,
        pending;     /* QUEUE: who waits; its newest task; one that is being made */
    uint64_t left;   /* RANGE: tasks; QUEUE, Cilk's sections: that are not done */
    uint64_t lo, hi; /* HALF */
    double burden;   /* QUEUE: of its tasks; a task of a queue: of its thread, when it is done */
    uint64_t made;   /* no other frame has it */
};

struct sw_thread {
    uint64_t number;
    uint32_t top;
    uint32_t team, member; /* whose section it is in, and which it is there */
    uint32_t loop;         /* of the team: that it does */
    uint64_t turn;         /* how many chunks of a static one it had */
    double burden;         /* of the outermost section that it is in */
    uint32_t inside;       /* sections around it */
    uint32_t serial;       /* of those, done by one thread */
    uint32_t next;         /* in a queue of who waits, or of slots to use again */
    sw_ticks idle_since;
    uint32_t n_own;       /* tasks that it has made and are queued */
    uint64_t queue_user;  /* number of who used its own queue last; 0: nobody */
    bool at_barrier;      /* the task that it does was taken there, ... */
    bool again;           /* ... or one was, that is done */
    uint32_t released;    /* the lock that it released last; 0: none ... */
    uint64_t released_in; /* ... in which outermost section, and when */
    sw_ticks released_at;
    bool alive, runs;
    bool leaps;       /* Cilk: over all that is left of its top frame ... */
    sw_ticks from;    /* ... since then */
    uint32_t version; /* of its event: others in the heap are void */
};

struct sw_loop {
    uint32_t node;
    uint8_t schedule;
    uint64_t chunk, tasks, next;
    double burden;
    uint32_t hint; /* item that the last task was in */
};

struct sw_queued {
    uint32_t node, join;
    uint32_t maker;                /* a thread */
    uint32_t older, newer;         /* in the team */
    uint32_t own_older, own_newer; /* in the section */
};

struct sw_position {
    uint32_t node, item, rep;
};

struct sw_team {
    uint32_t maker, size;
    uint32_t first_idle, last_idle, n_idle; /* longest first */
    struct sw_loop *loops;
    uint32_t n_loops, room_loops;
    uint32_t n_come; /* loops that the maker has come to */
    struct sw_position
        *ahead; /* NOWAIT: where its items go on behind the last loop, outermost first */
    uint32_t n_ahead, room_ahead;
    bool in_range, outside; /* what these items are */
    uint32_t oldest, newest, n_queued;
    uint32_t n_undone;         /* queued, or taken and not at their end */
    uint32_t n_running;        /* taken at a barrier, likewise */
    struct sw_queue_use queue; /* by numbers */
    bool joining;
    uint32_t next; /* slots to use again */
};

struct sw_held {
    uint32_t holder; /* a thread, or nobody */
    uint32_t first, last;
    uint64_t epoch,
        user; /* in the outermost section that it was last used in: number of who had it */
    sw_ticks taken, length, gap; /* when; for how long; and how soon somebody came back to it */
};

/* An event: a thread's; or the end of `ghosts` whose ends are known but whom nobody else can meet; or, of
 * nobody and with none, that idle members look for tasks, behind all others of that time. */
struct sw_moment {
    sw_ticks at;
    uint64_t number;
    uint32_t thread, ghosts;
};

static inline bool sw_moment_is_sooner(const struct sw_moment *a, const struct sw_moment *b)
{
    return a->at != b->at ? a->at < b->at : a->number < b->number;
}

/* In a heap of four branches, the first one first: puts one at number i, or as far down as it has to be. */
static inline void sw_moment_sink(struct sw_moment *heap, size_t n, size_t i,
                                  struct sw_moment moment)
{
    for (;;) {
        size_t first = 4 * i + 1, least = first;
        if (first >= n)
            break;
        for (size_t k = first + 1; k < first + 4 && k < n; k++)
            if (sw_moment_is_sooner(&heap[k], &heap[least]))
                least = k;
        if (!sw_moment_is_sooner(&heap[least], &moment))
            break;
        heap[i] = heap[least];
        i = least;
    }
    heap[i] = moment;
}

/* What is summed up, in processors x ticks. */
struct sw_sums {
    sw_area total, lost[SW_WHY_CAUSES];
};

/* Of equal items in a row, outside all sections, one is emulated and the others are as that: how all
 * stood before. */
struct sw_repeat {
    uint32_t frame;
    sw_ticks from;
    struct sw_sums sums;
    struct sw_section_sums *sections;
    size_t n_sections;
};

struct sw_section_sums {
    uint32_t site;
    uint64_t count;
    struct sw_sums sums;
};

struct sw_emulator {
    const struct sw_program_tree *tree;
    const struct sw_emulation_options *options;
    const struct sw_node *nodes;
    const struct sw_item *items;
    struct sw_node *own_nodes; /* where groups had to be put in order */
    struct sw_item *own_items;
    size_t n_own_items;
    unsigned P;
    double grid; /* ticks of a unit */
    struct sw_costs costs;
    struct sw_measured *measured;
    struct sw_before *before;
    double burden;
    uint32_t stamp;
    uint32_t *walk; /* nodes to measure */
    size_t n_walk, room_walk;

    sw_ticks now;
    uint64_t n_running, n_lock_waiters, n_open;
    uint32_t n_alive;
    struct sw_sums sums, sums_at_open;
    uint32_t open_section; /* of sections */
    struct sw_moment *moments;
    size_t n_moments, room_moments;

    struct sw_frame *frames;
    uint32_t n_frames, room_frames, free_frame;
    struct sw_thread *threads;
    uint32_t n_threads, room_threads, free_thread;
    uint64_t next_number;
    struct sw_team *teams;
    uint32_t n_teams, room_teams, free_team;
    struct sw_queued *queued;
    uint32_t n_queued, room_queued, free_queued;
    struct sw_held *locks;
    sw_ticks *ends; /* of a team's members, for leaps */
    struct sw_moment *ready;
    struct sw_cilk *cilk;
    struct sw_period *period;
    uint64_t frames_made;
    uint64_t epoch;   /* how many outermost sections there were */
    bool own_queues;  /* OpenMP: each thread has one, of the tasks that it has made (libomp) */
    uint64_t changes; /* of teams, loops, deques: in a period there are none */

    struct sw_section_sums *sections;
    size_t n_sections, room_sections;
    uint32_t *section_of_site; /* one more than its number */
    struct sw_repeat *repeats;
    size_t n_repeats, room_repeats;
    uint64_t steps, most_steps, next_look;
    double until;
    struct sw_pool pool;
    int error;
};

enum sw_outcome { SW_GOES_ON, SW_RUNS, SW_WAITS };

void sw_emulator_look_at_budget(struct sw_emulator *e);

/* Whether there is room for one more (base/grow.h); else the emulation ends with an error. */
#define SW_EMULATOR_GROW(e, array, n, room) \
    (SW_GROW(array, n, room) || ((e)->error = -ENOMEM, false))

/* For all that is done more often than there are nodes. Sets the error where the budget does not have it. */
static inline void sw_emulator_spend(struct sw_emulator *e, uint64_t steps)
{
    e->steps += steps;
    if (e->steps >= e->next_look)
        sw_emulator_look_at_budget(e);
}

/* Lengths of all nodes, by the burden 1; and again for what a section has. */
void sw_emulator_measure(struct sw_emulator *e);
void sw_emulator_set_burden(struct sw_emulator *e, double burden);
void sw_emulator_need(struct sw_emulator *e, uint32_t node);
bool sw_emulator_is_queued(const struct sw_emulator *e, const struct sw_node *section);
uint64_t sw_emulator_grain(const struct sw_emulator *e, uint32_t section);
uint64_t sw_emulator_halvings(uint64_t tasks, uint64_t grain);
/* The length of a section up to the end of its first `tasks` tasks. */
sw_ticks sw_emulator_upto(const struct sw_emulator *e, uint32_t section, uint64_t tasks);
uint32_t sw_emulator_find_task(const struct sw_emulator *e, uint32_t node, uint64_t task,
                               uint32_t hint);

/* clock.c */
void sw_emulator_at(struct sw_emulator *e, sw_ticks at, uint64_t number, uint32_t thread,
                    uint32_t ghosts);
bool sw_emulator_next(struct sw_emulator *e, struct sw_moment *moment);
void sw_emulator_advance(struct sw_emulator *e, sw_ticks to);
enum sw_outcome sw_emulator_run(struct sw_emulator *e, uint32_t thread, sw_ticks length);
enum sw_outcome sw_emulator_pay(struct sw_emulator *e, uint32_t thread, sw_ticks cost);
void sw_emulator_wake(struct sw_emulator *e, uint32_t thread);

/* sections.c: sums of the outermost ones, and of what repeats */
void sw_sums_add(struct sw_sums *to, const struct sw_sums *more, sw_area times);
void sw_emulator_open(struct sw_emulator *e, uint32_t section, bool outside);
void sw_emulator_close(struct sw_emulator *e);
void sw_emulator_add_memory(struct sw_emulator *e, uint32_t section);
void sw_emulator_begin_repeat(struct sw_emulator *e, uint32_t frame);
void sw_emulator_end_repeat(struct sw_emulator *e, uint64_t times);
double sw_emulator_burden_of(const struct sw_emulator *e, uint32_t section);

/* frames.c */
uint32_t sw_emulator_push(struct sw_emulator *e, uint32_t thread, enum sw_frame_kind kind,
                          uint32_t node);
void sw_emulator_pop(struct sw_emulator *e, uint32_t thread);
uint32_t sw_emulator_new_thread(struct sw_emulator *e);
void sw_emulator_end_thread(struct sw_emulator *e, uint32_t thread);
uint32_t sw_emulator_new_team(struct sw_emulator *e, uint32_t maker);
void sw_emulator_end_team(struct sw_emulator *e, uint32_t team);
void sw_emulator_seek(struct sw_emulator *e, uint32_t thread, uint32_t section, uint64_t task,
                      uint64_t left, uint32_t *hint);

/* locks.c */
enum sw_outcome sw_emulator_take_lock(struct sw_emulator *e, uint32_t thread, uint32_t frame,
                                      bool held_already);
void sw_emulator_release_lock(struct sw_emulator *e, uint32_t thread, uint32_t lock);

/* items.c: a step of a thread that does items in order; ends of frames */
enum sw_outcome sw_emulator_step(struct sw_emulator *e, uint32_t thread);

/* team.c, tasks.c, leap.c */
enum sw_outcome sw_team_section(struct sw_emulator *e, uint32_t thread, uint32_t base,
                                uint32_t section);
enum sw_outcome sw_team_step(struct sw_emulator *e, uint32_t thread);
enum sw_outcome sw_team_join(struct sw_emulator *e, uint32_t thread, uint32_t base);
void sw_team_look(struct sw_emulator *e);
/* SW_WAITS: there is none. */
enum sw_outcome sw_team_take_queued(struct sw_emulator *e, uint32_t thread, uint32_t team);
enum sw_outcome sw_queue_task(struct sw_emulator *e, uint32_t thread, uint32_t frame,
                              uint32_t task);
enum sw_outcome sw_queue_end(struct sw_emulator *e, uint32_t thread, uint32_t frame);
enum sw_outcome sw_queue_pay_end(struct sw_emulator *e, uint32_t thread);
void sw_queue_done(struct sw_emulator *e, uint32_t thread, const struct sw_frame *task);
/* The members' ends of a loop in which nothing interacts, in e->ends, from its begin on, each member beginning `start` after the one before;
 * returns what chunks and that cost in all. */
sw_ticks sw_leap_loop(struct sw_emulator *e, const struct sw_loop *loop, sw_ticks start);

/* period.c: the thread is about to begin with another of equal items: if all threads have come to where they were before, they
 * do so again and again, until one of them has no more. */
void sw_period_check(struct sw_emulator *e, uint32_t thread);
void sw_period_release(struct sw_emulator *e);

/* cilk.c: workers and what they steal; cilk_leap.c: what a worker has come to in a leap */
int sw_cilk_emulate(struct sw_emulator *e);
void sw_cilk_release(struct sw_emulator *e);
void sw_cilk_leapt(struct sw_emulator *e);
void sw_cilk_enter(struct sw_emulator *e, uint32_t worker, uint32_t child);
void sw_cilk_spawn(struct sw_emulator *e, uint32_t worker, uint32_t task);
void sw_cilk_halve(struct sw_emulator *e, uint32_t worker);
bool sw_cilk_leap(struct sw_emulator *e, uint32_t worker);
void sw_cilk_unleap(struct sw_emulator *e, uint32_t worker, bool early);

/* A call, so that the array is looked at after it may have moved. */
static inline struct sw_frame *sw_emulator_pushed(struct sw_emulator *e, uint32_t frame)
{
    return &e->frames[frame];
}
