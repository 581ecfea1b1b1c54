/*
 * What the lines of the source did. Of call sites: the callees' own code, which adds up to the whole. Where there are
 * samples, they say it better: which line was running.
 */
#include "analysis/sites.h"
#include "report/html_effort.h"
#include "report/html_report.h"
#include "report/html_source.h"

#include <string.h>

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
        const struct sw_place *place = &p->sampled.frames[path->frame].place;
        double values[SW_SOURCE_MEASURES] = {work * (double)path->on_work,
                                             span * (double)path->on_span};
        if (path->on_work || path->on_span)
            sw_source_lines_add(lines, place->file, place->line, values);
    }
}

void sw_html_lines(struct sw_html *html, const struct sw_report *report)
{
    const struct sw_profile *p = report->profile;
    int is_annotated = !strcmp(sw_string(p->front_end), "annotate");
    int sampled = p->sampled.rate && report->functions.work;
    struct sw_html_section section = {
        .key = "source",
        .title = "Source",
        .lead = sampled ? "Beside a line: the time that samples found it running itself, without "
                          "what it calls; of the work, and of the critical path."
                : is_annotated
                    ? "Beside a line: what is in the section, task or lock that begins there, "
                      "without those inside of it, of the work and of the critical path; what is "
                      "outside of all is not shown."
                    : "Beside a line: the own code of what is called, spawned or looped there, "
                      "of the work and of the critical path. What that calls in turn stands "
                      "at its own lines, so all of them together are the whole program."};
    struct sw_html_source source = {.section = &section,
                                    .measures = {"work", "span"},
                                    .totals = {(double)p->whole.work, (double)p->whole.span},
                                    .profile = p,
                                    .left_out = report->options->sources == SW_NO};
    struct sw_source_lines lines = {0};
    if (sampled)
        add_samples(&lines, report);
    else
        add_sites(&lines, p);
    sw_html_source(html, &source, &lines);
    sw_source_lines_release(&lines);
}

void sw_html_effort_lines(struct sw_html *html, const struct sw_effort_report *r)
{
    const struct sw_effort_sums *all = &r->tree->nodes[0].total;
    struct sw_html_source source = {
        .section =
            &(struct sw_html_section){.key = "source",
                                      .title = "Source",
                                      .lead = "Beside a line: the time that samples found it "
                                              "running itself, what processors had nothing to "
                                              "do meanwhile, and its overhead."},
        .measures = {"work", "idle", "overhead"},
        .totals = {(double)all->work, (double)all->idle,
                   (double)sw_effort_get(all, SW_EFFORT_OVERHEAD)},
        .profile = r->profile,
        .left_out = r->options->sources == SW_NO};
    struct sw_source_lines lines = {0};
    struct sw_effort_rows rows;
    int error = sw_effort_lines(r->tree, r->sort, SW_EFFORT_EVERY, &rows);
    if (error) {
        html->error = error;
        return;
    }
    for (size_t i = 0; i < rows.n; i++) {
        const struct sw_effort_row *row = &rows.items[i];
        double values[SW_SOURCE_MEASURES] = {(double)row->self.work, (double)row->self.idle,
                                             (double)sw_effort_get(&row->self, SW_EFFORT_OVERHEAD)};
        sw_source_lines_add(&lines, sw_effort_file(r->tree, row->key), row->line, values);
    }
    sw_html_source(html, &source, &lines);
    sw_source_lines_release(&lines);
    sw_effort_rows_release(&rows);
}
