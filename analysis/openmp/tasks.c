/* Tasks that the thread which made them runs before it goes on, while others have nothing to do. */
#include "analysis/openmp/parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { TEXT = 2000 };

/* A taskloop's tasks are inside it, and its clauses say how many there are. */
static uint32_t maker_of(const struct sw_loss_maker *m, uint32_t i)
{
    return m->all[m->all[i].parent].kind == SW_CONSTRUCT_TASKLOOP ? m->all[i].parent : i;
}

/* libgomp makes all tasks of a loop, or none that wait: no more than 64 a thread. */
enum { MOST_TASKS = 64 };

static void advise(const struct sw_loss_maker *m, const struct sw_loss_item *item, char *buffer,
                   size_t size)
{
    const struct sw_construct *loop = &m->all[item->construct];
    double most = MOST_TASKS * sw_construct_at_once(m->all, item->construct);
    double each = loop->count ? (double)loop->iterations / (double)loop->count / most : 0;
    if (item->reason == SW_AT_ONCE_CLAUSE)
        snprintf(buffer, size, "were other threads allowed to run them");
    else if (loop->kind == SW_CONSTRUCT_TASKLOOP &&
             item->sum.at_once[item->reason].n == loop->chunks)
        snprintf(buffer, size, "with %.0f tasks at most, %d a thread, as by grainsize(%" PRIu64 ")",
                 most, MOST_TASKS, sw_cost_of(ceil(each)));
    else
        snprintf(buffer, size, "with fewer and longer tasks, or made by several threads");
}

/* " and at 2 other lines": where such tasks are made as well. */
static void other_lines(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                        char *buffer, size_t size)
{
    unsigned n = 0;
    for (uint32_t i = 1; i < m->outcome.simulation->n; i++) {
        uint32_t k = 1;
        const struct sw_construct *c = &m->all[i];
        if (!c->at_once[item->reason].idle || c->site == m->all[item->construct].site ||
            m->all[sw_construct_outermost(m->all, i)].site != item->site)
            continue;
        while (k < i && (m->all[k].site != c->site || !m->all[k].at_once[item->reason].idle))
            k++;
        n += k == i;
    }
    *buffer = 0;
    if (n)
        snprintf(buffer, size, " and at %u other line%s", n, n == 1 ? "" : "s");
}

void sw_loss_find_at_once(const struct sw_loss_maker *m, const struct sw_loss_item *found)
{
    struct sw_loss_item item = *found;
    const struct sw_at_once_tasks *t = &item.sum.at_once[item.reason];
    char text[TEXT], where[SW_SITE_TEXT], a[SW_UNITS_SIZE], n[SW_UNITS_SIZE], all[SW_UNITS_SIZE];
    char gain[SW_WORTH_TEXT], lines[40], how[100];
    other_lines(m, found, lines, sizeof lines);
    item.construct = maker_of(m, found->construct);
    int is_full = item.reason == SW_AT_ONCE_FULL;
    advise(m, &item, how, sizeof how);
    snprintf(text, sizeof text,
             "%s: %s of the %s tasks of %s%s run one after the other in the thread that makes "
             "them, %s: %s, while others have nothing to do, %.0f%% of the time of all %" PRIu64
             " processors; %s",
             is_full ? "too fine a grain" : "too little parallelism", sw_units_count(t->n, n),
             sw_units_count(item.sum.chunks, all), sw_loss_place(m, item.construct, where), lines,
             is_full ? "since the OpenMP runtime lets no more of them wait"
                     : "by an if or final clause",
             sw_units_spoken(m->units, t->time, a), 100 * sw_loss_share(m, item.lost),
             m->outcome.processors, sw_loss_worth_text(m, &item, how, gain));
    if (is_full)
        sw_loss_add(m, SW_FINDING_GRAIN, &item, text);
    else
        sw_loss_add_few(m, &item, text);
}
