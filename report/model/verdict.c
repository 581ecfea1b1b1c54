/* What a document begins with: the verdict; its ledger, from N cores down to the speedup to expect; and speedups by number of cores. */
#include "base/order.h"
#include "report/model/document.h"

#define UNKNOWN 0.005  /* of the cores' time: what is less is rounding */
#define NOTHING 0.0005 /* as is written */

struct ledger_row {
    const char *cause; /* "work", a cause's name, "away", "not known" */
    double share;      /* of the cores' time: they add up to 1; NAN: what it takes is not known */
    double speedup_without;
    const struct sw_verdict_loss *loss; /* NULL: it is none of a cause */
};

enum { LEDGER_ROWS = SW_WHY_CAUSES + 3 };

/* The place that loses most; NULL: none is known. */
static const struct sw_verdict_place *first_place(const struct sw_verdict_loss *loss)
{
    return loss && loss->n_places ? &loss->places[0] : NULL;
}

/* Lines that cores fight over have no price. */
static double share_of(const struct sw_verdict_loss *loss)
{
    const struct sw_verdict_place *first = first_place(loss);
    return loss->lost > 0 || !first || first->form != SW_FORM_SHARED ? loss->lost : NAN;
}

/* By share; what has none that is known comes first. */
static int compare_rows(const void *a, const void *b)
{
    const struct ledger_row *x = a, *y = b;
    double p = isnan(x->share) ? 1 : x->share, q = isnan(y->share) ? 1 : y->share;
    return SW_BY(SW_FALLING(p, q), SW_RISING(x->loss, y->loss));
}

/* Work first, then what is lost. Returns how many; 0: what is lost is not known. */
static size_t make_ledger(const struct sw_verdict *v, struct ledger_row rows[LEDGER_ROWS])
{
    size_t k = 0;
    double lost = 0;
    for (size_t i = 0; i < v->n_losses; i++)
        lost += v->losses[i].lost;
    if (!v->n_losses || isnan(lost))
        return 0;
    if (v->work > 0)
        rows[k++] = (struct ledger_row){"work", v->work, NAN, NULL};
    size_t first = k;
    for (size_t i = 0; i < v->n_losses; i++)
        if (!i || !(share_of(&v->losses[i]) < NOTHING))
            rows[k++] =
                (struct ledger_row){sw_why_name(v->losses[i].cause), share_of(&v->losses[i]),
                                    v->losses[i].speedup_without, &v->losses[i]};
    qsort(rows + first, k - first, sizeof *rows, compare_rows);
    double left = v->work > 0 ? 1 - lost - v->work : 0, away = fmin(left, v->away);
    if (away > UNKNOWN)
        rows[k++] = (struct ledger_row){"away", away, NAN, NULL};
    if (left - away > UNKNOWN)
        rows[k++] = (struct ledger_row){"not known", left - away, NAN, NULL};
    return k;
}

/* What the verdict is about; NULL: nothing is lost, or not known. */
static const struct sw_verdict_loss *first_loss(const struct sw_verdict *v)
{
    return v->cause < SW_WHY_CAUSES && v->n_losses ? &v->losses[0] : NULL;
}

/* "a.c:12", "a.c:12 (+3)" */
SW_GETTER(get_line, context)
{
    const struct sw_verdict_loss *loss = ((const struct ledger_row *)row)->loss;
    const struct sw_verdict_place *place = first_place(loss);
    value->none = !place || !place->line;
    if (value->none)
        return;
    sw_value_place(value, sw_base_name(place->file), place->line, "");
    size_t n = strlen(value->scratch);
    if (loss->n_all > 1)
        snprintf(value->scratch + n, sizeof value->scratch - n, " (+%zu)", loss->n_all - 1);
}

SW_GETTER(get_function, context)
{
    const struct sw_verdict_place *place = first_place(((const struct ledger_row *)row)->loss);
    value->text = place ? place->function : "";
    value->none = !*value->text;
}

/* What is lost to a cause is named as what there is, not as what is wanting. */
static const char *goes_to(const struct ledger_row *row)
{
    if (!strcmp(row->cause, "away"))
        return "sleep, input, output";
    return row->loss && row->loss->cause == SW_WHY_PARALLELISM ? "lack of parallelism" : row->cause;
}

SW_GETS(get_goes_to, text, goes_to(row))

static const struct sw_column ledger[] = {
    {"share", NULL, "\nshare", SW_SHARE, AT(ledger_row, share)},
    {"cause", NULL, "\ngoes to", SW_TEXT, .get = get_goes_to},
    {"without", NULL, "speedup\nwithout it", SW_REAL, AT(ledger_row, speedup_without)},
    {"line", NULL, "\nline (+ more)", SW_TEXT, .get = get_line, .fit = SW_PATH},
    {"function", NULL, "\nin function", SW_TEXT, .get = get_function, .fit = SW_NAME},
};

static void text_ledger(struct sw_document *d, const char *heading, const struct ledger_row *rows,
                        size_t n)
{
    enum { NARROW = 56 }; /* a terminal for the first columns only */
    SW_TABLE(d, .heading = heading, SW_FIELDS(ledger),
             .text = d->text.width < NARROW ? "share..without" : "*", SW_ITEMS(rows, n));
}

static bool is_at(const struct sw_place *a, const struct sw_verdict_place *b)
{
    return a->line && a->line == b->line && !strcmp(sw_string(a->file), b->file);
}

/* The site that is at the place, or that calls what is: the one with the most of the span. */
static size_t site_at(const struct sw_profile *p, const struct sw_verdict_place *at)
{
    size_t found = SW_NO_SITE;
    for (size_t i = 0; p && at->line && i < p->n_sites; i++)
        if ((is_at(&p->sites[i].caller_place, at) || is_at(&p->sites[i].callee_place, at)) &&
            (found == SW_NO_SITE ||
             p->sites[i].on_span.local.span > p->sites[found].on_span.local.span))
            found = i;
    return found;
}

static void page_place(struct sw_html *html, const struct sw_verdict_place *at)
{
    struct sw_place place = {0};
    if (at)
        place = (struct sw_place){
            .file = (char *)at->file, .function = (char *)at->function, .line = at->line};
    sw_html_place(html, "place", &place);
    sw_html_site(html, at ? site_at(html->profile, at) : SW_NO_SITE);
}

static void page_ledger(struct sw_html *html, const char *title, const struct sw_verdict *v,
                        const struct ledger_row *rows, size_t n)
{
    static const struct {
        const char *cause, *role;
    } roles[] = {{"work", "work"},      {"parallelism", "serial"}, {"imbalance", "idle"},
                 {"grain", "overhead"}, {"contention", "lock"},    {"memory", "memory"},
                 {"away", "unknown"},   {"not known", "unknown"}};
    sw_html_open(
        html, "ledger",
        SW_SECTION("ledger", title,
                   v->certainty == SW_CERTAIN_SIMULATED
                       ? "Whatever is not work is lost. Speedup without it: the program emulated "
                         "or simulated again with that cause removed, and nothing else changed."
                       : "Whatever is not work is lost. Speedup without it: an estimate with that "
                         "cause removed everywhere."));
    sw_html_list(html, "rows");
    for (size_t i = 0; i < n; i++) {
        const char *role = NULL;
        for (size_t k = 0; k < sizeof roles / sizeof *roles; k++)
            if (!strcmp(roles[k].cause, rows[i].cause))
                role = roles[k].role;
        sw_json_put(&html->json,
                    "{cause:%s, goes_to:%s, role?:%s, share:%g, speedup_without:%g, places:%zu",
                    rows[i].cause, goes_to(&rows[i]), role, rows[i].share, rows[i].speedup_without,
                    rows[i].loss ? rows[i].loss->n_all : 0);
        page_place(html, first_place(rows[i].loss));
        sw_json_close(&html->json, '}');
    }
    sw_html_close(html);
}

static void put_ledger(struct sw_document *d, const struct sw_verdict *v)
{
    struct ledger_row rows[LEDGER_ROWS];
    size_t n = make_ledger(v, rows);
    const char *title =
        SW_PRINTED("Where the time of %s goes", SW_SHOWN(some, v->processors, "core"));
    if (n && d->as == SW_AS_PAGE)
        page_ledger(&d->page, title, v, rows, n);
    else if (n)
        text_ledger(d, title, rows, n);
}

/* A step of the plan, and what it is about. */
struct plan_row {
    uint64_t number; /* from 1 on */
    struct ledger_row of;
    const struct sw_verdict_step *step;
};

#define PLAN ((const struct plan_row *)row)

SW_GETS(get_speedup, text,
        sw_value_print(value, "%s%s", PLAN->step->is_bound ? "at most " : "",
                       SW_SHOWN(ratio, PLAN->step->speedup)))

SW_GETTER(get_plan_line, context)
{
    const struct ledger_row *of = &PLAN->of;
    const struct sw_verdict_place *place = first_place(of->loss);
    get_line(of, context, value);
    if (place && (place->line || *place->function))
        return;
    value->none = false;
    value->text = goes_to(of);
}

SW_GETTER(get_plan_function, context)
{
    get_function(&PLAN->of, context, value);
}

static void json_place(struct sw_json *json, const struct sw_verdict_place *place)
{
    static const struct sw_verdict_place none;
    const struct sw_verdict_place *at = place ? place : &none;
    bool is_known = at->until > 0;
    sw_json_put(json, "file:%s, line:%u, function:%s, when:{from:%g, until:%g, once:%d}", at->file,
                at->line, at->function, is_known ? at->from : NAN, is_known ? at->until : NAN,
                is_known && sw_verdict_is_once(at));
    if (at->called_line)
        sw_json_put(json, "called_at:{file:%s, line:%u}", at->called_file, at->called_line);
}

SW_ROW_MEMBERS(json_step_of, context)
{
    const struct plan_row *r = row;
    sw_json_string(&d->json, "cause", r->of.cause);
    json_place(&d->json, first_place(r->of.loss));
}

static void put_plan(struct sw_document *d, const struct sw_verdict *v)
{
    struct plan_row rows[SW_WHY_CAUSES];
    const struct sw_column plan[] = {
        {"step", NULL, "", SW_COUNT, AT(plan_row, number)},
        {"cause", NULL, "cause", SW_TEXT, AT(plan_row, of.cause)},
        {"line", NULL, "line (+ more)", SW_TEXT, .get = get_plan_line, .fit = SW_PATH},
        {"function", NULL, "in function", SW_TEXT, .get = get_plan_function, .fit = SW_NAME},
        {"shown", NULL, SW_SHOWN(some, v->processors, "core"), SW_FIGURE, .get = get_speedup},
        {"speedup", NULL, "speedup", SW_REAL, VIA(plan_row, step, sw_verdict_step, speedup)},
        {"bound", NULL, "bound", SW_FLAG, VIA(plan_row, step, sw_verdict_step, is_bound)},
        {"remedy", NULL, "try", SW_TEXT, VIA(plan_row, step, sw_verdict_step, remedy)},
    };
    for (size_t i = 0; i < v->n_steps; i++) {
        const struct sw_verdict_step *step = &v->steps[i];
        rows[i] = (struct plan_row){
            i + 1, {sw_why_name(step->cause), NAN, NAN, sw_verdict_loss_of(v, step->cause)}, step};
    }
    SW_TABLE(d,
             .section = SW_TITLED("plan", "What to do, in this order",
                                  "Speedups are with that step and all before it done."),
             SW_FIELDS(plan), .text = "step|line|function|shown|remedy",
             .page = "step|cause|line|function|shown|remedy", .json = "speedup|bound|remedy",
             .before = json_step_of, SW_ITEMS(rows, v->n_steps));
}

enum { LABEL = 10, CELL = 8, MOST_CELLS = 16 };

struct cell {
    uint64_t processors;
    double expected, measured; /* NAN: not known */
};

SW_ORDER(compare, struct cell, SW_RISING(x->processors, y->processors))

static void add(struct cell *cells, size_t *n, const struct sw_verdict_speedup *s, bool is_measured)
{
    size_t i = 0;
    while (i < *n && cells[i].processors != s->processors)
        i++;
    if (i == *n)
        cells[(*n)++] = (struct cell){s->processors, NAN, NAN};
    *(is_measured ? &cells[i].measured : &cells[i].expected) = s->speedup;
}

/* Of more than fit: those that were measured, the last one, and powers of two; then the last of them. Returns how many. */
static size_t choose(struct cell *cells, size_t n, size_t most)
{
    size_t k = 0;
    for (size_t i = 0; n > most && i < n; i++)
        if (!isnan(cells[i].measured) || i + 1 == n ||
            !(cells[i].processors & (cells[i].processors - 1)))
            cells[k++] = cells[i];
    k = k ? k : n;
    for (size_t i = 0; k > most && i < most; i++)
        cells[i] = cells[i + k - most];
    return k < most ? k : most;
}

static void text_row(struct sw_document *d, const char *label, const struct cell *cells, size_t n,
                     bool is_measured)
{
    fprintf(d->out, "  %-*s", LABEL, label);
    for (size_t i = 0; i < n; i++) {
        double value = is_measured ? cells[i].measured : cells[i].expected;
        fprintf(d->out, "%*s", CELL, isnan(value) ? "-" : SW_SHOWN(ratio, value));
    }
    fputc('\n', d->out);
}

/* A column each: there is more room in this direction. */
static void text_speedups(struct sw_document *d, const struct sw_verdict *v)
{
    SW_FREED struct cell *cells = calloc(v->n_expected + v->n_measured + 1, sizeof *cells);
    size_t n = 0, width = d->text.width,
           most = width > LABEL + 3 * CELL ? (width - LABEL - 2) / CELL : 2;
    if (sw_document_fails(d, cells ? 0 : -ENOMEM))
        return;
    for (size_t i = 0; i < v->n_expected; i++)
        add(cells, &n, &v->expected[i], false);
    for (size_t i = 0; i < v->n_measured; i++)
        add(cells, &n, &v->measured[i], true);
    qsort(cells, n, sizeof *cells, compare);
    n = choose(cells, n, most < MOST_CELLS ? most : MOST_CELLS);
    if (n > 1 || v->n_measured) {
        sw_document_heading(d, "Speedup by number of cores");
        fprintf(d->out, "%s  %-*s", d->text.bold, LABEL, "cores");
        for (size_t i = 0; i < n; i++)
            fprintf(d->out, "%*" PRIu64, CELL, cells[i].processors);
        fprintf(d->out, "%s\n", d->text.plain);
        text_row(d, v->is_bound ? "at most" : "expected", cells, n, false);
        if (v->n_measured)
            text_row(d, "measured", cells, n, true);
    }
}

static void page_verdict(struct sw_document *d, const struct sw_verdict *v)
{
    struct sw_html *html = &d->page;
    html->verdict = v;
    html->at = v->processors;
    sw_html_open(html, "verdict", NULL);
    sw_json_string(&html->json, "cause", sw_why_name(v->cause));
    page_place(html, first_place(first_loss(v)));
    sw_html_list(html, "sentences");
    for (size_t i = 0; i < v->n_sentences; i++) {
        sw_json_string(&html->json, NULL, v->sentences[i]);
        sw_html_mention(html, v->sentences[i]);
    }
    sw_html_close(html);
}

static void json_loss(struct sw_json *json, const struct sw_verdict_loss *loss)
{
    sw_json_put(json, "{cause:%s", sw_why_name(loss->cause));
    json_place(json, first_place(loss));
    sw_json_put(json, "lost:%g, speedup_without:%g, bound:%d, simulated:%d, speedup_alone?:%g",
                share_of(loss), loss->speedup_without, loss->is_bound, loss->is_simulated,
                loss->speedup_alone);
    if (loss->on_one > 0)
        sw_json_put(json, "on_one_core:%g, on_one_core_is:%s", loss->on_one, loss->on_one_is);
    sw_json_put(json, "places:%zu, form:%s}", loss->n_all,
                loss->n_places ? sw_verdict_form_name(loss->places[0].form) : "");
}

/* Of those that were measured, what was predicted, too. */
static void json_speedups(struct sw_json *json, const struct sw_verdict *v, const char *key,
                          const struct sw_verdict_speedup *speedups, size_t n)
{
    sw_json_open(json, key, '[');
    for (size_t i = 0; i < n; i++) {
        sw_json_put(json, "{processors:%lu, speedup:%g", speedups[i].processors,
                    speedups[i].speedup);
        if (speedups == v->measured)
            sw_json_real(json, "predicted", sw_verdict_expected_on(v, speedups[i].processors));
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

/* Bytes a second, as of traffic. */
static void json_memory(struct sw_json *json, const struct sw_verdict_memory *m)
{
    if (m->is_known)
        sw_json_put(json,
                    "memory:{machine:%s, chosen:%s, machine_processors:%u, slowdown:%g, "
                    "core_bytes_per_second:%g, bytes_per_second:%g, enough_for_processors:%g}",
                    m->machine, m->chosen, m->bandwidth.machine.processors, m->bandwidth.slowdown,
                    m->first.mb_s * 1e6,
                    sw_machine_bandwidth(&m->bandwidth.machine, (double)m->bandwidth.processors) *
                        1e6,
                    isinf(m->first.enough) ? (double)NAN : m->first.enough);
}

static void json_verdict(struct sw_document *d, const struct sw_verdict *v)
{
    struct sw_json *json = &d->json;
    static const char *const reasons[] = {NULL, "spin", "lock", "time", "mixed", "unfollowed"};
    const struct sw_verdict_loss *first = first_loss(v);
    sw_json_put(json, "verdict:{processors:%lu, speedup:%g", v->processors, v->speedup);
    json_speedups(json, v, "measured", v->measured, v->n_measured);
    json_speedups(json, v, "expected", v->expected, v->n_expected);
    sw_json_string(json, "cause", sw_why_name(v->cause));
    json_place(json, first_place(first));
    sw_json_put(json, "speedup_without:%g, certainty:%s", first ? first->speedup_without : NAN,
                sw_certainty_name(v->certainty));
    sw_json_strings(json, "sentences", (const char *const *)v->sentences, v->n_sentences);
    sw_json_open(json, "losses", '[');
    for (size_t i = 0; i < v->n_losses; i++)
        json_loss(json, &v->losses[i]);
    sw_json_put(json, "], work:%g, away:%g", v->work > 0 ? v->work : NAN, v->away);
    if (v->n_steps > 1)
        sw_json_put(json, "then:{cause:%s, speedup:%g, bound:%d}", sw_why_name(v->steps[1].cause),
                    v->steps[1].speedup, v->steps[1].is_bound);
    put_plan(d, v);
    sw_json_put(json, "not_simulated?:%s", reasons[v->not_simulated]);
    json_memory(json, &v->memory);
    sw_json_open(json, "not_looked_at", '[');
    for (int c = 0; c < SW_WHY_CAUSES; c++)
        if (v->not_looked_at >> c & 1)
            sw_json_string(json, NULL, sw_why_name((enum sw_why)c));
    sw_json_put(json, "]}");
}

/* The first sentence is bold, the others are below it. */
static void text_verdict(struct sw_document *d, const struct sw_verdict *v)
{
    for (size_t i = 0; i < v->n_sentences; i++) {
        fputs(i ? "" : d->text.bold, d->out);
        sw_words_wrap(i ? "  " : "", v->sentences[i], d->text.width, d->out);
        fputs(i ? "" : d->text.plain, d->out);
    }
}

void sw_document_verdict(struct sw_document *d, const struct sw_verdict *v)
{
    if (d->as == SW_AS_JSON) {
        json_verdict(d, v);
        return;
    }
    if (d->as == SW_AS_PAGE)
        page_verdict(d, v);
    else
        text_verdict(d, v);
    put_ledger(d, v);
    if (v->n_steps > 1)
        put_plan(d, v);
    if (d->as == SW_AS_TEXT && d->options->brief)
        text_speedups(d, v);
}

static void put_curve(struct sw_document *d, const char *name, const char *role,
                      const struct sw_verdict_speedup *speedups, size_t n)
{
    static const struct sw_column fields[] = {
        {"processors", NULL, NULL, SW_COUNT, AT(sw_verdict_speedup, processors)},
        {"speedup", NULL, NULL, SW_REAL, AT(sw_verdict_speedup, speedup)}};
    if (n)
        SW_CURVE(d, name, role, fields, "*", speedups, n);
}

void sw_verdict_expected_curve(struct sw_document *d)
{
    const struct sw_verdict *v = d->page.verdict;
    if (v && v->certainty == SW_CERTAIN_SIMULATED)
        put_curve(d, "expected", "simulated", v->expected, v->n_expected);
}

void sw_verdict_measured_curve(struct sw_document *d)
{
    const struct sw_verdict *v = d->page.verdict;
    if (v && !d->options->measured) /* else the trials are there */
        put_curve(d, "measured", "measured", v->measured, v->n_measured);
}
