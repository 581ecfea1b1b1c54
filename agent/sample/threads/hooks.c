/*
 * Libc's functions by which threads wait, and let each other go on: they do what libc's do and tell what the thread does
 * meanwhile.
 */
#include "agent/core/libc.h"
#include "agent/sample/reporter.h"
#include "agent/sampler/sampler.h"
#include "base/ticks.h"

/* A call that waits for something that is no lock, by what (0: that is not seen) another thread releases it, and its result. */
#define WAITING(worker, kind, on, call)                                                  \
    ({                                                                                   \
        struct sw_wait wait_ = sw_wait_begin((worker), kind, (uint64_t)(uintptr_t)(on)); \
        __typeof__(call) result_ = (call);                                               \
        sw_wait_end((worker), &wait_);                                                   \
        result_;                                                                         \
    })

/* ... that any signal ends early: no sample comes meanwhile. */
#define WAITING_QUIETLY(worker, kind, on, call)                   \
    ({                                                            \
        sw_sample_source_pause(&(worker)->sampler->source);       \
        __typeof__(call) done_ = WAITING(worker, kind, on, call); \
        sw_sample_source_go_on(&(worker)->sampler->source);       \
        done_;                                                    \
    })

/* The beginning of a wrapper, by which it is libc's function for those that are left out. */
#define ENTER(worker, is_left_out, name, arguments) \
    struct sw_worker *w = worker;                   \
    if (is_left_out)                                \
        return sw_libc()->name arguments;           \
    const struct sw_libc *libc = sw_libc()

/* --- Locks: of a runtime whose worker has nothing to do they are its own affair --- */

#define TAKES(type, name, parameters, arguments, kind, ...)                                      \
    SW_REPLACES type name parameters                                                             \
    {                                                                                            \
        ENTER(sw_worker_self(), !w || __builtin_expect(sw_worker_waits(w), 0), name, arguments); \
        enum sw_doing before = sw_worker_do(w, SW_DOING_SYNCHRONIZE);                            \
        int result = sw_libc_try(kind, (void *)lock);                                            \
        if (__builtin_expect(result == EBUSY, 0))                                                \
            result = WAITING(w, SW_WAIT_LOCK, lock, libc->name arguments);                       \
        else                                                                                     \
            result = sw_libc_result(kind, result);                                               \
        sw_worker_do(w, before);                                                                 \
        if (kind != SW_LIBC_READER && !result)                                                   \
            sw_lock_had(w, (uint64_t)lock);                                                      \
        return result;                                                                           \
    }
SW_LIBC_TAKES(TAKES)

/* Whoever releases one is charged, the only reader or one of many as well. */
#define RELEASES(type, name, parameters, arguments, kind)                                        \
    SW_REPLACES type name parameters                                                             \
    {                                                                                            \
        ENTER(sw_worker_self(), !w || __builtin_expect(sw_worker_waits(w), 0), name, arguments); \
        enum sw_doing before = sw_worker_do(w, SW_DOING_SYNCHRONIZE);                            \
        sw_lock_released(w, (uint64_t)lock);                                                     \
        int result = libc->name arguments;                                                       \
        sw_worker_do(w, before);                                                                 \
        return result;                                                                           \
    }
SW_LIBC_RELEASES(RELEASES)

#define MAKES(type, name, parameters, arguments)                             \
    SW_REPLACES type name parameters                                         \
    {                                                                        \
        struct sw_worker *w = sw_worker_known();                             \
        int result = sw_libc()->name arguments;                              \
        if (w && !result)                                                    \
            sw_lock_made(w, (const void *)lock, __builtin_return_address(0), \
                         __builtin_frame_address(0));                        \
        return result;                                                       \
    }
SW_LIBC_MAKERS(MAKES)

/* --- Conditions, barriers, semaphores, the end of threads: no thread holds what is waited for --- */

#define WAITS_WITHOUT(type, name, parameters, arguments, ...)                      \
    SW_REPLACES type name parameters                                               \
    {                                                                              \
        ENTER(sw_worker_self(), !w, name, arguments);                              \
        sw_lock_released(w, (uint64_t)lock);                                       \
        int result = WAITING(w, SW_WAIT_THREADS, condition, libc->name arguments); \
        sw_lock_had(w, (uint64_t)lock);                                            \
        return result;                                                             \
    }
SW_LIBC_CONDITION_WAITS(WAITS_WITHOUT)

/* In signal handlers too, where they are allowed. */
#define LETS_GO(type, name, parameters, arguments, on, whom) \
    SW_REPLACES type name parameters                         \
    {                                                        \
        struct sw_worker *w = sw_worker_known();             \
        if (w)                                               \
            sw_release(w, (uint64_t)on, whom);               \
        uint64_t since = sw_meter_ticks();                   \
        int result = sw_libc()->name arguments;              \
        if (w)                                               \
            sw_worker_was_held_up(w, since);                 \
        return result;                                       \
    }
#define SIGNALS(type, name, parameters, arguments, all) \
    LETS_GO(type, name, parameters, arguments, condition, all ? SW_RELEASE_ALL : SW_RELEASE_ONE)
SW_LIBC_SIGNALS(SIGNALS)
LETS_GO(int, sem_post, (sem_t * semaphore), (semaphore), semaphore, SW_RELEASE_ONE)

SW_REPLACES int pthread_barrier_init(pthread_barrier_t *restrict barrier,
                                     const pthread_barrierattr_t *restrict attributes,
                                     unsigned members)
{
    sw_barrier_is_for((uint64_t)barrier, members);
    return sw_libc()->pthread_barrier_init(barrier, attributes, members);
}

#define WAITS_FOR(type, name, parameters, arguments, on)              \
    SW_REPLACES type name parameters                                  \
    {                                                                 \
        ENTER(sw_worker_self(), !w, name, arguments);                 \
        return WAITING(w, SW_WAIT_THREADS, on, libc->name arguments); \
    }
#define JOINS(type, name, parameters, arguments, ...) \
    WAITS_FOR(type, name, parameters, arguments, thread)
WAITS_FOR(int, pthread_barrier_wait, (pthread_barrier_t * barrier), (barrier), barrier)
SW_LIBC_JOINS(JOINS)

/* Whether it has been had without waiting. A wait is a cancellation point in any case. */
static bool try_semaphore(struct sw_worker *w, sem_t *semaphore)
{
    int error = errno;
    pthread_testcancel();
    enum sw_doing before = sw_worker_do(w, SW_DOING_SYNCHRONIZE);
    bool had = sw_libc()->sem_trywait(semaphore) == 0;
    sw_worker_do(w, before);
    errno = error;
    return had;
}

#define WAITS_FOR_POST(type, name, parameters, arguments, limit)                         \
    SW_REPLACES type name parameters                                                     \
    {                                                                                    \
        ENTER(sw_worker_self(), !w, name, arguments);                                    \
        if (try_semaphore(w, semaphore))                                                 \
            return 0;                                                                    \
        if ((limit).until)                                                               \
            return WAITING_QUIETLY(w, SW_WAIT_THREADS, semaphore, libc->name arguments); \
        return WAITING(w, SW_WAIT_THREADS, semaphore, libc->name arguments);             \
    }
SW_LIBC_SEMAPHORE_WAITS(WAITS_FOR_POST)

/*
 * --- Time, files, signals and children. These may be called in signal handlers: a thread that is not known yet stays so. Samples, which
 * would end them early, stop meanwhile. ---
 */

/* It only looks, and is asked again where that was interrupted. */
#define AT_ONCE(type, call)                                    \
    ({                                                         \
        int error_ = errno;                                    \
        type done_;                                            \
        while ((done_ = (call)) == (type)-1 && errno == EINTR) \
            errno = error_;                                    \
        done_;                                                 \
    })

#define LOOKS_OR_WAITS(type, name, parameters, arguments, at_once, kind) \
    SW_REPLACES type name parameters                                     \
    {                                                                    \
        ENTER(sw_worker_known(), !w, name, arguments);                   \
        if (at_once)                                                     \
            return AT_ONCE(type, libc->name arguments);                  \
        return WAITING_QUIETLY(w, kind, 0, libc->name arguments);        \
    }
#define SLEEPS(type, name, parameters, arguments, ...) \
    LOOKS_OR_WAITS(type, name, parameters, arguments, false, SW_WAIT_CLOCK)
#define LOOKS(type, name, parameters, arguments, at_once) \
    LOOKS_OR_WAITS(type, name, parameters, arguments, at_once, SW_WAIT_INPUT)
#define WAITS_FOR_SIGNALS(type, name, parameters, arguments) \
    LOOKS_OR_WAITS(type, name, parameters, arguments, false, SW_WAIT_INPUT)
SW_LIBC_SLEEPS(SLEEPS)
SW_LIBC_POLLS(LOOKS)
SW_LIBC_CHILD_WAITS(LOOKS)
SW_LIBC_SIGNAL_WAITS(WAITS_FOR_SIGNALS)
