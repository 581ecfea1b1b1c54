/* Two sampled runs as a page: what moved, side by side. */
#include "report/model/effort_diff.h"
#include "report/html/report.h"
#include "report/html/views.h"
#include "report/model/diff_formats.h"

static void card(struct sw_html *html, const struct sw_effort_diff_report *r, const char *label,
                 const struct sw_change *change, const char *word)
{
    char before[SW_UNITS_SIZE], after[SW_UNITS_SIZE], growth[SW_UNITS_SIZE], text[160];
    snprintf(text, sizeof text, "was %s (%s)", sw_units_spoken(&r->units, change->before, before),
             sw_units_growth(sw_change_ratio(change), growth));
    sw_html_card(html, label, sw_units_spoken(&r->units, change->after, after), text, word);
}

static void put_whole(struct sw_html *html, const struct sw_effort_diff_report *r)
{
    const struct sw_effort_diff *d = r->diff;
    char before[SW_UNITS_SIZE], after[SW_UNITS_SIZE], text[160];
    sw_html_cards(html, &(struct sw_html_section){.key = "whole", .title = "The whole run"});
    card(html, r, "Time", &d->time, NULL);
    snprintf(text, sizeof text, "was %s", sw_units_ratio(d->cores_before, before));
    sw_html_card(html, "Cores at work", sw_units_ratio(d->cores_after, after), text, NULL);
    card(html, r, "Idleness", &d->idle, "idleness");
    card(html, r, "Overhead", &d->overhead, "overhead");
    card(html, r, "Waited for locks", &d->waited, NULL);
    sw_html_close(html);
}

static void put_tables(struct sw_html *html, const struct sw_effort_diff_report *r)
{
    struct sw_table functions = sw_effort_diff_table(SW_EFFORT_DIFF_DATA, r);
    struct sw_table locks = sw_effort_diff_table(SW_EFFORT_DIFF_LOCKS, r);
    functions.rows = r->rows;
    functions.n_rows = r->n_rows;
    sw_html_table(html,
                  &(struct sw_html_section){.key = "changes",
                                            .title = "What changed, by function",
                                            .lead = "Of a function's own code."},
                  &functions, NULL);
    sw_html_table_of(
        html, &(struct sw_html_section){.key = "locks", .title = "Locks that threads waited for"},
        &locks, NULL, r->diff->locks, r->diff->n_locks, sizeof *r->diff->locks);
}

int sw_effort_diff_html(const struct sw_effort_diff_report *r)
{
    const struct sw_profile *after = r->diff->after;
    struct sw_html html;
    char subtitle[SW_HTML_SUBTITLE];
    struct sw_html_head head = sw_html_head_of(after, r->units.unit, subtitle);
    sw_html_begin(&html, &head, r->out);
    sw_html_conclude(&html, after, &r->findings);
    put_whole(&html, r);
    sw_html_found(&html, after, &r->findings);
    put_tables(&html, r);
    sw_html_facts(&html, &(struct sw_html_section){.key = "measured", .title = "What was compared"},
                  after->warnings, after->n_warnings);
    struct sw_page page = sw_html_notes(&html);
    sw_diff_text_profiles(r->diff->before, after, r->options->names, &page);
    sw_html_close(&html);
    return sw_html_end(&html);
}
