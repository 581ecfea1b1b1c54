/* Functions, by samples. */
#include "analysis/effort/effort.h"
#include "analysis/flame/flame.h"
#include "analysis/workspan/serial_functions.h"
#include "base/order.h"
#include "report/model/profile_parts.h"
#include "report/model/run.h"

enum { DEFAULT_TOP = 10 };

static uint64_t sort_key(const struct sw_function *f, enum sw_report_sort sort)
{
    switch (sort) {
    case SW_SORT_SPAN:
        return f->on_span.total;
    case SW_SORT_LOCAL_WORK:
    case SW_SORT_COUNT:
        return f->on_work.self;
    case SW_SORT_WORK:
        return f->on_work.total;
    default:
        break;
    }
    return f->on_span.self;
}

static int compare(const void *a, const void *b, void *sort_by)
{
    const struct sw_function *x = *(const struct sw_function *const *)a;
    const struct sw_function *y = *(const struct sw_function *const *)b;
    enum sw_report_sort sort = *(const enum sw_report_sort *)sort_by;
    return SW_BY(SW_FALLING(sort_key(x, sort), sort_key(y, sort)),
                 SW_FALLING(x->on_span.self, y->on_span.self),
                 SW_FALLING(x->on_work.self, y->on_work.self),
                 SW_FALLING(x->on_span.total, y->on_span.total),
                 SW_FALLING(x->on_work.total, y->on_work.total), strcmp(x->function, y->function),
                 strcmp(x->file, y->file));
}

/* What calls main has all of it in it, and says nothing; what libraries do is their callers'. */
static int is_outside(const struct sw_function *f)
{
    return !f->on_work.self && !f->on_span.self && (f->library || sw_effort_is_outer(f->function));
}

/* Those outside are put last; returns how many are not. */
static size_t put_outside_last(const void **rows, size_t n)
{
    size_t inside = 0;
    for (size_t i = 0; i < n; i++) {
        const void *row = rows[i];
        if (is_outside(row))
            continue;
        memmove(rows + inside + 1, rows + inside, (i - inside) * sizeof *rows);
        rows[inside++] = row;
    }
    return inside;
}

static double lost_in(const struct sw_verdict *v, const struct sw_function *f)
{
    double lost = 0;
    for (size_t i = 0; i < v->n_losses; i++)
        for (size_t k = 0; k < v->losses[i].n_places; k++) {
            const struct sw_verdict_place *at = &v->losses[i].places[k];
            if (at->lost > 0 && !strcmp(at->function, f->function) && !strcmp(at->file, f->file))
                lost += at->lost;
        }
    return lost;
}

int sw_run_list_functions(struct sw_report *report, enum sw_report_sort sort)
{
    struct sw_functions *f = &report->functions;
    int error = sw_functions_make(f, report->profile);
    if (error)
        return error;
    report->function_rows = calloc(f->n + 1, sizeof *report->function_rows);
    if (!report->function_rows)
        return -ENOMEM;
    for (size_t i = 0; i < f->n; i++) {
        report->function_rows[i] = &f->items[i];
        f->items[i].lost = lost_in(&report->verdict, &f->items[i]);
    }
    if (f->span < SW_SAMPLES_ENOUGH && sort != SW_SORT_WORK) /* of a few samples no order follows */
        sort = sort == SW_SORT_SPAN ? SW_SORT_WORK : SW_SORT_LOCAL_WORK;
    qsort_r(report->function_rows, f->n, sizeof *report->function_rows, compare, &sort);
    report->n_functions = put_outside_last(report->function_rows, f->n);
    return 0;
}

#define ROW ((const struct sw_function *)row)
SW_GETS(get_where, text, sw_value_place(value, ROW->file, ROW->line, ROW->module))
SW_GETS_IF(get_lost, ROW->lost > 0, real, ROW->lost)

#define SAMPLES(side, measure)                                                         \
    SW_COLUMN("samples_on_" #side "." #measure, #measure " on " #side, NULL, SW_COUNT, \
              AT(sw_function, on_##side.measure))
#define SHARE(side, measure)                                                    \
    SW_COLUMN("on_" #side "." #measure, NULL, #measure ", of " #side, SW_SHARE, \
              AT(sw_function, on_##side.measure), OF_WHOLE(sw_functions, side), \
              .group = "on_" #side, .word = #measure, .heat = 1)

static const struct sw_column fields[] = {
    {"function", NULL, NULL, SW_TEXT, AT(sw_function, function), .fit = SW_NAME},
    {"file", NULL, NULL, SW_TEXT, AT(sw_function, file)},
    {"line", NULL, NULL, SW_NUMBER, AT(sw_function, line)},
    {"module", NULL, NULL, SW_TEXT, AT(sw_function, module)},
    SAMPLES(work, self),
    SAMPLES(work, total),
    SAMPLES(span, self),
    SAMPLES(span, total),
    /* For people: */
    SHARE(span, self),
    SHARE(span, total),
    SHARE(work, self),
    SHARE(work, total),
    {"lost", NULL, NULL, SW_SHARE, .get = get_lost, .word = "lost", .heat = 1},
    {"where", NULL, "hottest line", SW_TEXT, .get = get_where, .fit = SW_PATH},
};

/* Whether some are known by the file that they are in only. */
static int has_nameless(const struct sw_report *r)
{
    for (size_t i = 0; i < r->n_functions; i++)
        if (*((const struct sw_function *)r->function_rows[i])->function == '[')
            return 1;
    return 0;
}

/* Shares of a few samples would be read as such: of the span there are none then. */
static void put_table(struct sw_document *d, const struct sw_report *r, const char *lead)
{
    static const struct sw_html_group groups[] = {{"on_span", "On span", "on span", 1},
                                                  {"on_work", "On work", "on work", 1}};
    bool few = r->functions.span < SW_SAMPLES_ENOUGH;
    bool for_people = d->as == SW_AS_TEXT || d->as == SW_AS_PAGE;
    size_t n = for_people ? r->n_functions : r->functions.n, top = d->options->top;
    SW_TABLE(d, .section = SW_TITLED("functions", "Functions, by samples", lead, .word = "samples"),
             .heading = "Functions, by samples (self: their own code; total: with what they call)",
             SW_FIELDS(fields),
             .text = few ? "on_work.self=of work:\nself|on_work.total=\ntotal|function|where"
                         : "on_span.self=of span:\nself|on_span.total=\ntotal|on_work.self=of "
                           "work:\nself|on_work.total=\ntotal|function|where",
             .page = few ? "function..line|lost|on_work.self..on_work.total|module"
                         : "function..line|lost|on_span.self..on_work.total|module",
             .json =
                 "function..module|samples_on_work.self=on_work.self|samples_on_work.total=on_work."
                 "total|samples_on_span.self=on_span.self|samples_on_span.total=on_span.total|lost",
             .csv = "function..samples_on_span.total", .rows = r->function_rows,
             .n = top && top < n && d->as != SW_AS_TEXT ? top : n, .context = &r->functions,
             .top = top ? top : DEFAULT_TOP, .more = " function~: 'spanwise report --top=all'",
             .look = {.sort = few ? "on_work.self" : "on_span.self",
                      .groups = groups + few,
                      .n_groups = sizeof groups / sizeof *groups - few});
}

static void put_text(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_functions *f = &r->functions;
    char span[SW_UNITS_SIZE], work[SW_UNITS_SIZE];
    sw_units_count(f->span, span);
    sw_units_count(f->work, work);
    if (!r->n_functions)
        return;
    if (f->work < SW_SAMPLES_ENOUGH) {
        sw_document_heading(
            d, "Functions, by samples (self: their own code; total: with what they call)");
        sw_document_paragraph(
            d,
            "the run was too short: %s sample%s, and %d are needed; let it run longer, or raise "
            "--rate ('spanwise report --format=csv-functions' lists what there is)",
            work, f->work == 1 ? "" : "s", SW_SAMPLES_ENOUGH);
        return;
    }
    put_table(d, r, NULL);
    if (f->span < SW_SAMPLES_ENOUGH)
        sw_document_paragraph(d,
                              "estimates, from %s samples on work: shares may be off by %.1f "
                              "points; there are too few on the span, %s sample%s",
                              work, sw_samples_points(f->work), span, f->span == 1 ? "" : "s");
    else
        sw_document_paragraph(d,
                              "estimates, from %s samples on span and %s on work: shares may be "
                              "off by %.1f and %.1f points",
                              span, work, sw_samples_points(f->span), sw_samples_points(f->work));
}

static void put_page(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_functions *f = &r->functions;
    bool few = f->span < SW_SAMPLES_ENOUGH;
    if (!r->profile->sampled.rate || f->work < SW_SAMPLES_ENOUGH)
        return;
    const char *shares =
        few ? SW_PRINTED("Shares may be off by %.0f points. There are too few samples on the "
                         "critical path to show shares of it.",
                         sw_samples_points(f->work))
            : SW_PRINTED("Shares may be off by %.0f points on span, %.0f on work.",
                         sw_samples_points(f->span), sw_samples_points(f->work));
    const char *nameless =
        has_nameless(r) ? "In brackets: all code of a file without symbols. " : "";
    put_table(d, r,
              SW_PRINTED("The line is the one with the most samples. %s%s", nameless, shares));
}

static const char *source_name(uint64_t source)
{
    static const char *const names[] = {"none", "task clock", "task clock outside the kernel",
                                        "timer"};
    return names[source < sizeof names / sizeof *names ? source : 0];
}

/* Of a simulated run: what its serial code is in. */
static void json_serial(struct sw_document *d, const struct sw_report *r)
{
    struct sw_serial_functions serial;
    if (!r->profile->n_simulations ||
        sw_serial_functions_make(&serial, &r->functions, r->profile, SW_SERIAL_CODE, NULL))
        return;
    sw_json_put(&d->json, "serial:%lu, serial_functions:[", serial.samples);
    for (size_t i = 0; i < serial.n; i++) {
        const struct sw_serial_function *s = &serial.items[i];
        sw_json_put(&d->json, "{function:%s, file:%s, line:%u, module:%s, samples:%lu}",
                    s->function->function, s->function->file, s->line, s->function->module,
                    s->samples);
    }
    sw_json_close(&d->json, ']');
    sw_serial_functions_release(&serial);
}

static void put_json(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_sampled *s = &r->profile->sampled;
    if (!s->rate)
        return;
    sw_json_put(&d->json,
                "samples:{rate:%lu, source:%s, on_work:%lu, on_span:%lu, taken:%lu, lost:%lu, "
                "profiler:%lu, waiting:%lu, cut:%lu, paths_refused:%lu, threads_refused:%lu",
                s->rate, source_name(s->source), r->functions.work, r->functions.span, s->taken,
                s->lost, s->profiler, s->waiting, s->cut, s->refused, s->threads);
    d->json.more_lines = 1; /* a function a line */
    put_table(d, r, NULL);
    json_serial(d, r);
    d->json.more_lines = 0;
    sw_json_close(&d->json, '}');
}

void sw_run_functions(struct sw_document *d, const struct sw_report *r)
{
    if (d->as == SW_AS_TEXT)
        put_text(d, r);
    else if (d->as == SW_AS_PAGE)
        put_page(d, r);
    else if (d->as == SW_AS_JSON)
        put_json(d, r);
    else
        put_table(d, r, NULL);
}

void sw_tallies_join(const struct sw_tally *tallies, size_t n, char *text, size_t size)
{
    *text = 0;
    for (size_t i = 0, at = 0; i < n && at < size; i++)
        if (tallies[i].n)
            at += (size_t)snprintf(text + at, size - at, ", %s %s", SW_SHOWN(count, tallies[i].n),
                                   tallies[i].what);
}

void sw_run_samples(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_sampled *s = &r->profile->sampled;
    const struct sw_tally others[] = {{s->lost, "lost"},
                                      {s->profiler, "in the profiler"},
                                      {s->waiting, "while waiting for work"},
                                      {s->cut, "whose outermost callers are not known"},
                                      {s->refused, "without room for their path"}};
    char rest[400];
    sw_tallies_join(others, sizeof others / sizeof *others, rest, sizeof rest);
    if (s->rate)
        sw_document_note(d, "sampled", "%s sample%s, at %s per second of processor time%s%s",
                         SW_SHOWN(count, s->taken), s->taken == 1 ? "" : "s",
                         SW_SHOWN(count, s->rate),
                         s->source == SW_SAMPLED_TIMER ? ", by a timer" : "", rest);
}
