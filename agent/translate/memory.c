/*
 * Simulates caches of several sizes for a sample of cache lines, to tell how much memory traffic
 * each instruction causes.
 */
#include "agent/translate/memory.h"
#include "agent/translate/access.h"
#include "agent/translate/entry.h"
#include "agent/translate/resting.h"
#include "agent/translate/shared.h"
#include "agent/translate/windows.h"

/* Lines that are followed, of the smallest cache. */
#define SMALLEST   (1u << (SW_CAPACITY_LOG - SW_LINE_LOG - SW_FOLLOWED_LOG))
#define MOST_LINES (SMALLEST << (SW_CAPACITIES - 1))
#define BUCKETS    (2 * MOST_LINES)
#define ALL        ((1u << SW_CAPACITIES) - 1) /* caches */

/* A line that is in the largest cache. */
struct line {
    uint64_t number;
    uint32_t newer, older; /* in the order of use */
    uint32_t next;         /* of those with the same hash */
    uint32_t writer;       /* the last one: a site */
    uint16_t dirty;        /* in which caches, by bits */
    uint8_t level;         /* the smallest cache that has it */
    bool is_common;        /* another thread, which may run at the same time, used it before */
    uint32_t turn, thread, clock; /* of the last use: shared.h */
    uint32_t window;              /* ... likewise */
};

struct lru {
    struct line *lines; /* the list is a ring: from 0, which is none, to the newest */
    uint32_t *buckets;
    uint32_t n;
    uint32_t oldest[SW_CAPACITIES]; /* line of each cache; 0: it is not full yet */
};

static struct lru lrus[SW_LINE_HASHES];
static struct sw_live_memory *memory; /* NULL: nothing is followed */
static struct sw_memory_last *last;   /* where each site was */
static _Atomic bool is_busy;

/*
 * Windows (windows.h): what a line's last use was before the gap is not known. Where more passed through a cache in the gap, to judge by the window
 * before, than it has room for, it has nothing of that time any more. Only lines that are known to have been used before tell: a program
 * whose data all fit uses each for a first time, too.
 */
static uint32_t window;
static unsigned emptied; /* caches that had nothing any more when it began: the smallest ones */
/* Lines that came back in this one, whose last use was too long ago for the cache. */
static uint64_t beyond[SW_CAPACITIES];

void sw_memory_next_window(void)
{
    emptied = 0;
    while (emptied < SW_CAPACITIES &&
           beyond[emptied] * sw_windows_apart() >= (uint64_t)SW_LINE_HASHES * SMALLEST << emptied)
        emptied++;
    for (unsigned i = 0; i < SW_CAPACITIES; i++)
        beyond[i] = 0;
    window++;
}

static struct sw_live_memory *make(void)
{
    struct sw_live_memory *m = sw_cache_take(sizeof *m);
    if (m)
        m->sites = sw_cache_take(SW_MEMORY_SITES * sizeof *m->sites);
    return m && m->sites ? m : NULL;
}

bool sw_memory_init(struct sw_live_memory *live, uint64_t window_ns, uint64_t apart)
{
    for (unsigned i = 0; i < SW_LINE_HASHES; i++) {
        lrus[i].lines = sw_cache_take((MOST_LINES + 1) * sizeof *lrus[i].lines);
        lrus[i].buckets = sw_cache_take(BUCKETS * sizeof *lrus[i].buckets);
        if (!lrus[i].lines || !lrus[i].buckets)
            return false;
    }
    last = sw_cache_take_low(SW_MEMORY_SITES * sizeof *last);
    if (last && sw_resting_init() && sw_windows_init(window_ns, apart))
        memory = live ? live : make();
    return memory;
}

bool sw_memory_is_on(void)
{
    return memory;
}

uint64_t sw_memory_lines(void)
{
    return (uint64_t)&last[memory->n_sites];
}

bool sw_memory_site(uint64_t pc, uint32_t what, uint32_t *site)
{
    uint32_t n = memory->n_sites;
    if (n == SW_MEMORY_SITES) {
        memory->is_full = 1;
        return false;
    }
    last[n].line = UINT64_MAX;
    memory->sites[n].pc = pc;
    memory->sites[n].what = what;
    *site = n;
    memory->n_sites = n + 1;
    return true;
}

struct sw_memory_last *sw_memory_last(uint32_t site)
{
    return &last[site];
}

uint64_t sw_memory_pc(uint32_t site)
{
    return memory->sites[site].pc;
}

bool sw_memory_stores(uint32_t site)
{
    return memory->sites[site].what & SW_ACCESS_STORE;
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

/* It is used, wherever it was. */
static void renew(struct lru *c, uint32_t which)
{
    for (unsigned i = c->lines[which].level; i < SW_CAPACITIES; i++)
        if (c->oldest[i] == which)
            c->oldest[i] = c->lines[which].newer;
    take_out(c, which);
    put_first(c, which);
}

static void write_back(const struct line *l, unsigned hash, unsigned cache)
{
    memory->sites[l->writer].traffic.back[hash][cache]++;
    memory->pending.back[hash][cache]++;
}

/* The cache's oldest line falls out of it, over the mark. */
static void fall(struct lru *c, unsigned hash, unsigned cache)
{
    while (!cache && sw_resting_is(c->lines[c->oldest[cache]].number)) {
        sw_resting_wake(c->lines[c->oldest[cache]].number);
        renew(c, c->oldest[cache]);
    }
    struct line *l = &c->lines[c->oldest[cache]];
    if (l->dirty >> cache & 1)
        write_back(l, hash, cache);
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

/* A line that so many of the smaller caches do not have. */
static void count_fill(unsigned hash, unsigned level, struct sw_memory_site *site, bool is_own)
{
    for (unsigned i = 0; i < level; i++) {
        site->traffic.fills[hash][i]++;
        memory->pending.fills[hash][i]++;
        memory->pending_own.fills[hash][i] += is_own;
    }
}

/* A line of that level (SW_CAPACITIES: of none) comes into the smaller caches. */
static void come_in(struct lru *c, unsigned hash, unsigned level)
{
    for (unsigned i = 0; i < level; i++)
        if (c->oldest[i])
            fall(c, hash, i);
}

/* How many of the caches a line that is in the list does not have: more than it says, if they were emptied in a gap. */
static unsigned level_of(struct line *l, unsigned hash)
{
    for (unsigned i = 0; i < l->level; i++)
        beyond[i]++;
    if (l->window == window || l->level >= emptied)
        return l->level;
    for (unsigned i = l->level; i < emptied; i++)
        if (l->dirty >> i & 1)
            write_back(l, hash, i);
    l->dirty &= (uint16_t) ~((1u << emptied) - 1);
    return emptied;
}

static bool is_own(const struct line *l)
{
    return l->turn == sw_shared_turn.number && !l->is_common;
}

static void note_turn(struct line *l, bool was_there)
{
    const struct sw_shared_turn *now = &sw_shared_turn;
    if (l->turn == now->number && was_there)
        return;
    l->is_common = was_there && sw_shared_may_meet(l->thread, l->clock, l->number << SW_LINE_LOG);
    l->turn = now->number;
    l->thread = now->thread;
    l->clock = now->clock;
}

static unsigned use(struct lru *c, unsigned hash, uint64_t number, struct sw_memory_site *site,
                    bool is_whole)
{
    uint32_t which = find(c, number);
    unsigned level = which ? level_of(&c->lines[which], hash) : SW_CAPACITIES;
    if (!is_whole)
        count_fill(hash, level, site, which && is_own(&c->lines[which]));
    come_in(c, hash, which ? c->lines[which].level : SW_CAPACITIES);
    memory->is_pending |= level > 0;
    if (which) {
        renew(c, which);
    } else {
        which = fresh(c, number);
        put_first(c, which);
    }
    c->lines[which].window = window;
    note_turn(&c->lines[which], level < SW_CAPACITIES);
    for (unsigned i = 0; level == SW_CAPACITIES && i < SW_CAPACITIES; i++)
        if (c->n == SMALLEST << i && !c->oldest[i])
            c->oldest[i] = c->lines[0].newer; /* it is full now */
    if (site->what & SW_ACCESS_STORE) {
        c->lines[which].dirty = ALL;
        c->lines[which].writer = (uint32_t)(site - memory->sites);
    }
    if (!level && !(sw_shared_is_there() && sw_shared_is_close(number)))
        sw_resting_visit(number, c->lines[which].dirty == ALL);
    return level;
}

/*
 * Chains: a load whose address, or number in an array, was itself loaded from a line that came from memory a moment ago has to wait for that line, so that both
 * take their whole latency. Which word that was needs no look at the code: a line that is followed, and came within the last instructions,
 * holds it. Of two lines in a chain both must be followed for that, so one of 32 is seen, as of lines that are far from each other one is;
 * lines side by side are hardly ever both followed, and a processor that sees them come one after the other need not wait.
 *
 * A stream of addresses (an array of pointers) is no chain: many of them come at a time. So the line with the address must have come by the same
 * instruction, or by one that is itself in a chain, or that had its address from this one.
 */
#define RECENT       8    /* lines that came last, ... */
#define WAITED_FOR   1000 /* ... if it was so few instructions ago */
#define LARGEST_NODE 1024 /* bytes, of what an address leads to */
#define LEAST_NUMBER 16   /* between two numbers: smaller ones are everywhere */
#define NUMBERED     64   /* instructions that may follow numbers */
#define MOST_VAIN    2048 /* looks that come to nothing, after which it is guessed anew; ... */
#define MOST_UNSEEN  128  /* ... of a guess that never came true */
#define WORDS        (int)((1 << SW_LINE_LOG) / 8)

struct recent {
    const struct sw_translated *thread;
    uint64_t at; /* its counter */
    unsigned level;
    const struct sw_memory_site *site;
    uint64_t read; /* the address in it */
    uint64_t from; /* instruction that brought the line with its address; 0: none that was seen */
    uint64_t words[WORDS];
};
static struct recent recents[RECENT];
static unsigned n_recents;

static bool holds(const struct recent *r, uint64_t address)
{
    for (int i = 0; i < WORDS; i++)
        if (r->words[i] && address - r->words[i] < LARGEST_NODE)
            return true;
    return false;
}

static bool is_recent(const struct recent *r)
{
    return r->thread == &sw_translated && sw_translated.counter - r->at <= WAITED_FOR;
}

/* An instruction that may follow numbers: address = base + size x the number that is so far from what it read before. */
struct numbered {
    uint64_t pc;
    uint64_t size, base; /* 0: not known yet */
    int far;             /* in halves of words */
    unsigned vain;       /* looks since it was last seen to be so, ... */
    unsigned most_vain;  /* ... and how many there may be */
    /* What was seen last: what was read, and an address that may have come next. */
    uint64_t read, address;
    uint64_t gap; /* instructions in between: the fewest that there were */
    uint64_t words[WORDS];
};
static struct numbered all_numbered[NUMBERED];

/* In a line of which that address was read; -1: none is there. */
static int64_t number_in(const uint64_t *words, uint64_t read, int far)
{
    int at = (int)(read % (1 << SW_LINE_LOG) / 4) + far;
    return at < 0 || at >= 2 * WORDS ? -1 : (int64_t)(uint32_t)(words[at / 2] >> 32 * (at & 1));
}

/* Two numbers and the addresses that came after them tell the size and the base, if one does lead to the other. Where both are as far
 * from what came next, it may be a stream, which says nothing. */
static void find_size(struct numbered *n, const struct recent *r, uint64_t address)
{
    int64_t went = (int64_t)(address - n->address);
    for (int far = -2 * WORDS; far < 2 * WORDS && address - r->read != n->address - n->read;
         far++) {
        int64_t number = number_in(r->words, r->read, far);
        int64_t before = number_in(n->words, n->read, far), step = number - before;
        if (number < 0 || before < 0 || (step > -LEAST_NUMBER && step < LEAST_NUMBER))
            continue;
        if (went % step || went / step <= 0 || went / step > LARGEST_NODE)
            continue;
        n->far = far;
        n->vain = 0;
        n->most_vain = MOST_UNSEEN;
        n->size = (uint64_t)(went / step);
        n->base = address - n->size * (uint64_t)number;
        return;
    }
}

static bool leads_to(const struct numbered *n, const struct recent *r, uint64_t address)
{
    int64_t number = n->size ? number_in(r->words, r->read, n->far) : -1;
    return number >= 0 && address == n->base + n->size * (uint64_t)number;
}

/* Those that are nearest to each other in time come one after the other most likely. */
static void look_at_numbers(struct numbered *n, const struct recent *r, uint64_t pc,
                            uint64_t address)
{
    uint64_t gap = sw_translated.counter - r->at;
    if (n->pc != pc || n->vain++ > n->most_vain)
        n->size = 0;
    if (n->pc != pc || gap < n->gap)
        n->gap = gap;
    if (gap > n->gap)
        return;
    if (n->pc == pc && !n->size)
        find_size(n, r, address);
    n->pc = pc;
    n->read = r->read;
    n->address = address;
    for (int i = 0; i < WORDS; i++)
        n->words[i] = r->words[i];
}

/* The latest one first. */
static const struct recent *source_of(uint64_t pc, uint64_t address)
{
    struct numbered *n = &all_numbered[(pc * 0x9e3779b97f4a7c15ull >> 32) % NUMBERED];
    const struct recent *own = NULL;
    for (unsigned i = 1; i <= RECENT; i++) {
        const struct recent *r = &recents[(n_recents - i) % RECENT];
        bool is_own = is_recent(r) && r->site->pc == pc;
        if (is_recent(r) && holds(r, address))
            return r;
        if (is_own && n->pc == pc && leads_to(n, r, address)) {
            n->vain = 0;
            n->most_vain = MOST_VAIN;
            return r;
        }
        if (is_own && !own)
            own = r;
    }
    if (own)
        look_at_numbers(n, own, pc, address);
    return NULL;
}

/* A load brings a line of that level, and is about to read it. */
static void look_for_chain(struct sw_memory_site *site, uint64_t address, unsigned level)
{
    const uint64_t *line = (const uint64_t *)(address >> SW_LINE_LOG << SW_LINE_LOG);
    const struct recent *r = source_of(site->pc, address);
    uint64_t from = r ? r->site->pc : 0;
    if (r && (from == site->pc || r->site->chained[0] || r->from == site->pc))
        for (unsigned k = 0; k < level && k < r->level; k++)
            site->chained[k]++;
    struct recent *to = &recents[n_recents++ % RECENT];
    to->thread = &sw_translated;
    to->at = sw_translated.counter;
    to->level = level;
    to->site = site;
    to->from = from;
    to->read = address;
    for (int i = 0; i < WORDS; i++)
        to->words[i] = line[i];
}

/* The level that the line had; SW_CAPACITIES: it was in no cache, 0: nothing had to come. */
static unsigned use_line(uint64_t line, struct sw_memory_site *site, bool is_whole)
{
    unsigned level = 0;
    for (unsigned i = 0; i < SW_LINE_HASHES; i++)
        if (sw_memory_follows_by(line, i))
            level = use(&lrus[i], i, line, site, is_whole);
    return is_whole ? 0 : level;
}

/* One of so many lines that come has its call path told. */
static void (*on_path)(const struct sw_memory_at *at);
static unsigned path_level;

void sw_memory_tell_paths(void (*tell)(const struct sw_memory_at *at), unsigned capacity)
{
    on_path = tell;
    path_level = capacity;
}

#define MET_AT_FIRST 1024
#define FAR          64 /* accesses to what is not near: one of so many is looked at, which takes long */
static bool (*on_met)(const struct sw_memory_at *at, struct sw_shared_framed *met);

void sw_memory_tell_met(bool (*tell)(const struct sw_memory_at *at, struct sw_shared_framed *met))
{
    on_met = tell;
}

static struct sw_memory_at where(const struct sw_saved *saved, const struct sw_memory_site *site)
{
    struct sw_memory_at at = {.pc = site->pc, .sp = SW_ENTRY_SP(saved)};
#if defined __aarch64__
    at.fp = saved->x[29];
    at.link = saved->x[30];
#else
    at.fp = saved->rbp;
    at.other = saved->r10;
    at.base = saved->rbx;
#endif
    return at;
}

static void tell_path(const struct sw_saved *saved, const struct sw_memory_site *site)
{
    static unsigned n;
    if (!on_path || n++ % SW_MEMORY_PATHS)
        return;
    struct sw_memory_at at = where(saved, site);
    on_path(&at);
}

static void tell_met(const struct sw_saved *saved, const struct sw_memory_site *site,
                     uint64_t address)
{
    static uint64_t n, n_far;
    bool is_near = address - SW_ENTRY_SP(saved) < SW_MEMORY_NEAR;
    if (!on_met || n > MET_AT_FIRST + sw_translated.counter / SW_MEMORY_MET ||
        (!is_near && n_far++ % FAR))
        return;
    struct sw_shared_framed *met = sw_shared_seek(address, site->what);
    if (!met)
        return;
    struct sw_memory_at at = where(saved, site);
    n += on_met(&at, met);
}

static void count_instructions(void)
{
    if (sw_windows_are_on())
        return;
    static const struct sw_translated *who;
    static uint64_t seen;
    if (who == &sw_translated)
        memory->instructions += sw_translated.counter - seen;
    who = &sw_translated;
    seen = sw_translated.counter;
}

static bool enter(void)
{
    bool was_busy = atomic_exchange_explicit(&is_busy, true, memory_order_acquire);
    memory->lost += was_busy;
    if (!was_busy)
        count_instructions();
    return !was_busy;
}

static void leave(void)
{
    atomic_store_explicit(&is_busy, false, memory_order_release);
}

void sw_memory_note_passed(void)
{
    if (sw_windows_are_on())
        memory->instructions = sw_windows_passed[1];
}

void sw_memory_sum(void)
{
    sw_shared_sum();
    sw_memory_note_passed();
}

static void (*look_before)(void);

void sw_memory_before(void (*look)(void))
{
    look_before = look;
}

/* Before anything is made of an access. */
static void look(void)
{
    if (sw_windows_is_new)
        sw_windows_begin();
    if (look_before)
        look_before();
}

/* What the function that the access is in returns to, as far as one can see: of interest for the helpers that atomics of aarch64 are in
 * (collect/symbols/names.c). x86-64 has none. */
static uint64_t caller_of(const struct sw_saved *saved)
{
#if defined __aarch64__
    return saved->x[30];
#else
    (void)saved;
    return 0;
#endif
}

/* It will be looked for in a moment: mostly, that waits for memory. */
static void expect(uint64_t line)
{
    for (unsigned i = 0; i < SW_LINE_HASHES; i++)
        if (sw_memory_follows_by(line, i))
            __builtin_prefetch(bucket(&lrus[i], line));
}

uint64_t sw_entry_on_access(struct sw_saved *saved, struct sw_memory_site *site, uint64_t address)
{
    if (!sw_cache_follows())
        return SW_ENTRY_BACK(saved);
    memory->told++;
    expect(address >> SW_LINE_LOG);
    look();
    tell_met(saved, site, address);
    sw_shared_move((uint32_t)(site - memory->sites), address, caller_of(saved));
    if (!sw_memory_follows(address >> SW_LINE_LOG) || !enter())
        return SW_ENTRY_BACK(saved);
    unsigned level = use_line(address >> SW_LINE_LOG, site, site->what & SW_ACCESS_WHOLE);
    if (level && (site->what & (SW_ACCESS_LOAD | SW_ACCESS_STORE)) == SW_ACCESS_LOAD)
        look_for_chain(site, address, level);
    leave();
    if (level > path_level)
        tell_path(saved, site);
    return SW_ENTRY_BACK(saved);
}

/* Of lines that it writes to from end to end nothing is read before. */
void sw_memory_range(struct sw_saved *saved, struct sw_memory_site *site, uint64_t address,
                     uint64_t bytes)
{
    uint64_t end = address + bytes;
    look();
    for (uint64_t line = address >> SW_LINE_LOG; line << SW_LINE_LOG < end; line++) {
        bool is_whole = site->what & SW_ACCESS_STORE && line << SW_LINE_LOG >= address &&
                        (line + 1) << SW_LINE_LOG <= end;
        if (!sw_memory_follows(line) || !enter())
            continue;
        unsigned level = use_line(line, site, is_whole);
        leave();
        if (level > path_level)
            tell_path(saved, site);
    }
}

#define LOOKS 32 /* at places for a loop, which its own hash begins with */

void sw_memory_loop(uint64_t first, uint64_t branch)
{
    struct sw_memory_loop *loops = memory->loops;
    uint64_t at = (first ^ branch << 13) * 0x9e3779b97f4a7c15ull >> 32;
    for (unsigned i = 0; loops && i < LOOKS; i++) {
        struct sw_memory_loop *l = &loops[(at + i) % SW_MEMORY_LOOPS];
        if (!l->last)
            *l = (struct sw_memory_loop){first, branch};
        if (l->first == first && l->last == branch)
            return;
    }
}
