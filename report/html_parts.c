/* Sections that only some profiles have: sampled functions, and what grew since a serial run. */
#include "report/html_report.h"
#include "report/inflation.h"
#include "report/sampled.h"

void sw_html_functions(struct sw_html *html, const struct sw_report *report)
{
    static const struct sw_html_group groups[] = {{"on_span", "On span", "on span", 1},
                                                  {"on_work", "On work", "on work", 1}};
    struct sw_table table = sw_sampled_table(SW_SAMPLED_PAGE, report);
    if (!report->profile->sampled.rate)
        return;
    sw_html_table(html,
                  &(struct sw_html_section){.key = "functions",
                                            .title = "Functions, by samples",
                                            .lead = "The line is the one with the most samples.",
                                            .word = "samples"},
                  &table,
                  &(struct sw_html_look){.sort = "on_span.self",
                                         .groups = groups,
                                         .n_groups = sizeof groups / sizeof *groups});
}

void sw_html_inflation(struct sw_html *html, const struct sw_report *report)
{
    static const struct sw_html_group groups[] = {{"local_work", "Local work", "local", 1},
                                                  {"work", "Work, with what it calls", "work", 0},
                                                  {"count", "Times", "count", 0}};
    const struct sw_inflation *f = &report->inflation;
    struct sw_inflation_row whole[] = {{"work", f->work}, {"span", f->span}};
    struct sw_table all = sw_inflation_table(SW_INFLATION_WHOLE, report);
    struct sw_table sites = sw_inflation_table(SW_INFLATION_PAGE, report);
    if (!report->options->serial)
        return;
    sw_html_table_of(html,
                     &(struct sw_html_section){.key = "inflation",
                                               .title = "From the serial run to this one",
                                               .word = "inflation"},
                     &all, NULL, whole, 2, sizeof *whole);
    sw_html_table_of(html,
                     &(struct sw_html_section){
                         .key = "inflated-sites",
                         .title = "Where the work grew",
                         .lead = "The same code, on the same data: what grew, waited for memory or "
                                 "for each other.",
                         .word = "inflation"},
                     &sites,
                     &(struct sw_html_look){.sort = "local_work.growth",
                                            .groups = groups,
                                            .n_groups = sizeof groups / sizeof *groups},
                     f->sites, f->n_sites, sizeof *f->sites);
}
