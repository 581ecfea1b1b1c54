/* The call paths of two profiles in one tree: what one has and the other lacks is seen side by side. */
#include "analysis/flame/parts.h"
#include "analysis/workspan/intern.h"
#include "base/libc.h"

/* In this order the page shows them: the first two side by side. */
static const char *const names[] = {"span before", "span after", "work before", "work after"};
static const char *const measures[] = {"span", "work"};

struct maker {
    struct sw_flame_builder builder;
    struct sw_intern interned; /* names of frames */
    uint32_t *frame_of;        /* by number of the name: one more than the frame; 0: none yet */
};

static uint32_t frame_of(struct maker *m, const struct sw_flame_frame *f, int is_before)
{
    uint32_t *known = &m->frame_of[sw_intern(&m->interned, f->name)];
    if (!*known)
        *known = 1 + sw_flame_add_frame(&m->builder, f->name, f->place,
                                        is_before ? SW_FLAME_NO_SITE : f->site);
    return *known - 1;
}

/* Both roots are one, whatever the programs are called. */
static void add(struct maker *m, const struct sw_flame *flame, int is_before)
{
    struct sw_flame_builder *b = &m->builder;
    SW_FREED uint32_t *nodes = calloc(flame->n_nodes + 1, sizeof *nodes);
    if (!nodes)
        b->error = -ENOMEM;
    for (size_t i = 0; !b->error && i < flame->n_nodes; i++) {
        const struct sw_flame_node *n = &flame->nodes[i];
        if (i)
            nodes[i] = sw_flame_child(b, nodes[n->parent],
                                      frame_of(m, &flame->frames[n->frame], is_before));
        for (unsigned k = 0; k < sizeof measures / sizeof *measures; k++) {
            int from = sw_flame_measure_named(flame, measures[k]);
            if (from >= 0)
                b->flame->nodes[nodes[i]].self[2 * k + !is_before] += n->self[from];
        }
    }
}

int sw_flame_pair(struct sw_flame *pair, const struct sw_flame *before,
                  const struct sw_flame *after, const struct sw_profile *profile)
{
    struct maker m = {.frame_of = NULL};
    size_t n = before->n_frames + after->n_frames;
    int error = sw_flame_builder_init(&m.builder, pair, profile);
    if (error)
        return error;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        sw_flame_measure(&m.builder, names[i]);
    pair->unit = after->unit;
    pair->shared_out = before->shared_out || after->shared_out;
    m.frame_of = calloc(n + 1, sizeof *m.frame_of);
    if (!m.frame_of || sw_intern_init(&m.interned, n + 1))
        m.builder.error = -ENOMEM;
    add(&m, after, 0);
    add(&m, before, 1);
    error = m.builder.error;
    sw_flame_builder_release(&m.builder);
    sw_intern_release(&m.interned);
    free(m.frame_of);
    if (error)
        sw_flame_release(pair);
    return error;
}
