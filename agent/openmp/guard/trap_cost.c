/*
 * Measures what the kernel takes to deliver a trap, so that it is not counted as the program's
 * time.
 */
#include "agent/openmp/guard/trap_cost.h"
#include "agent/openmp/guard/registers.h"
#include "base/ticks.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

enum { TRAPS = 64 };

static uint64_t begun, ended; /* readings of the handler */

SW_OMP_ALIGNS_STACK static void on_trap(int number, siginfo_t *info, void *context)
{
    begun = sw_meter_ticks();
    (void)number;
    (void)info;
#if defined __aarch64__
    ((ucontext_t *)context)->uc_mcontext.pc += 4;
#else
    (void)context;
#endif
    ended = sw_meter_ticks();
}

static void trap(void)
{
#if defined __aarch64__
    __asm__ volatile("brk #0x52f0" : : : "memory");
#else
    __asm__ volatile("int3" : : : "memory");
#endif
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static uint64_t middle(uint64_t *all)
{
    qsort(all, TRAPS, sizeof *all, compare);
    return all[TRAPS / 2];
}

struct sw_omp_trap_cost sw_omp_trap_cost(void)
{
    struct sigaction ours = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO | SA_NODEFER}, old;
    uint64_t to[TRAPS], back[TRAPS];
    if (sigaction(SIGTRAP, &ours, &old))
        return (struct sw_omp_trap_cost){0};
    for (unsigned i = 0; i < TRAPS; i++) {
        uint64_t before = sw_meter_ticks();
        trap();
        back[i] = sw_meter_ticks() - ended;
        to[i] = begun - before;
    }
    sigaction(SIGTRAP, &old, NULL);
    return (struct sw_omp_trap_cost){middle(to), middle(back)};
}
