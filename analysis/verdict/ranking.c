/*
 * No change of a site can save more time than it works, nor bring the time below what is then left of the work for each
 * processor, or of the span. So sites are taken by that bound, and once the bound of the next is below the gain of
 * as many as are wanted, nobody else can be among them.
 */
#include "analysis/verdict/ranking.h"

#include "analysis/predict/tree_figures.h"
#include "analysis/predict/what_if.h"
#include "base/order.h"

#define ROUNDING 1e-9 /* of the work: nothing */

struct maker {
    const struct sw_program_tree *tree;
    const struct sw_ranking_options *options;
    struct sw_emulation_options emulation; /* of those, with T(1) */
    struct sw_ranking *rank;
    double time; /* as it is */
};

/* Of a site with so much work and span of its own, of which the shares may go. */
static double bound_of(const struct maker *r, const struct sw_ranked *s, double of_work,
                       double of_span, double of_time)
{
    double least = fmax((r->rank->work - of_work * s->work) / r->rank->processors,
                        r->rank->span - of_span * s->on_span);
    least = fmax(least, r->time - of_time * s->work);
    return least > 0 ? r->time / least : INFINITY;
}

static void bound(const struct maker *r, struct sw_ranked *s)
{
    double spread = 1 - 1.0 / r->rank->processors;
    s->at_most = s->lock ? bound_of(r, s, 0, 0, 1)
                         : fmax(bound_of(r, s, 0.5, 0.5, 0.5), bound_of(r, s, 0, spread, spread));
}

static int compare_bounds(const void *a, const void *b)
{
    const struct sw_ranked *x = a, *y = b;
    double p = x->is_known ? x->gain : x->at_most, q = y->is_known ? y->gain : y->at_most;
    return SW_BY(SW_FALLING(x->is_known, y->is_known), SW_FALLING(p, q),
                 SW_FALLING(x->work, y->work), SW_RISING(x->site, y->site),
                 SW_RISING(x->lock, y->lock));
}

static void add(struct sw_ranking *rank, struct sw_ranked s)
{
    if (s.work > ROUNDING * rank->work)
        rank->list[rank->n++] = s;
}

static int list_sites(struct maker *r)
{
    const struct sw_program_tree *tree = r->tree;
    struct sw_ranking *rank = r->rank;
    struct sw_ranked rest = {.work = rank->work,
                             .on_span = rank->span}; /* nobody's: the program's */
    SW_FREED struct sw_tree_site_figures *figures = sw_tree_site_figures(tree);
    SW_FREED double *held = calloc(tree->n_locks + 1, sizeof *held);
    SW_FREED double *times = sw_tree_times(tree);
    rank->list = calloc(tree->n_sites + tree->n_locks + 1, sizeof *rank->list);
    if (!figures || !held || !times || !rank->list)
        return -ENOMEM;
    for (uint32_t i = 1; i < tree->n_nodes; i++)
        if (tree->nodes[i].kind == SW_NODE_LOCK)
            held[tree->nodes[i].detail] += times[i] * sw_node_length(&tree->nodes[i]);
    for (uint32_t i = 1; i < tree->n_sites; i++) {
        add(rank, (struct sw_ranked){
                      .site = i, .work = figures[i].own_work, .on_span = figures[i].own_on_span});
        rest.work -= figures[i].own_work;
        rest.on_span -= figures[i].own_on_span;
    }
    add(rank, rest);
    for (uint32_t i = 1; i < tree->n_locks; i++)
        add(rank, (struct sw_ranked){.lock = i, .work = held[i]});
    for (size_t i = 0; i < rank->n; i++)
        bound(r, &rank->list[i]);
    return 0;
}

/* What an emulation came to, which it takes. */
static int take_speedup(int error, struct sw_emulation *e, double *speedup)
{
    if (error)
        return error;
    *speedup = sw_emulation_speedup(e);
    sw_emulation_release(e);
    return 0;
}

static int speedup_if(const struct maker *r, struct sw_change_of_sites change, double *speedup)
{
    struct sw_program_tree changed;
    struct sw_emulation e;
    int error = sw_what_if(&changed, r->tree, &change, 1);
    if (error)
        return error;
    error = take_speedup(sw_emulate(&changed, &r->emulation, &e), &e, speedup);
    sw_program_tree_release(&changed);
    return error;
}

/* What a lock keeps apart cannot be spread: that site is asked only whether it might be faster. */
static int look_at(const struct maker *r, struct sw_ranked *s)
{
    struct sw_change_of_sites change = {.sites = &s->site, .n_sites = 1, .own = true, .faster = 2};
    int error = 0;
    if (s->lock) {
        error =
            speedup_if(r, (struct sw_change_of_sites){.lock = s->lock, .is_free = true}, &s->freed);
    } else {
        error = speedup_if(r, change, &s->faster);
        change = sw_change_spread(&s->site, &r->emulation);
        bool is_lock = s->site && r->tree->sites[s->site].kind == SW_NODE_LOCK;
        if (!error && r->rank->processors > 1 && !is_lock)
            error = speedup_if(r, change, &s->parallel);
    }
    s->gain = fmax(s->freed, fmax(s->faster, s->parallel)) / r->rank->speedup;
    s->is_known = !error;
    return error;
}

/* The least gain of the best `top`; 0 while there are fewer. */
static double least_of_top(const struct sw_ranking *rank, size_t n, size_t top, double *gains)
{
    size_t kept = 0;
    if (n < top)
        return 0;
    for (size_t i = 0; i < n; i++) {
        double gain = rank->list[i].gain;
        size_t at = kept < top ? kept++ : top;
        if (at == top && gain <= gains[--at])
            continue;
        for (; at > 0 && gains[at - 1] < gain; at--)
            gains[at] = gains[at - 1];
        gains[at] = gain;
    }
    return gains[top - 1];
}

static int look(struct maker *r)
{
    struct sw_ranking *rank = r->rank;
    size_t top = r->options->top && r->options->top < rank->n ? r->options->top : rank->n;
    SW_FREED double *gains = calloc(top + 1, sizeof *gains);
    int error = gains ? 0 : -ENOMEM;
    qsort(rank->list, rank->n, sizeof *rank->list, compare_bounds);
    while (!error && rank->n_known < rank->n) {
        struct sw_ranked *next = &rank->list[rank->n_known];
        if (top < rank->n && next->at_most <= least_of_top(rank, rank->n_known, top, gains))
            break;
        if (r->options->tell)
            r->options->tell(rank->n_known, rank->n);
        error = look_at(r, next);
        rank->n_known += !error;
    }
    rank->is_late = error == -ETIME; /* what is known by then is still true */
    error = rank->is_late ? 0 : error;
    qsort(rank->list, rank->n, sizeof *rank->list, compare_bounds);
    return error;
}

static int speedup_without_costs(struct maker *r)
{
    struct sw_emulation_options options = r->emulation;
    struct sw_emulation e;
    options.overheads = NULL;
    r->rank->costless = NAN;
    int error = take_speedup(sw_emulate(r->tree, &options, &e), &e, &r->rank->costless);
    return error == -ETIME ? 0 : error;
}

/* Emulates the program as it is. All else is compared with this, so it always gets the steps that a tree of this size takes, even if
 * there is no time for more. */
static int emulate_first(const struct sw_program_tree *tree, struct sw_emulation_options options,
                         struct sw_emulation *e)
{
    struct sw_emulation_budget *budget = options.budget, own = sw_emulation_budget(tree);
    own.steps -= SW_EMULATION_STEPS;
    options.budget = &own;
    int error = sw_emulate(tree, &options, e);
    options.budget = budget;
    return error == -ETIME ? sw_emulate(tree, &options, e) : error;
}

int sw_ranking_make(struct sw_ranking *rank, const struct sw_program_tree *tree,
                    const struct sw_ranking_options *options)
{
    struct maker r = {
        .tree = tree, .options = options, .emulation = options->emulation, .rank = rank};
    struct sw_emulation e, serial;
    *rank = (struct sw_ranking){.processors = options->emulation.processors};
    SW_FREED struct sw_node_figures *figures = sw_tree_figures(tree, 0);
    sw_emulate_one(tree, &r.emulation, true, &serial);
    if (!r.emulation.one) /* what is faster has less work, and the speedup is still over that */
        r.emulation.one = &serial;
    int error = figures ? emulate_first(tree, r.emulation, &e) : -ENOMEM;
    if (!error) {
        rank->work = figures[sw_program_tree_root(tree)].work;
        rank->span = figures[sw_program_tree_root(tree)].span;
        r.time = e.time;
        rank->speedup = sw_emulation_speedup(&e);
        sw_emulation_release(&e);
        error = list_sites(&r);
    }
    if (!error)
        error = speedup_without_costs(&r);
    if (!error)
        error = look(&r);
    if (error)
        sw_ranking_release(rank);
    return error;
}

void sw_ranking_release(struct sw_ranking *rank)
{
    free(rank->list);
    *rank = (struct sw_ranking){.list = NULL};
}
