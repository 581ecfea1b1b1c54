#include "report/html/views.h"
#include "analysis/workspan/locks.h"

void sw_html_concluded(struct sw_html *html, struct sw_conclusion *conclusion, int error)
{
    if (error)
        html->error = error;
    else
        sw_html_conclusion(html, conclusion);
    sw_conclusion_release(conclusion);
}

void sw_html_conclude(struct sw_html *html, const struct sw_profile *profile,
                      const struct sw_findings *findings)
{
    struct sw_conclusion conclusion;
    int error = sw_conclusion_of_findings(&conclusion, profile, findings);
    sw_html_concluded(html, &conclusion, error);
}

void sw_html_judge(struct sw_html *html, const struct sw_verdict *verdict,
                   const struct sw_profile *profile, const struct sw_findings *findings,
                   const struct sw_units *units)
{
    struct sw_conclusion conclusion;
    if (verdict && verdict->cause != SW_WHY_UNKNOWN) {
        sw_html_verdict(html, verdict);
        return;
    }
    int error = sw_conclusion_make(&conclusion, profile, findings, units);
    sw_html_concluded(html, &conclusion, error);
}

void sw_html_found(struct sw_html *html, const struct sw_profile *profile,
                   const struct sw_findings *findings)
{
    sw_html_findings(html, &(struct sw_html_section){.key = "findings", .title = "Findings"},
                     findings, profile);
}

struct sw_page sw_html_notes(struct sw_html *html)
{
    return (struct sw_page){.note = sw_html_note, .data = html};
}

void sw_html_bounds(struct sw_html *html, const struct sw_profile *profile)
{
    enum { N = 128 }; /* every number: between two the page draws straight lines */
    double x[N], lower[N], upper[N];
    for (int i = 0; i < N; i++) {
        struct sw_speedup bounds = sw_program_bounds(profile, (uint64_t)i + 1);
        x[i] = i + 1;
        lower[i] = bounds.lower;
        upper[i] = bounds.upper;
    }
    sw_html_series(html, "at most", "bound", N, x, upper, NULL, NULL);
    sw_html_series(html, "at least", "estimate", N, x, lower, NULL, NULL);
}
