/* A prediction for people: the table by processors and plan, what it means, where the time goes. */
#include "analysis/predict/tree_sites.h"
#include "analysis/workspan/sites.h"
#include "report/model/predict_formats.h"
#include "report/write/page.h"
#include "report/write/words.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_TOP = 10 };

/* A line of the table: its columns are as many as there are plans. */
struct line {
    uint64_t processors;
    double speedups[SW_PLANS_MOST];
};

static void fill_columns(const struct sw_prediction *p, struct sw_column *columns,
                         char (*names)[SW_PLAN_NAME])
{
    columns[0] =
        (struct sw_column){.title = "P", .type = SW_COUNT, .at = offsetof(struct line, processors)};
    for (size_t i = 0; i < p->options.n_plans; i++)
        columns[i + 1] =
            (struct sw_column){.title = sw_plan_name(&p->options.plans[i], names[i]),
                               .type = SW_REAL,
                               .at = offsetof(struct line, speedups) + i * sizeof(double)};
}

enum which { EMULATED, WITH_MEMORY, SYNTHESIZED };

static double speedup_of(const struct sw_predicted *cell, enum which which)
{
    if (which == SYNTHESIZED)
        return cell->synthesized > 0 ? cell->synthesized : NAN;
    if (which == EMULATED)
        return sw_emulation_speedup(&cell->emulation);
    return cell->has_memory ? sw_emulation_speedup(&cell->with_memory) : NAN;
}

/* Synthesized runs are of few numbers of processors: a line that has nothing is left out. */
static bool has_any(const struct line *line, size_t n_plans)
{
    for (size_t k = 0; k < n_plans; k++)
        if (isfinite(line->speedups[k]))
            return true;
    return false;
}

static int put_speedups(const struct sw_predict_report *r, const struct sw_page *page,
                        enum which which)
{
    const struct sw_prediction *p = r->prediction;
    size_t n = p->options.n_processors, n_rows = 0;
    struct sw_column columns[SW_PLANS_MOST + 1];
    char names[SW_PLANS_MOST][SW_PLAN_NAME];
    struct line *lines = calloc(n, sizeof *lines);
    const void **rows = calloc(n, sizeof *rows);
    int error = lines && rows ? 0 : -ENOMEM;
    fill_columns(p, columns, names);
    for (size_t i = 0; !error && i < n; i++) {
        lines[i].processors = p->options.processors[i];
        for (size_t k = 0; k < p->options.n_plans; k++)
            lines[i].speedups[k] = speedup_of(sw_predicted_at(p, k, i), which);
        if (which != SYNTHESIZED || has_any(&lines[i], p->options.n_plans))
            rows[n_rows++] = &lines[i];
    }
    struct sw_table table = {columns, p->options.n_plans + 1, rows, n_rows, NULL, &r->units};
    if (!error)
        error = sw_table_text(&table, page->width, page->bold, page->plain, page->out);
    free(lines);
    free(rows);
    return error;
}

static void put_bounds(const struct sw_predict_report *r)
{
    const struct sw_prediction *p = r->prediction;
    char a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], name[SW_TREE_NAME];
    fprintf(r->out, "  at most %s by the span (a bound)",
            sw_units_ratio(p->span > 0 ? p->one / p->span : NAN, a));
    if (p->locked > 0)
        fprintf(r->out, ", %s by the lock '%s'", sw_units_ratio(p->one / p->locked, b),
                sw_words_clean(sw_tree_lock_name(p->tree, p->lock, name)));
    fputc('\n', r->out);
}

/* Without a memory model, a column of it would be noise. */
static void drop_memory(struct sw_table *table, struct sw_column *columns)
{
    size_t n = 0;
    for (size_t i = 0; i < table->n_columns; i++)
        if (strcmp(table->columns[i].title, "memory"))
            columns[n++] = table->columns[i];
    table->columns = columns;
    table->n_columns = n;
}

static int put_losses(const struct sw_predict_report *r, const struct sw_page *page)
{
    struct sw_column kept[SW_PREDICT_COLUMNS_MOST];
    struct sw_table table = sw_predict_table(SW_PREDICT_COLUMNS_LOST, r);
    const void **rows = sw_predict_best_rows(r);
    if (!rows)
        return -ENOMEM;
    table.rows = rows;
    table.n_rows = r->prediction->options.n_processors;
    if (!r->prediction->options.burdens)
        drop_memory(&table, kept);
    sw_page_heading(page, "Where the time of the P processors goes, with the best plan for each");
    int error = sw_table_text(&table, page->width, page->bold, page->plain, page->out);
    free(rows);
    return error;
}

static int put_sections(const struct sw_predict_report *r, const struct sw_page *page)
{
    struct sw_column kept[SW_PREDICT_COLUMNS_MOST];
    const struct sw_predicted *focus = sw_prediction_focus(r->prediction);
    struct sw_table table = sw_predict_table(SW_PREDICT_COLUMNS_SECTIONS, r);
    size_t top = r->options->page.top ? r->options->page.top : DEFAULT_TOP;
    char title[160], name[SW_PLAN_NAME], n[SW_UNITS_SIZE];
    const void **rows = calloc(r->n_sections + 1, sizeof *rows);
    if (!rows)
        return -ENOMEM;
    for (; table.n_rows < r->n_sections && table.n_rows < top; table.n_rows++)
        rows[table.n_rows] = &r->sections[table.n_rows];
    table.rows = rows;
    if (!focus->has_memory)
        drop_memory(&table, kept);
    snprintf(title, sizeof title, "Sections on %s, with %s (lost: of all the processors' time)",
             sw_units_some(focus->processors, "processor", n), sw_plan_name(focus->plan, name));
    int error = 0;
    if (r->n_sections) {
        sw_page_heading(page, title);
        error = sw_table_text(&table, page->width, page->bold, page->plain, page->out);
    }
    if (r->n_sections > table.n_rows)
        fprintf(r->out, "  and %zu more: --top=all\n", r->n_sections - table.n_rows);
    free(rows);
    return error;
}

/* What compressing it has cost. */
static void put_compression(const struct sw_predict_report *r, const struct sw_page *page)
{
    const struct sw_tree_measure *m = &r->prediction->tree->measure;
    double work = r->prediction->work;
    char text[256], a[SW_UNITS_SIZE];
    if (m->window) {
        snprintf(text, sizeof text,
                 "lossy, as it got large: of up to %s tasks at a time the order was given up",
                 sw_units_count(m->window, a));
        sw_page_note(page, "", text);
    }
    if (m->merged) {
        snprintf(text, sizeof text,
                 "lossy, as it got large: %s pieces were taken for others like them, which moves "
                 "%.2f%% of the work",
                 sw_units_count(m->merged, a), work > 0 ? 100 * (double)m->moved / work : 0);
        sw_page_note(page, "", text);
    }
    if (m->lost) {
        snprintf(text, sizeof text, "%s nodes are missing: their work is in what they were in",
                 sw_units_count(m->lost, a));
        sw_page_note(page, "", text);
    }
}

static void put_tree(const struct sw_predict_report *r, const struct sw_page *page)
{
    const struct sw_prediction *p = r->prediction;
    char text[512], a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], c[SW_UNITS_SIZE], d[SW_UNITS_SIZE];
    snprintf(text, sizeof text, "work %s, span %s, %s tasks, in %s nodes",
             sw_units_cost(&r->units, sw_rounded(p->work), a),
             sw_units_cost(&r->units, sw_rounded(p->span), b), sw_units_count(p->tasks, c),
             sw_units_count(p->tree->n_nodes - 1, d));
    sw_page_note(page, "tree", text);
    put_compression(r, page);
}

/* What a compiler deals out to threads itself is as those had it: no emulation divides it further. */
static void put_teams(const struct sw_predict_report *r, const struct sw_page *page)
{
    const struct sw_program_tree *tree = r->prediction->tree;
    unsigned last = r->prediction->options.processors[r->prediction->options.n_processors - 1];
    uint64_t most = 0;
    char text[256];
    for (size_t i = 1; i < tree->n_nodes; i++) {
        const struct sw_node *node = &tree->nodes[i];
        uint64_t threads = 0;
        if (node->kind != SW_NODE_SECTION || node->schedule != SW_SECTION_TEAM)
            continue;
        for (uint32_t k = 0; k < node->n_items; k++)
            threads += tree->items[node->first + k].count;
        most = threads > most ? threads : most;
    }
    if (!most || most >= last)
        return;
    snprintf(text, sizeof text,
             "of %" PRIu64 " threads: loops that the compiler deals out itself have no more parts; "
             "for %u processors, record the tree with 'spanwise run --tree -N %u'",
             most, last, last);
    sw_page_note(page, "teams", text);
}

void sw_predict_text_basis(const struct sw_predict_report *r, const struct sw_page *page)
{
    put_tree(r, page);
    put_teams(r, page);
    sw_page_note(page, "overheads", r->options->overheads);
    sw_page_note(page, "memory",
                 r->options->memory ? r->options->memory
                                    : "not in it: where processors share caches and bandwidth, a "
                                      "real run is slower (--memory)");
    if (r->options->profile->front_end == SW_FRONT_END_ANNOTATE)
        sw_page_note(page, "data",
                     "not looked at: whether tasks are independent, or what they "
                     "share needs a lock or a reduction, is yours to know");
    if (r->options->synthesis)
        sw_page_note(page, "replay", r->options->synthesis);
}

int sw_predict_text(const struct sw_predict_report *r)
{
    const struct sw_profile *profile = r->options->profile;
    struct sw_page page;
    bool has_memory = r->prediction->options.burdens != NULL;
    sw_page_init(&page, &r->options->page, r->out);
    sw_page_command(&page, "Spanwise prediction for", sw_string(profile->program),
                    profile->args && *profile->args ? profile->args + 1 : NULL);
    sw_page_findings(&page, &r->findings);
    sw_page_heading(&page, has_memory ? "Speedup on P processors, emulated, memory left out"
                                      : "Speedup on P processors, emulated");
    int error = put_speedups(r, &page, EMULATED);
    put_bounds(r);
    if (!error && has_memory) {
        sw_page_heading(&page, "The same with the memory model (-: not known for so many)");
        error = put_speedups(r, &page, WITH_MEMORY);
    }
    if (!error && r->options->synthesis) {
        sw_page_heading(&page, "The same replayed: real threads on this machine");
        error = put_speedups(r, &page, SYNTHESIZED);
    }
    if (!error)
        error = put_losses(r, &page);
    if (!error)
        error = put_sections(r, &page);
    sw_page_heading(&page, "What it rests on");
    sw_predict_text_basis(r, &page);
    return error;
}
