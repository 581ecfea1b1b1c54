#include "report/model/call_tree.h"
#include "report/model/paths.h"

struct tree {
    const struct sw_profile *profile;
    const struct sw_report_options *options;
    struct sw_flame flame;
    double *totals[SW_FLAME_MEASURES_MOST];
    double wholes[SW_FLAME_MEASURES_MOST];
    unsigned order;   /* the measure that siblings are sorted by */
    uint32_t *sorted; /* nodes, by parent, then by that measure */
    size_t *first;    /* by node: where its children begin in `sorted`; one more at the end */
    struct sw_path_row *rows;
    size_t n_rows, n_left_out;
};

static double share(const struct tree *t, size_t node, unsigned measure)
{
    return t->wholes[measure] > 0 ? t->totals[measure][node] / t->wholes[measure] : 0;
}

static int is_large(const struct tree *t, size_t node)
{
    for (unsigned m = 0; m < t->flame.n_measures; m++)
        if (sw_paths_shows(&t->flame, m) && share(t, node, m) >= t->options->least)
            return 1;
    return 0;
}

static int compare(const void *a, const void *b, void *data)
{
    const struct tree *t = data;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    uint32_t px = t->flame.nodes[x].parent, py = t->flame.nodes[y].parent;
    if (px != py)
        return px < py ? -1 : 1;
    for (unsigned i = 0; i < t->flame.n_measures; i++) {
        unsigned m = i ? i - (i <= t->order) : t->order; /* that one, then the others */
        double dx = t->totals[m][x], dy = t->totals[m][y];
        if (dx != dy)
            return dx > dy ? -1 : 1;
    }
    return x < y ? -1 : x > y;
}

/* The root is not shown: its children are the outermost. */
static void sort(struct tree *t)
{
    size_t n = t->flame.n_nodes;
    for (size_t i = 1; i < n; i++)
        t->sorted[i - 1] = (uint32_t)i;
    qsort_r(t->sorted, n - 1, sizeof *t->sorted, compare, t);
    for (size_t i = 1; i < n; i++)
        t->first[t->flame.nodes[i].parent + 1]++;
    for (size_t i = 0; i < n; i++)
        t->first[i + 1] += t->first[i];
}

static void add(struct tree *t, uint32_t node, unsigned depth)
{
    const struct sw_flame_frame *frame = &t->flame.frames[t->flame.nodes[node].frame];
    struct sw_path_row *row = &t->rows[t->n_rows++];
    *row = (struct sw_path_row){.place = frame->place, .name = frame->name, .depth = depth};
    if (frame->site != SW_FLAME_NO_SITE)
        row->site = &t->profile->sites[frame->site];
    for (unsigned m = 0; m < t->flame.n_measures; m++)
        row->shares[m] = share(t, node, m);
}

/* Without recursion: call paths may be deep. `next` is, by node, the child to come. */
static void walk(struct tree *t, size_t *next)
{
    uint32_t at = 0;
    unsigned depth = 0; /* of the children of `at` */
    for (;;) {
        if (next[at] == t->first[at + 1]) {
            if (!at)
                return;
            at = t->flame.nodes[at].parent;
            depth--;
            continue;
        }
        uint32_t child = t->sorted[next[at]++];
        if (!is_large(t, child) || (t->options->depth && depth >= t->options->depth)) {
            t->n_left_out++;
            continue;
        }
        add(t, child, depth);
        at = child;
        depth++;
    }
}

static int make(struct tree *t)
{
    double whole[SW_FLAME_MEASURES_MOST];
    int error = sw_flame_make(&t->flame, t->profile, 0);
    if (!error && !t->options->physical)
        error = sw_flame_fold(&t->flame, t->profile);
    if (error)
        return error;
    size_t n = t->flame.n_nodes;
    for (unsigned m = 0; m < t->flame.n_measures; m++) {
        t->totals[m] = sw_flame_totals(&t->flame, m);
        if (!t->totals[m])
            return -ENOMEM;
        whole[m] = t->totals[m][0];
    }
    for (unsigned m = 0; m < t->flame.n_measures; m++)
        t->wholes[m] = sw_paths_whole(&t->flame, whole, m);
    t->order = sw_paths_order(&t->flame, t->options);
    t->sorted = calloc(n + 1, sizeof *t->sorted);
    t->first = calloc(n + 2, sizeof *t->first);
    t->rows = calloc(n + 1, sizeof *t->rows);
    SW_FREED size_t *next = calloc(n + 2, sizeof *next);
    if (t->sorted && t->first && t->rows && next && n) {
        sort(t);
        for (size_t i = 0; i < n; i++)
            next[i] = t->first[i];
        walk(t, next);
    }
    error = t->sorted && t->first && t->rows && next ? 0 : -ENOMEM;
    return error;
}

static void release(struct tree *t)
{
    for (unsigned m = 0; m < SW_FLAME_MEASURES_MOST; m++)
        free(t->totals[m]);
    free(t->sorted);
    free(t->first);
    free(t->rows);
    sw_flame_release(&t->flame);
}

static void put_left_out(struct sw_document *d, const struct tree *t)
{
    if (!t->n_left_out)
        return;
    fprintf(d->out, t->n_rows ? "  and %zu more below these" : "  %zu paths", t->n_left_out);
    if (t->options->least > 0)
        fprintf(d->out, ", each less than %g%% of all%s: '--least=0'", 100 * t->options->least,
                t->options->depth ? " or deeper" : "");
    fputc('\n', d->out);
}

int sw_call_tree_print(const struct sw_profile *profile, const struct sw_report_options *options,
                       FILE *out)
{
    struct sw_document d;
    int error = sw_document_open(&d, SW_AS_TEXT, options, profile, profile->unit, out);
    if (error)
        return error;
    struct tree t = {.profile = profile, .options = d.options};
    if (!sw_document_fails(&d, make(&t))) {
        sw_document_head(&d, "Call paths of", profile);
        fputc('\n', d.out);
        sw_paths_put(&d, &(struct sw_path_table){.flame = &t.flame, .title = "call"}, t.rows,
                     t.n_rows);
        if (!t.n_rows && !t.n_left_out)
            fputs("  the profile has none\n", d.out);
        put_left_out(&d, &t);
        sw_paths_note(&d, &t.flame);
    }
    release(&t);
    return sw_document_close(&d);
}
