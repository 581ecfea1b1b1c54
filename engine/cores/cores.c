/*
 * One heap has all to whom something happens at a known time: who is on a core (its key is when it will have done what it owes, or
 * when its slice ends, or its clock, if it is to go on), who is being woken, who waits no longer than until some time. The first one
 * is next. Invariant: no key is below the time now, which the first one's becomes.
 */
#include "engine/cores/cores.h"
#include "base/order.h"

static bool is_before(const struct sw_runner *a, const struct sw_runner *b)
{
    return a->key != b->key ? a->key < b->key : a->order < b->order;
}

static void put(struct sw_cores *c, uint32_t i, struct sw_runner *r)
{
    c->heap[i] = r;
    r->at = i + 1;
}

static void sift_up(struct sw_cores *c, uint32_t i, struct sw_runner *r)
{
    for (; i && is_before(r, c->heap[(i - 1) / 2]); i = (i - 1) / 2)
        put(c, i, c->heap[(i - 1) / 2]);
    put(c, i, r);
}

static void sift_down(struct sw_cores *c, uint32_t i, struct sw_runner *r)
{
    for (uint32_t child; (child = 2 * i + 1) < c->n_heap; i = child) {
        if (child + 1 < c->n_heap && is_before(c->heap[child + 1], c->heap[child]))
            child++;
        if (is_before(r, c->heap[child]))
            break;
        put(c, i, c->heap[child]);
    }
    put(c, i, r);
}

/* Puts it where its key belongs, whether it is in the heap or not. */
static void set_key(struct sw_cores *c, struct sw_runner *r, uint64_t key)
{
    uint32_t i = r->at ? r->at - 1 : c->n_heap++;
    r->key = key;
    r->order = c->order++;
    if (i && is_before(r, c->heap[(i - 1) / 2]))
        sift_up(c, i, r);
    else
        sift_down(c, i, r);
}

static void take_out(struct sw_cores *c, struct sw_runner *r)
{
    if (!r->at)
        return;
    uint32_t i = r->at - 1;
    struct sw_runner *last = c->heap[--c->n_heap];
    r->at = 0;
    if (last == r)
        return;
    if (i && is_before(last, c->heap[(i - 1) / 2]))
        sift_up(c, i, last);
    else
        sift_down(c, i, last);
}

void sw_cores_init(struct sw_cores *c, uint32_t n, uint64_t quantum, struct sw_runner **heap,
                   uint32_t room, uint64_t *busy)
{
    *c = (struct sw_cores){
        .n = n ? n : 1, .quantum = quantum, .heap = heap, .room = room, .busy = busy};
    if (c->n > SW_CORES_MOST)
        c->n = SW_CORES_MOST;
    sw_ledger_init(&c->ledger, NULL, 0);
    for (uint32_t i = 0; i < c->n; i++)
        c->free[i / 64] |= 1ull << i % 64;
}

/* --- Where the time goes --- */

/* Those who live and do not wait for others to end. */
static uint32_t active(const struct sw_cores *c)
{
    return c->n_alive - c->blocked[SW_BLOCKED_JOIN];
}

/* Those that have ended since others began to work beside each other, and whose cores nobody needs until all have. */
static uint32_t ended(const struct sw_cores *c)
{
    return c->blocked[SW_BLOCKED_JOIN] && c->peak > active(c) ? c->peak - active(c) : 0;
}

/* What each of the cores does, now. */
struct doing {
    uint32_t cores[SW_LEDGER_REASONS];
    uint32_t idle; /* that nothing explains yet */
};

static void lose(struct doing *d, enum sw_ledger_reason to, uint32_t cores)
{
    cores = cores < d->idle ? cores : d->idle;
    d->cores[to] += cores;
    d->idle -= cores;
}

static uint32_t could_run(const struct sw_cores *c)
{
    return c->n_on_core + c->n_ready + c->n_waking;
}

static bool is_serial(const struct sw_cores *c)
{
    return could_run(c) == 1 && !c->n_shared && !c->n_paying && !c->blocked[SW_BLOCKED_LOCK] &&
           !c->blocked[SW_BLOCKED_BARRIER] && !ended(c);
}

static struct doing doing_now(const struct sw_cores *c)
{
    struct doing d = {.cores = {[SW_LEDGER_WORK] = c->n_on_core}, .idle = c->n - c->n_on_core};
    bool serial = d.idle && is_serial(c);
    if (serial && !c->n_waking)
        lose(&d, SW_LEDGER_SERIAL, d.idle);
    if (!d.idle)
        return d;
    lose(&d, SW_LEDGER_OVERHEAD, c->n_waking);
    lose(&d, SW_LEDGER_LOCK, c->blocked[SW_BLOCKED_LOCK]);
    lose(&d, SW_LEDGER_BARRIER, c->blocked[SW_BLOCKED_BARRIER]);
    lose(&d, SW_LEDGER_JOIN, ended(c));
    lose(&d, SW_LEDGER_OVERHEAD, c->n_paying ? d.idle : 0);
    lose(&d, SW_LEDGER_SERIAL, serial ? d.idle : 0);
    lose(&d, SW_LEDGER_CONDITION, c->blocked[SW_BLOCKED_CONDITION]);
    lose(&d, SW_LEDGER_AWAY,
         could_run(c) ? c->blocked[SW_BLOCKED_SLEEP] + c->blocked[SW_BLOCKED_AWAY] : d.idle);
    lose(&d, SW_LEDGER_THREADS, d.idle);
    return d;
}

/* Cores that help: of waits for others those of who waits where that is fixed. */
static uint64_t helpers(const struct sw_cores *c, const struct doing *d)
{
    uint64_t n = 0;
    for (int k = 0; c->fixed >> k && c->n_on_core; k++) {
        uint64_t cores = c->fixed >> k & 1 ? d->cores[k] : 0;
        if (k == SW_LEDGER_BARRIER)
            cores = sw_least(cores, c->helping[SW_BLOCKED_BARRIER]);
        else if (k == SW_LEDGER_CONDITION)
            cores = sw_least(cores, c->helping[SW_BLOCKED_CONDITION]);
        n += cores;
    }
    return n;
}

/* A time that passes as it does while others get faster: as the clocks, which are those of who works, have it. */
static uint64_t unhelped(const struct sw_cores *c, uint64_t time)
{
    if (!c->fixed || !c->n_on_core)
        return time;
    struct doing d = doing_now(c);
    return time * (c->n_on_core + helpers(c, &d)) / c->n_on_core;
}

/* Only one is left: the others ended before anything that comes. */
static void forget_ended(struct sw_cores *c)
{
    if (active(c) <= 1 && !c->blocked[SW_BLOCKED_JOIN])
        c->peak = active(c);
}

static void account(struct sw_cores *c, uint64_t time)
{
    uint32_t could = could_run(c);
    forget_ended(c);
    if (active(c) > c->peak)
        c->peak = active(c);
    if (could > c->most)
        c->most = could;
    bool serial = is_serial(c);
    c->alone += could == 1 ? time : 0;
    c->serial += serial ? time : 0;
    if (c->n_on_core == c->n || (serial && !c->n_waking && !c->fixed)) {
        sw_ledger_pass_one(&c->ledger, c->n_on_core, SW_LEDGER_SERIAL, c->n - c->n_on_core, time);
        return;
    }
    struct doing d = doing_now(c);
    sw_ledger_pass(&c->ledger, d.cores, time);
    if (c->fixed) {
        uint64_t help = helpers(c, &d), all = c->n_on_core + help;
        c->saved += help ? (time * help + all / 2) / all : 0;
    }
}

static void advance(struct sw_cores *c, uint64_t to)
{
    if (to <= c->now)
        return;
    account(c, to - c->now);
    c->now = to;
}

/* --- Lanes --- */

static void fold(void *lanes)
{
    struct sw_core_lanes *all = lanes;
    for (uint32_t i = 0; i < all->n; i++)
        sw_lane_fold(all->lanes[i]);
}

static void note(struct sw_cores *c, const struct sw_runner *r, const struct sw_lane_note *note)
{
    if (r->lane)
        sw_lane_add(&c->lanes->over, c->lanes->lanes[r->lane - 1], note, fold, c->lanes);
}

static void note_run(struct sw_cores *c, const struct sw_runner *r)
{
    note(c, r, &(struct sw_lane_note){r->began, c->now, SW_LANE_WORK, SW_LANE_PARTS, 0, 0, 0});
}

static void note_waking(struct sw_cores *c, const struct sw_runner *r)
{
    note(c, r, &(struct sw_lane_note){r->since, c->now, SW_LANE_OVERHEAD, SW_LANE_PARTS, 0, 0, 0});
}

static void note_wait(struct sw_cores *c, const struct sw_runner *r)
{
    bool is_away = r->why == SW_BLOCKED_SLEEP || r->why == SW_BLOCKED_AWAY;
    unsigned part = is_away                     ? SW_LANE_AWAY
                    : r->why == SW_BLOCKED_LOCK ? SW_LANE_LOCK
                                                : SW_LANE_THREADS;
    note(c, r,
         &(struct sw_lane_note){r->since, c->now, part, SW_LANE_PARTS, 0, is_away ? 0 : r->whom,
                                r->why == SW_BLOCKED_AWAY ? 0 : r->on});
}

void sw_cores_add_lane(struct sw_cores *c, struct sw_runner *r, struct sw_lane *lane)
{
    if (!r->lane && c->lanes->n < SW_LANES_MOST) {
        c->lanes->lanes[c->lanes->n] = lane;
        r->lane = ++c->lanes->n;
    }
    if (!r->lane)
        return;
    c->lanes->runners[r->lane - 1] = r;
    c->lanes->lanes[r->lane - 1]->threads++;
}

void sw_cores_note_path(struct sw_cores *c, const struct sw_runner *r, uint32_t path, uint64_t from,
                        uint64_t to)
{
    note(c, r, &(struct sw_lane_note){from, to, SW_LANE_PARTS, SW_LANE_PARTS, path, 0, 0});
}

void sw_cores_close_lanes(struct sw_cores *c)
{
    for (uint32_t i = 0; c->lanes && i < c->lanes->n; i++) {
        const struct sw_runner *r = c->lanes->runners[i];
        if (r->state == SW_RUNNER_ON_CORE)
            note_run(c, r);
        else if (r->state == SW_RUNNER_BLOCKED)
            note_wait(c, r);
        else if (r->state == SW_RUNNER_WAKING)
            note_waking(c, r);
    }
}

/* --- Cores --- */

static uint32_t take_core(struct sw_cores *c, uint32_t wanted)
{
    uint32_t i = wanted;
    if (!(c->free[i / 64] >> i % 64 & 1)) {
        for (i = 0; !c->free[i]; i++)
            ;
        i = 64 * i + (uint32_t)__builtin_ctzll(c->free[i]);
    }
    c->free[i / 64] &= ~(1ull << i % 64);
    return i;
}

/* When the next thing happens to one that has a core. */
static uint64_t due(const struct sw_runner *r)
{
    uint64_t end = r->clock + r->owed;
    return r->owed && r->slice_end < end ? r->slice_end : end;
}

static uint64_t had(const struct sw_cores *c, const struct sw_runner *r)
{
    return r->had + (c->now - r->clock);
}

static void give_core(struct sw_cores *c, struct sw_runner *r)
{
    r->core = take_core(c, r->core);
    r->clock = r->began = c->now;
    r->slice_end = c->now + c->quantum;
    r->state = SW_RUNNER_ON_CORE;
    c->on_core[r->core] = r;
    c->n_on_core++;
    set_key(c, r, due(r));
}

static void queue(struct sw_cores *c, struct sw_runner *r)
{
    r->state = SW_RUNNER_READY;
    r->next = NULL;
    if (c->first)
        c->last->next = r;
    else
        c->first = r;
    c->last = r;
    c->n_ready++;
}

static void free_core(struct sw_cores *c, struct sw_runner *r)
{
    take_out(c, r);
    r->had += c->now - r->clock;
    note_run(c, r);
    c->free[r->core / 64] |= 1ull << r->core % 64;
    c->on_core[r->core] = NULL;
    if (c->busy)
        c->busy[r->core] += c->now - r->began;
    c->n_on_core--;
}

/* The next one in the queue has it, if there is one. */
static void leave_core(struct sw_cores *c, struct sw_runner *r)
{
    struct sw_runner *next = c->first;
    free_core(c, r);
    if (!next)
        return;
    c->first = next->next;
    c->n_ready--;
    give_core(c, next);
}

/* Takes its old core from who has that now. False: that one has had no more of cores, or it is a new one, which waits. */
static bool preempt(struct sw_cores *c, struct sw_runner *r)
{
    struct sw_runner *there = c->on_core[r->core];
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < c->n; i++)
        least = sw_least(least, had(c, c->on_core[i]));
    bool is_new = !r->had;
    uint64_t behind = is_new ? 0 : c->quantum;
    if (least > behind && r->had < least - behind)
        r->had = least - behind;
    if (is_new || had(c, there) <= r->had)
        return false;
    uint64_t owed = there->owed - (c->now - there->clock);
    free_core(c, there);
    there->owed = owed;
    there->state = SW_RUNNER_READY;
    there->next = c->first;
    c->last = c->first ? c->last : there;
    c->first = there;
    c->n_ready++;
    give_core(c, r);
    return true;
}

static void become_ready(struct sw_cores *c, struct sw_runner *r)
{
    take_out(c, r);
    if (c->n_on_core < c->n)
        give_core(c, r);
    else if (!preempt(c, r))
        queue(c, r);
}

static void end_slice(struct sw_cores *c, struct sw_runner *r)
{
    if (c->first) {
        leave_core(c, r);
        queue(c, r);
    } else {
        r->slice_end = c->now + c->quantum;
        set_key(c, r, due(r));
    }
}

/* --- Runners --- */

static void set_waking(struct sw_cores *c, struct sw_runner *r, uint64_t at)
{
    if (at <= c->now && c->n_on_core < c->n) {
        become_ready(c, r);
        return;
    }
    at = at > c->now ? at : c->now; /* nobody loses its core but in sw_cores_next() */
    r->state = SW_RUNNER_WAKING;
    r->since = c->now;
    r->claim = sw_ledger_claim(&c->ledger, SW_LEDGER_OVERHEAD, r->on);
    c->n_waking++;
    set_key(c, r, at);
    if (c->fixed) {
        r->next = c->fresh;
        c->fresh = r;
    }
}

bool sw_cores_start(struct sw_cores *c, struct sw_runner *r, uint64_t at)
{
    if (c->n_alive >= c->room)
        return false;
    c->n_alive++;
    if (at <= c->now)
        become_ready(c, r);
    else
        set_waking(c, r, at);
    return true;
}

static void set_paying(struct sw_cores *c, struct sw_runner *r, bool pays)
{
    c->n_paying += pays;
    c->n_paying -= r->pays;
    r->pays = pays;
}

void sw_cores_spend(struct sw_cores *c, struct sw_runner *r, uint64_t cost, uint64_t overhead)
{
    set_paying(c, r, overhead == cost && cost > c->slight);
    if (r->pays && r->lane) {
        uint64_t from = r->clock + r->owed;
        note(c, r,
             &(struct sw_lane_note){from, from + cost, SW_LANE_OVERHEAD, SW_LANE_WORK, 0, 0, 0});
    }
    r->owed += cost;
    sw_ledger_move(&c->ledger, SW_LEDGER_OVERHEAD, 0, overhead);
    if (r->state == SW_RUNNER_ON_CORE)
        set_key(c, r, due(r));
}

void sw_cores_lose(struct sw_cores *c, uint64_t overhead)
{
    sw_ledger_move(&c->ledger, SW_LEDGER_OVERHEAD, 0, overhead);
}

static void unblock(struct sw_cores *c, struct sw_runner *r)
{
    sw_ledger_unclaim(&c->ledger, r->claim);
    c->blocked[r->why]--;
    c->peak += r->why == SW_BLOCKED_JOIN; /* it was taken out while it joined */
    c->helping[r->why] -= r->helps;
    r->helps = false;
}

/* Something happens to it. True: it goes on. */
static bool meet(struct sw_cores *c, struct sw_runner *r)
{
    switch (r->state) {
    case SW_RUNNER_WAKING:
        note_waking(c, r);
        sw_ledger_unclaim(&c->ledger, r->claim);
        c->n_waking--;
        become_ready(c, r);
        return false;
    case SW_RUNNER_BLOCKED:
        note_wait(c, r);
        unblock(c, r);
        r->timed_out = true;
        become_ready(c, r);
        return false;
    default:
        r->owed -= c->now - r->clock;
        r->had += c->now - r->clock;
        r->clock = c->now;
        if (r->owed)
            end_slice(c, r);
        else
            set_paying(c, r, false);
        return !r->owed;
    }
}

/* How long waking takes is known when all who are woken at once are: until then it seems that they help. */
static void settle_fresh(struct sw_cores *c)
{
    for (; c->fresh; c->fresh = c->fresh->next)
        if (c->fresh->state == SW_RUNNER_WAKING)
            set_key(c, c->fresh, c->now + unhelped(c, c->fresh->key - c->now));
}

struct sw_runner *sw_cores_next(struct sw_cores *c, bool paced)
{
    if (c->fresh)
        settle_fresh(c);
    while (c->n_heap) {
        struct sw_runner *r = c->heap[0];
        if (paced && r->state == SW_RUNNER_BLOCKED && r->key > c->now)
            return NULL;
        advance(c, r->key);
        if (meet(c, r))
            return r;
    }
    return NULL;
}

uint64_t sw_cores_next_time(const struct sw_cores *c)
{
    return c->n_heap ? c->heap[0]->key : UINT64_MAX;
}

static const enum sw_ledger_reason reasons[SW_BLOCKED_KINDS] = {
    [SW_BLOCKED_LOCK] = SW_LEDGER_LOCK,  [SW_BLOCKED_BARRIER] = SW_LEDGER_BARRIER,
    [SW_BLOCKED_JOIN] = SW_LEDGER_JOIN,  [SW_BLOCKED_CONDITION] = SW_LEDGER_CONDITION,
    [SW_BLOCKED_SLEEP] = SW_LEDGER_AWAY, [SW_BLOCKED_AWAY] = SW_LEDGER_AWAY};

void sw_cores_block(struct sw_cores *c, struct sw_runner *r, enum sw_blocked why, uint64_t deadline)
{
    set_paying(c, r, false);
    leave_core(c, r);
    r->state = SW_RUNNER_BLOCKED;
    r->why = (uint8_t)why;
    r->since = c->now;
    r->whom = 0;
    r->timed_out = false;
    r->claim = sw_ledger_claim(&c->ledger, reasons[why], why == SW_BLOCKED_AWAY ? 0 : r->on);
    c->blocked[why]++;
    c->helping[why] += r->helps;
    if (why == SW_BLOCKED_JOIN && c->peak)
        c->peak--; /* it is none of those that may end early */
    if (deadline != UINT64_MAX)
        set_key(c, r, deadline > c->now ? c->now + unhelped(c, deadline - c->now) : c->now);
}

void sw_cores_wake(struct sw_cores *c, struct sw_runner *r, uint64_t at)
{
    note_wait(c, r);
    unblock(c, r);
    set_waking(c, r, at);
}

void sw_cores_yield(struct sw_cores *c, struct sw_runner *r)
{
    if (!c->first)
        return;
    leave_core(c, r);
    queue(c, r);
}

void sw_cores_end(struct sw_cores *c, struct sw_runner *r)
{
    set_paying(c, r, false);
    leave_core(c, r);
    r->state = SW_RUNNER_NONE;
    c->n_alive--;
    forget_ended(c);
}

void sw_cores_pass(struct sw_cores *c, uint64_t time)
{
    uint64_t next = sw_cores_next_time(c), to = c->now + time;
    advance(c, to < next ? to : next);
}
