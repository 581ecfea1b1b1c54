/* Tells the engine, and the user's clock, what happens in simulated time. */
#include "agent/openmp/simulator/record.h"
#include "agent/core/meter.h"
#include "agent/core/thread.h"
#include "agent/process/stack_find.h"
#include "base/clock.h"

static struct sw_sampler *start(struct sw_live *live, struct sw_omp_samples *samples)
{
    struct sw_stack stack = {(uint64_t)__builtin_frame_address(0), 0};
    sw_stack_find(stack.low, &stack);
    return sw_sampler_start(live, samples,
                            (struct sw_unwind_stack){stack.low, stack.low + stack.size});
}

void sw_omp_record_thread(struct sw_omp_thread *t)
{
    struct sw_thread *meter = t->simulator->meter;
    if (!meter)
        return;
    sw_thread_self = meter;
    t->counter = sw_counter_here(meter);
    meter->counter = t->counter;
    if (t->simulator->samples && sw_omp_switch_is_baton()) /* it is a thread of its own */
        start(meter->live, t->simulator->samples);
}

void sw_omp_record_settle(struct sw_omp_simulator *m)
{
    struct sw_omp_record *r = m->record;
    if (!r)
        return;
    r->end = m->root.task->strand;
    r->clock = m->root.clock;
    r->region = 0;
}

void sw_omp_record_region(struct sw_omp_simulator *m, uint32_t construct)
{
    sw_omp_record_settle(m);
    if (m->record)
        m->record->region = construct;
}

/* The time that the program reads from OpenMP's clock: simulated time. */

void sw_omp_wallclock_begin(struct sw_omp_simulator *m)
{
    m->since_ns = sw_clock_ns() - sw_live_to_ns(m->meter->live, m->root.clock);
}

uint64_t sw_omp_wallclock(void)
{
    struct sw_omp_thread *t = sw_omp_self_if_any();
    if (!t || !t->simulator->meter || t->simulator->meter->counter)
        return sw_clock_ns();
    sw_omp_enter();
    uint64_t now = t->simulator->since_ns + sw_live_to_ns(t->simulator->meter->live, t->clock);
    sw_omp_leave(t);
    return now;
}

/* --- Hands samples to the strand they belong to, at the simulator's next event --- */

#define MOST_USED (SW_OMP_PATHS / 4 * 3)

static enum sw_sample_of whose(struct sw_sampler *s, struct sw_sampled_at *at)
{
    const struct sw_omp_samples *samples = s->user;
    const struct sw_omp_simulator *m = samples->simulator;
    if (samples->apart)
        return SW_SAMPLE_NOBODY;
    if (m->inside || !m->meter)
        return SW_SAMPLE_PROFILER;
    sw_omp_origin_stacks(m->current, at);
    return SW_SAMPLE_PROGRAM;
}

/* The slot of a path, or a free one. */
static uint32_t find(const struct sw_omp_samples *samples, uint32_t path)
{
    uint32_t i = (path * 0x9e3779b1u) % SW_OMP_PATHS;
    while (samples->slots[i].path && samples->slots[i].path != path)
        i = (i + 1) % SW_OMP_PATHS;
    return i;
}

/* Where there is no room for a path, its caller's is counted, as where there is none for new paths. */
static bool add(struct sw_omp_samples *samples, struct sw_call_paths *paths, uint32_t path,
                uint64_t weight)
{
    for (; path; path = paths->nodes[path].caller) {
        uint32_t i = find(samples, path);
        if (!samples->slots[i].path && samples->n == MOST_USED) {
            atomic_fetch_add(&paths->refused, 1);
            continue;
        }
        if (!samples->slots[i].path)
            samples->used[samples->n++] = (uint16_t)i;
        samples->slots[i].path = path;
        samples->slots[i].weight += (uint32_t)weight;
        return true;
    }
    return false;
}

static void take(struct sw_sampler *s, uint32_t path, uint64_t weight, uint64_t since)
{
    struct sw_omp_samples *samples = s->user;
    if (!add(samples, &s->live->sampling.paths, path, weight)) {
        s->counts.taken -= weight;
        s->counts.nobody += weight;
    }
    sw_meter_leave_out(samples->simulator->meter, since);
}

const struct sw_sample_taker sw_omp_taker = {.whose = whose, .take = take};

struct sw_omp_samples *sw_omp_samples_begin(struct sw_omp_simulator *m)
{
    struct sw_live *live = m->meter->live;
    struct sw_omp_samples *samples = NULL;
    if (live->sampling.period_ns)
        samples = sw_arena_take(&live->arena, sizeof *samples);
    if (!samples)
        return NULL;
    samples->simulator = m;
    samples->sampler = start(live, samples);
    samples->origins = samples->sampler ? sw_omp_origins_new(live) : NULL;
    return samples;
}

void sw_omp_samples_drain(struct sw_omp_samples *samples, struct sw_dag *dag,
                          struct sw_dag_strand *strand)
{
    enum sw_omp_item where = strand->construct ? SW_OMP_ITEM_INSIDE : SW_OMP_ITEM_OUTSIDE;
    for (; samples->n; samples->n--) {
        uint32_t i = samples->used[samples->n - 1];
        uint32_t item = sw_omp_item(samples->slots[i].path, where);
        samples->sampler->live->sampling.paths.nodes[samples->slots[i].path].piece =
            strand->construct + 1;
        while (dag->n_items <= item && sw_dag_item(dag))
            ;
        sw_dag_note(dag, strand, item < dag->n_items ? item : 0, samples->slots[i].weight);
        samples->slots[i].path = samples->slots[i].weight = 0;
    }
}

void sw_omp_samples_end(struct sw_omp_samples *samples)
{
    if (samples && samples->sampler)
        sw_sampler_stop(samples->sampler);
}
