#include "report/model/sampled.h"
#include "analysis/workspan/sites.h"
#include "report/write/words.h"

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static void put_trust(const struct sw_report *report, const struct sw_page *page)
{
    const struct sw_functions *f = &report->functions;
    char line[512], span[SW_UNITS_SIZE], work[SW_UNITS_SIZE];
    sw_units_count(f->span, span);
    sw_units_count(f->work, work);
    if (f->work < SW_SAMPLES_ENOUGH)
        snprintf(line, sizeof line,
                 "the run was too short for them: %s sample%s, %d are needed; let it run longer, "
                 "or raise --rate ('spanwise report --format=csv-functions' lists what there is)",
                 work, plural(f->work), SW_SAMPLES_ENOUGH);
    else if (f->span < SW_SAMPLES_ENOUGH)
        snprintf(line, sizeof line,
                 "estimates, from %s samples on work: shares may be off by %.1f points; the run "
                 "was too short for those of the span, with %s sample%s on it",
                 work, sw_samples_points(f->work), span, plural(f->span));
    else
        snprintf(line, sizeof line,
                 "estimates, from %s samples on span and %s on work: shares may be off by %.1f and "
                 "%.1f points",
                 span, work, sw_samples_points(f->span), sw_samples_points(f->work));
    sw_words_wrap("  ", line, page->width, page->out);
}

int sw_sampled_text(const struct sw_report *report, const struct sw_page *page)
{
    struct sw_table table = sw_sampled_table(SW_SAMPLED_TEXT, report);
    size_t left = report->n_functions - table.n_rows;
    if (!table.n_rows)
        return 0;
    sw_page_heading(page,
                    "Functions, by samples (self: their own code; total: with what they call)");
    if (report->functions.work < SW_SAMPLES_ENOUGH) {
        put_trust(report, page);
        return 0;
    }
    int error = sw_table_text(&table, page->width, page->bold, page->plain, page->out);
    if (left)
        fprintf(page->out, "  and %zu more function%s: 'spanwise report --top=all'\n", left,
                left == 1 ? "" : "s");
    put_trust(report, page);
    return error;
}

static void add(char *text, size_t size, uint64_t n, const char *what)
{
    size_t used = 0;
    char count[SW_UNITS_SIZE];
    while (used < size && text[used])
        used++;
    if (n)
        snprintf(text + used, size - used, ", %s %s", sw_units_count(n, count), what);
}

void sw_sampled_note(const struct sw_report *report, const struct sw_page *page)
{
    const struct sw_sampled *s = &report->profile->sampled;
    char line[512], taken[SW_UNITS_SIZE], rate[SW_UNITS_SIZE];
    if (!s->rate)
        return;
    snprintf(line, sizeof line, "%s sample%s, at %s a second of processor time%s",
             sw_units_count(s->taken, taken), s->taken == 1 ? "" : "s",
             sw_units_count(s->rate, rate), s->source == SW_SAMPLED_TIMER ? ", by a timer" : "");
    add(line, sizeof line, s->lost, "lost");
    add(line, sizeof line, s->profiler, "in the profiler");
    add(line, sizeof line, s->waiting, "while waiting for work");
    add(line, sizeof line, s->cut, "whose outermost callers are not known");
    add(line, sizeof line, s->refused, "without room for their path");
    sw_page_note(page, "sampled", line);
}
