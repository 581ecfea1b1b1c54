/* Samples of a simulated thread, kept until its next hook gives them to its strand. */
#include "agent/process/stack_find.h"
#include "agent/threads/simulator.h"

#include <string.h>

static enum sw_sample_of whose(struct sw_sampler *s, struct sw_sampled_at *at)
{
    const struct sw_vthread *t = s->user;
    uint64_t sp = at->registers.sp;
    bool is_on = sp >= s->stack_floor && sp < s->stack.high;
    at->stacks[at->n_stacks++] = (struct sw_unwind_stack){is_on ? sp : s->stack.low, s->stack.high};
    return t->pos == SW_POS_INSIDE ? SW_SAMPLE_PROFILER : SW_SAMPLE_PROGRAM;
}

static bool add(struct sw_thread_samples *samples, uint32_t path, uint64_t weight)
{
    uint32_t i = (path * 0x9e3779b1u) % SW_THREAD_PATHS;
    if (samples->n > SW_THREAD_PATHS / 2)
        return false;
    while (samples->slots[i].path && samples->slots[i].path != path)
        i = (i + 1) % SW_THREAD_PATHS;
    samples->n += !samples->slots[i].path;
    samples->slots[i].path = path;
    samples->slots[i].weight += (uint32_t)weight;
    return true;
}

static void fold_runs(struct sw_thread_samples *s)
{
    for (uint32_t i = 0; i < SW_THREAD_RUNS; i += 2) {
        uint32_t more = s->runs[i].weight >= s->runs[i + 1].weight ? i : i + 1;
        uint32_t path = s->runs[more].path, weight = s->runs[i].weight + s->runs[i + 1].weight;
        s->runs[i / 2].path = path;
        s->runs[i / 2].weight = weight;
    }
    s->n_runs = SW_THREAD_RUNS / 2;
}

static void add_to_runs(struct sw_thread_samples *s, uint32_t path, uint64_t weight)
{
    if (!s->n_runs || s->runs[s->n_runs - 1].path != path) {
        if (s->n_runs == SW_THREAD_RUNS)
            fold_runs(s);
        s->runs[s->n_runs].path = path;
        s->runs[s->n_runs++].weight = 0;
    }
    s->runs[s->n_runs - 1].weight += (uint32_t)weight;
}

static void take(struct sw_sampler *s, uint32_t path, uint64_t weight, uint64_t since)
{
    struct sw_vthread *t = s->user;
    if (!path || !add(t->samples, path, weight)) {
        s->counts.taken -= weight;
        s->counts.nobody += weight;
    } else {
        add_to_runs(t->samples, path, weight);
    }
    sw_meter_leave_out(t->meter, since);
}

const struct sw_sample_taker sw_threads_taker = {
    .whose = whose, .take = take, .at_random = true, .wakes = true};

void sw_thread_samples_begin(struct sw_vthread *t)
{
    struct sw_stack stack = {(uint64_t)__builtin_frame_address(0), 0};
    struct sw_live *live = sw_sim.live;
    if (!live->sampling.period_ns)
        return;
    if (!t->samples)
        t->samples = sw_arena_take(&live->arena, sizeof *t->samples);
    if (!t->samples)
        return;
    sw_stack_find(stack.low, &stack);
    t->sampler =
        sw_sampler_start(live, t, (struct sw_unwind_stack){stack.low, stack.low + stack.size});
}

void sw_thread_samples_end(struct sw_vthread *t)
{
    if (t->sampler)
        sw_sampler_stop(t->sampler);
    t->sampler = NULL;
}

/* It had them one after the other since its program went on. */
static void note_runs(struct sw_vthread *t)
{
    struct sw_thread_samples *s = t->samples;
    uint64_t all = 0, before = 0, time = sw_sim.cores->now - t->time_before;
    for (uint32_t i = 0; i < s->n_runs; i++)
        all += s->runs[i].weight;
    for (uint32_t i = 0; i < s->n_runs; i++) {
        uint64_t after = before + s->runs[i].weight;
        sw_cores_note_path(sw_sim.cores, &t->runner, s->runs[i].path,
                           t->time_before + time * before / all,
                           t->time_before + time * after / all);
        before = after;
    }
    s->n_runs = 0;
}

/* Outside is what no other thread could run beside, for most of the time. */
void sw_thread_samples_drain(struct sw_vthread *t)
{
    uint64_t alone = sw_sim.cores->alone - t->alone_before;
    uint64_t time = sw_sim.cores->now - t->time_before;
    enum sw_omp_item where = 2 * alone > time ? SW_OMP_ITEM_OUTSIDE : SW_OMP_ITEM_INSIDE;
    struct sw_dag *dag = sw_sim.dag;
    note_runs(t);
    for (uint32_t i = 0; i < SW_THREAD_PATHS && t->samples->n; i++) {
        uint32_t path = t->samples->slots[i].path, item = sw_omp_item(path, where);
        if (!path)
            continue;
        sw_majority_vote(&t->phase, path, t->samples->slots[i].weight);
        sw_majority_vote(&t->inside, path, t->samples->slots[i].weight);
        sw_sim.live->sampling.paths.nodes[path].piece = t->strand.construct + 1;
        while (dag->n_items <= item && sw_dag_item(dag))
            ;
        sw_dag_note(dag, &t->strand, item < dag->n_items ? item : 0, t->samples->slots[i].weight);
        t->samples->slots[i].path = t->samples->slots[i].weight = 0;
        t->samples->n--;
    }
}

void sw_thread_samples_drop(struct sw_vthread *t)
{
    if (t->samples && t->samples->n)
        memset(t->samples, 0, sizeof *t->samples);
}
