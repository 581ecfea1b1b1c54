/* Sections that only some profiles have: sampled functions, and what grew since a serial run. */
#include "report/html/report.h"
#include "report/model/inflation.h"
#include "report/model/sampled.h"

/* Whether some are known by the file that they are in only. */
static int has_nameless(const struct sw_report *report)
{
    for (size_t i = 0; i < report->n_functions; i++)
        if (*((const struct sw_function *)report->function_rows[i])->function == '[')
            return 1;
    return 0;
}

void sw_html_functions(struct sw_html *html, const struct sw_report *report)
{
    static const struct sw_html_group groups[] = {{"on_span", "On span", "on span", 1},
                                                  {"on_work", "On work", "on work", 1}};
    struct sw_table table = sw_sampled_table(SW_SAMPLED_PAGE, report);
    const struct sw_functions *f = &report->functions;
    int few = f->span < SW_SAMPLES_ENOUGH;
    char lead[384];
    if (!report->profile->sampled.rate || f->work < SW_SAMPLES_ENOUGH)
        return;
    size_t at = (size_t)snprintf(
        lead, sizeof lead, "The line is the one with the most samples. %s",
        has_nameless(report) ? "In brackets: all code of a file without symbols. " : "");
    if (few)
        snprintf(lead + at, sizeof lead - at,
                 "Shares may be off by %.0f points; of the critical path there are too few samples "
                 "to tell any.",
                 sw_samples_points(f->work));
    else
        snprintf(lead + at, sizeof lead - at,
                 "Shares may be off by %.0f points on span, %.0f on work.",
                 sw_samples_points(f->span), sw_samples_points(f->work));
    sw_html_table(
        html,
        &(struct sw_html_section){
            .key = "functions", .title = "Functions, by samples", .lead = lead, .word = "samples"},
        &table,
        &(struct sw_html_look){.sort = few ? "on_work.self" : "on_span.self",
                               .groups = groups + few,
                               .n_groups = sizeof groups / sizeof *groups - (size_t)few});
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
