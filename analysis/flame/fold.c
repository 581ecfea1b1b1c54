/* Runs of libraries' frames become one, which is what the reader's function called of them. What they lead to hangs below that. */
#include "analysis/flame/parts.h"
#include "analysis/workspan/functions.h"
#include "base/libc.h"

static void move_frames(struct sw_flame_builder *b, struct sw_flame *from)
{
    for (size_t i = 1; i < from->n_frames && !b->error; i++) { /* the root's is there */
        const struct sw_flame_frame *frame = &from->frames[i];
        char *name = frame->library ? sw_function_short_name(frame->name) : strdup(frame->name);
        uint32_t to = sw_flame_add_frame(b, name ? name : "", frame->place, frame->site);
        if (!name)
            b->error = -ENOMEM;
        free(name);
        if (b->error)
            return;
        b->flame->frames[to].called = frame->called;
        b->flame->frames[to].line = frame->line;
        b->flame->frames[to].library = frame->library;
    }
}

static void move_nodes(struct sw_flame_builder *b, const struct sw_flame *from, uint32_t *to)
{
    const struct sw_flame_frame *frames = b->flame->frames;
    for (uint32_t i = 0; i < from->n_nodes && !b->error; i++) {
        const struct sw_flame_node *node = &from->nodes[i];
        uint32_t above = to[node->parent];
        bool stays = i && frames[node->frame].library && above &&
                     frames[b->flame->nodes[above].frame].library;
        to[i] = !i ? 0 : stays ? above : sw_flame_child(b, above, node->frame);
        for (unsigned m = 0; m < from->n_measures && !b->error; m++)
            b->flame->nodes[to[i]].self[m] += node->self[m];
    }
}

int sw_flame_fold(struct sw_flame *flame, const struct sw_profile *profile)
{
    struct sw_flame folded;
    struct sw_flame_builder b;
    SW_FREED uint32_t *to = calloc(flame->n_nodes + 1, sizeof *to);
    if (!sw_flame_builder_init(&b, &folded, profile) && !to)
        b.error = -ENOMEM;
    folded.unit = flame->unit;
    folded.shared_out = flame->shared_out;
    folded.note = flame->note;
    folded.n_measures = flame->n_measures;
    memcpy(folded.measures, flame->measures, sizeof folded.measures);
    memcpy(folded.samples, flame->samples, sizeof folded.samples);
    if (!b.error) {
        move_frames(&b, flame);
        move_nodes(&b, flame, to);
    }
    if (!b.error)
        b.error = sw_flame_prune(&b); /* frames that nothing is at any more */
    sw_flame_builder_release(&b);
    if (b.error) {
        sw_flame_release(&folded);
        return b.error;
    }
    folded.places = flame->places;
    flame->places = NULL;
    sw_flame_release(flame);
    *flame = folded;
    return 0;
}
