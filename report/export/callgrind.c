/*
 * Callgrind's format, which KCachegrind and callgrind_annotate read: for each function what it did itself, by line, and
 * its calls, by line and callee, with all that they led to. A measure is an event.
 *
 * A node of the tree makes two records: of what it did itself, and of its parent's call. Sorted, those that
 * belong together stand together. Costs of calls are those of viewers that add them up for a function: recursive ones
 * have none.
 */
#include "base/order.h"
#include "base/pool.h"
#include "base/search.h"
#include "report/export/export.h"
#include "report/write/words.h"

struct record {
    uint32_t function;
    uint32_t callee; /* one more than the function's number; 0: what it did itself */
    uint32_t file;   /* number of its name; 0: the function's */
    uint32_t line;
    uint32_t node;
};

struct writer {
    const struct sw_export *x;
    struct sw_export_functions functions;
    uint64_t *totals[SW_FLAME_MEASURES_MOST];
    struct record *records;
    size_t n_records;
    unsigned char *function_said, *file_said; /* by number: from then on, that is enough */
    unsigned char *inside;                    /* by node: see mark_inside() */
    uint32_t *counted;                        /* by site: the last group that it counts in */
    uint32_t n_groups;
    uint32_t function; /* that is being written, one more than its number, ... */
    uint32_t file;     /* ... and the file in it, as in its records */
    struct sw_pool pool;
};

SW_ORDER(compare_records, struct record, SW_RISING(x->function, y->function),
         SW_RISING(x->callee, y->callee), SW_RISING(x->file, y->file), SW_RISING(x->line, y->line),
         SW_RISING(x->node, y->node))

/* The root is one beside the others: a function of the program may have its name. */
static uint32_t function_of(const struct writer *w, uint32_t node)
{
    return node ? w->functions.of_frame[w->x->flame.nodes[node].frame] : w->functions.n;
}

/* Marks the nodes whose function is open further out. */
static void mark_inside(struct writer *w)
{
    const struct sw_export *x = w->x;
    uint32_t *open, *path, n_path = 0;
    SW_POOLED(&w->pool, open, w->functions.n + 1);
    SW_POOLED(&w->pool, path, x->deepest + 1);
    for (size_t i = 0; !w->pool.error && i < x->flame.n_nodes; i++) {
        uint32_t node = x->order[i];
        while (n_path > x->depth[node])
            open[function_of(w, path[--n_path])]--;
        path[n_path++] = node;
        w->inside[node] = open[function_of(w, node)]++ > 0;
    }
}

static void add_record(struct writer *w, uint32_t function, uint32_t callee, uint32_t node,
                       struct sw_export_line at)
{
    uint32_t file = at.file ? sw_intern(&w->functions.strings, at.file) : 0;
    if (file == w->functions.items[function].file)
        file = 0;
    w->records[w->n_records++] = (struct record){function, callee, file, at.line, node};
}

/* Calls within a cycle are all below its first frame, whoever made them: the site knows. */
static uint32_t caller_of(struct writer *w, uint32_t node)
{
    const struct sw_flame *f = &w->x->flame;
    size_t site = f->frames[f->nodes[node].frame].site;
    uint32_t above = function_of(w, f->nodes[node].parent);
    if (!w->inside[node] || site == SW_FLAME_NO_SITE)
        return above;
    const struct sw_place *place = &w->x->profile->sites[site].caller_place;
    while (place->inlined_into)
        place = place->inlined_into;
    uint32_t name = sw_intern(&w->functions.strings, sw_string(place->function));
    uint32_t file = sw_intern(&w->functions.strings, sw_string(place->file));
    const struct sw_export_entry *all = w->functions.items;
    size_t at = SW_BEFORE(w->functions.n, i,
                          all[i].name < name || (all[i].name == name && all[i].file < file));
    if (at < w->functions.n && all[at].name == name && all[at].file == file)
        return (uint32_t)at;
    return above;
}

static void list_records(struct writer *w)
{
    const struct sw_flame *f = &w->x->flame;
    for (uint32_t i = 0; i < f->n_nodes; i++) {
        uint32_t own = function_of(w, i), above = f->nodes[i].parent;
        add_record(w, own, 0, i, sw_export_line(w->x, i, 0));
        if (i)
            add_record(w, caller_of(w, i), own + 1, i, sw_export_line(w->x, above, i));
    }
    for (unsigned m = 0; m < f->n_measures; m++)
        sw_export_totals(w->x, m, w->totals[m]);
    qsort(w->records, w->n_records, sizeof *w->records, compare_records);
}

/* A name is said once; its number is enough then. */
static void put_said(const struct writer *w, const char *key, uint32_t number, const char *name,
                     unsigned char *said)
{
    FILE *out = w->x->out;
    fprintf(out, "%s=(%" PRIu32 ")", key, number + 1);
    if (!*said) {
        fputc(' ', out);
        sw_words_put(*name ? name : "???", out);
    }
    *said = 1;
    fputc('\n', out);
}

static void put_function(struct writer *w, const char *file_key, const char *key, uint32_t number)
{
    const struct sw_export_entry *f = &w->functions.items[number];
    put_said(w, file_key, f->file, f->is.file, &w->file_said[f->file]);
    put_said(w, key, number, f->is.name, &w->function_said[number]);
}

/* What was inlined from another file, and the end of that. */
static void put_file(struct writer *w, const struct record *at)
{
    const struct sw_export_entry *own = &w->functions.items[at->function];
    uint32_t above = w->x->flame.nodes[at->node].parent;
    w->file = at->file;
    if (at->file)
        put_said(w, "fi", at->file, sw_export_line(w->x, above, at->node).file,
                 &w->file_said[at->file]);
    else
        put_said(w, "fe", own->file, own->is.file, &w->file_said[own->file]);
}

static int same(const struct record *a, const struct record *b)
{
    return a->function == b->function && a->callee == b->callee && a->file == b->file &&
           a->line == b->line;
}

/* How often its site called, if that does not count in the group already: it may be on several paths. */
static uint64_t calls_of(const struct writer *w, uint32_t node)
{
    size_t site = w->x->flame.frames[w->x->flame.nodes[node].frame].site;
    if (site == SW_FLAME_NO_SITE || w->counted[site] == w->n_groups)
        return 0;
    w->counted[site] = w->n_groups;
    return w->x->profile->sites[site].on_work.local.count;
}

/* What is in a function already is not in it once more by a recursive call. */
static uint64_t led_to(const struct writer *w, unsigned measure, uint32_t node)
{
    return w->inside[node] ? 0 : w->totals[measure][node];
}

/* Records of one line of a function, or of one call. Returns how many. */
static size_t put_group(struct writer *w, size_t first)
{
    const struct sw_flame *f = &w->x->flame;
    const struct record *head = &w->records[first];
    uint64_t sums[SW_FLAME_MEASURES_MOST] = {0}, all = 0, calls = 0;
    size_t n = 0;
    bool recursive = false;
    w->n_groups++;
    for (; first + n < w->n_records && same(head, head + n); n++) {
        for (unsigned m = 0; m < f->n_measures; m++)
            sums[m] += head->callee ? led_to(w, m, head[n].node) : w->x->self[m][head[n].node];
        recursive |= head->callee && w->inside[head[n].node];
        calls += calls_of(w, head[n].node);
    }
    for (unsigned m = 0; m < f->n_measures; m++)
        all |= sums[m];
    if (!all && !recursive)
        return n;
    if (w->function != head->function + 1) {
        w->function = head->function + 1;
        fputc('\n', w->x->out);
        w->file = 0;
        put_function(w, "fl", "fn", head->function);
    }
    if (w->file != head->file)
        put_file(w, head);
    if (head->callee) {
        put_function(w, "cfi", "cfn", head->callee - 1);
        fprintf(w->x->out, "calls=%" PRIu64 " %" PRIu32 "\n", calls ? calls : 1,
                w->functions.items[head->callee - 1].is.line);
    }
    fprintf(w->x->out, "%" PRIu32, head->line);
    for (unsigned m = 0; m < f->n_measures; m++)
        fprintf(w->x->out, " %" PRIu64, sums[m]);
    fputc('\n', w->x->out);
    return n;
}

static void put_head(const struct writer *w)
{
    const struct sw_flame *f = &w->x->flame;
    FILE *out = w->x->out;
    char title[SW_EXPORT_TITLE];
    fprintf(out, "# callgrind format\nversion: 1\ncreator: spanwise %s\ncmd:", SW_VERSION);
    for (char **arg = w->x->profile->args; arg && *arg; arg++) {
        fputc(' ', out);
        sw_words_put(*arg, out);
    }
    fputs("\ndesc: Unit: ", out);
    sw_words_put(f->unit, out);
    fputs("\npositions: line\n", out);
    for (unsigned m = 0; m < f->n_measures; m++) {
        sw_export_title(f->measures[m], title);
        fprintf(out, "event: %s : %s (", title, title);
        sw_words_put(f->unit, out);
        fputs(")\n", out);
    }
    fprintf(out, "events:");
    for (unsigned m = 0; m < f->n_measures; m++)
        fprintf(out, " %s", sw_export_title(f->measures[m], title));
    fprintf(out, "\nsummary:");
    for (unsigned m = 0; m < f->n_measures; m++)
        fprintf(out, " %" PRIu64, w->totals[m][0]);
    fputc('\n', out);
}

static void put(struct writer *w)
{
    list_records(w);
    put_head(w);
    for (size_t i = 0; i < w->n_records;)
        i += put_group(w, i);
}

static int take_memory(struct writer *w)
{
    const struct sw_flame *f = &w->x->flame;
    SW_POOLED(&w->pool, w->records, 2 * f->n_nodes + 1);
    SW_POOLED(&w->pool, w->function_said, f->n_frames + 2);
    SW_POOLED(&w->pool, w->file_said, 2 * f->n_frames + 2 + 3 * w->x->profile->n_sites);
    SW_POOLED(&w->pool, w->inside, f->n_nodes + 1);
    SW_POOLED(&w->pool, w->counted, w->x->profile->n_sites + 1);
    for (unsigned m = 0; m < f->n_measures; m++)
        SW_POOLED(&w->pool, w->totals[m], f->n_nodes + 1);
    int error = sw_export_functions_make(&w->functions, w->x, 3 * w->x->profile->n_sites);
    if (error)
        return error;
    w->functions.items[w->functions.n] =
        (struct sw_export_entry){.is = {.name = "(all)", .file = ""}};
    mark_inside(w);
    return w->pool.error;
}

int sw_export_callgrind(const struct sw_export *x)
{
    struct writer w = {.x = x};
    int error = take_memory(&w);
    if (!error)
        put(&w);
    sw_export_functions_release(&w.functions);
    sw_pool_release(&w.pool);
    return error;
}
