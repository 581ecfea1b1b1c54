/* The tree that `spanwise sample` has already. Its nodes come after their parents. */
#include "analysis/flame/parts.h"

/* The constructs of an OpenMP program, in the chief one of the simulated runs: a tree of their own, parents first. */

/* That of serial code, which is no construct's. */
static size_t root_site(const struct sw_profile *p)
{
    for (size_t i = 0; i < p->n_sites; i++)
        if (p->sites[i].kind == SW_SITE_ROOT)
            return i;
    return SW_FLAME_NO_SITE;
}

static uint32_t frame_of(struct sw_flame_builder *b, const struct sw_profile *p, uint32_t site)
{
    if (site >= p->n_sites)
        return sw_flame_add_frame(b, "serial code", NULL, root_site(p));
    return sw_flame_site_frame(b, p, site);
}

/* Serial code, the first, is beside the regions, not around them. */
static void place(struct sw_flame_builder *b, const struct sw_profile *p,
                  const struct sw_construct *constructs, uint32_t n, uint32_t *nodes)
{
    for (uint32_t i = 0; i < n && !b->error; i++) {
        const struct sw_construct *c = &constructs[i];
        nodes[i] = sw_flame_add_node(b, c->parent ? nodes[c->parent] : 0, frame_of(b, p, c->site));
        b->flame->nodes[nodes[i]].self[0] = (double)c->work;
        b->flame->nodes[nodes[i]].self[1] = (double)c->on_span;
    }
}

void sw_flame_constructs(struct sw_flame_builder *b, const struct sw_profile *p)
{
    const struct sw_simulation *chief = sw_profile_chief(p);
    SW_FREED uint32_t *nodes = calloc(chief->n + 1, sizeof *nodes);
    if (nodes)
        place(b, p, p->constructs + chief->first, chief->n, nodes);
    else
        b->error = -ENOMEM;
}

const struct sw_flame_effort_measure sw_flame_efforts[SW_FLAME_EFFORTS] = {
    {"work", SW_EFFORT_WORK},
    {"idle", SW_EFFORT_IDLE},
    {"overhead", SW_EFFORT_OVERHEAD},
    {"wait", SW_EFFORT_WAIT},
    {"blame", SW_EFFORT_BLAME}};
_Static_assert((int)SW_FLAME_EFFORTS <= (int)SW_FLAME_MEASURES_MOST, "there is room for all");

static uint32_t add_frame(struct sw_flame_builder *b, const struct sw_effort_tree *t,
                          struct sw_effort_key key, const struct sw_place **places)
{
    bool is_function = key.function < t->functions->n;
    uint32_t frame = sw_flame_add_frame(
        b, sw_effort_name(t, key), is_function ? places[key.function] : NULL, SW_FLAME_NO_SITE);
    if (!b->error)
        b->flame->frames[frame].library = sw_function_is_librarys(t->functions, key.function);
    return frame;
}

static uint32_t effort_frame_of(struct sw_flame_builder *b, const struct sw_effort_tree *t,
                                struct sw_effort_key key, uint32_t *frames,
                                const struct sw_place **places)
{
    uint32_t *frame = &frames[2 * key.function + key.started];
    if (!*frame)
        *frame = add_frame(b, t, key, places) + 1;
    return *frame - 1;
}

/* Where nodes are by line, so are their frames. */
static uint32_t frame_at(struct sw_flame_builder *b, const struct sw_effort_tree *t,
                         const struct sw_effort_node *node, uint32_t *frames,
                         const struct sw_place **places)
{
    if (!t->by_line)
        return effort_frame_of(b, t, node->key, frames, places);
    uint32_t frame = add_frame(b, t, node->key, places);
    if (!b->error)
        b->flame->frames[frame].called = node->called;
    return frame;
}

static void split(struct sw_flame_builder *b, const struct sw_effort_tree *t)
{
    const struct sw_profile *p = t->profile;
    SW_FREED struct sw_flame_own *own = calloc(p->sampled.n_paths + 1, sizeof *own);
    size_t n = 0;
    if (!own) {
        b->error = -ENOMEM;
        return;
    }
    for (size_t i = 0; i < p->sampled.n_paths && p->effort.paths; i++) {
        struct sw_effort_sums sums = sw_effort_of_path(&p->effort.paths[i]);
        struct sw_flame_own *at = &own[n];
        *at = (struct sw_flame_own){.node = t->of_path[i], .line = t->path_line[i]};
        for (unsigned m = 0; m < SW_FLAME_EFFORTS; m++)
            at->values[m] = (double)sw_effort_get(&sums, sw_flame_efforts[m].metric);
        n += at->node && at->line;
    }
    sw_flame_split_lines(b, own, n);
}

static void fill(struct sw_flame_builder *b, const struct sw_effort_tree *t, uint32_t *frames,
                 const struct sw_place **places)
{
    for (uint32_t i = 0; i < t->n && !b->error; i++) {
        const struct sw_effort_node *from = &t->nodes[i];
        uint32_t node = 0; /* the root is there */
        if (i)
            node = sw_flame_add_node(b, from->parent, frame_at(b, t, from, frames, places));
        for (unsigned m = 0; m < SW_FLAME_EFFORTS && !b->error; m++)
            b->flame->nodes[node].self[m] =
                (double)sw_effort_get(&from->self, sw_flame_efforts[m].metric);
    }
    if (t->by_line && !b->error)
        split(b, t);
}

void sw_flame_effort(struct sw_flame_builder *b, const struct sw_effort_tree *t)
{
    SW_FREED uint32_t *frames = calloc(2 * t->functions->n + 2, sizeof *frames);
    SW_FREED const struct sw_place **places = sw_flame_places(t->profile, t->functions);
    b->flame->unit = "ns";
    for (unsigned m = 0; m < SW_FLAME_EFFORTS; m++)
        sw_flame_measure(b, sw_flame_efforts[m].name);
    if (frames && places)
        fill(b, t, frames, places);
    else
        b->error = -ENOMEM;
}
