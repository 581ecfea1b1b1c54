/* OpenMP's tasks: queued in the team, the oldest for who is free, the newest for who waits for its own. */
#include "analysis/emulate/parts.h"

#include <errno.h>
#include <stdlib.h>

static uint32_t new_queued(struct sw_emulator *e)
{
    uint32_t q = e->free_queued;
    if (q != SW_NOBODY) {
        e->free_queued = e->queued[q].older;
        return q;
    }
    if (e->n_queued == e->room_queued) {
        uint32_t more = e->room_queued ? 2 * e->room_queued : 64;
        struct sw_queued *larger = reallocarray(e->queued, more, sizeof *larger);
        if (!larger) {
            e->error = -ENOMEM;
            return SW_NOBODY;
        }
        e->queued = larger;
        e->room_queued = more;
    }
    return e->n_queued++;
}

/* The thread begins with a task that it has got. */
static void give(struct sw_emulator *e, uint32_t thread, uint32_t task, uint32_t join)
{
    struct sw_frame *f = sw_emulator_pushed(e, sw_emulator_push(e, thread, SW_FRAME_ITEMS, task));
    f->join = join;
    f->burden = e->threads[thread].burden;
    e->threads[thread].burden = e->frames[join].burden;
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
    q->older = e->free_queued;
    e->free_queued = number;
}

static void put(struct sw_emulator *e, uint32_t team_number, uint32_t task, uint32_t join)
{
    struct sw_team *team = &e->teams[team_number];
    e->frames[join].left++;
    if (team->n_idle)
        sw_emulator_at(e, e->now, UINT64_MAX, SW_NOBODY, 0);
    uint32_t number = new_queued(e);
    if (number == SW_NOBODY)
        return;
    struct sw_frame *section = &e->frames[join];
    e->queued[number] = (struct sw_queued){.node = task,
                                           .join = join,
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
}

/* A task of the section whose maker has the frame: makes it; task 0: one that is made, and was paid for. */
enum sw_outcome sw_queue_task(struct sw_emulator *e, uint32_t thread, uint32_t frame, uint32_t task)
{
    uint32_t team = e->threads[thread].team;
    if (!task) {
        task = e->frames[frame].pending;
        e->frames[frame].pending = 0;
        put(e, team, task, frame);
        return SW_GOES_ON;
    }
    if (e->teams[team].n_undone > 64 * e->P) {
        sw_emulator_push(e, thread, SW_FRAME_ITEMS, task);
        return SW_GOES_ON;
    }
    e->frames[frame].pending = task;
    return sw_emulator_pay(e, thread, e->costs.task);
}

/* At the section's end. */
enum sw_outcome sw_queue_end(struct sw_emulator *e, uint32_t thread, uint32_t frame)
{
    struct sw_frame *f = &e->frames[frame];
    f->state = 0;
    if (f->newest != SW_NOBODY) {
        uint32_t task = e->queued[f->newest].node;
        take_out(e, &e->teams[e->threads[thread].team], f->newest);
        give(e, thread, task, frame);
        return SW_GOES_ON;
    }
    if (f->left) {
        f->state = 1; /* waits */
        return SW_WAITS;
    }
    sw_emulator_pop(e, thread);
    return SW_GOES_ON;
}

/* A task of it is done, by a member of the team. */
void sw_queue_done(struct sw_emulator *e, uint32_t team, uint32_t join)
{
    struct sw_frame *f = &e->frames[join];
    e->teams[team].n_undone--;
    if (!--f->left && f->state)
        sw_emulator_wake(e, f->thread);
}

bool sw_team_take_queued(struct sw_emulator *e, uint32_t thread, uint32_t team)
{
    uint32_t number = e->teams[team].oldest;
    if (number == SW_NOBODY)
        return false;
    struct sw_queued q = e->queued[number];
    take_out(e, &e->teams[team], number);
    give(e, thread, q.node, q.join);
    return true;
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
    for (uint32_t i = 0; i < e->n_teams; i++) {
        struct sw_team *other = &e->teams[i];
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
    sw_team_take_queued(e, thread, (uint32_t)(team - e->teams));
    sw_emulator_wake(e, thread);
}
