#include "analysis/flame/parts.h"
#include "analysis/workspan/sites.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

/* Room for one more. */
static int make_room(struct sw_flame_builder *b, void *items, size_t n, size_t *room, size_t size)
{
    void *old, *larger;
    if (b->error)
        return b->error;
    if (n < *room)
        return 0;
    size_t more = *room ? 2 * *room : 64;
    memcpy(&old, items, sizeof old);
    larger = more < UINT32_MAX / 2 ? realloc(old, more * size) : NULL;
    if (!larger)
        return b->error = -ENOMEM;
    memcpy(items, &larger, sizeof larger);
    *room = more;
    return 0;
}

uint32_t sw_flame_add_frame(struct sw_flame_builder *b, const char *name,
                            const struct sw_place *place, size_t site)
{
    struct sw_flame *f = b->flame;
    if (make_room(b, &f->frames, f->n_frames, &b->frame_room, sizeof *f->frames))
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
    if (make_room(b, &f->nodes, f->n_nodes, &b->node_room, sizeof *f->nodes))
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
