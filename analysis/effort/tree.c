/*
 * The tree grows in one pass over the paths, whose callers come first: the node of a path is that of its
 * caller with its own functions below, or, where the frame is not shown, that of its caller. At a link
 * the logical tree goes on below the creator, and the physical one below what is physically there.
 */
#include "analysis/effort/effort.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"
#include "base/pool.h"

struct maker {
    struct sw_effort_tree *tree;
    const struct sw_sampled *s;
    const struct sw_effort *e;
    enum sw_effort_frames frames;
    uint32_t *run;   /* by path: frames of libraries that its node stands for so far */
    bool *hidden;    /* by frame: a runtime's */
    bool *outer;     /* by frame: what calls main, or a thread's function */
    bool *started;   /* by path: what is called there was started there */
    uint64_t *below; /* by path: effort of it and all below */
    uint64_t *most;  /* by node: effort of the path that gave its line */
    size_t room;
    uint32_t *slots; /* open addressing by parent and key: the node; 0: free */
    size_t n_slots;
};

static const struct sw_function *outermost(const struct sw_functions *f, size_t frame)
{
    return &f->items[f->numbers[f->first[frame]]];
}

/* All of a module that has no names. */
static bool has_no_name(const struct sw_function *function)
{
    return *function->function == '[';
}

static bool is_outer(const struct sw_functions *f, size_t frame)
{
    const struct sw_function *function = outermost(f, frame);
    return sw_effort_is_outer(function->function) ||
           (has_no_name(function) && !strncmp(function->module, "libc.so", strlen("libc.so")));
}

static bool is_runtime(const struct sw_effort *e, uint64_t address)
{
    for (size_t i = 0; i < e->n_runtime; i++)
        if (address >= e->runtime[2 * i] && address < e->runtime[2 * i + 1])
            return true;
    return false;
}

static void look_at_frames(struct maker *m)
{
    for (size_t i = 0; i < m->s->n_frames && m->frames != SW_FRAMES_PHYSICAL; i++) {
        m->hidden[i] = is_runtime(m->e, m->s->frames[i].address);
        m->outer[i] = is_outer(m->tree->functions, i);
    }
}

static bool is_link(const struct maker *m, size_t path)
{
    return m->e->paths && m->e->paths[path].physical;
}

static uint64_t own_effort(const struct maker *m, size_t path)
{
    struct sw_effort_sums sums = sw_effort_of_path(&m->e->paths[path]);
    return sw_effort_get(&sums, SW_EFFORT_ALL);
}

/* One more than the path that it is below of; 0: none. */
static uint32_t path_above(const struct maker *m, size_t path)
{
    return m->frames == SW_FRAMES_PHYSICAL && is_link(m, path) ? m->e->paths[path].physical
                                                               : m->s->paths[path].caller;
}

static void add_up_paths(struct maker *m)
{
    for (size_t i = m->s->n_paths; i-- > 0 && m->e->paths;) {
        uint32_t above = path_above(m, i);
        m->below[i] += own_effort(m, i);
        if (above)
            m->below[above - 1] += m->below[i];
    }
}

/* What is started at several lines of a function is several things: regions in it, which all have its name. */
static size_t slot_of(const struct maker *m, uint32_t parent, struct sw_effort_key key,
                      uint32_t called)
{
    uint64_t h = ((uint64_t)parent << 32 | key.function) * 0x9e3779b97f4a7c15u + key.started;
    size_t i = (size_t)(h >> 20) & (m->n_slots - 1);
    for (; m->slots[i]; i = (i + 1) & (m->n_slots - 1)) {
        const struct sw_effort_node *node = &m->tree->nodes[m->slots[i]];
        if (node->parent == parent && sw_effort_is_same(node->key, key) &&
            ((!key.started && !m->tree->by_line) || node->called == called))
            break;
    }
    return i;
}

static int grow(struct maker *m)
{
    struct sw_effort_tree *t = m->tree;
    size_t room = m->room ? 2 * m->room : 256;
    struct sw_effort_node *nodes = realloc(t->nodes, room * sizeof *nodes);
    if (nodes)
        t->nodes = nodes;
    uint64_t *most = realloc(m->most, room * sizeof *most);
    if (most)
        m->most = most;
    uint32_t *slots = calloc(2 * room, sizeof *slots);
    if (!nodes || !most || !slots) {
        free(slots);
        return -ENOMEM;
    }
    free(m->slots);
    m->slots = slots;
    m->n_slots = 2 * room;
    m->room = room;
    for (uint32_t i = 1; i < t->n; i++)
        m->slots[slot_of(m, t->nodes[i].parent, t->nodes[i].key, t->nodes[i].called)] = i;
    return 0;
}

/* The node of a function below another one's, in *node; recursion stays where it is. */
static int descend(struct maker *m, uint32_t *node, struct sw_effort_key key, uint32_t called)
{
    struct sw_effort_tree *t = m->tree;
    const struct sw_effort_node *at = &t->nodes[*node];
    if (*node && at->key.function == key.function && at->key.started >= key.started)
        return 0;
    if (t->n == m->room && grow(m))
        return -ENOMEM;
    size_t slot = slot_of(m, *node, key, called);
    if (!m->slots[slot]) {
        m->slots[slot] = (uint32_t)t->n;
        m->most[t->n] = 0;
        t->nodes[t->n++] = (struct sw_effort_node){.key = key, .parent = *node, .called = called};
    }
    *node = m->slots[slot];
    return 0;
}

/* Code that 'spanwise cc' has written into a function is on no line of it. */
static uint32_t line_of(const struct sw_place *place)
{
    return strcmp(sw_base_name(sw_string(place->file)), "<spanwise>") ? place->line : 0;
}

static void note_line(struct maker *m, uint32_t node, size_t path, uint32_t line, uint32_t called)
{
    struct sw_effort_node *at = &m->tree->nodes[node];
    if (m->below[path] < m->most[node] || (at->line && m->below[path] == m->most[node]))
        return;
    m->most[node] = m->below[path];
    at->line = line ? line : at->line;
    at->called = called && !at->key.started ? called : at->called;
}

static bool is_library(const struct maker *m, struct sw_effort_key key)
{
    return key.function < m->tree->functions->n && !sw_effort_is_readers(m->tree, key);
}

/* A frame of a library's, in a tree that has not all of them: nothing, or a part of a node. What it was started for is still to come. */
static int fold(struct maker *m, size_t path, uint32_t *node, uint32_t function, uint32_t called)
{
    struct sw_effort_key key = {.function = function};
    if (m->frames == SW_FRAMES_READERS)
        return 0;
    if (!*node || !is_library(m, m->tree->nodes[*node].key)) {
        m->run[path] = 0;
        if (descend(m, node, key, called))
            return -ENOMEM;
        note_line(m, *node, path, 0, called);
    }
    m->run[path]++;
    if (m->run[path] > m->tree->nodes[*node].folded)
        m->tree->nodes[*node].folded = m->run[path];
    return 0;
}

/* The functions of a frame, the outermost first; the places are the other way round. */
static int descend_frame(struct maker *m, size_t path, uint32_t *node, bool started)
{
    const struct sw_functions *f = m->tree->functions;
    const struct sw_place *places[256], *place;
    size_t frame = m->s->paths[path].frame, first = f->first[frame], n = 0;
    uint32_t called = m->tree->path_line[path];
    bool folds = m->frames == SW_FRAMES_READERS || m->frames == SW_FRAMES_FOLDED;
    int error = 0;
    for (place = &m->s->frames[frame].place; place && n < 256; place = place->inlined_into)
        places[n++] = place;
    while (n-- && !error) {
        struct sw_effort_key key = {f->numbers[first + n], started};
        if (folds && is_library(m, key)) {
            error = fold(m, path, node, key.function, called);
            continue;
        }
        error = descend(m, node, key, called);
        if (error)
            break;
        note_line(m, *node, path, line_of(places[n]), called);
        called = line_of(places[n]);
        started = false;
    }
    m->started[path] = started;
    m->tree->path_line[path] = called;
    return error;
}

/* _start of a program without names: it is outermost, and calls libc. */
static bool is_below_start(const struct maker *m, uint32_t above)
{
    return above && !path_above(m, above - 1) && !is_link(m, above - 1) &&
           has_no_name(outermost(m->tree->functions, m->s->paths[above - 1].frame));
}

static int place_path(struct maker *m, size_t path)
{
    struct sw_effort_tree *t = m->tree;
    uint32_t above = path_above(m, path), node = above ? t->of_path[above - 1] : 0;
    bool started = above && m->started[above - 1];
    size_t frame = m->s->paths[path].frame;
    int error = 0;
    if (m->outer[frame] && is_below_start(m, above))
        node = 0;
    t->path_line[path] = above ? t->path_line[above - 1] : 0;
    m->run[path] = above ? m->run[above - 1] : 0;
    if (is_link(m, path))
        m->started[path] = m->frames != SW_FRAMES_PHYSICAL && !m->e->paths[path].resumed;
    else if (m->hidden[frame] || (m->outer[frame] && !node))
        m->started[path] = started;
    else
        error = descend_frame(m, path, &node, started);
    t->of_path[path] = node;
    return error;
}

/* Effort that no function of the program has called for is at a node of its own, not at the root: that of the library's function, where it
 * is one. */
static int count_path(struct maker *m, size_t path)
{
    const struct sw_effort_path *e = &m->e->paths[path];
    struct sw_effort_sums sums = sw_effort_of_path(e);
    const struct sw_functions *f = m->tree->functions;
    uint32_t node = m->tree->of_path[path], frame = m->s->paths[path].frame;
    bool is_code = !is_link(m, path) && !m->hidden[frame] && !m->outer[frame];
    uint32_t nobody = is_code ? f->numbers[f->own[path].at] : (uint32_t)f->n;
    if (!node && (own_effort(m, path) || e->waited || e->blamed) &&
        descend(m, &node, (struct sw_effort_key){nobody, 0}, 0))
        return -ENOMEM;
    sw_effort_add(&m->tree->nodes[node].self, &sums);
    return 0;
}

struct order {
    const struct sw_effort_node *nodes;
    enum sw_effort_metric by;
};

static int compare(const void *a, const void *b, void *data)
{
    const struct order *o = data;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    const struct sw_effort_sums *p = &o->nodes[x].total, *q = &o->nodes[y].total;
    return SW_BY(SW_RISING(sw_effort_get(p, o->by), sw_effort_get(q, o->by)),
                 SW_RISING(sw_effort_get(p, SW_EFFORT_ALL), sw_effort_get(q, SW_EFFORT_ALL)),
                 SW_FALLING(x, y));
}

/* The smallest first: each goes before its siblings. */
static int sort_children(struct sw_effort_tree *t, enum sw_effort_metric by)
{
    SW_FREED uint32_t *order = calloc(t->n, sizeof *order);
    struct order data = {t->nodes, by};
    if (!order)
        return -ENOMEM;
    for (uint32_t i = 0; i < t->n; i++)
        order[i] = i;
    qsort_r(order, t->n, sizeof *order, compare, &data);
    for (size_t i = 0; i < t->n; i++) {
        struct sw_effort_node *node = &t->nodes[order[i]];
        if (!order[i])
            continue;
        node->sibling = t->nodes[node->parent].child;
        t->nodes[node->parent].child = order[i];
    }
    return 0;
}

static void find_effort(struct sw_effort_tree *t, const struct sw_effort *e)
{
    uint64_t most;
    t->effort = sw_effort_get(&t->nodes[0].total, SW_EFFORT_ALL);
    if (__builtin_mul_overflow(e->processors, e->time, &most))
        most = UINT64_MAX;
    t->nobody = most > t->effort ? most - t->effort : 0;
}

static int make(struct maker *m, enum sw_effort_metric sort)
{
    SW_POOL(pool);
    struct sw_effort_tree *t = m->tree;
    int error = 0;
    SW_POOLED(&pool, m->hidden, m->s->n_frames);
    SW_POOLED(&pool, m->outer, m->s->n_frames);
    SW_POOLED(&pool, m->run, m->s->n_paths);
    SW_POOLED(&pool, m->started, m->s->n_paths);
    SW_POOLED(&pool, m->below, m->s->n_paths);
    t->of_path = calloc(m->s->n_paths + 1, sizeof *t->of_path);
    t->path_line = calloc(m->s->n_paths + 1, sizeof *t->path_line);
    if (pool.error || !t->of_path || !t->path_line || grow(m))
        return -ENOMEM;
    look_at_frames(m);
    t->nodes[t->n++] = (struct sw_effort_node){.key = {.function = (uint32_t)t->functions->n}};
    m->most[0] = 0;
    add_up_paths(m);
    for (size_t i = 0; !error && i < m->s->n_paths; i++)
        error = place_path(m, i);
    for (size_t i = 0; !error && i < m->s->n_paths && m->e->paths; i++)
        error = count_path(m, i);
    if (error)
        return error;
    for (size_t i = t->n; i-- > 0;) {
        sw_effort_add(&t->nodes[i].total, &t->nodes[i].self);
        if (i)
            sw_effort_add(&t->nodes[t->nodes[i].parent].total, &t->nodes[i].total);
    }
    find_effort(t, m->e);
    return sort_children(t, sort);
}

static int make_tree(struct sw_effort_tree *tree, enum sw_effort_frames frames,
                     enum sw_effort_metric sort)
{
    struct maker m = {
        .tree = tree, .s = &tree->profile->sampled, .e = &tree->profile->effort, .frames = frames};
    int error = make(&m, sort);
    free(m.most);
    free(m.slots);
    if (error)
        sw_effort_tree_release(tree);
    return error;
}

int sw_effort_tree_make(struct sw_effort_tree *tree, const struct sw_profile *profile,
                        const struct sw_functions *functions, enum sw_effort_frames frames,
                        enum sw_effort_metric sort)
{
    *tree = (struct sw_effort_tree){.profile = profile, .functions = functions};
    return make_tree(tree, frames, sort);
}

int sw_effort_tree_make_lines(struct sw_effort_tree *tree, const struct sw_profile *profile,
                              const struct sw_functions *functions, enum sw_effort_frames frames)
{
    *tree = (struct sw_effort_tree){.profile = profile, .functions = functions, .by_line = true};
    return make_tree(tree, frames, SW_EFFORT_ALL);
}

void sw_effort_tree_release(struct sw_effort_tree *tree)
{
    free(tree->nodes);
    free(tree->of_path);
    free(tree->path_line);
    *tree = (struct sw_effort_tree){0};
}
