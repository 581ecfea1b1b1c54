/* Findings of the span. */
#include "analysis/verdict/span_findings.h"

#include "analysis/workspan/bounds.h"
#include "analysis/workspan/call_graph.h"
#include "analysis/workspan/grain.h"
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

static int compare_sites(const void *a, const void *b, void *profile)
{
    const struct sw_site *sites = ((const struct sw_profile *)profile)->sites;
    const struct sw_site *x = &sites[*(const size_t *)a], *y = &sites[*(const size_t *)b];
    int order = sw_site_compare_callees(x, y);
    return order ? order : sw_place_compare(&x->caller_place, &y->caller_place);
}

/* A line on which a function is called, or a loop is; or a function on all of its lines, where it calls itself or none of
 * them has much. */
struct group {
    struct sw_on_line at;
    size_t lines; /* 0: it is one line */
};

/* What is worth a finding, the most to be gained first: of much that another path is as long as, little is. */
struct groups {
    const struct sw_profile *profile;
    struct group most[MOST_HOLDERS];
    size_t n;
    uint64_t line_span; /* what the line that has the most has */
};

static bool is_before(const struct group *a, const struct group *b)
{
    return a->at.relief != b->at.relief ? a->at.relief > b->at.relief : a->at.span > b->at.span;
}

static void keep_group(struct groups *groups, const struct sw_on_line *at, size_t lines)
{
    struct group group = {*at, lines}, *most = groups->most;
    size_t to = groups->n;
    if ((double)at->span < SW_SPAN_SHARE * (double)groups->profile->whole.span)
        return;
    if (to < MOST_HOLDERS)
        groups->n++;
    else if (!is_before(&group, &most[--to]))
        return;
    for (; to > 0 && is_before(&group, &most[to - 1]); to--)
        most[to] = most[to - 1];
    most[to] = group;
}

/* What it does itself is in every line on which it is called: none can be mended alone. */
static bool is_recursive(const struct sw_site *site)
{
    return *sw_string(site->callee_place.function) && site->on_work.local.count &&
           !strcmp(sw_site_function(site), site->callee_place.function);
}

/* The function whose sites begin at order[from]: its lines, or all of them as one. Returns where the next one begins. */
static size_t gather(struct groups *groups, const size_t *order, size_t from)
{
    const struct sw_profile *p = groups->profile;
    const struct sw_site *first = &p->sites[order[from]];
    struct sw_on_line all = sw_on_line_begin(order[from]);
    struct groups apart = *groups;
    uint64_t most = 0;
    size_t lines = 0, to = from;
    bool together = false;
    while (to < p->n_sites && !sw_site_compare_callees(first, &p->sites[order[to]])) {
        struct sw_on_line line = sw_on_line_begin(order[to]);
        const struct sw_place *place = &p->sites[order[to]].caller_place;
        for (; to < p->n_sites && !sw_site_compare_callees(first, &p->sites[order[to]]) &&
               !sw_place_compare(place, &p->sites[order[to]].caller_place);
             to++) {
            sw_on_line_add(&line, p, order[to]);
            sw_on_line_add(&all, p, order[to]);
            together |= is_recursive(&p->sites[order[to]]);
        }
        lines += line.count > 0;
        most = line.span > most ? line.span : most;
        keep_group(&apart, &line, 0);
    }
    together |= (double)most < SW_SPAN_SHARE * (double)p->whole.span;
    if (together && lines > 1)
        keep_group(groups, &all, lines);
    else
        *groups = apart;
    groups->line_span = most > groups->line_span ? most : groups->line_span;
    return to;
}

/* 0 or -ENOMEM. */
static int find_groups(struct groups *groups, const struct sw_profile *p)
{
    size_t *order = malloc((p->n_sites + 1) * sizeof *order);
    *groups = (struct groups){.profile = p};
    if (!order)
        return -ENOMEM;
    for (size_t i = 0; i < p->n_sites; i++)
        order[i] = i;
    qsort_r(order, p->n_sites, sizeof *order, compare_sites, (void *)p);
    for (size_t i = 0; i < p->n_sites;)
        i = gather(groups, order, i);
    free(order);
    return 0;
}

/* What is left without that much of the span. */
static void without_it(const struct maker *m, size_t site, uint64_t relief, char *text, size_t size)
{
    const struct sw_figures *whole = &m->profile->whole;
    char ratio[SW_UNITS_SIZE];
    *text = 0;
    if (relief < whole->span)
        snprintf(text, size, "; %s, the parallelism would be at most %s",
                 m->profile->sites[site].kind == SW_SITE_LOOP ? "were they of no length"
                                                              : "were it perfectly parallel",
                 sw_units_ratio(sw_parallelism(whole->work, whole->span - relief), ratio));
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
        m->findings, SW_FINDING_OUTSIDE, h->severity, h->group->at.site,
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
        sw_findings_add(m->findings, SW_FINDING_OUTSIDE, h->severity, h->group->at.site,
                        "%.0f%% of the span (%s) is serial code, outside of all sections%s",
                        h->percent, h->cost, h->gain);
    else
        sw_findings_add(m->findings, SW_FINDING_OUTSIDE, h->severity, h->group->at.site,
                        "%.0f%% of the span (%s) passes outside main: the program's start and end",
                        h->percent, h->cost);
}

/* A function on one line, or wherever it is called: then it is what is named. */
static void find_function(struct maker *m, const struct holder *h, const char *place)
{
    const struct group *g = h->group;
    char where[SW_SITE_TEXT];
    if (g->lines)
        snprintf(where, sizeof where, "'%.100s', called on %zu lines", sw_site_callee(h->site),
                 g->lines);
    else
        snprintf(where, sizeof where, "%s", place);
    if (!g->at.is_parallel)
        sw_findings_add(
            m->findings, SW_FINDING_SPAN, h->severity, g->at.site,
            "%s, holds %.0f%% of the span by itself (%s in %s the critical path) and runs "
            "serially: parallelize or shorten it%s%s",
            where, h->percent, h->cost, h->calls, h->first, h->gain);
    else
        sw_findings_add(
            m->findings, SW_FINDING_SPAN, h->severity, g->at.site,
            "%s: its own code, without its calls and spawns, holds %.0f%% of the span (%s in %s "
            "the critical path)%s",
            where, h->percent, h->cost, h->calls, h->gain);
    if (g->lines)
        sw_findings_place(m->findings, h->site->callee_place.file, h->site->callee_place.line,
                          h->site->callee_place.function);
}

static void find_inside(struct maker *m, const struct holder *h)
{
    char place[SW_SITE_TEXT];
    sw_site_describe(h->site, place);
    if (h->site->kind == SW_SITE_LOOP)
        sw_findings_add(
            m->findings, SW_FINDING_SPAN, h->severity, h->group->at.site,
            "%s: its longest chunks of iterations hold %.0f%% of the span (%s in %s the "
            "critical path)%s",
            place, h->percent, h->cost, h->calls, h->gain);
    else if (h->site->kind == SW_SITE_SPLIT)
        sw_findings_add(
            m->findings, SW_FINDING_SPAN, h->severity, h->group->at.site,
            "%s, holds %.0f%% of the span (%s) and runs serially: parallelize or shorten it%s%s",
            place, h->percent, h->cost, h->first, h->gain);
    else
        find_function(m, h, place);
}

static void find_holder(struct maker *m, const struct group *g, int first)
{
    struct holder h = {.group = g,
                       .site = &m->profile->sites[g->at.site],
                       .severity = m->severity,
                       .percent =
                           sw_whole_percent((double)g->at.span / (double)m->profile->whole.span),
                       .first = first ? " first" : ""};
    bool is_loop = h.site->kind == SW_SITE_LOOP;
    char count[SW_UNITS_SIZE];
    if (is_loop && sw_has_short_strands(m->profile))
        return; /* its chunks are too small, rather than too large */
    sw_units_spoken(m->units, g->at.span, h.cost);
    snprintf(h.calls, sizeof h.calls, "%s %s%s on", sw_units_count(g->at.count, count),
             is_loop ? "piece" : "invocation", g->at.count == 1 ? "" : "s");
    without_it(m, g->at.site, g->at.relief, h.gain, sizeof h.gain);
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
    size_t site = (size_t)(part - p->sites);
    without_it(m, site, top->span, gain, sizeof gain);
    sw_findings_add(
        m->findings, SW_FINDING_PART, m->severity, site,
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
    struct groups groups;
    if (!profile->whole.span || !profile->whole.spawns)
        return;
    int error = find_groups(&groups, profile);
    if (error) {
        findings->error = error;
        return;
    }
    find_part(&m, groups.line_span);
    for (size_t i = 0; i < groups.n && (i == 0 || !is_plenty); i++)
        find_holder(&m, &groups.most[i], i == 0);
}

struct sw_on_line sw_span_finding_held(const struct sw_profile *p, const struct sw_finding *f)
{
    const struct sw_figures *top = &p->sites[f->site].on_span.top_site;
    if (f->kind == SW_FINDING_PART)
        return (struct sw_on_line){.span = top->span,
                                   .count = top->count,
                                   .relief = top->span,
                                   .is_parallel =
                                       sw_parallelism(top->work, top->span) >= SW_SERIAL};
    return f->file ? sw_on_all_lines(p, f->site) : sw_on_its_line(p, f->site);
}

const struct sw_finding *sw_span_finding_first(const struct sw_findings *findings)
{
    const struct sw_finding *part = sw_findings_first(findings, SW_FINDING_PART),
                            *holder = part ? part : sw_findings_first(findings, SW_FINDING_SPAN),
                            *outside = sw_findings_first(findings, SW_FINDING_OUTSIDE);
    return outside && (!holder || outside < holder) ? outside : holder; /* the largest first */
}

static bool is_advice(const struct sw_finding *f)
{
    return f && f->severity == SW_ADVICE;
}

bool sw_grain_is_cause(const struct sw_findings *findings, const struct sw_profile *profile)
{
    const struct sw_finding *holder = sw_span_finding_first(findings);
    if (!is_advice(sw_findings_first(findings, SW_FINDING_STRANDS)) &&
        !is_advice(sw_findings_first(findings, SW_FINDING_BURDEN)))
        return false;
    return !is_advice(holder) ||
           sw_grain_gain(profile) >=
               sw_relief_gain(profile, sw_span_finding_held(profile, holder).relief);
}
