#include "analysis/flame/parts.h"
#include "analysis/workspan/intern.h"
#include "base/libc.h"

struct names {
    struct sw_intern intern;
    uint32_t *of_frame; /* by frame: the number of its name; */
    uint32_t *frames;   /* by that number: one more than the frame that was made; 0: none */
    uint32_t *nodes;    /* by node: the one that was made */
};

static void merge(struct sw_flame_builder *b, const struct sw_flame *from, struct names *n)
{
    for (size_t i = 0; i < from->n_frames; i++)
        n->of_frame[i] = sw_intern(&n->intern, from->frames[i].name);
    for (size_t i = 0; i < from->n_nodes && !b->error; i++) {
        const struct sw_flame_node *node = &from->nodes[i];
        uint32_t at = n->nodes[node->parent], number = n->of_frame[node->frame];
        if (!n->frames[number])
            n->frames[number] =
                sw_flame_add_frame(b, from->frames[node->frame].name,
                                   from->frames[node->frame].place, SW_FLAME_NO_SITE) +
                1;
        if (i && (!at || b->flame->nodes[at].frame != n->frames[number] - 1))
            at = sw_flame_child(b, at, n->frames[number] - 1);
        n->nodes[i] = at;
        for (unsigned m = 0; m < from->n_measures; m++)
            b->flame->nodes[at].self[m] += node->self[m];
    }
}

int sw_flame_by_name(struct sw_flame *to, const struct sw_flame *from)
{
    static const struct sw_profile nothing;
    struct sw_flame_builder b;
    struct names n = {.of_frame = calloc(from->n_frames + 1, sizeof *n.of_frame),
                      .frames = calloc(from->n_frames + 1, sizeof *n.frames),
                      .nodes = calloc(from->n_nodes + 1, sizeof *n.nodes)};
    if (!sw_flame_builder_init(&b, to, &nothing) &&
        (!n.of_frame || !n.frames || !n.nodes || sw_intern_init(&n.intern, from->n_frames)))
        b.error = -ENOMEM;
    if (!b.error) {
        to->unit = from->unit;
        to->shared_out = from->shared_out;
        to->n_measures = from->n_measures;
        memcpy(to->measures, from->measures, sizeof to->measures);
        memcpy(to->samples, from->samples, sizeof to->samples);
        merge(&b, from, &n);
    }
    sw_flame_builder_release(&b);
    if (b.error)
        sw_flame_release(to);
    sw_intern_release(&n.intern);
    free(n.of_frame);
    free(n.frames);
    free(n.nodes);
    return b.error;
}
