/* Simulated runs for people. */
#include "analysis/bounds.h"
#include "report/formats.h"
#include "report/simulation.h"
#include "report/words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CONSTRUCTS = 16 };
#define WORTH_A_LINE 0.001 /* of the work, or of the processors' time */

static int put_table(const struct sw_report *report, const struct sw_page *page,
                     enum sw_simulation_columns columns, const void *const *rows, size_t n)
{
    struct sw_table table = sw_simulation_table(columns, report);
    table.rows = rows;
    table.n_rows = n;
    return sw_table_text(&table, page->width, page->bold, page->plain, page->out);
}

int sw_simulation_text_runs(const struct sw_report *report, const struct sw_page *page)
{
    size_t n = report->profile->n_simulations;
    const void **rows = calloc(n, sizeof *rows);
    if (!rows)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++)
        rows[i] = &report->simulation.outcomes[i];
    sw_page_heading(page, "Predicted for N processors, each N a simulated run");
    int error = put_table(report, page, SW_SIMULATION_RUNS, rows, n);
    sw_page_heading(page, "Where the time of the N processors goes");
    if (!error)
        error = put_table(report, page, SW_SIMULATION_LOST, rows, n);
    free(rows);
    return error;
}

/* A construct counts for what it does and loses, with all inside: so those around it are in as well. */
static uint64_t weight(const struct sw_construct_row *c)
{
    return c->number ? c->construct->total_work + c->loss->all : UINT64_MAX;
}

static int compare_weights(const void *a, const void *b)
{
    const struct sw_construct_row *x = *(const struct sw_construct_row *const *)a;
    const struct sw_construct_row *y = *(const struct sw_construct_row *const *)b;
    if (weight(x) != weight(y))
        return weight(x) > weight(y) ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

struct tree {
    const struct sw_construct_row *rows;
    uint32_t *first, *next; /* child, sibling; 0: none */
    unsigned char *is_in;
    const void **list;
    size_t n;
};

/* One that does and loses next to nothing is not worth a line, unless all are asked for. */
static int is_trivial(const struct sw_construct_row *c)
{
    const struct sw_simulation *s = c->outcome->simulation;
    double whole = (double)c->outcome->processors * (double)s->time;
    return c->number && (double)c->construct->total_work < WORTH_A_LINE * (double)s->work &&
           (double)c->loss->all < WORTH_A_LINE * whole &&
           (double)c->construct->elapsed < WORTH_A_LINE * (double)s->time;
}

/* Down to a first child, else on to a sibling, of its own or of one around it. */
static void list_all(struct tree *t)
{
    uint32_t i = 0;
    t->list[t->n++] = &t->rows[0];
    do {
        uint32_t next = i == 0 || t->is_in[i] ? t->first[i] : 0;
        while (!next && i) {
            next = t->next[i];
            i = t->rows[i].construct->parent;
        }
        i = next;
        if (i && t->is_in[i])
            t->list[t->n++] = &t->rows[i];
    } while (i);
}

/* In the order of the tree, the heaviest `most` of them. */
static int list_constructs(const struct sw_report_simulation *m, size_t most, const void ***list,
                           size_t *n)
{
    uint32_t all = m->n_constructs;
    struct tree t = {.rows = m->constructs,
                     .first = calloc(all, sizeof *t.first),
                     .next = calloc(all, sizeof *t.next),
                     .is_in = calloc(all, 1),
                     .list = calloc(all, sizeof *t.list)};
    int error = t.first && t.next && t.is_in && t.list ? 0 : -ENOMEM;
    for (uint32_t i = 0; !error && i < all; i++)
        t.list[i] = &m->constructs[i];
    if (!error)
        qsort(t.list, all, sizeof *t.list, compare_weights);
    for (uint32_t i = 0; !error && i < all && i < most; i++) {
        const struct sw_construct_row *c = t.list[i];
        t.is_in[c->number] = most == SW_REPORT_ALL || !is_trivial(c);
    }
    for (uint32_t i = all; !error && i-- > 1;) {
        uint32_t parent = m->constructs[i].construct->parent;
        t.next[i] = t.first[parent];
        t.first[parent] = i;
    }
    if (!error)
        list_all(&t);
    free(t.first);
    free(t.next);
    free(t.is_in);
    *list = t.list;
    *n = t.n;
    return error;
}

/* Those that came in pieces. */
static size_t keep_chunked(const void **rows, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        const struct sw_construct_row *c = rows[i];
        if (c->construct->chunks)
            rows[kept++] = rows[i];
    }
    return kept;
}

int sw_simulation_text_constructs(const struct sw_report *report, const struct sw_page *page)
{
    const struct sw_report_simulation *m = &report->simulation;
    size_t n = 0, top = report->options->top ? report->options->top : MOST_CONSTRUCTS;
    const void **rows = NULL;
    char title[160];
    int error = list_constructs(m, top, &rows, &n);
    snprintf(title, sizeof title,
             "Constructs on %" PRIu64 " processors, nested as they ran (lost: of the processors' "
             "time)",
             m->outcomes[report->profile->n_simulations - 1].simulation->processors);
    if (!error) {
        sw_page_heading(page, title);
        error = put_table(report, page, SW_SIMULATION_TREE, rows, n);
    }
    if (!error && n < m->n_constructs)
        fprintf(page->out, "  and %zu more: 'spanwise report --top=all'\n", m->n_constructs - n);
    n = error ? 0 : keep_chunked(rows, n);
    if (n) {
        sw_page_heading(page, "Their chunks of iterations, tasks, and times that locks were held");
        error = put_table(report, page, SW_SIMULATION_CHUNKS, rows, n);
    }
    free(rows);
    return error;
}
