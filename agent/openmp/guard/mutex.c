/*
 * The program's own locks in simulated time: mutexes and spin locks, locks for readers and
 * writers, semaphores, and condition variables.
 */
#include "agent/core/held.h"
#include "agent/core/libc.h"
#include "agent/openmp/guard/guard.h"
#include "agent/openmp/simulator/record.h"
#include "agent/process/signal.h"
#include "base/raw.h"

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/*
 * The program's own locks in simulated time: when one was released, by which a thread that is behind
 * knows that it was held then, though it finds it free; and what to count of it. By address, in a table
 * that forgets: then a wait is not seen.
 */

struct sw_omp_held {
    const void *address;
    uint64_t taken, free_at;
    uint32_t construct;
    uint32_t depth; /* how often it is held, by one that may take it again */
};

#define ENTRIES 4096

/* Not allocated: it may be the allocator of the program that takes a lock. */
static bool make_table(struct sw_omp_simulator *m)
{
    void *at = mmap(NULL, ENTRIES * sizeof *m->held, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    m->held = at == MAP_FAILED ? NULL : at;
    return m->held;
}

/* NULL: no memory. */
static struct sw_omp_held *sw_omp_held(struct sw_omp_simulator *m, const void *address)
{
    if (!m->held && !make_table(m))
        return NULL;
    struct sw_omp_held *h = &m->held[((uint64_t)address >> 3) * 0x9e3779b97f4a7c15u >> 52];
    if (h->address != address)
        *h = (struct sw_omp_held){.address = address};
    return h;
}

/* The thread has got it for real, since it came at that time. */
static void sw_omp_held_take(struct sw_omp_thread *t, const void *address, uint32_t construct,
                             uint64_t since)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_held *h = sw_omp_held(m, address);
    if (!h || h->depth++)
        return;
    sw_omp_wait_until(t, h->free_at);
    sw_omp_count(m, construct, SW_OMP_LOCK_WAIT, t->clock - since);
    sw_omp_spend(t, construct, t->clock == since ? m->costs.lock : m->costs.hand_over);
    h->taken = t->clock;
    h->construct = construct;
}

/* It releases it, for real as well, and lets one go that waits. */
static void sw_omp_held_release(struct sw_omp_thread *t, const void *address)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_held *h = sw_omp_held(m, address);
    if (h && h->depth && --h->depth)
        return;
    if (h && h->taken && t->clock >= h->taken) {
        sw_omp_count(m, h->construct, SW_OMP_BUSY, t->clock - h->taken);
        sw_omp_count(m, h->construct, SW_OMP_CHUNKS, 1);
        h->taken = 0;
    }
    if (h)
        h->free_at = t->clock;
    sw_omp_unpark(t, address, false);
}

/* Whether it is held at the thread's time. */
static bool sw_omp_held_now(const struct sw_omp_thread *t, const void *address)
{
    const struct sw_omp_held *h = sw_omp_held(t->simulator, address);
    return h && h->free_at > t->clock;
}

/*
 * Locks inside a region: tried for real, until they are free. Libc knows their owner by the thread whose thread pointer is in use, so
 * those that may be taken again, or say that they must not, do as ever. Of those for readers and writers only the waits are counted.
 */

/* It takes a system call, which is made only if another thread is behind. */
static bool blocks_all_signals(void)
{
    uint64_t blocked = 0;
    sw_raw4(SYS_rt_sigprocmask, SIG_BLOCK, 0, (long)&blocked, sizeof blocked);
    return sw_signal_blocks_all(blocked);
}

/* Lets threads that are behind go first, unless this one has blocked all signals: in that case it does something that must not be
 * interrupted, like a library that walks the stack for an allocator whose lock is held. All threads share that mask, so a thread that
 * waited for such a lock could not be interrupted either. */
static void sw_omp_let_others(struct sw_omp_thread *t)
{
    if (sw_omp_ready_first(&t->simulator->ready) < t->clock && !blocks_all_signals())
        sw_omp_give_way(t);
}

/* An allocator may hold another lock already, one that the runtime's own calls of malloc() need: nobody else runs in the middle of it. */
static bool is_allocator(const void *address)
{
    return sw_omp_zone_has((uint64_t)address);
}

/* What libc writes into a lock for its owner, by what the thread is to libc now: other than its number after fork(). */
static int sw_omp_owner(struct sw_omp_thread *t)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    if (!t->owner) {
        sw_libc()->pthread_mutex_lock(&mutex);
        t->owner = mutex.__data.__owner;
        sw_libc()->pthread_mutex_unlock(&mutex);
    }
    return t->owner;
}

/* Once more. EDEADLK is for libc to say: whoever holds it for writing tries to no end otherwise. */
static int take_own(struct sw_omp_thread *t, enum sw_libc_lock kind, void *lock)
{
    int result = sw_is_mutex(kind) ? sw_libc()->pthread_mutex_lock(lock) : EDEADLK;
    struct sw_omp_held *h = result ? NULL : sw_omp_held(t->simulator, lock);
    if (h)
        h->depth++;
    return result;
}

/* Tries until it is free, or the time has come. */
static int take(struct sw_omp_thread *t, enum sw_libc_lock kind, void *lock, struct sw_limit limit,
                const void *address)
{
    if (sw_libc_owner(kind, lock) == sw_omp_owner(t))
        return take_own(t, kind, lock);
    uint32_t construct = sw_omp_construct(t, SW_CONSTRUCT_LOCK, address);
    if (!is_allocator(address))
        sw_omp_let_others(t);
    uint64_t since = t->clock;
    int result;
    while ((result = sw_libc_try(kind, lock)) == EBUSY) {
        if (!sw_omp_park(t, lock) && limit.until && sw_omp_is_past(limit.clock, limit.until)) {
            result = ETIMEDOUT;
            break;
        }
    }
    if (sw_is_rwlock(kind))
        sw_omp_count(t->simulator, construct, SW_OMP_LOCK_WAIT, t->clock - since);
    else if (sw_is_taken(result))
        sw_omp_held_take(t, lock, construct, since);
    return result;
}

/* Not to be had: others run, because who tries will try again. */
static int attempt(struct sw_omp_thread *t, enum sw_libc_lock kind, void *lock, const void *address)
{
    bool allocates = is_allocator(address);
    if (!allocates)
        sw_omp_let_others(t);
    bool is_held = !sw_is_rwlock(kind) && !allocates && sw_omp_held_now(t, lock);
    int result = is_held ? EBUSY : sw_libc_try(kind, lock);
    if (result == EBUSY)
        sw_omp_yield(t);
    else if (sw_is_taken(result) && !sw_is_rwlock(kind))
        sw_omp_held_take(t, lock, sw_omp_construct(t, SW_CONSTRUCT_LOCK, address), t->clock);
    return result;
}

static int release(struct sw_omp_thread *t, enum sw_libc_lock kind, void *lock)
{
    if (sw_is_rwlock(kind))
        sw_omp_let_others(t); /* who are behind are to find it held */
    int result = sw_libc_release(kind, lock);
    if (sw_is_rwlock(kind))
        sw_omp_unpark(t, lock, true);
    else if (!result)
        sw_omp_held_release(t, lock);
    return result;
}

/* In a region that is done, inside the runtime; elsewhere libc does as ever. */
#define IN_REGION(type, name, parameters, arguments, kind, enter, done) \
    SW_REPLACES type name parameters                                    \
    {                                                                   \
        struct sw_omp_thread *t = sw_omp_in_region();                   \
        if (!t)                                                         \
            return sw_libc()->name arguments;                           \
        enter;                                                          \
        int result = done;                                              \
        sw_omp_leave(t);                                                \
        return sw_libc_result(kind, result);                            \
    }
#define TAKES(type, name, parameters, arguments, kind, limit)          \
    IN_REGION(type, name, parameters, arguments, kind, sw_omp_enter(), \
              take(t, kind, (void *)lock, limit, HERE))
#define TRIES(type, name, parameters, arguments, kind)                          \
    IN_REGION(type, name, parameters, arguments, kind, sw_omp_enter_to_wait(t), \
              attempt(t, kind, (void *)lock, HERE))
#define RELEASES(type, name, parameters, arguments, kind)              \
    IN_REGION(type, name, parameters, arguments, kind, sw_omp_enter(), \
              release(t, kind, (void *)lock))
SW_LIBC_TAKES(TAKES)
SW_LIBC_TRIES(TRIES)
SW_LIBC_RELEASES(RELEASES)

/* Semaphores, and the end of another thread, inside a region. */

static int wait_for(sem_t *semaphore, struct sw_limit limit)
{
    struct sw_omp_thread *t = sw_omp_enter();
    int result;
    sw_omp_let_others(t);
    while ((result = sw_libc()->sem_trywait(semaphore)) < 0 && errno == EAGAIN) {
        if (!sw_omp_park(t, semaphore) && limit.until && sw_omp_is_past(limit.clock, limit.until)) {
            errno = ETIMEDOUT;
            break;
        }
    }
    sw_omp_leave(t);
    return result;
}

static bool is_known(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

/* A signal ends those with a limit. */
#define WAITS_FOR_POST(type, name, parameters, arguments, limit)                               \
    SW_REPLACES type name parameters                                                           \
    {                                                                                          \
        if (sw_omp_in_region() && is_known((limit).clock))                                     \
            return wait_for(semaphore, limit);                                                 \
        return (limit).until ? SW_HELD(sw_libc()->name arguments) : sw_libc()->name arguments; \
    }
SW_LIBC_SEMAPHORE_WAITS(WAITS_FOR_POST)

SW_REPLACES int sem_trywait(sem_t *semaphore)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_libc()->sem_trywait(semaphore);
    sw_omp_enter_to_wait(t);
    sw_omp_let_others(t);
    int result = sw_libc()->sem_trywait(semaphore), error = errno;
    if (result < 0)
        sw_omp_yield(t);
    sw_omp_leave(t);
    errno = error;
    return result;
}

/* Those who are behind are to come before it. */
SW_REPLACES int sem_post(sem_t *semaphore)
{
    if (!sw_omp_in_region())
        return sw_libc()->sem_post(semaphore);
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_let_others(t);
    int result = sw_libc()->sem_post(semaphore);
    sw_omp_unpark(t, semaphore, false);
    sw_omp_leave(t);
    return result;
}

/* It is an OS thread of the program's own: nobody here can tell when it ends. */
SW_REPLACES int pthread_join(pthread_t thread, void **value)
{
    if (!sw_omp_in_region())
        return sw_libc()->pthread_join(thread, value);
    struct sw_omp_thread *t = sw_omp_enter();
    int result;
    while ((result = sw_libc()->pthread_tryjoin_np(thread, value)) == EBUSY)
        sw_omp_park(t, (const void *)thread);
    sw_omp_leave(t);
    return result;
}

/*
 * Condition variables inside a region. Threads of a simulator wait for each other without libc; a signal
 * is given to it too, for OS threads that wait there. Signals of those are counted only: when nobody can
 * run all who wait wake if there was one, maybe for no reason. Those of other processes are not seen: so
 * who waits for what processes share wakes now and then.
 */

static unsigned n_waiting, n_signals; /* in all simulators; signals while some waited */

static bool may_be_signalled(const pthread_cond_t *condition, unsigned before)
{
    return __atomic_load_n(&n_signals, __ATOMIC_RELAXED) != before ||
           sw_condition_is_shared(condition);
}

/* Until a signal, or the time. */
static int wait_parked(struct sw_omp_thread *t, pthread_cond_t *condition, struct sw_limit limit)
{
    unsigned before = __atomic_load_n(&n_signals, __ATOMIC_RELAXED);
    while (!sw_omp_park(t, condition)) {
        if (limit.until && sw_omp_is_past(limit.clock, limit.until))
            return ETIMEDOUT;
        if (may_be_signalled(condition, before))
            return 0;
    }
    return 0;
}

static int wait_on(pthread_cond_t *condition, pthread_mutex_t *mutex, struct sw_limit limit,
                   const void *address)
{
    struct sw_omp_thread *t = sw_omp_enter();
    __atomic_add_fetch(&n_waiting, 1, __ATOMIC_SEQ_CST);
    int result = release(t, SW_LIBC_MUTEX, mutex);
    if (!result) {
        result = wait_parked(t, condition, limit);
        int taken = take(t, SW_LIBC_MUTEX, mutex, SW_FOR_EVER, address);
        result = taken ? taken : result;
    }
    __atomic_sub_fetch(&n_waiting, 1, __ATOMIC_SEQ_CST);
    sw_omp_leave(t);
    return result;
}

#define WAITS(type, name, parameters, arguments, kind, limit)                                    \
    SW_REPLACES type name parameters                                                             \
    {                                                                                            \
        if (!sw_omp_in_region())                                                                 \
            return sw_libc()->name arguments;                                                    \
        int result = wait_on((pthread_cond_t *)condition, (pthread_mutex_t *)lock, limit, HERE); \
        return sw_libc_result(kind, result);                                                     \
    }
SW_LIBC_CONDITION_WAITS(WAITS)

/* Those who are behind may come to wait before it. */
static void signal_to(const void *condition, bool all)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (t) {
        sw_omp_enter();
        sw_omp_give_way(t);
        sw_omp_unpark(t, condition, all);
        sw_omp_leave(t);
    }
    if (__atomic_load_n(&n_waiting, __ATOMIC_SEQ_CST))
        __atomic_add_fetch(&n_signals, 1, __ATOMIC_RELAXED);
}

#define SIGNALS(type, name, parameters, arguments, all) \
    SW_REPLACES type name parameters                    \
    {                                                   \
        signal_to(condition, all);                      \
        return sw_libc()->name arguments;               \
    }
SW_LIBC_SIGNALS(SIGNALS)

/*
 * Futexes by syscall(), inside a region: allocators' spin locks and C++20's waits use them. All threads of a region
 * run on one OS thread: if one slept in the system, the one that is to wake it could not run.
 */

/* syscall(), with as many parameters as there may be: what is none of ours is handed on as it is. */
typedef long call(long number, long a, long b, long c, long d, long e, long f);
SW_REPLACES call sw_omp_syscall __asm__("syscall");

/* Relative with FUTEX_WAIT, absolute with FUTEX_WAIT_BITSET. */
static struct timespec futex_deadline(int op, const struct timespec *time)
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

static int wait_on_word(struct sw_omp_thread *t, const uint32_t *on, int op, uint32_t value,
                        const struct timespec *time)
{
    clockid_t clock = op & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    struct timespec until = futex_deadline(op, time);
    if (__atomic_load_n(on, __ATOMIC_SEQ_CST) != value)
        return EAGAIN;
    while (!sw_omp_park(t, on) && __atomic_load_n(on, __ATOMIC_SEQ_CST) == value)
        if (time && sw_omp_is_past(clock, &until))
            return ETIMEDOUT;
    return 0;
}

/* Threads that are behind go first. */
static long wake_on_word(struct sw_omp_thread *t, const uint32_t *on, long op, long n)
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
    int error = wakes ? 0 : wait_on_word(t, on, (int)b, (uint32_t)c, (const struct timespec *)d);
    long result = wakes ? wake_on_word(t, on, b, c) : error ? -1 : 0;
    sw_omp_leave(t);
    if (error)
        errno = error;
    return result;
}
