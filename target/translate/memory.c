#include "target/translate/memory.h"
#include "target/translate/access.h"
#include "target/translate/cache.h"
#include "target/translate/entry.h"
#include "target/translate/shared.h"

#include <stdatomic.h>
#include <stddef.h>

#define SMALLEST \
    (1u << (SW_CAPACITY_LOG - SW_LINE_LOG - SW_FOLLOWED_LOG)) /* lines that are followed */
#define MOST_LINES (SMALLEST << (SW_CAPACITIES - 1))
#define BUCKETS    (2 * MOST_LINES)

/* A line that is in the largest cache. */
struct line {
    uint64_t number;
    uint32_t newer, older; /* in the order of use */
    uint32_t next;         /* of those with the same hash */
    uint32_t writer;       /* the last one: a site */
    uint16_t dirty;        /* in which caches, by bits */
    uint8_t level;         /* the smallest cache that has it */
};

struct lru {
    struct line *lines; /* the list is a ring: from 0, which is none, to the newest */
    uint32_t *buckets;
    uint32_t n;
    uint32_t oldest[SW_CAPACITIES]; /* line of each cache; 0: it is not full yet */
};

static struct lru lrus[SW_LINE_HASHES];
static struct sw_live_memory *memory; /* NULL: nothing is followed */
static uint64_t *last;                /* the address that each site accessed last */
static _Atomic bool is_busy;

static struct sw_live_memory *make(void)
{
    struct sw_live_memory *m = sw_cache_take(sizeof *m);
    if (m)
        m->sites = sw_cache_take(SW_MEMORY_SITES * sizeof *m->sites);
    return m && m->sites ? m : NULL;
}

bool sw_memory_init(struct sw_live_memory *live)
{
    for (unsigned i = 0; i < SW_LINE_HASHES; i++) {
        lrus[i].lines = sw_cache_take((MOST_LINES + 1) * sizeof *lrus[i].lines);
        lrus[i].buckets = sw_cache_take(BUCKETS * sizeof *lrus[i].buckets);
        if (!lrus[i].lines || !lrus[i].buckets)
            return false;
    }
    last = sw_cache_take(SW_MEMORY_SITES * sizeof *last);
    if (last)
        memory = live ? live : make();
    return memory;
}

bool sw_memory_is_on(void)
{
    return memory;
}

uint64_t sw_memory_lines(unsigned n)
{
    (void)n;
    return (uint64_t)&last[memory->n_sites];
}

bool sw_memory_site(uint64_t pc, uint32_t what, uint32_t *site)
{
    uint32_t n = memory->n_sites;
    if (n == SW_MEMORY_SITES) {
        memory->is_full = 1;
        return false;
    }
    last[n] = UINT64_MAX;
    memory->sites[n].pc = pc;
    memory->sites[n].what = what;
    *site = n;
    memory->n_sites = n + 1;
    return true;
}

void sw_memory_forget(void)
{
    for (uint32_t i = 0; i < memory->n_sites; i++)
        if (memory->sites[i].pc) /* else it is a count */
            last[i] = UINT64_MAX;
}

uint64_t sw_memory_line(uint32_t site)
{
    return (uint64_t)&last[site];
}

uint64_t sw_memory_pc(uint32_t site)
{
    return memory->sites[site].pc;
}

uint64_t sw_memory_address(uint32_t site)
{
    return (uint64_t)&memory->sites[site];
}

struct sw_live_memory *sw_memory(void)
{
    return memory;
}

static uint32_t *bucket(struct lru *c, uint64_t number)
{
    return &c->buckets[(number * 0xff51afd7ed558ccdull >> 32) % BUCKETS];
}

static uint32_t find(struct lru *c, uint64_t number)
{
    uint32_t i = *bucket(c, number);
    while (i && c->lines[i].number != number)
        i = c->lines[i].next;
    return i;
}

static void forget(struct lru *c, uint32_t which)
{
    uint32_t *at = bucket(c, c->lines[which].number);
    while (*at != which)
        at = &c->lines[*at].next;
    *at = c->lines[which].next;
}

static void take_out(struct lru *c, uint32_t which)
{
    struct line *l = &c->lines[which];
    c->lines[l->newer].older = l->older;
    c->lines[l->older].newer = l->newer;
}

static void put_first(struct lru *c, uint32_t which)
{
    struct line *none = &c->lines[0], *l = &c->lines[which];
    l->newer = 0;
    l->older = none->older;
    c->lines[none->older].newer = which;
    none->older = which;
    l->level = 0;
}

/* The cache's oldest line falls out of it, over the mark. */
static void fall(struct lru *c, unsigned hash, unsigned cache)
{
    struct line *l = &c->lines[c->oldest[cache]];
    if (l->dirty >> cache & 1) {
        memory->sites[l->writer].traffic.back[hash][cache]++;
        memory->pending.back[hash][cache]++;
    }
    l->dirty &= (uint16_t) ~(1u << cache);
    l->level++;
    c->oldest[cache] = l->newer;
}

/* A line that no cache has: in the place of one that has fallen out of the largest. */
static uint32_t fresh(struct lru *c, uint64_t number)
{
    uint32_t which = c->n < MOST_LINES ? ++c->n : c->lines[0].newer;
    if (c->lines[which].level) {
        forget(c, which);
        take_out(c, which);
    }
    uint32_t *at = bucket(c, number);
    c->lines[which] = (struct line){.number = number, .next = *at};
    *at = which;
    return which;
}

/* A line of that level (SW_CAPACITIES: of none) comes into the smaller caches. */
static void come_in(struct lru *c, unsigned hash, unsigned level, struct sw_memory_site *site)
{
    for (unsigned i = 0; i < level; i++) {
        if (!(site->what & SW_ACCESS_WHOLE)) {
            site->traffic.fills[hash][i]++;
            memory->pending.fills[hash][i]++;
        }
        if (c->oldest[i])
            fall(c, hash, i);
    }
}

static void use(struct lru *c, unsigned hash, uint64_t number, struct sw_memory_site *site)
{
    uint32_t which = find(c, number);
    unsigned level = which ? c->lines[which].level : SW_CAPACITIES;
    come_in(c, hash, level, site);
    memory->is_pending |= level > 0;
    if (which) {
        for (unsigned i = level; i < SW_CAPACITIES; i++)
            if (c->oldest[i] == which)
                c->oldest[i] = c->lines[which].newer;
        take_out(c, which);
    } else {
        which = fresh(c, number);
    }
    put_first(c, which);
    for (unsigned i = 0; level == SW_CAPACITIES && i < SW_CAPACITIES; i++)
        if (c->n == SMALLEST << i && !c->oldest[i])
            c->oldest[i] = c->lines[0].newer; /* it is full now */
    if (site->what & SW_ACCESS_STORE) {
        c->lines[which].dirty = (1u << SW_CAPACITIES) - 1;
        c->lines[which].writer = (uint32_t)(site - memory->sites);
    }
}

static bool is_followed(uint64_t line, unsigned hash)
{
    return !(line * SW_LINE_HASH >> SW_LINE_HASH_AT(hash) & ((1 << SW_FOLLOWED_LOG) - 1));
}

static void use_line(uint64_t line, struct sw_memory_site *site)
{
    if (atomic_exchange_explicit(&is_busy, true, memory_order_acquire)) {
        memory->lost++;
        return;
    }
    for (unsigned i = 0; i < SW_LINE_HASHES; i++)
        if (is_followed(line, i))
            use(&lrus[i], i, line, site);
    atomic_store_explicit(&is_busy, false, memory_order_release);
}

void sw_entry_on_line(struct sw_memory_site *site, uint64_t caller)
{
    uint64_t *at = &last[site - memory->sites], line = *at >> SW_LINE_LOG;
    if (sw_shared_is_on)
        sw_shared_move((uint32_t)(site - memory->sites), *at, caller, at);
    if (is_followed(line, 0) || is_followed(line, 1))
        use_line(line, site);
}

uint64_t sw_entry_on_access(struct sw_saved *saved, struct sw_memory_site *site)
{
    sw_entry_on_line(site, 0);
    return SW_ENTRY_BACK(saved);
}
