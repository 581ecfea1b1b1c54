/* Fills what `spanwise sample` keeps of a run in the live range (live/effort.h): the parts of that, for each other. */
#ifndef SPANWISE_TARGET_SAMPLE_RECORD_H
#define SPANWISE_TARGET_SAMPLE_RECORD_H

#include "base/raw.h"
#include "live/effort.h"
#include "live/live.h"
#include "target/sample/agent.h"
#include "target/sampler/sampler.h"

#include <time.h>

/* The sums of a path, or of one of its callers. */
static inline struct sw_effort_sums *sw_effort_of(const struct sw_live *live, uint32_t path)
{
    while (path >= SW_EFFORT_PATHS)
        path = live->sampling.paths.nodes[path].caller;
    return &live->effort->sums[path];
}

/* Makes it, in the live range. False: no memory. */
bool sw_effort_init(struct sw_live *live);

/* Adds to the stretch of time that `now` (ticks) is in. */
void sw_timeline_add(struct sw_live *live, uint64_t now, enum sw_doing doing, uint64_t ns,
                     uint64_t idle);

/* What is due of so many ticks, in ns: whole periods, which are taken from them. */
static inline uint64_t sw_effort_take_periods(const struct sw_effort_record *record,
                                              uint64_t *ticks)
{
    uint64_t periods = *ticks / record->period_ticks;
    *ticks -= periods * record->period_ticks;
    return periods * record->period;
}

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

/* Locks, in waits: a thread begins to wait, ends it, and releases. `path` is only asked for where it has waited, or
 * is to be charged, for a period in all. */
void sw_lock_wait(struct sw_live *live, uint64_t lock, uint64_t now);
struct sw_lock *sw_lock_waited(struct sw_live *live, uint64_t lock, uint64_t since, uint64_t now);
void sw_lock_charge(struct sw_lock_path *paths, uint32_t path, uint64_t ns);

#endif
