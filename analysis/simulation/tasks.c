/* Tasks that the thread which made them runs before it goes on, while others have nothing to do. */
#include "analysis/simulation/parts.h"

/* A taskloop's tasks are inside it, and its clauses say how many there are. */
static uint32_t maker_of(const struct sw_loss_maker *m, uint32_t i)
{
    return m->all[m->all[i].parent].kind == SW_CONSTRUCT_TASKLOOP ? m->all[i].parent : i;
}

/* libgomp makes all tasks of a loop, or none that wait: no more than 64 a thread. */
enum { MOST_TASKS = 64 };

static struct sw_sentence *advise(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_construct *loop = &m->all[item->construct];
    double most = MOST_TASKS * sw_construct_at_once(m->all, item->construct);
    double each = loop->count ? (double)loop->iterations / (double)loop->count / most : 0;
    if (item->reason == SW_AT_ONCE_CLAUSE)
        return SW_SAY(IF_ALLOWED);
    if (loop->kind == SW_CONSTRUCT_TASKLOOP && item->sum.at_once[item->reason].n == loop->chunks)
        return SW_SAY(IF_FEWER_TASKS, most, MOST_TASKS, sw_cost_of(ceil(each)));
    return SW_SAY(IF_LONGER_TASKS);
}

/* Where such tasks are made as well. */
static unsigned other_lines(const struct sw_loss_maker *m, const struct sw_loss_item *item)
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
    return n;
}

void sw_loss_find_at_once(const struct sw_loss_maker *m, const struct sw_loss_item *found)
{
    struct sw_loss_item item = *found;
    const struct sw_at_once_tasks *t = &item.sum.at_once[item.reason];
    unsigned others = other_lines(m, found);
    item.construct = maker_of(m, found->construct);
    bool is_full = item.reason == SW_AT_ONCE_FULL;
    struct sw_sentence *sentence =
        SW_SAY(TASKS_AT_ONCE, is_full, t->n, item.sum.chunks, sw_loss_place(m, item.construct),
               others, t->time, sw_loss_share(m, item.lost), m->outcome.processors,
               sw_loss_gain(m, &item, advise(m, &item)));
    if (is_full)
        sw_loss_add(m, SW_FINDING_GRAIN, &item, sentence);
    else
        sw_loss_add_few(m, &item, sentence);
}
