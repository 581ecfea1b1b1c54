/* How flame.h's trees grow: one file for each thing that they are made from. */
#pragma once

#include "analysis/effort/effort.h"
#include "analysis/flame/flame.h"
#include "base/grow.h"
#include "base/pool.h"

/* The first failure is kept: from then on frames and nodes that are asked for are the root, which is always there. */
struct sw_flame_builder {
    struct sw_flame *flame;
    size_t frame_room, node_room;
    uint32_t *slots; /* open addressing by parent and frame: the node; 0: free */
    size_t n_slots;
    double least;
    uint32_t deepest;   /* nodes that are below that many are small, whatever they have */
    bool by_line;       /* see sw_flame_make_lines() */
    const double *lost; /* see sw_flame_make_lost(); or NULL */
    int error;
};

/* Whether there is room for one more (base/grow.h), and nothing has failed yet. */
#define SW_FLAME_GROW(builder, array, n, room) \
    (!(builder)->error && (SW_GROW(array, n, room) || ((builder)->error = -ENOMEM, false)))

/* Makes the root. 0 or -ENOMEM. */
int sw_flame_builder_init(struct sw_flame_builder *builder, struct sw_flame *flame,
                          const struct sw_profile *profile);
void sw_flame_builder_release(struct sw_flame_builder *builder); /* the flame stays */

void sw_flame_measure(struct sw_flame_builder *builder, const char *name);

/* The name is copied. */
uint32_t sw_flame_add_frame(struct sw_flame_builder *builder, const char *name,
                            const struct sw_place *place, size_t site);
/* One that is called for once only, ... */
uint32_t sw_flame_add_node(struct sw_flame_builder *builder, uint32_t parent, uint32_t frame);
/* ... and one that may be there already. A tree takes all its nodes by the one or by the other. */
uint32_t sw_flame_child(struct sw_flame_builder *builder, uint32_t parent, uint32_t frame);

/* That of a call site: its callee's name, or what it is and where. */
uint32_t sw_flame_site_frame(struct sw_flame_builder *builder, const struct sw_profile *profile,
                             size_t site);

/* Whether a value by measure is at least `least` of a total in some. */
int sw_flame_is_large(const struct sw_flame_builder *builder, const double *value,
                      const double *totals);

/* Puts what is small into its parents, and leaves out frames that nothing is at. */
int sw_flame_prune(struct sw_flame_builder *builder);

/* Code that 'spanwise cc' has written into a function is on no line of it. */
int sw_flame_is_generated(const struct sw_place *place);

/* By function, of what is sampled; to be freed. NULL in it: no line is known. NULL: no memory. */
const struct sw_place **sw_flame_places(const struct sw_profile *profile,
                                        const struct sw_functions *functions);

/* What small paths are at, where they are much together. */
#define SW_FLAME_SMALLER "(smaller paths)"

/* What a node has itself on a line of its function. */
struct sw_flame_own {
    uint32_t node, line;
    double values[SW_FLAME_MEASURES_MOST];
};
/* Moves each to a node of its own, beside that which had it. Sorts them. */
void sw_flame_split_lines(struct sw_flame_builder *builder, struct sw_flame_own *own, size_t n);

/* The measures of a tree of effort, in their order. */
enum { SW_FLAME_EFFORTS = 5 };
extern const struct sw_flame_effort_measure {
    const char *name;
    enum sw_effort_metric metric;
} sw_flame_efforts[SW_FLAME_EFFORTS];

/* Each fills the builder's tree below the root; builder->error says how it went. */
void sw_flame_sites(struct sw_flame_builder *builder, const struct sw_profile *profile);
void sw_flame_samples(struct sw_flame_builder *builder, const struct sw_profile *profile);
void sw_flame_effort(struct sw_flame_builder *builder, const struct sw_effort_tree *tree);
void sw_flame_constructs(struct sw_flame_builder *builder, const struct sw_profile *profile);
void sw_flame_program_tree(struct sw_flame_builder *builder, const struct sw_profile *profile);
