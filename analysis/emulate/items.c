/* A thread that does a node's items in order, in OpenMP; and what happens at their end. */
#include "analysis/emulate/parts.h"

/* What may interact with others, where this thread is. */
static unsigned loud(const struct sw_emulator *e, const struct sw_thread *t)
{
    if (e->options->nested || !t->inside)
        return SW_HAS_LOCK | SW_HAS_SECTION;
    return t->serial ? SW_HAS_LOCK : SW_HAS_LOCK | SW_HAS_QUEUED;
}

/* How many of the item, from where the frame is, may be done before a range is over. */
static uint64_t allowed(const struct sw_emulator *e, const struct sw_frame *f,
                        const struct sw_frame *base, const struct sw_item *item)
{
    uint64_t n = item->count - f->rep;
    if (base->kind != SW_FRAME_RANGE)
        return n;
    uint8_t kind = e->nodes[item->node].kind;
    uint64_t tasks = kind == SW_NODE_TASK    ? 1
                     : kind == SW_NODE_GROUP ? e->measured[item->node].tasks
                                             : 0;
    return tasks && base->left / tasks < n ? base->left / tasks : n;
}

static bool holds_tasks(const struct sw_emulator *e, uint32_t node)
{
    uint8_t kind = e->nodes[node].kind;
    return kind == SW_NODE_TASK || (kind == SW_NODE_GROUP && e->measured[node].tasks);
}

/* Takes the items that are quiet, as far as they go; returns their length. */
static sw_ticks take_quiet(struct sw_emulator *e, struct sw_frame *f, unsigned loud_flags)
{
    struct sw_frame *base = &e->frames[f->base];
    const struct sw_node *node = &e->nodes[f->node];
    sw_ticks length = 0;
    while (f->item < node->n_items && !(base->kind == SW_FRAME_RANGE && !base->left)) {
        sw_emulator_spend(e, 1);
        const struct sw_item *item = &e->items[node->first + f->item];
        uint8_t kind = e->nodes[item->node].kind;
        sw_emulator_need(e, item->node);
        const struct sw_measured *child = &e->measured[item->node];
        if (base->team != SW_NOBODY && holds_tasks(e, item->node))
            break;
        if (child->flags & loud_flags ||
            (base->kind == SW_FRAME_QUEUE && holds_tasks(e, item->node)))
            break;
        uint64_t n = allowed(e, f, base, item);
        length += (sw_ticks)n * child->length;
        if (base->kind == SW_FRAME_RANGE)
            base->left -= kind == SW_NODE_TASK ? n : kind == SW_NODE_GROUP ? n * child->tasks : 0;
        f->rep += (uint32_t)n;
        if (f->rep < item->count)
            break;
        f->item++;
        f->rep = 0;
    }
    return length;
}

/* A queued task that is quiet, and about to begin: its items need not be looked at. */
static bool take_whole(struct sw_emulator *e, struct sw_frame *f, unsigned loud_flags)
{
    if (f->item || f->rep)
        return false;
    sw_emulator_need(e, f->node);
    if (e->measured[f->node].flags & loud_flags)
        return false;
    f->item = e->nodes[f->node].n_items;
    return true;
}

/* The frame's node is done. */
static enum sw_outcome end_items(struct sw_emulator *e, uint32_t thread)
{
    uint32_t top = e->threads[thread].top;
    struct sw_frame *f = &e->frames[top];
    if (f->team != SW_NOBODY && f->kind != SW_FRAME_GROUP)
        return sw_team_join(e, thread, top);
    if (f->kind == SW_FRAME_QUEUE)
        return sw_queue_end(e, thread, top);
    if (f->join != SW_NOBODY && !f->state) {
        f->state = 1;
        return sw_queue_pay_end(e, thread);
    }
    struct sw_frame ended = *f;
    sw_emulator_pop(e, thread);
    if (ended.serial)
        e->threads[thread].serial--, e->threads[thread].inside--;
    if (ended.took)
        sw_emulator_release_lock(e, thread, e->nodes[ended.node].detail);
    if (ended.join != SW_NOBODY) {
        e->threads[thread].burden = ended.burden;
        sw_queue_done(e, thread, &ended);
    }
    return SW_GOES_ON;
}

static enum sw_outcome end_range(struct sw_emulator *e, uint32_t thread, uint32_t base)
{
    while (e->threads[thread].top != base)
        sw_emulator_pop(e, thread);
    return end_items(e, thread);
}

static bool is_parallel(const struct sw_emulator *e, const struct sw_thread *t,
                        const struct sw_node *section)
{
    if (t->serial)
        return false;
    return e->options->nested || !t->inside || sw_emulator_is_queued(e, section);
}

/* Nobody else is there, and what is behind does not depend on what is in front. */
static bool is_alone(const struct sw_emulator *e, const struct sw_thread *t,
                     const struct sw_frame *base)
{
    return e->n_alive == 1 && !t->inside && base->team == SW_NOBODY;
}

/* Equal items are left, and the first of them is about to begin, or done. */
static bool repeats(struct sw_emulator *e, struct sw_thread *t, struct sw_frame *f,
                    const struct sw_item *item)
{
    if (!is_alone(e, t, &e->frames[f->base]) || e->measured[item->node].flags & SW_HAS_NOWAIT)
        return false;
    if (e->n_repeats && e->repeats[e->n_repeats - 1].frame == t->top) {
        sw_emulator_end_repeat(e, item->count - f->rep);
        f->item++;
        f->rep = 0;
        return true;
    }
    bool first = !f->rep && (e->nodes[item->node].kind == SW_NODE_GROUP ||
                             e->nodes[item->node].flags & SW_NODE_SAME_TEAM);
    if (item->count - f->rep > 1 && !first) /* the first one may have to fork */
        sw_emulator_begin_repeat(e, t->top);
    return false;
}

static enum sw_outcome enter(struct sw_emulator *e, uint32_t thread, uint32_t child)
{
    struct sw_thread *t = &e->threads[thread];
    const struct sw_node *node = &e->nodes[child];
    uint32_t base = e->frames[t->top].base;
    switch (node->kind) {
    case SW_NODE_WORK:
        return sw_emulator_run(e, thread, e->measured[child].length);
    case SW_NODE_GROUP:
        sw_emulator_push(e, thread, SW_FRAME_GROUP, child);
        return SW_GOES_ON;
    case SW_NODE_LOCK:
        return sw_emulator_take_lock(e, thread, sw_emulator_push(e, thread, SW_FRAME_ITEMS, child),
                                     e->locks[node->detail].holder == thread);
    case SW_NODE_SECTION:
        if (is_parallel(e, t, node))
            return sw_team_section(e, thread, base, child);
        sw_emulator_pushed(e, sw_emulator_push(e, thread, SW_FRAME_ITEMS, child))->serial = true;
        e->threads[thread].serial++;
        e->threads[thread].inside++;
        return SW_GOES_ON;
    default:
        sw_emulator_push(e, thread, SW_FRAME_ITEMS, child);
        return SW_GOES_ON;
    }
}

enum sw_outcome sw_emulator_step(struct sw_emulator *e, uint32_t thread)
{
    struct sw_thread *t = &e->threads[thread];
    struct sw_frame *f = &e->frames[t->top];
    if (f->kind == SW_FRAME_LOOP || f->kind == SW_FRAME_MEMBER)
        return sw_team_step(e, thread);
    struct sw_frame *base = &e->frames[f->base];
    if (base->kind == SW_FRAME_QUEUE && base->pending)
        return sw_queue_task(e, thread, f->base, 0);
    sw_ticks quiet = f->join != SW_NOBODY && take_whole(e, f, loud(e, t))
                         ? e->measured[f->node].length
                         : take_quiet(e, f, loud(e, t));
    if (quiet)
        return sw_emulator_run(e, thread, quiet);
    if (base->kind == SW_FRAME_RANGE && !base->left)
        return end_range(e, thread, f->base);
    if (f->item == e->nodes[f->node].n_items)
        return end_items(e, thread);
    const struct sw_item *item = &e->items[e->nodes[f->node].first + f->item];
    bool is_task = e->nodes[item->node].kind == SW_NODE_TASK;
    if (is_task && base->kind == SW_FRAME_RANGE && base->team != SW_NOBODY)
        return sw_team_join(e, thread, f->base);
    if (repeats(e, t, f, item))
        return SW_GOES_ON;
    if (item->count > 1 || (f->kind == SW_FRAME_GROUP && is_task))
        sw_period_check(e, thread);
    if (++f->rep == item->count)
        f->item++, f->rep = 0;
    if (is_task && base->kind == SW_FRAME_QUEUE)
        return sw_queue_task(e, thread, f->base, item->node);
    if (is_task && base->kind == SW_FRAME_RANGE)
        base->left--;
    return enter(e, thread, item->node);
}
