#include "analysis/flame/parts.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const struct sw_flame_own *x = a, *y = b;
    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
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
