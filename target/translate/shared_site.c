/*
 * What instructions have to tell of the line that they access: how often, and which bytes. It is told once they leave it, since only what
 * comes first to a line is seen, and by then the block's passes since are known.
 */
#include "target/translate/access.h"
#include "target/translate/cache.h"
#include "target/translate/memory.h"
#include "target/translate/shared.h"

#include <stddef.h>

struct site {
    uint64_t address; /* the first one in the line; 0: nothing to tell */
    uint64_t since;   /* passes */
    const uint64_t *passes;
    uint64_t *last;
    uint64_t went, times; /* on its way from line to line, forwards or back */
    uint32_t step, moves, began;
    uint32_t side;
    uint16_t copies;
    uint8_t bytes, what;
};

static struct site *sites;
static uint32_t *busy; /* those that have something to tell */
static uint32_t n_busy;

void sw_shared_add_site(uint32_t site, const struct sw_shared_side *side, const uint64_t *passes)
{
    if (!sites) {
        sites = sw_cache_take(SW_MEMORY_SITES * sizeof *sites);
        busy = sites ? sw_cache_take(SW_MEMORY_SITES * sizeof *busy) : NULL;
    }
    if (!busy)
        return;
    struct site *s = &sites[site];
    s->passes = passes;
    s->side = passes ? sw_shared_site(side) : 0;
    s->copies = 1;
    s->bytes = (uint8_t)(side->bytes < 64 ? side->bytes : 64);
    s->what = (uint8_t)side->what;
}

void sw_shared_add_copy(uint32_t site)
{
    if (busy)
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

static void tell(struct site *s, uint64_t next)
{
    uint64_t times = (*s->passes - s->since) * s->copies;
    struct sw_shared_access a = {.address = s->address, .since = s->began, .site = s->side};
    a.bytes = bytes_of(s, times, next);
    a.times = times > UINT32_MAX ? UINT32_MAX : times ? (uint32_t)times : 1;
    s->address = 0;
    sw_shared_use(&a);
}

static void use_atomic(const struct site *s, uint64_t pc, uint64_t address, uint64_t caller)
{
    const struct sw_shared_side side = {
        .pc = pc, .caller = caller, .what = s->what, .bytes = s->bytes};
    const struct sw_shared_access a = {.address = address,
                                       .bytes = bits(address, s->bytes),
                                       .times = 1,
                                       .since = sw_shared_time(),
                                       .site = sw_shared_site(&side)};
    sw_shared_use(&a);
}

void sw_shared_move(uint32_t site, uint64_t address, uint64_t caller, uint64_t *last)
{
    struct site *s = &sites[site];
    if (!busy || __builtin_thread_pointer() != sw_shared_runs)
        return;
    if (!s->passes) {
        use_atomic(s, sw_memory_pc(site), address, caller);
        return;
    }
    if (s->address)
        tell(s, address);
    else
        busy[n_busy++] = site;
    s->address = address;
    s->since = *s->passes;
    s->began = sw_shared_time();
    s->last = last;
}

void sw_shared_settle(void)
{
    for (uint32_t i = 0; i < n_busy; i++) {
        struct site *s = &sites[busy[i]];
        *s->last = UINT64_MAX;
        tell(s, 0);
    }
    n_busy = 0;
}
