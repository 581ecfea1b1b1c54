/*
 * What is small, or too deep, is at its parent then, or, where a parent's small ones are much together, at a node of their
 * own below it. Since a node has all that is below it, those that stay hang together. No value is lost.
 */
#include "analysis/flame/parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
    uint32_t *to = calloc(f->n_frames + 1, sizeof *to), n = 0;
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
    free(to);
    return 0;
}

int sw_flame_prune(struct sw_flame_builder *b)
{
    struct sw_flame *f = b->flame;
    struct pruner p = {.b = b, .f = f};
    p.totals = calloc(f->n_nodes, sizeof *p.totals);
    p.rests = calloc(f->n_nodes, sizeof *p.rests);
    p.kept = calloc(f->n_nodes, sizeof *p.kept);
    p.depth = calloc(f->n_nodes, sizeof *p.depth);
    if (p.totals && p.rests && p.kept && p.depth) {
        choose(&p);
        move(&p);
    } else
        b->error = -ENOMEM;
    free(p.totals);
    free(p.rests);
    free(p.kept);
    free(p.depth);
    return b->error ? b->error : drop_frames(f);
}

int sw_flame_shorten(struct sw_flame *flame, uint32_t deepest)
{
    struct sw_flame_builder b = {.flame = flame,
                                 .frame_room = flame->n_frames,
                                 .node_room = flame->n_nodes,
                                 .deepest = deepest};
    return sw_flame_prune(&b);
}
