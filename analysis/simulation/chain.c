/* What must run one after the other in a region, however many threads there are: how long that is, and where most of it
 * is. A chain of tasks that depend on each other is such, or what comes after a taskwait. */
#include "analysis/simulation/parts.h"

/* Of the lines in a region, by site: what of them is on the critical path. */
struct line {
    uint64_t on_span, times;
};

/* Constructs of the last run that are in the region, or are it, one after the other: parents come before them. */
static struct sw_chain walk(const struct sw_loss_maker *m, uint32_t region, struct line *lines,
                            bool *inside)
{
    struct sw_chain chain = {.construct = region};
    for (uint32_t i = region; i < m->outcome.simulation->n; i++) {
        const struct sw_construct *c = &m->all[i];
        inside[i] = i == region || inside[c->parent];
        if (!inside[i] || !c->on_span || c->site >= m->profile->n_sites)
            continue;
        struct line *line = &lines[c->site];
        line->on_span += c->on_span;
        line->times += c->count_on_span;
        chain.length += c->on_span;
        if (line->on_span > chain.most) {
            chain.most = line->on_span;
            chain.construct = i;
            chain.times = line->times;
        }
    }
    return chain;
}

struct sw_chain sw_loss_chain(const struct sw_loss_maker *m, uint32_t region)
{
    struct sw_chain chain = {.construct = region};
    struct line *lines = calloc(m->profile->n_sites + 1, sizeof *lines);
    bool *inside = calloc(m->outcome.simulation->n + (size_t)1, sizeof *inside);
    if (lines && inside)
        chain = walk(m, region, lines, inside);
    else
        m->findings->error = -ENOMEM;
    free(lines);
    free(inside);
    return chain;
}

struct sw_sentence *sw_loss_say_chain(const struct sw_loss_maker *m, uint32_t region,
                                      const struct sw_chain *chain, struct sw_serial_place *chief)
{
    struct sw_sentence *functions;
    int error = sw_serial_functions_say(m->profile, SW_SERIAL_SPAN, &functions, chief);
    if (error)
        m->findings->error = error;
    return SW_SAY(CHAIN, m->all[region].elapsed, chain->length,
                  SW_SAY(MOST_OF_CHAIN, (double)chain->most / (double)chain->length,
                         chain->construct == region ? NULL : sw_loss_place(m, chain->construct),
                         chain->times),
                  functions);
}
