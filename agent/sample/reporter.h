/*
 * `spanwise sample`: a real parallel run, watched by samples. What the sampler has to know besides the
 * stack comes from *reporters*, one for each way to be parallel (pthreads, gcc's OpenMP, libomp's OMPT,
 * Cilk): what each thread is doing, and who has started what it runs.
 *
 * What a thread does is one word that its own thread writes and every sample reads. A sample of a thread
 * that works counts as work of its path, and for idleness idle / working, where working is the number of
 * threads that work now, n at most, and idle = n - working: n is the processors that the process may use.
 * A thread counts as working if its word says so and it has had a sample, or has come to work, within the last
 * few periods: one that is blocked in a system call that no reporter knows has neither, so it does not.
 * A sample of a thread that waits is nobody's, however busily it waits.
 *
 * Who has started what it runs: an *origin*. Where a runtime calls a piece of the program (a region's or
 * task's function, a thread's), the reporter puts an origin on the thread: the frames from there out are the
 * runtime's and the operating system's, and the logical path goes on at the origin's. What was left
 * out is kept as a path of its own, to which the node SW_CALL_PATH_LINK in the tree leads: both views are
 * in one tree, a logical path with its bichords (Tallent and Mellor-Crummey, Section 3).
 *
 * All of this is called on the thread itself, costs some nanoseconds, and takes no lock.
 */
#pragma once

#include "agent/sampler/path.h"
#include "live/effort.h"

enum sw_doing {
    SW_DOING_WORK,
    SW_DOING_SCHEDULE,    /* overhead: looks for work, hands out chunks, steals, starts a region; */
    SW_DOING_SYNCHRONIZE, /* locks and unlocks without waiting, arrives, reduces; */
    SW_DOING_CREATE,      /* makes a task or a thread */
    SW_DOING_NOTHING,     /* waits: for work, a barrier, a condition, a child; also by spinning */
    SW_DOING_BLOCKED,     /* waits for a lock that another thread holds */
};

/* Where a piece of the program was started from. In the reporter's own memory or on a stack, valid while
 * the piece runs. One for each piece: several pieces of one creation (the threads of a team) have one each, which
 * share another. All zero but for what is said here. */
struct sw_origin {
    const struct sw_origin *outer; /* of what the thread ran before; set by sw_worker_begin() */
    uint64_t frame; /* stack pointer there: frames at it and above are not the piece's. Our
                                      own code's do not matter: __builtin_frame_address(0) of who calls the piece */
    struct sw_origin *shared; /* that has all that follows; NULL: this one */
    /* The creator's path: a number, or 0: not known yet. Then, if at.sp is not 0, it is found by walking
     * from these registers on the creator's stack, which stands still while the piece runs (it waits
     * for the piece's end), and kept here. */
    _Atomic uint32_t path;
    uint32_t resumed; /* 1: the creator itself goes on in it (a continuation that was stolen) */
    struct sw_unwind_registers at;
    struct sw_unwind_stack stack;
    const struct sw_origin *creator; /* what the creator was running in; set by sw_origin_here() */
};

/* A thread that is sampled: struct sw_worker of live/effort.h. */

/* The calling thread's; NULL: it is not sampled (before the start, after the end, in a child of fork). Not in
 * signal handlers. */
struct sw_worker *sw_worker_self(void);

/* The same, but NULL for a thread that is not known yet. Also in signal handlers. */
struct sw_worker *sw_worker_known(void);

/* It does something else from now on; returns what it did before, for the way back. */
enum sw_doing sw_worker_do(struct sw_worker *worker, enum sw_doing what);

/* It waits, or has nothing to do. */
bool sw_worker_waits(const struct sw_worker *worker);

/* A piece of the program begins on it, with `origin`, and ends. What it does is SW_DOING_WORK between. */
void sw_worker_begin(struct sw_worker *worker, struct sw_origin *origin);
void sw_worker_end(struct sw_worker *worker, struct sw_origin *origin);

/* An origin for pieces that begin while the caller's frame stands: fills in `at`, `stack` and `creator`. */
void sw_origin_here(struct sw_worker *worker, struct sw_origin *origin);

/* The calling thread's logical path here and now, for pieces that outlive their creator's frames (threads,
 * tasks). It walks: for what is frequent, use the second, which walks once for each caller, place, and
 * depth of the stack below the piece that creates. `from` is the return address of the call that creates. */
uint32_t sw_worker_path(struct sw_worker *worker);
uint32_t sw_worker_path_cached(struct sw_worker *worker, uint64_t from, uint64_t sp);
#define SW_WORKER_PATH_HERE(worker)                                        \
    sw_worker_path_cached((worker), (uint64_t)__builtin_return_address(0), \
                          (uint64_t)__builtin_frame_address(0))

/* There was no room for a piece's path: it is created without. Counted and reported. */
void sw_worker_path_refused(struct sw_worker *worker);

/*
 * Waiting, in wall-clock time. `on` is the address of what another thread has to release, or 0: of a lock the
 * holder is charged when it does, at its path then.
 *     struct sw_wait wait = sw_wait_begin(worker, kind, on); ... sw_wait_end(worker, &wait);
 * A wait of some length leaves samples of waiting (one for each period) at the waiter's path.
 */
struct sw_wait {
    uint64_t since;
    uint64_t due;   /* the same in the worker's due time (delay.c) */
    uint64_t delay; /* ns that it waited for a processor then */
    uint64_t lock;  /* what it is on; 0: something that is not known */
    enum sw_wait_for kind;
    uint32_t turn;     /* of a barrier */
    uint64_t outer_sp; /* wait_sp of one that a handler interrupted, or that was left by a jump */
    enum sw_doing before;
};
struct sw_wait sw_wait_begin(struct sw_worker *worker, enum sw_wait_for kind, uint64_t on);
void sw_wait_end(struct sw_worker *worker, struct sw_wait *wait);

/*
 * The same for waits that are frequent and mostly short: no clock is read; how long they take is estimated, by the
 * samples of threads that work meanwhile. They may begin in a callback that returns. Pieces of the program
 * may run in the middle, between sw_brief_wait_end() and sw_brief_wait_again(); a thread that runs many of them a
 * period (`task`) is scheduling in between, it does not wait.
 */
struct sw_wait sw_brief_wait_begin(struct sw_worker *worker);
void sw_brief_wait_end(struct sw_worker *worker, struct sw_wait *wait);
void sw_brief_wait_again(struct sw_worker *worker, struct sw_wait *wait, bool task);
/* ... that are nobody's: of a thread without a job. */
struct sw_wait sw_brief_wait_idle(struct sw_worker *worker);

/* The calling thread has a lock alone; it is about to release one. A few nanoseconds if nobody has ever waited for it. */
void sw_lock_had(struct sw_worker *worker, uint64_t lock);
void sw_lock_released(struct sw_worker *worker, uint64_t lock);
/* ... and gives it back where it does not matter who waits. */
void sw_lock_left(struct sw_worker *worker, uint64_t lock);

/* It has made one, by a call from there: locks of no variable are named after that. */
void sw_lock_made(struct sw_worker *worker, const void *lock, const void *from, const void *sp);

/* It releases threads that wait on something else: one of them, as by a semaphore; all, by a condition; or by its own end, before
 * anybody may have waited for that. A barrier is for so many. */
enum sw_release_of_what { SW_RELEASE_ONE, SW_RELEASE_ALL, SW_RELEASE_JOIN };
void sw_release(struct sw_worker *worker, uint64_t on, enum sw_release_of_what whom);
void sw_barrier_is_for(uint64_t barrier, uint32_t members);

/* Code of a runtime, whose frames are no part of logical paths: a range, or that of loaded modules, by their file
 * names' beginning ("libgomp.so"). Kept in the profile for the report. The second takes the loader's lock. */
void sw_runtime_code(uint64_t low, uint64_t high);
void sw_runtime_module(const char *name);
bool sw_runtime_has(uint64_t pc); /* whether that was said of it */

/* a reporter had something to do: each says so when it first has. */
void sw_reporter_active(enum sw_reporter reporter);

/* What a reporter knows of addresses; asked on the thread, in signal handlers too. */
struct sw_reporter_places {
    /* What a thread that works does there: SW_DOING_WORK if it is the program's code. */
    enum sw_doing (*doing)(uint64_t pc);
    /* A stack that the calling thread's frames may be on, besides its own. */
    bool (*stack)(uint64_t address, struct sw_unwind_stack *stack);
};
void sw_reporter_knows(const struct sw_reporter_places *places); /* of one reporter, from now on */
enum sw_doing sw_reporter_doing_at(uint64_t pc);
bool sw_reporter_stack_at(uint64_t address, struct sw_unwind_stack *stack);

/* Of oneTBB's workers, which yield and spin while they look for tasks: what the calling thread does, as a sample has found it there. In the handler. */
enum sw_doing sw_tasks_doing(struct sw_worker *worker, enum sw_doing doing, uint64_t pc);

/* A thread begins (at that due time of who has made it; 0: now) and ends: sampled from here on. Threads that nobody told of get this at their first call of an
 * reporter. */
struct sw_worker *sw_worker_start(struct sw_origin *origin, uint64_t due);
void sw_worker_stop(struct sw_worker *worker);

/* It was in a call since then in which libc may wait for threads that it has woken, and that have no processor yet. */
void sw_worker_was_held_up(struct sw_worker *worker, uint64_t since);

/* What others did for it is done, whether it had to wait for that or not. */
void sw_worker_joined(struct sw_worker *worker);

/* Its due time (delay.c), for threads that it makes. */
uint64_t sw_worker_due(struct sw_worker *worker);
