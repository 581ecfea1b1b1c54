/* Simulated runs and their constructs. */
#include "profile/fields.h"
#include "profile/reader.h"

static int read_runs(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list list;
    int error = sw_reader_open(r, SW_CHUNK_SIMULATED, SW_RECORD_SIMULATED_LEAST, &list);
    if (error)
        return error;
    p->simulations = sw_reader_array(list.n, sizeof *p->simulations);
    if (!p->simulations)
        return sw_reader_no_memory(r);
    for (; p->n_simulations < list.n; p->n_simulations++, list.at += list.record) {
        struct sw_simulation *s = &p->simulations[p->n_simulations];
        const unsigned char *at = list.at;
        for (size_t i = 0; i < SW_SIMULATION_FIELDS; i++)
            *sw_field(s, sw_simulation_fields[i]) = sw_reader_get64(&at);
        s->first = sw_reader_get32(&at);
        s->n = sw_reader_get32(&at);
        for (int k = 0; k < SW_SIMULATED_COSTS_LEAST; k++)
            *sw_omp_cost(&s->costs, k) = sw_reader_get64(&at);
        if (list.record >= SW_RECORD_SIMULATED_ONE) {
            s->one_time = sw_reader_get64(&at);
            s->one_work = sw_reader_get64(&at);
        }
        for (int k = SW_SIMULATED_COSTS_LEAST;
             list.record >= SW_RECORD_SIMULATED && k < SW_OMP_COSTS; k++)
            *sw_omp_cost(&s->costs, k) = sw_reader_get64(&at);
    }
    return 0;
}

static int read_constructs(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list list;
    int error = sw_reader_open(r, SW_CHUNK_CONSTRUCTS, SW_RECORD_CONSTRUCT_LEAST, &list);
    if (error)
        return error;
    p->constructs = sw_reader_array(list.n, sizeof *p->constructs);
    if (!p->constructs)
        return sw_reader_no_memory(r);
    for (; p->n_constructs < list.n; p->n_constructs++, list.at += list.record) {
        struct sw_construct *c = &p->constructs[p->n_constructs];
        const unsigned char *at = list.at;
        c->run = sw_reader_get32(&at);
        c->parent = sw_reader_get32(&at);
        c->site = sw_reader_get32(&at);
        c->kind = sw_reader_get32(&at);
        for (size_t i = 0; i < SW_CONSTRUCT_FIELDS && at + 8 <= list.at + list.record; i++)
            *sw_field(c, sw_construct_fields[i]) = sw_reader_get64(&at);
    }
    return 0;
}

/* Numbers in them must be of what is there: who reads them later does not look. */
static int check(struct sw_reader *r)
{
    const struct sw_profile *p = r->profile;
    for (size_t i = 0; i < p->n_simulations; i++) {
        const struct sw_simulation *s = &p->simulations[i];
        if (s->first > p->n_constructs || s->n > p->n_constructs - s->first || !s->n)
            return sw_reader_damaged(r, SW_TAG_SIMULATED, "names constructs that are not there");
        for (uint32_t k = 0; k < s->n; k++) {
            const struct sw_construct *c = &p->constructs[s->first + k];
            if (c->run != i || c->parent > k ||
                (c->site >= p->n_sites && c->site != SW_CONSTRUCT_NO_SITE) || (k && c->parent == k))
                return sw_reader_damaged(r, SW_TAG_CONSTRUCT, "does not make sense");
        }
    }
    return 0;
}

int sw_reader_simulations(struct sw_reader *r)
{
    int error = read_runs(r);
    if (!error)
        error = read_constructs(r);
    return error ? error : check(r);
}
