/* Decodes which memory an aarch64 instruction reads or writes. */
#include "agent/translate/access.h"

enum { SP = 31, NONE = 31 };

static unsigned bits(uint32_t word, unsigned from, unsigned n)
{
    return word >> from & ((1u << n) - 1);
}

static int32_t signed_bits(uint32_t word, unsigned from, unsigned n)
{
    return (int32_t)(word << (32 - from - n)) >> (32 - n);
}

static uint8_t load_or_store(bool loads)
{
    return loads ? SW_ACCESS_LOAD : SW_ACCESS_STORE;
}

/* ldxr, stxr, ldxp, stxp, ldar, stlr, cas, casp. */
static void decode_exclusive(struct sw_access *a, uint32_t word)
{
    unsigned size = bits(word, 30, 2);
    bool is_ordered = bits(word, 23, 1), is_pair = bits(word, 21, 1), loads = bits(word, 22, 1);
    a->bytes = (uint16_t)(1u << size);
    a->what = load_or_store(loads);
    if (!is_ordered || is_pair)
        a->what |= SW_ACCESS_ATOMIC;
    if (is_ordered && is_pair) /* cas */
        a->what |= SW_ACCESS_LOAD | SW_ACCESS_STORE;
    if (!is_ordered && is_pair) {
        a->bytes = bits(word, 30, 1) ? 16 : 8;
        if (size < 2) /* casp */
            a->what |= SW_ACCESS_LOAD | SW_ACCESS_STORE;
    }
}

/* ld1 to ld4 and st1 to st4 of whole registers. */
static void decode_structures(struct sw_access *a, uint32_t word)
{
    static const uint8_t registers[16] = {
        [0] = 4, [2] = 4, [4] = 3, [6] = 3, [7] = 1, [8] = 2, [10] = 2};
    a->what = load_or_store(bits(word, 22, 1));
    a->bytes = (uint16_t)(registers[bits(word, 12, 4)] * (bits(word, 30, 1) ? 16 : 8));
}

/* ... and of one element each, or loaded to all of them. */
static void decode_elements(struct sw_access *a, uint32_t word)
{
    unsigned opcode = bits(word, 13, 3), size = bits(word, 10, 2), scale = opcode >> 1;
    unsigned elements = ((opcode & 1) << 1 | bits(word, 21, 1)) + 1;
    if (scale == 3)
        scale = size;
    else if (scale == 2 && size & 1)
        scale = 3;
    a->what = load_or_store(bits(word, 22, 1));
    a->bytes = (uint16_t)(elements << scale);
}

static void decode_pair(struct sw_access *a, uint32_t word)
{
    unsigned size = bits(word, 30, 2), type = bits(word, 23, 2);
    bool is_vector = bits(word, 26, 1);
    unsigned log = is_vector ? size + 2 : size == 2 ? 3 : 2;
    a->what = load_or_store(bits(word, 22, 1));
    if (!is_vector && size == 1 && a->what == SW_ACCESS_STORE)
        log = 4;   /* stgp: a pair of 8 bytes, by multiples of 16 */
    if (type != 1) /* not added afterwards */
        a->displacement = signed_bits(word, 15, 7) * (1 << log);
    a->bytes = (uint16_t)(log == 4 && !is_vector ? 16 : 2u << log);
}

/* ldadd, swp and their like; ldapr only loads. */
static void decode_atomic(struct sw_access *a, uint32_t word)
{
    bool only_loads = matches(word, 0x0020fc00, 0x0020c000) && bits(word, 23, 1);
    a->bytes = (uint16_t)(1u << bits(word, 30, 2));
    a->what = only_loads ? SW_ACCESS_LOAD : SW_ACCESS_LOAD | SW_ACCESS_STORE | SW_ACCESS_ATOMIC;
}

/* One register, by any of the ways to say where. */
static void decode_one(struct sw_access *a, uint32_t word)
{
    unsigned log = bits(word, 30, 2), opcode = bits(word, 22, 2), how = bits(word, 10, 2);
    bool is_vector = bits(word, 26, 1), is_scaled = bits(word, 24, 1), is_other = bits(word, 21, 1);
    if (!is_scaled && is_other && how == 0) {
        if (is_vector)
            a->what = SW_ACCESS_UNKNOWN;
        else
            decode_atomic(a, word);
        return;
    }
    if (!is_scaled && is_other && how & 1) { /* ldraa, ldrab: the base is signed */
        a->what = SW_ACCESS_UNKNOWN;
        return;
    }
    if (is_vector && opcode & 2)
        log = 4;
    else if (!is_vector && log == 3 && opcode == 2)
        return; /* prfm */
    a->bytes = (uint16_t)(1u << log);
    a->what = load_or_store(is_vector ? opcode & 1 : opcode != 0);
    if (is_scaled) {
        a->displacement = (int32_t)(bits(word, 10, 12) << log);
    } else if (is_other) {
        a->index = (uint8_t)bits(word, 16, 5);
        a->option = (uint8_t)bits(word, 13, 3);
        a->shift = (uint8_t)(bits(word, 12, 1) ? log : 0);
    } else if (how != 1) { /* not added afterwards */
        a->displacement = signed_bits(word, 12, 9);
    }
}

/* SVE's and SME's loads and stores; copies and fills of memory by one instruction. */
static bool is_unknown(uint32_t word)
{
    return matches(word, 0xfe000000, 0x84000000) || matches(word, 0xfe000000, 0xa4000000) ||
           matches(word, 0xfe000000, 0xc4000000) || matches(word, 0xfe000000, 0xe4000000) ||
           matches(word, 0xfe000000, 0xe0000000) || matches(word, 0x3b200c00, 0x19000400);
}

/* Whether 'dc zva' clears one line; it may be refused, too. */
static bool clears_a_line(void)
{
    uint64_t id;
    __asm__("mrs %0, dczid_el0" : "=r"(id));
    return (4u << (id & 31)) == 64;
}

void sw_access_decode(struct sw_access *a, const struct sw_insn *insn, const uint8_t *code)
{
    uint32_t word = insn->word;
    (void)code;
    *a = (struct sw_access){.base = (uint8_t)bits(word, 5, 5), .index = NONE};
    if (matches(word, 0x3f000000, 0x08000000))
        decode_exclusive(a, word);
    else if (matches(word, 0xbf000000, 0x0c000000))
        decode_structures(a, word);
    else if (matches(word, 0xbf000000, 0x0d000000))
        decode_elements(a, word);
    else if (matches(word, 0x3f200c00, 0x19000000)) { /* ldapur, stlur */
        a->what = load_or_store(bits(word, 22, 2) != 0);
        a->bytes = (uint16_t)(1u << bits(word, 30, 2));
        a->displacement = signed_bits(word, 12, 9);
    } else if (matches(word, 0x3a000000, 0x28000000))
        decode_pair(a, word);
    else if (matches(word, 0x3a000000, 0x38000000))
        decode_one(a, word);
    else if (matches(word, 0xffffffe0, 0xd50b7420)) { /* dc zva */
        a->what = clears_a_line() ? SW_ACCESS_STORE | SW_ACCESS_WHOLE : SW_ACCESS_UNKNOWN;
        a->base = (uint8_t)bits(word, 0, 5);
        a->bytes = 64;
    } else if (is_unknown(word))
        a->what = SW_ACCESS_UNKNOWN;
    a->is_local = a->what && a->base == SP && a->index == NONE;
}
