/*
 * Futexes by syscall(), inside a region: allocators' spin locks and C++20's waits use them. All threads of a region
 * run on one OS thread: if one slept in the system, the one that is to wake it could not run.
 */
#include "agent/core/libc.h"
#include "agent/openmp/simulator/park.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>

/* syscall(), with as many parameters as there may be: what is none of ours is handed on as it is. */
typedef long call(long number, long a, long b, long c, long d, long e, long f);
SW_REPLACES call sw_omp_syscall __asm__("syscall");

/* Relative with FUTEX_WAIT, absolute with FUTEX_WAIT_BITSET. */
static struct timespec deadline_of(int op, const struct timespec *time)
{
    struct timespec until = {0};
    if (time && (op & FUTEX_CMD_MASK) == FUTEX_WAIT)
        clock_gettime(CLOCK_MONOTONIC, &until);
    if (time) {
        long ns = until.tv_nsec + time->tv_nsec;
        until.tv_sec += time->tv_sec + ns / 1000000000;
        until.tv_nsec = ns % 1000000000;
    }
    return until;
}

static int wait_on(struct sw_omp_thread *t, const uint32_t *on, int op, uint32_t value,
                   const struct timespec *time)
{
    clockid_t clock = op & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    struct timespec until = deadline_of(op, time);
    if (__atomic_load_n(on, __ATOMIC_SEQ_CST) != value)
        return EAGAIN;
    while (!sw_omp_park(t, on) && __atomic_load_n(on, __ATOMIC_SEQ_CST) == value)
        if (time && sw_omp_is_past(clock, &until))
            return ETIMEDOUT;
    return 0;
}

/* Threads that are behind go first. */
static long wake_on(struct sw_omp_thread *t, const uint32_t *on, long op, long n)
{
    sw_omp_give_way(t);
    sw_omp_unpark(t, on, n > 1);
    return sw_libc()->syscall(SYS_futex, on, op, n, NULL, NULL, UINT32_MAX);
}

static bool is_ours(long number, long op, long on)
{
    long command = op & FUTEX_CMD_MASK;
    return number == SYS_futex && on &&
           (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET || command == FUTEX_WAKE);
}

long sw_omp_syscall(long number, long a, long b, long c, long d, long e, long f)
{
    if (!is_ours(number, b, a) || !sw_omp_in_region())
        return sw_libc()->syscall(number, a, b, c, d, e, f);
    struct sw_omp_thread *t = sw_omp_enter();
    const uint32_t *on = (const uint32_t *)a;
    bool wakes = (b & FUTEX_CMD_MASK) == FUTEX_WAKE;
    int error = wakes ? 0 : wait_on(t, on, (int)b, (uint32_t)c, (const struct timespec *)d);
    long result = wakes ? wake_on(t, on, b, c) : error ? -1 : 0;
    sw_omp_leave(t);
    if (error)
        errno = error;
    return result;
}
