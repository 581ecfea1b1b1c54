/* How long an idle worker waits before it tries to steal. */
#include "agent/cilk/sched/patience.h"
#include "agent/cilk/sched/worker.h"

#include <time.h>

#define LEAST_NS 2000    /* that a steal costs, of two workers */
#define MOST_NS  1000000 /* what took longer was interrupted */
#define NS_OF_S  1000000000
#define FIRST_NS 4000
#define WORTH    2  /* a steal is worth it that brings so many times what it costs, ... */
#define WAIT     16 /* ... and if not, so many times that is the longest wait */

static bool eager;

SW_SCHED static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * NS_OF_S + (uint64_t)t.tv_nsec;
}

SW_SCHED static void judge(struct sw_patience *p, uint64_t brought_ns)
{
    uint64_t longest = WAIT * p->cost_ns;
    if (brought_ns >= WORTH * p->cost_ns)
        p->wait_ns = p->wait_ns / 4 < FIRST_NS ? 0 : p->wait_ns / 4;
    else
        p->wait_ns = p->wait_ns ? 2 * p->wait_ns : FIRST_NS;
    p->wait_ns = p->wait_ns < longest ? p->wait_ns : longest;
}

SW_SCHED void sw_patience_idle(struct sw_patience *p)
{
    p->idle_ns = now();
    if (p->stole_ns)
        judge(p, p->idle_ns - p->stole_ns);
    p->stole_ns = 0;
}

SW_SCHED void sw_patience_try(struct sw_patience *p)
{
    p->tried_ns = now();
}

SW_SCHED void sw_patience_tried(struct sw_patience *p, bool stole)
{
    uint64_t end = now(), cost = end - p->tried_ns;
    if (!stole && cost < LEAST_NS)
        return; /* there was nothing to steal */
    cost = cost < LEAST_NS ? LEAST_NS : cost > MOST_NS ? MOST_NS : cost;
    p->cost_ns = p->cost_ns ? (3 * p->cost_ns + cost) / 4 : cost;
    p->stole_ns = stole ? end : 0;
    if (stole)
        return;
    judge(p, 0);
    p->idle_ns = end;
}

SW_SCHED bool sw_patience_over(const struct sw_patience *p)
{
    return !p->wait_ns || eager || now() - p->idle_ns >= p->wait_ns;
}

SW_SCHED void sw_patience_rest(const struct sw_patience *p)
{
    uint64_t passed = now() - p->idle_ns, left = p->wait_ns > passed ? p->wait_ns - passed : 0;
    struct timespec t = {.tv_nsec = left < NS_OF_S ? (long)left : NS_OF_S - 1};
    nanosleep(&t, NULL);
}

void sw_patience_none(void)
{
    eager = true;
}
