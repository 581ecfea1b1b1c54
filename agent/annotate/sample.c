/* Samples of an annotated program, handed over by the signal handler and counted by call path. */
#include "agent/annotate/sample.h"
#include "agent/core/meter.h"
#include "live/notes/annotate_mark.h"

/* The recorded thread's, or until there is one, that of the first: which is the same but for programs whose first annotation is
 * another thread's. */
static enum sw_sample_of whose(struct sw_sampler *s, struct sw_sampled_at *at)
{
    const struct sw_annotator *a = s->live->annotator;
    uint64_t sp = at->registers.sp;
    bool is_on = sp >= s->stack_floor && sp < s->stack.high;
    if (!a || s->user != a->thread)
        return SW_SAMPLE_NOBODY;
    if (a->joined && a->busy)
        return SW_SAMPLE_PROFILER;
    at->stacks[at->n_stacks++] = (struct sw_unwind_stack){is_on ? sp : s->stack.low, s->stack.high};
    return SW_SAMPLE_PROGRAM;
}

/* Whether a section is open: those that were replayed, and what came since. */
static bool is_in_section(const struct sw_annotator *a)
{
    int64_t open = 0;
    for (uint32_t i = 0; i < a->depth && open <= SW_MARKS; i++) /* more cannot have ended since */
        open += a->open[i].kind == SW_NODE_SECTION;
    for (const struct sw_mark *m = a->marks; m < a->next; m++)
        open += (m->kind == SW_MARK_SECTION) - (m->kind == SW_MARK_SECTION_END);
    return open > 0;
}

static void take(struct sw_sampler *s, uint32_t path, uint64_t weight, uint64_t since)
{
    struct sw_annotator *a = s->live->annotator;
    struct sw_annotated_samples *samples = &a->samples[path];
    samples->all += weight;
    if (!a->joined || !is_in_section(a))
        samples->serial += weight;
    uint64_t ticks = sw_meter_ticks() - since;
    a->less += ticks;
    a->overhead += ticks;
}

const struct sw_sample_taker sw_annotate_taker = {.by_thread = true, .whose = whose, .take = take};
