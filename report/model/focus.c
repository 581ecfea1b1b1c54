#include "report/model/focus.h"
#include "analysis/workspan/bounds.h"
#include "report/model/paths.h"
#include "report/write/outlet.h"
#include "report/write/words.h"

#include <errno.h>
#include <stdlib.h>

enum { USUAL_TOP = 10, COST_WIDTH = 12 };

struct printer {
    const struct sw_focus *focus;
    const struct sw_profile *profile;
    const struct sw_report_options *options;
    struct sw_units units;
    struct sw_page page;
};

static void put_figure(const struct printer *p, const char *label, const double *sums)
{
    const struct sw_focus *f = p->focus;
    char cost[SW_UNITS_SIZE], percent[SW_UNITS_SIZE];
    fprintf(p->page.out, "  %-20s", label);
    for (unsigned m = 0; m < f->flame.n_measures; m++) {
        double whole = sw_paths_whole(&f->flame, f->wholes, m);
        if (!sw_paths_shows(&f->flame, m))
            continue;
        sw_units_cost(&p->units, sw_rounded(sums[m]), cost);
        sw_units_percent(whole > 0 ? sums[m] / whole : 0, percent);
        int pad = COST_WIDTH - (int)sw_words_width(cost);
        fprintf(p->page.out, " %*s%s %6s", pad > 0 ? pad : 0, "", cost, percent);
    }
    fputc('\n', p->page.out);
}

static void put_figures(const struct printer *p)
{
    const struct sw_focus *f = p->focus;
    fprintf(p->page.out, "\n%s  %-20s", p->page.bold, "");
    for (unsigned m = 0; m < f->flame.n_measures; m++)
        if (sw_paths_shows(&f->flame, m))
            fprintf(p->page.out, " %12s %6s", f->flame.measures[m], "share");
    fprintf(p->page.out, "%s\n", p->page.plain);
    put_figure(p, "with what it calls", f->totals);
    put_figure(p, "its own code", f->selves);
    put_figure(p, "the whole program", f->wholes);
}

static int compare(const void *a, const void *b, void *data)
{
    const struct sw_path_row *x = a, *y = b;
    unsigned order = *(const unsigned *)data;
    for (unsigned i = 0; i < SW_FLAME_MEASURES_MOST; i++) {
        unsigned m = (order + i) % SW_FLAME_MEASURES_MOST;
        if (x->shares[m] != y->shares[m])
            return x->shares[m] > y->shares[m] ? -1 : 1;
    }
    return 0; /* as they were: by name */
}

/* Shares are of the program, as in all other tables: they can be compared. */
static int put_rows(const struct printer *p, const char *heading, const char *title,
                    const struct sw_focus_row *from, size_t n)
{
    const struct sw_focus *f = p->focus;
    struct sw_path_table table = {&f->flame, title, 1};
    struct sw_path_row *rows = calloc(n + 1, sizeof *rows);
    unsigned order = sw_paths_order(&f->flame, p->options);
    size_t top = p->options->top ? p->options->top : USUAL_TOP;
    if (!rows)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++) {
        rows[i] = (struct sw_path_row){.name = from[i].name, .place = from[i].place};
        if (from[i].site != SW_FLAME_NO_SITE)
            rows[i].site = &p->profile->sites[from[i].site];
        for (unsigned m = 0; m < f->flame.n_measures; m++) {
            double whole = sw_paths_whole(&f->flame, f->wholes, m);
            rows[i].shares[m] = whole > 0 ? from[i].sums[m] / whole : 0;
        }
    }
    qsort_r(rows, n, sizeof *rows, compare, &order);
    sw_page_heading(&p->page, heading);
    int error = 0;
    if (n)
        error = sw_paths_print(&table, rows, n < top ? n : top, &p->page);
    else
        fputs("  nothing that was followed\n", p->page.out);
    if (n > top)
        fprintf(p->page.out, "  and %zu more: '--top=all'\n", n - top);
    free(rows);
    return error;
}

static int put_function(const struct printer *p)
{
    const struct sw_focus *f = p->focus;
    put_figures(p);
    int error = put_rows(p, "Who calls it (shares of the whole program, by way of each)", "caller",
                         f->callers, f->n_callers);
    if (!error)
        error = put_rows(p, "What it calls", "call", f->callees, f->n_callees);
    if (!error && f->n_itself)
        error = put_rows(p, "Where it calls itself (shares: its own code in these calls)", "call",
                         f->itself, f->n_itself);
    if (!error && f->n_lines)
        error = put_rows(p, "Its own code, by line", "function", f->lines, f->n_lines);
    sw_paths_note(&f->flame, &p->page);
    return error;
}

static void put_region(const struct printer *p)
{
    const struct sw_figures *r = &p->focus->region->figures;
    char cost[SW_UNITS_SIZE], percent[SW_UNITS_SIZE];
    uint64_t whole = p->profile->whole.work;
    fprintf(p->page.out, "\n  a region, %s times\n", sw_units_count(r->count, cost));
    sw_units_percent(whole ? (double)r->work / (double)whole : 0, percent);
    fprintf(p->page.out, "  %-20s %s, %s of the program's\n", "work",
            sw_units_spoken(&p->units, r->work, cost), percent);
    fprintf(p->page.out, "  %-20s %s\n", "span", sw_units_spoken(&p->units, r->span, cost));
    fprintf(p->page.out, "  %-20s %s\n", "burdened span",
            sw_units_spoken(&p->units, r->burdened_span, cost));
    fprintf(p->page.out, "  %-20s %s\n", "parallelism",
            sw_units_ratio(sw_parallelism(r->work, r->span), cost));
}

int sw_focus_print(const struct sw_focus *focus, const struct sw_profile *profile,
                   const struct sw_report_options *options, FILE *out)
{
    struct sw_outlet outlet;
    int error = sw_outlet_open(&outlet, out, SW_OUTLET_TEXT, options, focus->flame.unit);
    if (error)
        return error;
    struct printer p = {
        .focus = focus, .profile = profile, .options = &outlet.page, .units = outlet.units};
    sw_page_init(&p.page, &outlet.page, outlet.out);
    char title[300];
    snprintf(title, sizeof title, "'%.200s' in", options->focus);
    sw_words_clean(title);
    sw_page_command(&p.page, title, profile->program,
                    profile->args && *profile->args ? profile->args + 1 : NULL);
    if (focus->region)
        put_region(&p);
    else
        error = put_function(&p);
    return sw_outlet_close(&outlet, error);
}
