/* Decodes aarch64 instructions, as far as the translator has to know them. */
#include "agent/translate/insn.h"

/* The signed number of `bits` bits at `shift`, times 4. */
static uint64_t offset(uint32_t word, unsigned shift, unsigned bits)
{
    return (uint64_t)((int64_t)((uint64_t)(word >> shift) << (64 - bits)) >> (64 - bits)) << 2;
}

static void go(struct sw_insn *i, enum sw_insn_kind kind, uint64_t target)
{
    i->kind = (uint8_t)kind;
    i->target = target;
}

/* Branches to where a register says. Those with pointer authentication are not known, but for returns
 * by the link register (emit_arm.c). */
static void decode_register_branch(struct sw_insn *i)
{
    static const enum sw_insn_kind kinds[] = {SW_INSN_JUMP_TO, SW_INSN_CALL_TO, SW_INSN_RETURN};
    unsigned which = i->word >> 21 & 15;
    bool plain = matches(i->word, 0x001ffc1f, 0x001f0000);
    bool authenticates = matches(i->word, 0xfffffbff, 0xd65f0bff);
    if ((plain && which < 3) || authenticates)
        i->kind = kinds[which];
    else
        i->kind = SW_INSN_UNKNOWN;
}

static void decode_adr(struct sw_insn *i, uint64_t address)
{
    uint32_t word = i->word;
    uint64_t value = offset(word, 5, 19) | (word >> 29 & 3);
    i->relative = SW_ARM_ADR;
    i->target = word >> 31 ? (address & ~0xfffull) + (value << 12) : address + value;
}

static void decode_literal(struct sw_insn *i, uint64_t address)
{
    bool vector = i->word >> 26 & 1, last = i->word >> 30 == 3;
    i->relative = vector ? SW_ARM_LOAD_VECTOR : last ? SW_ARM_PREFETCH : SW_ARM_LOAD;
    i->target = address + offset(i->word, 5, 19);
    if (vector && last)
        i->kind = SW_INSN_STOP; /* there is none */
}

/* Loads and stores that belong together: ldxr, ldaxr, ldxp, ... and stxr, ...; clrex. */
static void decode_exclusive(struct sw_insn *i)
{
    if (matches(i->word, 0x3fe00000, 0x08400000) || matches(i->word, 0xbfe00000, 0x88600000))
        i->exclusive = SW_EXCLUSIVE_OPENS;
    if (matches(i->word, 0x3fe00000, 0x08000000) || matches(i->word, 0xbfe00000, 0x88200000) ||
        matches(i->word, 0xfffff0ff, 0xd503305f))
        i->exclusive = SW_EXCLUSIVE_CLOSES;
}

static void decode_system(struct sw_insn *i)
{
    uint32_t word = i->word;
    if (matches(word, 0xffe0001f, 0xd4000001)) /* svc */
        i->kind = SW_INSN_SYSCALL;
    else if (matches(word, 0xff000000, 0xd4000000) || word >> 16 == 0) /* brk, hlt, ...; udf */
        i->kind = SW_INSN_STOP;
    else if (matches(word, 0xffffffe0, 0xd51bd040)) /* msr tpidr_el0 */
        i->kind = SW_INSN_THREAD;
}

void sw_insn_decode(struct sw_insn *i, const uint8_t *code, uint64_t size, uint64_t address)
{
    *i = (struct sw_insn){0};
    if (size < 4 || address & 3)
        return;
    uint32_t word;
    __builtin_memcpy(&word, code, 4);
    i->length = 4;
    i->word = word;
    i->kind = SW_INSN_PLAIN;
    if (matches(word, 0x7c000000, 0x14000000)) /* b, bl */
        go(i, word >> 31 ? SW_INSN_CALL : SW_INSN_JUMP, address + offset(word, 0, 26));
    else if (matches(word, 0xff000000, 0x54000000)) /* b.cond, bc.cond */
        go(i, (word & 15) >= 14 ? SW_INSN_JUMP : SW_INSN_BRANCH, address + offset(word, 5, 19));
    else if (matches(word, 0x7e000000, 0x34000000)) /* cbz, cbnz */
        go(i, SW_INSN_BRANCH, address + offset(word, 5, 19));
    else if (matches(word, 0x7e000000, 0x36000000)) /* tbz, tbnz */
        go(i, SW_INSN_BRANCH, address + offset(word, 5, 14));
    else if (matches(word, 0xfe000000, 0xd6000000))
        decode_register_branch(i);
    else if (matches(word, 0x1f000000, 0x10000000))
        decode_adr(i, address);
    else if (matches(word, 0x3b000000, 0x18000000))
        decode_literal(i, address);
    else if (matches(word, 0x3f000000, 0x08000000))
        decode_exclusive(i);
    else
        decode_system(i);
    if (matches(word, 0xfffff0ff, 0xd503305f))
        i->exclusive = SW_EXCLUSIVE_CLOSES;
}
