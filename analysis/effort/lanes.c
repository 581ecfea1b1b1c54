#include "analysis/effort/lanes.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ENOUGH = 8,   /* samples of a thread that works all the time, in a column, ... */
    COLUMNS = 32, /* ... as long as there are so many */
    PARTS = 8     /* of a column's height */
};

/* A lane in a column. */
struct column {
    double from, to;
    unsigned parts[SW_LANE_PARTS];
    uint32_t whom, lock, code;
};

struct maker {
    struct sw_lanes *lanes;
    const struct sw_effort_tree *tree;
    const struct sw_effort *e;
    size_t step; /* stretches of a column */
    size_t n, room;
};

const char *sw_lane_part_name(enum sw_lane_part part)
{
    static const char *const names[] = {"work", "overhead", "lock", "threads", "away"};
    return names[part];
}

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

/* A function as a vote's number, and back; that of the reader's which a path is in. */
static uint32_t code_number(struct sw_effort_key key)
{
    return 2 * key.function + !!key.started + 1;
}

static uint32_t code_of(const struct sw_effort_tree *tree, uint32_t path)
{
    return path ? code_number(tree->nodes[tree->of_path[path - 1]].key) : 0;
}

static struct sw_effort_key key_of(const struct sw_effort_tree *tree, uint32_t code)
{
    return code ? (struct sw_effort_key){.function = (code - 1) / 2, .started = (code - 1) % 2}
                : (struct sw_effort_key){.function = (uint32_t)tree->functions->n};
}

/* Waits are known by the clock, and work by samples, which may be too many or too few. */
static void round_parts(struct column *c, const double shares[SW_LANE_PARTS])
{
    double left = PARTS, work = shares[SW_LANE_WORK] + shares[SW_LANE_OVERHEAD];
    for (int k = SW_LANE_LOCK; k < SW_LANE_PARTS; k++) {
        c->parts[k] = (unsigned)fmin(left, rint(PARTS * shares[k]));
        left -= c->parts[k];
    }
    if (work <= 0)
        return;
    /* What is left open of one is less than a sample. */
    double all = PARTS * work >= left - 1 ? left : rint(PARTS * work);
    c->parts[SW_LANE_OVERHEAD] = (unsigned)rint(all * shares[SW_LANE_OVERHEAD] / work);
    c->parts[SW_LANE_WORK] = (unsigned)all - c->parts[SW_LANE_OVERHEAD];
}

static struct column make_column(const struct maker *m, const struct sw_effort_cell *lane,
                                 size_t first)
{
    enum { MOST = 64 };
    struct vote whom[MOST], lock[MOST], code[MOST];
    size_t end = first + m->step, n = 0;
    double shares[SW_LANE_PARTS] = {0}, length = 0;
    struct column c = {.from = (double)m->e->stretch * (double)first};
    for (size_t i = first; i < end && i < m->e->n_stretches; i++) {
        const struct sw_effort_cell *cell = &lane[i];
        length += sw_effort_stretch_length(m->e, i);
        for (int k = 0; k < SW_LANE_PARTS; k++)
            shares[k] += cell->parts[k] * (double)m->e->stretch / SW_LANE_WHOLE;
        if (n == MOST)
            continue;
        whom[n] = (struct vote){cell->whom,
                                (double)cell->parts[SW_LANE_LOCK] + cell->parts[SW_LANE_THREADS]};
        lock[n] = (struct vote){cell->lock, cell->parts[SW_LANE_LOCK]};
        code[n++] = (struct vote){code_of(m->tree, cell->path), cell->parts[SW_LANE_WORK]};
    }
    for (int k = 0; k < SW_LANE_PARTS; k++)
        shares[k] = length > 0 ? shares[k] / length : 0;
    c.to = c.from + length;
    c.whom = winner(whom, n);
    c.lock = winner(lock, n);
    c.code = winner(code, n);
    round_parts(&c, shares);
    return c;
}

static bool is_same(const struct column *a, const struct column *b)
{
    return !memcmp(a->parts, b->parts, sizeof a->parts) && a->whom == b->whom &&
           a->lock == b->lock && a->code == b->code;
}

/* Its parts, from the lowest up. */
static int put_column(struct maker *m, const struct column *c)
{
    if (m->n + SW_LANE_PARTS > m->room) {
        size_t room = 2 * m->room + 64;
        struct sw_lane_segment *more = reallocarray(m->lanes->segments, room, sizeof *more);
        if (!more)
            return -ENOMEM;
        m->lanes->segments = more;
        m->room = room;
    }
    for (int k = 0; k < SW_LANE_PARTS; k++) {
        bool waits = k == SW_LANE_LOCK || k == SW_LANE_THREADS;
        if (c->parts[k])
            m->lanes->segments[m->n++] =
                (struct sw_lane_segment){.from = c->from,
                                         .to = c->to,
                                         .part = (enum sw_lane_part)k,
                                         .share = (double)c->parts[k] / PARTS,
                                         .whom = waits ? c->whom : 0,
                                         .lock = k == SW_LANE_LOCK ? c->lock : 0,
                                         .code = key_of(m->tree, k < SW_LANE_LOCK ? c->code : 0)};
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
    struct vote *votes = calloc(m->e->n_stretches + 1, sizeof *votes);
    for (size_t i = 0; votes && i < m->e->n_stretches; i++)
        votes[i] = (struct vote){start_of(m->tree, lane[i].path), lane[i].parts[SW_LANE_WORK]};
    if (votes)
        *started = key_of(m->tree, winner(votes, m->e->n_stretches));
    free(votes);
    return votes ? 0 : -ENOMEM;
}

/* Columns that are alike are one. */
static int make_lane(struct maker *m, const struct sw_effort_cell *lane)
{
    struct column open = {0};
    int error = 0;
    for (size_t i = 0; !error && i < m->e->n_stretches; i += m->step) {
        struct column c = make_column(m, lane, i);
        if (i && is_same(&open, &c)) {
            open.to = c.to;
            continue;
        }
        if (i)
            error = put_column(m, &open);
        open = c;
    }
    return error || !m->e->n_stretches ? error : put_column(m, &open);
}

int sw_lanes_make(struct sw_lanes *lanes, const struct sw_effort_tree *tree)
{
    const struct sw_effort *e = &tree->profile->effort;
    struct maker m = {.lanes = lanes, .tree = tree, .e = e, .step = step_of(tree->profile)};
    int error = 0;
    *lanes = (struct sw_lanes){.first = calloc(e->n_lanes + 1, sizeof *lanes->first),
                               .started = calloc(e->n_lanes + 1, sizeof *lanes->started)};
    if (!lanes->first || !lanes->started)
        error = -ENOMEM;
    for (; !error && lanes->n < e->n_lanes; lanes->first[++lanes->n] = m.n) {
        const struct sw_effort_cell *lane = e->cells + lanes->n * e->n_stretches;
        error = find_start(&m, lane, &lanes->started[lanes->n]);
        if (!error)
            error = make_lane(&m, lane);
    }
    if (error)
        sw_lanes_release(lanes);
    return error;
}

void sw_lanes_release(struct sw_lanes *lanes)
{
    free(lanes->segments);
    free(lanes->first);
    free(lanes->started);
    *lanes = (struct sw_lanes){0};
}
