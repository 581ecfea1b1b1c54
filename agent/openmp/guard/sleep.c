/* Calls that wait for time, or for input and output, inside a region. */
#include "agent/core/held.h"
#include "agent/core/libc.h"
#include "agent/openmp/simulator/record.h"

#define SHORT_NS 1000000

SW_REPLACES int sched_yield(void)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_libc()->sched_yield();
    if (!sw_omp_enter_to_wait(t))
        t->yields++;
    else if (!sw_omp_yield(t))
        sw_libc()->sched_yield();
    sw_omp_leave(t);
    return 0;
}

/* Headers make the one name the other, but older programs have it. */
SW_REPLACES int yield_by_its_old_name(void) __asm__("pthread_yield");
int yield_by_its_old_name(void)
{
    return sched_yield();
}

SW_REPLACES void thrd_yield(void)
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

#define SLEEPS(type, name, parameters, arguments, ns_) \
    SW_REPLACES type name parameters                   \
    {                                                  \
        struct sw_omp_thread *t = sw_omp_in_region();  \
        uint64_t ns = t ? ns_ : UINT64_MAX;            \
        if (ns != UINT64_MAX && pass(t, ns))           \
            return 0;                                  \
        return SW_HELD(sw_libc()->name arguments);     \
    }
SW_LIBC_SLEEPS(SLEEPS)

/*
 * Waiting for files inside a region, where another thread of it may be the one to write. They are asked
 * without waiting, as long as others can run. No tick or sample interrupts such a call, or the program would see it.
 * Time limits are by the real clock.
 */

/* A call, and how long it may take: milliseconds, or less than 0. */
struct question {
    int (*ask)(const struct question *, int milliseconds);
    struct pollfd *files;
    nfds_t n;
    int epoll, n_events, n_files;
    struct epoll_event *events;
    fd_set *sets[3];
};

static struct timespec after(int milliseconds)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_sec += milliseconds / 1000;
    t.tv_nsec += milliseconds % 1000 * 1000000l;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

static int milliseconds_to(const struct timespec *until)
{
    struct timespec now = after(0);
    long ms =
        (until->tv_sec - now.tv_sec) * 1000 + (until->tv_nsec - now.tv_nsec + 999999) / 1000000;
    return ms > 0 ? (int)ms : 0;
}

/* Asks again when others have run; once there are none it waits. */
static int ask(struct sw_omp_thread *t, const struct question *q, int milliseconds)
{
    struct timespec until = after(milliseconds > 0 ? milliseconds : 0);
    for (;;) {
        int result = q->ask(q, 0), error = errno;
        if (result)
            return result;
        sw_omp_enter_to_wait(t);
        bool others = sw_omp_yield(t);
        sw_omp_leave(t);
        errno = error;
        if (milliseconds >= 0 && sw_omp_is_past(CLOCK_MONOTONIC, &until))
            return q->ask(q, 0);
        if (!others)
            return q->ask(q, milliseconds < 0 ? -1 : milliseconds_to(&until));
    }
}

static int ask_poll(const struct question *q, int milliseconds)
{
    return SW_HELD(sw_libc()->poll(q->files, q->n, milliseconds));
}

SW_REPLACES int poll(struct pollfd *files, nfds_t n, int milliseconds)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    struct question q = {.ask = ask_poll, .files = files, .n = n};
    return t ? ask(t, &q, milliseconds) : ask_poll(&q, milliseconds);
}

static int ask_epoll(const struct question *q, int milliseconds)
{
    return SW_HELD(sw_libc()->epoll_wait(q->epoll, q->events, q->n_events, milliseconds));
}

SW_REPLACES int epoll_wait(int epoll, struct epoll_event *events, int n, int milliseconds)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    struct question q = {.ask = ask_epoll, .epoll = epoll, .events = events, .n_events = n};
    return t ? ask(t, &q, milliseconds) : ask_epoll(&q, milliseconds);
}

/* The sets are asked for and answered in one place. */
static int ask_select(const struct question *q, int milliseconds)
{
    fd_set sets[3];
    fd_set *asked[3];
    struct timeval limit = {milliseconds / 1000, milliseconds % 1000 * 1000};
    for (int i = 0; i < 3; i++) {
        asked[i] = q->sets[i] ? &sets[i] : NULL;
        if (q->sets[i])
            sets[i] = *q->sets[i];
    }
    int result = SW_HELD(sw_libc()->select(q->n_files, asked[0], asked[1], asked[2],
                                           milliseconds < 0 ? NULL : &limit));
    for (int i = 0; i < 3 && (result > 0 || (!result && milliseconds)); i++)
        if (q->sets[i])
            *q->sets[i] = sets[i];
    return result;
}

static void clear(const struct question *q)
{
    for (int i = 0; i < 3; i++)
        if (q->sets[i])
            FD_ZERO(q->sets[i]);
}

SW_REPLACES int select(int n, fd_set *read, fd_set *write, fd_set *failed, struct timeval *limit)
{
    struct sw_omp_thread *t = n <= FD_SETSIZE ? sw_omp_in_region() : NULL;
    struct question q = {.ask = ask_select, .n_files = n, .sets = {read, write, failed}};
    if (!t || (limit && (limit->tv_sec > 1000000 || limit->tv_usec >= 1000000)))
        return SW_HELD(sw_libc()->select(n, read, write, failed, limit));
    int result =
        ask(t, &q, limit ? (int)(limit->tv_sec * 1000 + (limit->tv_usec + 999) / 1000) : -1);
    if (!result)
        clear(&q);
    return result;
}

#define HELD(type, name, parameters, arguments)    \
    SW_REPLACES type name parameters               \
    {                                              \
        return SW_HELD(sw_libc()->name arguments); \
    }
SW_LIBC_SIGNAL_WAITS(HELD)
