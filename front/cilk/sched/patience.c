#include "front/cilk/sched/patience.h"
#include "front/cilk/sched/worker.h"

#include <time.h>

#define WORTH_NS 5000 /* a steal costs two to four microseconds of two workers */
#define FIRST_NS 4000
#define MOST_NS  64000

static bool eager;

SW_SCHED static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

SW_SCHED void sw_patience_idle(struct sw_patience *p)
{
    p->idle_ns = now();
    if (!p->stole_ns)
        return;
    if (p->idle_ns - p->stole_ns >= WORTH_NS)
        p->wait_ns = p->wait_ns / 4 < FIRST_NS ? 0 : p->wait_ns / 4;
    else if (p->wait_ns < MOST_NS)
        p->wait_ns = p->wait_ns ? 2 * p->wait_ns : FIRST_NS;
    p->stole_ns = 0;
}

SW_SCHED void sw_patience_stole(struct sw_patience *p)
{
    p->stole_ns = now();
}

SW_SCHED bool sw_patience_over(const struct sw_patience *p)
{
    return !p->wait_ns || eager || now() - p->idle_ns >= p->wait_ns;
}

void sw_patience_none(void)
{
    eager = true;
}
