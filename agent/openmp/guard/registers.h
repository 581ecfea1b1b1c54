/* Where a signal interrupted a thread: what it takes to see whether it gets anywhere. */
#pragma once

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/ucontext.h>

#define SW_OMP_PAGE 4096

/* Of a handler: qemu-user (7.2) starts those of x86-64 on stacks that are aligned to 8 bytes only. */
#if defined __x86_64__
#define SW_OMP_ALIGNS_STACK __attribute__((force_align_arg_pointer))
#else
#define SW_OMP_ALIGNS_STACK
#endif

#if defined __x86_64__
#define SW_OMP_REGISTERS 16
static inline uint64_t sw_omp_pc(const ucontext_t *u)
{
    return (uint64_t)u->uc_mcontext.gregs[REG_RIP];
}

static inline uint64_t sw_omp_sp(const ucontext_t *u)
{
    return (uint64_t)u->uc_mcontext.gregs[REG_RSP];
}

static inline void sw_omp_registers(const ucontext_t *u, uint64_t *to)
{
    _Static_assert(REG_R8 == 0 && REG_RSP == 15, "they come first");
    memcpy(to, u->uc_mcontext.gregs, SW_OMP_REGISTERS * sizeof *to);
}

static inline bool sw_omp_is_call_at(uint64_t pc)
{
    const unsigned char *code = (const unsigned char *)pc;
    return code[0] == 0x0f && code[1] == 0x05;
}

/* At an instruction that only those have in their code who wait. */
static inline bool sw_omp_is_pausing(const ucontext_t *u)
{
    const unsigned char *code = (const unsigned char *)sw_omp_pc(u);
    uint64_t in_page = sw_omp_pc(u) % SW_OMP_PAGE;
    return (in_page <= SW_OMP_PAGE - 2 && code[0] == 0xf3 && code[1] == 0x90) ||
           (in_page >= 2 && code[-2] == 0xf3 && code[-1] == 0x90);
}

/* In a system call that will be started again, or says that it was interrupted. Its number, or -1. */
static inline long sw_omp_interrupted_call(const ucontext_t *u)
{
    uint64_t pc = sw_omp_pc(u);
    long result = (long)u->uc_mcontext.gregs[REG_RAX];
    if (pc % SW_OMP_PAGE <= SW_OMP_PAGE - 2 && sw_omp_is_call_at(pc))
        return result;
    return pc % SW_OMP_PAGE >= 2 && result == -EINTR && sw_omp_is_call_at(pc - 2) ? 0x7fffffff : -1;
}
#else
#define SW_OMP_REGISTERS 32
static inline uint64_t sw_omp_pc(const ucontext_t *u)
{
    return u->uc_mcontext.pc;
}

static inline uint64_t sw_omp_sp(const ucontext_t *u)
{
    return u->uc_mcontext.sp;
}

static inline void sw_omp_registers(const ucontext_t *u, uint64_t *to)
{
    memcpy(to, u->uc_mcontext.regs, 31 * sizeof *to);
    to[31] = u->uc_mcontext.sp;
}

static inline bool sw_omp_is_call_at(uint64_t pc)
{
    return *(const uint32_t *)pc == 0xd4000001;
}

static inline bool sw_omp_is_pause(uint32_t code)
{
    return code == 0xd503203f /* yield */ || code == 0xd503205f /* wfe */ ||
           code == 0xd5033fdf /* isb */;
}

/* It takes no longer than others there, so it may be any of a small loop. */
static inline bool sw_omp_is_pausing(const ucontext_t *u)
{
    const uint32_t *code = (const uint32_t *)sw_omp_pc(u);
    int in_page = (int)(sw_omp_pc(u) % SW_OMP_PAGE / 4);
    for (int i = -8; i <= 8; i++)
        if (in_page + i >= 0 && in_page + i < SW_OMP_PAGE / 4 && sw_omp_is_pause(code[i]))
            return true;
    return false;
}

static inline long sw_omp_interrupted_call(const ucontext_t *u)
{
    uint64_t pc = sw_omp_pc(u);
    if (sw_omp_is_call_at(pc))
        return (long)u->uc_mcontext.regs[8];
    return pc % SW_OMP_PAGE && (long)u->uc_mcontext.regs[0] == -EINTR && sw_omp_is_call_at(pc - 4)
               ? (long)u->uc_mcontext.regs[8]
               : -1;
}
#endif
