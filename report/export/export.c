#include "report/export/export.h"
#include "analysis/effort/effort.h"
#include "analysis/findings/units.h"
#include "analysis/verdict/verdict.h"
#include "base/order.h"
#include "report/write/outlet.h"
#include "report/write/words.h"

/*
 * Call paths as folded stacks, one a line, the outermost function first: "main;sort;compare 123". Flame
 * graph tools read it. Paths of the same names are one line. Of samples, it is these that are counted.
 */

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
static const char *const measures[] = {"work", "span", "lost", "idle", "overhead", "wait", "blame"};

static int sw_export_folded(const struct sw_export *x)
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

static int compare(const void *a, const void *b)
{
    const struct sw_export_entry *x = a, *y = b;
    return SW_BY(SW_RISING(x->name, y->name), SW_RISING(x->file, y->file),
                 SW_RISING(x->frame, y->frame));
}

int sw_export_functions_make(struct sw_export_functions *f, const struct sw_export *x,
                             size_t more_strings)
{
    size_t n = x->flame.n_frames;
    *f = (struct sw_export_functions){.items = calloc(n + 1, sizeof *f->items),
                                      .of_frame = calloc(n + 1, sizeof *f->of_frame)};
    if (!f->items || !f->of_frame || sw_intern_init(&f->strings, 2 * n + 1 + more_strings))
        return -ENOMEM;
    sw_intern(&f->strings, "");
    for (uint32_t i = 0; i < n; i++) {
        struct sw_export_function is = sw_export_function(x, i);
        f->items[i] = (struct sw_export_entry){is, sw_intern(&f->strings, is.name),
                                               sw_intern(&f->strings, is.file), i};
    }
    qsort(f->items, n, sizeof *f->items, compare);
    for (size_t i = 0; i < n; i++) {
        struct sw_export_entry at = f->items[i], *last = f->n ? &f->items[f->n - 1] : NULL;
        if (!last || last->name != at.name || last->file != at.file)
            f->items[f->n++] = at;
        else if (!last->is.first)
            last->is.first = at.is.first;
        f->of_frame[at.frame] = f->n - 1;
    }
    return 0;
}

void sw_export_functions_release(struct sw_export_functions *f)
{
    sw_intern_release(&f->strings);
    free(f->items);
    free(f->of_frame);
    *f = (struct sw_export_functions){.n = 0};
}

bool sw_export_is_time(const struct sw_export *x)
{
    return !strcmp(x->flame.unit, "ns");
}

char *sw_export_title(const char *measure, char title[SW_EXPORT_TITLE])
{
    snprintf(title, SW_EXPORT_TITLE, "%s", measure);
    if (*title >= 'a' && *title <= 'z')
        *title = (char)(*title - 'a' + 'A');
    return title;
}

static sw_export_format *const formats[SW_REPORT_FORMATS] = {
    [SW_REPORT_FOLDED] = sw_export_folded,       [SW_REPORT_SPEEDSCOPE] = sw_export_speedscope,
    [SW_REPORT_CALLGRIND] = sw_export_callgrind, [SW_REPORT_PPROF] = sw_export_pprof,
    [SW_REPORT_TRACE] = sw_export_trace,
};

/* Formats that write each path whole may not become larger than that many frames. */
#define MOST_FRAMES UINT64_C(20000000)
#define LEAST       1e-5 /* of all: paths that may go first then */

/* speedscope goes down by recursion, and gives up at about 2,500 frames. */
enum { SPEEDSCOPE_DEEPEST = 1000 };

struct sw_export_function sw_export_function(const struct sw_export *x, uint32_t number)
{
    const struct sw_flame_frame *frame = &x->flame.frames[number];
    const struct sw_place *place = frame->place;
    bool is_first = false;
    if (frame->site != SW_FLAME_NO_SITE) {
        const struct sw_site *site = &x->profile->sites[frame->site];
        if (*sw_string(site->callee_place.file) && !sw_site_is_construct(site))
            place = &site->callee_place;
        is_first = place == &site->callee_place;
    }
    return (struct sw_export_function){frame->name, place ? sw_string(place->file) : "",
                                       place ? place->line : 0, is_first ? place->line : 0};
}

/* A call in what was inlined into the function is on the line of another file, maybe. */
static struct sw_export_line line_of_call(const struct sw_place *call, const char *file)
{
    const struct sw_place *outer = call;
    if (!*file || !*sw_string(call->file) || !strcmp(call->file, file))
        return (struct sw_export_line){.line = call->line};
    while (outer->inlined_into && strcmp(sw_string(outer->file), file))
        outer = outer->inlined_into;
    return (struct sw_export_line){call->file, call->line, outer->line};
}

struct sw_export_line sw_export_line(const struct sw_export *x, uint32_t node, uint32_t child)
{
    const struct sw_flame *f = &x->flame;
    const struct sw_flame_frame *frame = &f->frames[f->nodes[node].frame];
    const struct sw_flame_frame *called = &f->frames[f->nodes[child].frame];
    struct sw_export_function function = sw_export_function(x, f->nodes[node].frame);
    if (child && called->site != SW_FLAME_NO_SITE &&
        x->profile->sites[called->site].caller_place.line)
        return line_of_call(&x->profile->sites[called->site].caller_place, function.file);
    uint32_t known = child ? called->called : frame->line;
    return (struct sw_export_line){.line = known ? known : function.line};
}

/* Children in the order of their nodes, which come after what they are below. */
static int arrange(struct sw_export *x)
{
    const struct sw_flame *f = &x->flame;
    SW_FREED uint32_t *size = calloc(f->n_nodes + 1, sizeof *size); /* with what is below */
    SW_FREED uint32_t *next = calloc(f->n_nodes + 1, sizeof *next); /* place, of its next child */
    x->order = calloc(f->n_nodes + 1, sizeof *x->order);
    x->depth = calloc(f->n_nodes + 1, sizeof *x->depth);
    if (!size || !next || !x->order || !x->depth)
        return -ENOMEM;
    for (size_t i = f->n_nodes; i-- > 1;)
        size[f->nodes[i].parent] += ++size[i];
    next[0] = 1;
    for (uint32_t i = 1; i < f->n_nodes; i++) {
        uint32_t above = f->nodes[i].parent, at = next[above];
        next[above] += size[i];
        next[i] = at + 1;
        x->order[at] = i;
        x->depth[i] = x->depth[above] + 1;
        x->deepest = x->depth[i] > x->deepest ? x->depth[i] : x->deepest;
    }
    return 0;
}

static uint64_t whole(long double value)
{
    return value >= 0x1p64L ? UINT64_MAX : (uint64_t)(value + 0.5L);
}

/* What is lost at one node by rounding is had at the next. */
static int round_costs(struct sw_export *x)
{
    const struct sw_flame *f = &x->flame;
    for (unsigned m = 0; m < f->n_measures; m++) {
        long double sum = 0;
        uint64_t last = 0;
        x->self[m] = calloc(f->n_nodes + 1, sizeof *x->self[m]);
        if (!x->self[m])
            return -ENOMEM;
        for (size_t i = 0; i < f->n_nodes; i++) {
            uint32_t node = x->order[i];
            if (!(f->nodes[node].self[m] > 0))
                continue;
            sum += f->nodes[node].self[m];
            x->self[m][node] = whole(sum) - last;
            last += x->self[m][node];
        }
    }
    return 0;
}

void sw_export_totals(const struct sw_export *x, unsigned measure, uint64_t *totals)
{
    for (size_t i = 0; i < x->flame.n_nodes; i++)
        totals[i] = x->self[measure][i];
    for (size_t i = x->flame.n_nodes; i-- > 1;)
        totals[x->flame.nodes[i].parent] += totals[i];
}

/* Viewers that show the source next to it. */
static bool knows_lines(const struct sw_export *x)
{
    return x->options->format == SW_REPORT_CALLGRIND || x->options->format == SW_REPORT_PPROF;
}

/* NULL: it is not known, as where nothing was sampled: then there is no verdict to wait for. */
static double *lost_by_path(const struct sw_profile *p)
{
    struct sw_verdict verdict;
    if (sw_profile_is_effort(p) || !p->sampled.n_paths || sw_verdict_of_profile(&verdict, p, 0))
        return NULL;
    double *lost = sw_verdict_lost_by_path(&verdict, p);
    sw_verdict_release(&verdict);
    return lost;
}

static int make_flame(struct sw_export *x, double least)
{
    struct sw_functions functions;
    struct sw_effort_tree tree;
    int error;
    if (!x->options->physical || !sw_profile_is_effort(x->profile)) {
        SW_FREED double *lost = lost_by_path(x->profile);
        error = sw_flame_make_lost(&x->flame, x->profile, least, knows_lines(x), lost);
        return error || x->options->physical ? error : sw_flame_fold(&x->flame, x->profile);
    }
    error = sw_functions_make(&functions, x->profile);
    if (error)
        return error;
    error =
        knows_lines(x)
            ? sw_effort_tree_make_lines(&tree, x->profile, &functions, SW_FRAMES_PHYSICAL)
            : sw_effort_tree_make(&tree, x->profile, &functions, SW_FRAMES_PHYSICAL, SW_EFFORT_ALL);
    if (!error) {
        error = sw_flame_make_effort(&x->flame, &tree, least);
        sw_effort_tree_release(&tree);
    }
    sw_functions_release(&functions);
    return error;
}

/* Formats that have no lines have one function of a name; trees of effort are so already. */
static int make_paths(struct sw_export *x, double least)
{
    struct sw_flame by_name;
    int error = make_flame(x, least);
    if (error || x->options->format != SW_REPORT_FOLDED || sw_profile_is_effort(x->profile))
        return error;
    error = sw_flame_by_name(&by_name, &x->flame);
    if (error)
        return error;
    by_name.places = x->flame.places; /* its frames have them too */
    x->flame.places = NULL;
    sw_flame_release(&x->flame);
    x->flame = by_name;
    return 0;
}

static void release(struct sw_export *x)
{
    sw_flame_release(&x->flame);
    for (unsigned m = 0; m < SW_FLAME_MEASURES_MOST; m++)
        free(x->self[m]);
    free(x->order);
    free(x->depth);
}

static uint64_t n_frames(const struct sw_export *x)
{
    uint64_t n = 0;
    for (size_t i = 0; i < x->flame.n_nodes; i++)
        n += x->depth[i];
    return n;
}

static int shorten(struct sw_export *x, uint32_t deepest)
{
    int error = sw_flame_shorten(&x->flame, deepest);
    free(x->order);
    free(x->depth);
    x->order = x->depth = NULL;
    x->deepest = 0;
    return error ? error : arrange(x);
}

/* Without what is small, and then without what is deep. */
static int make_smaller(struct sw_export *x)
{
    int error = make_paths(x, LEAST);
    if (!error)
        error = arrange(x);
    if (error || n_frames(x) <= MOST_FRAMES)
        return error;
    return shorten(x, (uint32_t)(MOST_FRAMES / x->flame.n_nodes) + 1);
}

static int make(struct sw_export *x)
{
    enum sw_report_format format = x->options->format;
    int error = make_paths(x, 0);
    if (!error)
        error = arrange(x);
    if (!error && (format == SW_REPORT_FOLDED || format == SW_REPORT_PPROF) &&
        n_frames(x) > MOST_FRAMES) {
        struct sw_export smaller = {.profile = x->profile, .options = x->options, .out = x->out};
        release(x);
        *x = smaller;
        error = make_smaller(x);
    }
    if (!error && format == SW_REPORT_SPEEDSCOPE && x->deepest > SPEEDSCOPE_DEEPEST)
        error = shorten(x, SPEEDSCOPE_DEEPEST);
    return error ? error : round_costs(x);
}

int sw_export_print(const struct sw_profile *profile, const struct sw_report_options *options,
                    FILE *out)
{
    struct sw_outlet outlet;
    enum sw_outlet_kind kind = options->format == SW_REPORT_PPROF    ? SW_OUTLET_RAW
                               : options->format == SW_REPORT_FOLDED ? SW_OUTLET_LINES
                                                                     : SW_OUTLET_DATA;
    int error = sw_outlet_open(&outlet, out, kind, options, profile->unit);
    if (error)
        return error;
    struct sw_export x = {.profile = profile, .options = options, .out = outlet.out};
    error = make(&x);
    if (!error)
        error = formats[options->format](&x);
    error = sw_outlet_close(&outlet, error);
    release(&x);
    return error;
}
