#include "analysis/merge/merge.h"

void sw_spread_add(struct sw_spread *s, uint64_t rank, uint64_t value)
{
    if (!s->n || value < s->least)
        s->least = value;
    if (!s->n || value > s->most || (value == s->most && rank < s->rank)) {
        s->most = value;
        s->rank = rank;
    }
    s->sum += value;
    s->n++;
}

double sw_spread_mean(const struct sw_spread *s, size_t n_ranks)
{
    return n_ranks ? (double)s->sum / (double)n_ranks : NAN;
}

double sw_spread_balance(const struct sw_spread *s, size_t n_ranks)
{
    return s->most ? sw_spread_mean(s, n_ranks) / (double)s->most : NAN;
}

double sw_merge_communication(const struct sw_merge *m)
{
    uint64_t longest = 0;
    for (size_t i = 0; i < m->n_ranks; i++) {
        uint64_t time = m->ranks[i].whole.work + m->ranks[i].apart;
        longest = time > longest ? time : longest;
    }
    int is_time = !strcmp(m->whole.unit, "ns");
    return is_time && m->apart.sum && longest ? (double)m->work.most / (double)longest : NAN;
}

struct sw_spread sw_merge_on(const struct sw_merge *m, uint64_t processors)
{
    struct sw_spread spread = {0};
    for (size_t i = 0; i < m->n_ranks; i++) {
        uint64_t share = m->ranks[i].whole.work / processors, span = m->ranks[i].whole.span;
        sw_spread_add(&spread, m->ranks[i].rank, share > span ? share : span);
    }
    return spread;
}
