/* The report for people: what the run is short of, and where. */
#include "report/model/effort.h"
#include "analysis/workspan/sites.h"
#include "report/model/formats.h"
#include "report/write/words.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_FUNCTIONS = 10, PAGE_PATHS = 16, PAGE_LOCKS = 5, VIEW_ROWS = 40, WIDE = 150 };
enum { LABEL_WIDTH = 12, TIME_WIDTH = 12, SHARE_WIDTH = 9 };

struct text {
    const struct sw_effort_report *report;
    struct sw_page page;
};

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static void put_run(const struct text *t)
{
    const struct sw_effort *e = &t->report->profile->effort;
    char time[SW_UNITS_SIZE], threads[SW_UNITS_SIZE], most[SW_UNITS_SIZE];
    fprintf(t->page.out, "%s on %" PRIu64 " processor%s, %s thread%s",
            sw_units_cost(&t->report->units, e->time, time), e->processors,
            e->processors == 1 ? "" : "s", sw_units_count(e->threads, threads),
            e->threads == 1 ? "" : "s");
    if (e->threads > 1)
        fprintf(t->page.out, ", %s at a time", sw_units_count(e->threads_most, most));
    fputc('\n', t->page.out);
}

static void part_line(const struct text *t, const char *label, uint64_t part, const char *note)
{
    char time[SW_UNITS_SIZE], share[SW_UNITS_SIZE];
    sw_units_cost(&t->report->units, part, time);
    sw_units_percent(sw_effort_share(t->report->tree, part), share);
    int pad = TIME_WIDTH - (int)sw_words_width(time);
    fprintf(t->page.out, "  %-*s%*s%s%*s%s%s\n", LABEL_WIDTH, label, pad > 0 ? pad : 0, "", time,
            SHARE_WIDTH, share, *note ? "  " : "", note);
}

static uint64_t waited_for_locks(const struct text *t)
{
    const struct sw_effort *e = &t->report->profile->effort;
    uint64_t sum = 0;
    for (size_t i = 0; i < e->n_locks; i++)
        sum += e->locks[i].waited;
    return sum;
}

/* All waits are known by samples, those for locks by the clock: either may be a little more than the other. */
static void put_waits(const struct text *t, uint64_t waited)
{
    uint64_t locks = waited_for_locks(t);
    char note[256], a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], by_locks[SW_UNITS_SIZE + 32] = "none";
    if (!waited)
        return;
    if (locks)
        snprintf(by_locks, sizeof by_locks, "%s, measured,",
                 sw_units_cost(&t->report->units, locks, b));
    snprintf(note, sizeof note, "threads waited %s in all, by samples; %s for locks",
             sw_units_cost(&t->report->units, waited, a), by_locks);
    sw_words_wrap("  ", note, t->page.width, t->page.out);
}

static void put_effort(const struct text *t)
{
    const struct sw_effort_tree *tree = t->report->tree;
    const struct sw_effort_sums *s = &tree->nodes[0].total;
    const struct sw_units *u = &t->report->units;
    char note[256], a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], c[SW_UNITS_SIZE];
    uint64_t overhead = sw_effort_get(s, SW_EFFORT_OVERHEAD);
    sw_page_heading(&t->page, "Effort: the time of all processors while any thread ran");
    part_line(t, "Work", s->work, "");
    snprintf(note, sizeof note, "scheduling %s, synchronization %s, creation %s",
             sw_units_cost(u, s->overhead[SW_OVERHEAD_SCHEDULE], a),
             sw_units_cost(u, s->overhead[SW_OVERHEAD_SYNCHRONIZE], b),
             sw_units_cost(u, s->overhead[SW_OVERHEAD_CREATE], c));
    part_line(t, "Overhead", overhead, "");
    if (overhead)
        sw_words_wrap("    ", note, t->page.width, t->page.out);
    part_line(t, "Idleness", s->idle, "");
    if (tree->nobody) {
        char others[64 + SW_UNITS_SIZE] = "";
        const struct sw_account *account = &t->report->account;
        if (account->taken >= 0.01 * (account->taken + account->all))
            snprintf(others, sizeof others, ", %s of that taken by other programs",
                     sw_units_cost(u, (uint64_t)account->taken, b));
        snprintf(note, sizeof note, "in addition, no thread ran: %s, %.1f%% of the cores' time%s",
                 sw_units_cost(u, tree->nobody, a),
                 percent((double)tree->nobody, (double)tree->nobody + (double)tree->effort),
                 others);
        sw_words_wrap("  ", note, t->page.width, t->page.out);
    }
    put_waits(t, s->waited);
}

static enum sw_effort_columns columns_of(const struct text *t, enum sw_report_view view)
{
    enum sw_effort_metric sort = t->report->sort;
    bool wide = t->page.width >= WIDE, only_self = view == SW_VIEW_CALLERS || view == SW_VIEW_LINES;
    if (sort == SW_EFFORT_WAIT || sort == SW_EFFORT_BLAME)
        return SW_EFFORT_TEXT_WAITS;
    if (only_self)
        return wide ? SW_EFFORT_TEXT_SELF_WIDE : SW_EFFORT_TEXT_SELF;
    if (wide)
        return SW_EFFORT_TEXT_BOTH_WIDE;
    return view == SW_VIEW_FLAT ? SW_EFFORT_TEXT_FLAT : SW_EFFORT_TEXT_TREE;
}

static int put_table(const struct text *t, struct sw_table table, const void *items, size_t size,
                     size_t n)
{
    const void **rows = calloc(n + 1, sizeof *rows);
    if (!rows)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++)
        rows[i] = (const char *)items + i * size;
    table.rows = rows;
    table.n_rows = n;
    int error = sw_table_text(&table, t->page.width, t->page.bold, t->page.plain, t->page.out);
    free(rows);
    return error;
}

static const struct {
    const char *title, *what, *option;
} views[] = {
    [SW_VIEW_TREE] = {"Call paths, of effort (=>: started there)", "path", "tree"},
    [SW_VIEW_CALLERS] = {"Functions and who called them, of effort (=>: started)", "function",
                         "callers"},
    [SW_VIEW_FLAT] =
        {"Functions, of effort (self: their own code and libraries'; total: with what they "
         "call)",
         "function", "flat"},
    [SW_VIEW_LINES] = {"Lines, of effort", "line", "lines"},
};

static int put_view(const struct text *t, enum sw_report_view view, size_t most)
{
    struct sw_effort_rows rows;
    int error = sw_effort_view(t->report, view, most, &rows);
    if (error)
        return error;
    if (rows.n) {
        sw_page_heading(&t->page, view == SW_VIEW_TREE && t->report->options->physical
                                      ? "Call paths as they were on the stacks, of effort"
                                      : views[view].title);
        error = put_table(t, sw_effort_table(columns_of(t, view), t->report), rows.items,
                          sizeof *rows.items, rows.n);
        if (rows.left)
            fprintf(t->page.out, "  and %zu more %s%s: 'spanwise report --view=%s --top=all'\n",
                    rows.left, views[view].what, rows.left == 1 ? "" : "s", views[view].option);
    }
    sw_effort_rows_release(&rows);
    return error;
}

static int compare_locks(const void *a, const void *b)
{
    const struct sw_effort_lock *x = a, *y = b;
    if (x->waited != y->waited)
        return x->waited > y->waited ? -1 : 1;
    return x->address < y->address ? -1 : x->address > y->address;
}

static int put_locks(const struct text *t)
{
    const struct sw_effort *e = &t->report->profile->effort;
    size_t top = t->report->options->top ? t->report->options->top : PAGE_LOCKS;
    size_t n = e->n_locks < top ? e->n_locks : top;
    if (!e->n_locks)
        return 0;
    struct sw_effort_lock *locks = calloc(e->n_locks, sizeof *locks);
    if (!locks)
        return -ENOMEM;
    memcpy(locks, e->locks, e->n_locks * sizeof *locks);
    qsort(locks, e->n_locks, sizeof *locks, compare_locks);
    sw_page_heading(&t->page, "Locks that threads waited for");
    int error =
        put_table(t, sw_effort_part_table(SW_EFFORT_TEXT_LOCK, t->report), locks, sizeof *locks, n);
    if (n < e->n_locks)
        fprintf(t->page.out, "  and %zu more: 'spanwise report --top=all'\n", e->n_locks - n);
    free(locks);
    return error;
}

static void put_program(const struct text *t)
{
    const struct sw_profile *p = t->report->profile;
    char text[512];
    sw_page_status(&t->page, p->status);
    if (*sw_profile_front_end(p)) {
        snprintf(text, sizeof text, "%.500s", sw_profile_front_end(p));
        sw_page_note(&t->page, "parallel by", text);
    }
    if (*sw_string(p->host)) {
        snprintf(text, sizeof text, "%.500s", p->host);
        sw_page_note(&t->page, "host", text);
    }
}

static void add(char *text, size_t size, uint64_t n, const char *what)
{
    size_t used = strlen(text);
    char count[SW_UNITS_SIZE];
    if (n)
        snprintf(text + used, size - used, ", %s %s", sw_units_count(n, count), what);
}

/* What came, of what was asked for: by the processor time of the threads. */
static void put_samples(const struct text *t)
{
    const struct sw_sampled *s = &t->report->profile->sampled;
    const struct sw_effort *e = &t->report->profile->effort;
    uint64_t came = s->taken + s->profiler + s->waiting;
    char text[512], a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], c[SW_UNITS_SIZE];
    snprintf(text, sizeof text,
             "%s asked for a second of processor time%s, %s delivered; %s of threads that work",
             sw_units_count(s->rate, a), s->source == SW_SAMPLED_TIMER ? " (by a timer)" : "",
             sw_units_count(e->cpu ? sw_rounded((double)came * 1e9 / (double)e->cpu) : 0, b),
             sw_units_count(s->taken, c));
    add(text, sizeof text, s->waiting, "of threads that wait");
    add(text, sizeof text, s->lost, "lost");
    add(text, sizeof text, s->profiler, "in the profiler");
    add(text, sizeof text, s->cut, "whose outermost callers are not known");
    add(text, sizeof text, s->refused, "without room for their path");
    add(text, sizeof text, s->threads, "threads not sampled");
    sw_page_note(&t->page, "samples", text);
    snprintf(text, sizeof text, "shares may be off by %.1f points",
             s->taken ? fmin(100, 100 / sqrt((double)s->taken)) : 100);
    sw_page_note(&t->page, "", text);
    snprintf(text, sizeof text, "%s, %.2f%% of the program's processor time, measured",
             sw_units_cost(&t->report->units, e->cost, a),
             percent((double)e->cost, (double)e->cpu));
    sw_page_note(&t->page, "cost", text);
}

void sw_effort_text_measured(const struct sw_effort_report *report, const struct sw_page *page)
{
    struct text t = {report, *page};
    put_program(&t);
    put_samples(&t);
}

static void put_measured(const struct text *t)
{
    const struct sw_profile *p = t->report->profile;
    sw_page_heading(&t->page, "How it was measured");
    sw_effort_text_measured(t->report, &t->page);
    for (size_t i = 0; i < p->n_warnings; i++)
        sw_page_note(&t->page, "warning", p->warnings[i]);
}

static int put_page(const struct text *t)
{
    sw_page_findings(&t->page, &t->report->findings);
    put_effort(t);
    sw_effort_timeline(t->report, &t->page);
    int error = put_view(t, SW_VIEW_FLAT, PAGE_FUNCTIONS);
    if (!error)
        error = put_view(t, SW_VIEW_TREE, PAGE_PATHS);
    if (!error)
        error = put_locks(t);
    put_measured(t);
    return error;
}

int sw_effort_text(const struct sw_effort_report *report)
{
    const struct sw_profile *p = report->profile;
    struct text t = {.report = report};
    sw_page_init(&t.page, report->options, report->out);
    if (report->options->view == SW_VIEW_PAGE) {
        sw_page_verdict(&t.page, &report->verdict);
        int error = sw_report_text_ledger(&report->verdict, &report->units, &t.page,
                                          report->options->brief);
        if (error || report->options->brief)
            return error;
        fputs("\n", t.page.out);
    }
    sw_page_command(&t.page, "Spanwise samples of", sw_string(p->program),
                    p->args && *p->args ? p->args + 1 : NULL);
    put_run(&t);
    if (report->options->view == SW_VIEW_PAGE)
        return put_page(&t);
    return put_view(&t, report->options->view, VIEW_ROWS);
}
