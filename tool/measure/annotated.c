/* Figures and sites of an annotated program, from its tree: sections and tasks become sites with work and span. */
#include "analysis/predict/tree_figures.h"
#include "analysis/predict/tree_sites.h"
#include "tool/measure/profiling.h"

struct filling {
    struct sw_profile *profile;
    const struct sw_program_tree *tree;
    struct sw_node_figures *nodes;
    struct sw_tree_site_figures *sites;
    double *times; /* that a node is there in the unfolded tree; scratch */
};

static uint64_t whole(double x)
{
    return x > 0 ? (uint64_t)(x + 0.5) : 0;
}

/* How often each node is there, not counting inside others of that site; 0: of none. */
static void count_times(const struct filling *f, uint32_t site)
{
    const struct sw_program_tree *t = f->tree;
    uint32_t root = sw_program_tree_root(t);
    memset(f->times, 0, t->n_nodes * sizeof *f->times);
    f->times[root] = 1;
    for (uint32_t i = root; i > 0; i--) {
        const struct sw_node *node = &t->nodes[i];
        if (f->times[i] == 0 || (site && node->site == site))
            continue;
        for (uint32_t k = 0; k < node->n_items; k++) {
            const struct sw_item *item = &t->items[node->first + k];
            f->times[item->node] += f->times[i] * item->count;
        }
    }
}

/* Of the outermost instances of a site. */
static void sum_up(const struct filling *f, uint32_t site, struct sw_figures *sums)
{
    double span = 0, burdened = 0, tasks = 0;
    count_times(f, site);
    for (uint32_t i = 1; i < f->tree->n_nodes; i++)
        if (f->tree->nodes[i].site == site) {
            span += f->times[i] * f->nodes[i].span;
            burdened += f->times[i] * f->nodes[i].burdened_span;
            tasks += f->times[i] * (double)f->nodes[i].tasks;
        }
    sums->span = whole(span);
    sums->burdened_span = whole(burdened);
    sums->spawns = whole(tasks);
}

static void add_whole(struct filling *f)
{
    const struct sw_node_figures *root = &f->nodes[sw_program_tree_root(f->tree)];
    double sections = 0;
    count_times(f, 0);
    for (uint32_t i = 1; i < f->tree->n_nodes; i++)
        sections += f->tree->nodes[i].kind == SW_NODE_SECTION ? f->times[i] : 0;
    f->profile->whole = (struct sw_figures){.count = 1,
                                            .work = whole(root->work),
                                            .span = whole(root->span),
                                            .burdened_span = whole(root->burdened_span),
                                            .spawns = root->tasks,
                                            .syncs = whole(sections)};
}

/* "section rows"; of a lock, its number is the first that the site took. */
static void name_callee(struct sw_site *to, const struct filling *f, uint32_t number)
{
    static const char *const kinds[] = {
        [SW_NODE_SECTION] = "section", [SW_NODE_TASK] = "task", [SW_NODE_LOCK] = "lock"};
    const struct sw_tree_site *s = &f->tree->sites[number];
    char name[512];
    snprintf(name, sizeof name, "%s %s", kinds[s->kind], *s->label ? s->label : "without a name");
    for (uint32_t i = 1; s->kind == SW_NODE_LOCK && i < f->tree->n_nodes; i++) {
        const struct sw_node *node = &f->tree->nodes[i];
        if (node->site != number || node->detail >= f->tree->n_locks)
            continue;
        unsigned long long id = f->tree->locks[node->detail].id;
        snprintf(name, sizeof name, id > UINT32_MAX ? "lock %#llx" : "lock %llu", id);
        break;
    }
    sw_string_set(&to->callee_place.function, name);
}

static void add_site(struct filling *f, uint32_t number)
{
    const struct sw_tree_site *s = &f->tree->sites[number];
    const struct sw_tree_site_figures *from = &f->sites[number];
    struct sw_site *to = &f->profile->sites[f->profile->n_sites++];
    to->kind = s->kind == SW_NODE_TASK      ? SW_SITE_SPAWN
               : s->kind == SW_NODE_SECTION ? SW_SITE_SCOPE
                                            : SW_SITE_CALL;
    to->flags = SW_SITE_LABELLED;
    to->caller_place = to->callee_place = SW_NOWHERE;
    to->address = s->address;
    to->on_work.top_site = (struct sw_figures){.count = from->count, .work = whole(from->work)};
    sum_up(f, number, &to->on_work.top_site);
    to->on_work.local =
        (struct sw_measure){from->count, whole(from->own_work), whole(from->own_work)};
    /* How parallel those on the span are is not known by itself: as all of them. */
    uint64_t span = to->on_work.top_site.span;
    double parallelism = span ? from->work / (double)span : 1;
    to->on_span.top_site = (struct sw_figures){.count = from->span_count,
                                               .work = whole(from->on_span * parallelism),
                                               .span = whole(from->on_span),
                                               .burdened_span = whole(from->on_span)};
    to->on_span.local =
        (struct sw_measure){from->span_count, whole(from->own_on_span), whole(from->own_on_span)};
    for (int side = 0; side < 2; side++) {
        struct sw_side *at = side ? &to->on_span : &to->on_work;
        at->top_caller =
            (struct sw_measure){at->top_site.count, at->top_site.work, at->top_site.span};
    }
    sw_string_set(&to->caller_place.function, s->function);
    sw_string_set(&to->caller_place.file, s->file);
    to->caller_place.line = s->line;
    sw_string_set(&to->callee_place.file, s->file);
    to->callee_place.line = s->line;
    name_callee(to, f, number);
}

static uint64_t less(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* What is outside all sections. */
static void add_root(struct filling *f)
{
    struct sw_profile *p = f->profile;
    uint64_t work = p->whole.work, span = p->whole.span;
    for (size_t i = 0; i < p->n_sites; i++) {
        work = less(work, p->sites[i].on_work.local.work);
        span = less(span, p->sites[i].on_span.local.span);
    }
    struct sw_site *to = &p->sites[p->n_sites++];
    to->kind = SW_SITE_ROOT;
    to->flags = SW_SITE_LABELLED;
    to->caller_place = to->callee_place = SW_NOWHERE;
    to->on_work.local = to->on_work.top_caller = (struct sw_measure){1, work, work};
    to->on_span.local = to->on_span.top_caller = (struct sw_measure){1, span, span};
    to->on_work.top_site =
        (struct sw_figures){.count = 1, .work = work, .span = work, .burdened_span = work};
    to->on_span.top_site =
        (struct sw_figures){.count = 1, .work = span, .span = span, .burdened_span = span};
    sw_string_set(&to->callee_place.function, "serial code");
}

static bool is_shown(const struct filling *f, uint32_t site)
{
    uint32_t kind = f->tree->sites[site].kind;
    return f->sites[site].count &&
           (kind == SW_NODE_SECTION || kind == SW_NODE_TASK || kind == SW_NODE_LOCK);
}

/* Traffic of that site of the tree is the newest site's. */
static void give_traffic(struct sw_profile *p, uint32_t tree_site)
{
    for (size_t i = 0; i < p->memory.n_pieces; i++)
        if (p->memory.pieces[i].tree_site == tree_site)
            p->memory.pieces[i].site = (uint32_t)p->n_sites - 1;
}

static int add_sites(struct filling *f)
{
    struct sw_profile *p = f->profile;
    if (!(p->sites = calloc(f->tree->n_sites + 1, sizeof *p->sites)))
        return -ENOMEM;
    for (uint32_t i = 1; i < f->tree->n_sites; i++)
        if (is_shown(f, i)) {
            add_site(f, i);
            give_traffic(p, i);
        }
    add_root(f);
    give_traffic(p, 0);
    return 0;
}

/* "FILE:LINE in FUNCTION". */
static void print_place(const struct sw_program_tree *t, unsigned long number, FILE *to)
{
    const struct sw_tree_site *s = number < t->n_sites ? &t->sites[number] : NULL;
    if (s && *s->file)
        fprintf(to, "%s:%u", s->file, s->line);
    else if (s && *s->function)
        fprintf(to, "%s()", s->function);
    else
        fprintf(to, s ? "%#llx" : "an unknown place", s ? (unsigned long long)s->address : 0);
}

/* The same sentence, with its places. NULL: no memory. */
static char *with_places(const struct sw_program_tree *t, const char *sentence)
{
    char *text = NULL, *end;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (!to)
        return NULL;
    while (*sentence) {
        unsigned long number = !strncmp(sentence, "@{", 2) ? strtoul(sentence + 2, &end, 10) : 0;
        if (number && *end == '}') {
            print_place(t, number, to);
            sentence = end + 1;
        } else {
            fputc(*sentence++, to);
        }
    }
    return fclose(to) ? NULL : text;
}

static int name_places(struct sw_profile *p)
{
    for (size_t i = 0; i < p->n_warnings; i++) {
        if (!strstr(p->warnings[i], "@{"))
            continue;
        char *text = with_places(&p->tree, p->warnings[i]);
        if (!text)
            return -ENOMEM;
        if (p->warnings[i] < p->pool || p->warnings[i] >= p->pool + p->pool_size)
            free(p->warnings[i]);
        p->warnings[i] = text;
    }
    return 0;
}

int sw_annotated_fill(struct sw_profile *p, bool keeps_samples)
{
    struct filling f = {.profile = p, .tree = &p->tree};
    int error = sw_tree_name_serial(p);
    if (!keeps_samples)
        sw_sampled_release(p, &p->sampled);
    if (!error)
        error = name_places(p);
    if (error || !p->tree.n_nodes)
        return error;
    f.nodes = sw_tree_figures(&p->tree, (double)p->burden);
    f.sites = sw_tree_site_figures(&p->tree);
    f.times = calloc(p->tree.n_nodes + 1, sizeof *f.times);
    error = f.nodes && f.sites && f.times ? 0 : -ENOMEM;
    if (!error) {
        add_whole(&f);
        error = add_sites(&f);
    }
    free(f.nodes);
    free(f.sites);
    free(f.times);
    return error;
}
