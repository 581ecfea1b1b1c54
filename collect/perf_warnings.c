#include "collect/perf_warnings.h"

#include <string.h>

struct counted {
    unsigned taken, closed, paused, failed;
    double least; /* of the paused ones: the share of its time that was counted */
    int error;    /* of a failed one */
};

static void count(struct counted *c, const struct sw_perf_meter *m)
{
    double share = m->enabled_ns ? (double)m->running_ns / (double)m->enabled_ns : 1;
    c->taken += m->end == SW_PERF_TAKEN;
    c->closed += m->end == SW_PERF_CLOSED;
    c->paused += m->enabled_ns != m->running_ns;
    c->least = share < c->least ? share : c->least;
    c->failed += m->error < 0;
    c->error = m->error < 0 ? -(int)m->error : c->error;
}

static const char *threads(unsigned n)
{
    return n == 1 ? "thread" : "threads";
}

void sw_perf_warnings(struct sw_profile *p, const struct sw_live *live)
{
    struct counted c = {.least = 1};
    uint32_t n = atomic_load(&live->n_threads);
    for (uint32_t i = 0; i < n && i < SW_LIVE_THREADS; i++)
        if (live->threads[i])
            count(&c, &live->threads[i]->meter.perf);
    if (c.taken)
        sw_profile_warn(
            p, "the kernel took the counter from %u %s: the figures leave out what came after that",
            c.taken, threads(c.taken));
    if (c.closed)
        sw_profile_warn(p,
                        "the program closed the file of the counter of %u %s: the figures leave "
                        "out what came after that",
                        c.closed, threads(c.closed));
    if (c.paused)
        sw_profile_warn(
            p,
            "the counter of %u %s counted only part of the time, at least %.0f%% (cores of "
            "different kinds count separately), and nothing is scaled up: the figures are too low",
            c.paused, threads(c.paused), 100 * c.least);
    if (c.failed)
        sw_profile_warn(p, "%u %s could not be counted (%s): the figures leave out all of that",
                        c.failed, threads(c.failed), strerror(c.error));
}
