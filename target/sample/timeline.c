/*
 * The run in stretches of time: a fixed number of them, each twice as long when there is no more room. Whoever
 * comes to that folds them; others add where they are, so that what is added at that very moment may end up in a
 * neighbour. Nothing is lost: all moves are exchanges.
 */
#include "target/sample/record.h"

static void move(_Atomic uint64_t *from, _Atomic uint64_t *to)
{
    atomic_fetch_add(to, atomic_exchange(from, 0));
}

/* What leads has more votes than all others together, or none has. */
static void vote(sw_majority *most, uint32_t what, uint32_t votes)
{
    uint64_t was = atomic_load(most), now;
    do {
        uint32_t lead = (uint32_t)was, leader = (uint32_t)(was >> 32);
        if (leader == what)
            lead += votes;
        else if (votes > lead) {
            leader = what;
            lead = votes - lead;
        } else
            lead -= votes;
        now = (uint64_t)leader << 32 | lead;
    } while (votes && !atomic_compare_exchange_weak(most, &was, now));
}

static void move_votes(sw_majority *from, sw_majority *to)
{
    uint64_t votes = atomic_exchange(from, 0);
    vote(to, (uint32_t)(votes >> 32), (uint32_t)votes);
}

static void fold_lane(struct sw_lane *lane)
{
    for (unsigned i = 1; lane && i < SW_EFFORT_STRETCHES; i++) {
        struct sw_lane_cell *from = &lane->cells[i], *to = &lane->cells[i / 2];
        for (unsigned k = 0; k < SW_LANE_PARTS; k++)
            move(&from->parts[k], &to->parts[k]);
        move_votes(&from->path, &to->path);
        move_votes(&from->whom, &to->whom);
        move_votes(&from->lock, &to->lock);
    }
}

static void fold(struct sw_effort_record *r, uint64_t length)
{
    for (unsigned i = 1; i < SW_EFFORT_STRETCHES; i++) {
        move(&r->stretches[i].work, &r->stretches[i / 2].work);
        move(&r->stretches[i].overhead, &r->stretches[i / 2].overhead);
        move(&r->stretches[i].idle, &r->stretches[i / 2].idle);
        move_votes(&r->stretches[i].alone, &r->stretches[i / 2].alone);
    }
    for (unsigned i = 0; i < SW_EFFORT_LANES; i++)
        fold_lane(r->lanes[i]);
    atomic_store(&r->stretch, 2 * length);
}

/* The stretch that this time is in; there is one. */
static uint64_t stretch_at(struct sw_effort_record *r, uint64_t now)
{
    uint64_t since = now > r->started ? now - r->started : 0;
    uint64_t length = atomic_load(&r->stretch), i = since / length;
    while (i >= SW_EFFORT_STRETCHES && !atomic_exchange(&r->folding, 1)) {
        if (length == atomic_load(&r->stretch))
            fold(r, length);
        length = atomic_load(&r->stretch);
        i = since / length;
        atomic_store(&r->folding, 0);
    }
    return i < SW_EFFORT_STRETCHES ? i : SW_EFFORT_STRETCHES - 1;
}

void sw_timeline_add(struct sw_live *live, uint64_t now, enum sw_doing doing, uint64_t ns,
                     uint64_t idle, uint32_t alone)
{
    struct sw_effort_record *r = live->effort;
    uint64_t i = stretch_at(r, now);
    atomic_fetch_add(doing == SW_DOING_WORK ? &r->stretches[i].work : &r->stretches[i].overhead,
                     ns);
    atomic_fetch_add(&r->stretches[i].idle, idle);
    if (alone)
        vote(&r->stretches[i].alone, alone, 1);
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
    struct sw_lane_cell *cell = &lane->cells[stretch_at(r, now)];
    atomic_fetch_add(&cell->parts[doing == SW_DOING_WORK ? SW_LANE_WORK : SW_LANE_OVERHEAD],
                     weight * r->period_ticks);
    vote(&cell->path, path, 1);
}

void sw_lane_waited(struct sw_live *live, const struct sw_worker *worker, uint64_t since,
                    uint64_t now, enum sw_wait_for what)
{
    struct sw_effort_record *r = live->effort;
    struct sw_lane *lane = lane_of(r, worker);
    const struct sw_lock *on = atomic_load_explicit(&worker->on, memory_order_relaxed);
    if (!lane || now <= since || now <= r->started)
        return;
    uint64_t last = stretch_at(r, now), length = atomic_load(&r->stretch);
    since = since > r->started ? since : r->started;
    unsigned part = what == SW_WAIT_LOCK      ? SW_LANE_LOCK
                    : what == SW_WAIT_THREADS ? SW_LANE_THREADS
                                              : SW_LANE_AWAY;
    uint32_t whom = on && part != SW_LANE_AWAY
                        ? atomic_load_explicit(&on->released_by, memory_order_relaxed)
                        : 0;
    for (uint64_t i = (since - r->started) / length; i <= last; i++) {
        uint64_t end = r->started + (i + 1) * length;
        uint64_t ticks = (end < now ? end : now) - since;
        uint32_t votes = (uint32_t)(ticks / r->period_ticks) + 1;
        atomic_fetch_add(&lane->cells[i].parts[part], ticks);
        if (whom)
            vote(&lane->cells[i].whom, whom, votes);
        if (part == SW_LANE_LOCK && on)
            vote(&lane->cells[i].lock, (uint32_t)(on - r->locks) + 1, votes);
        if (end >= now)
            return;
        since = end;
    }
}
