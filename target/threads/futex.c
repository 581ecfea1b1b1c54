/* Futexes by syscall(): what libstdc++'s futures, latches, semaphores and atomic waits, and TBB, wait by. */
#include "target/threads/hooks.h"
#include "target/threads/tasks.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>

/* syscall(), with as many parameters as there may be: what is none of ours is handed on as it is. */
typedef long call(long number, long a, long b, long c, long d, long e, long f);
SW_REPLACES call sw_syscall __asm__("syscall");

static call *real_syscall(void)
{
    static void *found;
    call *real;
    if (!found)
        found = sw_libc_next("syscall");
    *(void **)&real = found;
    return real;
}

/* Relative with FUTEX_WAIT, absolute with FUTEX_WAIT_BITSET. */
static uint64_t deadline_of(int op, const struct timespec *time)
{
    if (!time)
        return UINT64_MAX;
    if ((op & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET)
        return sw_deadline(op & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC, time);
    return sw_sim.cores->now + sw_live_to_ticks(sw_sim.live, (uint64_t)time->tv_sec * 1000000000 +
                                                                 (uint64_t)time->tv_nsec);
}

static long fail(int error)
{
    errno = error;
    return -1;
}

static long wait_on(struct sw_vthread *t, uint32_t *on, int op, uint32_t value,
                    const struct timespec *time, uint32_t bits, const void *where)
{
    const struct sw_wait_at at = {SW_CONSTRUCT_FUTEX, SW_BLOCKED_CONDITION, where};
    if (__atomic_load_n(on, __ATOMIC_SEQ_CST) != value)
        return fail(EAGAIN);
    return sw_park(t, on, bits, &at, deadline_of(op, time)) ? 0 : fail(ETIMEDOUT);
}

static long wake_on(struct sw_vthread *t, const uint32_t *on, long most, uint32_t bits)
{
    long n = 0;
    while (n < most && sw_unpark(on, bits, t))
        n++;
    return n;
}

/* Those that have to do with other processes, and with priorities, are the system's. */
static bool is_ours(long number, int op, const uint32_t *on)
{
    int command = op & FUTEX_CMD_MASK;
    return number == SYS_futex && op & FUTEX_PRIVATE_FLAG && on &&
           (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET || command == FUTEX_WAKE ||
            command == FUTEX_WAKE_BITSET || command == FUTEX_REQUEUE ||
            command == FUTEX_CMP_REQUEUE);
}

static long futex(struct sw_vthread *t, uint32_t *on, int op, uint32_t value, long d, uint32_t *to,
                  uint32_t f, const void *where)
{
    switch (op & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
        return wait_on(t, on, op, value, (const struct timespec *)d, UINT32_MAX, where);
    case FUTEX_WAIT_BITSET:
        return wait_on(t, on, op, value, (const struct timespec *)d, f, where);
    case FUTEX_WAKE:
        return wake_on(t, on, (int)value, UINT32_MAX);
    case FUTEX_WAKE_BITSET:
        return wake_on(t, on, (int)value, f);
    case FUTEX_CMP_REQUEUE:
        if (__atomic_load_n(on, __ATOMIC_SEQ_CST) != f)
            return fail(EAGAIN);
        /* fall through */
    default: {
        long n = wake_on(t, on, (int)value, UINT32_MAX);
        return n + sw_park_move(on, to, (uint32_t)d);
    }
    }
}

long sw_syscall(long number, long a, long b, long c, long d, long e, long f)
{
    struct sw_vthread *t = is_ours(number, (int)b, (const uint32_t *)a) ? sw_hook_begin() : NULL;
    if (!t)
        return real_syscall()(number, a, b, c, d, e, f);
    int before = errno;
    errno = 0;
    long result =
        futex(t, (uint32_t *)a, (int)b, (uint32_t)c, d, (uint32_t *)e, (uint32_t)f, SW_CALLER);
    int error = errno;
    sw_hook_end(t);
    t->polls = sw_tbb_has(SW_CALLER);
    errno = result < 0 ? error : before;
    return result;
}
