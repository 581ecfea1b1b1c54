/*
 * Switches between simulated threads, by changing stacks, or by passing a baton between pthreads; and the parked
 * pthreads that lend them their stacks and thread-local storage.
 */
#include "agent/openmp/simulator/switch.h"
#include "agent/core/start.h"
#include "base/raw.h"
#include "base/reserve.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined __x86_64__
#include <asm/prctl.h>
#define HWCAP2_FSGSBASE 2
SW_OMP_HIDDEN unsigned char sw_omp_has_fsgsbase;
#endif

static bool baton;

void sw_omp_switch_init(bool use_baton)
{
    baton = use_baton;
#if defined __x86_64__
    sw_omp_has_fsgsbase = (getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE) != 0;
#endif
}

bool sw_omp_switch_is_baton(void)
{
    return baton;
}

uint64_t sw_omp_thread_pointer(void)
{
    return (uint64_t)__builtin_thread_pointer();
}

void sw_omp_set_thread_pointer(uint64_t thread_pointer)
{
#if defined __x86_64__
    if (sw_omp_has_fsgsbase)
        __asm__ volatile("wrfsbase %0" : : "r"(thread_pointer) : "memory");
    else
        sw_raw4(SYS_arch_prctl, ARCH_SET_FS, (long)thread_pointer, 0, 0);
#else
    __asm__ volatile("msr tpidr_el0, %0" : : "r"(thread_pointer) : "memory");
#endif
}

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

/* Until somebody passes the baton to `self`. */
static void wait_for_baton(struct sw_omp_context *self)
{
    wait_for(&self->go);
    self->go = 0;
    if (self->ended) {
        self->ended();
        pthread_exit(NULL);
    }
}

void sw_omp_switch(struct sw_omp_context *from, struct sw_omp_context *to)
{
    if (__builtin_expect(!baton, 1)) {
        sw_omp_switch_stacks(from, to);
        return;
    }
    tell(&to->go);
    wait_for_baton(from);
}

/* A context that calls the donor's main(argument), which does not return, on its stack. */
static struct sw_omp_context new_context(const struct sw_omp_donor *d)
{
    uint64_t *at = (uint64_t *)(d->top & ~(uint64_t)63) - SW_OMP_SAVED_WORDS - 2;
    for (int i = 0; i < SW_OMP_SAVED_WORDS + 2; i++)
        at[i] = 0;
    sw_omp_fill_saved(at, (uint64_t)d->main, (uint64_t)d->argument);
    return (struct sw_omp_context){.sp = (uint64_t)at, .thread_pointer = d->thread_pointer};
}

/* --- Donors --- */

#define HANDLER_BYTES 4096  /* of libc's handlers, each a function or two */
#define FRAME_BYTES   16384 /* of a signal, where the system does not tell */

/*
 * Left to the parked pthread's own frames. It is asleep in the kernel, with all signals blocked but those two that
 * libc sends to its threads (a change of the user or a group is one that every thread has to make; a cancellation),
 * which are let in during each other. A signal's frame has all vector registers of the processor.
 */
static uint64_t parked_bytes(void)
{
    long frame = sysconf(_SC_MINSIGSTKSZ);
    return 2 * ((uint64_t)(frame > 0 ? frame : FRAME_BYTES) + HANDLER_BYTES);
}

static void *donate(void *argument)
{
    struct sw_omp_donor *d = argument;
    d->low = (uint64_t)d->stack + (uint64_t)sysconf(_SC_PAGESIZE);
    d->top = (uint64_t)__builtin_frame_address(0) - parked_bytes();
    d->thread_pointer = sw_omp_thread_pointer();
    if (!sw_is_enclosed)
        d->tid = gettid();
    tell(&d->ready);
    if (baton) {
        wait_for_baton(d->context);
        pthread_sigmask(SIG_SETMASK, &d->blocked, NULL);
        if (!d->end)
            d->main(d->argument);
    }
    wait_for(&d->end);
    d->ended();
    return NULL;
}

static uint64_t default_size(void)
{
    pthread_attr_t attributes;
    size_t size = 0;
    pthread_attr_init(&attributes);
    pthread_attr_getstacksize(&attributes, &size);
    pthread_attr_destroy(&attributes);
    return size;
}

static int start_on(struct sw_omp_donor *d, pthread_attr_t *attributes)
{
    sigset_t all;
    int error = pthread_attr_setstack(attributes, d->stack, d->size);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &d->blocked);
    if (!error)
        error = pthread_create(&d->pthread, attributes, donate, d);
    pthread_sigmask(SIG_SETMASK, &d->blocked, NULL);
    return error;
}

int sw_omp_donor_start(struct sw_omp_donor *d, uint64_t stack_size, struct sw_omp_context *context,
                       sw_omp_main *main, void *argument)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    pthread_attr_t attributes;
    *d = (struct sw_omp_donor){.context = context, .main = main, .argument = argument};
    *context = (struct sw_omp_context){0};
    uint64_t room = (stack_size ? stack_size : default_size()) + parked_bytes();
    d->size = (room + 2 * page - 1) & ~(page - 1);
    if (!(d->stack = sw_reserve(page, d->size - page, 0, sw_is_enclosed)))
        return ENOMEM;
    pthread_attr_init(&attributes);
    int error = start_on(d, &attributes);
    pthread_attr_destroy(&attributes);
    if (error) {
        munmap(d->stack, d->size);
        return error;
    }
    wait_for(&d->ready);
    if (!baton)
        *context = new_context(d);
    return 0;
}

void sw_omp_donor_end(struct sw_omp_donor *d, void (*ended)(void))
{
    d->ended = ended;
    d->context->ended = ended;
    tell(&d->end);
    if (baton)
        tell(&d->context->go);
}

void sw_omp_donor_join(struct sw_omp_donor *d)
{
    pthread_join(d->pthread, NULL);
    munmap(d->stack, d->size);
}
