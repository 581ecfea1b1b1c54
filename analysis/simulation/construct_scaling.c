#include "analysis/simulation/construct_scaling.h"
#include "analysis/simulation/simulation.h"
#include "base/order.h"

static bool shares_work(const struct sw_construct *c)
{
    switch (c->kind) {
    case SW_CONSTRUCT_PARALLEL:
    case SW_CONSTRUCT_LOOP:
    case SW_CONSTRUCT_SECTIONS:
    case SW_CONSTRUCT_TASKLOOP:
    case SW_CONSTRUCT_TEAMS:
    case SW_CONSTRUCT_BARRIER:
        return c->site != SW_CONSTRUCT_NO_SITE;
    default:
        return false;
    }
}

static int compare_places(const void *a, const void *b)
{
    const struct sw_construct *x = a, *y = b;
    return SW_BY(SW_RISING(x->kind, y->kind), SW_RISING(x->site, y->site));
}

/* Inside another one of the same place, which has its work and time already. */
static bool is_inner(const struct sw_construct *all, uint32_t i)
{
    for (uint32_t outer = all[i].parent; outer; outer = all[outer].parent)
        if (!compare_places(&all[outer], &all[i]))
            return true;
    return false;
}

/* One of each place in the run, without figures; returns how many. */
static size_t list_places(const struct sw_construct *all, uint32_t n, struct sw_construct *places)
{
    size_t listed = 0, kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (shares_work(&all[i]))
            places[listed++] = (struct sw_construct){.kind = all[i].kind, .site = all[i].site};
    qsort(places, listed, sizeof *places, compare_places);
    for (size_t i = 0; i < listed; i++)
        if (!kept || compare_places(&places[kept - 1], &places[i]))
            places[kept++] = places[i];
    return kept;
}

/* `keys` are in the order of compare_places(), as are the rows of `s`. */
static void add_run(struct sw_construct_scaling *s, const struct sw_construct *keys,
                    const struct sw_profile *profile, size_t run)
{
    const struct sw_simulation *simulation = &profile->simulations[run];
    const struct sw_construct *all = profile->constructs + simulation->first;
    for (uint32_t i = 0; i < simulation->n; i++) {
        const struct sw_construct *key =
            shares_work(&all[i]) ? bsearch(&all[i], keys, s->n_places, sizeof *keys, compare_places)
                                 : NULL;
        if (key && !is_inner(all, i))
            sw_construct_add(&s->places[(size_t)(key - keys) * s->n_runs + run], &all[i]);
    }
}

/* The rows are as long as there are runs, which qsort_r() tells. */
static int compare_times(const void *a, const void *b, void *last)
{
    const struct sw_construct *x = a, *y = b;
    size_t run = *(const size_t *)last;
    return SW_BY(SW_FALLING(x[run].elapsed, y[run].elapsed), compare_places(&x[run], &y[run]));
}

int sw_construct_scaling_make(struct sw_construct_scaling *s, const struct sw_profile *profile)
{
    *s = (struct sw_construct_scaling){.n_runs = profile->n_simulations};
    if (!s->n_runs)
        return 0;
    while (s->one < s->n_runs && profile->simulations[s->one].processors != 1)
        s->one++;
    size_t last = s->n_runs - 1;
    const struct sw_simulation *simulation = &profile->simulations[last];
    SW_FREED struct sw_construct *keys = calloc(simulation->n + 1, sizeof *keys);
    if (!keys)
        return -ENOMEM;
    s->n_places = list_places(profile->constructs + simulation->first, simulation->n, keys);
    s->places = calloc(s->n_places * s->n_runs + 1, sizeof *s->places);
    if (!s->places) {
        s->n_places = 0;
        return -ENOMEM;
    }
    for (size_t i = 0; i < s->n_places * s->n_runs; i++)
        s->places[i] = keys[i / s->n_runs];
    for (size_t run = 0; run < s->n_runs; run++)
        add_run(s, keys, profile, run);
    qsort_r(s->places, s->n_places, s->n_runs * sizeof *s->places, compare_times, &last);
    return 0;
}

void sw_construct_scaling_release(struct sw_construct_scaling *s)
{
    free(s->places);
    *s = (struct sw_construct_scaling){0};
}

const struct sw_construct *sw_construct_runs(const struct sw_construct_scaling *s, size_t place)
{
    return s->places + place * s->n_runs;
}

double sw_construct_speedup(const struct sw_construct_scaling *s, size_t place, size_t run)
{
    const struct sw_construct *runs = sw_construct_runs(s, place), *c = &runs[run];
    uint64_t one = s->one < s->n_runs ? runs[s->one].elapsed : 0;
    return c->elapsed ? (double)(one ? one : c->total_work) / (double)c->elapsed : NAN;
}
