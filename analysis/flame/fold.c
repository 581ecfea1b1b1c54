/* Runs of libraries' frames become one, which is what the reader's function called of them. What they lead to hangs below that. */
#include "analysis/flame/parts.h"
#include "analysis/workspan/functions.h"
#include "analysis/workspan/intern.h"

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

/* The call paths of two profiles in one tree: what one has and the other lacks is seen side by side. */

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
