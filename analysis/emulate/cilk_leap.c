/*
 * A worker that leaps has one event, the end of its top frame. Where it is before that follows from the time since
 * the leap began, and from the lengths of what it passes: sw_cilk_unleap() goes down from the frame until
 * something is found to be put down in the deque, or nothing parallel is left on the way.
 *
 * A worker may be found at the very moment at which a piece of it ends: `early` says that it has not had its turn
 * yet, and is still at the piece's end.
 */
#include "analysis/emulate/parts.h"

/* What an item costs each time: with the spawn, where the section spawns it. */
static sw_ticks each(const struct sw_emulator *e, const struct sw_frame *f, uint32_t child)
{
    const struct sw_measured *m = &e->measured[child];
    uint8_t kind = e->nodes[child].kind;
    if (e->frames[f->base].kind != SW_FRAME_SPAWNS)
        return m->length;
    return m->length + (kind == SW_NODE_TASK    ? e->costs.spawn
                        : kind == SW_NODE_GROUP ? (sw_ticks)m->tasks * e->costs.spawn
                                                : 0);
}

static sw_ticks start_of(const struct sw_emulator *e, const struct sw_frame *f, uint32_t item)
{
    const struct sw_before *before = &e->before[e->nodes[f->node].first + item];
    bool spawns = e->frames[f->base].kind == SW_FRAME_SPAWNS;
    return before->length + (spawns ? (sw_ticks)before->tasks * e->costs.spawn : 0);
}

/* From the begin of the node to the frame's next item. */
static sw_ticks position(const struct sw_emulator *e, const struct sw_frame *f)
{
    const struct sw_node *node = &e->nodes[f->node];
    uint32_t child = e->items[node->first + f->item].node;
    return start_of(e, f, f->item) + (sw_ticks)f->rep * each(e, f, child);
}

static sw_ticks whole(const struct sw_emulator *e, const struct sw_frame *f)
{
    const struct sw_measured *m = &e->measured[f->node];
    bool spawns = f->kind == SW_FRAME_GROUP && e->frames[f->base].kind == SW_FRAME_SPAWNS;
    return m->length + (spawns ? (sw_ticks)m->tasks * e->costs.spawn : 0);
}

static sw_ticks half_length(const struct sw_emulator *e, uint32_t section, uint64_t lo, uint64_t hi)
{
    uint64_t grain = sw_emulator_grain(e, section);
    return sw_emulator_upto(e, section, hi) - sw_emulator_upto(e, section, lo) +
           (sw_ticks)sw_emulator_halvings(hi - lo, grain) * e->costs.piece;
}

/* Begins a leap over what is left of the top frame, where nothing in it can interact but by being
 * stolen. */
bool sw_cilk_leap(struct sw_emulator *e, uint32_t worker)
{
    struct sw_thread *t = &e->threads[worker];
    struct sw_frame *f = &e->frames[t->top];
    sw_ticks length = 0;
    sw_emulator_need(e, f->node);
    if (!e->n_open || e->measured[f->node].flags & SW_HAS_LOCK || f->pending)
        return false;
    if (f->kind == SW_FRAME_HALF)
        length = f->hi > f->lo ? half_length(e, f->node, f->lo, f->hi) : 0;
    else if (f->kind == SW_FRAME_RANGE || f->kind == SW_FRAME_FOR ||
             e->frames[f->base].kind == SW_FRAME_RANGE)
        return false;
    else if (f->item < e->nodes[f->node].n_items)
        length = whole(e, f) - position(e, f);
    if (!length)
        return false;
    t->leaps = true;
    t->from = e->now;
    return sw_emulator_run(e, worker, length) == SW_RUNS;
}

/* The worker runs for so long now, by a new event. */
static void run_on(struct sw_emulator *e, uint32_t worker, sw_ticks length)
{
    struct sw_thread *t = &e->threads[worker];
    sw_emulator_at(e, e->now + length, t->number, worker, ++t->version);
}

/* Whether a piece that ends at `end` is still the one that the worker is at. */
static bool is_within(sw_ticks at, sw_ticks end, bool early)
{
    return early ? at <= end : at < end;
}

/* How it ends: with a piece of work; further down; in a frame that the worker leaps on in. */
enum found { WORK, DEEPER, LEAPS };

/* In a child, `at` from its begin. */
static enum found enter(struct sw_emulator *e, uint32_t worker, uint32_t child, sw_ticks *at,
                        sw_ticks length)
{
    if (!(e->measured[child].flags & SW_HAS_SECTION) &&
        !(e->nodes[child].kind == SW_NODE_GROUP && e->measured[child].tasks)) {
        e->threads[worker].leaps = false;
        run_on(e, worker, length - *at);
        return WORK;
    }
    sw_cilk_enter(e, worker, child);
    return DEEPER;
}

/* The worker has paid for a spawn only, or is in the child. */
static enum found in_spawn(struct sw_emulator *e, uint32_t worker, uint32_t task, sw_ticks *at,
                           bool early)
{
    bool halves = e->frames[e->threads[worker].top].kind == SW_FRAME_HALF;
    sw_ticks cost = halves ? e->costs.piece : e->costs.spawn;
    if (is_within(*at, cost, early) && cost) {
        e->frames[e->threads[worker].top].pending = task;
        e->threads[worker].leaps = false;
        run_on(e, worker, cost - *at);
        return WORK;
    }
    *at -= cost;
    if (halves)
        sw_cilk_halve(e, worker);
    else
        sw_cilk_spawn(e, worker, task);
    return LEAPS;
}

static enum found go_down_items(struct sw_emulator *e, uint32_t worker, sw_ticks *at, bool early)
{
    struct sw_frame *f = &e->frames[e->threads[worker].top];
    const struct sw_node *node = &e->nodes[f->node];
    sw_ticks to = position(e, f) + *at;
    uint32_t low = f->item; /* the last item that begins before, or now */
    low += (uint32_t)SW_BEFORE(node->n_items - low - 1, i,
                               is_within(start_of(e, f, low + 1 + (uint32_t)i), to, !early));
    const struct sw_item *item = &e->items[node->first + low];
    sw_ticks length = each(e, f, item->node), start = start_of(e, f, low);
    sw_ticks rep = (to - start - early) / length;
    *at = to - start - rep * length;
    f->item = low;
    f->rep = (uint32_t)rep + 1;
    if (f->rep == item->count)
        f->item++, f->rep = 0;
    uint32_t child = item->node;
    if (e->nodes[child].kind == SW_NODE_TASK && e->frames[f->base].kind == SW_FRAME_SPAWNS)
        return in_spawn(e, worker, child, at, early);
    return enter(e, worker, child, at, length);
}

/* In the one iteration of a range, in front of its task or in it. */
static enum found go_down_range(struct sw_emulator *e, uint32_t worker, sw_ticks *at, bool early)
{
    for (;;) {
        struct sw_frame *f = &e->frames[e->threads[worker].top];
        const struct sw_node *node = &e->nodes[f->node];
        if (f->item == node->n_items) {
            sw_emulator_pop(e, worker);
            continue;
        }
        const struct sw_item *item = &e->items[node->first + f->item];
        uint32_t child = item->node;
        uint8_t kind = e->nodes[child].kind;
        sw_ticks length = e->measured[child].length, left = item->count - f->rep;
        bool is_task = kind == SW_NODE_TASK,
             group = kind == SW_NODE_GROUP && e->measured[child].tasks;
        sw_ticks rep = 0;
        if (!is_task && !group) {
            if (!is_within(*at, left * length, early)) {
                *at -= left * length;
                f->item++;
                f->rep = 0;
                continue;
            }
            rep = (*at - early) / length;
            *at -= rep * length;
        }
        f->rep += (uint32_t)rep + 1;
        if (f->rep == item->count)
            f->item++, f->rep = 0;
        if (group) {
            sw_emulator_push(e, worker, SW_FRAME_GROUP, child);
            continue;
        }
        if (is_task)
            e->frames[f->base].left--;
        return enter(e, worker, child, at, length);
    }
}

/* A part of a cilk_for that is not halved any more. */
static enum found go_down_leaf(struct sw_emulator *e, uint32_t worker, sw_ticks *at, bool early)
{
    struct sw_frame *f = &e->frames[e->threads[worker].top];
    if (!(e->measured[f->node].flags & SW_HAS_INNER))
        return LEAPS; /* nothing can be found in it */
    sw_ticks start = sw_emulator_upto(e, f->node, f->lo);
    uint64_t low = f->lo;
    low += SW_BEFORE(f->hi - low - 1, i,
                     is_within(sw_emulator_upto(e, f->node, low + 1 + i), start + *at, !early));
    *at -= sw_emulator_upto(e, f->node, low) - start;
    uint32_t section = f->node;
    f->lo = low + 1;
    sw_emulator_seek(e, worker, section, low, 1, NULL);
    return go_down_range(e, worker, at, early);
}

static enum found go_down_half(struct sw_emulator *e, uint32_t worker, sw_ticks *at, bool early)
{
    uint32_t top = e->threads[worker].top;
    for (;;) {
        struct sw_frame *f = &e->frames[top];
        uint64_t grain = sw_emulator_grain(e, f->node);
        if (f->hi - f->lo <= grain)
            return go_down_leaf(e, worker, at, early);
        uint64_t middle = f->lo + (f->hi - f->lo) / 2;
        sw_ticks first = e->costs.piece + half_length(e, f->node, f->lo, middle);
        if (is_within(*at, first, early))
            return in_spawn(e, worker, 1, at, early);
        *at -= first;
        f->lo = middle;
    }
}

/* In a section that the worker has just come to: what follows a cilk_for's last task is no part of its halves. */
static void skip_halves(struct sw_emulator *e, uint32_t worker, sw_ticks *at, bool early)
{
    uint32_t top = e->threads[worker].top;
    if (e->frames[top].kind != SW_FRAME_HALF)
        return;
    sw_ticks halves = half_length(e, e->frames[top].node, 0, e->frames[top].hi);
    if (is_within(*at, halves, early) && halves)
        return;
    *at -= halves;
    uint32_t section = e->frames[top].node;
    sw_emulator_pop(e, worker);
    top = e->threads[worker].top;
    e->frames[top].left = 0;
    e->frames[top].state = 2;
    sw_emulator_seek(e, worker, section, e->measured[section].tasks, UINT64_MAX, NULL);
}

void sw_cilk_unleap(struct sw_emulator *e, uint32_t worker, bool early)
{
    struct sw_thread *t = &e->threads[worker];
    sw_ticks at = e->now - t->from;
    enum found found = DEEPER;
    if (!at)
        early = false; /* its turn was when it began */
    if (!(e->measured[e->frames[t->top].node].flags & SW_HAS_SECTION) &&
        e->frames[t->top].kind == SW_FRAME_ITEMS)
        return;
    while (found == DEEPER && !e->error) {
        struct sw_frame *f = &e->frames[t->top];
        if (f->kind == SW_FRAME_HALF)
            found = go_down_half(e, worker, &at, early);
        else if (e->frames[f->base].kind == SW_FRAME_RANGE)
            found = go_down_range(e, worker, &at, early);
        else
            found = go_down_items(e, worker, &at, early);
        if (found == DEEPER)
            skip_halves(e, worker, &at, early);
    }
    if (found != LEAPS)
        return;
    struct sw_frame *f = &e->frames[t->top];
    t->from = e->now - at;
    sw_ticks length = f->kind == SW_FRAME_HALF ? half_length(e, f->node, f->lo, f->hi)
                                               : e->measured[f->node].length;
    run_on(e, worker, length - at);
}
