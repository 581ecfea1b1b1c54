#include "analysis/effort/lanes.h"
#include "base/grow.h"
#include "base/pool.h"
#include "base/text.h"

enum {
    ENOUGH = 8,   /* samples of a thread that works all the time, in a column, ... */
    COLUMNS = 32, /* ... as long as there are so many */
    PARTS = 8,    /* of a column's height */
    CELLS = 4096  /* of a simulated run, of all lanes: more is too much for a page */
};

/* A lane in a column. */
struct column {
    double from, to;
    unsigned parts[SW_LANE_PARTS];
    uint32_t whom, lock, code;
};

struct maker {
    struct sw_lanes *lanes;
    struct sw_lane_table table;
    const struct sw_construct *constructs; /* of a simulated run: its times are exact; NULL: none */
    uint32_t *own, *start; /* by path: the function that it is in, and that was started, as votes */
    size_t step;           /* stretches of a column */
    size_t n, room;
    struct sw_pool pool;
};

SW_NAMES(sw_lane_part_name, enum sw_lane_part, "work", "overhead", "lock", "threads", "away")

static size_t step_of(const struct sw_profile *p)
{
    const struct sw_effort *e = &p->effort;
    double period = p->sampled.rate ? 1e9 / (double)p->sampled.rate : 0;
    size_t most = e->n_stretches / COLUMNS,
           wanted = e->stretch ? (size_t)ceil(ENOUGH * period / (double)e->stretch) : 1;
    wanted = wanted < most ? wanted : most;
    return wanted ? wanted : 1;
}

/* What cells name, and how much of them it is. */
struct vote {
    uint32_t what; /* 0: nothing */
    double weight;
};

static uint32_t winner(const struct vote *votes, size_t n)
{
    uint32_t best = 0;
    double most = 0;
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; votes[i].what && k < n; k++)
            sum += votes[k].what == votes[i].what ? votes[k].weight : 0;
        if (sum > most) {
            most = sum;
            best = votes[i].what;
        }
    }
    return best;
}

/* A function as a vote's number, and back. */
static uint32_t code_number(struct sw_effort_key key)
{
    return 2 * key.function + !!key.started + 1;
}

static struct sw_effort_key key_of(const struct sw_functions *functions, uint32_t code)
{
    return code ? (struct sw_effort_key){.function = (code - 1) / 2, .started = (code - 1) % 2}
                : (struct sw_effort_key){.function = (uint32_t)functions->n};
}

const char *sw_lane_function(const struct sw_lanes *lanes, struct sw_effort_key code)
{
    return code.function < lanes->functions->n ? lanes->functions->items[code.function].function
                                               : NULL;
}

const struct sw_construct *sw_lane_construct(const struct sw_lanes *lanes,
                                             const struct sw_profile *p,
                                             const struct sw_lane_segment *s)
{
    return lanes->table && s->lock
               ? &p->constructs[p->simulations[lanes->table->run].first + s->lock - 1]
               : NULL;
}

const char *sw_lane_label(const struct sw_lanes *lanes, size_t lane, char *label)
{
    uint32_t n = lanes->threads[lane].threads;
    if (n > 1)
        snprintf(label, SW_LANE_LABEL, "%s%" PRIu32 " threads in turn", lane ? "" : "main and ",
                 n - !lane);
    else
        snprintf(label, SW_LANE_LABEL, lane ? "thread %zu" : "main thread", lane + 1);
    return label;
}

/* Waits are known by the clock, and work by samples, which may be too many or too few; of a simulated run all is known. */
static void round_parts(struct column *c, const double shares[SW_LANE_PARTS], bool is_exact)
{
    double left = PARTS, work = shares[SW_LANE_WORK] + shares[SW_LANE_OVERHEAD];
    for (int k = SW_LANE_LOCK; k < SW_LANE_PARTS; k++) {
        c->parts[k] = (unsigned)fmin(left, rint(PARTS * shares[k]));
        left -= c->parts[k];
    }
    if (work <= 0)
        return;
    /* What is left open of one is less than a sample. */
    double all = PARTS * work >= left - (is_exact ? 0.5 : 1) ? left : rint(PARTS * work);
    c->parts[SW_LANE_OVERHEAD] = (unsigned)rint(all * shares[SW_LANE_OVERHEAD] / work);
    c->parts[SW_LANE_WORK] = (unsigned)all - c->parts[SW_LANE_OVERHEAD];
}

static double length_of(const struct sw_lane_table *t, size_t stretch)
{
    double left = (double)t->time - (double)t->stretch * (double)stretch;
    return left > 0 && left < (double)t->stretch ? left : (double)t->stretch;
}

static struct column make_column(const struct maker *m, const struct sw_effort_cell *lane,
                                 size_t first)
{
    enum { MOST = 64 };
    struct vote whom[MOST], lock[MOST], code[MOST];
    size_t end = first + m->step, n = 0;
    double shares[SW_LANE_PARTS] = {0}, length = 0;
    struct column c = {.from = (double)m->table.stretch * (double)first};
    for (size_t i = first; i < end && i < m->table.n_stretches; i++) {
        const struct sw_effort_cell *cell = &lane[i];
        length += length_of(&m->table, i);
        for (int k = 0; k < SW_LANE_PARTS; k++)
            shares[k] += cell->parts[k] * (double)m->table.stretch / SW_LANE_WHOLE;
        if (n == MOST)
            continue;
        double waits = (double)cell->parts[SW_LANE_LOCK] + cell->parts[SW_LANE_THREADS];
        whom[n] = (struct vote){cell->whom, waits};
        lock[n] = (struct vote){cell->lock, m->constructs ? waits + cell->parts[SW_LANE_AWAY]
                                                          : cell->parts[SW_LANE_LOCK]};
        code[n++] =
            (struct vote){cell->path ? m->own[cell->path - 1] : 0, cell->parts[SW_LANE_WORK]};
    }
    for (int k = 0; k < SW_LANE_PARTS; k++)
        shares[k] = length > 0 ? shares[k] / length : 0;
    c.to = c.from + length;
    c.whom = winner(whom, n);
    c.lock = winner(lock, n);
    c.code = winner(code, n);
    round_parts(&c, shares, m->constructs);
    return c;
}

static bool is_same(const struct column *a, const struct column *b)
{
    return !memcmp(a->parts, b->parts, sizeof a->parts) && a->whom == b->whom &&
           a->lock == b->lock && a->code == b->code;
}

/* Which part it is to wait for that. */
static int part_of(const struct maker *m, uint32_t lock)
{
    if (!m->constructs)
        return SW_LANE_LOCK;
    switch (m->constructs[lock - 1].kind) {
    case SW_CONSTRUCT_LOCK:
        return SW_LANE_LOCK;
    case SW_CONSTRUCT_SLEEP:
        return SW_LANE_AWAY;
    default:
        return SW_LANE_THREADS;
    }
}

/* Its parts, from the lowest up. */
static int put_column(struct maker *m, const struct column *c)
{
    for (int k = 0; k < SW_LANE_PARTS; k++) {
        bool waits = k == SW_LANE_LOCK || k == SW_LANE_THREADS;
        if (!c->parts[k])
            continue;
        if (!SW_GROW(m->lanes->segments, m->n, m->room))
            return -ENOMEM;
        m->lanes->segments[m->n++] = (struct sw_lane_segment){
            .from = c->from,
            .to = c->to,
            .part = (enum sw_lane_part)k,
            .share = (double)c->parts[k] / PARTS,
            .whom = waits ? c->whom : 0,
            .lock = c->lock && k == part_of(m, c->lock) ? c->lock : 0,
            .code = key_of(m->lanes->functions, k < SW_LANE_LOCK ? c->code : 0)};
    }
    return 0;
}

/* The function that was started there, or main. */
static uint32_t start_of(const struct sw_effort_tree *tree, uint32_t path)
{
    uint32_t node = path ? tree->of_path[path - 1] : 0;
    while (node && tree->nodes[node].parent && !tree->nodes[node].key.started)
        node = tree->nodes[node].parent;
    return node ? code_number(tree->nodes[node].key) : 0;
}

/* By most of its work: a lane may be of several threads. */
static int find_start(const struct maker *m, const struct sw_effort_cell *lane,
                      struct sw_effort_key *started)
{
    SW_FREED struct vote *votes = calloc(m->table.n_stretches + 1, sizeof *votes);
    if (!votes)
        return -ENOMEM;
    for (size_t i = 0; i < m->table.n_stretches; i++)
        votes[i] = (struct vote){lane[i].path ? m->start[lane[i].path - 1] : 0,
                                 lane[i].parts[SW_LANE_WORK]};
    *started = key_of(m->lanes->functions, winner(votes, m->table.n_stretches));
    return 0;
}

/* Columns that are alike are one. */
static int make_lane(struct maker *m, const struct sw_effort_cell *lane)
{
    struct column open = {0};
    int error = 0;
    for (size_t i = 0; !error && i < m->table.n_stretches; i += m->step) {
        struct column c = make_column(m, lane, i);
        if (i && is_same(&open, &c)) {
            open.to = c.to;
            continue;
        }
        if (i)
            error = put_column(m, &open);
        open = c;
    }
    return error || !m->table.n_stretches ? error : put_column(m, &open);
}

static int begin(struct maker *m, struct sw_lanes *lanes, const struct sw_functions *functions,
                 size_t n_paths)
{
    m->lanes = lanes;
    *lanes = (struct sw_lanes){.first = calloc(m->table.n + 1, sizeof *lanes->first),
                               .started = calloc(m->table.n + 1, sizeof *lanes->started),
                               .threads = m->table.lanes,
                               .functions = functions};
    SW_POOLED(&m->pool, m->own, n_paths);
    SW_POOLED(&m->pool, m->start, n_paths);
    return lanes->first && lanes->started ? m->pool.error : -ENOMEM;
}

/* Also after an error. */
static int finish(struct maker *m, int error)
{
    struct sw_lanes *lanes = m->lanes;
    for (; !error && lanes->n < m->table.n; lanes->first[++lanes->n] = m->n) {
        const struct sw_effort_cell *lane = m->table.cells + lanes->n * m->table.n_stretches;
        error = find_start(m, lane, &lanes->started[lanes->n]) ?: make_lane(m, lane);
    }
    sw_pool_release(&m->pool);
    if (error)
        sw_lanes_release(lanes);
    return error;
}

int sw_lanes_make(struct sw_lanes *lanes, const struct sw_effort_tree *tree)
{
    const struct sw_profile *p = tree->profile;
    const struct sw_effort *e = &p->effort;
    struct maker m = {
        .table = {0, e->time, e->stretch, e->n_stretches, e->lanes, e->n_lanes, e->cells},
        .step = step_of(p)};
    int error = begin(&m, lanes, tree->functions, p->sampled.n_paths);
    for (size_t i = 0; !error && i < p->sampled.n_paths; i++) {
        m.own[i] = code_number(tree->nodes[tree->of_path[i]].key);
        m.start[i] = start_of(tree, (uint32_t)i + 1);
    }
    return finish(&m, error);
}

/* The outermost one of the reader's: main, or what a thread was started with. */
static uint32_t outermost(const struct sw_functions *f, const struct sw_sampled *s, size_t path)
{
    uint32_t found = 0;
    for (const struct sw_sampled_path *at = &s->paths[path];; at = &s->paths[at->caller - 1]) {
        for (size_t i = f->first[at->frame]; i < f->first[at->frame + 1]; i++)
            if (!f->items[f->numbers[i]].library)
                found = code_number((struct sw_effort_key){.function = f->numbers[i]});
        if (!at->caller)
            return found;
    }
}

int sw_lanes_make_simulated(struct sw_lanes *lanes, const struct sw_profile *p,
                            const struct sw_lane_table *table, const struct sw_functions *functions)
{
    struct maker m = {.table = *table,
                      .constructs = p->constructs + p->simulations[table->run].first,
                      .step = (table->n_stretches * table->n + CELLS - 1) / CELLS};
    int error = begin(&m, lanes, functions, p->sampled.n_paths);
    lanes->table = table;
    m.step = m.step ? m.step : 1;
    for (size_t i = 0; !error && i < p->sampled.n_paths; i++) {
        m.own[i] = code_number(
            (struct sw_effort_key){.function = functions->numbers[functions->own[i].at]});
        m.start[i] = outermost(functions, &p->sampled, i);
    }
    return finish(&m, error);
}

void sw_lanes_release(struct sw_lanes *lanes)
{
    free(lanes->segments);
    free(lanes->first);
    free(lanes->started);
    *lanes = (struct sw_lanes){0};
}
