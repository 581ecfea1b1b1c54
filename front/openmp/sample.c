#include "front/openmp/sample.h"
#include "front/openmp/machine.h"
#include "front/openmp/segment.h"
#include "front/openmp/switch_abi.h"
#include "front/openmp/team.h"
#include "runtime/meter.h"
#include "runtime/thread.h"

#define MOST_USED   (SW_OMP_PATHS / 4 * 3)
#define MOST_NESTED 8 /* regions that are followed outwards */

/* The registers of one that does not run, as it left: where it goes on. */
static struct sw_unwind_registers saved(const struct sw_omp_context *context)
{
    const uint64_t *at = (const uint64_t *)context->sp;
    return (struct sw_unwind_registers){.pc = at[SW_OMP_SAVED_RETURN],
                                        .sp = context->sp + 8 * SW_OMP_SAVED_WORDS,
                                        .fp = at[SW_OMP_SAVED_RETURN - 1]};
}

static void add_stack(struct sw_sampled_at *at, uint64_t low, uint64_t high)
{
    uint64_t sp = at->registers.sp;
    if (sp >= low && sp < high)
        low = sp; /* what is below is nobody's, and of the main thread's may not be mapped */
    if (at->n_stacks < SW_SAMPLE_STACKS)
        at->stacks[at->n_stacks++] = (struct sw_unwind_stack){low, high};
}

static void add_own_stack(const struct sw_sampler *s, struct sw_sampled_at *at)
{
    uint64_t sp = at->registers.sp;
    bool is_on = sp >= s->stack_floor && sp < s->stack.high;
    add_stack(at, is_on ? sp : s->stack.low, s->stack.high);
}

/* The pieces that it runs on, from the innermost, down to its first stack. */
static void add_stacks(const struct sw_sampler *s, const struct sw_omp_thread *t,
                       struct sw_sampled_at *at)
{
    const struct sw_omp_machine *m = t->machine;
    uint64_t low = t->low;
    while (low != t->first_low && at->n_stacks < SW_SAMPLE_STACKS - 1) {
        struct sw_omp_segment segment = sw_omp_segment_at(low);
        add_stack(at, low, segment.high);
        low = segment.outer_low;
    }
    if (t == &m->root)
        add_own_stack(s, at);
    else
        add_stack(at, t->donor.low, (uint64_t)t->donor.stack + t->donor.size);
}

static enum sw_sample_of whose(struct sw_sampler *s, struct sw_sampled_at *at)
{
    const struct sw_omp_samples *samples = s->user;
    const struct sw_omp_machine *m = samples->machine;
    if (samples->apart)
        return SW_SAMPLE_NOBODY;
    if (m->inside || !m->meter)
        return SW_SAMPLE_PROFILER;
    add_stacks(s, m->current, at);
    return SW_SAMPLE_PROGRAM;
}

/* The region that has given the thread what it runs: the innermost that another one has begun. */
static struct sw_omp_team *team_of(const struct sw_omp_thread *t)
{
    struct sw_omp_team *team = t->team;
    while (team && team->threads[0] == t)
        team = team->outer;
    return team;
}

/* What called the region, by the thread that did, which stands somewhere inside it. */
static uint32_t path_to(struct sw_sampler *s, const struct sw_omp_thread *t, unsigned levels)
{
    struct sw_omp_team *team = team_of(t);
    if (t == &t->machine->root || !team || !levels)
        return 0;
    if (!team->has_path) {
        const struct sw_omp_thread *by = team->threads[0];
        struct sw_sampled_at at = {.registers = saved(&by->context)};
        uint32_t outer = path_to(s, by, levels - 1);
        add_stacks(s, by, &at);
        team->path = sw_sampler_path_from(s, &at, (uint64_t)team->address - 1, outer);
        team->has_path = true;
    }
    return team->path;
}

static uint32_t base(struct sw_sampler *s)
{
    const struct sw_omp_samples *samples = s->user;
    if (sw_omp_switch_is_baton())
        return 0; /* where the others stand is in the kernel */
    return path_to(s, samples->machine->current, MOST_NESTED);
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
    sw_meter_leave_out(samples->machine->meter, since);
}

const struct sw_sample_taker sw_omp_taker = {.whose = whose, .base = base, .take = take};

static struct sw_sampler *start(struct sw_live *live, struct sw_omp_samples *samples)
{
    struct sw_stack stack = {(uint64_t)__builtin_frame_address(0), 0};
    sw_stack_find(stack.low, &stack);
    return sw_sampler_start(live, samples,
                            (struct sw_unwind_stack){stack.low, stack.low + stack.size});
}

struct sw_omp_samples *sw_omp_samples_begin(struct sw_omp_machine *m)
{
    struct sw_live *live = m->meter->live;
    struct sw_omp_samples *samples = NULL;
    if (live->sampling.period_ns)
        samples = sw_arena_take(&live->arena, sizeof *samples);
    if (!samples)
        return NULL;
    samples->machine = m;
    samples->sampler = start(live, samples);
    return samples;
}

void sw_omp_samples_begin_thread(struct sw_omp_thread *t)
{
    struct sw_omp_machine *m = t->machine;
    if (m->samples && sw_omp_switch_is_baton())
        start(m->meter->live, m->samples);
}

void sw_omp_samples_drain(struct sw_omp_samples *samples, struct sw_dag *dag,
                          struct sw_dag_strand *strand)
{
    enum sw_omp_item where = strand->place ? SW_OMP_ITEM_INSIDE : SW_OMP_ITEM_OUTSIDE;
    for (; samples->n; samples->n--) {
        uint32_t i = samples->used[samples->n - 1];
        uint32_t item = sw_omp_item(samples->slots[i].path, where);
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
