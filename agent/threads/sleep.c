/* Sleeping takes virtual time; yielding lets others run. */
#include "agent/threads/hooks.h"
#include "agent/threads/tasks.h"

/* False: it is not simulated. */
static bool sleep_for(uint64_t ns, const void *where)
{
    static const char clock;
    pthread_testcancel();
    struct sw_vthread *t = sw_hook_begin();
    const struct sw_wait_at at = {SW_CONSTRUCT_SLEEP, SW_BLOCKED_SLEEP, where};
    if (!t)
        return false;
    sw_park(t, &clock, 1, &at, sw_sim.cores->now + sw_live_to_ticks(sw_sim.live, ns));
    sw_hook_end_cancelled(t);
    return true;
}

static uint64_t ns_of(const struct timespec *t)
{
    return (uint64_t)t->tv_sec * 1000000000 + (uint64_t)t->tv_nsec;
}

static bool is_valid(const struct timespec *t)
{
    return t && t->tv_sec >= 0 && sw_is_time(t);
}

SW_REPLACES int nanosleep(const struct timespec *time, struct timespec *left)
{
    if (is_valid(time) && sleep_for(ns_of(time), SW_CALLER))
        return 0;
    return sw_libc()->nanosleep(time, left);
}

SW_REPLACES int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
                                struct timespec *left)
{
    struct timespec now = {0};
    if (is_valid(time) && flags & TIMER_ABSTIME)
        clock_gettime(clock, &now);
    uint64_t until = is_valid(time) ? ns_of(time) : 0, from = ns_of(&now);
    if (is_valid(time) && (clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC) &&
        sleep_for(until > from ? until - from : 0, SW_CALLER))
        return 0;
    return sw_libc()->clock_nanosleep(clock, flags, time, left);
}

SW_REPLACES int usleep(useconds_t time)
{
    return sleep_for((uint64_t)time * 1000, SW_CALLER) ? 0 : sw_libc()->usleep(time);
}

SW_REPLACES unsigned sleep(unsigned time)
{
    return sleep_for((uint64_t)time * 1000000000, SW_CALLER) ? 0 : sw_libc()->sleep(time);
}

SW_REPLACES int thrd_sleep(const struct timespec *time, struct timespec *left)
{
    if (is_valid(time) && sleep_for(ns_of(time), SW_CALLER))
        return 0;
    return sw_libc()->thrd_sleep(time, left);
}

#define LOOK_NS 10000 /* between two yields in a row: no longer */

/* How long it may have taken, if it has only looked for something to do. */
static uint64_t sw_looks(const struct sw_vthread *t, const void *where)
{
    if (!t->polls)
        return 0;
    return sw_tbb_has(where) ? UINT64_MAX : sw_live_to_ticks(sw_sim.live, LOOK_NS);
}

SW_REPLACES int sched_yield(void)
{
    const struct sw_wait_at at = {SW_CONSTRUCT_YIELD, SW_BLOCKED_CONDITION, SW_CALLER};
    if (sw_vself)
        sw_vself->looks = sw_looks(sw_vself, SW_CALLER);
    struct sw_vthread *t = sw_hook_begin();
    if (sw_vself)
        sw_vself->looks = 0;
    if (!t)
        return sw_libc()->sched_yield();
    sw_hook_yield(t, &at);
    return 0;
}

SW_REPLACES void thrd_yield(void)
{
    sched_yield();
}
