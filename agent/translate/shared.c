/* Finds cache lines that several threads use at the same time, from samples of all accesses. */
#include "agent/translate/shared.h"
#include "agent/translate/access.h"
#include "agent/translate/cache.h"
#include "agent/translate/heap.h"
#include "agent/translate/memory.h"
#include "agent/translate/resting.h"
#include "base/raw.h"

#define SIDES    (1u << 18)
#define PROBES   32
#define ENTRIES  (1u << 17)
#define ENTRY_AT 41
#define RECORDS  4096
#define CLOSE    256 /* lines */
#define THREADS  256
#define PHASES   (1u << 14)
#define SKEW     1024 /* of sw_shared_time(): threads need not begin a phase at once, ... */
#define DRIFT    1024 /* ... and one of so many, since they do not run equally fast */
#define BLUR     256  /* of a sample, first and last times are not known better */
#define APART    256  /* of sw_shared_time(): rounds of visits */
#define SLOTS    16
#define REST     UINT16_MAX /* threads for which there is no slot, or of which just the sum is known */
#define SPARED   (UINT16_MAX - 1) /* an owner: the line is not looked at */
#define COUNT(n) ((n) > UINT32_MAX ? UINT32_MAX : (uint32_t)(n))

/* When a thread was at a line, from the beginning of its phase: what it does between two times that it comes after others. */
struct span {
    uint32_t phase; /* 0: nobody can tell */
    uint32_t from, to;
};

/* How often and how long a thread is at a line, by a rule. It comes and goes: visits, with others' in between; and those that follow each other
 * closely are a round. */
struct stay {
    uint32_t visits, rounds;
    uint32_t active, around; /* how long they were, all together */
    uint32_t first, last; /* sw_shared_time() of the first one, and up to which they are counted */
};

/* Of several instructions, the most frequent one by their majority, and the bytes that it uses. */
struct most {
    uint32_t site, votes;
    uint64_t bytes;
};

/* What a thread has done at a line. */
struct share {
    uint64_t written; /* bytes */
    struct stay stay;
    struct most writer;
    uint32_t clock; /* of its last use */
    uint32_t uses, writes;
};

/* The last write of a line before its current users, which are ordered after it; threads that come later may not be. Kept only
 * where a rule says what comes before what (now.comes_before). */
struct past {
    struct share did;
    uint16_t thread;
};

/* A line, and the thread that uses it. */
struct entry {
    uint64_t line;  /* its number; 0: free */
    uint32_t since; /* clock of the owner's first use that is counted */
    uint16_t owner;
    uint16_t last;      /* the last thread that wrote; REST: none */
    struct share did;   /* the owner, or all that have read it and nobody writes */
    uint32_t writes_at; /* site of the last one */
    uint32_t flows;
    uint32_t record; /* 0: none; then the counts are there */
    uint64_t copies; /* threads that have it as it was last written, by number modulo 64 */
    uint64_t read;   /* bytes */
    struct most reader;
    union {
        struct past past; /* by a rule */
        struct span span; /* of the owner, by clocks */
    };
};

/* What one thread does with a shared line. */
struct slot {
    uint16_t thread;
    uint16_t n; /* threads that it stands for */
    uint32_t locks;
    uint32_t lock; /* site */
    struct share did;
    struct most reader;
    struct span span;
    uint64_t read; /* bytes */
};

struct record {
    uint64_t line;
    uint32_t entry; /* 0: unused */
    uint32_t next;  /* of the unused ones */
    uint32_t n, piece;
    uint32_t stretch; /* of those that use it */
    uint64_t rest;    /* threads for which there is no slot, by number modulo 64 */
    struct slot slots[SLOTS];
};

uint64_t sw_shared_is_on, sw_shared_is_paused;
const void *sw_shared_runs;
struct sw_shared_turn sw_shared_turn;
struct sw_shared_framed sw_shared_framed[SW_SHARED_FRAMED];
bool sw_shared_met;
static struct sw_live_shared *out;
static struct sw_shared_side *sides;
static struct entry *entries;
static struct record *records;
static uint32_t free_records, n_records = 1;
static uint64_t close_lines[CLOSE];
static struct sw_shared_now now;
static struct {
    uint32_t phase, joined;
    uint32_t ran; /* in it, up to when it last stopped */
} threads[THREADS];
static struct {
    uint32_t phase, length;
} phases[PHASES]; /* the last ones */
static uint32_t n_phases, resumed;
static uint64_t used;       /* the line that is looked at: its address, ... */
static uint64_t used_of_it; /* ... and those of it that are used: bits */

bool sw_shared_init(struct sw_live_shared *to)
{
    out = to;
    sides = sw_cache_take(SIDES * sizeof *sides);
    entries = sw_cache_take(ENTRIES * sizeof *entries);
    records = sw_cache_take(RECORDS * sizeof *records);
    return sides && entries && records && sw_shared_init_sites() && sw_heap_init();
}

bool sw_shared_is_there(void)
{
    return out;
}

static uint64_t hash(uint64_t a, uint64_t b)
{
    return ((a ^ b * 0xff51afd7ed558ccdull) * 0x9e3779b97f4a7c15ull) >> 32;
}

uint32_t sw_shared_site(const struct sw_shared_side *side)
{
    uint64_t at = hash(side->pc, side->caller);
    for (uint32_t i = 0; i < PROBES; i++) {
        uint32_t which = (uint32_t)(at + i) % (SIDES - 1) + 1;
        struct sw_shared_side *s = &sides[which];
        if (!s->pc)
            *s = *side;
        if (s->pc == side->pc && s->caller == side->caller)
            return which;
    }
    return 0;
}

/* When it is, in the phase of the thread that runs. */
static uint32_t time_of_phase(void)
{
    return threads[now.thread % THREADS].ran + sw_shared_time() - resumed;
}

static void note_length(void)
{
    uint32_t phase = threads[now.thread % THREADS].phase;
    threads[now.thread % THREADS].ran = phases[phase % PHASES].length = time_of_phase();
    phases[phase % PHASES].phase = phase;
    resumed = sw_shared_time();
}

static void begin_phase(void)
{
    resumed = sw_shared_time();
    if (threads[now.thread % THREADS].phase && threads[now.thread % THREADS].joined == now.joined)
        return;
    threads[now.thread % THREADS].phase = ++n_phases;
    threads[now.thread % THREADS].joined = now.joined;
    threads[now.thread % THREADS].ran = 0;
}

void sw_shared_run(const struct sw_shared_now *as)
{
    sw_shared_settle(); /* lines that instructions came to when nobody looked are not told of else */
    if (sw_shared_is_on && __builtin_thread_pointer() == sw_shared_runs)
        note_length();
    if (!sw_shared_turn.number || as->thread != now.thread || as->clock != now.clock) {
        sw_shared_turn.number++;
        sw_shared_turn.thread = as->thread;
        sw_shared_turn.clock = as->clock;
        if (!as->comes_before || as->thread != now.thread || as->core != now.core)
            sw_shared_wake();
    }
    now = *as;
    begin_phase();
    sw_shared_runs = __builtin_thread_pointer();
    sw_shared_is_on = out && (now.before || now.comes_before);
    sw_shared_is_paused = 0;
    if (out)
        out->threads_lost += now.is_beyond;
    if (sw_shared_is_on)
        out->is_followed = 1;
}

void sw_shared_stop(void)
{
    bool was_on = sw_shared_is_on;
    sw_shared_is_on = sw_shared_is_paused = 0;
    if (!was_on)
        return;
    sw_shared_settle();
    if (__builtin_thread_pointer() == sw_shared_runs)
        note_length();
}

void sw_shared_pause(void)
{
    bool was_on = sw_shared_is_on;
    if (__builtin_thread_pointer() != sw_shared_runs)
        return;
    sw_shared_stop();
    sw_shared_is_paused = was_on;
}

void sw_shared_resume(void)
{
    if (!sw_shared_is_paused || __builtin_thread_pointer() != sw_shared_runs)
        return;
    sw_shared_settle();
    resumed = sw_shared_time();
    sw_shared_is_on = 1;
    sw_shared_is_paused = 0;
}

/* A line may be of a frame, and of callees that use the stack below it again: so it is asked by the last byte that both use. */
static bool rule_is_before(uint32_t clock, uint64_t bytes)
{
    uint64_t last = 63 - (uint64_t)__builtin_clzll(bytes | 1);
    uint64_t own_last = 63 - (uint64_t)__builtin_clzll(used_of_it | 1);
    return now.comes_before(clock, used + (last < own_last ? last : own_last));
}

/* The uses so far, at `clock`, and the one of the running thread are to share one clock: its own, unless a rule does not order it after them. Then
 * it is theirs, and what is parallel to the running thread is parallel to them, too. */
static uint32_t clock_of_all(uint32_t clock, uint64_t bytes)
{
    return !now.comes_before || clock == now.clock || rule_is_before(clock, bytes) ? now.clock
                                                                                   : clock;
}

static bool is_before(uint32_t thread, uint32_t clock, uint64_t bytes)
{
    if (thread == now.thread)
        return true;
    if (now.comes_before)
        return rule_is_before(clock, bytes);
    return thread < now.n && now.before[thread] >= clock;
}

bool sw_shared_may_meet(uint32_t thread, uint32_t clock, uint64_t address)
{
    used = address;
    used_of_it = 1;
    return sw_shared_is_on && !is_before(thread, clock, 1);
}

static void add(uint32_t *to, uint64_t n)
{
    *to = COUNT(*to + n);
}

/* --- What is found --- */

static struct sw_shared_pair *pair_of(uint32_t a, uint32_t b)
{
    uint64_t at = hash(a < b ? a : b, a < b ? b : a);
    const struct sw_shared_side *x = &sides[a < b ? a : b], *y = &sides[a < b ? b : a];
    for (uint32_t i = 0; i < PROBES; i++) {
        struct sw_shared_pair *p = &out->pairs[(at + i) % SW_SHARED_PAIRS];
        if (!p->sides[0].pc) {
            p->sides[0] = *x;
            p->sides[1] = *y;
        }
        if (p->sides[0].pc == x->pc && p->sides[1].pc == y->pc && p->sides[0].caller == x->caller &&
            p->sides[1].caller == y->caller)
            return p;
    }
    return NULL;
}

static struct sw_shared_framed *framed_of(uint64_t line)
{
    return &sw_shared_framed[hash(line, 0) % SW_SHARED_FRAMED];
}

/* Each time: it may be another function's frame by now. What was found for another line stays. By a rule, what was sought at this access does. */
static void meet(uint64_t address)
{
    struct sw_shared_framed *f = framed_of(address >> SW_LINE_LOG);
    bool is_its = f->address >> SW_LINE_LOG == address >> SW_LINE_LOG;
    if (is_its ? now.comes_before && f->turn == sw_shared_turn.number : f->pc != 0)
        return;
    f->address = address;
    f->pc = 0;
    f->is_looked_for = false;
    sw_shared_met = true;
}

static void find_frame(struct sw_shared_pair *p, uint64_t line)
{
    const struct sw_shared_framed *f = framed_of(line);
    if (p->frame || !f->pc || f->address >> SW_LINE_LOG != line ||
        p->address >> SW_LINE_LOG != line)
        return;
    p->frame = f->pc;
    p->frame_offset = f->offset - (int64_t)(f->address - p->address);
    p->frame_stack = f->stack;
}

/* Memory may be freed later. */
static void find_block(struct sw_shared_pair *p)
{
    uint64_t used_bytes = p->bytes[0] | p->bytes[1];
    struct sw_heap_block block;
    if (!used_bytes || !sw_heap_find(p->address + (uint64_t)__builtin_ctzll(used_bytes), &block))
        return;
    p->block = block.at;
    p->block_bytes = block.bytes;
    p->allocated = block.caller - 1;
    for (int i = 0; i < SW_SHARED_CALLERS; i++)
        p->callers[i] = block.callers[i];
}

static uint32_t site_of(const struct slot *s)
{
    return s->did.writes ? s->did.writer.site : s->did.uses ? s->reader.site : s->lock;
}

/* Those of that instruction: others of the thread may use other bytes. */
static uint64_t bytes_of(const struct slot *s)
{
    return s->did.writes ? s->did.writer.bytes : s->did.uses ? s->reader.bytes : s->did.written;
}

/* How often who has a uses and others w writes could lose the line. */
static uint64_t potential(uint64_t a, uint64_t w)
{
    return a && w ? (a * w + (a + w) / 2) / (a + w) : 0;
}

/* Of `n` that a line has, those that are among its first ones. */
static void count_few(struct sw_shared_few *few, uint64_t line, uint64_t n)
{
    bool is_followed = sw_memory_follows(line);
    few->transfers[is_followed] += n < SW_SHARED_FEW ? n : SW_SHARED_FEW;
    if (is_followed)
        few->lines |= 1ull << hash(line, 0) % 64;
}

static void tell(const struct record *r, const struct slot *s, const struct slot *other,
                 uint64_t transfers)
{
    uint32_t a = site_of(s), b = site_of(other);
    struct sw_shared_pair *p = a && b ? pair_of(a, b) : NULL;
    if (!p) {
        out->lost += transfers;
        return;
    }
    bool is_first = p->sides[0].pc == sides[a].pc && p->sides[0].caller == sides[a].caller;
    if (!p->transfers) {
        p->address = r->line << SW_LINE_LOG;
        p->bytes[!is_first] = bytes_of(s);
        p->bytes[is_first] = bytes_of(other);
        p->piece = r->piece;
        find_block(p);
    }
    find_frame(p, r->line);
    bool is_same = bytes_of(s) & bytes_of(other);
    bool is_atomic = (sides[a].what | sides[b].what) & SW_ACCESS_ATOMIC;
    p->transfers += transfers;
    count_few(&p->few, r->line, transfers);
    p->same_bytes += is_same ? transfers : 0;
    p->atomic += is_atomic ? transfers : 0;
    p->lock += s->locks || other->locks ? transfers : 0;
    p->lines |= 1ull << hash(r->line, 0) % 64;
    if (p->threads < r->n)
        p->threads = r->n;
}

/* Those that a thread's share of a line is fought over with: who writes most of the others. */
static const struct slot *other_of(const struct record *r, uint32_t i)
{
    const struct slot *best = NULL;
    for (uint32_t k = 0; k < r->n; k++) {
        const struct slot *s = &r->slots[k];
        if (k == i && s->n < 2)
            continue;
        if (!best || s->did.writes + s->locks > best->did.writes + best->locks)
            best = s;
    }
    return best;
}

static uint64_t length_of(const struct span *s)
{
    return s->phase && phases[s->phase % PHASES].phase == s->phase
               ? phases[s->phase % PHASES].length
               : 0;
}

/* Of so many transfers with writes of others, those with the ones that are met. */
static uint64_t part_of(uint64_t transfers, uint64_t met, uint64_t all)
{
    for (; all >> 31; all >>= 1)
        met >>= 1;
    return met < all ? transfers * met / all : transfers;
}

/* With A of n accesses while the other may be there, W of its m writes, and both as often all the time: what is left of n m / (n + m). */
static uint64_t while_both(uint64_t transfers, uint64_t n, uint64_t stay, uint64_t m,
                           uint64_t others_stay, uint64_t both)
{
    for (; (n | m) >> 24; n >>= 1)
        m >>= 1;
    return part_of(transfers, both * (n + m), n * others_stay + m * stay);
}

/* (The end is of the last access, the beginning of when it was told, where more is not known.) */
static uint64_t stay_of(const struct span *s)
{
    return s->to > s->from ? s->to - s->from : 0;
}

/* By clocks, both begin a phase together, but for some slack: as long as they are there at the same time then. Or, who uses a line for a while only, at
 * any time of a phase, meets another one there as likely as their whiles are long. All, if it is not known. */
static uint64_t at_a_time(const struct slot *s, const struct slot *other, uint64_t writes)
{
    const struct span *a = &s->span, *b = &other->span;
    uint64_t all = length_of(a) > length_of(b) ? length_of(a) : length_of(b);
    uint64_t slack = SKEW + all / DRIFT;
    if (!length_of(a) || !length_of(b))
        return writes;
    uint64_t stay = stay_of(a) + BLUR, others_stay = stay_of(b) + BLUR;
    uint64_t from = a->from > b->from ? a->from : b->from;
    uint64_t to = (a->to < b->to ? a->to : b->to) + BLUR + slack;
    uint64_t both = to > from ? to - from : 0, shorter = stay < others_stay ? stay : others_stay;
    both = both < shorter ? both : shorter;
    if (both + BLUR / 2 >= stay && both + BLUR / 2 >= others_stay)
        return writes;
    uint64_t met = while_both(writes, s->did.uses + s->locks, stay, writes, others_stay, both);
    uint64_t by_chance = part_of(writes, stay + others_stay - 2 * BLUR + SKEW, all);
    return met > by_chance ? met : by_chance;
}

/* Of a slot that stands for several threads, each has its part. Locks alone are the lock's own matter: with each other they
 * count nothing. */
static uint64_t by_clocks(const struct record *r, uint32_t i)
{
    const struct slot *s = &r->slots[i];
    uint64_t writes = 0, locks = 0, met = 0;
    for (uint32_t k = 0; k < r->n; k++) {
        const struct slot *o = &r->slots[k];
        uint64_t wrote = o->did.writes - (k == i ? o->did.writes / o->n : 0);
        uint64_t locked = o->locks - (k == i ? o->locks / o->n : 0);
        writes += wrote;
        locks += locked;
        met += at_a_time(s, o, wrote + locked);
    }
    uint64_t transfers =
        s->n * (potential(s->did.uses / s->n, writes + locks) + potential(s->locks / s->n, writes));
    return part_of(transfers, met, writes + locks);
}

/* What a thread does at a line while it is there: accesses in visits, visits in rounds, or rounds from the first one to the last. */
enum { ACCESSES, VISITS, ROUNDS };
struct doing {
    uint64_t uses, writes, time;
};

static struct doing doing_of(const struct slot *s, int what)
{
    const struct stay *at = &s->did.stay;
    uint32_t times = what == VISITS ? at->visits : at->rounds;
    if (what == ACCESSES)
        return (struct doing){s->did.uses, s->did.writes, at->active};
    return (struct doing){times, s->did.writes ? times : 0,
                          what == VISITS ? at->around : at->last - at->first};
}

/* Parts of one, so that what many lines have of one is not lost. */
#define PARTS_LOG 4
static uint64_t parts_of(uint64_t a, uint64_t w)
{
    return (a | w) >> 28 ? potential(a, w) << PARTS_LOG : potential(a << PARTS_LOG, w << PARTS_LOG);
}

/* Any two stretches may be at any time of each other. So a thread has others there for the part of its time that they are at the line of
 * theirs; and of their writes, as large a part comes in its own time there. */
static uint64_t in_parts(const struct record *r, uint32_t i, int what)
{
    uint64_t all = r->stretch, n = r->slots[i].n, writes = 0, time = 0;
    struct doing own = doing_of(&r->slots[i], what);
    uint64_t stays = own.time / n < all ? own.time / n : all;
    for (uint32_t k = 0; k < r->n; k++) {
        struct doing other = doing_of(&r->slots[k], what);
        if (!other.writes)
            continue;
        uint64_t wrote = other.writes - (k == i ? other.writes / n : 0);
        time += other.time - (k == i ? other.time / n : 0);
        writes += wrote * stays / all;
    }
    return n * parts_of(own.uses / n * (time < all ? time : all) / all, writes);
}

/* No more than if all were there all the time. */
static uint64_t by_rule(const struct record *r, uint32_t i)
{
    static uint64_t left;
    const struct slot *s = &r->slots[i];
    uint64_t writes = 0;
    for (uint32_t k = 0; k < r->n; k++)
        writes += r->slots[k].did.writes - (k == i ? s->did.writes / s->n : 0);
    uint64_t most = s->n * parts_of(s->did.uses / s->n, writes);
    uint64_t parts = in_parts(r, i, ACCESSES) + in_parts(r, i, VISITS) + in_parts(r, i, ROUNDS);
    left += parts < most ? parts : most;
    uint64_t transfers = left >> PARTS_LOG;
    left %= 1u << PARTS_LOG;
    return transfers;
}

static void sum_record(const struct record *r)
{
    for (uint32_t i = 0; i < r->n; i++) {
        const struct slot *other = other_of(r, i);
        uint64_t transfers = r->stretch ? by_rule(r, i) : by_clocks(r, i);
        if (transfers && other)
            tell(r, &r->slots[i], other, transfers);
    }
}

static struct sw_shared_flow *flow_of(uint64_t address, uint32_t from, uint32_t to)
{
    static struct sw_shared_flow *last;
    uint64_t a = sides[from].pc, b = sides[to].pc, at = hash(a, b + now.piece);
    if (last && last->from == a && last->to == b && last->piece == now.piece)
        return last;
    for (uint32_t i = 0; i < PROBES; i++) {
        struct sw_shared_flow *f = &out->flows[(at + i) % SW_SHARED_FLOWS];
        if (!f->transfers) {
            f->from = a;
            f->to = b;
            f->address = address;
            f->piece = now.piece;
        }
        if (f->from == a && f->to == b && f->piece == now.piece)
            return last = f;
    }
    return NULL;
}

/* How close the next one may come is known by when the instruction leaves the line. Who adds at once waits for it. */
static void move(struct sw_moved *to, const struct sw_shared_access *a)
{
    uint64_t until = (uint64_t)(sw_shared_time() - a->since) << SW_SHARED_TIME_LOG;
    bool is_apart = until > SW_MOVED_AHEAD || sides[a->site].what & SW_ACCESS_ATOMIC;
    to->transfers++;
    to->apart += is_apart;
    to->beside += is_apart ? 0 : until;
}

static void flow(struct entry *e, const struct sw_shared_access *a)
{
    struct sw_shared_flow *f = flow_of(a->address, e->writes_at, a->site);
    if (!f) {
        out->flows_lost++;
        return;
    }
    f->transfers++;
    if (sw_memory_follows(e->line))
        move(&f->followed, a);
    if (e->flows++ < SW_SHARED_FEW)
        count_few(&f->few, e->line, 1);
}

/* --- Records --- */

static void vote(struct most *m, uint32_t site, uint32_t n, uint64_t bytes)
{
    if (m->site == site) {
        add(&m->votes, n);
        m->bytes |= bytes;
    } else if (m->votes >= n) {
        m->votes -= n;
    } else {
        m->site = site;
        m->votes = n - m->votes;
        m->bytes = bytes;
    }
}

static uint32_t time_back(uint32_t at, uint32_t by)
{
    return by < at ? at - by : 0;
}

/* Of other lines than those that are followed it is not known since when. Those of several phases, or threads, are not looked at: they
 * need not begin together. */
static void be_there(struct span *s, const struct sw_shared_access *a, bool is_first)
{
    bool is_known = sw_memory_follows(a->address >> SW_LINE_LOG) && !a->is_sample;
    uint32_t at = time_of_phase(), time = sw_shared_time(),
             phase = threads[now.thread % THREADS].phase;
    uint32_t from = time_back(at, is_known ? time - a->since : 0);
    if (is_first) {
        s->phase = phase;
        s->from = from;
    } else if (s->phase != phase) {
        s->phase = 0;
    } else if (from < s->from) {
        s->from = from;
    }
    at = time_back(at, time - a->until);
    s->to = is_first || s->to < at ? at : s->to;
}

/* Its instructions tell of the same time each. */
static void stay(struct stay *s, const struct sw_shared_access *a)
{
    uint32_t end = sw_shared_time() + 1;
    if (!s->visits)
        s->first = s->last = a->since;
    int32_t away = (int32_t)(a->since - s->last);
    bool is_round = away > APART || !s->visits;
    if (away > 0 || !s->visits)
        add(&s->visits, 1);
    add(&s->rounds, is_round);
    uint32_t from = away > 0 ? a->since : s->last;
    if ((int32_t)(end - from) <= 0)
        return;
    add(&s->active, end - from);
    add(&s->around, end - (is_round ? from : s->last));
    s->last = end;
}

static void count_uses(struct share *s, const struct sw_shared_access *a, uint32_t what)
{
    add(&s->uses, a->times);
    if (!(what & SW_ACCESS_STORE))
        return;
    add(&s->writes, a->times);
    s->written |= a->bytes;
    vote(&s->writer, a->site, a->times, a->bytes);
}

static void count(struct slot *s, const struct sw_shared_access *a, uint32_t what)
{
    s->did.clock = clock_of_all(s->did.clock, s->read | s->did.written);
    stay(&s->did.stay, a);
    if (what && s->n == 1)
        be_there(&s->span, a, !s->did.uses && !s->locks);
    else
        s->span.phase = 0;
    if (!what) {
        add(&s->locks, a->times);
        s->lock = a->site;
        s->did.written |= a->bytes;
        return;
    }
    count_uses(&s->did, a, what);
    if (what & SW_ACCESS_LOAD || !(what & SW_ACCESS_STORE)) {
        s->read |= a->bytes;
        vote(&s->reader, a->site, a->times, a->bytes);
    }
}

/* Not the compiler's, which may be a function of its library. */
static uint32_t count_bits(uint64_t bits)
{
    uint32_t n = 0;
    for (; bits; bits &= bits - 1)
        n++;
    return n;
}

static struct slot *slot_of(struct record *r, uint32_t thread)
{
    struct slot *rest = NULL;
    for (uint32_t i = 0; i < r->n; i++) {
        if (r->slots[i].thread == thread)
            return &r->slots[i];
        if (r->slots[i].thread == REST)
            rest = &r->slots[i];
    }
    bool is_rest = r->n + !rest >= SLOTS;
    if (is_rest)
        r->rest |= 1ull << thread % 64;
    if (is_rest && rest) {
        rest->n = (uint16_t)count_bits(r->rest);
        return rest;
    }
    struct slot *s = &r->slots[r->n++];
    sw_raw_clear(s, sizeof *s);
    s->thread = is_rest ? REST : (uint16_t)thread;
    s->n = 1;
    s->did.clock = now.clock;
    return s;
}

static struct record *new_record(uint64_t line, struct entry *e)
{
    uint32_t which = free_records;
    if (which)
        free_records = records[which].next;
    else if (n_records < RECORDS)
        which = n_records++;
    else
        return NULL;
    struct record *r = &records[which];
    r->line = line;
    r->entry = (uint32_t)(e - entries) + 1;
    r->n = 0;
    r->rest = 0;
    r->piece = now.piece;
    e->record = which;
    return r;
}

static void end_record(struct entry *e)
{
    struct record *r = &records[e->record];
    sum_record(r);
    r->entry = 0;
    r->next = free_records;
    free_records = e->record;
    e->record = 0;
}

/* Those that have used it: the owner, or some that have read it. */
static void add_owner(struct record *r, const struct entry *e)
{
    uint32_t n = e->did.writes ? 1 : count_bits(e->copies);
    struct slot *s = &r->slots[r->n++];
    sw_raw_clear(s, sizeof *s);
    s->did = e->did;
    s->thread = e->owner;
    s->n = (uint16_t)(n ? n : 1);
    s->reader = e->reader;
    s->read = e->read;
    if (!now.comes_before && s->n == 1)
        s->span = e->span;
}

static bool past_collides(const struct entry *e)
{
    return now.comes_before && e->past.did.writes &&
           !is_before(e->past.thread, e->past.did.clock, e->past.did.written);
}

/* --- Entries --- */

/* Whether all that have used it come before the thread that runs. Who waits for a lock there has not. */
static bool all_are_before(const struct record *r)
{
    for (uint32_t i = 0; i < r->n; i++) {
        const struct slot *s = &r->slots[i];
        if (s->thread != REST && (s->did.uses || s->did.writes) &&
            !is_before(s->thread, s->did.clock, s->read | s->did.written))
            return false;
    }
    return true;
}

/* Who of them wrote most. What their own uses cost is known. */
static void keep_record(struct entry *e, const struct record *r)
{
    const struct slot *s = &r->slots[0];
    for (uint32_t i = 1; i < r->n; i++)
        if (r->slots[i].thread != REST && r->slots[i].did.writes > s->did.writes)
            s = &r->slots[i];
    e->past = (struct past){s->did, s->thread};
    e->past.did.uses = 0;
}

static void keep_owner(struct entry *e)
{
    e->past = (struct past){e->did, e->owner};
    e->past.did.uses = e->did.writes;
}

/* Counts of before are nobody's any more. */
static void start_anew(struct entry *e)
{
    uint32_t clock = e->did.clock;
    sw_raw_clear(&e->did, sizeof e->did);
    e->did.clock = clock;
    e->since = now.clock;
    e->read = 0;
    sw_raw_clear(&e->reader, sizeof e->reader);
}

static void count_own(struct entry *e, const struct sw_shared_access *a, uint32_t what)
{
    e->did.clock = e->did.uses ? clock_of_all(e->did.clock, e->read | e->did.written) : now.clock;
    stay(&e->did.stay, a);
    if (!now.comes_before)
        be_there(&e->span, a, !e->did.uses);
    count_uses(&e->did, a, what);
    if (what & SW_ACCESS_STORE)
        e->writes_at = a->site;
    if (what & SW_ACCESS_LOAD) {
        e->read |= a->bytes;
        vote(&e->reader, a->site, a->times, a->bytes);
    }
}

/* Who runs, as lines move. */
static uint64_t self(void)
{
    return 1ull << (now.comes_before ? now.core : now.thread) % 64;
}

/* The line as it was last written comes to the thread, if it has not got it; who writes takes it from the others. (That alone,
 * when the thread has it, is not waited for.) */
static void pass_on(struct entry *e, const struct sw_shared_access *a, uint32_t what, bool is_after)
{
    bool writes = what & SW_ACCESS_STORE;
    if (used - now.own < now.own_end - now.own)
        return;
    if (e->last != REST && !(e->copies & self()) && is_after)
        flow(e, a);
    e->copies = writes ? self() : e->copies | self();
    if (writes)
        e->last = (uint16_t)now.thread;
}

/* Where it is, or will be. Those that are followed are the same in other bits of the product. */
static struct entry *entry_of(uint64_t line)
{
    return &entries[(line * SW_LINE_HASH >> ENTRY_AT) % ENTRIES];
}

static void begin(struct entry *e, uint64_t line)
{
    if (e->record)
        end_record(e);
    sw_raw_clear(e, sizeof *e);
    e->line = line;
    e->owner = (uint16_t)now.thread;
    e->last = REST;
    e->since = now.clock;
}

/* Whether the owner's uses and this one may be at the same time, and matter to each other. */
static bool collides(const struct entry *e, uint32_t what)
{
    return (e->owner != now.thread && e->did.uses &&
            (e->did.writes || what & SW_ACCESS_STORE || !what) &&
            !is_before(e->owner, e->did.clock, e->read | e->did.written)) ||
           past_collides(e);
}

static bool has_record(uint64_t line)
{
    return entry_of(line)->line == line && entry_of(line)->record;
}

struct sw_shared_framed *sw_shared_seek(uint64_t address, uint32_t what)
{
    uint64_t line = address >> SW_LINE_LOG;
    const struct entry *e = entry_of(line);
    struct sw_shared_framed *f = framed_of(line);
    uint64_t known = f->address >> SW_LINE_LOG;
    if (!sw_shared_is_on || __builtin_thread_pointer() != sw_shared_runs || !now.comes_before ||
        e->line != line || e->owner == SPARED)
        return NULL;
    used = line << SW_LINE_LOG;
    used_of_it = 1ull << address % 64;
    if (!e->record && !collides(e, what))
        return NULL;
    if (known == line ? f->is_looked_for && (e->record || f->turn == sw_shared_turn.number)
                      : f->pc && has_record(known))
        return NULL; /* it is known, or another one */
    f->address = address;
    f->pc = 0;
    f->turn = sw_shared_turn.number;
    f->is_looked_for = false;
    return f;
}

static uint64_t *close_of(uint64_t line)
{
    return &close_lines[hash(line, 0) % CLOSE];
}

bool sw_shared_is_close(uint64_t line)
{
    return *close_of(line) == line;
}

/* The first ones. */
static void be_close(uint64_t line)
{
    if (!*close_of(line))
        *close_of(line) = line;
}

/* Whether what is told changes who has the line as it is written. */
static bool changes_hands(const struct entry *e, uint32_t what)
{
    return e->owner != now.thread && (e->last != REST || what & SW_ACCESS_STORE);
}

static void use(const struct sw_shared_access *a, uint32_t what)
{
    uint64_t line = a->address >> SW_LINE_LOG;
    struct entry *e = entry_of(line);
    used = line << SW_LINE_LOG;
    used_of_it = a->bytes;
    if (e->owner == SPARED)
        return; /* so is another line that has its place */
    if (e->line != line)
        begin(e, line);
    else if (!what || (!now.comes_before && changes_hands(e, what)))
        be_close(line);
    if (e->record && all_are_before(&records[e->record])) {
        if (now.comes_before)
            keep_record(e, &records[e->record]);
        end_record(e);
        start_anew(e);
    }
    if (!e->record && collides(e, what)) {
        struct record *r = new_record(line, e);
        meet(a->address);
        if (r && e->did.uses)
            add_owner(r, e);
        if (r && past_collides(e))
            slot_of(r, e->past.thread)->did = e->past.did;
        if (!r)
            out->lost += potential(e->did.uses, a->times);
    }
    if (e->record) {
        records[e->record].stretch = now.stretch;
        count(slot_of(&records[e->record], now.thread), a, what);
        pass_on(e, a, what, false);
        return;
    }
    if (!what)
        return;
    pass_on(e, a, what, true);
    bool is_after = is_before(e->owner, e->did.clock, e->read | e->did.written);
    if (e->owner == now.thread ? e->since < now.joined : is_after) {
        if (now.comes_before && e->did.writes)
            keep_owner(e);
        start_anew(e);
    }
    if (is_after || !e->did.uses || !now.comes_before)
        e->owner = (uint16_t)now.thread;
    count_own(e, a, what);
}

void sw_shared_expect(uint64_t line)
{
    const char *e = (const char *)entry_of(line);
    for (size_t i = 0; i < sizeof(struct entry); i += 64)
        __builtin_prefetch(e + i, 1);
}

void sw_shared_use(const struct sw_shared_access *access)
{
    if (access->site)
        use(access, sides[access->site].what);
}

void sw_shared_lock(const struct sw_shared_now *as, uint64_t address, uint32_t site)
{
    const struct sw_shared_access a = {
        .address = address, .bytes = 0xfull << address % 64, .times = 1, .site = site};
    struct sw_shared_now before = now;
    now = *as;
    use(&a, 0);
    now = before;
}

void sw_shared_spare(uint64_t address, uint64_t bytes)
{
    if (!out)
        return;
    for (uint64_t line = address >> SW_LINE_LOG; line << SW_LINE_LOG < address + bytes; line++) {
        struct entry *e = entry_of(line);
        begin(e, line);
        e->owner = SPARED;
    }
}

void sw_shared_forget(uint64_t address, uint64_t bytes)
{
    uint64_t first = address >> SW_LINE_LOG, n = (bytes >> SW_LINE_LOG) + 1;
    for (uint64_t i = 0; out && i < n && i < ENTRIES; i++) {
        struct entry *e = entry_of(first + i);
        if (e->line == first + i && e->owner != SPARED)
            begin(e, e->line);
    }
}

static void unite_stays(struct stay *to, const struct stay *from)
{
    if ((int32_t)(from->first - to->first) < 0)
        to->first = from->first;
    if ((int32_t)(from->last - to->last) > 0)
        to->last = from->last;
    add(&to->visits, from->visits);
    add(&to->rounds, from->rounds);
    add(&to->active, from->active);
    add(&to->around, from->around);
}

/* Of two that may be parallel to each other, the clock that does not come before who runs; else any. */
static void unite_slots(struct slot *to, const struct slot *from)
{
    to->did.clock = clock_of_all(to->did.clock, to->read | to->did.written) == now.clock
                        ? from->did.clock
                        : to->did.clock;
    add(&to->did.uses, from->did.uses);
    add(&to->did.writes, from->did.writes);
    add(&to->locks, from->locks);
    to->lock = to->lock ? to->lock : from->lock;
    vote(&to->reader, from->reader.site, from->reader.votes, from->reader.bytes);
    vote(&to->did.writer, from->did.writer.site, from->did.writer.votes, from->did.writer.bytes);
    unite_stays(&to->did.stay, &from->did.stay);
    to->read |= from->read;
    to->did.written |= from->did.written;
}

static void unite_rest(struct record *r)
{
    uint64_t before = r->rest;
    r->rest = 0;
    for (uint32_t i = 0; before >> i && i < 63; i++)
        r->rest |= (before >> i & 1) << i / 2;
    r->rest |= before >> 63 << 31;
    for (uint32_t i = 0; i < r->n; i++)
        if (r->slots[i].thread == REST)
            r->slots[i].n = (uint16_t)count_bits(r->rest);
}

static void unite_record(struct record *r)
{
    uint32_t n = 0;
    used = r->line << SW_LINE_LOG;
    used_of_it = ~0ull;
    unite_rest(r);
    for (uint32_t i = 0; i < r->n; i++) {
        struct slot *s = &r->slots[i];
        uint32_t k = 0;
        s->thread = s->thread == REST ? REST : s->thread / 2;
        while (k < n && r->slots[k].thread != s->thread)
            k++;
        if (k < n)
            unite_slots(&r->slots[k], s);
        else
            r->slots[n++] = *s;
    }
    r->n = n;
}

void sw_shared_unite(void)
{
    for (uint32_t i = 1; out && i < n_records; i++)
        if (records[i].entry)
            unite_record(&records[i]);
    for (uint32_t i = 0; out && i < ENTRIES; i++) {
        struct entry *e = &entries[i];
        if (e->line && e->owner != SPARED)
            e->owner /= 2;
        e->past.thread /= 2;
        if (e->past.thread == e->owner)
            e->past.did.writes = 0; /* it is one with the owner */
    }
}

void sw_shared_sum(void)
{
    for (uint32_t i = 1; out && i < n_records; i++)
        if (records[i].entry)
            end_record(&entries[records[i].entry - 1]);
}
