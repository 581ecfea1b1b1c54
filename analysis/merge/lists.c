/* What a profile has beside sites. The lists are short: they are searched from the start. */
#include "analysis/merge/parts.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"
#include "base/libc.h"

enum { MOST_WARNINGS = 32 }; /* that differ: numbers in them may, from rank to rank */

static struct sw_region *find_region(struct sw_profile *w, const char *label)
{
    for (size_t i = 0; i < w->n_regions; i++)
        if (!strcmp(w->regions[i].label, label))
            return &w->regions[i];
    struct sw_region *regions = realloc(w->regions, (w->n_regions + 1) * sizeof *regions);
    if (!regions)
        return NULL;
    w->regions = regions;
    regions += w->n_regions;
    *regions = (struct sw_region){.label = strdup(label)};
    w->n_regions += regions->label != NULL;
    return regions->label ? regions : NULL;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

int sw_merge_regions(struct sw_merge *m, const struct sw_profile *profile)
{
    for (size_t i = 0; i < profile->n_regions; i++) {
        const struct sw_figures *more = &profile->regions[i].figures;
        struct sw_region *region = find_region(&m->whole, sw_string(profile->regions[i].label));
        if (!region)
            return -ENOMEM;
        struct sw_figures before = region->figures;
        sw_figures_add(&region->figures, more);
        region->figures.span = larger(before.span, more->span);
        region->figures.burdened_span = larger(before.burdened_span, more->burdened_span);
    }
    return 0;
}

static struct sw_unpatched *find_unpatched(struct sw_profile *w, const struct sw_place *place)
{
    for (size_t i = 0; i < w->n_unpatched; i++)
        if (!sw_place_compare(&w->unpatched[i].place, place))
            return &w->unpatched[i];
    struct sw_unpatched *all = realloc(w->unpatched, (w->n_unpatched + 1) * sizeof *all);
    if (!all)
        return NULL;
    w->unpatched = all;
    all += w->n_unpatched++;
    *all = (struct sw_unpatched){.calls = 0};
    return sw_place_copy(&all->place, place) ? NULL : all;
}

int sw_merge_unpatched(struct sw_merge *m, const struct sw_profile *profile, const size_t *map)
{
    for (size_t i = 0; i < profile->n_unpatched; i++) {
        const struct sw_unpatched *more = &profile->unpatched[i];
        struct sw_unpatched *all = find_unpatched(&m->whole, &more->place);
        int foreign = 0;
        if (!all)
            return -ENOMEM;
        all->address = sw_merge_move(m, profile, map, more->address, &foreign);
        all->calls += more->calls;
    }
    return 0;
}

static int add_warning(struct sw_merge *m, const char *text, uint64_t rank)
{
    for (size_t i = 0; i < m->n_warnings; i++)
        if (!strcmp(m->warnings[i].text, text)) {
            m->warnings[i].n++;
            if (rank < m->warnings[i].rank)
                m->warnings[i].rank = rank;
            return 0;
        }
    if (m->n_warnings == MOST_WARNINGS) {
        m->n_warnings_left++;
        return 0;
    }
    struct sw_rank_warning *all = realloc(m->warnings, (m->n_warnings + 1) * sizeof *all);
    if (!all)
        return -ENOMEM;
    m->warnings = all;
    all += m->n_warnings;
    *all = (struct sw_rank_warning){strdup(text), rank, 1};
    m->n_warnings += all->text != NULL;
    return all->text ? 0 : -ENOMEM;
}

int sw_merge_warnings(struct sw_merge *m, const struct sw_profile *profile, uint64_t rank)
{
    int error = 0;
    for (size_t i = 0; !error && i < profile->n_warnings; i++)
        error = add_warning(m, profile->warnings[i], rank);
    return error;
}
