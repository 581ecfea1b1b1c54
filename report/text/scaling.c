/* Measured speedups for people: the table, what it means, how it was measured. */
#include "analysis/workspan/sites.h"
#include "report/model/scaling_formats.h"
#include "report/write/page.h"

#include <inttypes.h>

static void put_trials(const struct sw_page *page, const struct sw_scaling *s)
{
    char text[256];
    snprintf(text, sizeof text,
             "%" PRIu64 " for each P (CILK_NWORKERS, OMP_NUM_THREADS, and {} in the arguments), by "
             "turns in rounds, after %" PRIu64 " warm-up run%s",
             s->trials, s->warm_up, s->warm_up == 1 ? "" : "s");
    sw_page_note(page, "trials", text);
    sw_page_note(page, "times",
                 "wall clock from before the fork to the end of the process, nothing subtracted; "
                 "CPU: user and system time, the median");
    snprintf(text, sizeof text, "%" PRIu64 " that this process may use (affinity, control group)",
             s->processors);
    sw_page_note(page, "processors", text);
}

static void put_prediction(const struct sw_page *page, const struct sw_scaling_report *report)
{
    const struct sw_profile *p = report->scaling->profile;
    char text[512], work[SW_UNITS_SIZE], span[SW_UNITS_SIZE], ratio[SW_UNITS_SIZE];
    const struct sw_units units = {p ? sw_string(p->unit) : "", report->units.utf8};
    if (!p) {
        sw_page_note(page, "prediction", "none: there is no profile");
        return;
    }
    if (sw_scaling_is_simulated(report->scaling)) {
        sw_page_note(page, "prediction",
                     "simulated runs on P processors, give or take a tenth; memory and caches are "
                     "not simulated");
        return;
    }
    snprintf(text, sizeof text,
             "at least: estimate, at most: bound, for P processors; from %s%.200s%s (work %s, "
             "burdened span %s, parallelism %s)",
             report->scaling->profile_path ? "the profile '" : "a serial run that was profiled",
             report->scaling->profile_path ? report->scaling->profile_path : "",
             report->scaling->profile_path ? "'" : "", sw_units_cost(&units, p->whole.work, work),
             sw_units_cost(&units, p->whole.burdened_span, span),
             sw_units_ratio(sw_parallelism(p->whole.work, p->whole.span), ratio));
    sw_page_note(page, "prediction", text);
}

void sw_scaling_text_measured(const struct sw_scaling_report *report, const struct sw_page *page)
{
    put_trials(page, report->scaling);
    put_prediction(page, report);
}

int sw_scaling_text(const struct sw_scaling_report *report)
{
    struct sw_page page;
    struct sw_table table = sw_scaling_text_table(report);
    char *const *argv = report->scaling->argv;
    sw_page_init(&page, report->options, report->out);
    sw_page_command(&page, "Spanwise bench of", argv[0], argv + 1);
    sw_page_findings(&page, &report->findings);
    sw_page_heading(&page, "Speedup on P processors over one, measured beside the predicted range");
    int error = sw_table_text(&table, page.width, page.bold, page.plain, page.out);
    sw_page_heading(&page, "How it was measured");
    sw_scaling_text_measured(report, &page);
    return error;
}
