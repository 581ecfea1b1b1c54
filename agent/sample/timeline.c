/* The run in stretches of time, with the lanes of its threads (engine/lanes/lane.h). */
#include "agent/sample/record.h"

static void fold(void *record)
{
    struct sw_effort_record *r = record;
    for (unsigned i = 1; i < SW_EFFORT_STRETCHES; i++) {
        sw_stretch_move(&r->stretches[i].work, &r->stretches[i / 2].work);
        sw_stretch_move(&r->stretches[i].overhead, &r->stretches[i / 2].overhead);
        sw_stretch_move(&r->stretches[i].idle, &r->stretches[i / 2].idle);
        sw_majority_move(&r->stretches[i].alone, &r->stretches[i / 2].alone);
    }
    for (unsigned i = 0; i < SW_EFFORT_LANES; i++)
        sw_lane_fold(r->lanes[i]);
}

void sw_timeline_add(struct sw_live *live, uint64_t now, enum sw_doing doing, uint64_t ns,
                     uint64_t idle, uint32_t alone)
{
    struct sw_effort_record *r = live->effort;
    uint64_t i = sw_stretch_at(&r->over, now, fold, r);
    atomic_fetch_add(doing == SW_DOING_WORK ? &r->stretches[i].work : &r->stretches[i].overhead,
                     ns);
    atomic_fetch_add(&r->stretches[i].idle, idle);
    if (alone)
        sw_majority_vote(&r->stretches[i].alone, alone, 1);
}

static struct sw_lane *lane_of(const struct sw_effort_record *r, const struct sw_worker *worker)
{
    return worker->lane ? r->lanes[worker->lane - 1] : NULL;
}

void sw_lane_sampled(struct sw_live *live, const struct sw_worker *worker, uint64_t now,
                     enum sw_doing doing, uint64_t weight, uint32_t path)
{
    struct sw_effort_record *r = live->effort;
    struct sw_lane *lane = lane_of(r, worker);
    if (!lane)
        return;
    struct sw_lane_cell *cell = &lane->cells[sw_stretch_at(&r->over, now, fold, r)];
    atomic_fetch_add(&cell->parts[doing == SW_DOING_WORK ? SW_LANE_WORK : SW_LANE_OVERHEAD],
                     weight * r->period_ticks);
    sw_majority_vote(&cell->path, path, 1);
}

void sw_lane_waited(struct sw_live *live, const struct sw_worker *worker, uint64_t since,
                    uint64_t now, enum sw_wait_for what)
{
    struct sw_effort_record *r = live->effort;
    struct sw_lane *lane = lane_of(r, worker);
    const struct sw_lock *on = atomic_load_explicit(&worker->on, memory_order_relaxed);
    struct sw_lane_note note = {.from = since,
                                .to = now,
                                .part = what == SW_WAIT_LOCK      ? SW_LANE_LOCK
                                        : what == SW_WAIT_THREADS ? SW_LANE_THREADS
                                                                  : SW_LANE_AWAY,
                                .instead_of = SW_LANE_PARTS};
    if (on && note.part != SW_LANE_AWAY)
        note.whom = atomic_load_explicit(&on->released_by, memory_order_relaxed);
    if (on && note.part == SW_LANE_LOCK)
        note.on = (uint32_t)(on - r->locks) + 1;
    if (lane)
        sw_lane_add(&r->over, lane, &note, fold, r);
}
