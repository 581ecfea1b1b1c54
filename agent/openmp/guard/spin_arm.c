/* Recognizes waiting loops, stores and barriers in aarch64 code. */
#include "agent/openmp/guard/spin_code.h"

#if defined __aarch64__
#include <string.h>

#define FLAGS       (1ull << 32)            /* as a register */
#define CALLS_WRITE (0x4007ffffull | FLAGS) /* x0 to x18, and the link register */
#define NONE        31 /* the zero register, or the stack pointer, which no loop here writes */

static uint64_t bit(unsigned reg)
{
    return reg == NONE ? 0 : 1ull << reg;
}

static unsigned at(uint32_t w, unsigned shift)
{
    return w >> shift & 31;
}

static bool is_hint_or_barrier(uint32_t w)
{
    return matches(w, 0xfffff01f, 0xd503201f) || matches(w, 0xfffff01f, 0xd503301f);
}

/* Into a general register, without write-back. */
static bool is_load(uint32_t w, bool *indexed)
{
    unsigned size = w >> 30, opc = w >> 22 & 3;
    bool loads = opc && !(size == 3 && opc > 1) && !(size == 2 && opc == 3);
    *indexed = matches(w, 0x3f200c00, 0x38200800);
    if (matches(w, 0x3f000000, 0x39000000) || *indexed || matches(w, 0x3f200c00, 0x38000000))
        return loads;
    return matches(w, 0x3fe00000, 0x08c00000) || matches(w, 0x3fe00000, 0x08400000) ||
           matches(w, 0x3ffffc00, 0x38bfc000); /* ldar, ldlar; ldxr, ldaxr; ldapr */
}

static struct sw_spin_effect effect_of_immediate(uint32_t w)
{
    unsigned class = w >> 23 & 7, opc = w >> 29 & 3;
    struct sw_spin_effect e = {.writes = bit(at(w, 0)), .known = true};
    switch (class) {
    case 0:
    case 1: /* adr, adrp */
        return e;
    case 2: /* add, sub */
    case 3:
        e.reads = bit(at(w, 5));
        e.writes |= opc & 1 ? FLAGS : 0;
        e.known = at(w, 0) != NONE || opc & 1;
        return e;
    case 4: /* and, orr, eor, ands */
        e.reads = bit(at(w, 5));
        e.writes |= opc == 3 ? FLAGS : 0;
        e.known = at(w, 0) != NONE || opc == 3;
        return e;
    case 5: /* movn, movz, movk */
        e.reads = opc == 3 ? bit(at(w, 0)) : 0;
        return e;
    case 6: /* bitfields */
        e.reads = bit(at(w, 5)) | (opc == 1 ? bit(at(w, 0)) : 0);
        return e;
    default:
        e.reads = bit(at(w, 5)) | bit(at(w, 16));
        return e;
    }
}

static struct sw_spin_effect effect_of_register(uint32_t w)
{
    struct sw_spin_effect e = {
        .reads = bit(at(w, 5)) | bit(at(w, 16)), .writes = bit(at(w, 0)), .known = true};
    bool arithmetic = matches(w, 0x1f000000, 0x0b000000),
         logic = matches(w, 0x1f000000, 0x0a000000);
    if (arithmetic && w >> 29 & 1)
        e.writes |= FLAGS;
    else if (logic && (w >> 29 & 3) == 3)
        e.writes |= FLAGS;
    else if (matches(w, 0x1fe00000, 0x1a800000)) /* csel and the like */
        e.reads |= FLAGS;
    else if (matches(w, 0x3fe00010, 0x3a400000)) /* ccmp, by a register or a number */
        e = (struct sw_spin_effect){bit(at(w, 5)) | (w >> 11 & 1 ? 0 : bit(at(w, 16))) | FLAGS,
                                    FLAGS, true, false, 0};
    else if (matches(w, 0x1f000000, 0x1b000000))
        e.reads |= bit(at(w, 10));
    else
        e.known = arithmetic || logic;
    return e;
}

static struct sw_spin_effect effect_of(uint32_t w)
{
    bool indexed;
    if (is_hint_or_barrier(w))
        return (struct sw_spin_effect){.known = true};
    if (is_load(w, &indexed))
        return (struct sw_spin_effect){bit(at(w, 5)) | (indexed ? bit(at(w, 16)) : 0),
                                       bit(at(w, 0)), true, true, 1u << (w >> 30)};
    if ((w >> 26 & 7) == 4)
        return effect_of_immediate(w);
    if ((w >> 25 & 7) == 5)
        return effect_of_register(w);
    return (struct sw_spin_effect){0};
}

static uint64_t read_by_branch(uint32_t w)
{
    if (matches(w, 0xff000000, 0x54000000))
        return FLAGS;
    return matches(w, 0x7c000000, 0x34000000) ? bit(at(w, 0)) : 0;
}

static uint32_t word_at(const uint8_t *code, uint64_t offset)
{
    uint32_t w;
    memcpy(&w, code + offset, 4);
    return w;
}

bool sw_spin_effect(const uint8_t *code, uint64_t head, uint64_t pc, uint64_t edge,
                    sw_spin_is_flush *is_flush, struct sw_insn *insn, struct sw_spin_effect *e)
{
    uint32_t w = word_at(code, pc - head);
    sw_insn_decode(insn, code + (pc - head), 4, pc);
    if (insn->kind == SW_INSN_BRANCH) {
        *e = (struct sw_spin_effect){.reads = read_by_branch(w), .known = true};
        return insn->target < head || insn->target > edge;
    }
    if (insn->kind == SW_INSN_CALL && is_flush(pc, insn)) {
        *e = (struct sw_spin_effect){.reads = bit(0), .writes = CALLS_WRITE, .known = true};
        return true;
    }
    *e = effect_of(w);
    return insn->kind == SW_INSN_PLAIN && e->known;
}

bool sw_spin_address(const struct sw_insn *insn, const uint8_t *code, uint64_t pc,
                     const struct sw_spin_registers *registers, uint64_t known, uint64_t *address)
{
    uint32_t w = insn->word;
    unsigned base = at(w, 5), index = at(w, 16), size = w >> 30;
    bool indexed = matches(w, 0x3f200c00, 0x38200800);
    (void)code, (void)pc;
    if (!(known >> base & 1) || (indexed && !(known >> index & 1)))
        return false;
    *address = registers->r[base];
    if (indexed) {
        uint64_t more = index == NONE ? 0 : registers->r[index];
        unsigned how = w >> 13 & 7;
        more = how == 2 ? (uint32_t)more : how == 6 ? (uint64_t)(int32_t)more : more;
        *address += more << (w >> 12 & 1 ? size : 0);
    } else if (matches(w, 0x3f000000, 0x39000000)) {
        *address += (uint64_t)(w >> 10 & 0xfff) << size;
    } else if (matches(w, 0x3f200c00, 0x38000000)) {
        *address += (uint64_t)((int64_t)((uint64_t)(w >> 12 & 0x1ff) << 55) >> 55);
    }
    return true;
}

void sw_spin_follow(const struct sw_insn *insn, const struct sw_spin_effect *e,
                    struct sw_spin_registers *registers, uint64_t *known)
{
    uint32_t w = insn->word;
    unsigned to = at(w, 0), from = at(w, 5);
    bool adds = matches(w, 0xff000000, 0x91000000) && *known >> from & 1;
    uint64_t sum = registers->r[from] + ((uint64_t)(w >> 10 & 0xfff) << (w >> 22 & 1 ? 12 : 0));
    *known &= ~e->writes;
    if (insn->relative == SW_ARM_ADR || adds) {
        registers->r[to] = adds ? sum : insn->target;
        *known |= 1ull << to;
    }
}

static bool holds(unsigned condition, uint64_t flags)
{
    bool n = flags >> 31 & 1, z = flags >> 30 & 1, c = flags >> 29 & 1, o = flags >> 28 & 1;
    const bool all[] = {z, c, n, o, c && !z, n == o, n == o && !z, true};
    return condition >= 14 || all[condition >> 1] != (condition & 1);
}

bool sw_spin_is_taken(const struct sw_insn *branch, const struct sw_spin_registers *registers)
{
    uint32_t w = branch->word;
    uint64_t value = at(w, 0) == NONE ? 0 : registers->r[at(w, 0)];
    bool negated = w >> 24 & 1;
    if (matches(w, 0xff000000, 0x54000000))
        return holds(w & 15, registers->flags);
    if (matches(w, 0x7e000000, 0x34000000)) /* cbz, cbnz */
        return ((w >> 31 ? value : (uint32_t)value) != 0) == negated;
    if (matches(w, 0x7e000000, 0x36000000)) /* tbz, tbnz */
        return (value >> (at(w, 19) | (w >> 31) << 5) & 1) == negated;
    return true;
}

bool sw_spin_is_fence(const struct sw_insn *insn, const uint8_t *code)
{
    (void)code;
    return matches(insn->word, 0xfffff0ff, 0xd50330bf); /* dmb */
}

bool sw_spin_is_release(const struct sw_insn *insn)
{
    return matches(insn->word, 0x3fe08000, 0x08808000); /* stlr */
}

int sw_spin_exchanges(const struct sw_insn *insn)
{
    (void)insn;
    return -1;
}

bool sw_spin_is_store(const struct sw_insn *insn, const uint8_t *code)
{
    uint32_t w = insn->word;
    (void)code;
    return sw_spin_is_release(insn) || matches(w, 0x3fc00000, 0x39000000) ||
           matches(w, 0x3fe00c00, 0x38200800) || matches(w, 0x3fe00c00, 0x38000000);
}

unsigned sw_spin_store(const struct sw_insn *insn, const uint8_t *code, uint64_t pc,
                       const struct sw_spin_registers *registers, uint64_t *address,
                       uint64_t *value)
{
    sw_spin_address(insn, code, pc, registers, UINT64_MAX, address);
    *value = at(insn->word, 0) == NONE ? 0 : registers->r[at(insn->word, 0)];
    return 1u << (insn->word >> 30);
}

/* adrp x16, page; ldr x17, [x16, #]; add ...; br x17, maybe after a bti. */
uint64_t sw_spin_stub_slot(const uint8_t *code, uint64_t address)
{
    struct sw_insn insn;
    unsigned skip = matches(word_at(code, 0), 0xffffff3f, 0xd503241f) ? 4 : 0;
    uint32_t load = word_at(code, skip + 4);
    sw_insn_decode(&insn, code + skip, 4, address + skip);
    if (insn.relative != SW_ARM_ADR || at(insn.word, 0) != 16 ||
        !matches(load, 0xffc003ff, 0xf9400211))
        return 0;
    return insn.target + ((uint64_t)(load >> 10 & 0xfff) << 3);
}
#endif
