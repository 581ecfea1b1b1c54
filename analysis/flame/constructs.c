/* The constructs of an OpenMP program, in the chief one of the simulated runs: a tree of their own, parents first. */
#include "analysis/flame/parts.h"
#include "base/libc.h"

/* That of serial code, which is no construct's. */
static size_t root_site(const struct sw_profile *p)
{
    for (size_t i = 0; i < p->n_sites; i++)
        if (p->sites[i].kind == SW_SITE_ROOT)
            return i;
    return SW_FLAME_NO_SITE;
}

static uint32_t frame_of(struct sw_flame_builder *b, const struct sw_profile *p, uint32_t site)
{
    if (site >= p->n_sites)
        return sw_flame_add_frame(b, "serial code", NULL, root_site(p));
    return sw_flame_site_frame(b, p, site);
}

/* Serial code, the first, is beside the regions, not around them. */
static void place(struct sw_flame_builder *b, const struct sw_profile *p,
                  const struct sw_construct *constructs, uint32_t n, uint32_t *nodes)
{
    for (uint32_t i = 0; i < n && !b->error; i++) {
        const struct sw_construct *c = &constructs[i];
        nodes[i] = sw_flame_add_node(b, c->parent ? nodes[c->parent] : 0, frame_of(b, p, c->site));
        b->flame->nodes[nodes[i]].self[0] = (double)c->work;
        b->flame->nodes[nodes[i]].self[1] = (double)c->on_span;
    }
}

void sw_flame_constructs(struct sw_flame_builder *b, const struct sw_profile *p)
{
    const struct sw_simulation *chief = sw_profile_chief(p);
    SW_FREED uint32_t *nodes = calloc(chief->n + 1, sizeof *nodes);
    if (nodes)
        place(b, p, p->constructs + chief->first, chief->n, nodes);
    else
        b->error = -ENOMEM;
}
