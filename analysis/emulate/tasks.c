/*
 * OpenMP's tasks: queued in the team, the oldest for who is free, the newest for who waits for its own. What the queue costs is
 * as in the simulation: engine/runtime_cost.h.
 */
#include "analysis/emulate/parts.h"

enum { MOST_OWN = 256 }; /* tasks that wait in a queue of libomp's */

static uint32_t new_queued(struct sw_emulator *e)
{
    uint32_t q = e->free_queued;
    if (q != SW_NOBODY) {
        e->free_queued = e->queued[q].older;
        return q;
    }
    if (!SW_EMULATOR_GROW(e, e->queued, e->n_queued, e->room_queued))
        return SW_NOBODY;
    return e->n_queued++;
}

enum {
    MAKES,
    WAITS,
    BEGINS_TO_WAIT,
    LOOKS,
    HAS_DONE_ONE
};                                  /* who makes tasks, and waits for them */
enum { IS_MADE = 1, IS_TO_BE_PUT }; /* a task, and was paid for so far */

/* libgomp's queue, which threads use one at a time. */
static sw_ticks use_shared(struct sw_emulator *e, uint32_t thread)
{
    const struct sw_thread *t = &e->threads[thread];
    return e->own_queues || e->P == 1
               ? 0
               : (sw_ticks)sw_queue_cost(&e->teams[t->team].queue, t->number + 1, (uint64_t)e->now,
                                         (uint64_t)e->costs.queue_moved,
                                         (uint64_t)e->costs.queue_busy);
}

/* libomp's, if another thread took a task from it since. */
static sw_ticks use_own(struct sw_emulator *e, uint32_t thread)
{
    struct sw_thread *t = &e->threads[thread];
    bool moved = e->own_queues && t->queue_user && t->queue_user != t->number + 1;
    t->queue_user = t->number + 1;
    return moved ? e->costs.queue_moved : 0;
}

/* The thread begins with a task that it has got, which it pays for, with `more`. */
static enum sw_outcome give(struct sw_emulator *e, uint32_t thread, const struct sw_queued *q,
                            bool at_barrier, sw_ticks more)
{
    struct sw_frame *f =
        sw_emulator_pushed(e, sw_emulator_push(e, thread, SW_FRAME_ITEMS, q->node));
    struct sw_thread *t = &e->threads[thread];
    f->join = q->join;
    f->burden = t->burden;
    f->at_barrier = at_barrier;
    f->was_at_barrier = t->at_barrier;
    t->burden = e->frames[q->join].burden;
    t->at_barrier = at_barrier;
    e->teams[t->team].n_running += at_barrier;
    sw_ticks cost = e->costs.task_run + more;
    if (q->maker == thread)
        return sw_emulator_pay(e, thread, cost + use_own(e, thread));
    e->threads[q->maker].queue_user = t->number + 1;
    return sw_emulator_pay(e, thread, cost + e->costs.task_taken);
}

static void take_out(struct sw_emulator *e, struct sw_team *team, uint32_t number)
{
    struct sw_queued *q = &e->queued[number];
    struct sw_frame *section = &e->frames[q->join];
    *(q->older == SW_NOBODY ? &team->oldest : &e->queued[q->older].newer) = q->newer;
    *(q->newer == SW_NOBODY ? &team->newest : &e->queued[q->newer].older) = q->older;
    if (q->own_older != SW_NOBODY)
        e->queued[q->own_older].own_newer = q->own_newer;
    *(q->own_newer == SW_NOBODY ? &section->newest : &e->queued[q->own_newer].own_older) =
        q->own_older;
    team->n_queued--;
    e->threads[q->maker].n_own--;
    q->older = e->free_queued;
    e->free_queued = number;
}

static void put(struct sw_emulator *e, uint32_t maker, uint32_t task, uint32_t join)
{
    struct sw_team *team = &e->teams[e->threads[maker].team];
    e->frames[join].left++;
    if (team->n_idle)
        sw_emulator_at(e, e->now, UINT64_MAX, SW_NOBODY, 0);
    uint32_t number = new_queued(e);
    if (number == SW_NOBODY)
        return;
    struct sw_frame *section = &e->frames[join];
    e->queued[number] = (struct sw_queued){.node = task,
                                           .join = join,
                                           .maker = maker,
                                           .older = team->newest,
                                           .newer = SW_NOBODY,
                                           .own_older = section->newest,
                                           .own_newer = SW_NOBODY};
    *(team->newest == SW_NOBODY ? &team->oldest : &e->queued[team->newest].newer) = number;
    if (section->newest != SW_NOBODY)
        e->queued[section->newest].own_newer = number;
    section->newest = number;
    team->newest = number;
    team->n_queued++;
    team->n_undone++;
    e->threads[maker].n_own++;
}

static bool is_full(const struct sw_emulator *e, uint32_t thread)
{
    const struct sw_thread *t = &e->threads[thread];
    if (t->team == SW_NOBODY)
        return true; /* what follows a section's last task: nobody else is there */
    return e->own_queues ? t->n_own >= MOST_OWN : e->teams[t->team].n_undone > 64 * e->P;
}

/* One that is made, as far as it was paid for. */
static enum sw_outcome go_on_making(struct sw_emulator *e, uint32_t thread, uint32_t frame)
{
    struct sw_frame *f = &e->frames[frame];
    const struct sw_thread *t = &e->threads[thread];
    if (f->lo == IS_MADE) {
        f->lo = IS_TO_BE_PUT;
        return sw_emulator_pay(e, thread, use_own(e, thread) + use_shared(e, thread));
    }
    uint32_t task = f->pending;
    f->pending = 0;
    put(e, thread, task, frame);
    bool some_sleep = e->teams[t->team].n_running + !t->at_barrier < e->P;
    return sw_emulator_pay(e, thread, some_sleep ? e->costs.queue_wake : 0);
}

/* A task of the section whose maker has the frame: makes it; task 0: goes on with it. */
enum sw_outcome sw_queue_task(struct sw_emulator *e, uint32_t thread, uint32_t frame, uint32_t task)
{
    if (!task)
        return go_on_making(e, thread, frame);
    if (is_full(e, thread)) {
        sw_emulator_push(e, thread, SW_FRAME_ITEMS, task);
        return sw_emulator_pay(e, thread, e->costs.task_at_once);
    }
    e->frames[frame].pending = task;
    e->frames[frame].lo = IS_MADE;
    return sw_emulator_pay(e, thread, e->costs.task_make);
}

/* At the section's end: until all of it is done, the newest task that is queued. */
enum sw_outcome sw_queue_end(struct sw_emulator *e, uint32_t thread, uint32_t frame)
{
    struct sw_frame *f = &e->frames[frame];
    if (!f->left) {
        sw_emulator_pop(e, thread);
        return SW_GOES_ON;
    }
    switch (f->state) {
    case MAKES:
        f->state = BEGINS_TO_WAIT;
        return sw_emulator_pay(e, thread, e->costs.task_wait);
    case BEGINS_TO_WAIT:
    case WAITS: /* and is woken */
        f->state = LOOKS;
        return sw_emulator_pay(e, thread, use_shared(e, thread));
    case HAS_DONE_ONE:
        f->state = LOOKS;
        return sw_emulator_pay(e, thread, e->costs.task_again);
    default:
        break;
    }
    if (f->newest == SW_NOBODY) {
        f->state = WAITS;
        return SW_WAITS;
    }
    struct sw_queued q = e->queued[f->newest];
    f->state = HAS_DONE_ONE;
    take_out(e, &e->teams[e->threads[thread].team], f->newest);
    return give(e, thread, &q, false, 0);
}

/* A task that was queued has ended: the queue has to know. */
enum sw_outcome sw_queue_pay_end(struct sw_emulator *e, uint32_t thread)
{
    return sw_emulator_pay(e, thread, use_shared(e, thread));
}

void sw_queue_done(struct sw_emulator *e, uint32_t thread, const struct sw_frame *task)
{
    struct sw_thread *t = &e->threads[thread];
    struct sw_frame *f = &e->frames[task->join];
    e->teams[t->team].n_undone--;
    e->teams[t->team].n_running -= task->at_barrier;
    t->at_barrier = task->was_at_barrier;
    t->again = task->at_barrier;
    if (!--f->left && f->state == WAITS)
        sw_emulator_wake(e, f->thread);
}

/* At a barrier: the oldest. Who has just done one pays to go on, and else for looking. */
enum sw_outcome sw_team_take_queued(struct sw_emulator *e, uint32_t thread, uint32_t team)
{
    uint32_t number = e->teams[team].oldest;
    bool again = e->threads[thread].again;
    e->threads[thread].again = false;
    if (number == SW_NOBODY)
        return SW_WAITS;
    struct sw_queued q = e->queued[number];
    take_out(e, &e->teams[team], number);
    return give(e, thread, &q, true, again ? e->costs.task_again : use_shared(e, thread));
}

static bool is_earlier(const struct sw_thread *a, const struct sw_thread *b)
{
    return a->idle_since != b->idle_since ? a->idle_since < b->idle_since : a->number < b->number;
}

/* Who waits longest in the team; `before` is who precedes it in the list. */
static uint32_t longest_idle(const struct sw_emulator *e, const struct sw_team *team,
                             uint32_t *before)
{
    uint32_t best = team->first_idle;
    *before = SW_NOBODY;
    for (uint32_t last = best, t = e->threads[best].next;
         t != SW_NOBODY && e->threads[t].idle_since == e->threads[best].idle_since;
         last = t, t = e->threads[t].next)
        if (e->threads[t].number < e->threads[best].number) {
            best = t;
            *before = last;
        }
    return best;
}

/* Of all that wait while tasks are queued for them, the one that waits longest takes one. */
void sw_team_look(struct sw_emulator *e)
{
    struct sw_team *team = NULL;
    uint32_t thread = SW_NOBODY, before = SW_NOBODY;
    sw_emulator_spend(e, e->n_teams);
    SW_EACH (other, e->teams, e->n_teams) {
        uint32_t other_before;
        if (!other->n_queued || !other->n_idle)
            continue;
        uint32_t other_thread = longest_idle(e, other, &other_before);
        if (team && !is_earlier(&e->threads[other_thread], &e->threads[thread]))
            continue;
        team = other;
        thread = other_thread;
        before = other_before;
    }
    if (!team)
        return;
    *(before == SW_NOBODY ? &team->first_idle : &e->threads[before].next) = e->threads[thread].next;
    if (team->last_idle == thread)
        team->last_idle = before;
    team->n_idle--;
    if (sw_team_take_queued(e, thread, (uint32_t)(team - e->teams)) == SW_GOES_ON)
        sw_emulator_wake(e, thread);
}
