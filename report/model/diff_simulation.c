/* Simulated runs of two profiles side by side: those on numbers of processors that both have. */
#include "analysis/openmp/simulation.h"
#include "analysis/workspan/bounds.h"
#include "report/model/diff_formats.h"
#include "report/model/site_names.h"
#include "report/write/page.h"

#include <errno.h>
#include <stdlib.h>

struct pair {
    uint64_t processors, time_before, time_after;
    double before, after, ratio; /* speedups */
};

static const struct sw_column columns[] = {
    {"processors", NULL, "N", SW_COUNT, AT(pair, processors)},
    {"time.before", NULL, "time\nbefore", SW_COST, AT(pair, time_before)},
    {"time.after", NULL, "time\nafter", SW_COST, AT(pair, time_after)},
    {"speedup.before", NULL, "speedup\nbefore", SW_REAL, AT(pair, before)},
    {"speedup.after", NULL, "speedup\nafter", SW_REAL, AT(pair, after)},
    {"speedup.ratio", NULL, "ratio", SW_REAL, AT(pair, ratio)},
};

static struct pair *make_pairs(const struct sw_diff *f, size_t *n)
{
    const struct sw_profile *a = f->before, *b = f->after;
    struct pair *pairs = calloc(a->n_simulations + 1, sizeof *pairs);
    *n = 0;
    for (size_t i = 0; pairs && i < a->n_simulations; i++) {
        const struct sw_simulation *x = &a->simulations[i];
        const struct sw_simulation *y = sw_simulation_on(b, x->processors);
        if (!y)
            continue;
        pairs[*n] = (struct pair){.processors = x->processors,
                                  .time_before = x->time,
                                  .time_after = y->time,
                                  .before = sw_simulation_speedup(a, x),
                                  .after = sw_simulation_speedup(b, y)};
        pairs[*n].ratio = pairs[*n].after / pairs[*n].before;
        ++*n;
    }
    return pairs;
}

int sw_diff_text_runs(const struct sw_diff_report *r, const struct sw_page *page)
{
    size_t n;
    struct pair *pairs = make_pairs(r->diff, &n);
    const void **rows = calloc(n + 1, sizeof *rows);
    int error = pairs && rows ? 0 : -ENOMEM;
    for (size_t i = 0; !error && i < n; i++)
        rows[i] = &pairs[i];
    struct sw_table table = {columns, sizeof columns / sizeof *columns, rows, n, NULL, &r->units};
    if (!error && n) {
        sw_page_heading(page, "Predicted for N processors");
        error = sw_table_text(&table, page->width, page->bold, page->plain, page->out);
    }
    free(rows);
    free(pairs);
    return error;
}

int sw_diff_json_runs(struct sw_json *json, const struct sw_diff_report *r)
{
    size_t n;
    struct pair *pairs = make_pairs(r->diff, &n);
    struct sw_table table = {columns, sizeof columns / sizeof *columns, NULL, 0, NULL, &r->units};
    if (!pairs)
        return -ENOMEM;
    if (r->diff->after->n_simulations)
        sw_json_open(json, "runs", '[');
    for (size_t i = 0; i < n; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &table, &pairs[i]);
        sw_json_close(json, '}');
    }
    if (r->diff->after->n_simulations)
        sw_json_close(json, ']');
    free(pairs);
    return 0;
}
