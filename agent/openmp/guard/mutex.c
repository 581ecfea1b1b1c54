/*
 * The program's own locks in simulated time: mutexes and spin locks, locks for readers and
 * writers, semaphores, and condition variables.
 */
#include "agent/core/held.h"
#include "agent/openmp/guard/real.h"
#include "agent/openmp/guard/watch.h"
#include "agent/openmp/simulator/park.h"
#include "agent/openmp/simulator/record.h"
#include "agent/openmp/simulator/simulator.h"
#include "agent/process/signal.h"
#include "base/raw.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>

/* A mutex inside a region, for condition variables. On the thread itself, inside the runtime. */

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
static struct sw_omp_held *sw_omp_held(struct sw_omp_simulator *simulator, const void *address);

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
    if (h->free_at > t->clock) {
        t->phase += h->free_at - t->clock;
        t->clock = h->free_at;
    }
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
 * Mutexes and spin locks inside a region: tried for real, until they are free. Libc knows their owner by
 * the thread whose thread pointer is in use, so those that may be taken again, or say that they must not,
 * do as ever.
 */

#define HERE __builtin_return_address(0)

typedef int sw_omp_try(void *lock);

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

/* Tries until it is free, or the time has come. */
static int take(struct sw_omp_thread *t, void *lock, sw_omp_try *attempt, clockid_t clock,
                const struct timespec *until, const void *address)
{
    uint32_t construct = sw_omp_construct(t, SW_OMP_LOCK, address);
    if (!is_allocator(address))
        sw_omp_let_others(t);
    uint64_t since = t->clock;
    int result;
    while ((result = attempt(lock)) == EBUSY) {
        if (!sw_omp_park(t, lock) && until && sw_omp_is_past(clock, until))
            return ETIMEDOUT;
    }
    if (!result || result == EOWNERDEAD)
        sw_omp_held_take(t, lock, construct, since);
    return result;
}

static int try_mutex(void *mutex)
{
    return sw_omp_real()->pthread_mutex_trylock(mutex);
}

static int try_spin(void *lock)
{
    return sw_omp_real()->pthread_spin_trylock(lock);
}

/* What libc writes into a lock for its owner. */
/* By what the thread is to libc now: other than its number after fork(). */
static int sw_omp_owner(struct sw_omp_thread *t)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    if (!t->owner) {
        sw_omp_real()->pthread_mutex_lock(&mutex);
        t->owner = mutex.__data.__owner;
        sw_omp_real()->pthread_mutex_unlock(&mutex);
    }
    return t->owner;
}

static bool is_own(struct sw_omp_thread *t, const pthread_mutex_t *mutex)
{
    return __atomic_load_n(&mutex->__data.__owner, __ATOMIC_RELAXED) == sw_omp_owner(t);
}

/* As pthread_mutex_clocklock(), or pthread_mutex_lock() without a time, from that address. */
static int sw_omp_mutex_take(struct sw_omp_thread *t, pthread_mutex_t *mutex, clockid_t clock,
                             const struct timespec *until, const void *address)
{
    if (!is_own(t, mutex))
        return take(t, mutex, try_mutex, clock, until, address);
    int result = sw_omp_real()->pthread_mutex_lock(mutex);
    struct sw_omp_held *h = result ? NULL : sw_omp_held(t->simulator, mutex);
    if (h)
        h->depth++;
    return result;
}

static int sw_omp_mutex_release(struct sw_omp_thread *t, pthread_mutex_t *mutex)
{
    int result = sw_omp_real()->pthread_mutex_unlock(mutex);
    if (!result)
        sw_omp_held_release(t, mutex);
    return result;
}

SW_OMP_REPLACES int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_mutex_lock(mutex);
    sw_omp_enter();
    int result = sw_omp_mutex_take(t, mutex, 0, NULL, HERE);
    sw_omp_leave(t);
    return result;
}

SW_OMP_REPLACES int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_mutex_timedlock(mutex, until);
    sw_omp_enter();
    int result = sw_omp_mutex_take(t, mutex, CLOCK_REALTIME, until, HERE);
    sw_omp_leave(t);
    return result;
}

SW_OMP_REPLACES int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock,
                                            const struct timespec *until)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_mutex_clocklock(mutex, clock, until);
    sw_omp_enter();
    int result = sw_omp_mutex_take(t, mutex, clock, until, HERE);
    sw_omp_leave(t);
    return result;
}

/* Not to be had: others run, because who tries will try again. */
static int attempt(struct sw_omp_thread *t, void *lock, sw_omp_try *function, const void *address)
{
    bool allocates = is_allocator(address);
    if (!allocates)
        sw_omp_let_others(t);
    int result = !allocates && sw_omp_held_now(t, lock) ? EBUSY : function(lock);
    if (result == EBUSY)
        sw_omp_yield(t);
    else if (!result || result == EOWNERDEAD)
        sw_omp_held_take(t, lock, sw_omp_construct(t, SW_OMP_LOCK, address), t->clock);
    return result;
}

SW_OMP_REPLACES int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_mutex_trylock(mutex);
    sw_omp_enter_to_wait(t);
    int result = attempt(t, mutex, try_mutex, HERE);
    sw_omp_leave(t);
    return result;
}

SW_OMP_REPLACES int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_mutex_unlock(mutex);
    sw_omp_enter();
    int result = sw_omp_mutex_release(t, mutex);
    sw_omp_leave(t);
    return result;
}

SW_OMP_REPLACES int pthread_spin_lock(pthread_spinlock_t *lock)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_spin_lock(lock);
    sw_omp_enter();
    int result = take(t, (void *)lock, try_spin, 0, NULL, HERE);
    sw_omp_leave(t);
    return result;
}

SW_OMP_REPLACES int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_spin_trylock(lock);
    sw_omp_enter_to_wait(t);
    int result = attempt(t, (void *)lock, try_spin, HERE);
    sw_omp_leave(t);
    return result;
}

SW_OMP_REPLACES int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_spin_unlock(lock);
    sw_omp_enter();
    int result = sw_omp_real()->pthread_spin_unlock(lock);
    sw_omp_held_release(t, (void *)lock);
    sw_omp_leave(t);
    return result;
}

/* Locks for readers and writers inside a region. */

typedef int try_rwlock(pthread_rwlock_t *lock);

/* EDEADLK is for libc to say: whoever holds it for writing tries to no end otherwise. */
static bool is_own_rwlock(struct sw_omp_thread *t, const pthread_rwlock_t *lock)
{
    return __atomic_load_n(&lock->__data.__cur_writer, __ATOMIC_RELAXED) == sw_omp_owner(t);
}

static int take_rwlock(pthread_rwlock_t *lock, try_rwlock *try_it, const struct timespec *until,
                       const void *address)
{
    struct sw_omp_thread *t = sw_omp_enter();
    if (is_own_rwlock(t, lock)) {
        sw_omp_leave(t);
        return EDEADLK;
    }
    uint32_t construct = sw_omp_construct(t, SW_OMP_LOCK, address);
    sw_omp_let_others(t);
    uint64_t since = t->clock;
    int result;
    while ((result = try_it(lock)) == EBUSY) {
        if (!sw_omp_park(t, lock) && until && sw_omp_is_past(CLOCK_REALTIME, until)) {
            result = ETIMEDOUT;
            break;
        }
    }
    sw_omp_count(t->simulator, construct, SW_OMP_LOCK_WAIT, t->clock - since);
    sw_omp_leave(t);
    return result;
}

/* Who tries and fails will try again. */
static int attempt_rwlock(struct sw_omp_thread *t, pthread_rwlock_t *lock, try_rwlock *function)
{
    sw_omp_enter_to_wait(t);
    sw_omp_let_others(t);
    int result = function(lock);
    if (result == EBUSY)
        sw_omp_yield(t);
    sw_omp_leave(t);
    return result;
}

SW_OMP_REPLACES int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_rwlock_rdlock(lock);
    return take_rwlock(lock, sw_omp_real()->pthread_rwlock_tryrdlock, NULL, HERE);
}

SW_OMP_REPLACES int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_rwlock_wrlock(lock);
    return take_rwlock(lock, sw_omp_real()->pthread_rwlock_trywrlock, NULL, HERE);
}

SW_OMP_REPLACES int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_rwlock_timedrdlock(lock, until);
    return take_rwlock(lock, sw_omp_real()->pthread_rwlock_tryrdlock, until, HERE);
}

SW_OMP_REPLACES int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_rwlock_timedwrlock(lock, until);
    return take_rwlock(lock, sw_omp_real()->pthread_rwlock_trywrlock, until, HERE);
}

SW_OMP_REPLACES int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_rwlock_tryrdlock(lock);
    return attempt_rwlock(t, lock, sw_omp_real()->pthread_rwlock_tryrdlock);
}

SW_OMP_REPLACES int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_rwlock_trywrlock(lock);
    return attempt_rwlock(t, lock, sw_omp_real()->pthread_rwlock_trywrlock);
}

/* Those who are behind are to find it held. */
SW_OMP_REPLACES int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_rwlock_unlock(lock);
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_let_others(t);
    int result = sw_omp_real()->pthread_rwlock_unlock(lock);
    sw_omp_unpark(t, lock, true);
    sw_omp_leave(t);
    return result;
}

/* Semaphores, and the end of another thread, inside a region. */

static int wait_for(sem_t *semaphore, clockid_t clock, const struct timespec *until)
{
    struct sw_omp_thread *t = sw_omp_enter();
    int result;
    sw_omp_let_others(t);
    while ((result = sw_omp_real()->sem_trywait(semaphore)) < 0 && errno == EAGAIN) {
        if (!sw_omp_park(t, semaphore) && until && sw_omp_is_past(clock, until)) {
            errno = ETIMEDOUT;
            break;
        }
    }
    sw_omp_leave(t);
    return result;
}

SW_OMP_REPLACES int sem_wait(sem_t *semaphore)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->sem_wait(semaphore);
    return wait_for(semaphore, CLOCK_REALTIME, NULL);
}

SW_OMP_REPLACES int sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
    if (!sw_omp_in_region())
        return SW_HELD(sw_omp_real()->sem_timedwait(semaphore, until));
    return wait_for(semaphore, CLOCK_REALTIME, until);
}

SW_OMP_REPLACES int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until)
{
    if (!sw_omp_in_region() || (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC))
        return SW_HELD(sw_omp_real()->sem_clockwait(semaphore, clock, until));
    return wait_for(semaphore, clock, until);
}

SW_OMP_REPLACES int sem_trywait(sem_t *semaphore)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->sem_trywait(semaphore);
    sw_omp_enter_to_wait(t);
    sw_omp_let_others(t);
    int result = sw_omp_real()->sem_trywait(semaphore), error = errno;
    if (result < 0)
        sw_omp_yield(t);
    sw_omp_leave(t);
    errno = error;
    return result;
}

/* Those who are behind are to come before it. */
SW_OMP_REPLACES int sem_post(sem_t *semaphore)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->sem_post(semaphore);
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_let_others(t);
    int result = sw_omp_real()->sem_post(semaphore);
    sw_omp_unpark(t, semaphore, false);
    sw_omp_leave(t);
    return result;
}

/* It is an OS thread of the program's own: nobody here can tell when it ends. */
SW_OMP_REPLACES int pthread_join(pthread_t thread, void **value)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_join(thread, value);
    struct sw_omp_thread *t = sw_omp_enter();
    int result;
    while ((result = sw_omp_real()->pthread_tryjoin_np(thread, value)) == EBUSY)
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

/* Libc's flags of a condition variable. */
enum { SHARED = 1, MONOTONIC = 2 };

static unsigned flags_of(const pthread_cond_t *condition)
{
    return __atomic_load_n(&condition->__data.__wrefs, __ATOMIC_RELAXED);
}

static bool may_be_signalled(const pthread_cond_t *condition, unsigned before)
{
    return __atomic_load_n(&n_signals, __ATOMIC_RELAXED) != before || flags_of(condition) & SHARED;
}

/* Until a signal, or the time. */
static int wait_parked(struct sw_omp_thread *t, pthread_cond_t *condition, clockid_t clock,
                       const struct timespec *until)
{
    unsigned before = __atomic_load_n(&n_signals, __ATOMIC_RELAXED);
    while (!sw_omp_park(t, condition)) {
        if (until && sw_omp_is_past(clock, until))
            return ETIMEDOUT;
        if (may_be_signalled(condition, before))
            return 0;
    }
    return 0;
}

static int wait_on(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                   const struct timespec *until, const void *address)
{
    struct sw_omp_thread *t = sw_omp_enter();
    __atomic_add_fetch(&n_waiting, 1, __ATOMIC_SEQ_CST);
    int result = sw_omp_mutex_release(t, mutex);
    if (!result) {
        result = wait_parked(t, condition, clock, until);
        int taken = sw_omp_mutex_take(t, mutex, 0, NULL, address);
        result = taken ? taken : result;
    }
    __atomic_sub_fetch(&n_waiting, 1, __ATOMIC_SEQ_CST);
    sw_omp_leave(t);
    return result;
}

static clockid_t clock_of(const pthread_cond_t *condition)
{
    return flags_of(condition) & MONOTONIC ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

SW_OMP_REPLACES int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_cond_wait(condition, mutex);
    return wait_on(condition, mutex, 0, NULL, HERE);
}

SW_OMP_REPLACES int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                           const struct timespec *until)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_cond_timedwait(condition, mutex, until);
    return wait_on(condition, mutex, clock_of(condition), until, HERE);
}

SW_OMP_REPLACES int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                           clockid_t clock, const struct timespec *until)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_cond_clockwait(condition, mutex, clock, until);
    return wait_on(condition, mutex, clock, until, HERE);
}

/* Those who are behind may come to wait before it. */
static void signal_to(pthread_cond_t *condition, bool all)
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

SW_OMP_REPLACES int pthread_cond_signal(pthread_cond_t *condition)
{
    signal_to(condition, false);
    return sw_omp_real()->pthread_cond_signal(condition);
}

SW_OMP_REPLACES int pthread_cond_broadcast(pthread_cond_t *condition)
{
    signal_to(condition, true);
    return sw_omp_real()->pthread_cond_broadcast(condition);
}
