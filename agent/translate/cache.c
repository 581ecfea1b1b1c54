/* The translator's code cache: blocks of copied code, by address, and the jumps between them. */
#include "agent/translate/cache.h"
#include "agent/translate/emit.h"
#include "agent/translate/entry.h"
#include "agent/translate/ranges.h"
#include "base/raw.h"
#include "base/search.h"

#include <linux/futex.h>
#include <sys/mman.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

#define SLAB_BYTES  (64ull << 20)   /* aarch64: a branch reaches 128 MB */
#define NEAREST     (256ull << 20)  /* leaves room for a heap that grows, and for other libraries */
#define FARTHEST    (1700ull << 20) /* x86-64: a displacement reaches 2 GB */
#define STEP        (16ull << 20)
#define BELOW       (2ull << 30) /* x86-64: where a displacement alone reaches */
#define CHUNK_BYTES (4u << 20)

struct sw_block *_Atomic *sw_cache_jumps;
uint8_t *sw_cache_call_kinds;

static struct sw_block nowhere; /* what is in the table for no block */
static struct sw_slab *slabs;
static struct sw_block *newest;

/* From addresses to blocks. A bigger one takes its place when it is half full. */
struct map {
    uint64_t mask, used;
    struct sw_block *_Atomic slots[];
};
static struct map *_Atomic map;
#define FIRST_SLOTS (1u << 14)

static _Atomic uint32_t lock_word; /* 1: held; 2: and somebody waits */

static _Atomic bool follows = true;
static _Atomic bool is_enclosed;
static bool has_blocked; /* who has the lock has blocked signals */

void sw_cache_lock(uint64_t *mask)
{
    const uint64_t all = ~0ull;
    uint32_t is_free = 0;
    bool blocks = !is_enclosed;
    if (blocks)
        sw_raw4(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, (long)&all, (long)mask, 8);
    if (!atomic_compare_exchange_strong(&lock_word, &is_free, 1))
        while (atomic_exchange(&lock_word, 2))
            sw_raw4(SYS_futex, (long)&lock_word, FUTEX_WAIT_PRIVATE, 2, 0);
    has_blocked = blocks;
}

void sw_cache_unlock(uint64_t mask)
{
    bool blocks = has_blocked;
    if (atomic_exchange(&lock_word, 0) == 2)
        sw_raw4(SYS_futex, (long)&lock_word, FUTEX_WAKE_PRIVATE, 1, 0);
    if (blocks)
        sw_raw4(SYS_rt_sigprocmask, 2, (long)&mask, 0, 8);
}

void sw_cache_enclose(void)
{
    is_enclosed = true;
}

static void *map_memory(uint64_t want, uint64_t bytes, int protection, int flags)
{
    long got = sw_raw6(SYS_mmap, (long)want, (long)bytes, protection,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
    return got < 0 && got > -4096 ? NULL : (void *)got;
}

void *sw_cache_take(size_t bytes)
{
    static char *chunk;
    static size_t left;
    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > left) {
        size_t size = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
        char *fresh = map_memory(0, size, PROT_READ | PROT_WRITE, 0);
        if (!fresh || size > CHUNK_BYTES)
            return fresh;
        chunk = fresh;
        left = size;
    }
    left -= bytes;
    chunk += bytes;
    return chunk - bytes;
}

static struct map *new_map(uint64_t slots)
{
    struct map *m = sw_cache_take(sizeof *m + slots * sizeof *m->slots);
    if (m)
        m->mask = slots - 1;
    return m;
}

/* Below the code first: heaps and stacks grow above. An old kernel takes the address for a hint. */
static void *map_near(uint64_t address, uint64_t bytes, int protection)
{
    address &= ~0xffffull;
    for (int above = 0; above < 2; above++)
        for (uint64_t far = NEAREST; far < FARTHEST; far += STEP) {
            uint64_t want = above ? address + far : address - far - bytes;
            void *got = above || address > far + bytes
                            ? map_memory(want, bytes, protection, MAP_FIXED_NOREPLACE)
                            : NULL;
            if ((uint64_t)got == want)
                return got;
            if (got)
                sw_raw4(SYS_munmap, (long)got, (long)bytes, 0, 0);
        }
    return map_memory(0, bytes, protection, 0);
}

#if defined __aarch64__
void *sw_cache_take_low(size_t bytes)
{
    return map_near(sw_ranges_lowest(), bytes, PROT_READ | PROT_WRITE);
}
#else
/* Where they can be indexed without a base register: NULL if they are not. */
static char *map_low(uint64_t want, uint64_t bytes, int flags)
{
    char *got = map_memory(want, bytes, PROT_READ | PROT_WRITE, flags);
    if (!got || (uint64_t)got + bytes <= BELOW)
        return got;
    sw_raw4(SYS_munmap, (long)got, (long)bytes, 0, 0);
    return NULL;
}

/* Qemu may ignore the flag. From above: a program that is there itself has a heap that grows. */
void *sw_cache_take_low(size_t bytes)
{
    char *got = map_low(0, bytes, MAP_32BIT);
    for (uint64_t want = BELOW - STEP; !got && want; want -= STEP)
        got = map_low(want, bytes, MAP_FIXED_NOREPLACE);
    return got;
}
#endif

bool sw_cache_is_empty(void)
{
    return !newest;
}

static uint64_t hash(uint64_t address)
{
    return address * 0x9e3779b97f4a7c15ull >> 24;
}

struct sw_block *sw_cache_find(uint64_t address)
{
    struct map *m = atomic_load_explicit(&map, memory_order_acquire);
    bool kind = atomic_load_explicit(&follows, memory_order_relaxed);
    for (uint64_t i = hash(address);; i++) {
        struct sw_block *b = atomic_load_explicit(&m->slots[i & m->mask], memory_order_acquire);
        if (!b || (atomic_load_explicit(&b->address, memory_order_relaxed) == address &&
                   b->follows == kind))
            return b;
    }
}

static void put(struct map *m, struct sw_block *block, uint64_t address)
{
    uint64_t i = hash(address);
    while (atomic_load_explicit(&m->slots[i & m->mask], memory_order_relaxed))
        i++;
    atomic_store_explicit(&m->slots[i & m->mask], block, memory_order_release);
    m->used++;
}

static bool grow(void)
{
    struct map *m = map, *bigger = new_map(2 * (m->mask + 1));
    if (!bigger)
        return false;
    for (uint64_t i = 0; i <= m->mask; i++) {
        struct sw_block *b = m->slots[i];
        if (b && b->address != 1)
            put(bigger, b, b->address);
    }
    atomic_store_explicit(&map, bigger, memory_order_release);
    return true;
}

static bool reaches(const struct sw_slab *r, uint64_t address)
{
    uint64_t low = (uint64_t)r->low, high = (uint64_t)r->high;
    uint64_t far = address < low ? high - address : address - low;
    return far < FARTHEST + SLAB_BYTES;
}

static struct sw_slab *new_slab(uint64_t address)
{
    unsigned char *got = map_near(address, SLAB_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC);
    struct sw_slab *r = got ? sw_cache_take(sizeof *r) : NULL;
    if (!r)
        return NULL;
    r->low = r->hot = got;
    r->high = r->cold = r->low + SLAB_BYTES;
    r->next = slabs;
    slabs = r;
    sw_emit_slab(r);
    return r;
}

/* Room for a block of code at `address`; NULL: none. */
static struct sw_slab *slab_for(uint64_t address)
{
    struct sw_slab *r = slabs;
    while (r && (!reaches(r, address) || r->cold - r->hot < SW_EMIT_HOT + SW_EMIT_COLD))
        r = r->next;
    return r ? r : new_slab(address);
}

bool sw_cache_init(void)
{
    char *tables = sw_cache_take_low(SW_JUMPS * (sizeof *sw_cache_jumps + 1));
    struct map *first = new_map(FIRST_SLOTS);
    if (!tables || !first)
        return false;
    atomic_init(&map, first);
    sw_cache_jumps = (void *)tables;
    sw_cache_call_kinds = (uint8_t *)tables + SW_JUMPS * sizeof *sw_cache_jumps;
    atomic_init(&nowhere.negative, 1); /* no code is at the highest address */
    for (unsigned i = 0; i < SW_JUMPS; i++)
        atomic_init(&sw_cache_jumps[i], &nowhere);
    return slab_for((uint64_t)sw_cache_init);
}

struct sw_slab *sw_cache_spare(uint64_t address)
{
    struct sw_slab *r = slab_for(address);
    return r ? r : slabs;
}

static bool keep_copy(struct sw_block *b)
{
    uint64_t low = b->extents[0].low, n = b->extents[0].high - low;
    if (!(b->copy = sw_cache_take(n)))
        return false;
    for (uint64_t i = 0; i < n; i++)
        b->copy[i] = ((const uint8_t *)low)[i];
    return true;
}

/* Has the code been written to since? Then it is dead. */
static bool is_stale(const struct sw_block *b)
{
    const uint8_t *now = (const uint8_t *)b->extents[0].low;
    for (uint64_t i = 0; i < b->extents[0].high - b->extents[0].low; i++)
        if (now[i] != b->copy[i])
            return true;
    return false;
}

/* Makes room for another block in its list. */
static bool have_room(struct sw_slab *r)
{
    enum { FIRST = 1024 };
    if (r->n_blocks < r->room)
        return true;
    uint32_t room = r->room ? 2 * r->room : FIRST;
    struct sw_block **more = sw_cache_take(room * sizeof *more);
    for (uint32_t i = 0; more && i < r->n_blocks; i++)
        more[i] = r->blocks[i];
    if (more) {
        r->blocks = more;
        r->room = room;
    }
    return more;
}

static struct sw_block *make(uint64_t address)
{
    const struct sw_code_range *range = sw_ranges_find(address);
    struct sw_slab *slab = range && !range->unreadable ? slab_for(address) : NULL;
    struct sw_block *b = slab ? sw_cache_take(sizeof *b) : NULL;
    if (!b || !have_room(slab) || (2 * map->used > map->mask && !grow()))
        return NULL;
    atomic_init(&b->address, address);
    b->from = address;
    b->checked = range->checked;
    b->follows = follows;
    if (!sw_emit_block(b, slab) || (b->checked && !keep_copy(b)))
        return NULL;
    atomic_init(&b->negative, -address);
    slab->blocks[slab->n_blocks++] = b;
    b->next = newest;
    newest = b;
    put(map, b, address);
    return b;
}

static void cut_links(struct sw_block *b)
{
    struct sw_exit *next;
    for (struct sw_exit *e = b->linked; e; e = next) {
        next = e->next;
        e->next = NULL;
        e->to = NULL;
        sw_emit_jump(e, NULL, NULL);
    }
    b->linked = NULL;
}

/* Who is on the way in the table finds an address that is never asked for. */
static void drop(struct sw_block *b)
{
    unsigned at = SW_JUMP_OF(b->address);
    atomic_store(&b->negative, 1);
    if (atomic_load(&sw_cache_jumps[at]) == b)
        atomic_store(&sw_cache_jumps[at], &nowhere);
    atomic_store(&b->address, 1);
    cut_links(b);
}

/* Whoever translates holds the lock, and no handler interrupts it: one stack is enough for all. The program's may have little room
 * left, as coroutines' have. */
struct sw_block *sw_cache_get(uint64_t address)
{
    static char stack[1 << 14] __attribute__((aligned(16)));
    struct sw_block *b = sw_cache_find(address);
    if (b && b->checked && is_stale(b)) {
        drop(b);
        b = NULL;
    }
    return b ? b : sw_entry_make_on(make, address, stack + sizeof stack);
}

struct sw_block *sw_cache_get_now(uint64_t address)
{
    uint64_t mask;
    sw_cache_lock(&mask);
    struct sw_block *b = sw_cache_get(address);
    sw_cache_unlock(mask);
    return b;
}

void sw_cache_link(struct sw_exit *exit, struct sw_block *block)
{
    struct sw_slab *slab = slab_for((uint64_t)exit->at);
    if (block->checked || !slab || exit->to)
        return;
    sw_emit_jump(exit, block, slab);
    exit->to = block;
    exit->next = block->linked;
    block->linked = exit;
}

void sw_cache_announce(struct sw_block *block)
{
    if (block->checked)
        return;
    if (!block->indirect) {
        struct sw_slab *slab = slab_for((uint64_t)block->code);
        if (!slab)
            return;
        sw_emit_indirect(block, slab);
    }
    atomic_store_explicit(&sw_cache_jumps[SW_JUMP_OF(block->address)], block, memory_order_release);
}

void sw_cache_turn(bool to)
{
    follows = to;
    for (unsigned i = 0; i < SW_JUMPS; i++)
        atomic_store_explicit(&sw_cache_jumps[i], &nowhere, memory_order_release);
    for (struct sw_block *b = newest; b; b = b->next)
        if (b->follows != to)
            cut_links(b);
}

bool sw_cache_follows(void)
{
    return follows;
}

static bool overlaps(const struct sw_block *b, uint64_t low, uint64_t high)
{
    for (unsigned i = 0; i < b->n_extents; i++)
        if (b->extents[i].low < high && b->extents[i].high > low)
            return true;
    return false;
}

void sw_cache_drop_range(uint64_t low, uint64_t high)
{
    for (struct sw_block *b = newest; b; b = b->next)
        if (b->address != 1 && overlaps(b, low, high))
            drop(b);
}

/* The block whose code holds the address; NULL: none. */
static const struct sw_block *block_at(uint64_t at)
{
    const struct sw_slab *r = slabs;
    while (r && (at < (uint64_t)r->low || at >= (uint64_t)r->high))
        r = r->next;
    size_t n = r ? SW_BEFORE(r->n_blocks, i, (uint64_t)r->blocks[i]->code <= at) : 0;
    const struct sw_block *b = n ? r->blocks[n - 1] : NULL;
    return b && at < (uint64_t)b->code + b->bytes ? b : NULL;
}

static uint64_t origin(const struct sw_block *block, uint64_t at)
{
    uint32_t offset = (uint32_t)(at - (uint64_t)block->code), i = 0;
    while (i + 1 < block->n_origins && block->origins[i + 1].at <= offset)
        i++;
    return block->from + (uint64_t)(int64_t)block->origins[i].from;
}

uint64_t sw_cache_origin(uint64_t at)
{
    uint64_t mask, from = at;
    sw_cache_lock(&mask);
    const struct sw_block *b = block_at(at);
    if (b)
        from = origin(b, at);
    sw_cache_unlock(mask);
    return from;
}

static struct sw_exit *exits;
static unsigned n_exits;

bool sw_cache_have_exits(unsigned n)
{
    enum { MANY = 4096 };
    if (n_exits >= n)
        return true;
    exits = sw_cache_take(MANY * sizeof *exits);
    n_exits = exits ? MANY : 0;
    return exits;
}

struct sw_exit *sw_cache_new_exit(void)
{
    return &exits[--n_exits];
}
