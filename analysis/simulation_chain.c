/* What must run one after the other in a region, however many threads there are: how long that is, and where most of it
 * is. A chain of tasks that depend on each other is such, or what comes after a taskwait. */
#include "analysis/serial_functions.h"
#include "analysis/simulation_parts.h"

#include <stdbool.h>
#include <stdio.h>

static bool is_in(const struct sw_construct *all, uint32_t i, uint32_t region)
{
    while (i > region)
        i = all[i].parent;
    return i == region;
}

struct sw_chain sw_loss_chain(const struct sw_loss_maker *m, uint32_t region)
{
    struct sw_chain chain = {.construct = region};
    for (uint32_t i = region; i < m->outcome.simulation->n; i++) {
        uint64_t on_span = 0, times = 0;
        if (!m->all[i].on_span || !is_in(m->all, i, region))
            continue;
        chain.length += m->all[i].on_span;
        for (uint32_t k = i; k < m->outcome.simulation->n; k++)
            if (m->all[k].site == m->all[i].site && is_in(m->all, k, region)) {
                on_span += m->all[k].on_span;
                times += m->all[k].count_on_span;
            }
        if (on_span > chain.most) {
            chain.most = on_span;
            chain.construct = i;
            chain.times = times;
        }
    }
    return chain;
}

/* "90% of it in the 'omp task' at a.c:19 in 'f', 200 times" */
static void tell_most(const struct sw_loss_maker *m, uint32_t region, const struct sw_chain *chain,
                      char *text, size_t size)
{
    char where[SW_SITE_TEXT], n[SW_UNITS_SIZE];
    double part = 100 * (double)chain->most / (double)chain->length;
    if (chain->construct == region)
        snprintf(text, size, "%.0f%% of it in the region's own code, outside of its tasks", part);
    else
        snprintf(text, size, "%.0f%% of it in %s, %s time%s", part,
                 sw_loss_place(m, chain->construct, where), sw_units_count(chain->times, n),
                 chain->times == 1 ? "" : "s");
}

void sw_loss_chain_text(const struct sw_loss_maker *m, uint32_t region,
                        const struct sw_chain *chain, char *text, size_t size)
{
    char length[SW_UNITS_SIZE], all[SW_UNITS_SIZE], most[SW_SITE_TEXT + 100];
    char functions[SW_SERIAL_TEXT];
    int error = sw_span_functions_tell(m->profile, functions);
    if (error)
        m->findings->error = error;
    tell_most(m, region, chain, most, sizeof most);
    snprintf(text, size, "of its %s, %s is work that has to be done one after the other, %s%s",
             sw_units_spoken(m->units, m->all[region].elapsed, all),
             sw_units_spoken(m->units, chain->length, length), most, functions);
}
