/* Recognizes waiting loops, stores and barriers in x86-64 code. */
#include "agent/openmp/guard/spin_code.h"

#if !defined __aarch64__ || defined SW_INSN_X86
#include <string.h>

#define FLAGS       (1ull << 32)       /* as a register */
#define CALLS_WRITE (0xfc7ull | FLAGS) /* rax, rcx, rdx, rsi, rdi, r8 to r11 */
enum { RAX = 0, RSP = 4, RBP = 5, RDI = 7 };

/* A memory operand. */
struct operand {
    int base, index; /* -1: none */
    unsigned scale;
    uint64_t disp; /* and what the instruction pointer adds */
};

static uint64_t bit(int reg)
{
    return reg < 0 ? 0 : 1ull << reg;
}

static int reg_of(const struct sw_insn *i)
{
    return (i->modrm >> 3 & 7) | (i->rex & 4) << 1;
}

static int rm_of(const struct sw_insn *i)
{
    return (i->modrm & 7) | (i->rex & 1) << 3;
}

static bool is_memory(const struct sw_insn *i)
{
    return i->modrm_at && i->modrm >> 6 != 3;
}

static int64_t displacement(const uint8_t *at, unsigned mod)
{
    int32_t wide;
    if (mod == 1)
        return (int8_t)*at;
    memcpy(&wide, at, 4);
    return wide;
}

static struct operand operand_of(const struct sw_insn *i, const uint8_t *code, uint64_t address)
{
    struct operand o = {-1, -1, 1, 0};
    unsigned mod = i->modrm >> 6;
    const uint8_t *at = code + i->modrm_at + 1;
    bool far = mod == 2;
    if ((i->modrm & 7) == 4) {
        uint8_t sib = *at++;
        o.base = (sib & 7) | (i->rex & 1) << 3;
        o.index = (sib >> 3 & 7) | (i->rex & 2) << 2;
        o.scale = 1u << (sib >> 6);
        o.index = o.index == RSP ? -1 : o.index;
        if ((sib & 7) == RBP && !mod) {
            o.base = -1;
            far = true;
        }
    } else if (!mod && (i->modrm & 7) == 5) {
        far = true;
        o.disp = address + i->length;
    } else {
        o.base = rm_of(i);
    }
    if (mod == 1 || far)
        o.disp += (uint64_t)displacement(at, mod == 1 ? 1 : 2);
    return o;
}

/* The register of a byte: without a prefix, 4 to 7 are the second bytes of others. */
static int byte_register(const struct sw_insn *i, int reg)
{
    return !i->rex && reg >= 4 ? reg - 4 : reg;
}

static unsigned width_of(const struct sw_insn *i)
{
    return i->rex & 8 ? 8 : i->prefixes & SW_X86_OPERAND16 ? 2 : 4;
}

/* `lock or $0, (%rsp)`: what gcc takes for a fence. */
static bool is_locked_nothing(const struct sw_insn *i, const uint8_t *code)
{
    return code[0] == 0xf0 && !i->map && i->opcode == 0x83 && i->modrm == 0x0c &&
           code[i->modrm_at + 1] == 0x24 && code[i->modrm_at + 2] == 0;
}

static bool is_fence(const struct sw_insn *i)
{
    return i->map == 1 && i->opcode == 0xae && i->modrm >= 0xe8;
}

/* Reads its operand; `to`, `from`: bits of registers. */
static struct sw_spin_effect reading(const struct sw_insn *i, const uint8_t *code, uint64_t to,
                                     uint64_t from, unsigned size)
{
    struct sw_spin_effect e = {from, to, true, is_memory(i), size};
    struct operand o = operand_of(i, code, 0);
    if (e.loads)
        e.reads |= bit(o.base) | bit(o.index);
    else
        e.reads |= bit(size == 1 ? byte_register(i, rm_of(i)) : rm_of(i));
    return e;
}

static struct sw_spin_effect effect_of_first(const struct sw_insn *i, const uint8_t *code)
{
    unsigned group = i->modrm >> 3 & 7;
    int reg = reg_of(i);
    struct sw_spin_effect e = {0};
    switch (i->opcode) {
    case 0x8a:
        return reading(i, code, bit(byte_register(i, reg)), 0, 1);
    case 0x8b:
    case 0x63:
        return reading(i, code, bit(reg), 0, i->opcode == 0x63 ? 4 : width_of(i));
    case 0x38:
    case 0x3a:
    case 0x84:
        return reading(i, code, FLAGS, bit(byte_register(i, reg)), 1);
    case 0x39:
    case 0x3b:
    case 0x85:
        return reading(i, code, FLAGS, bit(reg), width_of(i));
    case 0x80:
    case 0x81:
    case 0x83:
        return group == 7 ? reading(i, code, FLAGS, 0, i->opcode == 0x80 ? 1 : width_of(i)) : e;
    case 0xf6:
    case 0xf7:
        return group == 0 ? reading(i, code, FLAGS, 0, i->opcode == 0xf6 ? 1 : width_of(i)) : e;
    case 0x3c:
    case 0x3d:
    case 0xa8:
    case 0xa9:
        return (struct sw_spin_effect){bit(RAX), FLAGS, true, false, 0};
    case 0x8d: {
        struct operand o = operand_of(i, code, 0);
        return (struct sw_spin_effect){bit(o.base) | bit(o.index), bit(reg), true, false, 0};
    }
    case 0x89:
        return is_memory(i) ? e : (struct sw_spin_effect){bit(reg), bit(rm_of(i)), true, false, 0};
    case 0x90:
        return (struct sw_spin_effect){.known = !(i->rex & 1)};
    }
    if (i->opcode >= 0xb8 && i->opcode <= 0xbf)
        return (struct sw_spin_effect){0, bit((i->opcode & 7) | (i->rex & 1) << 3), true, false, 0};
    return e;
}

static struct sw_spin_effect effect_of(const struct sw_insn *i, const uint8_t *code)
{
    struct sw_spin_effect none = {0};
    if (i->encoding != SW_X86_LEGACY || i->segment)
        return none;
    if (is_locked_nothing(i, code))
        return (struct sw_spin_effect){bit(RSP), FLAGS, true, false, 0};
    if (code[0] == 0xf0)
        return none;
    if (!i->map)
        return effect_of_first(i, code);
    if (i->map != 1)
        return none;
    if (is_fence(i) || i->opcode == 0x1f)
        return (struct sw_spin_effect){.known = true};
    if (i->opcode == 0xb6 || i->opcode == 0xbe)
        return reading(i, code, bit(reg_of(i)), 0, 1);
    if (i->opcode == 0xb7 || i->opcode == 0xbf)
        return reading(i, code, bit(reg_of(i)), 0, 2);
    return none;
}

bool sw_spin_effect(const uint8_t *code, uint64_t head, uint64_t pc, uint64_t edge,
                    sw_spin_is_flush *is_flush, struct sw_insn *insn, struct sw_spin_effect *e)
{
    sw_insn_decode(insn, code + (pc - head), edge - pc, pc);
    if (!insn->length)
        return false;
    if (insn->kind == SW_INSN_BRANCH) {
        *e = (struct sw_spin_effect){.reads = FLAGS, .known = true};
        return insn->target < head || insn->target > edge;
    }
    if (insn->kind == SW_INSN_CALL && is_flush(pc, insn)) {
        *e = (struct sw_spin_effect){.reads = bit(RDI), .writes = CALLS_WRITE, .known = true};
        return true;
    }
    *e = effect_of(insn, code + (pc - head));
    return insn->kind == SW_INSN_PLAIN && e->known;
}

bool sw_spin_address(const struct sw_insn *i, const uint8_t *code, uint64_t pc,
                     const struct sw_spin_registers *registers, uint64_t known, uint64_t *address)
{
    struct operand o = operand_of(i, code, pc);
    *address = o.disp + (o.base < 0 ? 0 : registers->r[o.base]) +
               (o.index < 0 ? 0 : registers->r[o.index] * o.scale);
    return !((bit(o.base) | bit(o.index)) & ~known);
}

/* Addresses are made by operands here. */
void sw_spin_follow(const struct sw_insn *i, const struct sw_spin_effect *e,
                    struct sw_spin_registers *registers, uint64_t *known)
{
    (void)i, (void)e, (void)registers, (void)known;
}

bool sw_spin_is_taken(const struct sw_insn *branch, const struct sw_spin_registers *registers)
{
    uint64_t f = registers->flags;
    bool c = f & 1, p = f >> 2 & 1, z = f >> 6 & 1, s = f >> 7 & 1, o = f >> 11 & 1;
    const bool all[] = {o, c, z, c || z, s, p, s != o, z || s != o};
    if (branch->kind != SW_INSN_BRANCH)
        return true;
    return all[branch->opcode >> 1 & 7] != (branch->opcode & 1);
}

/* The locked one changes flags too, which nobody makes use of: it comes from an asm that has them clobbered. */
bool sw_spin_is_fence(const struct sw_insn *insn, const uint8_t *code)
{
    return insn->encoding == SW_X86_LEGACY &&
           ((is_fence(insn) && insn->modrm >= 0xf0 && insn->modrm < 0xf8) ||
            is_locked_nothing(insn, code));
}

static bool is_byte(const struct sw_insn *i)
{
    return i->opcode == 0x86 || i->opcode == 0x88 || i->opcode == 0xc6;
}

/* Of the second byte of a register. */
static bool is_high(const struct sw_insn *i)
{
    return is_byte(i) && !i->rex && reg_of(i) >= 4;
}

/* Any store is in order here; xchg is what compilers take where no load may overtake it. */
bool sw_spin_is_release(const struct sw_insn *i)
{
    return i->encoding == SW_X86_LEGACY && !i->map && !i->segment && is_memory(i) &&
           (i->opcode == 0x87 || (i->opcode == 0x86 && !is_high(i)));
}

int sw_spin_exchanges(const struct sw_insn *i)
{
    return i->opcode == 0x86 || i->opcode == 0x87 ? reg_of(i) : -1;
}

/* mov to memory, of a register or of a number. */
bool sw_spin_is_store(const struct sw_insn *i, const uint8_t *code)
{
    (void)code;
    return i->encoding == SW_X86_LEGACY && !i->map && !i->segment && is_memory(i) &&
           (i->opcode == 0x88 || i->opcode == 0x89 || i->opcode == 0xc6 || i->opcode == 0xc7);
}

unsigned sw_spin_store(const struct sw_insn *i, const uint8_t *code, uint64_t pc,
                       const struct sw_spin_registers *registers, uint64_t *address,
                       uint64_t *value)
{
    sw_spin_address(i, code, pc, registers, UINT64_MAX, address);
    if (i->opcode >= 0xc6) {
        int64_t number = 0;
        memcpy(&number, code + i->length - i->immediate, i->immediate);
        *value = (uint64_t)(i->immediate == 4 ? (int32_t)number : number);
    } else {
        *value = registers->r[is_high(i) ? reg_of(i) - 4 : reg_of(i)] >> (is_high(i) ? 8 : 0);
    }
    return is_byte(i) ? 1 : width_of(i);
}

/* jmp *slot(%rip), maybe after an endbr64 or with a bnd prefix. */
uint64_t sw_spin_stub_slot(const uint8_t *code, uint64_t address)
{
    unsigned skip = !memcmp(code, "\xf3\x0f\x1e\xfa", 4) ? 4 : 0;
    struct sw_insn insn;
    sw_insn_decode(&insn, code + skip, 16, address + skip);
    if (insn.kind != SW_INSN_JUMP_TO || !insn.rip)
        return 0;
    return operand_of(&insn, code + skip, address + skip).disp;
}
#endif
