/* Regions that the user has named, as part of a strand. */
#include "engine/strand/strand.h"

void sw_strand_open_region(struct sw_strand *s, uint32_t label, uint64_t id,
                           const struct sw_position *from)
{
    if (!s->regions)
        s->regions = sw_arena_take(s->pool.arena, sizeof *s->regions);
    for (uint64_t i = 0; s->regions && i < SW_REGIONS_MAX; i++) {
        struct sw_open_region *r = &s->regions->open[i];
        if (r->in_use)
            continue;
        *r = (struct sw_open_region){.from = *from, .id = id, .label = label, .in_use = 1};
        s->regions->n_open++;
        return;
    }
}

void sw_event_region(struct sw_strand *s, uint32_t label, uint64_t id, uint64_t cost)
{
    s->at.work += cost;
    struct sw_position here = sw_strand_position(s);
    sw_strand_open_region(s, label, id, &here);
}

/* A region that ends on a shorter path than it began on has no span of its own. */
static uint64_t since(uint64_t from, uint64_t to)
{
    return to > from ? to - from : 0;
}

static void add(struct sw_region_sums *r, const struct sw_position *from,
                const struct sw_position *to)
{
    r->count++;
    r->work += since(from->work, to->work);
    r->span += since(from->span, to->span);
    r->burdened_span += since(from->burdened_span, to->burdened_span);
    r->spawns += to->spawns - from->spawns;
    r->syncs += to->syncs - from->syncs;
}

bool sw_event_region_end(struct sw_strand *s, uint64_t id, uint64_t cost)
{
    s->at.work += cost;
    struct sw_regions *regions = s->regions;
    for (uint64_t i = 0; regions && regions->n_open && i < SW_REGIONS_MAX; i++) {
        struct sw_open_region *r = &regions->open[i];
        if (!r->in_use || r->id != id)
            continue;
        struct sw_position to = sw_strand_position(s);
        r->in_use = 0;
        regions->n_open--;
        add(&regions->sums[r->label], &r->from, &to);
        return true;
    }
    return false;
}
