/* Records what a thread does over time in bounded memory. */
#include "engine/lanes/lane.h"

void sw_stretch_move(_Atomic uint64_t *from, _Atomic uint64_t *to)
{
    atomic_fetch_add(to, atomic_exchange(from, 0));
}

void sw_majority_vote(sw_majority *most, uint32_t what, uint32_t votes)
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

void sw_majority_move(sw_majority *from, sw_majority *to)
{
    uint64_t votes = atomic_exchange(from, 0);
    sw_majority_vote(to, (uint32_t)(votes >> 32), (uint32_t)votes);
}

void sw_lane_fold(struct sw_lane *lane)
{
    for (unsigned i = 1; lane && i < SW_LANE_STRETCHES; i++) {
        struct sw_lane_cell *from = &lane->cells[i], *to = &lane->cells[i / 2];
        for (unsigned k = 0; k < SW_LANE_PARTS; k++)
            sw_stretch_move(&from->parts[k], &to->parts[k]);
        sw_majority_move(&from->path, &to->path);
        sw_majority_move(&from->whom, &to->whom);
        sw_majority_move(&from->on, &to->on);
    }
}

uint64_t sw_stretch_at(struct sw_stretches *over, uint64_t time, void (*fold)(void *all), void *all)
{
    uint64_t since = time > over->started ? time - over->started : 0;
    uint64_t length = atomic_load(&over->length), i = since / length;
    while (i >= SW_LANE_STRETCHES && !atomic_exchange(&over->folding, 1)) {
        if (length == atomic_load(&over->length)) {
            fold(all);
            atomic_store(&over->length, 2 * length);
        }
        length = atomic_load(&over->length);
        i = since / length;
        atomic_store(&over->folding, 0);
    }
    return i < SW_LANE_STRETCHES ? i : SW_LANE_STRETCHES - 1;
}

static void add_to_cell(struct sw_lane_cell *cell, const struct sw_lane_note *n, uint64_t time,
                        uint32_t votes)
{
    if (n->part < SW_LANE_PARTS)
        atomic_fetch_add(&cell->parts[n->part], time);
    if (n->instead_of < SW_LANE_PARTS)
        atomic_fetch_sub(&cell->parts[n->instead_of], time);
    if (n->path)
        sw_majority_vote(&cell->path, n->path, votes);
    if (n->whom)
        sw_majority_vote(&cell->whom, n->whom, votes);
    if (n->on)
        sw_majority_vote(&cell->on, n->on, votes);
}

void sw_lane_add(struct sw_stretches *over, struct sw_lane *lane, const struct sw_lane_note *n,
                 void (*fold)(void *all), void *all)
{
    uint64_t from = n->from > over->started ? n->from : over->started;
    if (n->to <= from)
        return;
    uint64_t last = sw_stretch_at(over, n->to, fold, all), length = atomic_load(&over->length);
    for (uint64_t i = (from - over->started) / length; i <= last; i++) {
        uint64_t end = over->started + (i + 1) * length;
        uint64_t time = (end < n->to ? end : n->to) - from;
        add_to_cell(&lane->cells[i], n, time, (uint32_t)(time / over->vote) + 1);
        if (end >= n->to)
            return;
        from = end;
    }
}
