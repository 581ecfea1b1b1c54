#include "collect/shared.h"

#include <errno.h>
#include <stdlib.h>

#define MOST 256 /* of each kind */

static int most_first(const void *a, const void *b)
{
    const struct sw_shared *x = a, *y = b;
    if (x->transfers != y->transfers)
        return x->transfers < y->transfers ? 1 : -1;
    return x->uses[0].address != y->uses[0].address
               ? (x->uses[0].address > y->uses[0].address ? 1 : -1)
               : (x->uses[1].address > y->uses[1].address) -
                     (x->uses[1].address < y->uses[1].address);
}

static struct sw_place nowhere(void)
{
    return (struct sw_place){.function = sw_profile_empty, .file = sw_profile_empty};
}

static struct sw_shared from_pair(const struct sw_shared_pair *p)
{
    uint64_t all = sw_shared_estimate(p->transfers, &p->few);
    double times = (double)all / (double)p->transfers;
    uint64_t lines = (uint64_t)__builtin_popcountll(p->lines);
    struct sw_shared s = {
        .is_shared = 1,
        .site = SW_TRAFFIC_NO_SITE,
        .piece = p->piece,
        .transfers = all,
        .same_bytes = (uint64_t)(times * (double)p->same_bytes),
        .atomic = (uint64_t)(times * (double)p->atomic),
        .lock = (uint64_t)(times * (double)p->lock),
        .lines = sw_shared_is_scaled(&p->few) ? 64 : lines,
        .threads = p->threads,
        .address = p->address,
        .block = p->block,
        .block_bytes = p->block_bytes,
        .allocated = p->allocated,
        .frame = p->frame,
        .frame_offset = p->frame_offset,
        .frame_stack = p->frame_stack,
        .made = nowhere(),
        .name = sw_profile_empty,
    };
    for (int i = 0; i < SW_SHARED_CALLERS; i++)
        s.callers[i] = p->callers[i];
    for (int i = 0; i < 2; i++)
        s.uses[i] = (struct sw_shared_use){.address = p->sides[i].pc,
                                           .caller = p->sides[i].caller,
                                           .what = p->sides[i].what,
                                           .bytes = p->sides[i].bytes,
                                           .touched = p->bytes[i],
                                           .place = nowhere()};
    return s;
}

#define MANY 16 /* lines that are followed: no single one decides */

/* Of all lines, however often each has moved. */
static uint64_t transfers_of(const struct sw_shared_flow *f)
{
    uint64_t all = f->followed.transfers << (SW_FOLLOWED_LOG - 1);
    bool are_many = __builtin_popcountll(f->few.lines) >= MANY;
    return are_many && all > f->transfers ? all : sw_shared_estimate(f->transfers, &f->few);
}

static struct sw_shared from_flow(const struct sw_shared_flow *f)
{
    return (struct sw_shared){
        .site = SW_TRAFFIC_NO_SITE,
        .piece = f->piece,
        .transfers = transfers_of(f),
        .address = f->address,
        .made = nowhere(),
        .name = sw_profile_empty,
        .uses = {{.address = f->from, .place = nowhere()}, {.address = f->to, .place = nowhere()}},
    };
}

/* Adds the first ones of those that are at `all`. */
static void take(struct sw_memory_pass *m, struct sw_shared *all, size_t n)
{
    qsort(all, n, sizeof *all, most_first);
    for (size_t i = 0; i < n; i++) {
        m->transfers[all[i].is_shared] += all[i].transfers;
        if (i < MOST)
            m->shared[m->n_shared++] = all[i];
    }
}

int sw_shared_gather(struct sw_profile *p, const struct sw_live *live)
{
    const struct sw_live_shared *from = live->memory->shared;
    struct sw_memory_pass *m = &p->memory;
    if (!from || !from->is_followed)
        return 0;
    m->flags |= SW_MEMORY_SHARED | (from->lost || from->flows_lost ? SW_MEMORY_LOST : 0) |
                (from->threads_lost ? SW_MEMORY_MANY : 0);
    struct sw_shared *all = calloc(SW_SHARED_FLOWS, sizeof *all);
    m->shared = calloc(2 * MOST, sizeof *m->shared);
    if (!all || !m->shared) {
        free(all);
        return -ENOMEM;
    }
    size_t n = 0;
    for (size_t i = 0; i < SW_SHARED_PAIRS; i++)
        if (from->pairs[i].transfers)
            all[n++] = from_pair(&from->pairs[i]);
    take(m, all, n);
    n = 0;
    for (size_t i = 0; i < SW_SHARED_FLOWS; i++)
        if (from->flows[i].transfers)
            all[n++] = from_flow(&from->flows[i]);
    take(m, all, n);
    free(all);
    return 0;
}

/* Of all lines, as of those that are followed. */
static struct sw_moved moved_by(const struct sw_shared_flow *f)
{
    uint64_t all = transfers_of(f);
    double times = f->followed.transfers ? (double)all / (double)f->followed.transfers : 0;
    return (struct sw_moved){.transfers = all,
                             .apart = (uint64_t)((double)f->followed.apart * times),
                             .beside = (uint64_t)((double)f->followed.beside * times)};
}

struct sw_moved sw_shared_place(struct sw_profile *p, const struct sw_live *live, uint32_t number,
                                uint32_t site)
{
    const struct sw_live_shared *from = live->memory->shared;
    struct sw_moved moved = {0};
    for (size_t i = 0; i < p->memory.n_shared; i++)
        if (p->memory.shared[i].piece == number)
            p->memory.shared[i].site = site;
    for (size_t i = 0; from && p->memory.transfers[0] && i < SW_SHARED_FLOWS; i++)
        if (from->flows[i].piece == number) {
            struct sw_moved more = moved_by(&from->flows[i]);
            sw_moved_add(&moved, &more);
        }
    return moved;
}
