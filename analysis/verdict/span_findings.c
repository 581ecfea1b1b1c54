/* Findings of the span: whose code the critical path is made of. */
#include "analysis/verdict/verdict_parts.h"

#include "analysis/workspan/bounds.h"
#include "analysis/workspan/serial_functions.h"
#include "analysis/workspan/sites.h"

#define MOST_HOLDERS 3
#define PART_SHARE \
    0.25 /* of the span: with all that it calls, a call below that is no part to speak of */
#define PART_MOST    1.5 /* parallelism of a part that is as good as serial */
#define DEEPEST_PART 64  /* calls further down; recursion would go on */

struct maker {
    struct sw_findings *findings;
    const struct sw_profile *profile;
    enum sw_severity severity;
};

static int compare_sites(const void *a, const void *b, void *profile)
{
    const struct sw_site *sites = ((const struct sw_profile *)profile)->sites;
    const struct sw_site *x = &sites[*(const size_t *)a], *y = &sites[*(const size_t *)b];
    int order = sw_site_compare_callees(x, y);
    return order ? order : sw_place_compare(&x->caller_place, &y->caller_place);
}

/*
 * What the sites have of the span that call a function on one line, of which the compiler may have made copies, or on all
 * lines: of the callee's own code, which adds up exactly, as figures with what it calls would not.
 */
struct on_line {
    size_t site; /* the one with the most */
    uint64_t span, count;
    uint64_t
        relief; /* by how much the span would be shorter if all that took no time: of one site; of several at most, ... */
    size_t n_sites;   /* ... as the path that is the longest then may be one of the others */
    bool is_parallel; /* some invocation, with all that it calls */
};

static void add_to_line(struct on_line *line, const struct sw_profile *p, size_t i)
{
    const struct sw_site *site = &p->sites[i];
    const struct sw_figures *top = &site->on_span.top_site;
    if (site->on_span.local.span > p->sites[line->site].on_span.local.span)
        line->site = i;
    line->span += site->on_span.local.span;
    line->count += site->on_span.local.count;
    line->n_sites += site->on_work.local.work > 0;
    line->relief = line->n_sites > 1 ? line->span : line->relief + sw_site_relief(site);
    line->is_parallel |= sw_parallelism(top->work, top->span) >= SW_SERIAL;
}

/* A line on which a function is called, or a loop is; or a function on all of its lines, where it calls itself or none of
 * them has much. */
struct group {
    struct on_line at;
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

static void keep_group(struct groups *groups, const struct on_line *at, size_t lines)
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

/* What it does itself is in every line on which it is called: none can be fixed alone. */
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
    struct on_line all = {.site = order[from]};
    struct groups apart = *groups;
    uint64_t most = 0;
    size_t lines = 0, to = from;
    bool together = false;
    while (to < p->n_sites && !sw_site_compare_callees(first, &p->sites[order[to]])) {
        struct on_line line = {.site = order[to]};
        const struct sw_place *place = &p->sites[order[to]].caller_place;
        for (; to < p->n_sites && !sw_site_compare_callees(first, &p->sites[order[to]]) &&
               !sw_place_compare(place, &p->sites[order[to]].caller_place);
             to++) {
            add_to_line(&line, p, order[to]);
            add_to_line(&all, p, order[to]);
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
    SW_FREED size_t *order = malloc((p->n_sites + 1) * sizeof *order);
    *groups = (struct groups){.profile = p};
    if (!order)
        return -ENOMEM;
    for (size_t i = 0; i < p->n_sites; i++)
        order[i] = i;
    qsort_r(order, p->n_sites, sizeof *order, compare_sites, (void *)p);
    for (size_t i = 0; i < p->n_sites;)
        i = gather(groups, order, i);
    return 0;
}

/* What is left without that much of the span. */
static struct sw_sentence *say_gain(const struct maker *m, size_t site, uint64_t relief)
{
    const struct sw_figures *whole = &m->profile->whole;
    return relief < whole->span ? SW_SAY(WITHOUT_IT, m->profile->sites[site].kind == SW_SITE_LOOP,
                                         sw_parallelism(whole->work, whole->span - relief))
                                : NULL;
}

/* Functions that are inlined, and libraries, are known by samples alone. */
static struct sw_sentence *say_in_main(const struct maker *m, const struct group *g, double share)
{
    struct sw_sentence *functions;
    struct sw_serial_place chief;
    int error = sw_serial_functions_say(m->profile, SW_SERIAL_SPAN, &functions, &chief);
    if (error)
        m->findings->error = error;
    return SW_SAY(SPAN_IN_MAIN, share, g->at.span, functions,
                  say_gain(m, g->at.site, g->at.relief));
}

static struct sw_sentence *say_outside(const struct maker *m, const struct group *g, double share)
{
    const struct sw_site *site = &m->profile->sites[g->at.site];
    if (sw_site_is_main(site))
        return say_in_main(m, g, share);
    if (sw_site_is_serial_code(site))
        return SW_SAY(SPAN_IN_SERIAL_CODE, share, g->at.span,
                      say_gain(m, g->at.site, g->at.relief));
    return SW_SAY(SPAN_OUTSIDE_MAIN, share, g->at.span);
}

static struct sw_sentence *say_inside(const struct maker *m, const struct group *g, double share,
                                      bool is_first)
{
    const struct on_line *at = &g->at;
    const struct sw_site *site = &m->profile->sites[at->site];
    struct sw_sentence *gain = say_gain(m, at->site, at->relief);
    /* A function on one line, or wherever it is called: then it is what is named. */
    struct sw_sentence *place =
        g->lines ? SW_SAY(CALLED_ON_LINES, sw_site_callee(site), g->lines) : sw_site_say(site);
    if (site->kind == SW_SITE_LOOP)
        return SW_SAY(SPAN_IN_LOOP, place, share, at->span, at->count, gain);
    if (site->kind == SW_SITE_SPLIT)
        return SW_SAY(SPAN_IN_SPLIT, place, share, at->span, is_first, gain);
    return at->is_parallel
               ? SW_SAY(SPAN_IN_OWN_CODE, place, share, at->span, at->count, gain)
               : SW_SAY(SPAN_IN_FUNCTION, place, share, at->span, at->count, is_first, gain);
}

static void find_holder(struct maker *m, const struct group *g, bool is_first)
{
    const struct sw_site *site = &m->profile->sites[g->at.site];
    double share = (double)g->at.span / (double)m->profile->whole.span;
    if (site->kind == SW_SITE_LOOP && sw_has_short_strands(m->profile))
        return; /* its chunks are too small, rather than too large */
    if (site->kind == SW_SITE_ROOT || sw_site_is_main(site)) {
        sw_findings_add(m->findings, SW_FINDING_OUTSIDE, m->severity, g->at.site,
                        say_outside(m, g, share));
        return;
    }
    sw_findings_add(m->findings, SW_FINDING_SPAN, m->severity, g->at.site,
                    say_inside(m, g, share, is_first));
    if (g->lines)
        sw_findings_place(m->findings, site->callee_place.file, site->callee_place.line,
                          site->callee_place.function);
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
    if (!part || (double)part->on_span.top_site.span < SW_PHASE_SPREAD * (double)line_span)
        return;
    const struct sw_figures *top = &part->on_span.top_site;
    size_t site = (size_t)(part - p->sites);
    sw_findings_add(m->findings, SW_FINDING_PART, m->severity, site,
                    SW_SAY(SPAN_IN_PART, sw_site_say(part),
                           (double)top->span / (double)p->whole.span, top->span, top->count,
                           sw_parallelism(top->work, top->span), say_gain(m, site, top->span)));
}

void sw_span_findings(struct sw_findings *findings, const struct sw_profile *profile,
                      bool is_plenty)
{
    struct maker m = {findings, profile, is_plenty ? SW_INFO : SW_ADVICE};
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

uint64_t sw_span_finding_relief(const struct sw_profile *p, const struct sw_finding *f)
{
    const struct sw_site *one = &p->sites[f->site];
    struct on_line line = {.site = f->site};
    if (f->kind == SW_FINDING_PART)
        return one->on_span.top_site.span;
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_site *other = &p->sites[i];
        if (other == one ||
            (!sw_site_compare_callees(one, other) &&
             (f->file || !sw_place_compare(&one->caller_place, &other->caller_place))))
            add_to_line(&line, p, i);
    }
    return line.relief;
}

const struct sw_finding *sw_span_finding_first(const struct sw_findings *findings)
{
    bool has_part = sw_findings_first(findings, SW_FINDING_PART);
    for (size_t i = 0; i < findings->n; i++) { /* the largest first */
        const struct sw_finding *f = &findings->items[i];
        if (f->kind == SW_FINDING_OUTSIDE ||
            f->kind == (has_part ? SW_FINDING_PART : SW_FINDING_SPAN))
            return f;
    }
    return NULL;
}
