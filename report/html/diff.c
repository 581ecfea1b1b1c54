/* Two profiles as a page: what moved, side by side. */
#include "analysis/openmp/simulation.h"
#include "analysis/workspan/bounds.h"
#include "report/html/report.h"
#include "report/html/views.h"
#include "report/model/diff_formats.h"

#include <stdlib.h>

static void cost_card(struct sw_html *html, const struct sw_diff_report *r, const char *label,
                      const struct sw_change *change, const char *word)
{
    char before[SW_UNITS_SIZE], after[SW_UNITS_SIZE], growth[SW_UNITS_SIZE], text[160];
    snprintf(text, sizeof text, "was %s (%s)", sw_units_spoken(&r->units, change->before, before),
             sw_units_growth(sw_change_ratio(change), growth));
    sw_html_card(html, label, sw_units_spoken(&r->units, change->after, after), text, word);
}

static void ratio_card(struct sw_html *html, const char *label, double before, double after,
                       const char *word)
{
    char a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], growth[SW_UNITS_SIZE], text[160];
    snprintf(text, sizeof text, "was %s (%s)", sw_units_ratio(before, a),
             sw_units_growth(after / before, growth));
    sw_html_card(html, label, sw_units_ratio(after, b), text, word);
}

static void put_whole(struct sw_html *html, const struct sw_diff_report *r)
{
    const struct sw_difference *d = &r->diff->whole;
    sw_html_cards(html, &(struct sw_html_section){.key = "whole", .title = "The whole program"});
    cost_card(html, r, "Work", &d->work, "work");
    cost_card(html, r, "Span", &d->span, "span");
    ratio_card(html, "Parallelism", sw_parallelism(d->before.work, d->before.span),
               sw_parallelism(d->after.work, d->after.span), "parallelism");
    cost_card(html, r, "Burdened span", &d->burdened_span, "burdened span");
    ratio_card(html, "Burdened parallelism",
               sw_parallelism(d->before.work, d->before.burdened_span),
               sw_parallelism(d->after.work, d->after.burdened_span), "burdened parallelism");
    sw_html_close(html);
}

static void put_simulated(struct sw_html *html, const struct sw_profile *p, const char *name,
                          const char *role)
{
    double *x = calloc(2 * p->n_simulations, sizeof *x);
    for (size_t i = 0; x && i < p->n_simulations; i++) {
        const struct sw_simulation *s = &p->simulations[i];
        x[i] = (double)s->processors;
        x[p->n_simulations + i] = sw_simulation_speedup(p, s);
    }
    if (x)
        sw_html_series(html, name, role, p->n_simulations, x, x + p->n_simulations, NULL, NULL);
    free(x);
}

/* Only the bounds: four curves and two areas would be too much to read. */
static void put_bound(struct sw_html *html, const struct sw_figures *figures, const char *name,
                      const char *role)
{
    enum { N = 1 + SW_REPORT_N_PROCESSORS };
    double x[N + 1], y[N + 1], knee = sw_parallelism(figures->work, figures->span);
    size_t n = 0;
    for (int i = 0; i < N; i++) {
        uint64_t processors = i ? sw_report_processors[i - 1] : 1;
        if (n && x[n - 1] < knee && knee < (double)processors) {
            x[n] = y[n] = knee; /* where it bends: between points the page draws straight lines */
            n++;
        }
        x[n] = (double)processors;
        y[n++] = sw_speedup_bounds(figures, processors).upper;
    }
    sw_html_series(html, name, role, n, x, y, NULL, NULL);
}

static void put_chart(struct sw_html *html, const struct sw_diff_report *r)
{
    const struct sw_diff *f = r->diff;
    int is_simulated = f->before->n_simulations && f->after->n_simulations;
    if (!sw_units_is_length(&r->units))
        return;
    sw_html_chart(
        html,
        &(struct sw_html_section){.key = "speedup",
                                  .title = is_simulated ? "Predicted speedup" : "Speedup at most",
                                  .word = "speedup"},
        "processors", "speedup", 1);
    if (is_simulated) {
        put_simulated(html, f->before, "before", "before");
        put_simulated(html, f->after, "after", "after");
    } else {
        put_bound(html, &f->whole.before, "before", "before");
        put_bound(html, &f->whole.after, "after", "after");
    }
    sw_html_close(html);
}

static int pair_paths(struct sw_html *html, const struct sw_diff_report *r,
                      const struct sw_flame *before, const struct sw_flame *after, const char *note)
{
    struct sw_flame pair;
    int error = sw_flame_pair(&pair, before, after, r->diff->after);
    if (error)
        return error;
    pair.note = note;
    sw_html_flames(html,
                   &(struct sw_html_section){.key = "paths",
                                             .title = "Call paths, before and after",
                                             .lead = "The same path is the same frame on both "
                                                     "sides; what is on one side only has come or "
                                                     "gone."},
                   &pair, NULL);
    sw_flame_release(&pair);
    return 0;
}

static void put_paths(struct sw_html *html, const struct sw_diff_report *r)
{
    struct sw_flame before, after;
    /* Functions of the one beside constructs of the other would be all changes. */
    int few = sw_flame_has_few_samples(r->diff->before) || sw_flame_has_few_samples(r->diff->after);
    int (*make)(struct sw_flame *, const struct sw_profile *, double) =
        few ? sw_flame_make_measured : sw_flame_make;
    int error = make(&before, r->diff->before, SW_HTML_LEAST_PATH);
    if (!error) {
        error = make(&after, r->diff->after, SW_HTML_LEAST_PATH);
        if (!error) {
            error = sw_flame_fold(&before, r->diff->before);
            if (!error)
                error = sw_flame_fold(&after, r->diff->after);
            if (!error)
                error = pair_paths(html, r, &before, &after, few ? SW_HTML_FEW_SAMPLES : NULL);
            sw_flame_release(&after);
        }
        sw_flame_release(&before);
    }
    if (error)
        html->error = error;
}

static void put_tables(struct sw_html *html, const struct sw_diff_report *r)
{
    struct sw_table sites = sw_diff_table(SW_DIFF_COLUMNS_SITES_HTML, r->diff, &r->units);
    struct sw_table regions = sw_diff_table(SW_DIFF_COLUMNS_REGIONS, r->diff, &r->units);
    sites.rows = r->rows;
    sites.n_rows = r->n_rows;
    sw_html_table(html,
                  &(struct sw_html_section){.key = "changes",
                                            .title = "What moved, by call site",
                                            .lead = "What is local on the span adds up to the "
                                                    "critical path: so do its changes."},
                  &sites, &(struct sw_html_look){.sort = "local_span.change"});
    sw_html_table_of(html, &(struct sw_html_section){.key = "regions", .title = "Regions"},
                     &regions, NULL, r->diff->regions, r->diff->n_regions,
                     sizeof *r->diff->regions);
}

static void put_real(struct sw_html *html, const struct sw_diff_report *r)
{
    const struct sw_units units = {"ns", r->units.utf8};
    struct sw_table table = sw_diff_real_table(&units);
    sw_html_table_of(html,
                     &(struct sw_html_section){.key = "real", .title = "Real runs on N cores"},
                     &table, NULL, r->diff->real, r->diff->n_real, sizeof *r->diff->real);
}

int sw_diff_html(const struct sw_diff_report *r)
{
    const struct sw_profile *after = r->diff->after;
    struct sw_html html;
    char subtitle[SW_HTML_SUBTITLE];
    struct sw_html_head head = sw_html_head_of(after, r->units.unit, subtitle);
    struct sw_page page;
    sw_html_begin(&html, &head, r->out);
    sw_html_conclude(&html, after, &r->findings);
    put_real(&html, r);
    if (r->diff->has_work) {
        put_whole(&html, r);
        put_chart(&html, r);
    }
    sw_html_found(&html, after, &r->findings);
    put_paths(&html, r);
    put_tables(&html, r);
    sw_html_facts(&html, &(struct sw_html_section){.key = "measured", .title = "What was compared"},
                  after->warnings, after->n_warnings);
    page = sw_html_notes(&html);
    sw_diff_text_profiles(r->diff->before, after, r->options->names, &page);
    sw_html_close(&html);
    return sw_html_end(&html);
}
