/* The page of a profile of `spanwise run`, and of the real runs of `spanwise bench` over it. */
#include "report/html/report.h"
#include "analysis/compare/change.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"
#include "profile/locks.h"
#include "report/html/views.h"
#include "report/model/columns.h"
#include "report/model/scaling_formats.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* "15 November 2026, 14:03", after what is there already. */
static void add_date(uint64_t started, char *text, size_t size)
{
    static const char *const months[] = {"January",   "February", "March",    "April",
                                         "May",       "June",     "July",     "August",
                                         "September", "October",  "November", "December"};
    time_t seconds = (time_t)started;
    size_t used = strlen(text);
    struct tm tm;
    if (started && localtime_r(&seconds, &tm))
        snprintf(text + used, size - used, ", %d %s %d, %02d:%02d", tm.tm_mday, months[tm.tm_mon],
                 tm.tm_year + 1900, tm.tm_hour, tm.tm_min);
}

struct sw_html_head sw_html_head_of(const struct sw_profile *p, const char *unit,
                                    char subtitle[SW_HTML_SUBTITLE])
{
    sw_join_command(p, subtitle, SW_HTML_SUBTITLE - 64);
    add_date(p->started_unix, subtitle, SW_HTML_SUBTITLE);
    return (struct sw_html_head){sw_base_name(sw_string(p->program)), subtitle, unit};
}

void sw_html_command(struct sw_html *html, const struct sw_profile *p)
{
    size_t size = sw_join_command(p, NULL, 0) + 1;
    char *text = malloc(size);
    if (!text) {
        html->error = -ENOMEM;
        return;
    }
    sw_join_command(p, text, size);
    sw_html_fact(html, "command", text);
    free(text);
}

void sw_html_cost(struct sw_html *html, const struct sw_report *report, const char *label,
                  uint64_t cost, const char *note, const char *word)
{
    char value[SW_UNITS_SIZE];
    sw_html_card(html, label, sw_units_spoken(&report->units, cost, value), note, word);
}

static void put_whole(struct sw_html *html, const struct sw_report *report)
{
    const struct sw_figures *w = &report->profile->whole;
    char value[SW_UNITS_SIZE];
    sw_html_cards(html, &(struct sw_html_section){.key = "whole", .title = "The whole program"});
    sw_html_cost(html, report, "Work", w->work, "measured", "work");
    sw_html_cost(html, report, "Span", w->span, "measured", "span");
    sw_html_card(html, "Parallelism", sw_units_ratio(sw_parallelism(w->work, w->span), value),
                 "work / span", "parallelism");
    sw_html_cost(html, report, "Burdened span", w->burdened_span, "an estimate", "burdened span");
    sw_html_card(html, "Burdened parallelism",
                 sw_units_ratio(sw_parallelism(w->work, w->burdened_span), value), "an estimate",
                 "burdened parallelism");
    sw_html_card(html, "Spawns", sw_units_count(w->spawns, value), NULL, "spawn");
    sw_html_card(html, "Syncs", sw_units_count(w->syncs, value), NULL, "sync");
    sw_html_cost(html, report, "Average maximal strand", sw_average_maximal_strand(w), NULL,
                 "average maximal strand");
    sw_html_close(html);
}

static bool is_spawning_dear(const struct sw_report *report)
{
    for (size_t i = 0; i < report->findings.n; i++)
        if (report->findings.items[i].kind == SW_FINDING_STRANDS &&
            report->findings.items[i].severity == SW_ADVICE)
            return true;
    return false;
}

static const char *speedup_lead(const struct sw_html *html, const struct sw_report *report,
                                int has_predictions)
{
    bool is_emulated = html->verdict && html->verdict->certainty == SW_CERTAIN_SIMULATED;
    if (report->options->measured)
        return SW_SCALING_HTML_LEAD "; between the curves is what work and span predict.";
    if (has_predictions)
        return "At most: no run can be above. At least: what a greedy scheduler should "
               "reach. Predicted: by the program's tree, with schedulers that cost nothing; "
               "'spanwise predict' tells with what they cost.";
    if (is_emulated)
        return "Expected: the program emulated, with what spawns and steals cost. At most: no run "
               "can be above. At least: what a greedy scheduler should reach, if spawning cost "
               "nothing. A real run below what is expected has another cause: memory, or locks.";
    if (is_spawning_dear(report))
        return "At most: no run can be above. At least: what a greedy scheduler should "
               "reach, if spawning cost nothing. Here it costs more than that: a real run may "
               "be far below.";
    return "At most: no run can be above. At least: what a greedy scheduler should reach; a "
           "real run below has another cause: memory, or locks.";
}

static void put_speedup(struct sw_html *html, const struct sw_report *report)
{
    const struct sw_scaling_report *measured = report->options->measured;
    int has_predictions = sw_html_has_predictions(html, report);
    sw_html_chart(
        html,
        &(struct sw_html_section){.key = "speedup",
                                  .title = measured ? "Measured speedup" : "Speedup to expect",
                                  .lead = speedup_lead(html, report, has_predictions),
                                  .word = "speedup"},
        "processors", "speedup", 1);
    sw_html_bounds(html, report->profile);
    if (has_predictions)
        sw_html_predictions(html, report);
    else
        sw_html_verdict_expected(html);
    if (measured)
        sw_scaling_html_points(html, measured);
    sw_html_verdict_measured(html);
    sw_html_close(html);
}

static void put_regions(struct sw_html *html, const struct sw_report *report)
{
    struct sw_table table = sw_columns_table(SW_COLUMNS_REGIONS, report->profile, &report->units);
    table.rows = report->figures + 1;
    table.n_rows = report->profile->n_regions;
    sw_html_table(html,
                  &(struct sw_html_section){.key = "regions", .title = "Regions", .word = "region"},
                  &table, NULL);
}

static void put_locks(struct sw_html *html, const struct sw_report *report)
{
    const struct sw_profile *p = report->profile;
    struct sw_table table = sw_lock_table(SW_LOCK_SITES_HTML, p, &report->units);
    if (p->n_lock_sites)
        sw_html_table_of(html,
                         &(struct sw_html_section){
                             .key = "locks",
                             .title = "Locks",
                             .lead =
                                 "How long each was held in this serial run, by the line that took "
                                 "it. At most: no "
                                 "number of processors is faster than that lock allows, a bound.",
                             .word = "lock"},
                         &table, &(struct sw_html_look){.sort = "share"}, p->lock_sites,
                         p->n_lock_sites, sizeof *p->lock_sites);
}

/* By samples, unless these say little. */
static int make_paths(struct sw_flame *flame, const struct sw_profile *profile)
{
    const char *note = SW_HTML_FEW_SAMPLES;
    if (!sw_flame_has_few_samples(profile)) {
        int error = sw_flame_make(flame, profile, SW_HTML_LEAST_PATH);
        if (error || !profile->n_simulations || !flame->samples[0] || !sw_flame_is_nameless(flame))
            return error;
        sw_flame_release(flame);
        note = "The program has no symbols, so that functions are not known: frames are "
               "constructs, as measured.";
    }
    int error = sw_flame_make_measured(flame, profile, SW_HTML_LEAST_PATH);
    if (!error)
        flame->note = note;
    return error;
}

void sw_html_paths(struct sw_html *html, const struct sw_profile *profile)
{
    struct sw_flame flame;
    int error = make_paths(&flame, profile);
    if (error) {
        html->error = error;
        return;
    }
    sw_html_call_paths(html, &flame, profile);
    sw_flame_release(&flame);
}

/* What the text has in its first lines. */
static void put_run(struct sw_html *html, const struct sw_report *report)
{
    const struct sw_profile *p = report->profile;
    const struct sw_circumstances *c = &p->circumstances;
    char text[256], a[SW_UNITS_SIZE], b[SW_UNITS_SIZE];
    if (sw_profile_is_parallel(p)) {
        snprintf(text, sizeof text, "%s, %s steal%s", sw_units_count(c->workers, a),
                 sw_units_count(c->steals, b), c->steals == 1 ? "" : "s");
        sw_html_fact(html, "workers", text);
    }
    if (report->options->serial && report->options->serial_name)
        sw_html_fact(html, "compared with", report->options->serial_name);
    if (!sw_profile_has_rank(p))
        return;
    if (p->rank.merged)
        snprintf(text, sizeof text,
                 "%" PRIu32 " together: the work is their sum, the span that of the one with the "
                 "longest",
                 p->rank.merged);
    else
        snprintf(text, sizeof text,
                 "%" PRIu32 " of %" PRIu32 ", %s in MPI, which is not in the work", p->rank.rank,
                 p->rank.size, sw_units_cost(&report->units, p->rank.apart, a));
    sw_html_fact(html, p->rank.merged ? "ranks" : "rank", text);
}

static void put_measured(struct sw_html *html, const struct sw_report *report)
{
    const struct sw_profile *p = report->profile;
    struct sw_page page = sw_html_notes(html);
    sw_html_facts(html,
                  &(struct sw_html_section){.key = "measured", .title = "How it was measured"},
                  p->warnings, p->n_warnings);
    sw_html_command(html, p);
    put_run(html, report);
    sw_report_text_measured(report, &page);
    if (report->options->measured)
        sw_scaling_text_measured(report->options->measured, &page);
    if (*sw_string(p->tool))
        sw_html_fact(html, "measured by", p->tool);
    sw_html_close(html);
}

/* Where in the table each site went. NULL: no memory. */
static uint32_t *site_rows(const struct sw_report *report)
{
    const struct sw_profile *p = report->profile;
    uint32_t *rows = calloc(p->n_sites + 1, sizeof *rows);
    if (!rows)
        return NULL;
    for (size_t i = 0; i < p->n_sites; i++)
        rows[i] = SW_HTML_NO_ROW;
    for (size_t i = 0; i < report->n_sites; i++)
        rows[(const struct sw_site *)report->sites[i] - p->sites] = (uint32_t)i;
    return rows;
}

int sw_report_html(const struct sw_report *report)
{
    const struct sw_profile *p = report->profile;
    const struct sw_scaling_report *measured = report->options->measured;
    struct sw_html html;
    char subtitle[SW_HTML_SUBTITLE];
    struct sw_html_head head = sw_html_head_of(p, report->units.unit, subtitle);
    uint32_t *rows = site_rows(report);
    if (!rows)
        return -ENOMEM;
    sw_html_begin(&html, &head, report->out);
    html.site_rows = rows;
    html.profile = p;
    if (measured)
        sw_scaling_html_conclude(&html, measured);
    else
        sw_html_judge(&html, &report->verdict, p, &report->findings, &report->units);
    if (p->n_simulations) {
        sw_html_simulation(&html, report);
    } else {
        if (measured || (sw_units_is_length(&report->units) && p->whole.span))
            put_speedup(&html, report);
        put_whole(&html, report);
    }
    sw_html_found(&html, p, measured ? &measured->findings : &report->findings);
    if (measured)
        sw_scaling_html_tables(&html, measured);
    if (p->n_simulations)
        sw_html_losses(&html, report);
    sw_html_paths(&html, p);
    sw_html_sites(&html, report);
    sw_html_functions(&html, report);
    sw_html_lines(&html, report);
    sw_html_inflation(&html, report);
    put_locks(&html, report);
    put_regions(&html, report);
    put_measured(&html, report);
    int error = sw_html_end(&html);
    free(rows);
    return error;
}
