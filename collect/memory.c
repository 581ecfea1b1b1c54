#include "collect/memory.h"
#include "collect/shared.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct sw_place nowhere = {.function = sw_profile_empty, .file = sw_profile_empty};

static bool has_any(const struct sw_traffic *t)
{
    static const struct sw_traffic none;
    return memcmp(t, &none, sizeof none);
}

static int by_address(const void *a, const void *b)
{
    const struct sw_traffic_site *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
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
static int add_loops(struct sw_memory_pass *m, const struct sw_live_memory *from)
{
    struct sw_memory_loop *loops = calloc(SW_MEMORY_LOOPS, sizeof *loops);
    uint32_t *numbers = calloc(SW_MEMORY_LOOPS + 1, sizeof *numbers), n = 0;
    m->loops = calloc(SW_MEMORY_LOOPS, sizeof *m->loops);
    bool fine = loops && numbers && m->loops;
    for (uint32_t i = 0; fine && i < SW_MEMORY_LOOPS; i++)
        if (from->loops[i].last)
            loops[n++] = from->loops[i];
    for (size_t i = 0; fine && i < m->n_sites; i++) {
        uint32_t loop = innermost(loops, n, m->sites[i].address);
        if (loop && !numbers[loop]) {
            m->loops[m->n_loops] =
                (struct sw_traffic_loop){loops[loop - 1].first, loops[loop - 1].last, nowhere};
            numbers[loop] = (uint32_t)++m->n_loops;
        }
        m->sites[i].loop = numbers[loop];
    }
    free(numbers);
    free(loops);
    return fine ? 0 : -ENOMEM;
}

int sw_memory_gather(struct sw_profile *p, const struct sw_live *live)
{
    const struct sw_live_memory *from = live->memory;
    struct sw_memory_pass *m = &p->memory;
    if (!from)
        return 0;
    uint32_t n = from->n_sites < SW_MEMORY_SITES ? from->n_sites : SW_MEMORY_SITES;
    m->is_there = 1;
    m->flags = from->is_full ? SW_MEMORY_FULL : 0;
    m->processors = live->options.processors ? live->options.processors : live->options.cores;
    m->unknown = from->unknown;
    m->lost = from->lost;
    m->instructions = from->instructions;
    m->capacity = (live->options.memory - 1) % SW_CAPACITIES;
    if (!(m->sites = calloc(n + 1, sizeof *m->sites)))
        return -ENOMEM;
    for (uint32_t i = 0; i < n; i++) {
        const struct sw_memory_site *s = &from->sites[i];
        if (!has_any(&s->traffic))
            continue;
        struct sw_traffic_site *to = &m->sites[m->n_sites++];
        *to = (struct sw_traffic_site){
            .address = s->pc, .what = s->what, .traffic = s->traffic, .place = nowhere};
        memcpy(to->chained, s->chained, sizeof to->chained);
    }
    m->n_sites = unite(m->sites, m->n_sites);
    int error = add_loops(m, from);
    return error ? error : sw_shared_gather(p, live);
}

static struct sw_traffic_piece *piece_of(struct sw_memory_pass *m, uint32_t site,
                                         uint32_t tree_site)
{
    size_t i = 0;
    while (i < m->n_pieces && (m->pieces[i].site != site || m->pieces[i].tree_site != tree_site))
        i++;
    if (i == m->n_pieces) {
        struct sw_traffic_piece *more = m->pieces;
        if (!(i & (i - 1))) /* a power of two, or none */
            more = reallocarray(more, i ? 2 * i : 1, sizeof *more);
        if (!more)
            return NULL;
        m->pieces = more;
        more[m->n_pieces++] = (struct sw_traffic_piece){.site = site, .tree_site = tree_site};
    }
    return &m->pieces[i];
}

static int add_piece(struct sw_profile *p, const struct sw_live *live, uint32_t number,
                     uint32_t site, uint32_t tree_site)
{
    const struct sw_live_memory *from = live->memory;
    struct sw_moved moved = {0};
    if (from && !tree_site)
        moved = sw_shared_place(p, live, number, site);
    bool has_traffic = from && number < from->n_pieces && has_any(&from->pieces[number]);
    if (!has_traffic && !moved.transfers)
        return 0;
    struct sw_traffic_piece *piece = piece_of(&p->memory, site, tree_site);
    if (!piece)
        return -ENOMEM;
    if (has_traffic) {
        sw_traffic_add(&piece->traffic, &from->pieces[number]);
        sw_traffic_own_add(&piece->own, &from->own[number]);
    }
    sw_moved_add(&piece->moved, &moved);
    return 0;
}

int sw_memory_add_piece(struct sw_profile *p, const struct sw_live *live, uint32_t number,
                        uint32_t site)
{
    return add_piece(p, live, number, site, 0);
}

int sw_memory_add_tree_pieces(struct sw_profile *p, const struct sw_live *live)
{
    int error = 0;
    for (uint32_t i = 0; live->memory && !error && i < live->memory->n_pieces; i++)
        error = add_piece(p, live, i, SW_TRAFFIC_NO_SITE, i);
    return error;
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
