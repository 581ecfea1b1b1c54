/*
 * What the lines of the source did. Of call sites: the callees' own code, which adds up to the whole. Where there are
 * samples, they say it better: which line was running.
 */
#include "analysis/workspan/sites.h"
#include "report/html/effort.h"
#include "report/html/report.h"
#include "report/html/source.h"

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

/* A sample stands for its share of the work, and of the span. */
static void add_samples(struct sw_source_lines *lines, const struct sw_report *report)
{
    const struct sw_profile *p = report->profile;
    const struct sw_functions *f = &report->functions;
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
}

/* Constructs that no sample fell at are lines to look at too: the verdict may name one. */
static void add_constructs(struct sw_source_lines *lines, const struct sw_profile *p)
{
    const double nothing[SW_SOURCE_MEASURES] = {0};
    for (size_t i = 0; i < p->n_sites; i++)
        sw_source_lines_add(lines, p->sites[i].caller_place.file, p->sites[i].caller_place.line,
                            nothing);
}

static const char *lead_of(const struct sw_report *report, int sampled)
{
    if (sampled && report->functions.span < SW_SAMPLES_ENOUGH)
        return "Beside a line: the time that samples found it running itself, without what it "
               "calls; of the work. Of the critical path there are too few samples to tell.";
    if (sampled)
        return "Beside a line: the time that samples found it running itself, without what it "
               "calls; of the work, and of the critical path.";
    if (report->profile->front_end == SW_FRONT_END_ANNOTATE)
        return "Beside a line: what is in the section, task or lock that begins there, without "
               "those inside of it, of the work and of the critical path; what is outside of all "
               "is not shown.";
    if (report->profile->n_simulations)
        return "Beside a line: what ran in the construct that begins there, without those inside "
               "of it, of the work and of the critical path; code outside of all is not shown.";
    return "Beside a line: the own code of what is called, spawned or looped there, of the work "
           "and of the critical path. What that calls in turn stands at its own lines, so all of "
           "them together are the whole program.";
}

void sw_html_lines(struct sw_html *html, const struct sw_report *report)
{
    const struct sw_profile *p = report->profile;
    int sampled = p->sampled.rate && report->functions.work >= SW_SAMPLES_ENOUGH;
    int has_span = !sampled || report->functions.span >= SW_SAMPLES_ENOUGH;
    struct sw_html_section section = {
        .key = "source", .title = "Source", .lead = lead_of(report, sampled)};
    struct sw_html_source source = {.section = &section,
                                    .measures = {"work", has_span ? "span" : NULL},
                                    .totals = {(double)p->whole.work, (double)p->whole.span},
                                    .profile = p,
                                    .sources = &report->options->sources};
    struct sw_source_lines lines = {0};
    if (sampled) {
        add_samples(&lines, report);
        add_constructs(&lines, p);
    } else {
        add_sites(&lines, p);
    }
    sw_html_verdict_lines(html, &lines);
    sw_html_source(html, &source, &lines);
    sw_source_lines_release(&lines);
}

/* The work, and of the others those that shares can be told of. Returns how many. */
static size_t choose_measures(const struct sw_effort_report *r,
                              enum sw_effort_metric metrics[SW_SOURCE_MEASURES],
                              struct sw_html_source *source)
{
    static const struct {
        const char *key;
        enum sw_effort_metric metric;
    } all[SW_SOURCE_MEASURES] = {
        {"work", SW_EFFORT_WORK}, {"idle", SW_EFFORT_IDLE}, {"overhead", SW_EFFORT_OVERHEAD}};
    size_t n = 0;
    for (size_t i = 0; i < SW_SOURCE_MEASURES; i++) {
        double total = (double)sw_effort_get(&r->tree->nodes[0].total, all[i].metric);
        if (i && sw_effort_samples(r->profile, total) < SW_SAMPLES_ENOUGH)
            continue;
        metrics[n] = all[i].metric;
        source->measures[n] = all[i].key;
        source->totals[n++] = total;
    }
    return n;
}

void sw_html_effort_lines(struct sw_html *html, const struct sw_effort_report *r)
{
    struct sw_html_source source = {
        .section =
            &(struct sw_html_section){.key = "source",
                                      .title = "Source",
                                      .lead = "Beside a line: the time that samples found it "
                                              "running itself, what processors had nothing to "
                                              "do meanwhile, and its overhead; what there are too "
                                              "few samples of is left out."},
        .profile = r->profile,
        .sources = &r->options->sources};
    enum sw_effort_metric metrics[SW_SOURCE_MEASURES];
    size_t n = choose_measures(r, metrics, &source);
    struct sw_source_lines lines = {0};
    struct sw_effort_rows rows;
    int error = sw_effort_lines(r->tree, r->sort, SW_EFFORT_EVERY, &rows);
    if (error) {
        html->error = error;
        return;
    }
    for (size_t i = 0; i < rows.n; i++) {
        const struct sw_effort_row *row = &rows.items[i];
        double values[SW_SOURCE_MEASURES] = {0};
        for (size_t k = 0; k < n; k++)
            values[k] = (double)sw_effort_get(&row->self, metrics[k]);
        sw_source_lines_add(&lines, sw_effort_file(r->tree, row->key), row->line, values);
    }
    sw_html_verdict_lines(html, &lines);
    sw_html_source(html, &source, &lines);
    sw_source_lines_release(&lines);
    sw_effort_rows_release(&rows);
}
