#include "analysis/workspan/call_graph.h"

#include "analysis/workspan/sites.h"
#include "base/order.h"
#include "base/search.h"

const char *sw_site_function(const struct sw_site *site)
{
    const struct sw_place *place = &site->caller_place;
    while (place->inlined_into)
        place = place->inlined_into;
    return sw_string(place->function);
}

static int compare_calls(const void *a, const void *b)
{
    const struct sw_call *x = a, *y = b;
    return SW_RISING(x->caller, y->caller);
}

int sw_call_graph_init(struct sw_call_graph *g, const struct sw_profile *p)
{
    *g = (struct sw_call_graph){.n_calls = 0};
    if (sw_intern_init(&g->names, 2 * p->n_sites + 16))
        return -ENOMEM;
    g->calls = calloc(p->n_sites + 1, sizeof *g->calls);
    g->reached = calloc(g->names.n_slots, sizeof *g->reached);
    g->queue = calloc(g->names.n_slots, sizeof *g->queue);
    if (!g->calls || !g->reached || !g->queue) {
        sw_call_graph_release(g);
        return -ENOMEM;
    }
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_site *site = &p->sites[i];
        if (site->kind == SW_SITE_CALL || site->kind == SW_SITE_SPAWN)
            g->calls[g->n_calls++] =
                (struct sw_call){sw_intern(&g->names, sw_site_function(site)),
                                 sw_intern(&g->names, sw_string(site->callee_place.function))};
    }
    qsort(g->calls, g->n_calls, sizeof *g->calls, compare_calls);
    return 0;
}

void sw_call_graph_release(struct sw_call_graph *g)
{
    sw_intern_release(&g->names);
    free(g->calls);
    free(g->reached);
    free(g->queue);
    *g = (struct sw_call_graph){.n_calls = 0};
}

static size_t first_call(const struct sw_call_graph *g, uint32_t caller)
{
    return SW_BEFORE(g->n_calls, i, g->calls[i].caller < caller);
}

void sw_call_graph_reach(struct sw_call_graph *g, const char *function)
{
    size_t n = 0;
    memset(g->reached, 0, g->names.n_slots);
    g->queue[n++] = sw_intern(&g->names, function);
    g->reached[g->queue[0]] = 1;
    for (size_t at = 0; at < n; at++)
        for (size_t i = first_call(g, g->queue[at]);
             i < g->n_calls && g->calls[i].caller == g->queue[at]; i++)
            if (!g->reached[g->calls[i].callee]) {
                g->reached[g->calls[i].callee] = 1;
                g->queue[n++] = g->calls[i].callee;
            }
}

int sw_call_graph_is_reached(struct sw_call_graph *g, const char *function)
{
    return g->reached[sw_intern(&g->names, function)];
}
