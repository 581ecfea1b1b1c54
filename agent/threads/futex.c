/* Futexes by syscall(): what libstdc++'s futures, latches, semaphores and atomic waits, and TBB, wait by. */
#include "agent/threads/hooks.h"
#include "base/maps.h"

#include <linux/futex.h>
#include <sys/auxv.h>
#include <sys/syscall.h>

/* syscall(), with as many parameters as there may be: what is none of ours is handed on as it is. */
typedef long call(long number, long a, long b, long c, long d, long e, long f);
SW_REPLACES call sw_syscall __asm__("syscall");

/* Relative with FUTEX_WAIT, absolute with FUTEX_WAIT_BITSET. */
static uint64_t deadline_of(int op, const struct timespec *time)
{
    if (!time)
        return UINT64_MAX;
    if ((op & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET)
        return sw_deadline(
            SW_LIMIT(op & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC, time));
    return sw_sim.cores->now + sw_live_to_ticks(sw_sim.live, (uint64_t)time->tv_sec * 1000000000 +
                                                                 (uint64_t)time->tv_nsec);
}

static long fail(int error)
{
    errno = error;
    return -1;
}

/* --- Private or shared: libstdc++ 12 does not say that its futexes are private, as all of them are --- */

/* Whether no other process can see the page. It asks for one page, however many mappings there are. */
static bool is_anonymous(const uint32_t *on)
{
    uint64_t page = 0, present = 3ull << 62, of_a_file_or_shared = 1ull << 61;
    long at = (long)((uint64_t)on / getauxval(AT_PAGESZ) * sizeof page);
    long fd = sw_raw_open("/proc/self/pagemap", O_RDONLY);
    if (fd < 0)
        return false;
    long n = sw_raw4(SYS_pread64, fd, (long)&page, sizeof page, at);
    sw_raw_close(fd);
    return n == sizeof page && page & present && !(page & of_a_file_or_shared);
}

static bool is_private_map(void *on, const struct sw_map *map)
{
    return (uint64_t)on >= map->low && (uint64_t)on < map->high && !map->shared;
}

static bool is_own(int op, uint32_t *on)
{
    char text[4096];
    return op & FUTEX_PRIVATE_FLAG || is_anonymous(on) ||
           sw_maps_read(text, sizeof text, is_private_map, on);
}

/* --- Waits and wakes --- */

static long wait_away(struct sw_vthread *t, uint32_t *on, int op, uint32_t value,
                      const struct timespec *time, uint32_t bits)
{
    sw_watch_hold(t);
    long result =
        SW_AWAY(t, sw_libc()->syscall(SYS_futex, (long)on, op, value, (long)time, 0, bits));
    sw_watch_release(t); /* which keeps errno */
    return result;
}

static long wait_on(struct sw_vthread *t, uint32_t *on, int op, uint32_t value,
                    const struct timespec *time, uint32_t bits, const void *where)
{
    const struct sw_wait_at at = {SW_CONSTRUCT_FUTEX, SW_BLOCKED_CONDITION, where};
    if (__atomic_load_n(on, __ATOMIC_SEQ_CST) != value)
        return fail(EAGAIN);
    if (!is_own(op, on))
        return wait_away(t, on, op, value, time, bits);
    return sw_park(t, on, bits, &at, deadline_of(op, time)) ? 0 : fail(ETIMEDOUT);
}

/* Wakes those that wait here, then, if there may be any, those of other processes. */
static long wake_on(struct sw_vthread *t, const uint32_t *on, int op, long most, uint32_t bits)
{
    long n = 0;
    while (n < most && sw_unpark(on, bits, t))
        n++;
    if (n == most || op & FUTEX_PRIVATE_FLAG)
        return n;
    long others = sw_libc()->syscall(SYS_futex, (long)on, op, most - n, 0, 0, bits);
    return others < 0 && n ? n : n + others;
}

/* The woken thread reads memory that this one is going to change without a call that we see: of two at the same time, the woken one goes first. */
static long wake_first(struct sw_vthread *t, const uint32_t *on, int op, long most, uint32_t bits)
{
    long n = wake_on(t, on, op, most, bits);
    if (n > 0 && !t->unwaited) {
        sw_hook_cost(t, 1);
        sw_hook_settle(t);
    }
    return n;
}

/* Wakes the first ones; the others wait elsewhere from now on. */
static long move(struct sw_vthread *t, uint32_t *on, int op, uint32_t most, uint32_t moved,
                 uint32_t *to, uint32_t value)
{
    if (!is_own(op, on))
        return sw_libc()->syscall(SYS_futex, (long)on, op, most, moved, (long)to, value);
    if ((op & FUTEX_CMD_MASK) == FUTEX_CMP_REQUEUE &&
        __atomic_load_n(on, __ATOMIC_SEQ_CST) != value)
        return fail(EAGAIN);
    long n = wake_on(t, on, op | FUTEX_PRIVATE_FLAG, (int)most, UINT32_MAX);
    return n + sw_park_move(on, to, moved);
}

/* Those that have to do with priorities are the system's. */
static bool is_ours(long number, int op, const uint32_t *on)
{
    int command = op & FUTEX_CMD_MASK;
    return number == SYS_futex && on &&
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
        return wake_first(t, on, op, (int)value, UINT32_MAX);
    case FUTEX_WAKE_BITSET:
        return wake_first(t, on, op, (int)value, f);
    default:
        return move(t, on, op, value, (uint32_t)d, to, f);
    }
}

long sw_syscall(long number, long a, long b, long c, long d, long e, long f)
{
    struct sw_vthread *t = is_ours(number, (int)b, (const uint32_t *)a) ? sw_hook_begin() : NULL;
    if (!t)
        return sw_libc()->syscall(number, a, b, c, d, e, f);
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
