#include "report/model/focus.h"
#include "analysis/workspan/bounds.h"
#include "report/model/paths.h"
#include "report/write/words.h"

enum { USUAL_TOP = 10, COST_WIDTH = 12 };

static void put_figures(struct sw_document *d, const struct sw_focus *f)
{
    const struct {
        const char *label;
        const double *sums;
    } lines[] = {{"with what it calls", f->totals},
                 {"its own code", f->selves},
                 {"the whole program", f->wholes}};
    char cost[SW_UNITS_SIZE], percent[SW_UNITS_SIZE];
    fprintf(d->out, "\n%s  %-20s", d->text.bold, "");
    for (unsigned m = 0; m < f->flame.n_measures; m++)
        if (sw_paths_shows(&f->flame, m))
            fprintf(d->out, " %12s %6s", f->flame.measures[m], "share");
    fprintf(d->out, "%s\n", d->text.plain);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        fprintf(d->out, "  %-20s", lines[i].label);
        for (unsigned m = 0; m < f->flame.n_measures; m++) {
            double whole = sw_paths_whole(&f->flame, f->wholes, m), sum = lines[i].sums[m];
            if (!sw_paths_shows(&f->flame, m))
                continue;
            sw_units_cost(d->units, sw_rounded(sum), cost);
            sw_units_percent(whole > 0 ? sum / whole : 0, percent);
            int pad = COST_WIDTH - (int)sw_words_width(cost);
            fprintf(d->out, " %*s%s %6s", pad > 0 ? pad : 0, "", cost, percent);
        }
        fputc('\n', d->out);
    }
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
static void put_rows(struct sw_document *d, const struct sw_focus *f, const struct sw_profile *p,
                     const char *heading, const char *title, const struct sw_focus_row *from,
                     size_t n)
{
    SW_FREED struct sw_path_row *rows = calloc(n + 1, sizeof *rows);
    unsigned order = sw_paths_order(&f->flame, d->options);
    if (sw_document_fails(d, rows ? 0 : -ENOMEM))
        return;
    for (size_t i = 0; i < n; i++) {
        rows[i] = (struct sw_path_row){.name = from[i].name, .place = from[i].place};
        if (from[i].site != SW_FLAME_NO_SITE)
            rows[i].site = &p->sites[from[i].site];
        for (unsigned m = 0; m < f->flame.n_measures; m++) {
            double whole = sw_paths_whole(&f->flame, f->wholes, m);
            rows[i].shares[m] = whole > 0 ? from[i].sums[m] / whole : 0;
        }
    }
    qsort_r(rows, n, sizeof *rows, compare, &order);
    sw_paths_put(d,
                 &(struct sw_path_table){.flame = &f->flame,
                                         .heading = heading,
                                         .title = title,
                                         .has_times = 1,
                                         .top = d->options->top ? d->options->top : USUAL_TOP},
                 rows, n);
    if (n)
        return;
    sw_document_heading(d, "%s", heading);
    fputs("  nothing that was followed\n", d->out);
}

static void put_function(struct sw_document *d, const struct sw_focus *f,
                         const struct sw_profile *p)
{
    put_figures(d, f);
    put_rows(d, f, p, "Who calls it (shares of the whole program, by way of each)", "caller",
             f->callers, f->n_callers);
    put_rows(d, f, p, "What it calls", "call", f->callees, f->n_callees);
    if (f->n_itself)
        put_rows(d, f, p, "Where it calls itself (shares: its own code in these calls)", "call",
                 f->itself, f->n_itself);
    if (f->n_lines)
        put_rows(d, f, p, "Its own code, by line", "function", f->lines, f->n_lines);
    sw_paths_note(d, &f->flame);
}

static void put_region(struct sw_document *d, const struct sw_figures *r, uint64_t whole)
{
    char percent[SW_UNITS_SIZE];
    fprintf(d->out, "\n  a region, %s times\n", SW_SHOWN(count, r->count));
    sw_units_percent(whole ? (double)r->work / (double)whole : 0, percent);
    fprintf(d->out, "  %-20s %s, %s of the program's\n", "work",
            SW_SHOWN(spoken, d->units, r->work), percent);
    fprintf(d->out, "  %-20s %s\n", "span", SW_SHOWN(spoken, d->units, r->span));
    fprintf(d->out, "  %-20s %s\n", "burdened span", SW_SHOWN(spoken, d->units, r->burdened_span));
    fprintf(d->out, "  %-20s %s\n", "parallelism",
            SW_SHOWN(ratio, sw_parallelism(r->work, r->span)));
}

int sw_focus_print(const struct sw_focus *focus, const struct sw_profile *profile,
                   const struct sw_report_options *options, FILE *out)
{
    struct sw_document d;
    char title[300];
    int error = sw_document_open(&d, SW_AS_TEXT, options, profile, focus->flame.unit, out);
    if (error)
        return error;
    snprintf(title, sizeof title, "'%.200s' in", options->focus);
    sw_document_head(&d, sw_words_clean(title), profile);
    if (focus->region)
        put_region(&d, &focus->region->figures, profile->whole.work);
    else
        put_function(&d, focus, profile);
    return sw_document_close(&d);
}
