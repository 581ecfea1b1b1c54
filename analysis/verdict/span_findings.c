/* Findings of the span. */
#include "analysis/verdict/span_findings.h"

#include "analysis/workspan/bounds.h"
#include "analysis/workspan/serial_functions.h"
#include "analysis/workspan/serial_phase.h"
#include "analysis/workspan/sites.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_HOLDERS 3
#define PART_SHARE \
    0.25 /* of the span: with all that it calls, a call below that is no part to speak of */
#define PART_MOST    1.5 /* parallelism of a part that is as good as serial */
#define DEEPEST_PART 64  /* calls further down; recursion would go on */

struct maker {
    struct sw_findings *findings;
    const struct sw_profile *profile;
    const struct sw_units *units;
    enum sw_severity severity;
};

/* The sites that call one function, or are one loop. Their local figures add up exactly, which
 * top-call-site figures would not. */
struct group {
    size_t site;  /* the one with the most local span on span */
    size_t lines; /* of the source, that they are on */
    uint64_t local_span, count;
    uint64_t line_span; /* the most of it that is on one line */
};

static int compare_sites(const void *a, const void *b, void *profile)
{
    const struct sw_site *sites = ((const struct sw_profile *)profile)->sites;
    const struct sw_site *x = &sites[*(const size_t *)a], *y = &sites[*(const size_t *)b];
    int order = sw_site_compare_callees(x, y);
    return order ? order : sw_place_compare(&x->caller_place, &y->caller_place);
}

/* Takes in a group; keeps the few with the most local span, the largest first. */
static void keep_group(struct group *groups, size_t *n, struct group group)
{
    size_t to = *n;
    if (to < MOST_HOLDERS)
        ++*n;
    else if (group.local_span <= groups[--to].local_span)
        return;
    for (; to > 0 && groups[to - 1].local_span < group.local_span; to--)
        groups[to] = groups[to - 1];
    groups[to] = group;
}

/* The group that begins at order[from]; *next is where the next one does. */
static struct group gather(const struct sw_profile *p, const size_t *order, size_t from,
                           size_t *next)
{
    struct group group = {.site = order[from]};
    const struct sw_site *last = NULL;
    uint64_t line_span = 0;
    for (*next = from; *next < p->n_sites; ++*next) {
        const struct sw_site *site = &p->sites[order[*next]];
        if (sw_site_compare_callees(site, &p->sites[order[from]]))
            break;
        if (site->on_span.local.span > p->sites[group.site].on_span.local.span)
            group.site = order[*next];
        if (!site->on_span.local.count)
            continue;
        group.local_span += site->on_span.local.span;
        group.count += site->on_span.local.count;
        if (!last || sw_place_compare(&last->caller_place, &site->caller_place)) {
            group.lines++;
            line_span = 0;
        }
        line_span += site->on_span.local.span;
        group.line_span = line_span > group.line_span ? line_span : group.line_span;
        last = site;
    }
    return group;
}

/* The groups with the most local span on span; and what the line that has the most has. Returns how many, or -ENOMEM. */
static int largest_groups(const struct sw_profile *p, struct group *groups, uint64_t *line_span)
{
    size_t n = 0, *order = malloc((p->n_sites + 1) * sizeof *order);
    if (!order)
        return -ENOMEM;
    for (size_t i = 0; i < p->n_sites; i++)
        order[i] = i;
    qsort_r(order, p->n_sites, sizeof *order, compare_sites, (void *)p);
    *line_span = 0;
    for (size_t i = 0, next; i < p->n_sites; i = next) {
        struct group group = gather(p, order, i, &next);
        *line_span = group.line_span > *line_span ? group.line_span : *line_span;
        keep_group(groups, &n, group);
    }
    free(order);
    return (int)n;
}

static void without_it(const struct maker *m, const struct group *g, char *text, size_t size)
{
    const struct sw_figures *whole = &m->profile->whole;
    char ratio[SW_UNITS_SIZE];
    *text = 0;
    if (g->local_span < whole->span)
        snprintf(text, size, "; %s, the parallelism would be at most %s",
                 m->profile->sites[g->site].kind == SW_SITE_LOOP ? "were they of no length"
                                                                 : "were it perfectly parallel",
                 sw_units_ratio(sw_parallelism(whole->work, whole->span - g->local_span), ratio));
}

/* A group that is worth a finding, in words. */
struct holder {
    const struct group *group;
    const struct sw_site *site;
    enum sw_severity severity;
    double percent;                                       /* of the span, ... */
    char cost[SW_UNITS_SIZE];                             /* ... which is so much, ... */
    char calls[SW_UNITS_SIZE + sizeof " invocations on"]; /* ... in so many of them */
    char gain[128];
    const char *first; /* "" but for the largest */
};

/* Functions that are inlined, and libraries, are known by samples alone. */
static void find_in_main(struct maker *m, const struct holder *h)
{
    char functions[SW_SERIAL_TEXT];
    struct sw_serial_place chief;
    int error = sw_span_functions_tell(m->profile, functions, &chief);
    if (error)
        m->findings->error = error;
    sw_findings_add(
        m->findings, SW_FINDING_OUTSIDE, h->severity, h->group->site,
        "%.0f%% of the span (%s) is code of main itself, of what is inlined into it and of "
        "libraries that it calls: maybe input, output or set-up before, between or after the "
        "parallel parts%s%s",
        h->percent, h->cost,
        *functions ? functions : " ('spanwise run --level=sampled' tells the functions)", h->gain);
}

static void find_outside(struct maker *m, const struct holder *h)
{
    if (sw_site_is_main(h->site))
        find_in_main(m, h);
    else if (!strcmp(sw_site_callee(h->site), "serial code"))
        sw_findings_add(m->findings, SW_FINDING_OUTSIDE, h->severity, h->group->site,
                        "%.0f%% of the span (%s) is serial code, outside of all sections%s",
                        h->percent, h->cost, h->gain);
    else
        sw_findings_add(m->findings, SW_FINDING_OUTSIDE, h->severity, h->group->site,
                        "%.0f%% of the span (%s) passes outside main: the program's start and end",
                        h->percent, h->cost);
}

/* A function, wherever it is called. */
static void find_function(struct maker *m, const struct holder *h, const char *place)
{
    const struct sw_figures *top = &h->site->on_span.top_site;
    size_t others = h->group->lines - 1;
    char more[48] = "";
    if (h->group->lines > 1)
        snprintf(more, sizeof more, " and on %zu other line%s", others, others == 1 ? "" : "s");
    if (sw_parallelism(top->work, top->span) < SW_SERIAL)
        sw_findings_add(
            m->findings, SW_FINDING_SPAN, h->severity, h->group->site,
            "%s%s, holds %.0f%% of the span by itself (%s in %s the critical path) and runs "
            "serially: parallelize or shorten it%s%s",
            place, more, h->percent, h->cost, h->calls, h->first, h->gain);
    else
        sw_findings_add(
            m->findings, SW_FINDING_SPAN, h->severity, h->group->site,
            "%s%s: its own code, without its calls and spawns, holds %.0f%% of the span (%s in %s "
            "the critical path)%s",
            place, more, h->percent, h->cost, h->calls, h->gain);
}

static void find_inside(struct maker *m, const struct holder *h)
{
    char place[SW_SITE_TEXT];
    sw_site_describe(h->site, place);
    if (h->site->kind == SW_SITE_LOOP)
        sw_findings_add(
            m->findings, SW_FINDING_SPAN, h->severity, h->group->site,
            "%s: its longest chunks of iterations hold %.0f%% of the span (%s in %s the "
            "critical path)%s",
            place, h->percent, h->cost, h->calls, h->gain);
    else if (h->site->kind == SW_SITE_SPLIT)
        sw_findings_add(
            m->findings, SW_FINDING_SPAN, h->severity, h->group->site,
            "%s, holds %.0f%% of the span (%s) and runs serially: parallelize or shorten it%s%s",
            place, h->percent, h->cost, h->first, h->gain);
    else
        find_function(m, h, place);
}

static void find_holder(struct maker *m, const struct group *g, int first)
{
    double share = (double)g->local_span / (double)m->profile->whole.span;
    struct holder h = {.group = g,
                       .site = &m->profile->sites[g->site],
                       .severity = m->severity,
                       .percent = sw_whole_percent(share),
                       .first = first ? " first" : ""};
    bool is_loop = h.site->kind == SW_SITE_LOOP;
    char count[SW_UNITS_SIZE];
    if (share < SW_SPAN_SHARE)
        return;
    if (is_loop && sw_has_short_strands(m->profile))
        return; /* its chunks are too small, rather than too large */
    sw_units_spoken(m->units, g->local_span, h.cost);
    snprintf(h.calls, sizeof h.calls, "%s %s%s on", sw_units_count(g->count, count),
             is_loop ? "piece" : "invocation", g->count == 1 ? "" : "s");
    without_it(m, g, h.gain, sizeof h.gain);
    if (h.site->kind == SW_SITE_ROOT || sw_site_is_main(h.site))
        find_outside(m, &h);
    else
        find_inside(m, &h);
}

/* A call with all that it calls, which is serial, or much less parallel than the whole. */
static bool is_part(const struct sw_profile *p, const struct sw_site *site)
{
    const struct sw_figures *top = &site->on_span.top_site;
    double parallelism = sw_parallelism(top->work, top->span);
    return (site->kind == SW_SITE_CALL || site->kind == SW_SITE_SPAWN) && !sw_site_is_main(site) &&
           (double)top->span >= PART_SHARE * (double)p->whole.span && parallelism < PART_MOST &&
           (parallelism < SW_SERIAL ||
            2 * parallelism < sw_parallelism(p->whole.work, p->whole.span));
}

/* The one with the most of the span; of those alone that the callee of `within` calls, if there is one. */
static const struct sw_site *largest_part(const struct sw_profile *p, const struct sw_site *within)
{
    const struct sw_site *best = NULL;
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_site *site = &p->sites[i];
        if (site == within ||
            (within && strcmp(sw_site_caller(site), sw_site_callee(within)) != 0) ||
            (best && site->on_span.top_site.span <= best->on_span.top_site.span))
            continue;
        if (is_part(p, site))
            best = site;
    }
    return best;
}

/* Who only hands on to another is not what to look at. */
static const struct sw_site *find_deepest(const struct sw_profile *p)
{
    const struct sw_site *part = largest_part(p, NULL);
    for (int i = 0; part && i < DEEPEST_PART; i++) {
        const struct sw_site *below = largest_part(p, part);
        if (!below || (double)below->on_span.top_site.span <
                          SW_PHASE_NEARLY_ALL * (double)part->on_span.top_site.span)
            break;
        part = below;
    }
    return part;
}

static void find_part(struct maker *m, uint64_t line_span)
{
    const struct sw_profile *p = m->profile;
    const struct sw_site *part = find_deepest(p);
    char place[SW_SITE_TEXT], cost[SW_UNITS_SIZE], count[SW_UNITS_SIZE], own[SW_UNITS_SIZE];
    char gain[128];
    if (!part || (double)part->on_span.top_site.span < SW_PHASE_SPREAD * (double)line_span)
        return;
    const struct sw_figures *top = &part->on_span.top_site;
    struct group all = {.site = (size_t)(part - p->sites), .local_span = top->span};
    without_it(m, &all, gain, sizeof gain);
    sw_findings_add(
        m->findings, SW_FINDING_PART, m->severity, all.site,
        "%s, holds %.0f%% of the span with all that it calls (%s in %s invocation%s on the "
        "critical path), at a parallelism of %s, and no single line in it holds half of "
        "that: have its steps run in parallel, or shorten it%s",
        sw_site_describe(part, place), sw_whole_percent((double)top->span / (double)p->whole.span),
        sw_units_spoken(m->units, top->span, cost), sw_units_count(top->count, count),
        top->count == 1 ? "" : "s", sw_units_ratio(sw_parallelism(top->work, top->span), own),
        gain);
}

void sw_span_findings(struct sw_findings *findings, const struct sw_profile *profile,
                      const struct sw_units *units, bool is_plenty)
{
    struct maker m = {findings, profile, units, is_plenty ? SW_INFO : SW_ADVICE};
    struct group groups[MOST_HOLDERS];
    uint64_t line_span;
    int n = profile->whole.span && profile->whole.spawns
                ? largest_groups(profile, groups, &line_span)
                : 0;
    if (n < 0)
        findings->error = n;
    if (n < 1)
        return;
    find_part(&m, line_span);
    for (int i = 0; i < n && (i == 0 || !is_plenty); i++)
        find_holder(&m, &groups[i], i == 0);
}
