/*
 * Call paths as folded stacks, one a line, the outermost function first: "main;sort;compare 123". Flame
 * graph tools read it. Paths of the same names are one line. Of samples, it is these that are counted.
 */
#include "analysis/findings/units.h"
#include "report/export/export.h"
#include "report/write/words.h"

static uint64_t cost(const struct sw_export *x, unsigned measure, uint32_t node, double total)
{
    const struct sw_flame *f = &x->flame;
    if (f->samples[measure] && total > 0)
        return sw_rounded(f->nodes[node].self[measure] / total * (double)f->samples[measure]);
    return x->self[measure][node];
}

static void put_path(const struct sw_export *x, const uint32_t *path, uint32_t depth)
{
    for (uint32_t i = 1; i <= depth; i++) {
        if (i > 1)
            fputc(';', x->out);
        /* A line break or a semicolon would make it two. */
        sw_words_put_but(x->flame.frames[x->flame.nodes[path[i]].frame].name, ";", ':', x->out);
    }
}

/* In the order of enum sw_report_on. */
static const char *const measures[] = {"work", "span", "idle", "overhead", "wait", "blame"};

int sw_export_folded(const struct sw_export *x)
{
    int measure = sw_flame_measure_named(&x->flame, measures[x->options->on]);
    if (measure < 0)
        return 0; /* nothing of it was measured */
    unsigned m = (unsigned)measure;
    double *totals = sw_flame_totals(&x->flame, m);
    SW_FREED uint32_t *path = calloc(x->deepest + 1, sizeof *path);
    for (size_t i = 1; totals && path && i < x->flame.n_nodes; i++) {
        uint32_t node = x->order[i];
        uint64_t part = cost(x, m, node, totals[0]);
        path[x->depth[node]] = node;
        if (!part)
            continue;
        put_path(x, path, x->depth[node]);
        fprintf(x->out, " %" PRIu64 "\n", part);
    }
    int error = totals && path ? 0 : -ENOMEM;
    free(totals);
    return error;
}
