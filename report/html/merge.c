/* The ranks of an MPI program as a page. */
#include "report/html/report.h"
#include "report/html/views.h"
#include "report/model/merge_formats.h"

static void spread_card(struct sw_html *html, const struct sw_merge_report *r, const char *label,
                        const struct sw_spread *spread, const char *word)
{
    char most[SW_UNITS_SIZE], sum[SW_UNITS_SIZE], balance[SW_UNITS_SIZE], note[200];
    snprintf(note, sizeof note, "the most, on rank %u; %s in all, balance %s",
             (unsigned)spread->rank, sw_units_spoken(&r->units, spread->sum, sum),
             sw_units_ratio(sw_spread_balance(spread, r->merge->n_ranks), balance));
    sw_html_card(html, label, sw_units_spoken(&r->units, spread->most, most), note, word);
}

static void put_whole(struct sw_html *html, const struct sw_merge_report *r)
{
    char ranks[SW_UNITS_SIZE];
    sw_html_cards(html, &(struct sw_html_section){.key = "whole", .title = "Over the ranks"});
    sw_html_card(html, "Ranks", sw_units_count(r->merge->n_ranks, ranks), NULL, NULL);
    spread_card(html, r, "Work", &r->merge->work, "work");
    spread_card(html, r, "Span", &r->merge->span, "span");
    if (r->merge->apart.sum)
        spread_card(html, r, "In MPI", &r->merge->apart, NULL);
    sw_html_close(html);
}

static void put_bars(struct sw_html *html, const struct sw_merge_report *r)
{
    static const struct sw_html_part parts[] = {{"work", "work", "work", "work"},
                                                {"mpi", "in MPI", "idle", NULL}};
    sw_html_bars(html, &(struct sw_html_section){.key = "balance", .title = "Work by rank"},
                 r->units.unit, parts, 2);
    for (size_t i = 0; i < r->n_ranks; i++) {
        const struct sw_rank_row *row = r->ranks[i];
        double values[] = {(double)row->whole.work, (double)row->apart};
        char label[32];
        snprintf(label, sizeof label, "rank %u", (unsigned)row->rank);
        sw_html_bar(html, label, row->host, NULL, values, 2);
    }
    sw_html_close(html);
}

static void put_tables(struct sw_html *html, const struct sw_merge_report *r)
{
    struct sw_merged_processors all[SW_MERGE_N_PROCESSORS];
    struct sw_table ranks = sw_merge_table(SW_MERGE_COLUMNS_RANKS_DATA, r);
    struct sw_table sites = sw_merge_table(SW_MERGE_COLUMNS_SITES_HTML, r);
    struct sw_table processors = sw_merge_table(SW_MERGE_COLUMNS_PROCESSORS, r);
    ranks.rows = r->ranks;
    ranks.n_rows = r->n_ranks;
    sites.rows = r->rows;
    sites.n_rows = r->n_rows;
    sw_html_table(html, &(struct sw_html_section){.key = "ranks", .title = "Ranks"}, &ranks, NULL);
    sw_html_table(html,
                  &(struct sw_html_section){.key = "by_rank",
                                            .title = "Where the ranks differ, by call site",
                                            .lead = "Local work is the callee's own code: the "
                                                    "least, the mean and the most of a rank."},
                  &sites, NULL);
    if (!r->merge->whole.whole.spawns || !sw_units_is_length(&r->units))
        return;
    sw_merge_processors(r->merge, all);
    sw_html_table_of(html,
                     &(struct sw_html_section){.key = "processors",
                                               .title = "With so many processors a rank",
                                               .lead = "Bounds, from the work and span of each."},
                     &processors, NULL, all, SW_MERGE_N_PROCESSORS, sizeof *all);
}

int sw_merge_html(const struct sw_merge_report *r)
{
    const struct sw_profile *w = &r->merge->whole;
    struct sw_html html;
    char subtitle[SW_HTML_SUBTITLE];
    struct sw_html_head head = sw_html_head_of(w, r->units.unit, subtitle);
    sw_html_begin(&html, &head, r->out);
    sw_html_conclude(&html, w, &r->findings);
    put_whole(&html, r);
    sw_html_found(&html, w, &r->findings);
    put_bars(&html, r);
    put_tables(&html, r);
    sw_html_paths(&html, w);
    sw_html_facts(&html,
                  &(struct sw_html_section){.key = "measured", .title = "How it was measured"},
                  w->warnings, w->n_warnings);
    sw_html_command(&html, w);
    sw_html_close(&html);
    return sw_html_end(&html);
}
