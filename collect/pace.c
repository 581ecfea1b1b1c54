#include "collect/pace.h"
#include "live/openmp.h"

#define STRANGE_THREADS \
    3               /* times: the program did something else, with another number of threads */
#define STRANGE 16  /* the same, with that number: caches may be as much faster than memory */
#define AWAY    0.1 /* of the cores' time spent asleep or outside: that is not simulated slower */

static double slower(const struct sw_live *live, const struct sw_omp_record *r, uint64_t native_ns)
{
    uint64_t work = 0;
    for (uint32_t i = 0; i < sw_dag_n_constructs(&r->dag); i++)
        work += sw_dag_record(&r->dag, i)->work;
    return (double)sw_live_to_ns(live, work) / (double)native_ns;
}

/* Of OpenMP, what is spent so is in the work on one core as well, which is no more than `native_ns` is. */
static bool is_away(const struct sw_cores *c)
{
    return c && (double)c->ledger.sums[SW_LEDGER_AWAY] > AWAY * (double)c->n * (double)(c->now + 1);
}

uint64_t sw_pace(struct sw_live *live, uint64_t native_ns)
{
    const struct sw_omp_record *r = atomic_load(&live->openmp);
    if (!native_ns || live->options.meter != SW_METER_TIME || !r || is_away(r->cores) ||
        (!r->cores && r->next)) /* each of several teams has worked a part of that */
        return 0;
    double factor = slower(live, r, native_ns);
    if (factor < SW_PACE_SLIGHT || factor > (r->cores ? STRANGE_THREADS : STRANGE))
        return 0;
    live->ticks_per_second = (uint64_t)((double)live->ticks_per_second * factor);
    return (uint64_t)(factor * 1000);
}
