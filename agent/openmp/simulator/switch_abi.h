/* What switch.c and the assembly agree on. */
#pragma once

#include "agent/openmp/simulator/switch.h"

#define SW_OMP_HIDDEN __attribute__((visibility("hidden")))

SW_OMP_HIDDEN void sw_omp_switch_stacks(struct sw_omp_context *from,
                                        const struct sw_omp_context *to);

/* Where a new context begins: calls what its saved registers hold. */
SW_OMP_HIDDEN void sw_omp_begin(void);

/* Of the baton: until somebody passes it to `self`. */
SW_OMP_HIDDEN void sw_omp_baton_wait(struct sw_omp_context *self);

#if defined __x86_64__
/* mxcsr and the x87 control word, r15, r14, r13, r12, rbx, rbp, the return address. */
#define SW_OMP_SAVED_WORDS  8
#define SW_OMP_SAVED_RETURN 7 /* and before it the frame pointer */
static inline void sw_omp_fill_saved(uint64_t *at, uint64_t main, uint64_t argument)
{
    uint32_t mxcsr;
    uint16_t control;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(mxcsr), "=m"(control));
    at[0] = mxcsr | (uint64_t)control << 32;
    at[3] = main;     /* r13 */
    at[4] = argument; /* r12 */
    at[7] = (uint64_t)sw_omp_begin;
}
#else
/* x19 to x30, d8 to d15, fpcr, fpsr. */
#define SW_OMP_SAVED_WORDS  22
#define SW_OMP_SAVED_RETURN 11
static inline void sw_omp_fill_saved(uint64_t *at, uint64_t main, uint64_t argument)
{
    uint64_t fpcr, fpsr;
    __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(fpcr), "=r"(fpsr));
    at[0] = argument; /* x19 */
    at[1] = main;     /* x20 */
    at[11] = (uint64_t)sw_omp_begin;
    at[20] = fpcr;
    at[21] = fpsr;
}
#endif
