/*
 * OpenMP's teams. Who comes to a section makes one, and is member 0 of it: a LOOP frame. The others
 * have a MEMBER frame. Both take chunks of the team's loops until there are no more, then tasks that are
 * queued, and then they are idle; when all are, and the maker is, too, the team is over. A NOWAIT section leaves the
 * team to the frame that it stands in.
 */
#include "analysis/emulate/parts.h"

enum { WANTS, FORKS, WORKS, ENDS, TRAILS };

/*
 * The loops of a team, one after the other. What follows a NOWAIT section in its maker's items: a member that is through with one goes on with the next, as in a real
 * region, where each comes to it by itself. So the items are looked through ahead of the maker, section by section.
 */

static void add_loop(struct sw_emulator *e, uint32_t team_number, uint32_t section, double burden)
{
    struct sw_team *team = &e->teams[team_number];
    const struct sw_node *node = &e->nodes[section];
    struct sw_loop loop = {.node = section,
                           .schedule = node->schedule,
                           .chunk = node->detail,
                           .tasks = e->measured[section].tasks,
                           .burden = burden};
    if (node->schedule == SW_SECTION_TEAM) {
        loop.schedule = SW_SECTION_STATIC;
        loop.chunk = 0;
    } else if (e->options->override || node->schedule == SW_SECTION_ANY ||
               node->schedule == SW_SECTION_LOOP) {
        loop.schedule = (uint8_t)e->options->schedule;
        loop.chunk = e->options->chunk;
    }
    if (loop.schedule != SW_SECTION_DYNAMIC && loop.schedule != SW_SECTION_GUIDED)
        loop.schedule = SW_SECTION_STATIC;
    else if (!loop.chunk)
        loop.chunk = 1;
    if (!SW_EMULATOR_GROW(e, team->loops, team->n_loops, team->room_loops))
        return;
    team->loops[team->n_loops++] = loop;
    e->changes++;
}

static struct sw_position *position_for_one(struct sw_emulator *e, struct sw_team *team)
{
    if (!SW_EMULATOR_GROW(e, team->ahead, team->n_ahead, team->room_ahead))
        return NULL;
    return &team->ahead[team->n_ahead++];
}

/* The thread has come to a section in the items of `base`: the frames from its own down to that are behind it. */
static void note_ahead(struct sw_emulator *e, uint32_t number, uint32_t thread, uint32_t base,
                       uint32_t section)
{
    struct sw_team *team = &e->teams[number];
    team->n_ahead = 0;
    if (!(e->nodes[section].flags & SW_NODE_NOWAIT))
        return;
    uint32_t frame = e->threads[thread].top;
    if (e->frames[frame].kind == SW_FRAME_LOOP)
        frame = e->frames[frame].parent;
    for (;; frame = e->frames[frame].parent) {
        const struct sw_frame *f = &e->frames[frame];
        struct sw_position *position = position_for_one(e, team);
        if (!position)
            return;
        *position = (struct sw_position){f->node, f->item, f->rep};
        if (frame == base)
            break;
    }
    for (uint32_t i = 0; i < team->n_ahead / 2; i++) {
        struct sw_position other = team->ahead[i];
        team->ahead[i] = team->ahead[team->n_ahead - 1 - i];
        team->ahead[team->n_ahead - 1 - i] = other;
    }
    team->in_range = e->frames[base].kind == SW_FRAME_RANGE;
}

/* The next section that the team will do; 0: none, or not yet known. */
static uint32_t look_ahead(struct sw_emulator *e, uint32_t number)
{
    struct sw_team *team = &e->teams[number];
    while (team->n_ahead && !e->error) {
        sw_emulator_spend(e, 1);
        struct sw_position *position = &team->ahead[team->n_ahead - 1];
        if (position->item == e->nodes[position->node].n_items) {
            team->n_ahead--;
            continue;
        }
        const struct sw_item *item = &e->items[e->nodes[position->node].first + position->item];
        const struct sw_node *node = &e->nodes[item->node];
        bool has_more = node->kind == SW_NODE_GROUP || node->kind == SW_NODE_SECTION;
        position->rep = has_more ? position->rep + 1 : item->count;
        if (position->rep >= item->count)
            position->item++, position->rep = 0;
        if (node->kind == SW_NODE_GROUP) {
            position = position_for_one(e, team);
            if (position)
                *position = (struct sw_position){.node = item->node};
        } else if (node->kind == SW_NODE_TASK && team->in_range) {
            team->n_ahead = 0;
        } else if (node->kind == SW_NODE_SECTION) {
            if (sw_emulator_is_queued(e, node) || !(node->flags & SW_NODE_NOWAIT))
                team->n_ahead = 0;
            return sw_emulator_is_queued(e, node) ? 0 : item->node;
        }
    }
    return 0;
}

/* Each begins so much later than the one before it. */
static void make_members(struct sw_emulator *e, uint32_t maker, uint32_t team, sw_ticks start)
{
    for (unsigned k = 1; k < e->P && !e->error; k++) {
        uint32_t thread = sw_emulator_new_thread(e);
        struct sw_thread *t = &e->threads[thread];
        t->team = team;
        t->member = k;
        t->inside = e->threads[maker].inside;
        t->burden = e->threads[maker].burden;
        sw_emulator_pushed(e, sw_emulator_push(e, thread, SW_FRAME_MEMBER, 0))->team = team;
        if (sw_emulator_pay(e, thread, k * start) == SW_GOES_ON)
            sw_emulator_wake(e, thread);
    }
}

/* Tasks from where on, and how many, this member has next of the loop; 0: none. */
static uint64_t next_chunk(const struct sw_emulator *e, struct sw_thread *t, struct sw_loop *loop,
                           uint64_t *from)
{
    uint64_t n = loop->tasks, P = e->P, k = t->member, size;
    if (loop->schedule == SW_SECTION_STATIC && !loop->chunk) {
        *from = k * (n / P) + (k < n % P ? k : n % P);
        return t->turn++ ? 0 : n / P + (k < n % P);
    }
    if (loop->schedule == SW_SECTION_STATIC) {
        *from = (k + P * t->turn++) * loop->chunk;
        size = loop->chunk;
    } else {
        *from = loop->next;
        size = (n - loop->next + P - 1) / P;
        if (loop->schedule == SW_SECTION_DYNAMIC || size < loop->chunk)
            size = loop->chunk;
    }
    if (*from >= n)
        return 0;
    if (size > n - *from)
        size = n - *from;
    if (loop->schedule != SW_SECTION_STATIC)
        loop->next += size;
    return size;
}

static void set_loop(struct sw_emulator *e, uint32_t thread, uint32_t loop)
{
    struct sw_thread *t = &e->threads[thread];
    t->loop = loop;
    t->turn = 0;
    if (loop < e->teams[t->team].n_loops) {
        t->burden = e->teams[t->team].loops[loop].burden;
        sw_emulator_set_burden(e, t->burden);
        sw_emulator_need(e, e->teams[t->team].loops[loop].node);
    }
}

/* A chunk of the loop that the thread is in. False: there is no more. */
static bool take_chunk(struct sw_emulator *e, uint32_t thread, enum sw_outcome *outcome)
{
    struct sw_thread *t = &e->threads[thread];
    if (t->loop >= e->teams[t->team].n_loops)
        return false;
    struct sw_loop *loop = &e->teams[t->team].loops[t->loop];
    uint64_t from, size = next_chunk(e, t, loop, &from);
    if (!size)
        return false;
    sw_ticks cost = loop->schedule != SW_SECTION_STATIC ? e->costs.chunk_dynamic
                    : t->turn == 1                      ? e->costs.chunk_static
                                                        : 0;
    sw_emulator_seek(e, thread, loop->node, from, size, &loop->hint);
    *outcome = sw_emulator_pay(e, thread, cost);
    return true;
}

static enum sw_outcome be_idle(struct sw_emulator *e, uint32_t thread)
{
    struct sw_team *team = &e->teams[e->threads[thread].team];
    e->threads[thread].next = SW_NOBODY;
    e->threads[thread].idle_since = e->now;
    if (team->first_idle == SW_NOBODY)
        team->first_idle = thread;
    else
        e->threads[team->last_idle].next = thread;
    team->last_idle = thread;
    team->n_idle++;
    if (!team->joining || team->n_idle < team->size)
        return SW_WAITS;
    if (team->maker == thread)
        return SW_GOES_ON;
    sw_emulator_wake(e, team->maker);
    return SW_WAITS;
}

static void wake_idle(struct sw_emulator *e, struct sw_team *team)
{
    while (team->first_idle != SW_NOBODY) {
        uint32_t thread = team->first_idle;
        team->first_idle = e->threads[thread].next;
        sw_emulator_wake(e, thread);
    }
    team->n_idle = 0;
}

static void end_team(struct sw_emulator *e, uint32_t number)
{
    struct sw_team *team = &e->teams[number];
    for (uint32_t thread = team->first_idle; thread != SW_NOBODY;) {
        uint32_t next = e->threads[thread].next;
        if (thread != team->maker) {
            sw_emulator_pop(e, thread);
            sw_emulator_end_thread(e, thread);
        }
        thread = next;
    }
    sw_emulator_end_team(e, number);
}

/* A loop that the maker has not come to. */
static bool add_next_loop(struct sw_emulator *e, uint32_t thread)
{
    uint32_t team = e->threads[thread].team, section = look_ahead(e, team);
    if (!section || e->error)
        return false;
    add_loop(e, team, section,
             e->teams[team].outside ? sw_emulator_burden_of(e, section)
                                    : e->threads[thread].burden);
    if (!e->error)
        set_loop(e, thread, e->teams[team].n_loops - 1);
    return !e->error;
}

static enum sw_outcome member_step(struct sw_emulator *e, uint32_t thread)
{
    struct sw_thread *t = &e->threads[thread];
    enum sw_outcome outcome;
    if (!t->turn && t->loop < e->teams[t->team].n_loops)
        set_loop(e, thread, t->loop);
    for (;;) {
        if (take_chunk(e, thread, &outcome))
            return outcome;
        t = &e->threads[thread];
        if (t->loop < e->teams[t->team].n_loops)
            set_loop(e, thread, t->loop + 1);
        if (t->loop < e->teams[t->team].n_loops || add_next_loop(e, thread))
            continue;
        outcome = sw_team_take_queued(e, thread, t->team);
        return outcome == SW_WAITS ? be_idle(e, thread) : outcome;
    }
}

/* The maker goes on where it made the team, which is over, or left to the frame around. */
static void leave(struct sw_emulator *e, uint32_t thread, struct sw_frame *f)
{
    struct sw_thread *t = &e->threads[thread];
    t->inside--;
    t->team = f->join; /* what it was in before */
    t->member = f->rep;
    t->loop = f->item;
    t->turn = f->lo;
    if (!t->inside)
        t->burden = 1;
}

static void enter_team(struct sw_emulator *e, uint32_t thread, struct sw_frame *f, uint32_t team)
{
    struct sw_thread *t = &e->threads[thread];
    f->join = t->team;
    f->rep = t->member;
    f->item = t->loop;
    f->lo = t->turn;
    f->team = team;
    t->team = team;
    t->member = 0;
    t->inside++;
}

/* Everything of a loop in which nothing interacts is known at once: the members are ghosts, and the
 * maker waits for the last of them. */
static enum sw_outcome leap(struct sw_emulator *e, uint32_t thread, struct sw_frame *f,
                            sw_ticks start)
{
    struct sw_team *team = &e->teams[f->team];
    sw_ticks last = 0, cost = sw_leap_loop(e, &team->loops[0], start);
    unsigned who = 0;
    e->sums.lost[SW_WHY_GRAIN] += cost;
    for (unsigned k = 0; k < e->P; k++)
        if (e->ends[k] >= last)
            last = e->ends[k], who = k;
    uint64_t number = e->threads[thread].number, first = e->next_number;
    e->next_number += e->P - 1;
    f->state = ENDS;
    team->n_idle = team->size;
    if (e->n_alive == 1 && !e->n_moments) { /* nobody can come in between */
        sw_area busy = 0;
        for (unsigned k = 0; k < e->P; k++)
            busy += e->ends[k];
        e->sums.total += (sw_area)e->P * last;
        e->sums.lost[SW_WHY_IMBALANCE] += (sw_area)e->P * last - busy;
        e->now += last;
        return SW_GOES_ON;
    }
    for (unsigned k = 0; k < e->P; k++)
        if (e->ends[k]) {
            e->n_running++;
            sw_emulator_at(e, e->now + e->ends[k], k ? first + k - 1 : number, SW_NOBODY, 1);
        }
    sw_emulator_at(e, e->now + last, who ? first + who - 1 : number, thread, 1);
    return SW_WAITS;
}

static bool can_leap(const struct sw_emulator *e, const struct sw_frame *f)
{
    const struct sw_team *team = &e->teams[f->team];
    unsigned loud = SW_HAS_LOCK | (e->options->nested ? SW_HAS_SECTION : SW_HAS_QUEUED);
    if (team->n_loops != 1 || e->nodes[f->node].flags & SW_NODE_NOWAIT)
        return false;
    const struct sw_node *node = &e->nodes[f->node];
    for (uint32_t i = 0; i < node->n_items; i++)
        if (e->measured[e->items[node->first + i].node].flags & loud)
            return false;
    return true;
}

/* The team of the section before is still there. */
static bool is_same_team(const struct sw_emulator *e, const struct sw_frame *f)
{
    const struct sw_node *node = &e->nodes[f->node];
    return node->flags & SW_NODE_SAME_TEAM && e->frames[f->base].had_team &&
           !sw_emulator_is_queued(e, node);
}

static enum sw_outcome begin(struct sw_emulator *e, uint32_t thread, struct sw_frame *f)
{
    struct sw_thread *t = &e->threads[thread];
    bool queued = sw_emulator_is_queued(e, &e->nodes[f->node]);
    sw_ticks start = is_same_team(e, f) ? 0 : f->outside ? e->costs.start : e->costs.start_nested;
    double burden = f->outside ? sw_emulator_burden_of(e, f->node) : t->burden;
    uint32_t team = sw_emulator_new_team(e, thread);
    enter_team(e, thread, f, team);
    t->burden = burden;
    f->state = WORKS;
    t->loop = 0;
    t->turn = 0;
    sw_emulator_set_burden(e, burden);
    sw_emulator_need(e, f->node);
    if (!queued) {
        add_loop(e, team, f->node, burden);
        e->teams[team].n_come = 1;
        e->teams[team].outside = f->outside;
        note_ahead(e, team, thread, f->base, f->node);
        if (!e->error && can_leap(e, f))
            return leap(e, thread, f, start);
    }
    uint32_t top = t->top;
    make_members(e, thread, team, start);
    if (queued && !e->error) {
        uint32_t frame = sw_emulator_push(e, thread, SW_FRAME_QUEUE, e->frames[top].node);
        e->frames[frame].thread = thread;
        e->frames[frame].burden = burden;
        e->frames[top].state = ENDS;
        e->teams[team].joining = true;
    }
    return SW_GOES_ON;
}

/* All are at the end: the team is over. */
static enum sw_outcome finish(struct sw_emulator *e, uint32_t thread, struct sw_frame *f)
{
    end_team(e, f->team);
    f->team = SW_NOBODY;
    e->threads[thread].team = SW_NOBODY; /* until it has left */
    f->state = TRAILS;
    return sw_emulator_pay(e, thread, e->costs.barrier);
}

static enum sw_outcome trail(struct sw_emulator *e, uint32_t thread, uint32_t frame)
{
    struct sw_frame *f = &e->frames[frame];
    if (!f->took) { /* what follows the last task; not done yet */
        f->took = true;
        bool queued = !f->node || sw_emulator_is_queued(e, &e->nodes[f->node]);
        if (!queued) {
            sw_emulator_seek(e, thread, f->node, e->measured[f->node].tasks, UINT64_MAX, NULL);
            return SW_GOES_ON;
        }
    }
    uint32_t team = f->team, base = f->base;
    struct sw_frame ended = *f;
    sw_emulator_pop(e, thread);
    leave(e, thread, &ended);
    if (team != SW_NOBODY) /* NOWAIT */
        e->frames[base].team = team;
    else
        sw_emulator_close(e);
    e->frames[base].had_team = ended.node && !sw_emulator_is_queued(e, &e->nodes[ended.node]);
    return SW_GOES_ON;
}

static enum sw_outcome loop_step(struct sw_emulator *e, uint32_t thread)
{
    struct sw_thread *t = &e->threads[thread];
    uint32_t top = t->top;
    struct sw_frame *f = &e->frames[top];
    enum sw_outcome outcome;
    switch (f->state) {
    case WANTS:
        f->state = FORKS;
        sw_emulator_open(e, f->node, f->outside);
        if (is_same_team(e, f))
            return sw_emulator_pay(e, thread, e->costs.meet);
        return sw_emulator_pay(e, thread, f->outside ? e->costs.fork : e->costs.fork_nested);
    case FORKS:
        return begin(e, thread, f);
    case WORKS:
        if (take_chunk(e, thread, &outcome))
            return outcome;
        f->state = e->nodes[f->node].flags & SW_NODE_NOWAIT ? TRAILS : ENDS;
        e->teams[f->team].joining = f->state == ENDS;
        return SW_GOES_ON;
    case ENDS:
        if (e->teams[f->team].n_idle == e->teams[f->team].size)
            return finish(e, thread, f);
        outcome = sw_team_take_queued(e, thread, f->team);
        return outcome == SW_WAITS ? be_idle(e, thread) : outcome;
    default:
        return trail(e, thread, top);
    }
}

enum sw_outcome sw_team_step(struct sw_emulator *e, uint32_t thread)
{
    return e->frames[e->threads[thread].top].kind == SW_FRAME_MEMBER ? member_step(e, thread)
                                                                     : loop_step(e, thread);
}

/* A section that is to be done in parallel, in the items of the frame `base`. */
enum sw_outcome sw_team_section(struct sw_emulator *e, uint32_t thread, uint32_t base,
                                uint32_t section)
{
    struct sw_thread *t = &e->threads[thread];
    bool queued = sw_emulator_is_queued(e, &e->nodes[section]);
    uint32_t open = e->frames[base].team;
    if (queued && t->inside) {
        struct sw_frame *queue =
            sw_emulator_pushed(e, sw_emulator_push(e, thread, SW_FRAME_QUEUE, section));
        queue->thread = thread;
        queue->burden = t->burden;
        return open == SW_NOBODY ? SW_GOES_ON : sw_team_join(e, thread, base);
    }
    uint32_t frame = sw_emulator_push(e, thread, SW_FRAME_LOOP, section);
    struct sw_frame *f = &e->frames[frame];
    f->base = base;
    f->outside = !t->inside;
    if (queued && open != SW_NOBODY)
        return sw_team_join(e, thread, base);
    if (open == SW_NOBODY)
        return SW_GOES_ON;
    double burden = f->outside ? sw_emulator_burden_of(e, section) : t->burden;
    if (f->outside)
        sw_emulator_add_memory(e, section);
    e->frames[base].team = SW_NOBODY;
    enter_team(e, thread, f, open);
    f->state = WORKS;
    sw_emulator_set_burden(e, burden);
    sw_emulator_need(e, section);
    if (e->teams[open].n_come++ == e->teams[open].n_loops) { /* nobody was here before */
        add_loop(e, open, section, burden);
        note_ahead(e, open, thread, base, section);
        wake_idle(e, &e->teams[open]);
    }
    set_loop(e, thread, e->teams[open].n_come - 1);
    return SW_GOES_ON;
}

/* The maker waits for a team that a NOWAIT section has left open. */
enum sw_outcome sw_team_join(struct sw_emulator *e, uint32_t thread, uint32_t base)
{
    uint32_t team = e->frames[base].team;
    uint32_t frame = sw_emulator_push(e, thread, SW_FRAME_LOOP, 0);
    struct sw_frame *f = &e->frames[frame];
    e->frames[base].team = SW_NOBODY;
    f->base = base;
    f->state = ENDS;
    enter_team(e, thread, f, team);
    e->teams[team].joining = true;
    return SW_GOES_ON;
}
