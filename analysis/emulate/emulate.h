/*
 * How long a program tree takes on P processors: a discrete-event emulation of OpenMP's or Cilk's
 * scheduling, that leaps over what cannot interact. Deterministic. The rules, which tests/emulate
 * follows with a program of its own, are these.
 *
 * GRID. Each WORK's length (times its burden) and each cost that is paid at once (barrier + P * barrier_thread is one) is
 * rounded to the nearest 1/1024 of the unit, so that what ends at the same time does so however it is summed up.
 *
 * PROCESSORS. Of n threads that could run, each runs at the speed min(1, P / n): preemption by a
 * fair system. Who waits (for a lock, at a barrier) does not run; who pays a cost does. An event is the end of what a thread runs, or that it
 * is woken; then it does all that takes no time, until it has to run for more than 0, or waits. Of events at the same time,
 * the one of the thread with the lower number comes first; what is woken comes after who woke it. Threads are numbered as they are made, a
 * team's when its fork has been paid; no number is used again.
 *
 * A thread does a node's items in order: WORK takes its length (times the burden of the outermost section
 * that it is in); a CALL, TASK or GROUP is its items; SHUFFLED groups are dealt out evenly: at each step the item
 * that is furthest behind its share, the first of those (after k of a group's n, an item of count c is due c k / n).
 * Of groups of more than 65536, lumps are dealt out.
 *
 * COSTS are those of the simulation of OpenMP programs: profile/openmp_costs.h has their names.
 *
 * LOCKS. First come, first served. Taking a free one costs `lock`, and `lock_moved` if another thread had it last in the same outermost
 * section, at once, while holding it. One that is waited for goes to the first
 * waiter when it is released, who then holds it, and pays `hand_over` (and no `lock`) before it goes on; where there is a `hand_over_back`,
 * less: from `hand_over_empty` to that by how long it was held (up to `section`), and from there to `hand_over` by how soon who last released it
 * came back (up to half of `hand_over`). Releasing costs nothing. A thread that
 * holds a lock takes it again for nothing; in Cilk the strand does: LOCK inside the same LOCK, and no section between. It
 * is released when its items are over, by whoever does that. When nobody can run and somebody waits for a lock: -EDEADLK.
 *
 * OPENMP. A thread that comes to a section makes a team of P threads, itself number 0 in it, where it
 * stands outside all sections or `nested` is set; else it does the section's items in order by itself, at no cost, and all sections in it
 * likewise. It pays fork (inside a section (P - 1) * (fork_nested + join_nested) as well), then the team begins, the maker
 * first, and member k after another k * fork_thread (at once inside a section, where there is a fork_nested). On one processor that is
 * region_of_one, inside a section nested_of_one. A section that says SAME_TEAM, after one that a team has done in the same items, pays no fork and
 * all begin at once; on one processor, barrier_of_one. The iterations are the section's TASKs in order; what
 * is no task belongs in front of the task that follows; what follows the last is done by who made
 * the team, after the end, and tasks in that by itself, at once. A section without tasks has a team, too.
 *   static       member k gets n / P tasks, the first n % P members one more, in order; chunk_static
 *                once for a member that has any
 *   static,c     chunks of c in turn; chunk_static once for a member that has any
 *   dynamic,c    a member that is free takes the next c, for `chunk` each time it gets some (P = 1: chunk_of_one)
 *   guided,c     the same, with max(c, ceil(remaining / P)) of them
 * A member that has no more is at the end. When all are, the maker goes on after barrier + P *
 * barrier_thread (P = 1: at once). With NOWAIT the maker goes on at once when it itself has no more; the next section in
 * the same items (of the same node, groups unfolded; what is in front of a task of a team is apart) is done by the same team without a fork: a
 * member begins with it when it is free, whether or not the maker has come to it; what is between is the maker's. A section that is waited for ends the team; else, when those items are over,
 * or a section of TASKS follows, the maker waits for the team as above.
 * Sections that say SPAWN, and all with the paradigm OMP_TASK: see TASKS. Sections that say TEAM are static,
 * LOOP is as ANY. `override` changes neither SPAWN nor TEAM.
 *
 * TASKS (OpenMP). Outside all sections a team of P is made as above. The maker does the section's
 * items in order, at each TASK pays `task_make`, uses the queue, puts it there, pays `queue_wake` if fewer than P threads do tasks that they took at a
 * barrier, itself counted unless it does one, and goes on; with more than 64 P that were put there
 * and are not done (libgomp's task_count) it does it itself at once instead, for `task_at_once`. At the section's end, if not all of the section are done,
 * it pays `task_wait` and uses the queue; then it does the newest of this section that is queued, and pays `task_again`; or waits until those that run are
 * done. A member that is free (at the end of a loop, too) uses the queue, or pays `task_again` after a task, and takes the oldest one queued of
 * all. Who takes one pays task - task_make, in one with that; when it has done it it uses the queue. Members that wait for one look into the queue behind
 * all other events of that time, one after the other, who waits longest first, then the
 * lowest number; what they do at that time comes before the next one looks.
 * To use the queue takes, on more than one processor, until who used it last is through and then `queue_busy`; if nobody is there, `queue_moved` if that
 * was another thread. Where there is a `task_taken` each thread has a queue of its own instead (libomp's), for 256 tasks: who takes from another one's pays
 * that, and its owner `queue_moved` when it makes or takes the next one.
 * When the outermost section is done, the barrier's cost as above. Sections inside tasks, and those of TASKS inside loops, use the innermost team. NOWAIT
 * means nothing.
 *
 * CILK. P workers, for the whole program; worker 0 begins, and 1, 2, ... wait in this order. A SPAWN section: at a TASK the worker pays `spawn`, then what
 * follows the task in the section (if only its end) becomes the newest in its deque, and it does the task. When that is done it takes
 * the newest of its own deque, if that is that (else it was stolen). At the section's end: if tasks of it are still
 * running elsewhere the worker lets go of it, and who finishes the last of them goes on behind the section. Other sections are cilk_for: the n tasks
 * as above are halved while more than grain = max(1, min(2048, n / (8 P))) are left (LOOP, whose tasks are chunks already: 1 where those are the program's own, or 2048 and more): the first half (rounded down) is spawned, as
 * above for `piece`, the second is what follows; one end for all. What follows the last task is done by who goes on. A worker that has nothing
 * takes the oldest of the first deque that has any, from the worker after itself on, in
 * a circle, and goes on with that `steal` later; if none has any it waits for the next that is put down anywhere
 * (who waits longest comes first). But a worker that has nothing after a steal is patient, as our scheduler is: if less than 2 `steal` have passed since it went on
 * with what it stole, it waits before it looks around for `steal`, or twice as long as the last time, up to 16 `steal`; if more, for a
 * quarter of the last time, and not at all if that is less than `steal`. A worker that waits for a lock steals nothing. NOWAIT is not known to Cilk.
 *
 * LOSSES. Of P processors for the time of the run, what is not the tree's own work is lost: to overheads (what is
 * paid as above), to memory (what the burden adds), and where a processor has no thread to run: to locks, for as many as
 * wait for one; else to imbalance while any section is open; else to the serial part. They add up:
 * P * time = work + the losses. A section is open from when its maker comes to it, before the fork, until it goes on behind it, after the barrier; by outermost
 * section all between these counts. Sections that a NOWAIT team does one after the other count as the first of them.
 */
#pragma once

#include "analysis/findings/why.h"
#include "analysis/machine/machine.h"
#include "profile/program_tree.h"

enum sw_paradigm { SW_PARADIGM_OMP, SW_PARADIGM_OMP_TASK, SW_PARADIGM_CILK, SW_PARADIGMS };

/*
 * A tree of few nodes may stand for more than there is time for: 2^31 tasks that take a lock, or loops in loops. So emulations have a budget,
 * which several may share. A step is one of a thread, or as much work beside them: some 100 ns.
 */
struct sw_emulation_budget {
    uint64_t steps; /* that are left */
    double until;   /* by sw_emulation_now(); 0: without an end */
};
#define SW_EMULATION_STEPS        ((uint64_t)1 << 26)
#define SW_EMULATION_STEPS_A_NODE 256

struct sw_emulation_budget
sw_emulation_budget(const struct sw_program_tree *tree); /* without an end */
double sw_emulation_now(void);                           /* seconds of a clock that nobody sets */

struct sw_emulation_options {
    unsigned processors;
    enum sw_paradigm paradigm;
    enum sw_section_schedule
        schedule; /* of sections that say ANY, or of all with `override`: STATIC, DYNAMIC,
                                       GUIDED; ANY: static */
    unsigned chunk;
    bool override;
    bool nested;                          /* OpenMP: sections inside sections make teams too */
    const struct sw_overheads *overheads; /* in the tree's unit; NULL: nothing costs anything */
    const double *burden;                 /* by site of the outermost section; NULL: all 1 */
    struct sw_emulation_budget *budget;   /* is less by what it took; NULL: one of its own */
    unsigned shares;                      /* of the budget it may take one of so many; 0: all */
    const struct sw_emulation
        *one; /* T(1), which speedups are over: sw_emulate_one(); NULL: work */
};

/* Of outermost sections, by their site. */
struct sw_emulated_section {
    uint32_t site;
    uint64_t count;
    double work, time, one;
    double lost[SW_WHY_CAUSES];
};

struct sw_emulation {
    double work, time;
    double one; /* T(1), as the options have it */
    double lost[SW_WHY_CAUSES];
    struct sw_emulated_section *sections; /* as they were first met */
    size_t n_sections;
};

/* 0 or -errno (-ENOMEM, -EINVAL, -EDEADLK; -ETIME: the budget is spent). To be released. */
int sw_emulate(const struct sw_program_tree *tree, const struct sw_emulation_options *options,
               struct sw_emulation *emulation);
void sw_emulation_release(struct sw_emulation *emulation);

/*
 * T(1) of the program as it is, which all its speedups are over, whatever is changed in it: emulated on one processor of the options.
 * Of a program that is serial, as an annotated one is (`is_serial`), it is the tree's work. The same errors. To be released.
 */
int sw_emulate_one(const struct sw_program_tree *tree, const struct sw_emulation_options *written,
                   bool is_serial, struct sw_emulation *one);

/* T(1)/T(N), of all and of a section: whoever says a speedup of a tree takes it from here. NAN: it takes no time. */
double sw_emulation_speedup(const struct sw_emulation *emulation);
double sw_emulated_section_speedup(const struct sw_emulated_section *section);
