/* Returns from signal handlers, and ends of functions on aarch64, by their code. */
#include "agent/sampler/unwind/arch.h"

#include <stddef.h>

#if defined __aarch64__
#define SIGRETURN "\x68\x11\x80\xd2\x01\x00\x00\xd4" /* mov x8, #139; svc #0 */
#else
#define SIGRETURN "\x48\xc7\xc0\x0f\x00\x00\x00\x0f\x05" /* mov $15, %rax; syscall */
#endif

const ElfW(Ehdr) * sw_code_head(const struct sw_unwind_module *m)
{
    const ElfW(Ehdr) *head = (const ElfW(Ehdr) *)m->low;
    uint64_t size = m->high - m->low;
    bool is_one = size > sizeof *head && head->e_ident[0] == 0x7f && head->e_ident[1] == 'E' &&
                  head->e_ident[2] == 'L' && head->e_ident[3] == 'F' && head->e_phoff < size &&
                  (size - head->e_phoff) / sizeof(ElfW(Phdr)) >= head->e_phnum;
    return is_one ? head : NULL;
}

/* Where code that holds `at` ends; 0: it is no code. Between a module's segments there may be nothing that can be read,
 * and what is taken for a return address may be anything. */
static uint64_t code_end(const struct sw_unwind_module *m, uint64_t at)
{
    const ElfW(Ehdr) *head = sw_code_head(m);
    const ElfW(Phdr) *p = head ? (const ElfW(Phdr) *)(m->low + head->e_phoff) : NULL;
    uint64_t first = UINT64_MAX;
    for (unsigned i = 0; head && i < head->e_phnum; i++) {
        if (p[i].p_type != PT_LOAD)
            continue;
        if (first == UINT64_MAX)
            first = p[i].p_vaddr - p[i].p_offset; /* where the file begins */
        uint64_t low = m->low + p[i].p_vaddr - first;
        if ((p[i].p_flags & PF_X) && at - low < p[i].p_filesz)
            return low + p[i].p_filesz;
    }
    return 0;
}

static bool is_sigreturn(const struct sw_unwind_module *m, uint64_t at)
{
    enum { SIZE = sizeof SIGRETURN - 1 };
    uint64_t end = code_end(m, at);
    if (!end || end - at < SIZE)
        return false;
    for (unsigned i = 0; i < SIZE; i++)
        if (((const char *)at)[i] != SIGRETURN[i])
            return false;
    return true;
}

/* arm64's vDSO has no tables, and neither has musl's C library for this. */
bool sw_code_is_sigreturn(const struct sw_unwind_module *module, uint64_t pc)
{
    return is_sigreturn(module, pc + 1) || is_sigreturn(module, pc);
}

#if defined __aarch64__
/*
 * The end of a function takes its frame down: it loads what was saved, moves the stack pointer up and returns, as in
 *     mov sp, x29; ldp x19, x20, [sp], #16; ldp x29, x30, [sp], #16; ret
 * From any place in it, its instructions up to the return tell where the caller's registers are.
 */
struct end {
    bool from_fp;          /* offsets are from the frame pointer, not from the stack pointer */
    bool has_fp, has_link; /* those are loaded, ... */
    int32_t fp, link;      /* ... from here */
    int32_t sp;            /* so far */
};

static bool returns(uint32_t code) /* ret; retaa, retab */
{
    return code == 0xd65f03c0 || (code & 0xfffffbff) == 0xd65f0bff;
}

static bool is_branch(uint32_t code)
{
    return (code & 0x1c000000) == 0x14000000 &&
           (code & 0xffc00000) != 0xd5000000; /* nop, autiasp, ... */
}

static bool may_move_sp(uint32_t code)
{
    return (code & 0x3e0) == 0x3e0 || (code & 0x1c00001f) == 0x1000001f;
}

static void load(struct end *e, uint32_t reg, int32_t from)
{
    if (reg == 29) {
        e->has_fp = true;
        e->fp = from;
    } else if (reg == 30) {
        e->has_link = true;
        e->link = from;
    }
}

static void load_pair(struct end *e, uint32_t code, int32_t from)
{
    load(e, code & 31, from);
    load(e, code >> 10 & 31, from + 8);
}

/* Loads from the stack pointer's place on, or moves it. Of vector registers the lower halves are saved. */
static bool restores(struct end *e, uint32_t code)
{
    int32_t pair = 8 * ((int32_t)(code << 10) >> 25), one = (int32_t)(code << 11) >> 23;
    uint32_t high = code & 0xffc003e0;
    if ((code & 0xff8003ff) == 0x910003ff) /* add sp, sp, #n */
        e->sp += (int32_t)((code >> 10 & 0xfff) << (code >> 22 & 1 ? 12 : 0));
    else if (high == 0xa94003e0) /* ldp x, x, [sp, #n] */
        load_pair(e, code, e->sp + pair);
    else if (high == 0xf94003e0) /* ldr x, [sp, #n] */
        load(e, code & 31, e->sp + 8 * (int32_t)(code >> 10 & 0xfff));
    else if (high == 0xa8c003e0) { /* ldp x, x, [sp], #n */
        load_pair(e, code, e->sp);
        e->sp += pair;
    } else if ((code & 0xffe00fe0) == 0xf84007e0) { /* ldr x, [sp], #n */
        load(e, code & 31, e->sp);
        e->sp += one;
    } else if (high == 0x6cc003e0) /* ldp d, d, [sp], #n */
        e->sp += pair;
    else if ((code & 0xffe00fe0) == 0xfc4007e0) /* ldr d, [sp], #n */
        e->sp += one;
    else /* ldp d, d, [sp, #n]; ldr d, [sp, #n]; nop, autiasp, ... */
        return high == 0x6d4003e0 || high == 0xfd4003e0 || (code & 0xfffff01f) == 0xd503201f;
    return true;
}

/* Computes something in between, and leaves the stack pointer, the frame pointer and the link alone. */
static bool computes(uint32_t code)
{
    bool immediate = (code & 0x1c000000) == 0x10000000, reg = (code & 0x0e000000) == 0x0a000000;
    bool vector = (code & 0x0e000000) == 0x0e000000;
    return (immediate || reg || vector) && (code & 31) < 29;
}

/* From `at` on. After a call something else may come first, as long as the frame pointer then leads to the frame. */
static bool find_end(const struct sw_unwind_module *m, uint64_t at, bool has_called, struct end *e)
{
    enum { MOST = 16, MOV_SP_FP = 0x910003bf };
    uint64_t end = code_end(m, at);
    *e = (struct end){0};
    for (unsigned i = 0; i < MOST && end && end - at >= 4; i++, at += 4) {
        uint32_t code = *(const uint32_t *)at;
        if (returns(code))
            return e->from_fp || !has_called;
        if (code == (uint32_t)MOV_SP_FP && !e->from_fp && !e->has_fp)
            *e = (struct end){.from_fp = true};
        else if (is_branch(code))
            return false;
        else if (has_called && !e->from_fp)
            continue;
        else if (!restores(e, code) && (has_called ? may_move_sp(code) : !computes(code)))
            return false;
    }
    return false;
}

static bool fits(int32_t offset)
{
    return offset == (int16_t)offset;
}

/*
 * Tables are wrong in two ways. clang's (14) do not follow the end of a function. And a function that has called has its
 * return address in memory, whatever its table says: that of LLVM's __kmp_invoke_microtask() says nothing.
 */
void sw_code_amend(const struct sw_unwind_module *module, uint64_t pc, struct sw_unwind_rule *rule)
{
    struct end e;
    bool has_called = (pc & 3) == 3;
    if (rule->cfa == SW_CFA_SIGNAL || rule->return_saved == SW_SAVED_NONE ||
        (has_called && rule->return_saved != SW_SAVED_NOT))
        return;
    if (!find_end(module, has_called ? pc + 1 : pc, has_called, &e) ||
        (has_called && !e.has_link) || !fits(e.sp))
        return;
    rule->cfa = e.from_fp ? SW_CFA_FP : SW_CFA_SP;
    rule->cfa_offset = e.sp;
    rule->return_saved = e.has_link ? SW_SAVED_AT_CFA : SW_SAVED_NOT;
    rule->return_offset = e.link - e.sp;
    rule->fp_saved = e.has_fp ? SW_SAVED_AT_CFA : SW_SAVED_NOT;
    rule->fp_offset = (int16_t)(e.fp - e.sp);
}
#else
void sw_code_amend(const struct sw_unwind_module *module, uint64_t pc, struct sw_unwind_rule *rule)
{
    (void)module;
    (void)pc;
    (void)rule;
}
#endif
