/*
 * Cilk's workers. A strand is a stack of frames. At a spawn the child gets a frame on top of its parent's, and is
 * put down in the worker's deque: who steals it goes on with the parent's frame, and the child ends in the section that
 * it counts for, not in its parent. So frames are a tree.
 *
 * As long as nobody is idle a worker leaps over all that is left of its top frame (cilk_leap.c); only a
 * thief that finds its deque empty needs to know what is in it by now. So the cost is by steals, not by
 * spawns.
 */
#include "analysis/emulate/parts.h"

struct worker {
    uint32_t *children; /* its deque: from `first` on, up to `end` */
    uint32_t first, end, room;
    /* How long it lets others alone when it has nothing, ... */
    sw_ticks wait;
    sw_ticks since; /* ... and since when it has had what it stole last, */
    bool stole;     /* which it is not through with */
};

#define WORTH     2  /* a steal is worth it that brings so many times what it costs, ... */
#define MOST_WAIT 16 /* ... and if not, so many times that is the longest wait */

struct sw_cilk {
    uint32_t first_waiting, last_waiting, n_waiting;
    sw_ticks at;      /* the last event's time ... */
    uint64_t highest; /* ... and the highest number of the workers that had theirs by then */
    bool done;
    struct worker workers[];
};

static bool is_empty(const struct sw_emulator *e, uint32_t worker)
{
    return e->cilk->workers[worker].first == e->cilk->workers[worker].end;
}

static void push_newest(struct sw_emulator *e, uint32_t worker, uint32_t child)
{
    struct worker *d = &e->cilk->workers[worker];
    if (d->first == d->end)
        d->first = d->end = 0;
    if (!SW_EMULATOR_GROW(e, d->children, d->end, d->room))
        return;
    d->children[d->end++] = child;
}

/* The thief goes on with what follows the child. */
static enum sw_outcome steal(struct sw_emulator *e, uint32_t thief, uint32_t child)
{
    struct sw_frame *f = &e->frames[child];
    e->changes++;
    f->stolen = true;
    e->frames[f->join].left++;
    e->threads[thief].top = f->parent;
    e->cilk->workers[thief].stole = true;
    e->cilk->workers[thief].since = e->now + e->costs.steal;
    return sw_emulator_pay(e, thief, e->costs.steal);
}

static void put(struct sw_emulator *e, uint32_t worker, uint32_t child)
{
    struct sw_cilk *c = e->cilk;
    e->changes++;
    if (!c->n_waiting) {
        push_newest(e, worker, child);
        return;
    }
    uint32_t thief = c->first_waiting;
    c->first_waiting = e->threads[thief].next;
    c->n_waiting--;
    if (steal(e, thief, child) == SW_GOES_ON)
        sw_emulator_wake(e, thief);
}

static enum sw_outcome wait(struct sw_emulator *e, uint32_t worker)
{
    struct sw_cilk *c = e->cilk;
    e->threads[worker].next = SW_NOBODY;
    e->changes++;
    if (c->n_waiting++)
        e->threads[c->last_waiting].next = worker;
    else
        c->first_waiting = worker;
    c->last_waiting = worker;
    return SW_WAITS;
}

/* Of those whose next step is due at this very moment, who has a lower number than one that had its
 * turn has had its own. */
static bool had_its_turn(const struct sw_emulator *e, uint32_t worker)
{
    return e->threads[worker].number < e->cilk->highest;
}

/* By what its last steal has brought; true: it rests. */
static bool rests(struct sw_emulator *e, uint32_t worker)
{
    struct worker *p = &e->cilk->workers[worker];
    sw_ticks first = e->costs.steal;
    if (p->stole && e->now - p->since >= WORTH * e->costs.steal)
        p->wait = p->wait / 4 < first ? 0 : p->wait / 4;
    else if (p->stole)
        p->wait = !p->wait ? first : p->wait < MOST_WAIT * first ? 2 * p->wait : p->wait;
    bool has_to = p->stole && p->wait;
    p->stole = false;
    if (has_to)
        sw_emulator_at(e, e->now + p->wait, e->threads[worker].number, worker,
                       e->threads[worker].version);
    return has_to;
}

static enum sw_outcome look_for_work(struct sw_emulator *e, uint32_t worker)
{
    if (rests(e, worker))
        return SW_WAITS;
    for (unsigned k = 1; k < e->P && !e->error; k++) {
        uint32_t victim = (worker + k) % e->P;
        struct worker *d = &e->cilk->workers[victim];
        if (is_empty(e, victim) && e->threads[victim].leaps)
            sw_cilk_unleap(e, victim, !had_its_turn(e, victim));
        if (!is_empty(e, victim))
            return steal(e, worker, d->children[d->first++]);
    }
    return wait(e, worker);
}

/* A piece of the section is at its end: the last one goes on. */
static enum sw_outcome join(struct sw_emulator *e, uint32_t worker, uint32_t section)
{
    struct sw_frame *f = &e->frames[section];
    e->changes++;
    e->threads[worker].top = SW_NOBODY;
    if (--f->left)
        return SW_GOES_ON;
    f->state = 1;
    e->threads[worker].top = section;
    return SW_GOES_ON;
}

/* Behind the section. */
static enum sw_outcome leave_section(struct sw_emulator *e, uint32_t worker)
{
    bool outside = e->frames[e->threads[worker].top].outside;
    sw_emulator_pop(e, worker);
    if (outside) {
        sw_emulator_close(e);
        sw_emulator_set_burden(e, 1);
    }
    return SW_GOES_ON;
}

static enum sw_outcome end_frame(struct sw_emulator *e, uint32_t worker)
{
    uint32_t top = e->threads[worker].top;
    struct sw_frame ended = e->frames[top];
    if (ended.kind == SW_FRAME_SPAWNS)
        return ended.state ? leave_section(e, worker) : join(e, worker, top);
    sw_emulator_pop(e, worker);
    if (ended.took)
        sw_emulator_release_lock(e, worker, e->nodes[ended.node].detail);
    if (ended.join != SW_NOBODY && ended.stolen)
        return join(e, worker, ended.join);
    if (ended.join != SW_NOBODY)
        e->cilk->workers[worker].end--;
    else if (ended.parent == SW_NOBODY)
        e->cilk->done = true;
    return SW_GOES_ON;
}

/* A lock that the same strand holds. */
static bool holds(const struct sw_emulator *e, uint32_t frame, uint32_t lock)
{
    if (e->locks[lock].holder == SW_NOBODY)
        return false;
    for (uint32_t f = frame; f != SW_NOBODY; f = e->frames[f].parent) {
        if (e->nodes[e->frames[f].node].kind == SW_NODE_LOCK &&
            e->nodes[e->frames[f].node].detail == lock)
            return true;
        if (e->nodes[e->frames[f].node].kind == SW_NODE_SECTION || e->frames[f].join != SW_NOBODY)
            return false;
    }
    return false;
}

/* Frames for a node that has parallel parts. */
void sw_cilk_enter(struct sw_emulator *e, uint32_t worker, uint32_t child)
{
    const struct sw_node *node = &e->nodes[child];
    if (node->kind == SW_NODE_GROUP) {
        sw_emulator_push(e, worker, SW_FRAME_GROUP, child);
        return;
    }
    if (node->kind != SW_NODE_SECTION) {
        sw_emulator_push(e, worker, SW_FRAME_ITEMS, child);
        return;
    }
    bool spawns = node->schedule == SW_SECTION_SPAWN, outside = !e->n_open;
    uint32_t frame = sw_emulator_push(e, worker, spawns ? SW_FRAME_SPAWNS : SW_FRAME_FOR, child);
    if (outside)
        sw_emulator_open(e, child, true);
    e->frames[frame].outside = outside;
    e->frames[frame].left = 1;
    if (spawns)
        return;
    uint32_t half = sw_emulator_push(e, worker, SW_FRAME_HALF, child);
    e->frames[half].hi = e->measured[child].tasks;
}

/* The child of a spawn that was paid for, on top of what follows it. */
void sw_cilk_spawn(struct sw_emulator *e, uint32_t worker, uint32_t task)
{
    uint32_t section = e->frames[e->threads[worker].top].base;
    uint32_t child = sw_emulator_push(e, worker, SW_FRAME_ITEMS, task);
    e->frames[child].join = section;
    put(e, worker, child);
}

void sw_cilk_halve(struct sw_emulator *e, uint32_t worker)
{
    uint32_t top = e->threads[worker].top, section = e->frames[top].node;
    uint64_t lo = e->frames[top].lo, middle = lo + (e->frames[top].hi - lo) / 2;
    /* The cilk_for's frame: what halves count for, or the first half's parent. */
    uint32_t join = e->frames[top].join, loop = join != SW_NOBODY ? join : e->frames[top].parent;
    uint32_t child = sw_emulator_push(e, worker, SW_FRAME_HALF, section);
    e->frames[top].lo = middle;
    e->frames[child].lo = lo;
    e->frames[child].hi = middle;
    e->frames[child].join = loop;
    put(e, worker, child);
}

static enum sw_outcome step_half(struct sw_emulator *e, uint32_t worker)
{
    struct sw_frame *f = &e->frames[e->threads[worker].top];
    uint64_t n = f->hi - f->lo, grain = sw_emulator_grain(e, f->node);
    if (f->pending) {
        f->pending = 0;
        sw_cilk_halve(e, worker);
        return SW_GOES_ON;
    }
    if (!n)
        return end_frame(e, worker);
    if (n > grain) {
        f->pending = 1;
        return sw_emulator_run(e, worker, e->costs.piece);
    }
    if (!(e->measured[f->node].flags & (SW_HAS_INNER | SW_HAS_LOCK))) {
        uint64_t from = f->lo;
        f->lo = f->hi;
        return sw_emulator_run(
            e, worker, sw_emulator_upto(e, f->node, f->hi) - sw_emulator_upto(e, f->node, from));
    }
    sw_emulator_seek(e, worker, f->node, f->lo++, 1, NULL);
    sw_period_check(e, worker);
    return SW_GOES_ON;
}

/* A cilk_for's end: then what follows its last task. */
static enum sw_outcome step_for(struct sw_emulator *e, uint32_t worker)
{
    uint32_t top = e->threads[worker].top;
    struct sw_frame *f = &e->frames[top];
    switch (f->state) {
    case 0:
        return join(e, worker, top);
    case 1:
        f->state = 2;
        sw_emulator_seek(e, worker, f->node, e->measured[f->node].tasks, UINT64_MAX, NULL);
        return SW_GOES_ON;
    default:
        return leave_section(e, worker);
    }
}

static bool is_spawned(const struct sw_emulator *e, const struct sw_frame *f, uint32_t child)
{
    return e->nodes[child].kind == SW_NODE_TASK && e->frames[f->base].kind == SW_FRAME_SPAWNS;
}

/* Work up to the next item that is more than that. */
static sw_ticks take_quiet(struct sw_emulator *e, struct sw_frame *f)
{
    struct sw_frame *base = &e->frames[f->base];
    const struct sw_node *node = &e->nodes[f->node];
    sw_ticks length = 0;
    for (; f->item < node->n_items; f->item++, f->rep = 0) {
        const struct sw_item *item = &e->items[node->first + f->item];
        uint8_t kind = e->nodes[item->node].kind;
        sw_emulator_need(e, item->node);
        if (e->measured[item->node].flags & (SW_HAS_LOCK | SW_HAS_SECTION) ||
            kind == SW_NODE_TASK || (kind == SW_NODE_GROUP && e->measured[item->node].tasks))
            break;
        if (base->kind == SW_FRAME_RANGE && !base->left)
            break;
        length += (sw_ticks)(item->count - f->rep) * e->measured[item->node].length;
    }
    return length;
}

static enum sw_outcome step_items(struct sw_emulator *e, uint32_t worker)
{
    uint32_t top = e->threads[worker].top;
    struct sw_frame *f = &e->frames[top], *base = &e->frames[f->base];
    if (f->pending) {
        uint32_t task = f->pending;
        f->pending = 0;
        sw_cilk_spawn(e, worker, task);
        return SW_GOES_ON;
    }
    sw_ticks quiet = take_quiet(e, f);
    if (quiet)
        return sw_emulator_run(e, worker, quiet);
    if (base->kind == SW_FRAME_RANGE && !base->left) {
        while (e->threads[worker].top != f->base)
            sw_emulator_pop(e, worker);
        return end_frame(e, worker);
    }
    if (f->item == e->nodes[f->node].n_items)
        return end_frame(e, worker);
    const struct sw_item *item = &e->items[e->nodes[f->node].first + f->item];
    if (item->count > 1)
        sw_period_check(e, worker);
    if (++f->rep == item->count)
        f->item++, f->rep = 0;
    uint32_t child = item->node;
    if (is_spawned(e, f, child)) {
        f->pending = child;
        return sw_emulator_run(e, worker, e->costs.spawn);
    }
    if (e->nodes[child].kind == SW_NODE_TASK)
        base->left--;
    bool held = e->nodes[child].kind == SW_NODE_LOCK && holds(e, top, e->nodes[child].detail);
    sw_cilk_enter(e, worker, child);
    return e->nodes[child].kind == SW_NODE_LOCK
               ? sw_emulator_take_lock(e, worker, e->threads[worker].top, held)
               : SW_GOES_ON;
}

static enum sw_outcome step(struct sw_emulator *e, uint32_t worker)
{
    if (e->threads[worker].top == SW_NOBODY)
        return look_for_work(e, worker);
    if (!e->cilk->n_waiting && sw_cilk_leap(e, worker))
        return SW_RUNS;
    switch (e->frames[e->threads[worker].top].kind) {
    case SW_FRAME_HALF:
        return step_half(e, worker);
    case SW_FRAME_FOR:
        return step_for(e, worker);
    default:
        return step_items(e, worker);
    }
}

static void go(struct sw_emulator *e, uint32_t worker)
{
    enum sw_outcome outcome = SW_GOES_ON;
    struct sw_cilk *c = e->cilk;
    uint64_t number = e->threads[worker].number;
    if (e->now > c->at || number > c->highest)
        c->highest = number;
    c->at = e->now;
    while (outcome == SW_GOES_ON && !c->done && !e->error) {
        sw_emulator_spend(e, 1);
        outcome = step(e, worker);
    }
}

/* The leap is over: all that was left of the frame is done. */
static void end_leap(struct sw_emulator *e, uint32_t worker)
{
    struct sw_thread *t = &e->threads[worker];
    struct sw_frame *f = &e->frames[t->top];
    t->leaps = false;
    if (f->kind == SW_FRAME_HALF) {
        f->lo = f->hi;
    } else {
        f->item = e->nodes[f->node].n_items;
        f->rep = 0;
    }
    f->pending = 0;
}

/* Time has been leapt over, in the turn of a worker. */
void sw_cilk_leapt(struct sw_emulator *e)
{
    e->cilk->at = e->now;
}

static int run(struct sw_emulator *e)
{
    struct sw_moment moment;
    go(e, 0);
    while (!e->error && !e->cilk->done && sw_emulator_next(e, &moment)) {
        struct sw_thread *t = &e->threads[moment.thread];
        sw_emulator_spend(e, 1);
        if (moment.ghosts != t->version)
            continue;
        sw_emulator_advance(e, moment.at);
        if (t->runs)
            e->n_running--;
        t->runs = false;
        if (t->leaps)
            end_leap(e, moment.thread);
        go(e, moment.thread);
    }
    if (!e->error && !e->cilk->done)
        return -EDEADLK;
    return e->error;
}

int sw_cilk_emulate(struct sw_emulator *e)
{
    e->cilk = calloc(1, sizeof *e->cilk + e->P * sizeof *e->cilk->workers);
    if (!e->cilk)
        return -ENOMEM;
    for (unsigned k = 0; k < e->P && !e->error; k++)
        if (sw_emulator_new_thread(e) && !e->error)
            wait(e, k);
    if (!e->error)
        sw_emulator_push(e, 0, SW_FRAME_ITEMS, sw_program_tree_root(e->tree));
    return e->error ? e->error : run(e);
}

void sw_cilk_release(struct sw_emulator *e)
{
    for (unsigned k = 0; e->cilk && k < e->P; k++)
        free(e->cilk->workers[k].children);
    free(e->cilk);
}
