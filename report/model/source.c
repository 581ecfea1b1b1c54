/*
 * The source and the call paths of a page. What the lines of the source did: of call sites, the callees' own code, which adds up to the
 * whole. Where there are samples, they say it better: which line was running.
 */
#include "analysis/memory/traffic.h"
#include "analysis/workspan/functions.h"
#include "report/model/profile_parts.h"

static void add_sites(struct sw_source_lines *lines, const struct sw_profile *p)
{
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_site *s = &p->sites[i];
        double values[SW_SOURCE_MEASURES] = {(double)s->on_work.local.work,
                                             (double)s->on_span.local.span};
        if (values[0] > 0 || values[1] > 0)
            sw_source_lines_add(lines, s->caller_place.file, s->caller_place.line, values);
    }
}

/* A sample stands for its share of the work, and of the span. Constructs that no sample fell at are lines to look at too: the verdict
 * may name one. */
static void add_samples(struct sw_source_lines *lines, const struct sw_profile *p,
                        const struct sw_functions *f)
{
    const double nothing[SW_SOURCE_MEASURES] = {0};
    double work = f->work ? (double)p->whole.work / (double)f->work : 0;
    double span = f->span ? (double)p->whole.span / (double)f->span : 0;
    for (size_t i = 0; i < p->sampled.n_paths; i++) {
        const struct sw_sampled_path *path = &p->sampled.paths[i];
        const struct sw_place *place = f->own[i].place;
        double values[SW_SOURCE_MEASURES] = {work * (double)path->on_work,
                                             span * (double)path->on_span};
        if (path->on_work || path->on_span)
            sw_source_lines_add(lines, place->file, place->line, values);
    }
    for (size_t i = 0; i < p->n_sites; i++)
        sw_source_lines_add(lines, p->sites[i].caller_place.file, p->sites[i].caller_place.line,
                            nothing);
}

static const char *lead_of(const struct sw_profile *p, bool is_sampled, bool has_span)
{
    if (is_sampled && !has_span)
        return "Next to each line: its own time, going by samples, without what it calls, of the "
               "work. There are too few samples on the critical path to show that.";
    if (is_sampled)
        return "Next to each line: its own time, going by samples, without what it calls, of the "
               "work and of the critical path.";
    if (p->front_end == SW_FRONT_END_ANNOTATE)
        return "Next to each line: what the section, task or lock that begins there has of the "
               "work and of the critical path, without what is inside it. Code outside all of them "
               "is not shown.";
    if (p->n_simulations)
        return "Next to each line: what the construct that begins there has of the work and of the "
               "critical path, without what is inside it. Code outside all of them is not shown.";
    return "Next to each line: what the function or loop called there has of the work and of the "
           "critical path by itself. What it calls in turn counts at its own lines, so all lines "
           "together are the whole program.";
}

/* Bytes a second, in the column that is free. */
static int add_traffic(struct sw_source_lines *lines, const struct sw_profile *p, unsigned measure)
{
    struct sw_traffic_rows t;
    int error = sw_traffic_rows_make(&t, p, (unsigned)p->memory.capacity);
    for (size_t i = 0; !error && i < t.n_lines; i++) {
        double values[SW_SOURCE_MEASURES] = {0};
        values[measure] = t.lines[i].rate;
        if (values[measure] > 0)
            sw_source_lines_add(lines, t.lines[i].file, t.lines[i].line, values);
    }
    sw_traffic_rows_release(&t);
    return error;
}

void sw_document_source(struct sw_document *d, const struct sw_profile *p,
                        const struct sw_functions *f)
{
    bool is_sampled = f && p->sampled.rate && f->work >= SW_SAMPLES_ENOUGH;
    bool has_span = !is_sampled || f->span >= SW_SAMPLES_ENOUGH;
    struct sw_html_section section = {
        .key = "source", .title = "Source", .lead = lead_of(p, is_sampled, has_span)};
    struct sw_html_source source = {.section = &section,
                                    .measures = {"work", has_span ? "span" : NULL},
                                    .totals = {(double)p->whole.work, (double)p->whole.span},
                                    .profile = p};
    struct sw_source_lines lines = {0};
    if (is_sampled)
        add_samples(&lines, p, f);
    else
        add_sites(&lines, p);
    for (size_t i = 0; !has_span && i < lines.n; i++)
        lines.items[i].values[1] = 0; /* too few samples, and the column is another's */
    if (p->memory.is_there) {
        unsigned free_one = has_span ? 2 : 1;
        source.measures[free_one] = "memory";
        source.types[free_one] = "rate";
        sw_document_fails(d, add_traffic(&lines, p, free_one));
    }
    sw_document_put_source(d, &source, &lines);
}

/* What the verdict says that cores lose because of a line. False: it names none. */
static bool add_lost(struct sw_source_lines *lines, const struct sw_verdict *v, unsigned measure)
{
    bool is_named = false;
    for (size_t i = 0; v && i < v->n_losses; i++)
        for (size_t k = 0; k < v->losses[i].n_places; k++) {
            const struct sw_verdict_place *at = &v->losses[i].places[k];
            double values[SW_SOURCE_MEASURES] = {0};
            values[measure] = at->lost > 0 ? at->lost : 0;
            sw_source_lines_add(lines, at->file, at->line, values);
            is_named |= at->line && values[measure] > 0;
        }
    return is_named;
}

void sw_document_put_source(struct sw_document *d, struct sw_html_source *source,
                            struct sw_source_lines *lines)
{
    unsigned n = 0;
    while (n < SW_SOURCE_MEASURES - 1 && source->measures[n])
        n++;
    if (add_lost(lines, d->page.verdict, n)) {
        source->measures[n] = "lost";
        source->types[n] = "share";
        source->totals[n] = 1;
    }
    source->sources = &d->options->sources;
    sw_html_source(&d->page, source, lines);
    sw_source_lines_release(lines);
}

/* By samples, unless these say little. */
static int make_paths(struct sw_flame *flame, const struct sw_profile *profile,
                      const struct sw_verdict *v)
{
    const char *note = SW_HTML_FEW_SAMPLES;
    if (!sw_flame_has_few_samples(profile)) {
        SW_FREED double *lost = v ? sw_verdict_lost_by_path(v, profile) : NULL;
        int error = sw_flame_make_lost(flame, profile, SW_HTML_LEAST_PATH, false, lost);
        if (error || !profile->n_simulations || !flame->samples[0] || !sw_flame_is_nameless(flame))
            return error;
        sw_flame_release(flame);
        note = "The program has no symbols, so its functions are not known: frames are constructs.";
    }
    int error = sw_flame_make_measured(flame, profile, SW_HTML_LEAST_PATH);
    if (!error)
        flame->note = note;
    return error;
}

void sw_document_paths(struct sw_document *d, const struct sw_profile *profile)
{
    struct sw_flame flame;
    if (sw_document_fails(d, make_paths(&flame, profile, d->page.verdict)))
        return;
    sw_html_call_paths(&d->page, &flame, profile);
    sw_flame_release(&flame);
}
