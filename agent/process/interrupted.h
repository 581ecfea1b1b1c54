/* Where a signal interrupted a thread: what it takes to see whether it gets anywhere. */
#pragma once

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/ucontext.h>

#define SW_CODE_PAGE 4096

/* Of a handler: qemu-user (7.2) starts those of x86-64 on stacks that are aligned to 8 bytes only. */
#if defined __x86_64__
#define SW_ALIGNS_STACK __attribute__((force_align_arg_pointer))
#else
#define SW_ALIGNS_STACK
#endif

#if defined __x86_64__
#define SW_INTERRUPTED_REGISTERS 16
static inline uint64_t sw_interrupted_pc(const ucontext_t *u)
{
    return (uint64_t)u->uc_mcontext.gregs[REG_RIP];
}

static inline uint64_t sw_interrupted_sp(const ucontext_t *u)
{
    return (uint64_t)u->uc_mcontext.gregs[REG_RSP];
}

static inline void sw_interrupted_registers(const ucontext_t *u, uint64_t *to)
{
    _Static_assert(REG_R8 == 0 && REG_RSP == 15, "they come first");
    memcpy(to, u->uc_mcontext.gregs, SW_INTERRUPTED_REGISTERS * sizeof *to);
}

static inline bool sw_is_call_at(uint64_t pc)
{
    const unsigned char *code = (const unsigned char *)pc;
    return code[0] == 0x0f && code[1] == 0x05;
}

/* At an instruction that only those have in their code who wait. */
static inline bool sw_interrupted_is_pausing(const ucontext_t *u)
{
    const unsigned char *code = (const unsigned char *)sw_interrupted_pc(u);
    uint64_t in_page = sw_interrupted_pc(u) % SW_CODE_PAGE;
    return (in_page <= SW_CODE_PAGE - 2 && code[0] == 0xf3 && code[1] == 0x90) ||
           (in_page >= 2 && code[-2] == 0xf3 && code[-1] == 0x90);
}

/* In a system call that will be started again, or says that it was interrupted. Its number, or -1. */
static inline long sw_interrupted_call(const ucontext_t *u)
{
    uint64_t pc = sw_interrupted_pc(u);
    long result = (long)u->uc_mcontext.gregs[REG_RAX];
    if (pc % SW_CODE_PAGE <= SW_CODE_PAGE - 2 && sw_is_call_at(pc))
        return result;
    return pc % SW_CODE_PAGE >= 2 && result == -EINTR && sw_is_call_at(pc - 2) ? 0x7fffffff : -1;
}
#else
#define SW_INTERRUPTED_REGISTERS 32
static inline uint64_t sw_interrupted_pc(const ucontext_t *u)
{
    return u->uc_mcontext.pc;
}

static inline uint64_t sw_interrupted_sp(const ucontext_t *u)
{
    return u->uc_mcontext.sp;
}

static inline void sw_interrupted_registers(const ucontext_t *u, uint64_t *to)
{
    memcpy(to, u->uc_mcontext.regs, 31 * sizeof *to);
    to[31] = u->uc_mcontext.sp;
}

static inline bool sw_is_call_at(uint64_t pc)
{
    return *(const uint32_t *)pc == 0xd4000001;
}

static inline bool sw_is_pause(uint32_t code)
{
    return code == 0xd503203f /* yield */ || code == 0xd503205f /* wfe */ ||
           code == 0xd5033fdf /* isb */;
}

/* It takes no longer than others there, so it may be any of a small loop. */
static inline bool sw_interrupted_is_pausing(const ucontext_t *u)
{
    const uint32_t *code = (const uint32_t *)sw_interrupted_pc(u);
    int in_page = (int)(sw_interrupted_pc(u) % SW_CODE_PAGE / 4);
    for (int i = -8; i <= 8; i++)
        if (in_page + i >= 0 && in_page + i < SW_CODE_PAGE / 4 && sw_is_pause(code[i]))
            return true;
    return false;
}

static inline long sw_interrupted_call(const ucontext_t *u)
{
    uint64_t pc = sw_interrupted_pc(u);
    if (sw_is_call_at(pc))
        return (long)u->uc_mcontext.regs[8];
    return pc % SW_CODE_PAGE && (long)u->uc_mcontext.regs[0] == -EINTR && sw_is_call_at(pc - 4)
               ? (long)u->uc_mcontext.regs[8]
               : -1;
}
#endif

/* Whether the program was on its signal stack, or the handler that asks is. */
static inline bool sw_is_on_signal_stack(const ucontext_t *u)
{
    const stack_t *s = &u->uc_stack;
    uint64_t low = (uint64_t)s->ss_sp, here = (uint64_t)__builtin_frame_address(0);
    return !(s->ss_flags & SS_DISABLE) &&
           (sw_interrupted_sp(u) - low < s->ss_size || here - low < s->ss_size);
}

/* Where it was at one look, to be compared with the next one: who computes changes registers, who waits for a variable in a loop does not. */
struct sw_interrupted {
    uint64_t pc, registers[SW_INTERRUPTED_REGISTERS]; /* the stack pointer is the last */
};

static inline struct sw_interrupted sw_interrupted(const ucontext_t *u)
{
    struct sw_interrupted at = {.pc = sw_interrupted_pc(u)};
    sw_interrupted_registers(u, at.registers);
    return at;
}

/* The first registers are the same, in code that is no further apart than that. */
static inline bool sw_interrupted_is_same(const struct sw_interrupted *a,
                                          const struct sw_interrupted *b, unsigned registers,
                                          uint64_t near)
{
    uint64_t apart = a->pc > b->pc ? a->pc - b->pc : b->pc - a->pc;
    return apart < near && !memcmp(a->registers, b->registers, registers * sizeof *a->registers);
}
