/*
 * Lets threads change their user or group as libc expects it, although several share one thread-
 * local storage.
 */
#include "agent/core/libc.h"
#include "agent/openmp/guard/guard.h"
#include "agent/process/interrupted.h"
#include "agent/process/signal.h"

/* The storage of somebody else that an OS thread has left; 0: it was on its own. */
struct aside {
    uint64_t left;
    sigset_t blocked;
};

/* A parked donor, which has the same simulator, is another OS thread. Signals are kept out: their handlers would be the
 * wrong thread. */
static struct aside step_aside(void)
{
    struct sw_omp_thread *t = sw_omp_self_if_any();
    uint64_t now = sw_omp_thread_pointer();
    struct aside a = {.left = 0};
    sigset_t all;
    if (!t || sw_omp_switch_is_baton() || now == t->simulator->known_by ||
        t->simulator->tid != gettid())
        return a;
    a.left = now;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &a.blocked);
    sw_omp_set_thread_pointer(t->simulator->known_by);
    return a;
}

/* Not inlined: compilers take errno to have one address in a function. */
__attribute__((noinline)) static int get_error(void)
{
    return errno;
}

__attribute__((noinline)) static void set_error(int error)
{
    errno = error;
}

static int step_back(const struct aside *a, int result)
{
    if (!a->left)
        return result;
    int error = get_error();
    sw_omp_set_thread_pointer(a->left);
    pthread_sigmask(SIG_SETMASK, &a->blocked, NULL);
    if (result)
        set_error(error);
    return result;
}

#define REPLACES(type, name, parameters, arguments)      \
    SW_REPLACES type name parameters                     \
    {                                                    \
        struct aside a = step_aside();                   \
        return step_back(&a, sw_libc()->name arguments); \
    }
SW_LIBC_IDENTITIES(REPLACES)

SW_ALIGNS_STACK static void on_change(void (*libc)(int, siginfo_t *, void *), siginfo_t *info,
                                      void *context)
{
    struct aside a = step_aside();
    libc(SW_SIGNAL, info, context);
    step_back(&a, 0);
}

void sw_omp_identity_init(void)
{
    if (sw_omp_switch_is_baton())
        return;
    sw_signal_to_libc = on_change;
    sw_signal_take(NULL);
}
