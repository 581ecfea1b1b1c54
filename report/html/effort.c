/* The page of a profile of `spanwise sample`: what was working, what had nothing to do, and where. */
#include "report/html/effort.h"
#include "analysis/workspan/sites.h"
#include "report/html/report.h"
#include "report/html/views.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct sw_html_part parts[] = {
    {"work", "working", "work", "work"},
    {"idle", "nothing to do", "idle", "idleness"},
    {"overhead", "scheduling and creation", "overhead", "overhead"},
    {"synchronization", "synchronization", "lock", "synchronization"},
    {"nobody", "no thread ran", "serial", NULL},
};
enum { PARTS = sizeof parts / sizeof *parts };

static void values_of(const struct sw_effort_sums *s, uint64_t nobody, double values[PARTS])
{
    values[0] = (double)s->work;
    values[1] = (double)s->idle;
    values[2] = (double)s->overhead[SW_OVERHEAD_SCHEDULE] + (double)s->overhead[SW_OVERHEAD_CREATE];
    values[3] = (double)s->overhead[SW_OVERHEAD_SYNCHRONIZE];
    values[4] = (double)nobody;
}

static void share_card(struct sw_html *html, const struct sw_effort_report *r, const char *label,
                       uint64_t part, const char *word)
{
    char share[SW_UNITS_SIZE], cost[SW_UNITS_SIZE], note[SW_UNITS_SIZE + 32];
    snprintf(note, sizeof note, "of the effort: %s", sw_units_cost(&r->units, part, cost));
    sw_html_card(html, label, sw_units_percent(sw_effort_share(r->tree, part), share), note, word);
}

static void put_whole(struct sw_html *html, const struct sw_effort_report *r)
{
    const struct sw_effort *e = &r->profile->effort;
    const struct sw_effort_sums *s = &r->tree->nodes[0].total;
    char value[SW_UNITS_SIZE], note[128];
    sw_html_cards(html, &(struct sw_html_section){.key = "whole", .title = "The whole run"});
    snprintf(note, sizeof note, "of %" PRIu64 ", on average", e->processors);
    sw_html_card(html, "Processors at work",
                 sw_units_ratio(e->time ? (double)s->work / (double)e->time : 0, value), note,
                 "processors at work");
    snprintf(note, sizeof note, "%" PRIu64 " thread%s, %" PRIu64 " at a time", e->threads,
             e->threads == 1 ? "" : "s", e->threads_most);
    sw_html_card(html, "Time", sw_units_cost(&r->units, e->time, value), note, NULL);
    share_card(html, r, "Work", s->work, "work");
    share_card(html, r, "Idleness", s->idle, "idleness");
    share_card(html, r, "Overhead", sw_effort_get(s, SW_EFFORT_OVERHEAD), "overhead");
    if (s->waited)
        sw_html_card(html, "Waited", sw_units_cost(&r->units, s->waited, value),
                     "all threads together, by the clock", "waited");
    sw_html_close(html);
}

/* What to do about a part. */
static const char *advice_of(enum sw_effort_advice advice)
{
    switch (advice) {
    case SW_ADVISE_NOTHING:
        return "effective";
    case SW_ADVISE_COARSEN:
        return "overhead is high: fewer and larger pieces";
    case SW_ADVISE_REFINE:
        return "idleness is high: more and smaller pieces";
    case SW_ADVISE_BALANCE:
        return "others were done, or waited for it: even out the pieces";
    case SW_ADVISE_PARALLELIZE:
        return "nothing else ran: serial code";
    case SW_ADVISE_UNLOCK:
        break;
    }
    return "others waited for locks: hold them more briefly, or split what they protect";
}

static void put_regions(struct sw_html *html, const struct sw_effort_report *r)
{
    char name[512];
    double values[PARTS];
    sw_html_bars(html,
                 &(struct sw_html_section){
                     .key = "parts",
                     .title = "Where the processors' time went",
                     .lead =
                         "The whole run, then the parts of it that hold the most, each with what "
                         "is to be done about it.",
                     .word = "effort"},
                 "ns", parts, PARTS);
    values_of(&r->logical.nodes[0].total, r->logical.nobody, values);
    sw_html_bar(html, "all of it", NULL, NULL, values, PARTS);
    for (size_t i = 0; i < r->regions.n; i++) {
        const struct sw_effort_region *region = &r->regions.items[i];
        struct sw_place place = {.function = (char *)sw_effort_name(&r->logical, region->key),
                                 .file = (char *)sw_effort_file(&r->logical, region->key),
                                 .line = region->line};
        values_of(&region->sums, 0, values);
        sw_sentence_print(sw_effort_region_say(&r->logical, region, false), name, sizeof name);
        sw_html_bar(html, name, advice_of(region->advice), &place, values, PARTS);
    }
    sw_html_close(html);
}

/* The last stretch may be shorter than the others. */
static double length_of(const struct sw_effort *e, size_t stretch)
{
    double left = (double)e->time - (double)e->stretch * (double)stretch;
    return left > 0 && left < (double)e->stretch ? left : (double)e->stretch;
}

static void put_timeline(struct sw_html *html, const struct sw_effort_report *r)
{
    static const struct sw_html_part over_time[] = {
        {"work", "working", "work", "work"},
        {"overhead", "overhead", "overhead", "overhead"},
    };
    const struct sw_effort *e = &r->profile->effort;
    size_t n = e->n_stretches;
    if (n < 2 || !e->stretch)
        return;
    double *values = calloc(2 * n, sizeof *values);
    if (!values) {
        html->error = -ENOMEM;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        values[i] = (double)e->stretches[i].work / length_of(e, i);
        values[n + i] = (double)e->stretches[i].overhead / length_of(e, i);
    }
    sw_html_timeline(html,
                     &(struct sw_html_section){.key = "timeline",
                                               .title = "Processors over time",
                                               .lead = "How many of them worked; the others had "
                                                       "nothing to do, or no thread ran there."},
                     "ns", (double)e->stretch, (double)e->processors, over_time, 2, values, n);
    free(values);
}

static void put_measured(struct sw_html *html, const struct sw_effort_report *r)
{
    const struct sw_profile *p = r->profile;
    struct sw_page page = sw_html_notes(html);
    sw_html_facts(html,
                  &(struct sw_html_section){.key = "measured", .title = "How it was measured"},
                  p->warnings, p->n_warnings);
    sw_html_command(html, p);
    sw_effort_text_measured(r, &page);
    sw_html_close(html);
}

int sw_effort_html(const struct sw_effort_report *r)
{
    struct sw_html html;
    char subtitle[SW_HTML_SUBTITLE];
    struct sw_html_head head = sw_html_head_of(r->profile, "ns", subtitle);
    sw_html_begin(&html, &head, r->out);
    sw_html_judge(&html, &r->verdict, r->profile, &r->findings, &r->units);
    put_whole(&html, r);
    put_timeline(&html, r);
    sw_html_found(&html, NULL, &r->findings);
    put_regions(&html, r);
    sw_html_effort_paths(&html, r);
    sw_html_effort_tables(&html, r);
    sw_html_effort_lines(&html, r);
    put_measured(&html, r);
    return sw_html_end(&html);
}
