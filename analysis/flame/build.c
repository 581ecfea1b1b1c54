#include "analysis/flame/parts.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"
#include "profile/whose.h"

int sw_flame_builder_init(struct sw_flame_builder *b, struct sw_flame *flame,
                          const struct sw_profile *profile)
{
    const char *program = sw_base_name(sw_string(profile->program));
    *b = (struct sw_flame_builder){.flame = flame, .deepest = UINT32_MAX};
    *flame = (struct sw_flame){.unit = sw_string(profile->unit)};
    uint32_t frame = sw_flame_add_frame(b, *program ? program : "(all)", NULL, SW_FLAME_NO_SITE);
    sw_flame_add_node(b, 0, frame);
    return b->error;
}

void sw_flame_builder_release(struct sw_flame_builder *b)
{
    free(b->slots);
    b->slots = NULL;
}

void sw_flame_measure(struct sw_flame_builder *b, const char *name)
{
    b->flame->measures[b->flame->n_measures++] = name;
}

uint32_t sw_flame_add_frame(struct sw_flame_builder *b, const char *name,
                            const struct sw_place *place, size_t site)
{
    struct sw_flame *f = b->flame;
    if (!SW_FLAME_GROW(b, f->frames, f->n_frames, b->frame_room))
        return 0;
    char *copy = strdup(name);
    if (!copy) {
        b->error = -ENOMEM;
        return 0;
    }
    f->frames[f->n_frames] = (struct sw_flame_frame){.name = copy, .place = place, .site = site};
    return (uint32_t)f->n_frames++;
}

uint32_t sw_flame_add_node(struct sw_flame_builder *b, uint32_t parent, uint32_t frame)
{
    struct sw_flame *f = b->flame;
    if (!SW_FLAME_GROW(b, f->nodes, f->n_nodes, b->node_room))
        return 0;
    f->nodes[f->n_nodes] = (struct sw_flame_node){.parent = parent, .frame = frame};
    return (uint32_t)f->n_nodes++;
}

static size_t slot_of(const struct sw_flame_builder *b, uint32_t parent, uint32_t frame)
{
    uint64_t key = (uint64_t)parent << 32 | frame;
    size_t i = (size_t)((key * 0x9e3779b97f4a7c15u) >> 20) & (b->n_slots - 1);
    for (; b->slots[i]; i = (i + 1) & (b->n_slots - 1)) {
        const struct sw_flame_node *node = &b->flame->nodes[b->slots[i]];
        if (node->parent == parent && node->frame == frame)
            break;
    }
    return i;
}

static int grow_slots(struct sw_flame_builder *b)
{
    const struct sw_flame *f = b->flame;
    size_t n = b->n_slots ? 2 * b->n_slots : 256;
    uint32_t *slots = calloc(n, sizeof *slots);
    if (!slots)
        return b->error = -ENOMEM;
    free(b->slots);
    b->slots = slots;
    b->n_slots = n;
    for (uint32_t i = 1; i < f->n_nodes; i++)
        slots[slot_of(b, f->nodes[i].parent, f->nodes[i].frame)] = i;
    return 0;
}

uint32_t sw_flame_child(struct sw_flame_builder *b, uint32_t parent, uint32_t frame)
{
    if (2 * b->flame->n_nodes >= b->n_slots && grow_slots(b))
        return 0;
    size_t slot = slot_of(b, parent, frame);
    if (!b->slots[slot])
        b->slots[slot] = sw_flame_add_node(b, parent, frame);
    return b->slots[slot];
}

int sw_flame_is_large(const struct sw_flame_builder *b, const double *value, const double *totals)
{
    for (unsigned m = 0; m < b->flame->n_measures; m++)
        if (value[m] > 0 && value[m] >= b->least * totals[m])
            return 1;
    return 0;
}

/* "[module+0x12]", or the address alone. */
static void print_address(const struct sw_profile *p, uint64_t address, FILE *to)
{
    const struct sw_module *module = sw_module_of(p, address);
    if (module)
        fprintf(to, "[%s+0x%" PRIx64 "]", sw_base_name(sw_string(module->path)),
                address - module->bias);
    else
        fprintf(to, "[0x%" PRIx64 "]", address);
}

static void print_name(const struct sw_profile *p, const struct sw_site *s, FILE *to)
{
    const char *callee = sw_string(s->callee_place.function), *caller = sw_site_caller(s);
    char where[SW_SITE_TEXT];
    if (sw_site_is_construct(s) && !*sw_string(s->caller_place.function) && s->address)
        fprintf(to, "%s at %s", callee, sw_site_address(s, p, where));
    else if (sw_site_is_construct(s))
        fprintf(to, "%s in %s", callee, caller);
    else if (s->kind == SW_SITE_LOOP)
        fprintf(to, "cilk_for in %s", caller);
    else if (s->kind == SW_SITE_SCOPE)
        fprintf(to, "cilk_scope in %s", caller);
    else if (s->kind == SW_SITE_SPLIT)
        fprintf(to, "part '%s' of %s", callee, caller);
    else if (*callee)
        fputs(callee, to);
    else if (s->callee)
        print_address(p, s->callee, to);
    else
        fprintf(to, "spawn in %s", caller);
}

uint32_t sw_flame_site_frame(struct sw_flame_builder *b, const struct sw_profile *p, size_t number)
{
    const struct sw_site *s = &p->sites[number];
    int from_outside = s->kind == SW_SITE_ROOT || sw_site_is_main(s);
    char *name = NULL;
    size_t size;
    FILE *to = open_memstream(&name, &size);
    if (to)
        print_name(p, s, to);
    if (!to || fclose(to)) {
        free(name);
        b->error = -ENOMEM;
        return 0;
    }
    uint32_t frame =
        sw_flame_add_frame(b, name, from_outside ? &s->callee_place : &s->caller_place, number);
    free(name);
    return frame;
}

/*
 * What is small, or too deep, is at its parent then, or, where a parent's small ones are much together, at a node of their
 * own below it. Since a node has all that is below it, those that stay hang together. No value is lost.
 */

typedef double values[SW_FLAME_MEASURES_MOST];

struct pruner {
    struct sw_flame_builder *b;
    struct sw_flame *f;
    values *totals, *rests;
    uint32_t *kept;  /* by node: itself or the one above it that stays */
    uint32_t *depth; /* by node */
};

static void add(double *to, const double *more)
{
    for (unsigned m = 0; m < SW_FLAME_MEASURES_MOST; m++)
        to[m] += more[m];
}

static int is_smaller(const struct sw_flame *f, const struct sw_flame_node *node)
{
    return !strcmp(f->frames[node->frame].name, SW_FLAME_SMALLER) &&
           f->frames[node->frame].site == SW_FLAME_NO_SITE;
}

static void choose(struct pruner *p)
{
    struct sw_flame *f = p->f;
    for (size_t i = f->n_nodes; i-- > 0;) {
        add(p->totals[i], f->nodes[i].self);
        if (i)
            add(p->totals[f->nodes[i].parent], p->totals[i]);
    }
    for (uint32_t i = 1; i < f->n_nodes; i++) {
        uint32_t above = p->kept[f->nodes[i].parent];
        p->depth[i] = p->depth[f->nodes[i].parent] + 1;
        int stays = above == f->nodes[i].parent && p->depth[i] <= p->b->deepest &&
                    sw_flame_is_large(p->b, p->totals[i], p->totals[0]) &&
                    !is_smaller(f, &f->nodes[i]);
        p->kept[i] = stays ? i : above;
        if (!stays)
            add(p->rests[above], f->nodes[i].self);
    }
}

/* Those that stay, in their order, and then what was small below each. */
static void move(struct pruner *p)
{
    struct sw_flame *f = p->f;
    uint32_t n = 0, old = (uint32_t)f->n_nodes, smaller = UINT32_MAX;
    for (uint32_t i = 0; i < old; i++) {
        if (p->kept[i] != i)
            continue;
        f->nodes[n] = f->nodes[i];
        f->nodes[n].parent = p->kept[f->nodes[i].parent];
        memcpy(p->rests[n], p->rests[i], sizeof *p->rests);
        p->kept[i] = n++; /* from here on: where it is; parents come first */
    }
    f->n_nodes = n;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t to = i;
        if (sw_flame_is_large(p->b, p->rests[i], p->totals[0])) {
            if (smaller == UINT32_MAX)
                smaller = sw_flame_add_frame(p->b, SW_FLAME_SMALLER, NULL, SW_FLAME_NO_SITE);
            to = sw_flame_add_node(p->b, i, smaller);
        }
        add(f->nodes[to].self, p->rests[i]);
    }
}

static int drop_frames(struct sw_flame *f)
{
    SW_FREED uint32_t *to = calloc(f->n_frames + 1, sizeof *to);
    uint32_t n = 0;
    if (!to)
        return -ENOMEM;
    for (size_t i = 0; i < f->n_nodes; i++)
        to[f->nodes[i].frame] = 1;
    for (size_t i = 0; i < f->n_frames; i++) {
        if (!to[i]) {
            free(f->frames[i].name);
            continue;
        }
        f->frames[n] = f->frames[i];
        to[i] = n++;
    }
    f->n_frames = n;
    for (size_t i = 0; i < f->n_nodes; i++)
        f->nodes[i].frame = to[f->nodes[i].frame];
    return 0;
}

int sw_flame_prune(struct sw_flame_builder *b)
{
    SW_POOL(pool);
    struct sw_flame *f = b->flame;
    struct pruner p = {.b = b, .f = f};
    SW_POOLED(&pool, p.totals, f->n_nodes);
    SW_POOLED(&pool, p.rests, f->n_nodes);
    SW_POOLED(&pool, p.kept, f->n_nodes);
    SW_POOLED(&pool, p.depth, f->n_nodes);
    if (pool.error)
        return b->error = pool.error;
    choose(&p);
    move(&p);
    return b->error ?: drop_frames(f);
}

int sw_flame_shorten(struct sw_flame *flame, uint32_t deepest)
{
    struct sw_flame_builder b = {.flame = flame,
                                 .frame_room = flame->n_frames,
                                 .node_room = flame->n_nodes,
                                 .deepest = deepest};
    return sw_flame_prune(&b);
}

static int compare(const void *a, const void *b)
{
    const struct sw_flame_own *x = a, *y = b;
    return SW_BY(SW_RISING(x->node, y->node), SW_RISING(x->line, y->line));
}

/* The node's frame once more, at that line. */
static uint32_t frame_at(struct sw_flame_builder *b, const struct sw_flame_own *own)
{
    struct sw_flame_frame of = b->flame->frames[b->flame->nodes[own->node].frame];
    uint32_t frame = sw_flame_add_frame(b, of.name, of.place, of.site);
    if (!b->error) {
        b->flame->frames[frame].called = of.called;
        b->flame->frames[frame].line = own->line;
        b->flame->frames[frame].library = of.library;
    }
    return frame;
}

void sw_flame_split_lines(struct sw_flame_builder *b, struct sw_flame_own *own, size_t n)
{
    uint32_t node = 0;
    qsort(own, n, sizeof *own, compare);
    for (size_t i = 0; i < n; i++) {
        if (!i || compare(&own[i - 1], &own[i]))
            node = sw_flame_add_node(b, b->flame->nodes[own[i].node].parent, frame_at(b, &own[i]));
        if (b->error)
            return;
        for (unsigned m = 0; m < b->flame->n_measures; m++) {
            b->flame->nodes[node].self[m] += own[i].values[m];
            b->flame->nodes[own[i].node].self[m] -= own[i].values[m];
        }
    }
}
