#include "analysis/workspan/sites.h"
#include "report/model/check_formats.h"
#include "report/write/words.h"

enum { MOST_PLACES = 5 };

static const char *const quantities[] = {"parallelism", "burdened parallelism", "span", "work",
                                         "speedup"};

char *sw_ruling_name(const struct sw_ruling *v, const struct sw_check *check, char *text)
{
    char what[64], place[SW_SITE_TEXT];
    snprintf(what, sizeof what, "%s", quantities[v->quantity]);
    if (v->quantity == SW_SPEEDUP)
        snprintf(what, sizeof what, "speedup on %" PRIu64 " core%s", v->processors,
                 v->processors == 1 ? "" : "s");
    if (v->n_holding)
        snprintf(text, SW_RULING_TEXT, "%zu call site%s of the baseline", v->n_holding,
                 v->n_holding == 1 ? "" : "s");
    else if (v->subject == SW_SUBJECT_PROGRAM)
        snprintf(text, SW_RULING_TEXT, "%s of the whole program", what);
    else if (v->subject == SW_SUBJECT_REGION)
        snprintf(text, SW_RULING_TEXT, "%s of region '%.200s'", what, v->name);
    else if (!v->is_of_baseline)
        snprintf(text, SW_RULING_TEXT, "%s of call site '%.200s'", what, v->name);
    else
        snprintf(text, SW_RULING_TEXT, "%s%s of %s", v->is_own ? "own " : "", what,
                 sw_site_name(&check->profile->sites[v->site], place));
    return text;
}

/* As people read it, or to the last digit. */
static char *put_value(const struct sw_check_report *r, const struct sw_ruling *v, double value,
                       int exact, char *text)
{
    if (!sw_quantity_is_cost(v->quantity)) {
        sw_units_ratio(value, text);
        if (exact && isfinite(value))
            snprintf(text, SW_UNITS_SIZE, "%.9g", value);
    } else if (exact) {
        sw_units_count(value < 0x1p64 ? (uint64_t)value : UINT64_MAX, text);
    } else {
        sw_units_cost(&r->units, value < 0x1p64 ? (uint64_t)value : UINT64_MAX, text);
    }
    return text;
}

/* Two that differ must not look the same. The first has the unit, where it is not in it already. */
static void put_values(const struct sw_check_report *r, const struct sw_ruling *v, double b,
                       char *first, char *second)
{
    int exact = 0;
    for (; exact < 2; exact++) {
        put_value(r, v, v->value, exact, first);
        put_value(r, v, b, exact, second);
        if (v->value == b || strcmp(first, second))
            break;
    }
    size_t at = strlen(first);
    if (sw_quantity_is_cost(v->quantity) && (exact || strcmp(r->units.unit, "ns")))
        snprintf(first + at, SW_UNITS_SIZE - at, " %s", r->units.unit);
}

static const char *baseline_name(const struct sw_check_report *r)
{
    return r->options->baseline ? r->options->baseline : "the baseline";
}

static char *state_limit(const struct sw_check_report *r, const struct sw_ruling *v, char *text)
{
    char value[SW_UNITS_SIZE], limit[SW_UNITS_SIZE], was[SW_UNITS_SIZE], more[400] = "";
    put_values(r, v, v->limit, value, limit);
    if (!isnan(v->before) && v->is_broken)
        snprintf(more, sizeof more, " (was %s in %.300s)", put_value(r, v, v->before, 0, was),
                 baseline_name(r));
    if (v->is_broken)
        snprintf(text, SW_RULING_TEXT, "%s, %s %s%s", isnan(v->value) ? "not known" : value,
                 v->is_upper ? "above" : "below", limit, more);
    else
        snprintf(text, SW_RULING_TEXT, "%s (%s %s)", value, v->is_upper ? "at most" : "at least",
                 limit);
    return text;
}

static char *state_change(const struct sw_check_report *r, const struct sw_ruling *v, char *text)
{
    char value[SW_UNITS_SIZE], before[SW_UNITS_SIZE], percent[SW_UNITS_SIZE], limit[SW_UNITS_SIZE];
    put_values(r, v, v->before, value, before);
    sw_units_growth(v->value / v->before, percent);
    if (!*percent)
        strcpy(percent, "from nothing");
    if (v->value == v->before || (isnan(v->value) && isnan(v->before)))
        snprintf(text, SW_RULING_TEXT, "%s, as in %.300s", value, baseline_name(r));
    else if (v->is_broken && v->is_upper)
        snprintf(text, SW_RULING_TEXT, "%s, was %s in %.300s: %s, more than %.3g%%", value, before,
                 baseline_name(r), percent, 100 * r->check->tolerance);
    else if (v->is_broken)
        snprintf(text, SW_RULING_TEXT, "%s, was %s in %.300s: %s, below %s", value, before,
                 baseline_name(r), percent, put_value(r, v, v->limit, 0, limit));
    else
        snprintf(text, SW_RULING_TEXT, "%s, was %s in %.300s (%s)", value, before, baseline_name(r),
                 percent);
    return text;
}

char *sw_ruling_words(const struct sw_ruling *v, const struct sw_check_report *r, char *text)
{
    if (v->n_holding)
        snprintf(text, SW_RULING_TEXT, "none got worse by more than %.3g%%",
                 100 * r->check->tolerance);
    else if (v->is_of_baseline)
        state_change(r, v, text);
    else
        state_limit(r, v, text);
    return text;
}

static int64_t growth(const struct sw_difference *d, int of_work)
{
    return of_work ? d->local_work.growth : d->local_span.growth;
}

static int compare_by_work(const void *a, const void *b)
{
    const struct sw_difference *x = *(const struct sw_difference *const *)a;
    const struct sw_difference *y = *(const struct sw_difference *const *)b;
    return (x->local_work.growth < y->local_work.growth) -
           (x->local_work.growth > y->local_work.growth);
}

static void put_growth(const struct sw_check_report *r, const struct sw_difference *d,
                       const struct sw_change *c, const char *indent, FILE *out)
{
    char place[SW_SITE_TEXT];
    fprintf(out, "%s  %s: %s -> %s (%s)\n", indent, sw_words_clean(sw_site_name(&d->site, place)),
            d->presence == SW_AFTER_ONLY ? "new" : SW_SHOWN(cost, &r->units, c->before),
            SW_SHOWN(cost, &r->units, c->after), SW_SHOWN(change, &r->units, c->growth));
}

/* Where the span, or the work, of a site's own code grew most. */
static void put_growths(const struct sw_check_report *r, int of_work, const char *indent, FILE *out)
{
    const struct sw_diff *f = &r->check->diff;
    SW_FREED const struct sw_difference **rows = calloc(f->n_sites + 1, sizeof *rows);
    size_t n = 0;
    if (!rows)
        return;
    for (size_t i = 0; i < f->n_sites; i++)
        if (growth(&f->sites[i], of_work) > 0)
            rows[n++] = &f->sites[i]; /* by span already */
    if (of_work)
        qsort(rows, n, sizeof *rows, compare_by_work);
    while (n && growth(rows[n - 1], of_work) < growth(rows[0], of_work) / 100)
        n--; /* nothing beside the first */
    if (n)
        fprintf(out, "%s%s grew most at (own code, before -> after):\n", indent,
                of_work ? "work" : "span");
    for (size_t i = 0; i < n && i < MOST_PLACES; i++)
        put_growth(r, rows[i], of_work ? &rows[i]->local_work : &rows[i]->local_span, indent, out);
}

static uint64_t own_cost(const struct sw_site *site, int of_work)
{
    return of_work ? site->on_work.local.work : site->on_span.local.span;
}

/* Without a baseline: what there is most of. */
static void put_holders(const struct sw_check_report *r, int of_work, const char *indent, FILE *out)
{
    const struct sw_profile *p = r->check->profile;
    uint64_t whole = of_work ? p->whole.work : p->whole.span, last = UINT64_MAX;
    char place[SW_SITE_TEXT];
    for (int n = 0; whole && n < MOST_PLACES; n++) {
        const struct sw_site *best = NULL;
        for (size_t i = 0; i < p->n_sites; i++)
            if (own_cost(&p->sites[i], of_work) < last &&
                (!best || own_cost(&p->sites[i], of_work) > own_cost(best, of_work)))
                best = &p->sites[i];
        if (!best || own_cost(best, of_work) < whole / 100)
            return;
        if (n == 0)
            fprintf(out, "%smost of the program's %s (own code):\n", indent,
                    of_work ? "work" : "span");
        last = own_cost(best, of_work);
        fprintf(out, "%s  %s: %s (%s)\n", indent, sw_words_clean(sw_site_name(best, place)),
                SW_SHOWN(cost, &r->units, last), SW_SHOWN(percent, (double)last / (double)whole));
    }
}

void sw_check_places(const struct sw_check_report *r, const char *indent, FILE *out)
{
    int wanted[2] = {0, 0};
    for (size_t i = 0; i < r->check->n; i++)
        if (r->check->rulings[i].is_broken)
            wanted[r->check->rulings[i].quantity == SW_WORK] = 1;
    for (int of_work = 0; of_work < 2; of_work++)
        if (wanted[of_work])
            (r->check->baseline ? put_growths : put_holders)(r, of_work, indent, out);
}
