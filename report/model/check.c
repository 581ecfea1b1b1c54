#include "report/model/check.h"
#include "base/order.h"
#include "report/model/diff.h"
#include "report/model/document.h"

enum { MOST_PLACES = 5 };

static const char *const quantities[] = {"parallelism", "burdened parallelism", "span", "work"};

char *sw_ruling_name(const struct sw_ruling *v, const struct sw_check *check, char *text)
{
    char place[SW_SITE_TEXT];
    const char *what = v->quantity != SW_SPEEDUP
                           ? quantities[v->quantity]
                           : SW_PRINTED("speedup on %s", SW_SHOWN(some, v->processors, "core"));
    if (v->n_holding)
        return sw_words_print(text, "%s of the baseline",
                              SW_SHOWN(some, v->n_holding, "call site"));
    if (v->subject == SW_SUBJECT_PROGRAM)
        return sw_words_print(text, "%s of the whole program", what);
    if (v->subject == SW_SUBJECT_REGION)
        return sw_words_print(text, "%s of region '%.200s'", what, v->name);
    if (!v->is_of_baseline)
        return sw_words_print(text, "%s of call site '%.200s'", what, v->name);
    return sw_words_print(text, "%s%s of %s", v->is_own ? "own " : "", what,
                          sw_site_name(&check->profile->sites[v->site], place));
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
        sw_units_cost(r->d->units, value < 0x1p64 ? (uint64_t)value : UINT64_MAX, text);
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
    if (sw_quantity_is_cost(v->quantity) && (exact || strcmp(r->d->units->unit, "ns")))
        snprintf(first + at, SW_UNITS_SIZE - at, " %s", r->d->units->unit);
}

static const char *baseline_name(const struct sw_check_report *r)
{
    return r->options->baseline ? r->options->baseline : "the baseline";
}

/* What a speedup is lost to: "; contention takes 77% of the cores' time instead of 2%, at a.c:12 in 'f'" */
static const char *loss_of(const struct sw_check_report *r, const struct sw_ruling *v, char *text)
{
    const struct sw_verdict_place at = sw_ruling_place(r->check, v);
    bool is_parallelism = v->loss->cause == SW_WHY_PARALLELISM;
    return sw_words_print(
        text, "; %s takes %s of the cores' time%s%s",
        is_parallelism ? "lack of parallelism" : sw_why_name(v->loss->cause),
        SW_SHOWN(percent, v->loss->lost),
        isnan(v->lost_before) ? ""
                              : SW_PRINTED(" instead of %s", SW_SHOWN(percent, v->lost_before)),
        at.line
            ? SW_PRINTED(", at %.200s:%u in '%.200s'", sw_base_name(at.file), at.line, at.function)
            : "");
}

static void state_limit(const struct sw_check_report *r, const struct sw_ruling *v, char *text)
{
    char value[SW_UNITS_SIZE], limit[SW_UNITS_SIZE], was[SW_UNITS_SIZE];
    bool is_worse = !isnan(v->before);
    put_values(r, v, v->limit, value, limit);
    if (v->is_broken)
        sw_words_print(text, is_worse ? "%s, %s %s (was %s in %.300s)" : "%s, %s %s",
                       isnan(v->value) ? "not known" : value, v->is_upper ? "above" : "below",
                       limit, put_value(r, v, v->before, 0, was), baseline_name(r));
    else
        sw_words_print(text, "%s (%s %s)", value, v->is_upper ? "at most" : "at least", limit);
}

static void state_change(const struct sw_check_report *r, const struct sw_ruling *v, char *text)
{
    char value[SW_UNITS_SIZE], before[SW_UNITS_SIZE], percent[SW_UNITS_SIZE], limit[SW_UNITS_SIZE];
    put_values(r, v, v->before, value, before);
    sw_units_growth(v->value / v->before, percent);
    if (!*percent)
        strcpy(percent, "from nothing");
    if (v->value == v->before || (isnan(v->value) && isnan(v->before)))
        sw_words_print(text, "%s, as in %.300s", value, baseline_name(r));
    else if (v->is_broken && v->is_upper)
        sw_words_print(text, "%s, was %s in %.300s: %s, more than %.3g%%", value, before,
                       baseline_name(r), percent, 100 * r->check->tolerance);
    else if (v->is_broken)
        sw_words_print(text, "%s, was %s in %.300s: %s, below %s", value, before, baseline_name(r),
                       percent, put_value(r, v, v->limit, 0, limit));
    else
        sw_words_print(text, "%s, was %s in %.300s (%s)", value, before, baseline_name(r), percent);
}

char *sw_ruling_words(const struct sw_ruling *v, const struct sw_check_report *r, char *text)
{
    char words[SW_RULING_TEXT], loss[SW_RULING_TEXT] = "";
    if (v->n_holding)
        return sw_words_print(text, "none got worse by more than %.3g%%",
                              100 * r->check->tolerance);
    (v->is_of_baseline ? state_change : state_limit)(r, v, words);
    return sw_words_print(text, "%s%s", words, v->loss ? loss_of(r, v, loss) : "");
}

static int64_t growth(const struct sw_difference *d, int of_work)
{
    return of_work ? d->local_work.growth : d->local_span.growth;
}

SW_ORDER_AT(compare_by_work, struct sw_difference,
            SW_FALLING(x->local_work.growth, y->local_work.growth))

static void put_growth(const struct sw_check_report *r, const struct sw_difference *d,
                       const struct sw_change *c, const char *indent, FILE *out)
{
    char place[SW_SITE_TEXT];
    fprintf(out, "%s  %s: %s -> %s (%s)\n", indent, sw_words_clean(sw_site_name(&d->site, place)),
            d->presence == SW_AFTER_ONLY ? "new" : SW_SHOWN(cost, r->d->units, c->before),
            SW_SHOWN(cost, r->d->units, c->after), SW_SHOWN(change, r->d->units, c->growth));
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
                SW_SHOWN(cost, r->d->units, last), SW_SHOWN(percent, (double)last / (double)whole));
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

/* Rulings as lines of a log: none is broken over two, so that grep finds it. */

static void put_line(const struct sw_page *page, const char *colour, const char *word,
                     const char *text)
{
    fprintf(page->out, "%s%-8s%s", colour, word, *colour ? page->plain : "");
    sw_words_put(text, page->out); /* which must not look like a line of its own */
    fputc('\n', page->out);
}

static void put_ruling(const struct sw_check_report *r, const struct sw_page *page,
                       const struct sw_ruling *v)
{
    char name[SW_RULING_TEXT], words[SW_RULING_TEXT], line[2 * SW_RULING_TEXT + 4];
    snprintf(line, sizeof line, "%s: %s", sw_ruling_name(v, r->check, name),
             sw_ruling_words(v, r, words));
    put_line(page, v->is_broken ? page->warning : "", v->is_broken ? "FAILED" : "ok", line);
}

/* A region that is in one profile only is not compared, and that is said. */
static void put_regions(const struct sw_check_report *r, const struct sw_page *page)
{
    const struct sw_diff *f = &r->check->diff;
    for (size_t i = 0; i < f->n_regions; i++) {
        const struct sw_difference *d = &f->regions[i];
        if (d->presence == SW_IN_BOTH)
            continue;
        put_line(page, "", "note",
                 SW_PRINTED("region '%.200s' is only in %.200s: not compared", d->label,
                            d->presence == SW_AFTER_ONLY ? "this profile" : r->options->baseline));
    }
}

static int sw_check_text(const struct sw_check_report *r)
{
    const struct sw_check *check = r->check;
    const struct sw_page *page = &r->d->text;
    for (size_t i = 0; i < r->d->findings.n; i++) {
        SW_FREED char *words = sw_finding_words(&r->d->findings.items[i]);
        put_line(page, page->advice, "warning", sw_string(words));
    }
    for (size_t i = 0; i < check->n; i++)
        put_ruling(r, page, &check->rulings[i]);
    put_regions(r, page);
    if (!check->n_broken)
        return 0;
    sw_check_places(r, "        ", r->out);
    fprintf(r->out, "spanwise check: %zu of %zu limit%s broken\n", check->n_broken, check->n,
            check->n == 1 ? " is" : "s are");
    if (r->options->accept) {
        fputs("to accept the change: ", r->out);
        sw_words_put(r->options->accept, r->out);
        fputc('\n', r->out);
    }
    return 0;
}

/* Costs to the last digit. */
static void check_json_put_value(struct sw_json *json, const char *key, const struct sw_ruling *v,
                                 double value)
{
    if (sw_quantity_is_cost(v->quantity) && value >= 0 && value < 0x1p64)
        sw_json_integer(json, key, (uint64_t)value);
    else
        sw_json_real(json, key, value);
}

static void check_json_put_ruling(struct sw_json *json, const struct sw_check_report *r,
                                  const struct sw_ruling *v)
{
    char text[SW_RULING_TEXT];
    sw_json_put(json, "{passed:%d, what:%s", !v->is_broken, sw_ruling_name(v, r->check, text));
    sw_json_put(json,
                "text:%s, subject:%s, name:%s, quantity:%s, processors?:%lu, of:%s, relation:%s",
                sw_ruling_words(v, r, text), sw_subject_name(v->subject), v->name,
                v->n_holding ? "all" : sw_quantity_name(v->quantity),
                v->quantity == SW_SPEEDUP ? v->processors : 0,
                v->is_of_baseline ? "baseline" : "limit", v->is_upper ? "at most" : "at least");
    check_json_put_value(json, "value", v, v->value);
    check_json_put_value(json, "limit", v, v->limit);
    check_json_put_value(json, "before", v, v->before);
    if (v->loss) {
        struct sw_verdict_place at = sw_ruling_place(r->check, v);
        sw_json_put(json, "cause:%s, lost:%g, lost_before:%g, file:%s, line:%u, function:%s",
                    sw_why_name(v->loss->cause), v->loss->lost, v->lost_before, at.file, at.line,
                    at.function);
    }
    if (v->site != SW_NO_SITE) {
        const struct sw_site *site = &r->check->profile->sites[v->site];
        sw_json_put(json, "file:%s, line:%u, caller:%s, callee:%s", site->caller_place.file,
                    site->caller_place.line, site->caller_place.function, sw_site_callee(site));
    }
    sw_json_close(json, '}');
}

static int sw_check_json(const struct sw_check_report *r)
{
    const struct sw_check *check = r->check;
    const struct sw_profile *p = check->profile;
    struct sw_json *json = &r->d->json;
    sw_json_put(json, "passed:%d, broken:%zu", !check->n_broken, check->n_broken);
    sw_document_program(r->d, p);
    sw_json_put(json, "meter:%s, unit:%s", p->meter, p->unit);
    if (check->baseline)
        sw_json_put(json, "baseline:%s, tolerance:%g", r->options->baseline, check->tolerance);
    sw_document_findings(r->d, &r->d->findings, p);
    sw_json_open(json, "limits", '[');
    for (size_t i = 0; i < check->n; i++)
        check_json_put_ruling(json, r, &check->rulings[i]);
    sw_json_close(json, ']');
    if (check->baseline)
        sw_diff_changes(r->d, &check->diff);
    return 0;
}

int sw_check_print(const struct sw_check *check, const struct sw_check_options *options, FILE *out)
{
    static const struct {
        enum sw_as as;
        int (*put)(const struct sw_check_report *);
    } formats[] = {
        [SW_CHECK_TEXT] = {SW_AS_TEXT, sw_check_text},
        [SW_CHECK_JSON] = {SW_AS_JSON, sw_check_json},
        [SW_CHECK_JUNIT] = {SW_AS_OTHER, sw_check_junit},
        [SW_CHECK_GITHUB] = {SW_AS_OTHER, sw_check_github},
    };
    const struct sw_profile *p = check->profile;
    struct sw_document d;
    int error = sw_document_open(&d, formats[options->format].as, &options->page, p, p->unit, out);
    if (error)
        return error;
    if (check->baseline)
        error = sw_diff_doubts(&d.findings, &check->diff, d.units);
    if (!error)
        error = formats[options->format].put(&(struct sw_check_report){check, options, &d, d.out});
    sw_document_fails(&d, error);
    return sw_document_close(&d);
}
