/* What a page begins with: the verdict, and its ledger. */
#include "report/model/verdict.h"
#include "analysis/workspan/sites.h"
#include "report/html/source.h"
#include "report/html/views.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct sw_place place_of(const struct sw_verdict_place *at)
{
    return (struct sw_place){
        .file = (char *)at->file, .function = (char *)at->function, .line = at->line};
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

static void put_place(struct sw_html *html, const struct sw_verdict_place *at)
{
    struct sw_place place = at ? place_of(at) : (struct sw_place){0};
    sw_html_place(html, "place", &place);
    sw_html_site(html, at ? site_at(html->profile, at) : SW_NO_SITE);
}

static void put_ledger(struct sw_html *html, const struct sw_verdict *v)
{
    static const struct {
        const char *cause, *role;
    } roles[] = {{"work", "work"},        {"parallelism", "serial"}, {"imbalance", "idle"},
                 {"grain", "overhead"},   {"contention", "lock"},    {"memory", "memory"},
                 {"not known", "unknown"}};
    struct sw_verdict_row rows[SW_VERDICT_ROWS];
    size_t n = sw_verdict_rows(v, rows);
    char title[80], cores[SW_UNITS_SIZE];
    if (!n)
        return;
    snprintf(title, sizeof title, "Where the time of %s goes",
             sw_units_some(v->processors, "core", cores));
    sw_html_open(html, "ledger",
                 &(struct sw_html_section){
                     .key = "ledger",
                     .title = title,
                     .lead = v->certainty == SW_CERTAIN_SIMULATED
                                 ? "Whatever is not work is lost. Speedup without it: the program "
                                   "emulated again with that cause mended, in all its places, and "
                                   "nothing else changed."
                                 : "Whatever is not work is lost. Speedup without it: an estimate "
                                   "for that cause mended, in all its places."});
    sw_html_list(html, "rows");
    for (size_t i = 0; i < n; i++) {
        sw_json_open(&html->json, NULL, '{');
        sw_json_string(&html->json, "cause", rows[i].cause);
        for (size_t k = 0; k < sizeof roles / sizeof *roles; k++)
            if (!strcmp(roles[k].cause, rows[i].cause))
                sw_json_string(&html->json, "role", roles[k].role);
        sw_json_real(&html->json, "share", rows[i].share);
        sw_json_real(&html->json, "speedup_without", rows[i].speedup_without);
        sw_json_integer(&html->json, "places", rows[i].loss ? rows[i].loss->n_all : 0);
        put_place(html, sw_verdict_row_place(&rows[i]));
        sw_json_close(&html->json, '}');
    }
    sw_html_close(html);
}

void sw_html_verdict(struct sw_html *html, const struct sw_verdict *v)
{
    const struct sw_verdict_loss *first =
        v->cause < SW_WHY_CAUSES && v->n_losses ? &v->losses[0] : NULL;
    html->verdict = v;
    sw_html_open(html, "verdict", NULL);
    sw_json_string(&html->json, "cause", sw_why_name(v->cause));
    put_place(html, first && first->n_places ? &first->places[0] : NULL);
    sw_html_list(html, "sentences");
    for (size_t i = 0; i < v->n_sentences; i++) {
        sw_json_string(&html->json, NULL, v->sentences[i]);
        sw_html_mention(html, v->sentences[i]);
    }
    sw_html_close(html);
    put_ledger(html, v);
}

void sw_html_verdict_lines(const struct sw_html *html, struct sw_source_lines *lines)
{
    static const double nothing[SW_SOURCE_MEASURES];
    const struct sw_verdict *v = html->verdict;
    for (size_t i = 0; v && i < v->n_losses; i++)
        for (size_t k = 0; k < v->losses[i].n_places; k++)
            if (v->losses[i].places[k].line)
                sw_source_lines_add(lines, v->losses[i].places[k].file, v->losses[i].places[k].line,
                                    nothing);
}

static void put_series(struct sw_html *html, const char *name, const char *role,
                       const struct sw_verdict_speedup *speedups, size_t n)
{
    double *x = calloc(2 * n + 1, sizeof *x), *y = x + n;
    if (!x) {
        html->error = -ENOMEM;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        x[i] = (double)speedups[i].processors;
        y[i] = speedups[i].speedup;
    }
    if (n)
        sw_html_series(html, name, role, n, x, y, NULL, NULL);
    free(x);
}

void sw_html_verdict_expected(struct sw_html *html)
{
    const struct sw_verdict *v = html->verdict;
    if (v && v->certainty == SW_CERTAIN_SIMULATED)
        put_series(html, "expected", "simulated", v->expected, v->n_expected);
}

void sw_html_verdict_measured(struct sw_html *html)
{
    if (html->verdict)
        put_series(html, "measured", "measured", html->verdict->measured,
                   html->verdict->n_measured);
}
