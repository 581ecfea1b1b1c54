/* The report of a profile of `spanwise run`: what was measured, what it bounds, what makes up the span, what to do. */
#include "report/model/run.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/locks.h"
#include "report/model/profile_parts.h"
#include "report/model/scaling_formats.h"

enum { LABEL_WIDTH = 24, HUMAN_WIDTH = 12, EXACT_WIDTH = 18 };

/* A figure of the whole program: a line of text, a card of a page. */
static void put_figure(struct sw_document *d, const char *label, const char *value,
                       const char *exact, const char *note, const char *word)
{
    if (d->as == SW_AS_PAGE) {
        sw_html_card(&d->page, label, value, note, word);
        return;
    }
    int pad = HUMAN_WIDTH - (int)sw_words_width(value);
    fprintf(d->out, "  %-*s%*s%s", LABEL_WIDTH, label, pad > 0 ? pad : 0, "", value);
    if (exact)
        fprintf(d->out, "  %*s", EXACT_WIDTH, exact);
    fputc('\n', d->out);
}

/* "Work  1.284 s  1,284,123,456 ns": what is exact is left out where it does not fit. */
static void put_cost(struct sw_document *d, const char *label, uint64_t cost, const char *note,
                     const char *word)
{
    const char *unit = d->units->unit;
    bool fits = d->text.width >= LABEL_WIDTH + HUMAN_WIDTH + EXACT_WIDTH + 6 + strlen(unit);
    put_figure(
        d, label,
        d->as == SW_AS_PAGE ? SW_SHOWN(spoken, d->units, cost) : SW_SHOWN(cost, d->units, cost),
        fits ? SW_PRINTED("%*s %s", EXACT_WIDTH, SW_SHOWN(count, cost), unit) : NULL, note, word);
}

/* With what it is by each of several runs. */
static void put_parallelism(struct sw_document *d, const struct sw_profile *p, const char *label,
                            double parallelism)
{
    const struct sw_interval *i = &p->steadiness.parallelism;
    const char *range = SW_PRINTED("%.20s to %.20s", SW_SHOWN(ratio, (double)i->least / 1000),
                                   SW_SHOWN(ratio, (double)i->most / 1000));
    put_figure(d, label, SW_SHOWN(ratio, parallelism), i->most ? range : NULL, "work / span",
               "parallelism");
}

static void put_further(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_figures *w = &r->profile->whole;
    if (d->as == SW_AS_PAGE) {
        sw_html_cards(&d->page, SW_SECTION("further", "More figures", .folded = true));
        put_cost(d, "Burdened span", w->burdened_span, "an estimate", "burdened span");
    }
    put_figure(d, "Burdened parallelism",
               SW_SHOWN(ratio, sw_parallelism(w->work, w->burdened_span)), NULL, "an estimate",
               "burdened parallelism");
    put_figure(d, "Spawns", SW_SHOWN(count, w->spawns), NULL, NULL, "spawn");
    put_figure(d, "Syncs", SW_SHOWN(count, w->syncs), NULL, NULL, "sync");
    put_cost(d, "Average maximal strand", sw_average_maximal_strand(w), NULL,
             "average maximal strand");
    if (d->as == SW_AS_PAGE)
        sw_html_close(&d->page);
}

/* A page has three of them, and the others where it ends. */
static void put_whole(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_figures *w = &r->profile->whole;
    sw_document_heading(d, "Whole program, measured (burdened: with an estimate of scheduling)");
    if (d->as == SW_AS_PAGE)
        sw_html_cards(&d->page, SW_SECTION("whole", "The whole program"));
    put_cost(d, "Work", w->work, "measured", "work");
    put_cost(d, "Span", w->span, "measured", "span");
    if (d->as != SW_AS_PAGE)
        put_cost(d, "Burdened span", w->burdened_span, "an estimate", "burdened span");
    put_parallelism(d, r->profile, "Parallelism", sw_parallelism(w->work, w->span));
    if (d->as == SW_AS_PAGE)
        sw_html_close(&d->page);
    else
        put_further(d, r);
}

/* A program whose threads are simulated, one after the other. */
static void put_simulated(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_outcome *o = r->simulation.chief;
    const struct sw_simulation *s = o->simulation;
    sw_document_heading(d, "Whole program on %s (%s, run by turns on one)",
                        SW_SHOWN(some, s->processors, "simulated processor"),
                        SW_SHOWN(some, s->threads, "thread"));
    put_cost(d, "Work, measured", s->work, NULL, NULL);
    put_cost(d, "Span, measured", s->span, NULL, NULL);
    put_cost(d, "Time, modelled", s->time, NULL, NULL);
    if (!sw_run_is_cut(r)) {
        put_figure(d, "Speedup, predicted", SW_SHOWN(ratio, o->speedup), NULL, NULL, NULL);
        put_parallelism(d, r->profile, "Parallelism, a bound", o->parallelism);
    }
    put_figure(d, r->simulation.of_threads ? "Threads started" : "Parallel regions",
               SW_SHOWN(count, s->regions), NULL, NULL, NULL);
}

/* What a launcher started, or all of that together; and, of a run that was not serial, its workers. */
static void put_run(struct sw_document *d, const struct sw_profile *p)
{
    const struct sw_rank *rank = &p->rank;
    const struct sw_circumstances *c = &p->circumstances;
    if (sw_profile_has_rank(p) && rank->merged)
        fprintf(d->out,
                "%" PRIu32 " ranks together: the work is their sum, the span is the longest\n",
                rank->merged);
    else if (sw_profile_has_rank(p)) {
        fprintf(d->out, "rank %" PRIu32, rank->rank);
        if (rank->size)
            fprintf(d->out, " of %" PRIu32, rank->size);
        if (rank->apart)
            fprintf(d->out, ", %s in MPI, which is not in the work",
                    SW_SHOWN(cost, d->units, rank->apart));
        fputc('\n', d->out);
    }
    if (sw_profile_is_parallel(p))
        fprintf(d->out, "measured in parallel on %s workers, %s steal%s\n",
                SW_SHOWN(count, c->workers), SW_SHOWN(count, c->steals), c->steals == 1 ? "" : "s");
}

/* Simulated runs say better than bounds what to expect. */
static void put_figures(struct sw_document *d, const struct sw_report *r)
{
    if (r->profile->n_simulations) {
        put_simulated(d, r);
        if (!sw_run_is_cut(r))
            sw_run_runs(d, r);
        sw_run_constructs(d, r);
        return;
    }
    put_whole(d, r);
    if (sw_units_is_length(d->units))
        sw_run_bounds(d, r);
}

/* What both text and page have, if there is any of it. */
static void put_tables(struct sw_document *d, const struct sw_report *r)
{
    static sw_run_part *const tables[] = {sw_run_functions, sw_run_inflation, sw_run_locks,
                                          sw_run_roof,      sw_run_traffic,   sw_run_shared,
                                          sw_run_regions};
    SW_EACH (put, tables, sizeof tables / sizeof *tables)
        (*put)(d, r);
}

static void put_text(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_profile *p = r->profile;
    sw_document_verdict(d, &r->verdict);
    if (d->options->brief)
        return;
    fputs("\n", d->out);
    sw_document_head(d, "Spanwise profile of", p);
    put_run(d, p);
    sw_document_findings(d, &r->findings, p);
    put_figures(d, r);
    sw_run_sites(d, r);
    put_tables(d, r);
    sw_document_measured(d, "How it was measured", p);
    sw_run_measured(d, r);
    sw_document_measured_end(d, p);
}

/* Only where a launcher started it. */
static void json_rank(struct sw_json *json, const struct sw_profile *p)
{
    if (!sw_profile_has_rank(p))
        return;
    sw_json_open(json, "rank", '{');
    if (p->rank.merged)
        sw_json_integer(json, "merged", p->rank.merged);
    else
        sw_json_integer(json, "rank", p->rank.rank);
    sw_json_put(json, "size:%u, launcher:%s, host:%s, time_ns:%lu, in_mpi:%lu}", p->rank.size,
                p->rank.launcher, p->rank.host, p->rank.time_ns, p->rank.apart);
}

static void put_json(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_profile *p = r->profile;
    sw_document_head(d, NULL, p);
    json_rank(&d->json, p);
    sw_document_figures(d, &p->whole);
    sw_run_bounds(d, r);
    sw_run_regions(d, r);
    sw_document_findings(d, &r->findings, p);
    sw_document_verdict(d, &r->verdict);
    sw_run_circumstances(d, r);
    sw_run_locks(d, r);
    sw_document_warnings(d, p);
    if (p->n_simulations) {
        sw_run_runs(d, r);
        sw_run_all_constructs(d, r);
        sw_run_construct_scaling(d, r);
        sw_run_lanes(d, r);
    }
    sw_run_sites(d, r);
    sw_run_functions(d, r);
    sw_run_inflation(d, r);
    sw_run_roof(d, r);
    sw_run_traffic(d, r);
    sw_run_shared(d, r);
}

static bool is_spawning_dear(const struct sw_report *r)
{
    return SW_FIRST(f, r->findings.items, r->findings.n,
                    f->kind == SW_FINDING_STRANDS && f->severity == SW_ADVICE);
}

static const char *speedup_lead(const struct sw_document *d, const struct sw_report *r,
                                bool has_predictions)
{
    const struct sw_verdict *verdict = d->page.verdict;
    if (d->options->measured)
        return SW_SCALING_LEAD "; work and span predict a speedup between the curves.";
    if (has_predictions)
        return "At most: no run can be above. At least: what a greedy scheduler should reach. "
               "Predicted: from the program's tree, with schedulers that cost nothing; 'spanwise "
               "predict' includes their cost.";
    if (verdict && verdict->certainty == SW_CERTAIN_SIMULATED)
        return "Expected: the program emulated, with the cost of spawns and steals. At most: no "
               "run can be above. At least: what a greedy scheduler should reach, if spawning cost "
               "nothing. A real run below what is expected has another cause: memory, or locks.";
    if (is_spawning_dear(r))
        return "At most: no run can be above. At least: what a greedy scheduler should reach, if "
               "spawning cost nothing. Here spawning is costly: a real run may be far below.";
    return "At most: no run can be above. At least: what a greedy scheduler should reach; a real "
           "run below has another cause: memory, or locks.";
}

/* The bounds that follow from work and span. */
static void put_bounds(struct sw_document *d, const struct sw_profile *p)
{
    struct sw_speedup bounds[128]; /* every number: between two the page draws straight lines */
    for (size_t i = 0; i < 128; i++)
        bounds[i] = sw_program_bounds(p, i + 1);
    SW_CURVE(d, "at most", "bound", sw_bound_fields, "processors|upper", bounds, 128);
    SW_CURVE(d, "at least", "estimate", sw_bound_fields, "processors|lower", bounds, 128);
}

static void put_chart(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_scaling_report *measured = d->options->measured;
    bool has_predictions = sw_run_has_predictions(d, r->profile);
    sw_html_chart(&d->page,
                  SW_SECTION("speedup", measured ? "Measured speedup" : "Speedup to expect",
                             speedup_lead(d, r, has_predictions), .word = "speedup"));
    put_bounds(d, r->profile);
    if (has_predictions)
        sw_run_predictions(d, r->profile);
    else
        sw_verdict_expected_curve(d);
    if (measured)
        sw_scaling_curves(d, measured);
    sw_verdict_measured_curve(d);
    sw_html_close(&d->page);
}

/* What the text has in its first lines. */
static void put_run_facts(struct sw_document *d, const struct sw_profile *p)
{
    const struct sw_circumstances *c = &p->circumstances;
    if (sw_profile_is_parallel(p))
        sw_document_note(d, "workers", "%s, %s steal%s", SW_SHOWN(count, c->workers),
                         SW_SHOWN(count, c->steals), c->steals == 1 ? "" : "s");
    if (d->options->serial && d->options->serial_name)
        sw_document_note(d, "compared with", "%s", d->options->serial_name);
    if (sw_profile_has_rank(p) && p->rank.merged)
        sw_document_note(d, "ranks",
                         "%" PRIu32 " together: the work is their sum, the span is the longest",
                         p->rank.merged);
    else if (sw_profile_has_rank(p))
        sw_document_note(d, "rank",
                         "%" PRIu32 " of %" PRIu32 ", %s in MPI, which is not in the work",
                         p->rank.rank, p->rank.size, SW_SHOWN(cost, d->units, p->rank.apart));
}

static void put_page_measured(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_profile *p = r->profile;
    sw_document_measured(d, "How it was measured", p);
    put_run_facts(d, p);
    sw_run_measured(d, r);
    if (d->options->measured)
        sw_scaling_measured(d, d->options->measured);
    if (*sw_string(p->tool))
        sw_document_note(d, "measured by", "%s", p->tool);
    sw_document_measured_end(d, p);
}

/* Where in the table each site went. NULL: no memory. */
static uint32_t *site_rows(const struct sw_report *r)
{
    const struct sw_profile *p = r->profile;
    uint32_t *rows = calloc(p->n_sites + 1, sizeof *rows);
    for (size_t i = 0; rows && i < p->n_sites; i++)
        rows[i] = SW_HTML_NO_ROW;
    for (size_t i = 0; rows && i < r->n_sites; i++)
        rows[(const struct sw_site *)r->sites[i] - p->sites] = (uint32_t)i;
    return rows;
}

static void put_sections(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_profile *p = r->profile;
    const struct sw_scaling_report *measured = d->options->measured;
    if (measured)
        sw_scaling_begin(d, measured);
    else
        sw_document_verdict(d, &r->verdict);
    if (p->n_simulations)
        sw_run_simulated_chart(d, r);
    else if (measured || (sw_units_is_length(d->units) && p->whole.span))
        put_chart(d, r);
    if (measured)
        sw_scaling_tables(d, measured);
    sw_run_lanes(d, r);
    sw_document_source(d, p, &r->functions);
    sw_document_findings(d, measured ? &measured->findings : &r->findings, p);
    if (p->n_simulations)
        sw_run_losses(d, r);
    else
        put_whole(d, r);
    sw_document_paths(d, p);
    if (!p->n_simulations)
        sw_run_sites(d, r);
    put_tables(d, r);
    if (p->n_simulations) {
        sw_run_sites(d, r);
        sw_run_simulated_details(d, r);
    } else {
        put_further(d, r);
    }
    put_page_measured(d, r);
}

static void put_page(struct sw_document *d, const struct sw_report *r)
{
    SW_FREED uint32_t *rows = site_rows(r);
    d->page.site_rows = rows;
    d->page.profile = r->profile;
    d->page.of_threads = r->simulation.of_threads;
    if (!sw_document_fails(d, rows ? 0 : -ENOMEM))
        put_sections(d, r);
    d->page.site_rows = NULL;
}

sw_run_part *const sw_run_formats[SW_REPORT_FORMATS] = {
    [SW_REPORT_TEXT] = put_text,
    [SW_REPORT_CSV] = sw_run_csv_regions,
    [SW_REPORT_CSV_SITES] = sw_run_csv_sites,
    [SW_REPORT_CSV_RUNS] = sw_run_runs,
    [SW_REPORT_CSV_CONSTRUCTS] = sw_run_all_constructs,
    [SW_REPORT_JSON] = put_json,
    [SW_REPORT_GNUPLOT] = sw_run_gnuplot,
    [SW_REPORT_CSV_FUNCTIONS] = sw_run_functions,
    [SW_REPORT_HTML] = put_page,
};
