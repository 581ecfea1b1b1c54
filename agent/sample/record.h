/* Fills what `spanwise sample` keeps of a run in the live range (live/effort.h): the parts of that, for each other. */
#pragma once

#include "agent/sample/reporter.h"
#include "agent/sampler/sampler.h"
#include "base/raw.h"
#include "live/effort.h"
#include "live/live.h"
#include "live/trail.h"

#include <time.h>

/* The sums of a path, or of one of its callers. */
static inline struct sw_effort_sums *sw_effort_of(const struct sw_live *live, uint32_t path)
{
    while (path >= SW_EFFORT_PATHS)
        path = live->sampling.paths.nodes[path].caller;
    return &live->effort->sums[path];
}

/* When the library is loaded, or earlier: a constructor of one that the program needs may come first. Only the first call does
 * anything. */
void sw_effort_start(void);

/* Makes it, in the live range. False: no memory. */
bool sw_effort_init(struct sw_live *live);

/* The program ends. */
void sw_effort_end(struct sw_live *live);

/* A child after fork() that is about to make a thread is followed from here on. NULL: the process is none, or it cannot be. */
struct sw_worker *sw_effort_follow(void);

/* The calling thread is sampled no more: it is that of a child after fork(). */
void sw_worker_forget(void);

/* Adds to the stretch of time that `now` (ticks) is in. `alone` is the path of who runs alone; 0: others do too. */
void sw_timeline_add(struct sw_live *live, uint64_t now, enum sw_doing doing, uint64_t ns,
                     uint64_t idle, uint32_t alone);

/* The same of the lane of a worker: a sample of it, of so many periods; a wait that ends now, on what it is `on`. */
void sw_lane_sampled(struct sw_live *live, const struct sw_worker *worker, uint64_t now,
                     enum sw_doing doing, uint64_t weight, uint32_t path);
void sw_lane_waited(struct sw_live *live, const struct sw_worker *worker, uint64_t since,
                    uint64_t now, enum sw_wait_for what);

/* What is due of so many ticks, in ns: whole periods, which are taken from them. */
static inline uint64_t sw_effort_take_periods(const struct sw_effort_record *record,
                                              uint64_t *ticks)
{
    uint64_t periods = *ticks / record->period_ticks;
    *ticks -= periods * record->period_ticks;
    return periods * record->period;
}

/* running.c: what the kernel knows of threads. Signal-safe; takes some microseconds. */

/* Whether another thread of the process wants a processor. */
bool sw_thread_is_running(int32_t thread);

/* The calling thread's, in ns: that it had a processor, and that it waited for one. By a file that is kept open: to open it may
 * take long on a busy machine. -1: it is not told. False: it is not any more. */
struct sw_thread_times {
    uint64_t cpu, delay;
};
int32_t sw_thread_times_open(void);
bool sw_thread_times(int32_t file, struct sw_thread_times *times);
void sw_thread_times_close(int32_t file);

/* Who gets samples. */
extern const struct sw_sample_taker sw_effort_taker;

/* The path from there out, across what the pieces that it is in were started by. Inside. */
uint32_t sw_path_from(struct sw_sampler *sampler, const struct sw_sampled_at *at,
                      const struct sw_origin *origin, bool *whole);

/* Tasks that create tasks: a piece that creates where one of its creators did is the same as that. Or there would be a
 * path for each of them. */
uint32_t sw_path_fold(const struct sw_call_paths *paths, uint32_t path);

/* Adds the stacks of a worker to what can be read. */
void sw_worker_stacks(const struct sw_worker *worker, struct sw_sampled_at *at);

/* delay.c: due times. Of a thread that starts, at `due` (0: now); now; after a wait that was ended at the due time
 * `released` (0: not known); and its end. */
void sw_delay_start(struct sw_worker *worker, uint64_t due);
uint64_t sw_delay_due(struct sw_worker *worker, uint64_t now);
void sw_delay_waited(struct sw_worker *worker, struct sw_wait *wait, uint64_t now,
                     uint64_t released);
void sw_delay_stop(struct sw_worker *worker);
void sw_delay_silence(void); /* no system call from now on */
/* The same for waits of which neither the clock is read nor who ends them is known. */
void sw_delay_rest(struct sw_worker *worker);
void sw_delay_go_on(struct sw_worker *worker, uint64_t now);

/* Waits on what is no lock: which turn of a barrier it is; when it was released, in due time, or 0. */
uint32_t sw_release_await(const struct sw_worker *worker, uint64_t on, uint64_t due);
/* Between these it is queued there. */
void sw_release_awaits(struct sw_worker *worker, uint64_t on);
void sw_release_got(struct sw_worker *worker);
uint64_t sw_release_of(const struct sw_live *live, uint64_t on, uint32_t turn);
/* The same for a lock, NULL or not. Its last holder is not who has to come first: with processors enough, the wait would have been
 * as long as it is held, at most. */
uint64_t sw_lock_due(const struct sw_lock *lock, const struct sw_wait *wait, uint64_t now,
                     const struct sw_live *live);
/* Whether one that waits for a lock does so in due time, too, when another one is sampled: if that one has it, and else for as long as
 * its own due time goes on (sw_lock_due()). It may be ahead of the sampled one: locks keep no order, so whoever is once behind stays so. */
bool sw_lock_makes_wait(const struct sw_worker *sampled, const struct sw_worker *worker,
                        uint64_t now);

/* No thread works, as the last that did begins to wait; some does again, by the wait that has ended. */
void sw_nobody_begin(struct sw_live *live, const struct sw_worker *self, uint64_t now);
void sw_nobody_end(struct sw_live *live, enum sw_wait_for kind, uint64_t now, uint64_t delay);

/* Whether a thread works, has overhead too. */
static inline bool sw_works(uint32_t doing)
{
    return doing < SW_DOING_NOTHING;
}

/* Locks, in waits: a thread begins to wait, ends it, and releases. `path` is only asked for where it has waited, or
 * is to be charged, for a period in all. */
void sw_lock_wait(struct sw_worker *worker, uint64_t lock, uint64_t now);
/* A sample of who has locks alone. */
void sw_locks_sampled(const struct sw_worker *worker, uint32_t path, uint64_t ns);
struct sw_lock *sw_lock_waited(struct sw_live *live, uint64_t lock, uint64_t since, uint64_t now);
/* made.c: one is waited for, for the first time. Of one that is on the stack of a worker, that looks by itself in which frame: after a wait,
 * or by what was walked for a sample. */
void sw_lock_met(struct sw_worker *worker, uint64_t lock);
void sw_lock_frame(struct sw_worker *worker, bool is_walked);
void sw_lock_charge(struct sw_lock_path *paths, uint32_t path, uint64_t ns);
