#include "analysis/workspan/on_line.h"

#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"

uint64_t sw_site_relief(const struct sw_site *site)
{
    uint64_t span = site->on_span.local.span;
    return span > site->hidden ? span - site->hidden : 0;
}

struct sw_on_line sw_on_line_begin(size_t site)
{
    return (struct sw_on_line){.site = site};
}

void sw_on_line_add(struct sw_on_line *line, const struct sw_profile *p, size_t i)
{
    const struct sw_site *site = &p->sites[i];
    const struct sw_figures *top = &site->on_span.top_site;
    if (site->on_span.local.span > p->sites[line->site].on_span.local.span)
        line->site = i;
    line->span += site->on_span.local.span;
    line->count += site->on_span.local.count;
    line->n_sites += site->on_work.local.work > 0;
    line->relief = line->n_sites > 1 ? line->span : line->relief + sw_site_relief(site);
    line->is_parallel |= sw_parallelism(top->work, top->span) >= SW_SERIAL;
}

static struct sw_on_line gather(const struct sw_profile *p, size_t site, bool all_lines)
{
    struct sw_on_line line = sw_on_line_begin(site);
    const struct sw_site *one = &p->sites[site];
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_site *other = &p->sites[i];
        if (i == site ||
            (!sw_site_compare_callees(one, other) &&
             (all_lines || !sw_place_compare(&one->caller_place, &other->caller_place))))
            sw_on_line_add(&line, p, i);
    }
    return line;
}

struct sw_on_line sw_on_its_line(const struct sw_profile *p, size_t site)
{
    return gather(p, site, false);
}

struct sw_on_line sw_on_all_lines(const struct sw_profile *p, size_t site)
{
    return gather(p, site, true);
}
