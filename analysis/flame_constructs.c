/* The constructs of an OpenMP program, in the last of the simulated runs: a tree of their own. */
#include "analysis/flame_parts.h"

#include <errno.h>
#include <stdlib.h>

static uint32_t frame_of(struct sw_flame_builder *b, const struct sw_profile *p, uint32_t site)
{
    if (site >= p->n_sites)
        return sw_flame_add_frame(b, "serial code", NULL, SW_FLAME_NO_SITE);
    return sw_flame_site_frame(b, p, site);
}

/* Serial code is beside the regions, not around them. */
static int is_root(const struct sw_construct *constructs, uint32_t n, uint32_t number)
{
    return number >= n || constructs[number].parent == number;
}

/* Whoever is inside of another need not come after it: it is placed as soon as that one is. */
static void place(struct sw_flame_builder *b, const struct sw_profile *p,
                  const struct sw_construct *constructs, uint32_t n, uint32_t *nodes,
                  uint32_t *stack)
{
    for (uint32_t i = 0; i < n && !b->error; i++) {
        uint32_t depth = 0, at = i;
        while (!nodes[at] && depth < n) {
            stack[depth++] = at;
            if (is_root(constructs, n, constructs[at].parent))
                break;
            at = constructs[at].parent;
        }
        while (depth-- && !b->error) {
            const struct sw_construct *c = &constructs[stack[depth]];
            uint32_t above = is_root(constructs, n, c->parent) ? 0 : nodes[c->parent];
            uint32_t node = sw_flame_add_node(b, above, frame_of(b, p, c->site));
            nodes[stack[depth]] = node;
            b->flame->nodes[node].self[0] = (double)c->work;
            b->flame->nodes[node].self[1] = (double)c->on_span;
        }
    }
}

void sw_flame_constructs(struct sw_flame_builder *b, const struct sw_profile *p)
{
    const struct sw_simulation *last = p->n_simulations ? &p->simulations[p->n_simulations - 1] : 0;
    if (!last)
        return;
    uint32_t *nodes = calloc(last->n + 1, sizeof *nodes);
    uint32_t *stack = calloc(last->n + 1, sizeof *stack);
    if (nodes && stack)
        place(b, p, p->constructs + last->first, last->n, nodes, stack);
    else
        b->error = -ENOMEM;
    free(nodes);
    free(stack);
}
