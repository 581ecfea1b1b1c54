/* An emulation as a whole: parts.h says how it works. */
#include "analysis/emulate/parts.h"
#include "base/clock.h"

#include <sys/mman.h>

/* What emulations may take: steps, which are the same everywhere, and time. */

enum { LOOK_AT_CLOCK = 1 << 14 }; /* steps between two looks: a few milliseconds */

/* A fuzzer asks for a dozen reports of each input, with sanitizers. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { PART = 100 };
#else
enum { PART = 1 };
#endif

double sw_emulation_now(void)
{
    return 1e-9 * (double)sw_clock_ns();
}

struct sw_emulation_budget sw_emulation_budget(const struct sw_program_tree *tree)
{
    uint64_t size = tree->n_nodes + tree->n_items;
    uint64_t steps = SW_EMULATION_STEPS + SW_EMULATION_STEPS_A_NODE * size;
    return (struct sw_emulation_budget){steps / PART, 0};
}

static void begin_budget(struct sw_emulator *e, const struct sw_emulation_budget *budget)
{
    unsigned shares = e->options->shares ? e->options->shares : 1;
    e->most_steps = budget->steps / shares;
    if (budget->until > 0) {
        double now = sw_emulation_now();
        e->until = now + fmax(budget->until - now, 0) / shares;
    }
}

void sw_emulator_look_at_budget(struct sw_emulator *e)
{
    if (e->error)
        return;
    if (e->steps > e->most_steps || (e->until > 0 && sw_emulation_now() >= e->until))
        e->error = -ETIME;
    e->next_look = e->steps + LOOK_AT_CLOCK;
    if (e->next_look > e->most_steps)
        e->next_look = e->most_steps + (e->most_steps < UINT64_MAX);
}

/*
 * How fine times are: 1/1024 of the tree's unit, unless what all of it takes would be too many ticks. The work is known; what its
 * constructs may cost has a bound, which is found from the leaves up: a few nodes may stand for 2^62 tasks.
 */

#define MOST_WORK 0x1p54 /* ticks */
#define MOST_COST 0x1p60 /* likewise: sums stay below 2^63 */

struct bound {
    double tasks; /* of a section or group: that stand in it */
    double cost;  /* in the tree's unit */
};

static double cost_of_task(const struct sw_emulator *e, const struct sw_node *section)
{
    const struct sw_overheads *o = e->options->overheads;
    if (sw_emulator_is_queued(e, section))
        return o->task + o->task_make + o->task_at_once + o->task_wait + o->task_again +
               o->task_taken + o->queue_moved + o->queue_busy + o->queue_wake;
    if (e->options->paradigm == SW_PARADIGM_CILK)
        return section->schedule == SW_SECTION_SPAWN ? o->spawn : o->piece;
    return o->chunk + o->chunk_static + o->chunk_of_one;
}

static double cost_of_section(const struct sw_emulator *e)
{
    const struct sw_overheads *o = e->options->overheads;
    return o->region_of_one + o->nested_of_one + o->barrier_of_one + o->fork + o->barrier +
           e->P * (o->fork_thread + o->fork_nested + o->join_nested + o->barrier_thread +
                   o->chunk_static + o->task_wait + o->task_again + o->steal);
}

static double cost_of_lock(const struct sw_emulator *e)
{
    const struct sw_overheads *o = e->options->overheads;
    return o->lock + o->lock_moved + o->hand_over + o->hand_over_back + o->section +
           o->hand_over_empty;
}

static void bound(const struct sw_emulator *e, const struct sw_node *node, struct bound *bounds)
{
    struct bound *b = &bounds[node - e->nodes];
    *b = (struct bound){0};
    for (uint64_t i = node->first; node->kind != SW_NODE_WORK && i < node->first + node->n_items;
         i++) {
        double count = (double)e->items[i].count;
        uint32_t child = e->items[i].node;
        uint8_t kind = e->nodes[child].kind;
        b->cost += count * bounds[child].cost;
        b->tasks += count * (kind == SW_NODE_TASK    ? 1
                             : kind == SW_NODE_GROUP ? bounds[child].tasks
                                                     : 0);
    }
    if (node->kind == SW_NODE_SECTION)
        b->cost += cost_of_section(e) + b->tasks * cost_of_task(e, node);
    else if (node->kind == SW_NODE_LOCK)
        b->cost += cost_of_lock(e);
}

static int set_grid(struct sw_emulator *e)
{
    uint32_t root = sw_program_tree_root(e->tree);
    double work = sw_node_length(&e->tree->nodes[root]), cost = 0;
    if (e->options->overheads) {
        struct bound *bounds = calloc(e->tree->n_nodes, sizeof *bounds);
        if (!bounds)
            return -ENOMEM;
        for (uint32_t i = 1; i <= root; i++)
            bound(e, &e->nodes[i], bounds);
        cost = bounds[root].cost;
        free(bounds);
    }
    e->grid = 1024;
    while (work * e->grid > MOST_WORK || cost * e->grid > MOST_COST)
        e->grid /= 2;
    return 0;
}

/*
 * Groups whose order was not kept: put in one here, dealt out evenly, as a copy of the tree, so that nothing else has to
 * know. Of very large groups lumps are dealt out, so that the copy stays small: SW_MOST_DEALT.
 */

enum { SW_MOST_DEALT = 1 << 16 };

struct deal {
    struct sw_item *items;
    size_t n, room;
};

static int put(struct deal *deal, size_t first, uint32_t node, uint32_t count)
{
    if (!count)
        return 0;
    if (deal->n > first && deal->items[deal->n - 1].node == node &&
        deal->items[deal->n - 1].count <= UINT32_MAX - count) {
        deal->items[deal->n - 1].count += count;
        return 0;
    }
    if (!SW_GROW(deal->items, deal->n, deal->room))
        return -ENOMEM;
    deal->items[deal->n++] = (struct sw_item){node, count};
    return 0;
}

/* At each of n steps the item that is furthest behind its share: c k / n - done, the first of the largest. */
static int deal_out(struct sw_emulator *e, struct deal *deal, const struct sw_item *items,
                    uint32_t n_items)
{
    uint64_t all = 0, n = 0, k = 0;
    size_t first = deal->n;
    int error = 0;
    uint64_t *done = calloc(n_items, sizeof *done);
    if (!done && n_items)
        return -ENOMEM;
    for (uint32_t i = 0; i < n_items; i++)
        all += items[i].count;
    uint32_t lump = (uint32_t)(all / SW_MOST_DEALT + 1);
    for (uint32_t i = 0; i < n_items; i++)
        n += items[i].count / lump;
    for (; k < n && !error; k++) {
        uint32_t best = 0;
        __int128 most = 0;
        bool any = false;
        sw_emulator_spend(e, n_items);
        for (uint32_t i = 0; i < n_items; i++) {
            __int128 behind =
                (__int128)(items[i].count / lump) * (int64_t)k - (__int128)done[i] * (int64_t)n;
            if (done[i] < items[i].count / lump && (!any || behind > most)) {
                most = behind;
                best = i;
                any = true;
            }
        }
        done[best]++;
        error = e->error ? e->error : put(deal, first, items[best].node, lump);
    }
    for (uint32_t i = 0; i < n_items && !error; i++)
        error = put(deal, first, items[i].node, items[i].count % lump);
    free(done);
    return error;
}

static int unshuffle(struct sw_emulator *e)
{
    const struct sw_program_tree *tree = e->tree;
    struct deal deal = {0};
    size_t i = 1;
    e->nodes = tree->nodes;
    e->items = tree->items;
    while (i < tree->n_nodes &&
           !(tree->nodes[i].flags & SW_NODE_SHUFFLED && tree->nodes[i].kind == SW_NODE_GROUP))
        i++;
    if (i == tree->n_nodes)
        return 0;
    e->own_nodes = malloc(tree->n_nodes * sizeof *e->own_nodes);
    if (!e->own_nodes)
        return -ENOMEM;
    memcpy(e->own_nodes, tree->nodes, tree->n_nodes * sizeof *e->own_nodes);
    for (i = 1; i < tree->n_nodes; i++) {
        struct sw_node *node = &e->own_nodes[i];
        const struct sw_item *items = tree->items + node->first;
        int error = 0;
        size_t first = deal.n;
        if (node->kind == SW_NODE_GROUP && node->flags & SW_NODE_SHUFFLED)
            error = deal_out(e, &deal, items, node->n_items);
        else
            for (uint32_t k = 0; k < node->n_items && !error; k++)
                error = put(&deal, deal.n, items[k].node, items[k].count);
        if (error) {
            free(deal.items);
            return error;
        }
        node->first = first;
        node->n_items = (uint32_t)(deal.n - first);
    }
    e->n_own_items = deal.n;
    e->own_items = deal.items;
    e->nodes = e->own_nodes;
    e->items = e->own_items;
    return 0;
}

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
    SW_POOLED(&e->pool, e->locks, n_locks);
    SW_POOLED(&e->pool, e->section_of_site, n_sites);
    SW_POOLED(&e->pool, e->ends, e->P);
    SW_POOLED(&e->pool, e->ready, e->P);
    e->free_frame = e->free_thread = e->free_team = e->free_queued = SW_NOBODY;
    if (!e->measured || !e->before || e->pool.error)
        return -ENOMEM;
    for (size_t i = 0; i < n_locks; i++)
        e->locks[i] = (struct sw_held){.holder = SW_NOBODY, .first = SW_NOBODY, .last = SW_NOBODY};
    int error = set_grid(e);
    if (error)
        return error;
    set_costs(e);
    sw_emulator_measure(e);
    return 0;
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
    free(e->sections);
    free(e->repeats);
    sw_pool_release(&e->pool);
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

/* What is no loss is work, which is returned. */
static double take_losses(const struct sw_emulator *e, const struct sw_sums *sums, double *lost)
{
    sw_area work = sums->total;
    for (int i = 0; i < SW_WHY_CAUSES; i++) {
        lost[i] = (double)sums->lost[i] / e->grid;
        work -= sums->lost[i];
    }
    return (double)work / e->grid;
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
    emulation->work = take_losses(e, &e->sums, emulation->lost);
    emulation->time = (double)e->sums.total / e->P / e->grid;
    emulation->one = e->options->one ? e->options->one->time : emulation->work;
    emulation->sections = calloc(e->n_sections + 1, sizeof *emulation->sections);
    if (!emulation->sections)
        return -ENOMEM;
    for (size_t i = 0; i < e->n_sections; i++) {
        struct sw_emulated_section *section = &emulation->sections[i];
        const struct sw_section_sums *sums = &e->sections[i];
        *section = (struct sw_emulated_section){.site = sums->site,
                                                .count = sums->count,
                                                .time = (double)sums->sums.total / e->P / e->grid};
        section->work = take_losses(e, &sums->sums, section->lost);
        section->one = section_on_one(e, section);
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
    begin_budget(&e, budget);
    int error = unshuffle(&e);
    error = error ?: set_up(&e);
    error = error ?: (options->paradigm == SW_PARADIGM_CILK ? sw_cilk_emulate : emulate_openmp)(&e);
    error = error ?: take_results(&e, emulation);
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
