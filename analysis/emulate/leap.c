/*
 * Loops in which nothing interacts: the ends of the members by arithmetic, from runs of equal iterations.
 * Static ones are sums. Of a dynamic one, members that are free at most one chunk's length apart take one chunk a round,
 * in the same order each time; so many rounds are one step.
 */
#include "analysis/emulate/parts.h"

/* Walks over a section's tasks, groups unfolded. */
struct walk {
    struct sw_position *positions;
    size_t n, room;
    struct sw_emulator *e;
};

static void walk_into(struct walk *w, uint32_t node)
{
    if (!SW_EMULATOR_GROW(w->e, w->positions, w->n, w->room))
        return;
    w->positions[w->n++] = (struct sw_position){.node = node};
}

/* Equal iterations in a row, each with what is in front of its task. */
static bool next_run(struct walk *w, sw_ticks *length, uint64_t *count)
{
    struct sw_emulator *e = w->e;
    sw_ticks before = 0;
    while (w->n && !e->error) {
        sw_emulator_spend(e, 1);
        struct sw_position *position = &w->positions[w->n - 1];
        if (position->item == e->nodes[position->node].n_items) {
            w->n--;
            continue;
        }
        const struct sw_item *item = &e->items[e->nodes[position->node].first + position->item];
        const struct sw_measured *child = &e->measured[item->node];
        uint8_t kind = e->nodes[item->node].kind;
        uint64_t left = item->count - position->rep;
        if (!left) {
            position->item++;
            position->rep = 0;
        } else if (kind == SW_NODE_TASK) {
            *length = before + child->length;
            *count = before ? 1 : left;
            position->rep += (uint32_t)*count;
            return true;
        } else if (kind == SW_NODE_GROUP && child->tasks) {
            position->rep++;
            walk_into(w, item->node);
        } else {
            before += (sw_ticks)left * child->length;
            position->rep = item->count;
        }
    }
    return false;
}

/* How many chunks begin before `until`, if each member takes one after the other. */
static uint64_t begin_before(const struct sw_emulator *e, sw_ticks length, sw_ticks until,
                             uint64_t limit)
{
    uint64_t n = 0;
    for (unsigned k = 0; k < e->P && n <= limit; k++)
        if (e->ready[k].at < until)
            n += (uint64_t)((until - e->ready[k].at + length - 1) / length);
    return n;
}

static void take_before(struct sw_emulator *e, sw_ticks length, sw_ticks until)
{
    for (unsigned k = 0; k < e->P; k++)
        if (e->ready[k].at < until)
            e->ready[k].at += (until - e->ready[k].at + length - 1) / length * length;
}

/* Many equal chunks. Returns how many are left, fewer than there are members. */
static uint64_t take_many(struct sw_emulator *e, sw_ticks length, uint64_t n)
{
    sw_ticks low = e->ready[0].at, high = low;
    for (unsigned k = 0; k < e->P; k++)
        high = e->ready[k].at > high ? e->ready[k].at : high;
    if (begin_before(e, length, high, n) > n) { /* the largest `low` with no more than n */
        high = low + (sw_ticks)SW_BEFORE((size_t)(high - low) - 1, i,
                                         begin_before(e, length, low + 1 + (sw_ticks)i, n) <= n);
    }
    n -= begin_before(e, length, high, n);
    take_before(e, length, high);
    sw_ticks latest = 0, earliest = INT64_MAX;
    for (unsigned k = 0; k < e->P; k++) {
        latest = e->ready[k].at > latest ? e->ready[k].at : latest;
        earliest = e->ready[k].at < earliest ? e->ready[k].at : earliest;
    }
    if (latest - earliest < length) {
        for (unsigned k = 0; k < e->P; k++)
            e->ready[k].at += (sw_ticks)(n / e->P) * length;
        n %= e->P;
    }
    for (size_t k = e->P; k-- > 0;)
        sw_moment_sink(e->ready, e->P, k, e->ready[k]);
    return n;
}

static void take(struct sw_emulator *e, sw_ticks length, uint64_t n)
{
    if (!length)
        return;
    if (n > 4 * (uint64_t)e->P)
        n = take_many(e, length, n);
    for (; n; n--) {
        e->ready[0].at += length;
        sw_moment_sink(e->ready, e->P, 0, e->ready[0]);
    }
}

static uint64_t leap_dynamic(struct sw_emulator *e, const struct sw_loop *loop, struct walk *w)
{
    uint64_t chunk = loop->chunk, part = 0, count;
    sw_ticks cost = e->costs.chunk_dynamic, part_length = 0, length;
    while (next_run(w, &length, &count)) {
        if (part) {
            uint64_t n = count < chunk - part ? count : chunk - part;
            part += n;
            part_length += (sw_ticks)n * length;
            count -= n;
            if (part == chunk) {
                take(e, part_length + cost, 1);
                part = 0;
                part_length = 0;
            }
        }
        take(e, (sw_ticks)chunk * length + cost, count / chunk);
        if (count % chunk) {
            part = count % chunk;
            part_length = (sw_ticks)part * length;
        }
    }
    if (part)
        take(e, part_length + cost, 1);
    return (loop->tasks + chunk - 1) / chunk;
}

static uint64_t leap_guided(struct sw_emulator *e, const struct sw_loop *loop)
{
    uint64_t chunks = 0;
    sw_ticks upto = 0;
    for (uint64_t at = 0; at < loop->tasks && !e->error; chunks++) {
        sw_emulator_spend(e, 1);
        uint64_t size = (loop->tasks - at + e->P - 1) / e->P;
        if (size < loop->chunk)
            size = loop->chunk;
        at = size < loop->tasks - at ? at + size : loop->tasks;
        sw_ticks end = sw_emulator_upto(e, loop->node, at);
        take(e, end - upto + e->costs.chunk_dynamic, 1);
        upto = end;
    }
    return chunks;
}

static uint64_t leap_static(struct sw_emulator *e, const struct sw_loop *loop, sw_ticks start)
{
    uint64_t n = loop->tasks, P = e->P, at = 0, members = 0;
    sw_ticks upto = 0;
    for (unsigned k = 0; k < P; k++) {
        uint64_t size = n / P + (k < n % P);
        sw_ticks end = sw_emulator_upto(e, loop->node, at += size);
        e->ends[k] = k * start + (size ? end - upto + e->costs.chunk_static : 0);
        members += size > 0;
        upto = end;
    }
    return members;
}

/* Iterations `at` and on, equal ones, to the members in turn. */
static void deal(struct sw_emulator *e, uint64_t chunk, uint64_t at, uint64_t count,
                 sw_ticks length, sw_ticks *all)
{
    uint64_t round = chunk * e->P, rounds = count / round;
    *all += (sw_ticks)(rounds * chunk) * length; /* whole rounds, wherever they begin */
    count %= round;
    while (count) {
        uint64_t n = chunk - at % chunk;
        n = n < count ? n : count;
        e->ends[at / chunk % e->P] += (sw_ticks)n * length;
        at += n;
        count -= n;
    }
}

static uint64_t leap_static_chunk(struct sw_emulator *e, const struct sw_loop *loop, struct walk *w,
                                  sw_ticks start)
{
    uint64_t at = 0, count, chunks = (loop->tasks + loop->chunk - 1) / loop->chunk;
    uint64_t members = chunks < e->P ? chunks : e->P;
    sw_ticks all = 0, length;
    for (unsigned k = 0; k < e->P; k++)
        e->ends[k] = k * start + (k < members ? e->costs.chunk_static : 0);
    for (; next_run(w, &length, &count); at += count)
        deal(e, loop->chunk, at, count, length, &all);
    for (unsigned k = 0; k < members; k++)
        e->ends[k] += all;
    return members;
}

sw_ticks sw_leap_loop(struct sw_emulator *e, const struct sw_loop *loop, sw_ticks start)
{
    struct walk walk = {.e = e};
    sw_ticks cost = e->costs.chunk_static;
    uint64_t chunks;
    walk_into(&walk, loop->node);
    sw_emulator_spend(e, e->P);
    if (loop->schedule == SW_SECTION_STATIC) {
        chunks =
            loop->chunk ? leap_static_chunk(e, loop, &walk, start) : leap_static(e, loop, start);
    } else {
        for (unsigned k = 0; k < e->P; k++)
            e->ready[k] = (struct sw_moment){.at = k * start, .number = k};
        chunks = loop->schedule == SW_SECTION_GUIDED ? leap_guided(e, loop)
                                                     : leap_dynamic(e, loop, &walk);
        for (unsigned k = 0; k < e->P; k++)
            e->ends[e->ready[k].number] = e->ready[k].at;
        cost = e->costs.chunk_dynamic;
    }
    free(walk.positions);
    return (sw_ticks)chunks * cost + (sw_ticks)e->P * (e->P - 1) / 2 * start;
}
