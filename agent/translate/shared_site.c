/*
 * What instructions have to tell of the lines that they access: how often, and which bytes. Of a line that is followed it is told once they
 * leave it, since only what comes first to a line is seen, and by then the block's passes since are known. Of other lines, the access of one
 * of many passes is told, as the many.
 *
 * A block counts its passes down. At 0 its instructions are told to come here with their next access: those that do so in the same pass
 * are the sample. At first it is taken often, so that what runs a few times is not left out.
 */
#include "agent/translate/access.h"
#include "agent/translate/cache.h"
#include "agent/translate/memory.h"
#include "agent/translate/resting.h"
#include "agent/translate/shared.h"

#define PASSES 1024 /* for one that is told, in the long run; ... */
#define FIRST  8    /* ... and at first */
#define RARER  16   /* it gets rarer by one in so many passes */
#define SHORT  2   /* passes: too few to know how often one that stands several times in them ran */
#define VISITS 256 /* to lines, that such are an average of */
#define WHOLE  32  /* samples for one that is looked at whole */

/* Why an instruction is to come here. */
enum { LEAVES = 1, SAMPLED = 2, CLOSE = 4, ALWAYS = 8 };

#define LOOKS 64 /* accesses that tell whether an instruction's lines mostly change hands */

struct block {
    struct sw_memory_last *count; /* passes up to the next sample */
    uint64_t end;                 /* passes in all by then */
    uint64_t sampled;             /* that pass was */
    uint32_t samples;
    uint32_t passes; /* that it stands for, ... */
    uint32_t began;  /* ... from that time on */
    uint32_t ended;
    uint32_t first, n; /* sites */
};

struct site {
    uint64_t address; /* the first one in the line that it is at, if that is followed; 0: none */
    uint64_t since;   /* passes */
    uint64_t went, times; /* on its way from line to line, forwards or back */
    uint32_t step, moves, began;
    uint32_t visits, passes; /* short ones */
    uint32_t sampled;        /* how often it was run in passes that were looked at whole, ... */
    uint32_t in;             /* ... in how many, ... */
    uint32_t seen;           /* ... and in which sample last */
    uint32_t side;
    uint32_t block; /* 0: it is not looked at */
    uint16_t copies, looks, close;
    uint8_t bytes, what;
    bool is_busy, is_tired;
};

static struct site *sites;
static struct block *blocks;
static uint32_t n_blocks;
static uint32_t *busy; /* at a line that is followed, or were when nobody looked */
static uint32_t n_busy;
static uint32_t *tired; /* those that have been at lines that rest, or will soon */
static uint32_t n_tired;

bool sw_shared_init_sites(void)
{
    sites = sw_cache_take(SW_MEMORY_SITES * sizeof *sites);
    blocks = sw_cache_take((SW_MEMORY_SITES / 2 + 1) * sizeof *blocks);
    busy = sw_cache_take(SW_MEMORY_SITES * sizeof *busy);
    tired = sw_cache_take(SW_MEMORY_SITES * sizeof *tired);
    return sites && blocks && busy && tired;
}

/* The same ones in each run. */
static uint32_t any_below(uint32_t n)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

static uint64_t passes_of(const struct block *b)
{
    return b->end - b->count->line;
}

/* One of WHOLE samples is looked at whole, with all copies: how many were, and whether the last one was. */
static uint32_t wholes_of(const struct block *b)
{
    return (b->samples + WHOLE - 1) / WHOLE;
}

static bool is_whole(const struct block *b)
{
    return b->samples % WHOLE == 1;
}

static void set_next(struct block *b)
{
    uint64_t n = FIRST + b->end / RARER;
    n = n < PASSES ? n : PASSES;
    b->count->line = n / 2 + any_below((uint32_t)n) + 1;
    b->end += b->count->line;
}

bool sw_shared_add_block(uint32_t site)
{
    if (n_blocks == SW_MEMORY_SITES / 2)
        return false;
    struct block *b = &blocks[++n_blocks];
    b->count = sw_memory_last(site);
    b->first = site + 1;
    b->ended = sw_shared_time();
    set_next(b);
    return true;
}

void sw_shared_add_site(uint32_t site, const struct sw_shared_side *side, bool is_always)
{
    struct site *s = &sites[site];
    s->block = n_blocks;
    s->side = is_always ? 0 : sw_shared_site(side);
    s->copies = 1;
    s->bytes = (uint8_t)(side->bytes < 64 ? side->bytes : 64);
    s->what = (uint8_t)side->what;
    sw_memory_last(site)->calls = is_always ? ALWAYS : 0;
    blocks[n_blocks].n = site + 1 - blocks[n_blocks].first;
}

void sw_shared_add_copy(uint32_t site)
{
    sites[site].copies++;
}

/* Bits from that byte of the line on. */
static uint64_t bits(uint64_t from, uint64_t bytes)
{
    uint64_t all = bytes >= 64 ? ~0ull : (1ull << bytes) - 1;
    return all << from % 64;
}

/* How far it goes on average; looked at anew from time to time, since dividing takes long. */
static uint64_t step_of(struct site *s, uint64_t times, uint64_t bytes)
{
    s->went += bytes;
    s->times += times;
    if (s->moves++ % 16 < 2 && s->times && s->bytes)
        s->step = (uint32_t)((s->went / s->times + s->bytes / 2) / s->bytes * s->bytes);
    return s->step;
}

/* Of an instruction that goes on to the line beside it, it is the rest of the line, in such steps. */
static uint64_t bytes_of(struct site *s, uint64_t times, uint64_t next)
{
    uint64_t line = s->address >> SW_LINE_LOG, from = s->address % 64, mask = 0;
    bool up = next >> SW_LINE_LOG == line + 1, down = next >> SW_LINE_LOG == line - 1;
    if (!up && !down)
        return bits(from, s->bytes);
    uint64_t step = step_of(s, times, up ? next - s->address : s->address - next);
    if (step && step <= s->bytes)
        return up ? ~0ull << from : bits(0, from + s->bytes);
    for (uint64_t at = 0, room = up ? 64 - from : from + 1; at < room; at += step ? step : room)
        mask |= bits(up ? from + at : from - at, s->bytes);
    return mask;
}

static uint32_t once_at_least(uint64_t times)
{
    return times > UINT32_MAX ? UINT32_MAX : times ? (uint32_t)times : 1;
}

/* In so many passes of its block. A branch before it may leave that, and it may stand there several times: as often as in those that were sampled. */
static uint64_t runs_of(const struct site *s, uint64_t passes)
{
    uint32_t samples = wholes_of(&blocks[s->block]);
    if (!samples)
        return passes * s->copies;
    return s->sampled == samples * s->copies ? passes * s->copies : passes * s->sampled / samples;
}

/* Of a visit to a line. */
static uint32_t accesses_of(struct site *s, uint64_t passes)
{
    if (passes > SHORT || s->copies == 1)
        return once_at_least(runs_of(s, passes));
    s->passes += (uint32_t)passes;
    if (++s->visits > VISITS) {
        s->visits /= 2;
        s->passes /= 2;
    }
    return once_at_least((runs_of(s, s->passes) + s->visits / 2) / s->visits);
}

/* It leaves a line that is followed. */
static void tell(struct site *s, uint64_t next)
{
    uint64_t passes = passes_of(&blocks[s->block]) - s->since;
    uint32_t times = accesses_of(s, passes);
    const struct sw_shared_access a = {.address = s->address,
                                       .bytes = bytes_of(s, times, next),
                                       .times = times,
                                       .since = s->began,
                                       .until =
                                           passes > 1 && times > 1 ? sw_shared_time() : s->began,
                                       .site = s->side};
    s->address = 0;
    sw_shared_use(&a);
}

/* A sample waits for the next one: what is known of its line takes long to come. */
static struct sw_shared_access sampled;

static void tell_sampled(void)
{
    if (sampled.times)
        sw_shared_use(&sampled);
    sampled.times = 0;
}

static void tell_sample(const struct site *s, const struct block *b, uint64_t address)
{
    tell_sampled();
    sampled.address = address;
    sampled.bytes = bits(address, s->bytes);
    sampled.times = is_whole(b) || s->copies == 1 || !s->in
                        ? b->passes
                        : once_at_least((uint64_t)b->passes * s->sampled / s->in);
    sampled.since = b->began;
    sampled.until = sw_shared_time();
    sampled.site = s->side;
    sampled.is_sample = true;
    sw_shared_expect(address >> SW_LINE_LOG);
}

static void use_atomic(const struct site *s, uint64_t pc, uint64_t address, uint64_t caller)
{
    const struct sw_shared_side side = {
        .pc = pc, .caller = caller, .what = s->what, .bytes = s->bytes};
    const struct sw_shared_access a = {.address = address,
                                       .bytes = bits(address, s->bytes),
                                       .times = 1,
                                       .since = sw_shared_time(),
                                       .until = sw_shared_time(),
                                       .site = sw_shared_site(&side)};
    sw_shared_use(&a);
}

/* The pass that is counted is the last one of those that one is told for. */
static void sample(struct block *b, bool runs)
{
    b->passes = (uint32_t)(b->end - b->sampled);
    b->sampled = b->end;
    b->began = b->ended;
    b->ended = sw_shared_time();
    set_next(b);
    b->samples += runs;
    for (uint32_t i = b->first; runs && i < b->first + b->n; i++) {
        struct sw_memory_last *last = sw_memory_last(i);
        if (last->calls == ALWAYS)
            continue;
        if (is_whole(b) || !(last->calls & LEAVES))
            last->line = UINT64_MAX;
        last->calls |= SAMPLED;
    }
}

static void be_busy(uint32_t site)
{
    if (!sites[site].is_busy)
        busy[n_busy++] = site;
    sites[site].is_busy = true;
}

static void be_tired(uint32_t site)
{
    if (!sites[site].is_tired)
        tired[n_tired++] = site;
    sites[site].is_tired = true;
}

/* Whether all accesses of the instruction to the line are told. */
static bool is_close(struct site *s, struct sw_memory_last *last, uint64_t line, bool is_sampled)
{
    bool is = sw_shared_is_close(line);
    if (is && is_sampled && s->looks < LOOKS)
        last->calls |= CLOSE;
    if (!(last->calls & CLOSE))
        return false;
    s->close += is;
    if (++s->looks == LOOKS && s->close < LOOKS / 4)
        last->calls &= ~(uint64_t)CLOSE; /* for good: it would take too long */
    else if (s->looks == LOOKS)
        s->looks = s->close = 0;
    return is;
}

/* At a line that is followed, or at another one. */
static void arrive(uint32_t site, struct site *s, struct sw_memory_last *last, uint64_t address)
{
    const struct block *b = &blocks[s->block];
    bool is_sampled = last->calls & SAMPLED && b->sampled == passes_of(b);
    bool counts = is_sampled && is_whole(b);
    uint64_t stays = counts && s->copies > 1 ? SAMPLED : 0; /* for the others */
    last->calls = (last->calls & ~(uint64_t)SAMPLED) | stays;
    s->sampled += counts;
    s->in += counts && s->seen != b->samples;
    s->seen = counts ? b->samples : s->seen;
    if (s->address && s->address >> SW_LINE_LOG == address >> SW_LINE_LOG)
        return;
    if (s->address)
        tell(s, address);
    last->calls &= CLOSE | SAMPLED;
    bool is_followed = sw_memory_follows(address >> SW_LINE_LOG);
    if (is_followed && sw_resting_is_tired(address >> SW_LINE_LOG)) {
        be_tired(site);
        is_followed = !sw_resting_is(address >> SW_LINE_LOG);
    }
    if (is_followed ||
        ((is_sampled || last->calls) && is_close(s, last, address >> SW_LINE_LOG, is_sampled))) {
        s->address = address;
        s->since = passes_of(b);
        s->began = sw_shared_time();
        last->calls |= LEAVES;
        be_busy(site);
        sw_shared_expect(address >> SW_LINE_LOG);
    } else if (is_sampled) {
        tell_sample(s, b, address);
    }
}

void sw_shared_move(uint32_t site, uint64_t address, uint64_t caller)
{
    struct site *s = sites ? &sites[site] : NULL;
    struct sw_memory_last *last = sw_memory_last(site);
    if (!s || !s->block)
        return;
    bool runs = sw_shared_is_on && __builtin_thread_pointer() == sw_shared_runs;
    if (!blocks[s->block].count->line)
        sample(&blocks[s->block], runs);
    if (last->calls == ALWAYS) {
        if (runs)
            use_atomic(s, sw_memory_pc(site), address, caller);
    } else if (runs) {
        arrive(site, s, last, address);
    } else if (!sw_shared_is_on) {
        last->calls &= CLOSE;
        if (last->calls || sw_memory_follows(address >> SW_LINE_LOG))
            be_busy(site);
    }
    last->line = last->calls & SAMPLED ? UINT64_MAX : SW_MEMORY_LAST(address);
}

void sw_shared_settle(void)
{
    tell_sampled();
    for (uint32_t i = 0; i < n_busy; i++) {
        struct site *s = &sites[busy[i]];
        struct sw_memory_last *last = sw_memory_last(busy[i]);
        last->line = UINT64_MAX;
        s->is_busy = false;
        if (!s->address)
            continue;
        last->calls &= CLOSE;
        tell(s, 0);
    }
    n_busy = 0;
}

void sw_shared_wake(void)
{
    for (uint32_t i = 0; i < n_tired; i++) {
        sw_memory_last(tired[i])->line = UINT64_MAX;
        sites[tired[i]].is_tired = false;
    }
    n_tired = 0;
    sw_resting_wake_all();
}
