/* Decodes which memory an x86-64 instruction reads or writes. */
#include "agent/translate/access.h"

/* What an opcode does to its operand in memory: nothing, load, store, both; by ModRM's reg (groups); not known. */
#define N 0
#define L SW_ACCESS_LOAD
#define S SW_ACCESS_STORE
#define B (SW_ACCESS_LOAD | SW_ACCESS_STORE)
#define U SW_ACCESS_UNKNOWN
#define G 255

/* clang-format off */
static const uint8_t one_byte[256] = {
    /* 0x00 */ B, B, L, L, N, N, N, N, B, B, L, L, N, N, N, N,
    /* 0x10 */ B, B, L, L, N, N, N, N, B, B, L, L, N, N, N, N,
    /* 0x20 */ B, B, L, L, N, N, N, N, B, B, L, L, N, N, N, N,
    /* 0x30 */ B, B, L, L, N, N, N, N, L, L, L, L, N, N, N, N,
    /* 0x40 */ N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N,
    /* 0x50 */ N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N,
    /* 0x60 */ N, N, N, L, N, N, N, N, N, L, N, L, U, U, U, U,
    /* 0x70 */ N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N,
    /* 0x80 */ G, G, N, G, L, L, B, B, S, S, L, L, S, N, L, S,
    /* 0x90 */ N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N,
    /* 0xa0 */ U, U, U, U, B, B, L, L, N, N, S, S, L, L, L, L,
    /* 0xb0 */ N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N,
    /* 0xc0 */ B, B, N, N, N, N, S, S, N, N, N, N, N, N, N, N,
    /* 0xd0 */ B, B, B, B, N, N, N, U, L, G, L, G, L, G, L, G,
    /* 0xe0 */ N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N,
    /* 0xf0 */ N, N, N, N, N, N, G, G, N, N, N, N, N, N, B, G,
};

static const uint8_t two_bytes[256] = {
    /* 0x00 */ U, U, U, U, N, N, N, N, N, N, N, N, N, N, N, L,
    /* 0x10 */ L, S, L, S, L, L, L, S, N, N, N, N, N, N, N, N,
    /* 0x20 */ N, N, N, N, N, N, N, N, L, S, L, S, L, L, L, L,
    /* 0x30 */ N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N,
    /* 0x40 */ L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    /* 0x50 */ L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    /* 0x60 */ L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    /* 0x70 */ L, L, L, L, L, L, L, N, U, U, L, L, L, L, S, S,
    /* 0x80 */ N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N,
    /* 0x90 */ S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S,
    /* 0xa0 */ N, N, N, U, B, B, N, N, N, N, N, U, B, B, G, L,
    /* 0xb0 */ B, B, L, U, L, L, L, L, L, N, G, U, L, L, L, L,
    /* 0xc0 */ B, B, L, S, L, N, L, G, N, N, N, N, N, N, N, N,
    /* 0xd0 */ L, L, L, L, L, L, S, N, L, L, L, L, L, L, L, L,
    /* 0xe0 */ L, L, L, L, L, L, L, S, L, L, L, L, L, L, L, L,
    /* 0xf0 */ L, L, L, L, L, L, L, U, L, L, L, L, L, L, L, N,
};

/* Groups, by reg. */
static const uint8_t x87[4][8] = {
    {L, U, S, S, L, L, S, S}, /* d9 */
    {L, S, S, S, N, L, N, S}, /* db */
    {L, S, S, S, L, N, S, S}, /* dd */
    {L, S, S, S, L, L, S, S}, /* df */
};
static const uint8_t arithmetic[8] = {B, B, B, B, B, B, B, L};
static const uint8_t unary[8] = {L, L, B, B, L, L, L, L};
static const uint8_t others[8] = {B, B, L, N, L, N, L, N}; /* inc, dec, call, jmp, push */
static const uint8_t bits[8] = {N, N, N, N, L, B, B, B};
static const uint8_t states[8] = {S, L, L, S, S, L, S, N}; /* fxsave, ..., ldmxcsr, stmxcsr, ... */
static const uint8_t wide[8] = {N, B, N, L, S, S, N, N};   /* cmpxchg8b, cmpxchg16b, ... */
/* clang-format on */

static uint8_t by_group(const struct sw_insn *i)
{
    unsigned reg = i->modrm >> 3 & 7;
    if (i->map == 1)
        return i->opcode == 0xba ? bits[reg] : i->opcode == 0xae ? states[reg] : wide[reg];
    if (i->opcode < 0x90)
        return arithmetic[reg];
    if (i->opcode < 0xe0)
        return x87[i->opcode >> 1 & 3][reg];
    return i->opcode == 0xff ? others[reg] : unary[reg];
}

/* The mandatory prefix: 0: none, 1: 66, 2: f3, 3: f2. */
static unsigned prefix_of(const struct sw_insn *i, const uint8_t *code)
{
    switch (i->encoding) {
    case SW_X86_VEX2:
        return code[i->opcode_at + 1] & 3;
    case SW_X86_LEGACY:
        return i->prefixes & SW_X86_REP         ? 2
               : i->prefixes & SW_X86_REPNE     ? 3
               : i->prefixes & SW_X86_OPERAND16 ? 1
                                                : 0;
    default:
        return code[i->opcode_at + 2] & 3;
    }
}

static uint8_t of_map_2(const struct sw_insn *i, unsigned prefix)
{
    uint8_t op = i->opcode;
    if (i->encoding == SW_X86_LEGACY) {
        if (op == 0xf1)
            return prefix == 3 ? L : S; /* crc32, movbe */
        return op == 0xf5 || op == 0xf8 ? U : op == 0xf6 && !prefix ? S : op == 0xf9 ? S : L;
    }
    if ((op >= 0x90 && op <= 0x93) || (op >= 0xa0 && op <= 0xa3) || op == 0x4b || op == 0xc6 ||
        op == 0xc7)
        return U; /* gathers, scatters, tiles */
    if (op == 0x2e || op == 0x2f || op == 0x8e)
        return i->encoding == SW_X86_EVEX ? L : S; /* masked stores */
    if (i->encoding == SW_X86_EVEX && (op == 0x8a || op == 0x8b || op == 0x63))
        return S; /* compressed */
    if (i->encoding == SW_X86_EVEX && prefix == 2 && op >= 0x10 && op < 0x40 && (op & 15) < 6)
        return S; /* narrowed */
    return L;
}

static uint8_t of_map_3(const struct sw_insn *i)
{
    uint8_t op = i->opcode;
    return (op >= 0x14 && op <= 0x17) || op == 0x19 || op == 0x1b || op == 0x1d || op == 0x39 ||
                   op == 0x3b
               ? S
               : L;
}

static uint8_t of_map_1(const struct sw_insn *i, unsigned prefix)
{
    uint8_t op = i->opcode, what = two_bytes[op];
    if (what == G)
        return by_group(i);
    if (op == 0x7e && prefix == 2)
        return L; /* movq */
    if (i->encoding == SW_X86_LEGACY)
        return what;
    if (op == 0x90) /* kmov */
        return L;
    if (op == 0x78 || op == 0x79 || op == 0x7a || op == 0x7b)
        return L;
    return what;
}

static uint8_t what_of(const struct sw_insn *i, const uint8_t *code)
{
    unsigned prefix = prefix_of(i, code);
    if (i->encoding == SW_X86_XOP)
        return L;
    switch (i->map) {
    case 0:
        return one_byte[i->opcode] == G ? by_group(i) : one_byte[i->opcode];
    case 1:
        return of_map_1(i, prefix);
    case 2:
        return of_map_2(i, prefix);
    case 3:
        return of_map_3(i);
    case 5: /* of 16-bit floats */
        return i->opcode == 0x11 || (i->opcode == 0x7e && prefix == 1) ? S : L;
    }
    return L;
}

/* How many bytes a vector instruction's operand in memory has, which is what EVEX multiplies a displacement of one byte by; 0: not
 * known. `whole`: of the vector; `element`: as W says. */
static unsigned operand_of_map_1(uint8_t op, unsigned prefix, unsigned whole, unsigned element)
{
    unsigned scalar = prefix == 2 ? 4 : 8;
    bool widens = element == 4; /* from half a vector */
    switch (op) {
    case 0x10 ... 0x11:
    case 0x51 ... 0x53:
    case 0x58 ... 0x59:
    case 0x5c ... 0x5f:
    case 0xc2:
        return prefix >= 2 ? scalar : whole;
    case 0x2c ... 0x2d:
        return scalar;
    case 0x2e ... 0x2f:
        return prefix ? 8 : 4;
    case 0x12:
        return prefix < 2 || (prefix == 3 && whole == 16) ? 8 : whole;
    case 0x16:
        return prefix < 2 ? 8 : whole;
    case 0x13:
    case 0x17:
    case 0xd6:
        return 8;
    case 0x2a:
    case 0x6e:
        return element;
    case 0x5a:
        return prefix >= 2 ? scalar : prefix ? whole : whole / 2;
    case 0x78 ... 0x79:
        return prefix >= 2 ? scalar : prefix && widens ? whole / 2 : whole;
    case 0x7a:
        return prefix < 3 && widens ? whole / 2 : whole;
    case 0x7b:
        return prefix >= 2 ? element : widens ? whole / 2 : whole;
    case 0x7e:
        return prefix == 2 ? 8 : element;
    case 0xc4:
        return 2;
    case 0xd1 ... 0xd3:
    case 0xe1 ... 0xe2:
    case 0xf1 ... 0xf3:
        return 16;
    case 0xe6:
        return prefix == 2 && widens ? whole / 2 : whole;
    }
    return whole;
}

static unsigned operand_of_map_2(uint8_t op, unsigned prefix, unsigned whole, unsigned element)
{
    static const uint8_t parts[] = {2, 4, 8, 2, 4, 2};
    if (prefix == 3)
        return 0; /* four at a time, of few processors */
    switch (op) {
    case 0x10 ... 0x15:
        return prefix == 2 || op == 0x13 ? whole / parts[op - 0x10] : whole;
    case 0x20 ... 0x25:
        return whole / parts[op - 0x20];
    case 0x30 ... 0x35:
        return whole / parts[op - 0x30];
    case 0x18:
    case 0x58:
        return 4;
    case 0x19:
    case 0x59:
        return 8;
    case 0x1a:
    case 0x5a:
        return 16;
    case 0x1b:
    case 0x5b:
        return 32;
    case 0x62 ... 0x63:
        return element / 4;
    case 0x78 ... 0x79:
        return op - 0x77u;
    case 0x96 ... 0xbf:
        return op & 1 && (op & 15) >= 9 ? element : whole;
    case 0x43:
    case 0x4d:
    case 0x4f:
    case 0x88 ... 0x8b:
        return element;
    }
    return whole;
}

static unsigned operand_of_map_3(uint8_t op, unsigned prefix, unsigned whole, unsigned element)
{
    if (prefix != 1)
        return 0; /* of 16-bit floats */
    switch (op) {
    case 0x0a:
    case 0x17:
    case 0x21:
        return 4;
    case 0x0b:
        return 8;
    case 0x14:
    case 0x20:
        return 1;
    case 0x15:
        return 2;
    case 0x18 ... 0x19:
    case 0x38 ... 0x39:
        return 16;
    case 0x1a ... 0x1b:
    case 0x3a ... 0x3b:
        return 32;
    case 0x1d:
        return whole / 2;
    case 0x16:
    case 0x22:
    case 0x27:
    case 0x51:
    case 0x55:
    case 0x57:
    case 0x67:
        return element;
    case 0x6a ... 0x6b: /* FMA4: its scalars */
    case 0x6e ... 0x6f:
    case 0x7a ... 0x7b:
    case 0x7e ... 0x7f:
        return op & 1 ? 8 : 4;
    }
    return whole;
}

static unsigned operand_of_vector(const struct sw_insn *i, unsigned prefix, unsigned whole,
                                  unsigned element)
{
    switch (i->map) {
    case 1:
        return operand_of_map_1(i->opcode, prefix, whole, element);
    case 2:
        return operand_of_map_2(i->opcode, prefix, whole, element);
    case 3:
        return operand_of_map_3(i->opcode, prefix, whole, element);
    }
    return 0;
}

static unsigned bytes_of_evex(const struct sw_insn *i, const uint8_t *code)
{
    uint8_t second = code[i->opcode_at + 2], third = code[i->opcode_at + 3], op = i->opcode;
    unsigned element = second & 0x80 ? 8 : 4, whole = 16u << (third >> 5 & 3);
    if (i->map == 2 && (op == 0x2d || op == 0xcb || op == 0xcd)) /* others' in VEX, and without */
        return element;
    unsigned n = operand_of_vector(i, second & 3, whole, element);
    bool is_broadcast = third & 0x10 && n >= 8 && n >= whole / 2 && n > element;
    return is_broadcast ? element : n;
}

/* Those of VEX that have to do with general and mask registers; 0: with vectors. */
static unsigned bytes_of_vex_general(const struct sw_insn *i, unsigned prefix, unsigned element)
{
    uint8_t op = i->opcode;
    if (i->map == 1 && (op == 0x90 || op == 0x91)) /* kmov */
        return element == 8 ? (prefix ? 4 : 8) : prefix ? 1 : 2;
    if (i->map == 1 && op == 0xae) /* vldmxcsr, vstmxcsr */
        return 4;
    bool is_bmi = (i->map == 2 && op >= 0xf2 && op <= 0xf7) || (i->map == 3 && op == 0xf0);
    return is_bmi ? element : 0;
}

static unsigned bytes_of_vex(const struct sw_insn *i, unsigned prefix, const uint8_t *code)
{
    bool is_short = i->encoding == SW_X86_VEX2;
    uint8_t last = code[i->opcode_at + (is_short ? 1 : 2)];
    unsigned element = !is_short && last & 0x80 ? 8 : 4, whole = last & 4 ? 32 : 16;
    unsigned n = bytes_of_vex_general(i, prefix, element);
    if (!n)
        n = operand_of_vector(i, prefix, whole, element);
    return n ? n : whole;
}

/* Of an operand as wide as a general register. */
static unsigned general(const struct sw_insn *i)
{
    return i->rex & 8 ? 8 : i->prefixes & SW_X86_OPERAND16 ? 2 : 4;
}

/* Of d8 to df, by reg. */
static unsigned bytes_of_x87(const struct sw_insn *i)
{
    static const uint8_t by_reg[8][8] = {
        {4, 4, 4, 4, 4, 4, 4, 4},   {4, 4, 4, 4, 28, 2, 28, 2}, {4, 4, 4, 4, 4, 4, 4, 4},
        {4, 4, 4, 4, 4, 10, 4, 10}, {8, 8, 8, 8, 8, 8, 8, 8},   {8, 8, 8, 8, 108, 8, 108, 2},
        {2, 2, 2, 2, 2, 2, 2, 2},   {2, 2, 2, 2, 10, 8, 10, 8},
    };
    return by_reg[i->opcode & 7][i->modrm >> 3 & 7];
}

static unsigned bytes_of_one_byte(const struct sw_insn *i)
{
    uint8_t op = i->opcode, reg = i->modrm >> 3 & 7;
    if (op >= 0xd8 && op <= 0xdf)
        return bytes_of_x87(i);
    if (op == 0x8f || (op == 0xff && reg >= 2)) /* pop, call, jmp, push */
        return i->prefixes & SW_X86_OPERAND16 ? 2 : 8;
    if (op == 0x63) /* movslq */
        return 4;
    if (op == 0x8c || op == 0x8e) /* segments */
        return 2;
    return op & 1 ? general(i) : 1;
}

static bool has_vectors(uint8_t op)
{
    return (op >= 0x10 && op <= 0x17) || (op >= 0x28 && op <= 0x2f) || (op >= 0x50 && op <= 0x7f) ||
           op == 0xc2 || (op >= 0xc4 && op <= 0xc6) || op >= 0xd0;
}

static unsigned bytes_of_sse(const struct sw_insn *i, unsigned prefix)
{
    unsigned element = i->rex & 8 ? 8 : 4;
    bool is_mmx =
        i->map == 1 && !prefix && ((i->opcode >= 0x60 && i->opcode <= 0x7f) || i->opcode >= 0xd0);
    if (is_mmx && i->opcode != 0x6e && i->opcode != 0x7e)
        return i->opcode <= 0x62 ? 4 : 8;               /* punpckl: the lower half */
    if (i->map == 1 && i->opcode == 0x2a && prefix < 2) /* cvtpi2ps, cvtpi2pd */
        return 8;
    unsigned n = operand_of_vector(i, prefix, 16, element);
    return n ? n : 16;
}

static unsigned bytes_of_two_bytes(const struct sw_insn *i, unsigned prefix)
{
    if (has_vectors(i->opcode))
        return bytes_of_sse(i, prefix);
    switch (i->opcode) {
    case 0x90 ... 0x9f: /* setcc */
    case 0xb0:
    case 0xb6:
    case 0xbe:
    case 0xc0:
        return 1;
    case 0xb7:
    case 0xbf:
        return 2;
    case 0xae: /* ldmxcsr, stmxcsr, and the first word of others */
        return 4;
    case 0xc7: /* cmpxchg8b, cmpxchg16b */
        return i->rex & 8 ? 16 : 8;
    }
    return general(i);
}

/* As far as the encoding tells; else a whole vector. */
static unsigned bytes_of(const struct sw_insn *i, const uint8_t *code)
{
    unsigned prefix = prefix_of(i, code);
    if (i->encoding == SW_X86_EVEX)
        return bytes_of_evex(i, code);
    if (i->encoding != SW_X86_LEGACY)
        return bytes_of_vex(i, prefix, code);
    if (i->map == 0)
        return bytes_of_one_byte(i);
    if (i->map == 1)
        return bytes_of_two_bytes(i, prefix);
    if (i->map == 2 && i->opcode >= 0xf0) /* crc32 of a byte; movbe, crc32, adcx */
        return i->opcode == 0xf0 && prefix == 3 ? 1 : general(i);
    return bytes_of_sse(i, prefix);
}

/* Whether the operand's base is one of r8 to r15. */
static bool extended_base(const struct sw_insn *i, const uint8_t *code)
{
    if (i->encoding == SW_X86_LEGACY)
        return i->rex & 1;
    return i->encoding != SW_X86_VEX2 && !(code[i->opcode_at + 1] & 0x20);
}

static bool is_string(const struct sw_insn *i)
{
    return i->encoding == SW_X86_LEGACY && i->map == 0 &&
           ((i->opcode >= 0xa4 && i->opcode <= 0xa7) || (i->opcode >= 0xaa && i->opcode <= 0xaf));
}

/* Strings: how far they get is known behind them only. */
static bool compares(const struct sw_insn *i)
{
    return (i->opcode & ~1) == 0xa6 || (i->opcode & ~1) == 0xae;
}

/* Stores that are put together to whole lines on their way to memory: movntps, movnti, movntdq. */
static bool is_past_caches(const struct sw_insn *i)
{
    return i->map == 1 && (i->opcode == 0x2b || i->opcode == 0xc3 || i->opcode == 0xe7);
}

void sw_access_decode(struct sw_access *a, const struct sw_insn *i, const uint8_t *code)
{
    *a = (struct sw_access){.is_string = is_string(i)};
    bool has_operand = i->modrm_at && i->modrm >> 6 != 3;
    bool is_fixed = i->encoding == SW_X86_LEGACY && i->map == 0 && !i->modrm_at;
    if (i->map == 1 && i->opcode == 0xf7 && i->modrm >> 6 == 3)
        a->what = SW_ACCESS_UNKNOWN; /* maskmovdqu: where rdi says */
    if (!has_operand && !is_fixed)
        return;
    if (is_fixed && !a->is_string && one_byte[i->opcode] != U)
        return;
    a->what = what_of(i, code);
    if (!a->what)
        return;
    if (i->prefixes & SW_X86_ADDRESS32 || (a->is_string && (compares(i) || i->segment)))
        a->what = SW_ACCESS_UNKNOWN;
    if (is_past_caches(i))
        a->what |= SW_ACCESS_WHOLE;
    if (i->prefixes & SW_X86_LOCK || (i->map == 0 && (i->opcode & ~1) == 0x86))
        a->what |= SW_ACCESS_ATOMIC;
    a->bytes = (uint16_t)bytes_of(i, code);
    a->scale = 1;
    if (i->encoding == SW_X86_EVEX && has_operand && i->modrm >> 6 == 1) {
        a->scale = (uint8_t)a->bytes;
        if (!a->scale)
            a->what = SW_ACCESS_UNKNOWN;
    }
    a->is_local = i->segment ||
                  (has_operand && (i->modrm & 7) == 4 && (code[i->modrm_at + 1] & 0x3f) == 0x24 &&
                   !extended_base(i, code)); /* fs, gs: a thread's own */
}
