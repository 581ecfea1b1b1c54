/*
 * Switches between simulated threads: by changing stacks, or by passing a baton between
 * pthreads.
 */
#include "agent/openmp/simulator/switch.h"
#include "agent/openmp/simulator/switch_abi.h"
#include "base/raw.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sys/auxv.h>

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

static void pass_baton(struct sw_omp_context *from, struct sw_omp_context *to)
{
    __atomic_store_n(&to->go, 1, __ATOMIC_RELEASE);
    sw_raw6(SYS_futex, (long)&to->go, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
    sw_omp_baton_wait(from);
}

void sw_omp_baton_wait(struct sw_omp_context *self)
{
    while (!__atomic_load_n(&self->go, __ATOMIC_ACQUIRE))
        sw_raw6(SYS_futex, (long)&self->go, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
    self->go = 0;
    if (self->ended) {
        self->ended();
        pthread_exit(NULL);
    }
}

void sw_omp_switch(struct sw_omp_context *from, struct sw_omp_context *to)
{
    if (__builtin_expect(baton, 0))
        pass_baton(from, to);
    else
        sw_omp_switch_stacks(from, to);
}

void sw_omp_context_init(struct sw_omp_context *context, uint64_t top, uint64_t thread_pointer,
                         sw_omp_main *main, void *argument)
{
    uint64_t *at = (uint64_t *)(top & ~(uint64_t)63) - SW_OMP_SAVED_WORDS - 2;
    for (int i = 0; i < SW_OMP_SAVED_WORDS + 2; i++)
        at[i] = 0;
    sw_omp_fill_saved(at, (uint64_t)main, (uint64_t)argument);
    *context = (struct sw_omp_context){.sp = (uint64_t)at, .thread_pointer = thread_pointer};
}
