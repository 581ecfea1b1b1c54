/* The report for people: what was measured, what it bounds, what makes up the span, what to do. */
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/grain.h"
#include "analysis/workspan/locks.h"
#include "analysis/workspan/sites.h"
#include "report/model/columns.h"
#include "report/model/formats.h"
#include "report/model/inflation.h"
#include "report/model/sampled.h"
#include "report/write/page.h"
#include "report/write/words.h"

#include <inttypes.h>
#include <string.h>

enum { LABEL_WIDTH = 24, HUMAN_WIDTH = 12, EXACT_WIDTH = 18, MOST_UNPATCHED = 5, SHOWN = 80 };

struct text {
    const struct sw_report *report;
    struct sw_page page;
};

/* "Work  1.284 s  1,284,123,456 ns": what is exact is left out where it does not fit. */
static void cost_line(const struct text *t, const char *label, uint64_t cost)
{
    char human[SW_UNITS_SIZE], exact[SW_UNITS_SIZE];
    const char *unit = t->report->units.unit;
    sw_units_cost(&t->report->units, cost, human);
    sw_units_count(cost, exact);
    int pad = HUMAN_WIDTH - (int)sw_words_width(human);
    fprintf(t->page.out, "  %-*s%*s%s", LABEL_WIDTH, label, pad > 0 ? pad : 0, "", human);
    if (t->page.width >= LABEL_WIDTH + HUMAN_WIDTH + EXACT_WIDTH + 6 + strlen(unit))
        fprintf(t->page.out, "  %*s %s", EXACT_WIDTH, exact, unit);
    fputc('\n', t->page.out);
}

static void word_line(const struct text *t, const char *label, const char *value)
{
    fprintf(t->page.out, "  %-*s%*s\n", LABEL_WIDTH, label, HUMAN_WIDTH, value);
}

/* Nothing for a serial run: that is what a profile is of, unless it says otherwise. */
static void put_workers(const struct text *t)
{
    const struct sw_circumstances *c = &t->report->profile->circumstances;
    char workers[SW_UNITS_SIZE], steals[SW_UNITS_SIZE];
    if (sw_profile_is_parallel(t->report->profile))
        fprintf(t->page.out, "measured in parallel on %s workers, %s steal%s\n",
                sw_units_count(c->workers, workers), sw_units_count(c->steals, steals),
                c->steals == 1 ? "" : "s");
}

/* What a launcher started, or all of that together. */
static void put_rank(const struct text *t)
{
    const struct sw_rank *rank = &t->report->profile->rank;
    char cost[SW_UNITS_SIZE];
    if (!sw_profile_has_rank(t->report->profile))
        return;
    if (rank->merged)
        fprintf(t->page.out,
                "%" PRIu32 " ranks together: the work is their sum, the span that of "
                "the one with the longest\n",
                rank->merged);
    else if (rank->size)
        fprintf(t->page.out, "rank %" PRIu32 " of %" PRIu32, rank->rank, rank->size);
    else
        fprintf(t->page.out, "rank %" PRIu32, rank->rank);
    if (!rank->merged && rank->apart)
        fprintf(t->page.out, ", %s in MPI, which is not in the work",
                sw_units_cost(&t->report->units, rank->apart, cost));
    if (!rank->merged)
        fputc('\n', t->page.out);
}

/* With what it is by each of several runs. */
static void parallelism_line(const struct text *t, const char *label, double parallelism)
{
    const struct sw_interval *i = &t->report->profile->steadiness.parallelism;
    char value[SW_UNITS_SIZE], least[SW_UNITS_SIZE], most[SW_UNITS_SIZE], range[SW_UNITS_SIZE];
    sw_units_ratio(parallelism, value);
    if (!i->most) {
        word_line(t, label, value);
        return;
    }
    snprintf(range, sizeof range, "%.20s to %.20s", sw_units_ratio((double)i->least / 1000, least),
             sw_units_ratio((double)i->most / 1000, most));
    fprintf(t->page.out, "  %-*s%*s  %*s\n", LABEL_WIDTH, label, HUMAN_WIDTH, value, EXACT_WIDTH,
            range);
}

static void put_whole(const struct text *t)
{
    const struct sw_figures *w = &t->report->profile->whole;
    char buffer[SW_UNITS_SIZE];
    sw_page_heading(&t->page, "Whole program, measured (burdened: with an estimate of scheduling)");
    cost_line(t, "Work", w->work);
    cost_line(t, "Span", w->span);
    cost_line(t, "Burdened span", w->burdened_span);
    parallelism_line(t, "Parallelism", sw_parallelism(w->work, w->span));
    word_line(t, "Burdened parallelism",
              sw_units_ratio(sw_parallelism(w->work, w->burdened_span), buffer));
    word_line(t, "Spawns", sw_units_count(w->spawns, buffer));
    word_line(t, "Syncs", sw_units_count(w->syncs, buffer));
    cost_line(t, "Average maximal strand", sw_average_maximal_strand(w));
}

/* A program whose threads are simulated, one after the other. */
static void put_simulated(const struct text *t)
{
    const struct sw_profile *p = t->report->profile;
    const struct sw_simulation *s = sw_profile_chief(p);
    const struct sw_outcome *o = &t->report->simulation.outcomes[s - p->simulations];
    char buffer[SW_UNITS_SIZE], title[160];
    snprintf(title, sizeof title,
             "Whole program on %" PRIu64 " simulated processor%s (%" PRIu64
             " thread%s, run by turns on one)",
             s->processors, s->processors == 1 ? "" : "s", s->threads, s->threads == 1 ? "" : "s");
    sw_page_heading(&t->page, title);
    cost_line(t, "Work, measured", s->work);
    cost_line(t, "Span, measured", s->span);
    cost_line(t, "Time, modelled", s->time);
    if (!(p->flags & SW_PROFILE_IN_REGION)) {
        word_line(t, "Speedup, predicted", sw_units_ratio(o->speedup, buffer));
        parallelism_line(t, "Parallelism, a bound", o->parallelism);
    }
    word_line(t, "Parallel regions", sw_units_count(s->regions, buffer));
}

static int put_speedup(const struct text *t)
{
    struct sw_speedup bounds[SW_REPORT_N_PROCESSORS];
    const void *rows[SW_REPORT_N_PROCESSORS];
    struct sw_table table =
        sw_columns_table(SW_COLUMNS_SPEEDUP, t->report->profile, &t->report->units);
    for (size_t i = 0; i < SW_REPORT_N_PROCESSORS; i++) {
        bounds[i] = sw_program_bounds(t->report->profile, sw_report_processors[i]);
        rows[i] = &bounds[i];
    }
    table.rows = rows;
    table.n_rows = SW_REPORT_N_PROCESSORS;
    sw_page_heading(&t->page, "Speedup to expect (at least: estimate; at most: bound)");
    int error = sw_table_text(&table, t->page.width, t->page.bold, t->page.plain, t->page.out);
    if (bounds[0].lower < 1)
        sw_words_wrap(
            "  ",
            "below 1, 'at least' says little: it has every continuation stolen, which costs "
            "more than there is to do",
            t->page.width, t->page.out);
    return error;
}

/* The columns that hold what the sites are sorted by, and the heading above them. */
static enum sw_columns columns_for(enum sw_report_sort sort, const char **title)
{
    switch (sort) {
    case SW_SORT_LOCAL_SPAN:
    case SW_SORT_LINE:
        *title = "What makes up the span, by call site (local: the callee's own code)";
        return SW_COLUMNS_SITES_LOCAL_SPAN;
    case SW_SORT_SPAN:
        *title = "Span by call site, with all that the callee calls";
        return SW_COLUMNS_SITES_SPAN;
    case SW_SORT_LOCAL_WORK:
    case SW_SORT_COUNT:
        *title = "What makes up the work, by call site (local: the callee's own code)";
        return SW_COLUMNS_SITES_LOCAL_WORK;
    default:
        break;
    }
    *title = "Work by call site, with all that the callee calls";
    return SW_COLUMNS_SITES_WORK;
}

/* Whether there are call sites in the program, and no line of any is known. */
static int lacks_lines(const struct sw_profile *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_site *site = &p->sites[i];
        if (site->kind == SW_SITE_ROOT || sw_site_is_main(site))
            continue;
        if (*sw_string(site->caller_place.file))
            return 0;
        n++;
    }
    return n > 0;
}

static int put_sites(const struct text *t)
{
    const struct sw_report *r = t->report;
    const char *title;
    enum sw_columns columns = columns_for(r->options->sort, &title);
    struct sw_table table = sw_columns_table(columns, r->profile, &r->units);
    size_t left = r->profile->n_sites - r->n_sites;
    table.rows = r->sites;
    table.n_rows = r->n_sites;
    if (r->n_sites == 0)
        return 0;
    sw_page_heading(&t->page, title);
    int error = sw_table_text(&table, t->page.width, t->page.bold, t->page.plain, t->page.out);
    if (left)
        fprintf(t->page.out, "  and %zu more site%s: 'spanwise report --top=all'\n", left,
                left == 1 ? "" : "s");
    if (lacks_lines(r->profile))
        sw_words_wrap("  ", "no line is known: compile with -g, and the report names them",
                      t->page.width, t->page.out);
    return error;
}

static int put_regions(const struct text *t)
{
    const struct sw_report *r = t->report;
    struct sw_table table = sw_columns_table(SW_COLUMNS_REGIONS, r->profile, &r->units);
    if (r->profile->n_regions == 0)
        return 0;
    table.rows = r->figures + 1;
    table.n_rows = r->profile->n_regions;
    sw_page_heading(&t->page, "Regions");
    return sw_table_text(&table, t->page.width, t->page.bold, t->page.plain, t->page.out);
}

enum { MOST_LOCK_SITES = 10 };

static int put_locks(const struct text *t)
{
    const struct sw_profile *p = t->report->profile;
    struct sw_table table = sw_lock_table(SW_LOCK_SITES_TEXT, p, &t->report->units);
    const void *rows[MOST_LOCK_SITES];
    for (; table.n_rows < MOST_LOCK_SITES && table.n_rows < p->n_lock_sites; table.n_rows++)
        rows[table.n_rows] = &p->lock_sites[table.n_rows];
    if (!table.n_rows)
        return 0;
    table.rows = rows;
    sw_page_heading(&t->page, "Locks, those that limit the speedup most first (at most: a bound)");
    int error = sw_table_text(&table, t->page.width, t->page.bold, t->page.plain, t->page.out);
    if (p->n_lock_sites > table.n_rows)
        fprintf(t->page.out, "  and %zu more place%s that take%s locks: in the page, and in JSON\n",
                p->n_lock_sites - table.n_rows, p->n_lock_sites - table.n_rows == 1 ? "" : "s",
                p->n_lock_sites - table.n_rows == 1 ? "s" : "");
    return error;
}

static void put_meter(const struct text *t)
{
    const struct sw_profile *p = t->report->profile;
    char text[512], burden[SW_UNITS_SIZE];
    snprintf(text, sizeof text, "%.60s, on a %s run; front end %.60s, level %.60s",
             *sw_string(p->meter) ? p->meter : "unknown",
             p->n_simulations            ? "simulated"
             : sw_profile_is_parallel(p) ? "parallel"
                                         : "serial",
             *sw_profile_front_end(p) ? sw_profile_front_end(p) : "unknown",
             *sw_string(p->level) ? p->level : "unknown");
    sw_page_note(&t->page, "meter", text);
    if (*sw_string(p->host)) {
        snprintf(text, sizeof text, "%.500s", p->host);
        sw_page_note(&t->page, "host", text);
    }
    if (p->n_simulations)
        return;
    snprintf(text, sizeof text, "%s a continuation edge, for the burdened span (an estimate)",
             sw_units_spoken(&t->report->units, p->burden, burden));
    sw_page_note(&t->page, "burden", text);
}

/* How far runs of the same are apart. */
static void put_steady(const struct text *t)
{
    const struct sw_steadiness *s = &t->report->profile->steadiness;
    const struct sw_units *units = &t->report->units;
    char text[512], a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], c[SW_UNITS_SIZE], d[SW_UNITS_SIZE];
    if (!s->runs)
        return;
    snprintf(text, sizeof text,
             "counted instructions, at the time that they took in %" PRIu64
             " more runs; from run to run the work is %s to %s, the parallelism %s to %s",
             s->runs, sw_units_cost(units, s->work.least, a), sw_units_cost(units, s->work.most, b),
             sw_units_ratio((double)s->parallelism.least / 1000, c),
             sw_units_ratio((double)s->parallelism.most / 1000, d));
    sw_page_note(&t->page, "steady", text);
}

/* Preempted is time only. */
static void put_subtracted(const struct text *t)
{
    const struct sw_circumstances *c = &t->report->profile->circumstances;
    const struct sw_units *units = &t->report->units;
    int is_time = !strcmp(units->unit, "ns");
    char text[256], cost[SW_UNITS_SIZE];
    int n = snprintf(text, sizeof text, "%s of the profiler's own",
                     sw_units_spoken(units, c->overhead, cost));
    if (!t->report->profile->n_simulations)
        n += snprintf(text + n, sizeof text - (size_t)n, " (%.1f%s a call)",
                      (double)c->call_cost_ps / 1000, is_time ? " ns" : "");
    if (is_time)
        snprintf(text + n, sizeof text - (size_t)n, ", %s preempted",
                 sw_units_cost(units, c->preempted, cost));
    sw_page_note(&t->page, "subtracted", text);
}

/* Counted once: in the work, or not. */
static void put_spawning(const struct text *t)
{
    const struct sw_profile *p = t->report->profile;
    const struct sw_circumstances *c = &p->circumstances;
    struct sw_grain grain = sw_grain_on(p, SW_TYPICAL_PROCESSORS);
    double beside = grain.work - (double)p->whole.work;
    char text[256], cost[SW_UNITS_SIZE], rest[SW_UNITS_SIZE];
    if (!c->spawn_cost_ps)
        return;
    int n = snprintf(text, sizeof text, "about %s when not profiled (%.1f ns a spawn",
                     sw_units_spoken(&t->report->units, sw_rounded(grain.spawning), cost),
                     (double)c->spawn_cost_ps / 1000);
    if (c->piece_cost_ps)
        n += snprintf(text + n, sizeof text - (size_t)n, ", %.1f ns a piece of a cilk_for",
                      (double)c->piece_cost_ps / 1000);
    snprintf(text + n, sizeof text - (size_t)n, "), %s of it not in the work",
             beside > 0 ? sw_units_spoken(&t->report->units, sw_rounded(beside), rest) : "nothing");
    sw_page_note(&t->page, "spawning", text);
}

static void put_events(const struct text *t)
{
    const struct sw_circumstances *c = &t->report->profile->circumstances;
    char text[256], a[SW_UNITS_SIZE], b[SW_UNITS_SIZE];
    snprintf(text, sizeof text, "%s in %" PRIu64 " thread%s, nested %s deep at most",
             sw_units_count(c->events, a), c->threads, c->threads == 1 ? "" : "s",
             sw_units_count(c->max_depth, b));
    if (!t->report->profile->n_simulations)
        sw_page_note(&t->page, "events", text);
    put_subtracted(t);
    put_spawning(t);
    if (c->events_dropped) {
        snprintf(text, sizeof text, "%s event%s in signal handlers that interrupted the profiler",
                 sw_units_count(c->events_dropped, a), c->events_dropped == 1 ? "" : "s");
        sw_page_note(&t->page, "dropped", text);
    }
    if (c->events_elsewhere) {
        snprintf(text, sizeof text, "%s event%s on stacks that are no thread's own",
                 sw_units_count(c->events_elsewhere, a), c->events_elsewhere == 1 ? "" : "s");
        sw_page_note(&t->page, "ignored", text);
    }
    if (c->forks) {
        snprintf(text, sizeof text, "%s child process%s, not profiled", sw_units_count(c->forks, a),
                 c->forks == 1 ? "" : "es");
        sw_page_note(&t->page, "forked", text);
    }
}

static void put_unpatched(const struct text *t)
{
    const struct sw_profile *p = t->report->profile;
    char text[1024], calls[SW_UNITS_SIZE], function[SHOWN * 4 + 1], file[SHOWN * 4 + 1];
    for (size_t i = 0; i < p->n_unpatched && i < MOST_UNPATCHED; i++) {
        const struct sw_place *place = &p->unpatched[i].place;
        sw_words_shorten(*sw_string(place->function) ? place->function : "?", SHOWN, 0, function,
                         sizeof function);
        sw_words_shorten(sw_base_name(sw_string(place->file)), SHOWN, 0, file, sizeof file);
        snprintf(text, sizeof text, "%s (%s:%" PRIu32 ") after %s calls", function, file,
                 place->line, sw_units_count(p->unpatched[i].calls, calls));
        sw_page_note(&t->page, i ? "" : "taken out", text);
    }
    if (p->n_unpatched > MOST_UNPATCHED) {
        snprintf(text, sizeof text, "and %zu more: 'spanwise report --format=json' lists them",
                 p->n_unpatched - MOST_UNPATCHED);
        sw_page_note(&t->page, "", text);
    }
}

void sw_report_text_measured(const struct sw_report *report, const struct sw_page *page)
{
    struct text t = {report, *page};
    sw_page_status(page, report->profile->status);
    put_meter(&t);
    put_steady(&t);
    put_events(&t);
    sw_sampled_note(report, page);
    put_unpatched(&t);
}

static void put_measured(const struct text *t)
{
    const struct sw_profile *p = t->report->profile;
    sw_page_heading(&t->page, "How it was measured");
    sw_report_text_measured(t->report, &t->page);
    for (size_t i = 0; i < p->n_warnings; i++)
        sw_page_note(&t->page, "warning", p->warnings[i]);
}

/* Simulated runs say better than bounds what to expect. */
static int put_figures(const struct text *t)
{
    if (t->report->profile->n_simulations) {
        put_simulated(t);
        bool is_cut = t->report->profile->flags & SW_PROFILE_IN_REGION;
        int error = is_cut ? 0 : sw_simulation_text_runs(t->report, &t->page);
        return error ? error : sw_simulation_text_constructs(t->report, &t->page);
    }
    put_whole(t);
    return sw_units_is_length(&t->report->units) ? put_speedup(t) : 0;
}

int sw_report_text(const struct sw_report *report)
{
    const struct sw_profile *p = report->profile;
    struct text t = {.report = report};
    sw_page_init(&t.page, report->options, report->out);
    sw_page_verdict(&t.page, &report->verdict);
    int error =
        sw_report_text_ledger(&report->verdict, &report->units, &t.page, report->options->brief);
    if (report->options->brief)
        return error;
    fputs("\n", t.page.out);
    sw_page_command(&t.page, "Spanwise profile of", sw_string(p->program),
                    p->args && *p->args ? p->args + 1 : NULL);
    put_rank(&t);
    put_workers(&t);
    sw_page_findings(&t.page, &report->findings);
    if (!error)
        error = put_figures(&t);
    if (!error)
        error = put_sites(&t);
    if (!error)
        error = sw_sampled_text(report, &t.page);
    if (!error)
        error = sw_inflation_text(report, &t.page);
    if (!error)
        error = put_locks(&t);
    if (!error)
        error = put_regions(&t);
    put_measured(&t);
    return error;
}
