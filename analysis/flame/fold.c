/* Trees made of others: by name; of two profiles; and with runs of libraries' frames as one, which is what the reader's function called of them. */
#include "analysis/flame/parts.h"
#include "analysis/workspan/functions.h"
#include "profile/intern.h"

struct mover {
    struct sw_flame_builder builder;
    struct sw_intern names; /* of frames */
    uint32_t *frame_of;     /* by number of the name: one more than the frame; 0: none yet */
};

/* Room for the names of so many frames. 0 or -ENOMEM. */
static int begin(struct mover *m, struct sw_flame *to, const struct sw_profile *profile,
                 size_t n_frames)
{
    *m = (struct mover){.frame_of = calloc(n_frames + 1, sizeof *m->frame_of)};
    if (!sw_flame_builder_init(&m->builder, to, profile) &&
        (!m->frame_of || sw_intern_init(&m->names, n_frames + 1)))
        m->builder.error = -ENOMEM;
    return m->builder.error;
}

static int finish(struct mover *m)
{
    sw_flame_builder_release(&m->builder);
    sw_intern_release(&m->names);
    free(m->frame_of);
    if (m->builder.error)
        sw_flame_release(m->builder.flame);
    return m->builder.error;
}

static uint32_t frame_of(struct mover *m, const struct sw_flame_frame *f, size_t site)
{
    uint32_t *known = &m->frame_of[sw_intern(&m->names, f->name)];
    if (!*known)
        *known = 1 + sw_flame_add_frame(&m->builder, f->name, f->place, site);
    return *known - 1;
}

static void take_measures(struct sw_flame *to, const struct sw_flame *from)
{
    to->unit = from->unit;
    to->shared_out = from->shared_out;
    to->n_measures = from->n_measures;
    memcpy(to->measures, from->measures, sizeof to->measures);
    memcpy(to->samples, from->samples, sizeof to->samples);
}

int sw_flame_by_name(struct sw_flame *to, const struct sw_flame *from)
{
    static const struct sw_profile nothing;
    struct mover m;
    SW_FREED uint32_t *nodes = calloc(from->n_nodes + 1, sizeof *nodes);
    if (!begin(&m, to, &nothing, from->n_frames) && !nodes)
        m.builder.error = -ENOMEM;
    take_measures(to, from);
    for (size_t i = 0; i < from->n_nodes && !m.builder.error; i++) {
        const struct sw_flame_node *node = &from->nodes[i];
        uint32_t at = nodes[node->parent];
        uint32_t frame = frame_of(&m, &from->frames[node->frame], SW_FLAME_NO_SITE);
        if (i && (!at || to->nodes[at].frame != frame))
            at = sw_flame_child(&m.builder, at, frame);
        nodes[i] = at;
        for (unsigned k = 0; k < from->n_measures; k++)
            to->nodes[at].self[k] += node->self[k];
    }
    return finish(&m);
}

/* The call paths of two profiles in one tree: what one has and the other lacks is seen side by side. */

/* In this order the page shows them: the first two side by side. */
static const char *const names[] = {"span before", "span after", "work before", "work after"};
static const char *const measures[] = {"span", "work"};

/* Both roots are one, whatever the programs are called. */
static void add(struct mover *m, const struct sw_flame *flame, bool is_before)
{
    struct sw_flame_builder *b = &m->builder;
    SW_FREED uint32_t *nodes = calloc(flame->n_nodes + 1, sizeof *nodes);
    if (!nodes)
        b->error = -ENOMEM;
    for (size_t i = 0; !b->error && i < flame->n_nodes; i++) {
        const struct sw_flame_node *n = &flame->nodes[i];
        const struct sw_flame_frame *f = &flame->frames[n->frame];
        if (i)
            nodes[i] = sw_flame_child(b, nodes[n->parent],
                                      frame_of(m, f, is_before ? SW_FLAME_NO_SITE : f->site));
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
    struct mover m;
    if (!begin(&m, pair, profile, before->n_frames + after->n_frames)) {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            sw_flame_measure(&m.builder, names[i]);
        pair->unit = after->unit;
        pair->shared_out = before->shared_out || after->shared_out;
        add(&m, after, false);
        add(&m, before, true);
    }
    return finish(&m);
}

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
    take_measures(&folded, flame);
    folded.note = flame->note;
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
