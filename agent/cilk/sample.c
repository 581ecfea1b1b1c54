/*
 * The handler of a sample is an event like others: it comes when the thread is in none. What the thread
 * has noted is replayed first, so that the strand stands where the program does.
 */
#include "agent/cilk/parts.h"
#include "agent/core/enter.h"
#include "agent/core/meter.h"
#include "live/held.h"

#define MOST_LEGS 256 /* looked at */

static void add_stack(struct sw_sampled_at *at, struct sw_unwind_stack stack)
{
    for (unsigned i = 0; i < at->n_stacks; i++)
        if (at->stacks[i].high == stack.high)
            return;
    if (at->n_stacks < SW_SAMPLE_STACKS)
        at->stacks[at->n_stacks++] = stack;
}

static void add_range(struct sw_sampled_at *at, uint64_t low, uint64_t size)
{
    add_stack(at, (struct sw_unwind_stack){low, low + size});
}

/* A continuation that was stolen is on a stack of its own, and its frame is on that of whom it was
 * stolen from; and so on, on few stacks, to where the computation began. */
static void add_leg(const struct sw_sampler *s, const struct sw_leg *leg, struct sw_sampled_at *at)
{
    const struct sw_thread *t = s->user;
    if (leg == t->own)
        add_stack(at, sw_sampler_stack(s, at->registers.sp));
    else if (leg->stack_size != UINT64_MAX)
        add_range(at, leg->stack_low, leg->stack_size);
    else if (s->live->sampling.samplers[0]) /* that of the first thread */
        add_stack(at, s->live->sampling.samplers[0]->stack);
}

static enum sw_sample_of whose(struct sw_sampler *s, struct sw_sampled_at *at)
{
    const struct sw_thread *t = s->user;
    if (!t->next || !t->leg)
        return t->idle ? SW_SAMPLE_NOBODY : SW_SAMPLE_PROFILER;
    const struct sw_leg *leg = t->leg;
    for (unsigned i = 0; leg && i < MOST_LEGS; i++, leg = leg->left)
        add_leg(s, leg, at);
    /* Where hooks were called. */
    for (uint64_t i = 0; i < t->opencilk.n_stacks && i < SW_STACKS_MAX; i++)
        add_range(at, t->opencilk.stacks[i].low, t->opencilk.stacks[i].size);
    return SW_SAMPLE_PROGRAM;
}

static void take(struct sw_sampler *s, uint32_t path, uint64_t weight, uint64_t since)
{
    struct sw_thread *t = sw_thread_enter(0);
    if (!t) {
        s->counts.taken -= weight;
        s->counts.nobody += weight; /* the program ends */
        return;
    }
    sw_notes->replay(t, t->notes_end);
    if (t->pending.sled && t->samples.n_held == SW_HELD_MOST)
        sw_notes->settle(t);
    if (t->pending.sled)
        t->samples.held[t->samples.n_held++] = (struct sw_held){path, (uint32_t)weight};
    else
        sw_held_sample(t, path, weight);
    sw_meter_leave_out(t, since);
    sw_thread_leave(t);
}

const struct sw_sample_taker sw_cilk_taker = {.by_thread = true, .whose = whose, .take = take};
