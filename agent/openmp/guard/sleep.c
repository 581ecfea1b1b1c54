/*
 * Yields and sleeps inside a region, where nobody else would run meanwhile. Who yields several times in a
 * row waits for somebody, and so does who sleeps shortly; others run then. A longer sleep is time of the
 * program's own, like a strand: it passes in simulated time, and for real only if nobody else can run.
 */
#include "agent/core/held.h"
#include "agent/openmp/guard/real.h"
#include "agent/openmp/simulator/park.h"
#include "agent/openmp/simulator/record.h"

#include <errno.h>

#define SHORT_NS 1000000

SW_OMP_REPLACES int sched_yield(void)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->sched_yield();
    if (!sw_omp_enter_to_wait(t))
        t->yields++;
    else if (!sw_omp_yield(t))
        sw_omp_real()->sched_yield();
    sw_omp_leave(t);
    return 0;
}

/* Headers make the one name the other, but older programs have it. */
SW_OMP_REPLACES int yield_by_its_old_name(void) __asm__("pthread_yield");
int yield_by_its_old_name(void)
{
    return sched_yield();
}

SW_OMP_REPLACES void thrd_yield(void)
{
    sched_yield();
}

/* False: it is to be slept for real. */
static bool pass(struct sw_omp_thread *t, uint64_t ns)
{
    struct sw_omp_simulator *m = t->simulator;
    uint64_t ticks = sw_omp_ticks(m, ns);
    bool waits = sw_omp_enter_to_wait(t), others = m->ready.n;
    if (others && ns < SHORT_NS && waits) {
        t->place_in_line = (t->place_in_line > t->clock ? t->place_in_line : t->clock) + ticks;
        sw_omp_yield(t);
    } else if (others && ns < SHORT_NS) {
        t->clock += ticks;
        t->phase += ticks;
        t->resumed += ticks; /* it did nothing */
        t->yields++;
    } else if (others) {
        t->yields = 0;
        t->clock += ticks;
        if (m->dag)
            sw_dag_pass(m->dag, &t->task->strand, ticks);
        sw_omp_give_way(t);
    }
    sw_omp_leave(t);
    return others;
}

static uint64_t ns_of(const struct timespec *time)
{
    return (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_nsec;
}

static bool is_valid(const struct timespec *time)
{
    return time && time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}

SW_OMP_REPLACES int nanosleep(const struct timespec *time, struct timespec *left)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (t && is_valid(time) && pass(t, ns_of(time)))
        return 0;
    return SW_HELD(sw_omp_real()->nanosleep(time, left));
}

SW_OMP_REPLACES int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
                                    struct timespec *left)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    struct timespec now = {0};
    if (t && is_valid(time) && !(flags & TIMER_ABSTIME && clock_gettime(clock, &now))) {
        uint64_t until = ns_of(time), from = ns_of(&now);
        if (until <= from || pass(t, until - from))
            return 0;
    }
    return SW_HELD(sw_omp_real()->clock_nanosleep(clock, flags, time, left));
}

SW_OMP_REPLACES int usleep(useconds_t us)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    return t && pass(t, us * 1000ull) ? 0 : SW_HELD(sw_omp_real()->usleep(us));
}

SW_OMP_REPLACES unsigned sleep(unsigned seconds)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    return t && pass(t, seconds * 1000000000ull) ? 0 : SW_HELD(sw_omp_real()->sleep(seconds));
}

SW_OMP_REPLACES int thrd_sleep(const struct timespec *time, struct timespec *left)
{
    int result = clock_nanosleep(CLOCK_REALTIME, 0, time, left);
    return result == EINTR ? -1 : result ? -2 : 0;
}
