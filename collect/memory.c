/* Makes the profile's memory traffic and its shared cache lines of those that were followed in the program (live/memory.h, live/shared.h). */
#include "base/order.h"
#include "collect/front_end.h"

/* --- Cache lines that threads share, and communication --- */

#define MOST 256 /* of each kind */
#define MANY 16  /* lines that are followed: no single one decides */

static int most_first(const void *a, const void *b)
{
    const struct sw_shared *x = a, *y = b;
    return SW_BY(SW_FALLING(x->transfers, y->transfers),
                 SW_RISING(x->uses[0].address, y->uses[0].address),
                 SW_RISING(x->uses[1].address, y->uses[1].address));
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
        .made = SW_NOWHERE,
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
                                           .place = SW_NOWHERE};
    return s;
}

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
        .made = SW_NOWHERE,
        .name = sw_profile_empty,
        .uses = {{.address = f->from, .place = SW_NOWHERE},
                 {.address = f->to, .place = SW_NOWHERE}},
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

/* Those with the most transfers. */
static void gather_shared(struct sw_profile *p, const struct sw_live *live)
{
    const struct sw_live_shared *from = live->memory->shared;
    struct sw_memory_pass *m = &p->memory;
    if (!from || !from->is_followed)
        return;
    m->flags |= SW_MEMORY_SHARED | (from->lost || from->flows_lost ? SW_MEMORY_LOST : 0) |
                (from->threads_lost ? SW_MEMORY_MANY : 0);
    struct sw_shared *all;
    SW_ROOM(all, SW_SHARED_FLOWS);
    SW_ROOM(m->shared, 2 * MOST);
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

/* The front end's piece of that number is the profile's site. The communication that it waits for. */
static struct sw_moved place_shared(struct sw_profile *p, const struct sw_live *live,
                                    uint32_t number, uint32_t site)
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

/* --- Traffic --- */

static bool has_any(const struct sw_traffic *t)
{
    static const struct sw_traffic none;
    return memcmp(t, &none, sizeof none);
}

static int by_address(const void *a, const void *b)
{
    const struct sw_traffic_site *x = a, *y = b;
    return SW_RISING(x->address, y->address);
}

/* An instruction is translated once for each block that has it. */
static size_t unite(struct sw_traffic_site *sites, size_t n)
{
    size_t to = 0;
    qsort(sites, n, sizeof *sites, by_address);
    for (size_t i = 1; i < n; i++) {
        if (sites[i].address != sites[to].address) {
            sites[++to] = sites[i];
            continue;
        }
        sw_traffic_add(&sites[to].traffic, &sites[i].traffic);
        for (unsigned k = 0; k < SW_CAPACITIES; k++)
            sites[to].chained[k] += sites[i].chained[k];
        sites[to].what |= sites[i].what;
    }
    return n ? to + 1 : 0;
}

/* The shortest that has it; 0: none. */
static uint32_t innermost(const struct sw_memory_loop *loops, uint32_t n, uint64_t address)
{
    const struct sw_memory_loop *best = NULL;
    for (const struct sw_memory_loop *l = loops; l < loops + n; l++)
        if (address >= l->first && address <= l->last &&
            (!best || l->last - l->first < best->last - best->first))
            best = l;
    return best ? (uint32_t)(best - loops) + 1 : 0;
}

/* Those that sites are in. */
static void add_loops(struct sw_memory_pass *m, const struct sw_live_memory *from)
{
    struct sw_memory_loop *loops;
    uint32_t *numbers, n = 0;
    SW_ROOM(loops, SW_MEMORY_LOOPS);
    SW_ROOM(numbers, SW_MEMORY_LOOPS);
    SW_ROOM(m->loops, SW_MEMORY_LOOPS);
    for (uint32_t i = 0; i < SW_MEMORY_LOOPS; i++)
        if (from->loops[i].last)
            loops[n++] = from->loops[i];
    for (size_t i = 0; i < m->n_sites; i++) {
        uint32_t loop = innermost(loops, n, m->sites[i].address);
        if (loop && !numbers[loop]) {
            m->loops[m->n_loops] =
                (struct sw_traffic_loop){loops[loop - 1].first, loops[loop - 1].last, SW_NOWHERE};
            numbers[loop] = (uint32_t)++m->n_loops;
        }
        m->sites[i].loop = numbers[loop];
    }
}

void sw_memory_gather(struct sw_profile *p, const struct sw_live *live)
{
    const struct sw_live_memory *from = live->memory;
    struct sw_memory_pass *m = &p->memory;
    if (!from)
        return;
    uint32_t n = from->n_sites < SW_MEMORY_SITES ? from->n_sites : SW_MEMORY_SITES;
    m->is_there = 1;
    m->flags = from->is_full ? SW_MEMORY_FULL : 0;
    m->processors = live->options.processors ? live->options.processors : live->options.cores;
    m->unknown = from->unknown;
    m->lost = from->lost;
    m->instructions = from->instructions;
    m->capacity = (live->options.memory - 1) % SW_CAPACITIES;
    SW_ROOM(m->sites, n);
    SW_EACH (s, from->sites, n) {
        if (!has_any(&s->traffic))
            continue;
        struct sw_traffic_site *to = &m->sites[m->n_sites++];
        *to = (struct sw_traffic_site){
            .address = s->pc, .what = s->what, .traffic = s->traffic, .place = SW_NOWHERE};
        memcpy(to->chained, s->chained, sizeof to->chained);
    }
    m->n_sites = unite(m->sites, m->n_sites);
    add_loops(m, from);
    gather_shared(p, live);
}

static struct sw_traffic_piece *piece_of(struct sw_memory_pass *m, uint32_t site,
                                         uint32_t tree_site)
{
    size_t i = 0;
    while (i < m->n_pieces && (m->pieces[i].site != site || m->pieces[i].tree_site != tree_site))
        i++;
    if (i == m->n_pieces) {
        SW_ROOM_FOR_MORE(m->pieces, i);
        m->pieces[m->n_pieces++] = (struct sw_traffic_piece){.site = site, .tree_site = tree_site};
    }
    return &m->pieces[i];
}

void sw_memory_add_piece(struct sw_profile *p, const struct sw_live *live, uint32_t number,
                         uint32_t site, uint32_t tree_site)
{
    const struct sw_live_memory *from = live->memory;
    struct sw_moved moved = {0};
    if (from && !tree_site)
        moved = place_shared(p, live, number, site);
    bool has_traffic = from && number < from->n_pieces && has_any(&from->pieces[number]);
    if (!has_traffic && !moved.transfers)
        return;
    struct sw_traffic_piece *piece = piece_of(&p->memory, site, tree_site);
    if (has_traffic) {
        sw_traffic_add(&piece->traffic, &from->pieces[number]);
        sw_traffic_own_add(&piece->own, &from->own[number]);
    }
    sw_moved_add(&piece->moved, &moved);
}

void sw_memory_add_tree_pieces(struct sw_profile *p, const struct sw_live *live)
{
    for (uint32_t i = 0; live->memory && i < live->memory->n_pieces; i++)
        sw_memory_add_piece(p, live, i, SW_TRAFFIC_NO_SITE, i);
}

void sw_memory_renumber(struct sw_profile *p, const uint32_t *numbers)
{
    struct sw_memory_pass *m = &p->memory;
    size_t n = m->n_pieces;
    m->n_pieces = 0;
    for (size_t i = 0; i < n; i++) {
        struct sw_traffic_piece from = m->pieces[i];
        uint32_t site = from.site == SW_TRAFFIC_NO_SITE ? from.site : numbers[from.site];
        size_t k = 0;
        while (k < m->n_pieces && m->pieces[k].site != site)
            k++;
        if (k == m->n_pieces)
            m->pieces[m->n_pieces++] = (struct sw_traffic_piece){.site = site};
        sw_traffic_add(&m->pieces[k].traffic, &from.traffic);
        sw_traffic_own_add(&m->pieces[k].own, &from.own);
        sw_moved_add(&m->pieces[k].moved, &from.moved);
    }
    for (size_t i = 0; i < m->n_shared; i++)
        if (m->shared[i].site != SW_TRAFFIC_NO_SITE)
            m->shared[i].site = numbers[m->shared[i].site];
}
