/* An emulation as a whole: emulate_parts.h says how it works. */
#include "analysis/emulate/emulate.h"

#include "analysis/emulate/parts.h"

#include <sys/mman.h>

static sw_ticks on_grid(const struct sw_emulator *e, double cost)
{
    return (sw_ticks)(cost * e->grid + 0.5);
}

static void set_costs(struct sw_emulator *e)
{
    static const struct sw_overheads nothing;
    const struct sw_overheads *o = e->options->overheads ? e->options->overheads : &nothing;
    double P = e->P, nested = o->fork_nested + o->join_nested;
    bool one = e->P == 1;
    e->costs = (struct sw_costs){
        .fork = on_grid(e, one ? o->region_of_one : o->fork),
        .fork_nested = on_grid(e, one ? o->nested_of_one : o->fork + (P - 1) * nested),
        .start = on_grid(e, o->fork_thread),
        .start_nested = on_grid(e, o->fork_nested > 0 ? 0 : o->fork_thread),
        .meet = on_grid(e, one ? o->barrier_of_one : 0),
        .barrier = on_grid(e, one ? 0 : o->barrier + P * o->barrier_thread),
        .chunk_static = on_grid(e, o->chunk_static),
        .chunk_dynamic = on_grid(e, one ? o->chunk_of_one : o->chunk),
        .task_make = on_grid(e, fmin(o->task_make, o->task)),
        .task_run = on_grid(e, fmax(o->task - o->task_make, 0)),
        .task_at_once = on_grid(e, o->task_at_once),
        .task_wait = on_grid(e, o->task_wait),
        .task_again = on_grid(e, o->task_again),
        .task_taken = on_grid(e, o->task_taken),
        .queue_moved = on_grid(e, o->queue_moved),
        .queue_busy = on_grid(e, o->queue_busy),
        .queue_wake = on_grid(e, o->queue_wake),
        .lock = {.lock = on_grid(e, o->lock),
                 .lock_moved = on_grid(e, o->lock_moved),
                 .hand_over = on_grid(e, o->hand_over),
                 .hand_over_back = on_grid(e, o->hand_over_back),
                 .section = on_grid(e, o->section),
                 .hand_over_empty = on_grid(e, o->hand_over_empty)},
        .spawn = on_grid(e, o->spawn),
        .piece = on_grid(e, o->piece),
        .steal = on_grid(e, o->steal),
    };
    e->own_queues = o->task_taken > 0;
}

/* Of a large tree in few pages: to get them took longer than to fill them. */
static void *allocate(size_t n, size_t size)
{
    enum { HUGE = 2 << 20 };
    if (n < 2 * HUGE / size)
        return malloc(n * size);
    size_t bytes = (n * size + HUGE - 1) / HUGE * HUGE;
    void *memory = aligned_alloc(HUGE, bytes);
    if (memory)
        madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

static int set_up(struct sw_emulator *e)
{
    size_t n_items = e->own_items ? e->n_own_items : e->tree->n_items;
    size_t n_sites = e->tree->n_sites ? e->tree->n_sites : 1;
    size_t n_locks = e->tree->n_locks ? e->tree->n_locks : 1;
    e->measured = allocate(e->tree->n_nodes, sizeof *e->measured);
    e->before = allocate(n_items + 1, sizeof *e->before);
    e->locks = malloc(n_locks * sizeof *e->locks);
    e->section_of_site = calloc(n_sites, sizeof *e->section_of_site);
    e->ends = calloc(e->P, sizeof *e->ends);
    e->ready = calloc(e->P, sizeof *e->ready);
    e->free_frame = e->free_thread = e->free_team = e->free_queued = SW_NOBODY;
    if (!e->measured || !e->before || !e->locks || !e->section_of_site || !e->ends || !e->ready)
        return -ENOMEM;
    for (size_t i = 0; i < n_locks; i++)
        e->locks[i] = (struct sw_held){.holder = SW_NOBODY, .first = SW_NOBODY, .last = SW_NOBODY};
    int error = sw_emulator_set_grid(e);
    if (error)
        return error;
    set_costs(e);
    return sw_emulator_measure(e);
}

static void release(struct sw_emulator *e)
{
    for (uint32_t i = 0; i < e->n_teams; i++) {
        free(e->teams[i].loops);
        free(e->teams[i].ahead);
    }
    while (e->n_repeats)
        free(e->repeats[--e->n_repeats].sections);
    free(e->own_nodes);
    free(e->own_items);
    free(e->measured);
    free(e->before);
    free(e->walk);
    free(e->moments);
    free(e->frames);
    free(e->threads);
    free(e->teams);
    free(e->queued);
    free(e->locks);
    free(e->ends);
    free(e->ready);
    free(e->sections);
    free(e->section_of_site);
    free(e->repeats);
    sw_cilk_release(e);
    sw_period_release(e);
}

/* A thread does what takes no time. */
static void go(struct sw_emulator *e, uint32_t thread)
{
    enum sw_outcome outcome = SW_GOES_ON;
    while (outcome == SW_GOES_ON && !e->error && e->threads[thread].top != SW_NOBODY) {
        sw_emulator_spend(e, 1);
        sw_emulator_set_burden(e, e->threads[thread].burden);
        outcome = sw_emulator_step(e, thread);
    }
}

static int emulate_openmp(struct sw_emulator *e)
{
    struct sw_moment moment;
    uint32_t main_thread = sw_emulator_new_thread(e);
    if (e->error)
        return e->error;
    sw_emulator_push(e, main_thread, SW_FRAME_ITEMS, sw_program_tree_root(e->tree));
    if (e->error)
        return e->error;
    go(e, main_thread);
    while (!e->error && sw_emulator_next(e, &moment)) {
        sw_emulator_spend(e, 1);
        if (moment.thread == SW_NOBODY && !moment.ghosts) {
            sw_team_look(e);
            continue;
        }
        sw_emulator_advance(e, moment.at);
        if (moment.thread == SW_NOBODY) {
            e->n_running -= moment.ghosts;
            continue;
        }
        struct sw_thread *t = &e->threads[moment.thread];
        if (moment.ghosts && moment.number != t->number) { /* the last ghost of its team wakes it */
            sw_emulator_wake(e, moment.thread);
            continue;
        }
        if (t->runs)
            e->n_running--;
        t->runs = false;
        go(e, moment.thread);
    }
    if (!e->error && e->threads[main_thread].top != SW_NOBODY)
        return -EDEADLK;
    return e->error;
}

static void take_losses(const struct sw_emulator *e, const struct sw_sums *sums, double *lost)
{
    lost[SW_WHY_PARALLELISM] = (double)sums->serial / e->grid;
    lost[SW_WHY_IMBALANCE] = (double)sums->imbalance / e->grid;
    lost[SW_WHY_CONTENTION] = (double)sums->locks / e->grid;
    lost[SW_WHY_GRAIN] = (double)sums->overhead / e->grid;
    lost[SW_WHY_MEMORY] = (double)sums->memory / e->grid;
}

/* What is no loss is work. */
static double work_of(const struct sw_emulator *e, const struct sw_sums *s)
{
    return (double)(s->total - s->serial - s->imbalance - s->locks - s->overhead - s->memory) /
           e->grid;
}

/* A section's own T(1). */
static double section_on_one(const struct sw_emulator *e, const struct sw_emulated_section *section)
{
    const struct sw_emulation *one = e->options->one;
    for (size_t i = 0; one && i < one->n_sections; i++)
        if (one->sections[i].site == section->site)
            return one->sections[i].time;
    return section->work;
}

static int take_results(const struct sw_emulator *e, struct sw_emulation *emulation)
{
    emulation->work = work_of(e, &e->sums);
    emulation->time = (double)e->sums.total / e->P / e->grid;
    emulation->one = e->options->one ? e->options->one->time : emulation->work;
    take_losses(e, &e->sums, emulation->lost);
    emulation->sections = calloc(e->n_sections + 1, sizeof *emulation->sections);
    if (!emulation->sections)
        return -ENOMEM;
    for (size_t i = 0; i < e->n_sections; i++) {
        struct sw_emulated_section *section = &emulation->sections[i];
        const struct sw_section_sums *sums = &e->sections[i];
        *section = (struct sw_emulated_section){.site = sums->site,
                                                .count = sums->count,
                                                .work = work_of(e, &sums->sums),
                                                .time = (double)sums->sums.total / e->P / e->grid};
        section->one = section_on_one(e, section);
        take_losses(e, &sums->sums, section->lost);
    }
    emulation->n_sections = e->n_sections;
    return 0;
}

static bool is_valid(const struct sw_emulation_options *options)
{
    return options->processors >= 1 && options->processors <= 1 << 16 &&
           (unsigned)options->paradigm < SW_PARADIGMS && options->schedule <= SW_SECTION_GUIDED;
}

int sw_emulate(const struct sw_program_tree *tree, const struct sw_emulation_options *options,
               struct sw_emulation *emulation)
{
    *emulation = (struct sw_emulation){0};
    if (!is_valid(options))
        return -EINVAL;
    if (!tree->n_nodes)
        return 0;
    struct sw_emulator e = {.tree = tree, .options = options, .P = options->processors};
    struct sw_emulation_budget own = sw_emulation_budget(tree);
    struct sw_emulation_budget *budget = options->budget ? options->budget : &own;
    sw_emulator_begin_budget(&e, budget);
    int error = sw_emulator_unshuffle(&e);
    error = error ? error : set_up(&e);
    if (!error)
        error = options->paradigm == SW_PARADIGM_CILK ? sw_cilk_emulate(&e) : emulate_openmp(&e);
    error = error ? error : take_results(&e, emulation);
    release(&e);
    budget->steps -= e.steps < budget->steps ? e.steps : budget->steps;
    if (error)
        sw_emulation_release(emulation);
    return error;
}

int sw_emulate_one(const struct sw_program_tree *tree, const struct sw_emulation_options *written,
                   bool is_serial, struct sw_emulation *one)
{
    struct sw_emulation_options options = *written;
    options.processors = 1;
    options.one = NULL;
    if (!is_serial)
        return sw_emulate(tree, &options, one);
    double work = tree->n_nodes ? sw_node_length(&tree->nodes[sw_program_tree_root(tree)]) : 0;
    *one = (struct sw_emulation){.work = work, .time = work, .one = work};
    return 0;
}

static double speedup(double one, double time)
{
    return time > 0 ? one / time : NAN;
}

double sw_emulation_speedup(const struct sw_emulation *e)
{
    return speedup(e->one, e->time);
}

double sw_emulated_section_speedup(const struct sw_emulated_section *s)
{
    return speedup(s->one, s->time);
}

void sw_emulation_release(struct sw_emulation *emulation)
{
    free(emulation->sections);
    *emulation = (struct sw_emulation){0};
}
