#include "analysis/memory/traffic.h"
#include "profile/whose.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_CACHE (32ull << 20)

static const char *text(const char *string)
{
    return string ? string : "";
}

/* Of the last level that is a data cache, as the system tells it. */
static uint64_t last_cache(void)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < 8; i++) {
        char path[100];
        unsigned long size;
        char letter = 0;
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%u/size", i);
        FILE *in = fopen(path, "r");
        if (!in)
            break;
        if (fscanf(in, "%lu%c", &size, &letter) >= 1)
            bytes = (uint64_t)size << (letter == 'K' ? 10 : letter == 'M' ? 20 : 0);
        fclose(in);
    }
    return bytes;
}

unsigned sw_traffic_usual_capacity(void)
{
    uint64_t bytes = last_cache();
    return sw_capacity_within(bytes ? bytes : USUAL_CACHE);
}

/* A row in the making: those of one line stand together when they are sorted. */
static int by_line(const void *a, const void *b)
{
    const struct sw_traffic_row *x = a, *y = b;
    int order = strcmp(x->file, y->file);
    if (!order)
        order = (x->line > y->line) - (x->line < y->line);
    return order ? order : strcmp(x->function, y->function);
}

static int by_function(const void *a, const void *b)
{
    const struct sw_traffic_row *x = a, *y = b;
    int order = strcmp(x->function, y->function);
    return order ? order : strcmp(x->file, y->file);
}

static int most_first(const void *a, const void *b)
{
    const struct sw_traffic_row *x = a, *y = b;
    if (x->bytes != y->bytes)
        return x->bytes < y->bytes ? 1 : -1;
    return by_line(a, b);
}

static bool has_traffic(const struct sw_traffic_row *row)
{
    return row->what;
}

/* Rows that are one become that; those that samples alone are of go. */
static size_t unite(struct sw_traffic_row *rows, size_t n, int (*order)(const void *, const void *))
{
    size_t to = 0, kept = 0;
    qsort(rows, n, sizeof *rows, order);
    for (size_t i = 1; i < n; i++) {
        if (order(&rows[to], &rows[i])) {
            rows[++to] = rows[i];
            continue;
        }
        sw_traffic_add(&rows[to].traffic, &rows[i].traffic);
        rows[to].what |= rows[i].what;
        rows[to].dependent += rows[i].dependent;
        rows[to].time_ns += rows[i].time_ns;
        rows[to].line = rows[i].line && rows[i].line < rows[to].line ? rows[i].line : rows[to].line;
    }
    for (size_t i = 0; n && i <= to; i++)
        if (has_traffic(&rows[i]))
            rows[kept++] = rows[i];
    return kept;
}

static void finish(struct sw_traffic_row *rows, size_t n, unsigned capacity)
{
    for (size_t i = 0; i < n; i++) {
        struct sw_traffic_row *row = &rows[i];
        row->fills = sw_traffic_bytes(row->traffic.fills, capacity);
        row->back = sw_traffic_bytes(row->traffic.back, capacity);
        row->bytes = row->fills + row->back;
        row->rate = row->time_ns ? (double)row->bytes * 1e9 / (double)row->time_ns : 0;
    }
    qsort(rows, n, sizeof *rows, most_first);
}

static struct sw_traffic_row row_at(const struct sw_place *place)
{
    const struct sw_place *at = sw_place_of_reader(place);
    return (struct sw_traffic_row){
        .function = text(at->function), .file = text(at->file), .line = at->line};
}

/* Of instructions, and of samples: one each. */
static size_t fill(struct sw_traffic_row *rows, const struct sw_profile *p, unsigned capacity)
{
    const struct sw_sampled *s = &p->sampled;
    size_t n = 0;
    for (size_t i = 0; i < p->memory.n_sites; i++) {
        const struct sw_traffic_site *site = &p->memory.sites[i];
        rows[n] = row_at(&site->place);
        rows[n].what = site->what;
        rows[n].traffic = site->traffic;
        rows[n++].dependent = SW_TRAFFIC_CHAINED(site->chained[capacity]);
    }
    for (size_t i = 0; s->rate && i < s->n_paths; i++) {
        if (!s->paths[i].on_work)
            continue;
        rows[n] = row_at(&s->frames[s->paths[i].frame].place);
        rows[n++].time_ns = s->paths[i].on_work * 1000000000 / s->rate;
    }
    return n;
}

int sw_traffic_rows_make(struct sw_traffic_rows *t, const struct sw_profile *p, unsigned capacity)
{
    size_t n = p->memory.n_sites + p->sampled.n_paths;
    *t = (struct sw_traffic_rows){.capacity = capacity};
    t->lines = calloc(n + 1, sizeof *t->lines);
    t->functions = calloc(n + 1, sizeof *t->functions);
    if (!t->lines || !t->functions)
        return -ENOMEM;
    n = fill(t->lines, p, capacity);
    memcpy(t->functions, t->lines, n * sizeof *t->lines);
    t->n_lines = unite(t->lines, n, by_line);
    t->n_functions = unite(t->functions, n, by_function);
    finish(t->lines, t->n_lines, capacity);
    finish(t->functions, t->n_functions, capacity);
    for (size_t i = 0; i < t->n_lines; i++) {
        t->fills += t->lines[i].fills;
        t->back += t->lines[i].back;
    }
    t->bytes = t->fills + t->back;
    return 0;
}

void sw_traffic_rows_release(struct sw_traffic_rows *t)
{
    free(t->lines);
    free(t->functions);
    *t = (struct sw_traffic_rows){0};
}
