#include "front/openmp/donor.h"
#include "front/openmp/switch_abi.h"
#include "runtime/raw.h"

#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

/* Left to the parked pthread's own frames: it is asleep in the kernel. */
#define PARKED_BYTES 4096

static void tell(uint32_t *word)
{
    __atomic_store_n(word, 1, __ATOMIC_RELEASE);
    sw_raw6(SYS_futex, (long)word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

static void wait_for(uint32_t *word)
{
    while (!__atomic_load_n(word, __ATOMIC_ACQUIRE))
        sw_raw6(SYS_futex, (long)word, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
}

static uint64_t stack_low(void)
{
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes))
        return 0;
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    return (uint64_t)low;
}

/* Nobody is told that it is to end, so the word never changes. */
static void *donate(void *argument)
{
    struct sw_omp_donor *d = argument;
    static uint32_t never;
    d->low = stack_low();
    d->top = (uint64_t)__builtin_frame_address(0) - PARKED_BYTES;
    d->thread_pointer = sw_omp_thread_pointer();
    d->tid = gettid();
    tell(&d->ready);
    if (sw_omp_switch_is_baton()) {
        sw_omp_baton_wait(d->context);
        d->main(d->argument);
    }
    for (;;)
        wait_for(&never);
    return NULL;
}

int sw_omp_donor_start(struct sw_omp_donor *d, uint64_t stack_size, struct sw_omp_context *context,
                       sw_omp_main *main, void *argument)
{
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    *d = (struct sw_omp_donor){.context = context, .main = main, .argument = argument};
    *context = (struct sw_omp_context){0};
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int error = stack_size ? pthread_attr_setstacksize(&attributes, stack_size) : 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (!error)
        error = pthread_create(&thread, &attributes, donate, d);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (error)
        return error;
    wait_for(&d->ready);
    if (!sw_omp_switch_is_baton())
        sw_omp_context_init(context, d->top, d->thread_pointer, main, argument);
    return 0;
}
