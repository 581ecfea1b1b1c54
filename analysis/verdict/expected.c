/* The speedups that the verdict's one is of: on fewer and more processors, and on those that real runs had. */
#include "analysis/predict/tree_figures.h"
#include "analysis/simulation/simulation.h"
#include "analysis/verdict/verdict_parts.h"
#include "analysis/workspan/bounds.h"
#include "base/order.h"

enum { POWERS = 64, MANY = 64 };
#define MOST_TASKS 50000 /* of a tree that is emulated on all powers of two, too */

static int allocate(struct sw_verdict *v, size_t n)
{
    v->expected = calloc(n + 1, sizeof *v->expected);
    return v->expected ? 0 : -ENOMEM;
}

static int compare(const void *a, const void *b)
{
    const struct sw_verdict_speedup *x = a, *y = b;
    return SW_RISING(x->processors, y->processors);
}

static void add(struct sw_verdict *v, uint64_t processors)
{
    for (size_t i = 0; i < v->n_expected; i++)
        if (v->expected[i].processors == processors)
            return;
    v->expected[v->n_expected++] = (struct sw_verdict_speedup){processors, v->speedup};
}

/* The verdict's own number, those of real runs, and powers of two. */
static int list_numbers(struct sw_verdict *v, const struct sw_profile *p, bool with_powers)
{
    int error = allocate(v, p->n_real + POWERS + 1);
    if (error)
        return error;
    add(v, v->processors);
    for (size_t i = 0; i < p->n_real; i++)
        if (p->real[i].processors > 1)
            add(v, p->real[i].processors);
    for (uint64_t n = 2; with_powers && n && (n <= MANY || n < v->processors); n *= 2)
        add(v, n);
    qsort(v->expected, v->n_expected, sizeof *v->expected, compare);
    return 0;
}

int sw_verdict_expect_simulated(struct sw_verdict *v, const struct sw_profile *p)
{
    int error = allocate(v, p->n_simulations);
    for (size_t i = 0; !error && i < p->n_simulations; i++)
        if (p->simulations[i].processors > 1)
            v->expected[v->n_expected++] = (struct sw_verdict_speedup){
                p->simulations[i].processors, sw_simulation_speedup(p, &p->simulations[i])};
    return error;
}

static bool is_small(const struct sw_program_tree *tree)
{
    struct sw_node_figures *figures = sw_tree_figures(tree, 0);
    bool small = figures && figures[sw_program_tree_root(tree)].tasks <= MOST_TASKS;
    free(figures);
    return small;
}

int sw_verdict_expect_emulated(struct sw_verdict *v, const struct sw_profile *p,
                               const struct sw_emulation_options *options, double one)
{
    int error = list_numbers(v, p, is_small(&p->tree));
    size_t n = 0;
    for (size_t i = 0; !error && i < v->n_expected; i++) {
        struct sw_verdict_speedup s = v->expected[i];
        struct sw_emulation_options on = *options;
        struct sw_emulation e;
        on.processors = (unsigned)s.processors;
        if (s.processors != v->processors) {
            int failed = sw_emulate(&p->tree, &on, &e);
            if (failed == -ENOMEM)
                return failed;
            if (failed)
                continue; /* the budget is spent: fewer points */
            s.speedup = one / e.time;
            sw_emulation_release(&e);
        }
        v->expected[n++] = s;
    }
    v->n_expected = n;
    return error;
}

double sw_verdict_bounded_time(double one, double work, double span, double locked,
                               double processors)
{
    return fmin(one, fmax(locked, sw_greedy_time(work, span, processors)));
}

int sw_verdict_expect_bounded(struct sw_verdict *v, const struct sw_profile *p, double one,
                              double span, double locked)
{
    int error = list_numbers(v, p, true);
    for (size_t i = 0; !error && i < v->n_expected; i++)
        v->expected[i].speedup = one / sw_verdict_bounded_time(one, one, span, locked,
                                                               (double)v->expected[i].processors);
    return error;
}
