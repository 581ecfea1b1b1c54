/* Splits: the part of a function that follows one is reported under its label. */
#include "agent/cilk/split.h"
#include "agent/cilk/label.h"
#include "agent/cilk/tool.h"
#include "agent/core/enter.h"
#include "agent/core/meter.h"
#include "live/notes/cilk.h"
#include "live/site.h"
#include "profile/profile.h"

/* The function with sleds that the place is in; 0: none, as the body of a task or loop. */
static uint32_t function_at(const struct sw_live *live, uint64_t place)
{
    uint32_t n = atomic_load(&live->n_functions);
    for (uint32_t i = 2; i < n; i++)
        if (place - live->functions[i].address <= live->functions[i].size)
            return i;
    return 0;
}

/* One for each place and label. */
static uint32_t site_of(struct sw_thread *t, uint64_t from, const char *label)
{
    struct sw_live *live = t->live;
    uint32_t number =
        1 + sw_label_number(live, live->regions.splits, &live->regions.n_splits, label);
    uint32_t site = sw_site_number(t, from, number, SW_SITE_SPLIT);
    struct sw_live_site *s = &live->sites[site];
    if (s->kind == SW_SITE_SPLIT && !s->label)
        *s = (struct sw_live_site){.address = from,
                                   .kind = SW_SITE_SPLIT,
                                   .label = number,
                                   .owner = function_at(live, from)};
    return site;
}

/* A function that is not followed is part of its caller: that must not go on split when it returns. */
static bool is_followed(const struct sw_thread *t, uint32_t site)
{
    uint32_t owner = t->live->sites[site].owner;
    return !owner || owner == t->strand->at.top->function;
}

void sw_cilk_split(const char *label, uint64_t from, uint64_t sp)
{
    uint64_t now = sw_meter_now();
    struct sw_thread *t = sw_enter(sp);
    if (!t)
        return;
    uint64_t cost = sw_meter_cost(t, now, t->meter.costs.note);
    t->events++;
    sw_cilk_settle_at(t, from, sp);
    uint32_t site = site_of(t, from, label ? label : "");
    if (is_followed(t, site)) {
        sw_event_split(t->strand, label ? site : 0, cost);
        sw_tool_split(t, label);
    } else {
        sw_event_pass(t->strand, cost);
    }
    sw_leave(t);
}
