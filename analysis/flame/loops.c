/*
 * Calls in the body of a cilk_for or cilk_scope. A site tells the function that a call is in, not the loop. But what was spent in
 * a loop beyond its own code is known, and its calls are those that follow it in the source: if some in a row, from the first
 * on, come to just that, they are its calls. Where it is not so, in recursive functions above all, they stay beside it.
 */
#include "analysis/flame/flame.h"
#include "analysis/flame/graph.h"
#include "analysis/workspan/sites.h"
#include "base/libc.h"

enum { MOST_CALLS = 4096 }; /* that are looked at, of a loop */

struct maker {
    struct sw_flame_graph *g;
    const struct sw_profile *p;
    uint32_t *list; /* edges from one function, by line; ... */
    uint32_t *in;   /* ... by place in the list: one more than that of the loop it is in; 0: none */
};

static const struct sw_site *site_of(const struct maker *m, uint32_t edge)
{
    return &m->p->sites[m->g->edges[edge].site];
}

static int compare(const void *a, const void *b, void *data)
{
    const struct maker *m = data;
    return sw_site_compare_lines(site_of(m, *(const uint32_t *)a),
                                 site_of(m, *(const uint32_t *)b));
}

static int is_loop(const struct sw_site *site)
{
    return (site->kind == SW_SITE_LOOP || site->kind == SW_SITE_SCOPE) &&
           !sw_site_is_construct(site);
}

static double whole(const struct sw_flame_edge *e)
{
    return e->local[SW_FLAME_WORK] + e->weight[SW_FLAME_WORK];
}

/* How many that follow the loop are in it; what is in a loop inside counts there. */
static uint32_t count_calls(const struct maker *m, uint32_t loop, uint32_t n)
{
    const struct sw_flame_edge *edges = m->g->edges;
    const char *file = sw_string(site_of(m, m->list[loop])->caller_place.file);
    double wanted = edges[m->list[loop]].weight[SW_FLAME_WORK], sum = 0;
    double least = wanted - wanted / 1000 - 16, most = wanted + wanted / 1000 + 16;
    uint32_t found = 0;
    if (!(wanted > 0))
        return 0;
    if (n > loop + 1 + MOST_CALLS)
        n = loop + 1 + MOST_CALLS;
    for (uint32_t i = loop + 1; i < n && sum <= most; i++) {
        if (strcmp(sw_string(site_of(m, m->list[i])->caller_place.file), file))
            break;
        if (!m->in[i])
            sum += whole(&edges[m->list[i]]);
        if (sum > 0 && sum >= least && sum <= most)
            found = i - loop;
    }
    return found;
}

/* The loop becomes a function, which its calls are in. */
static void enter(struct maker *m, uint32_t loop, uint32_t calls)
{
    struct sw_flame_graph *g = m->g;
    uint32_t function = (uint32_t)g->n_functions++;
    g->functions[function].name = "";
    g->edges[m->list[loop]].callee = function;
    for (uint32_t i = loop + 1; i <= loop + calls; i++)
        if (!m->in[i]) {
            m->in[i] = loop + 1;
            g->edges[m->list[i]].caller = function;
        }
}

static void look_at(struct maker *m, uint32_t first, uint32_t n)
{
    uint32_t listed = 0, loops = 0;
    for (uint32_t i = first; i < first + n; i++)
        if (m->g->edges[i].site != SW_FLAME_NO_SITE) {
            loops += is_loop(site_of(m, i));
            m->list[listed++] = i;
        }
    if (!loops)
        return;
    qsort_r(m->list, listed, sizeof *m->list, compare, m);
    memset(m->in, 0, listed * sizeof *m->in);
    for (uint32_t i = listed; i-- > 0;) { /* the inner ones first */
        uint32_t calls = is_loop(site_of(m, m->list[i])) ? count_calls(m, i, listed) : 0;
        if (calls)
            enter(m, i, calls);
    }
}

int sw_flame_loops(struct sw_flame_graph *g, const struct sw_profile *p)
{
    struct maker m = {.g = g, .p = p};
    size_t n = g->n_functions;
    m.list = calloc(g->n_edges + 1, sizeof *m.list);
    m.in = calloc(g->n_edges + 1, sizeof *m.in);
    int error = m.list && m.in ? 0 : -ENOMEM;
    for (size_t i = 1; !error && i < n; i++)
        look_at(&m, g->functions[i].first, g->functions[i].n);
    free(m.list);
    free(m.in);
    return error;
}
