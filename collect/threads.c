#include "collect/threads.h"

uint32_t sw_threads_count(const struct sw_live *live)
{
    uint32_t n = atomic_load(&live->n_threads);
    return n < SW_LIVE_THREADS ? n : SW_LIVE_THREADS;
}

bool sw_thread_is_busy(const struct sw_thread *t)
{
    return !t->frozen && ((!t->next && !t->idle) || atomic_load(&t->replaying));
}

void sw_threads_add(struct sw_profile *p, const struct sw_live *live, const struct sw_thread *t)
{
    struct sw_circumstances *k = &p->circumstances;
    k->events += t->events;
    k->events_dropped += t->dropped;
    k->events_elsewhere += t->elsewhere;
    k->overhead += sw_live_to_ns(live, t->meter.overhead);
    k->preempted += sw_live_to_ns(live, t->meter.preempted);
    p->rank.apart += sw_live_to_ns(live, t->meter.apart);
    k->threads += !t->helper;
    if (sw_thread_is_busy(t))
        p->flags |= SW_PROFILE_DAMAGED;
}
