/* Decodes x86-64 instructions, as far as the translator has to know them. */
#include "agent/translate/insn.h"

/* What follows an opcode: a ModRM byte, and immediates. */
enum {
    NONE = 0,
    MODRM = 1,
    B = 2,      /* one byte */
    Z = 4,      /* 4 bytes, or 2 with an operand prefix */
    V = 8,      /* 8 bytes with REX.W, else as Z */
    W = 16,     /* 2 bytes */
    MOFFS = 32, /* an address: 8 bytes, or 4 with an address prefix */
    D = 64,     /* 4 bytes, always: a branch */
    TEST = 128, /* an immediate where ModRM's reg is 0 or 1 */
    BAD = 255,
};
#define M  MODRM
#define MB (MODRM | B)
#define MZ (MODRM | Z)
#define A  MOFFS
#define X  BAD

/* clang-format off */
static const uint8_t one_byte[256] = {
    /* 0x00 */ M, M, M, M, B, Z, X, X, M, M, M, M, B, Z, X, X,
    /* 0x10 */ M, M, M, M, B, Z, X, X, M, M, M, M, B, Z, X, X,
    /* 0x20 */ M, M, M, M, B, Z, X, X, M, M, M, M, B, Z, X, X,
    /* 0x30 */ M, M, M, M, B, Z, X, X, M, M, M, M, B, Z, X, X,
    /* 0x40: REX */ X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    /* 0x50 */ 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    /* 0x60 */ X, X, X, M, X, X, X, X, Z, MZ, B, MB, 0, 0, 0, 0,
    /* 0x70 */ B, B, B, B, B, B, B, B, B, B, B, B, B, B, B, B,
    /* 0x80 */ MB, MZ, X, MB, M, M, M, M, M, M, M, M, M, M, M, M,
    /* 0x90 */ 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, X, 0, 0, 0, 0, 0,
    /* 0xa0 */ A, A, A, A, 0, 0, 0, 0, B, Z, 0, 0, 0, 0, 0, 0,
    /* 0xb0 */ B, B, B, B, B, B, B, B, V, V, V, V, V, V, V, V,
    /* 0xc0 */ MB, MB, W, 0, X, X, MB, MZ, W | B, 0, W, 0, 0, B, X, 0,
    /* 0xd0 */ M, M, M, M, X, X, X, 0, M, M, M, M, M, M, M, M,
    /* 0xe0 */ B, B, B, B, B, B, B, B, D, D, X, B, 0, 0, 0, 0,
    /* 0xf0 */ X, 0, X, X, 0, 0, M | TEST | B, M | TEST | Z, 0, 0, 0, 0, 0, 0, M, M,
};

static const uint8_t two_bytes[256] = {
    /* 0x00 */ M, M, M, M, X, 0, 0, 0, 0, 0, X, 0, X, M, 0, MB,
    /* 0x10 */ M, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M,
    /* 0x20 */ X, X, X, X, X, X, X, X, M, M, M, M, M, M, M, M,
    /* 0x30 */ 0, 0, 0, 0, 0, 0, X, 0, X, X, X, X, X, X, X, X,
    /* 0x40 */ M, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M,
    /* 0x50 */ M, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M,
    /* 0x60 */ M, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M,
    /* 0x70 */ MB, MB, MB, MB, M, M, M, 0, M, M, X, X, M, M, M, M,
    /* 0x80 */ D, D, D, D, D, D, D, D, D, D, D, D, D, D, D, D,
    /* 0x90 */ M, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M,
    /* 0xa0 */ 0, 0, 0, M, MB, M, X, X, 0, 0, 0, M, MB, M, M, M,
    /* 0xb0 */ M, M, M, M, M, M, M, M, M, M, MB, M, M, M, M, M,
    /* 0xc0 */ M, M, MB, M, MB, MB, MB, M, 0, 0, 0, 0, 0, 0, 0, 0,
    /* 0xd0 */ M, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M,
    /* 0xe0 */ M, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M,
    /* 0xf0 */ M, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M,
};
/* clang-format on */
#undef M
#undef MB
#undef MZ
#undef A
#undef X

/* Where the decoder is. What is read behind the end is 0, and `short_of` is set. */
struct text {
    const uint8_t *code;
    uint64_t size;
    unsigned at;
    bool short_of;
};

static uint8_t peek(struct text *t)
{
    if (t->at < t->size && t->at < SW_X86_LONGEST)
        return t->code[t->at];
    t->short_of = true;
    return 0;
}

static uint8_t take(struct text *t)
{
    uint8_t byte = peek(t);
    t->at++;
    return byte;
}

static void take_prefixes(struct sw_insn *i, struct text *t)
{
    for (;; t->at++) {
        uint8_t byte = peek(t);
        switch (byte) {
        case 0x66:
            i->prefixes |= SW_X86_OPERAND16;
            break;
        case 0x67:
            i->prefixes |= SW_X86_ADDRESS32;
            break;
        case 0xf2:
            i->prefixes = (uint8_t)((i->prefixes & ~SW_X86_REP) | SW_X86_REPNE);
            break;
        case 0xf3:
            i->prefixes = (uint8_t)((i->prefixes & ~SW_X86_REPNE) | SW_X86_REP);
            break;
        case 0x2e:
        case 0x36:
        case 0x3e:
        case 0x26:
        case 0x64:
        case 0x65:
            i->prefixes |= SW_X86_SEGMENT;
            if (byte == 0x64 || byte == 0x65)
                i->segment = byte; /* the others do nothing */
            break;
        case 0xf0:
            i->prefixes |= SW_X86_LOCK;
            break;
        default:
            if ((byte & 0xf0) != 0x40) {
                return;
            }
            i->rex = byte; /* it counts right before the opcode only */
            continue;
        }
        i->rex = 0;
        if (t->short_of)
            return;
    }
}

/* ModRM, SIB and displacement. */
static void take_operand(struct sw_insn *i, struct text *t)
{
    i->modrm_at = (uint8_t)t->at;
    i->modrm = take(t);
    unsigned mod = i->modrm >> 6, rm = i->modrm & 7, base = rm;
    if (mod == 3)
        return;
    if (rm == 4)
        base = take(t) & 7;
    if (mod == 1)
        t->at++;
    if (mod == 2 || (mod == 0 && base == 5)) {
        i->disp_at = (uint8_t)t->at;
        t->at += 4;
    }
    i->rip = mod == 0 && rm == 5;
}

static void take_immediates(struct sw_insn *i, struct text *t, uint8_t what)
{
    unsigned z = i->prefixes & SW_X86_OPERAND16 && !(i->rex & 8) ? 2 : 4, n = 0;
    if (what & TEST && i->modrm >> 4 & 3)
        return;
    if (what & B)
        n += 1;
    if (what & W)
        n += 2;
    if (what & Z)
        n += z;
    if (what & V)
        n += i->rex & 8 ? 8 : z;
    if (what & MOFFS)
        n += i->prefixes & SW_X86_ADDRESS32 ? 4 : 8;
    if (what & D)
        n += 4;
    i->immediate = (uint8_t)n;
    t->at += n;
}

/* Opcodes of map 1 have an immediate in the same places in all encodings. */
static uint8_t immediate_of(unsigned map, uint8_t opcode)
{
    if (map == 1)
        return (opcode >= 0x70 && opcode <= 0x73) || opcode == 0xc2 ||
                       (opcode >= 0xc4 && opcode <= 0xc6)
                   ? B
                   : 0;
    return map == 3 || map == 8 ? B : map == 10 ? D : 0;
}

/* VEX, EVEX and XOP: all have ModRM but vzeroupper and vzeroall. */
static bool take_vector(struct sw_insn *i, struct text *t, uint8_t first)
{
    uint8_t second = take(t);
    i->map = 1;
    if (first == 0xc5) {
        i->encoding = SW_X86_VEX2;
    } else if (first == 0x62) {
        i->encoding = SW_X86_EVEX;
        i->map = second & 7;
        t->at += 2;
    } else {
        i->encoding = first == 0xc4 ? SW_X86_VEX3 : SW_X86_XOP;
        i->map = second & 31;
        take(t);
    }
    if (i->map < 1 || i->map == 4 || i->map > (i->encoding == SW_X86_XOP ? 10 : 6))
        return false;
    i->opcode = take(t);
    if (i->encoding <= SW_X86_VEX3 && i->map == 1 && i->opcode == 0x77)
        return true;
    take_operand(i, t);
    take_immediates(i, t, immediate_of(i->map, i->opcode));
    return true;
}

/* extrq and insertq of SSE4a: two immediates. */
static bool is_extrq(const struct sw_insn *i)
{
    return i->map == 1 && i->opcode == 0x78 && i->prefixes & (SW_X86_OPERAND16 | SW_X86_REPNE);
}

static bool take_legacy(struct sw_insn *i, struct text *t, uint8_t first)
{
    uint8_t what;
    i->opcode = first;
    if (first != 0x0f) {
        what = one_byte[first];
    } else {
        i->opcode = take(t);
        i->map = 1;
        if (i->opcode == 0x38 || i->opcode == 0x3a) {
            i->map = i->opcode == 0x38 ? 2 : 3;
            i->opcode = take(t);
            what = i->map == 2 ? MODRM : MODRM | B;
        } else {
            what = two_bytes[i->opcode];
        }
    }
    if (what == BAD)
        return false;
    if (what & MODRM)
        take_operand(i, t);
    if (is_extrq(i))
        what |= W;
    take_immediates(i, t, what & (uint8_t)~MODRM);
    return true;
}

static uint64_t relative(const struct sw_insn *i, const uint8_t *code, uint64_t address)
{
    int64_t offset = (int8_t)code[i->length - 1];
    if (i->immediate == 4) {
        int32_t wide;
        __builtin_memcpy(&wide, code + i->length - 4, 4);
        offset = wide;
    }
    return address + i->length + (uint64_t)offset;
}

/* A group's instruction. */
static unsigned reg_of(const struct sw_insn *i)
{
    return i->modrm >> 3 & 7;
}

static uint8_t kind_of_group5(const struct sw_insn *i)
{
    if (reg_of(i) == 3 || reg_of(i) == 5 || reg_of(i) == 7)
        return SW_INSN_UNKNOWN; /* far */
    if (reg_of(i) == 2 || reg_of(i) == 4) {
        if (i->prefixes & SW_X86_OPERAND16 && !(i->rex & 8))
            return SW_INSN_UNKNOWN;
        return reg_of(i) == 2 ? SW_INSN_CALL_TO : SW_INSN_JUMP_TO;
    }
    return SW_INSN_PLAIN;
}

static uint8_t kind_of_one_byte(const struct sw_insn *i)
{
    uint8_t op = i->opcode;
    if (op >= 0x70 && op < 0x80)
        return SW_INSN_BRANCH;
    switch (op) {
    case 0xe0 ... 0xe3:
        return SW_INSN_RCX;
    case 0xe8:
    case 0xe9:
        /* Intel's processors and AMD's do not agree on what a 16-bit branch is. */
        if (i->prefixes & SW_X86_OPERAND16 && !(i->rex & 8))
            return SW_INSN_UNKNOWN;
        return op == 0xe8 ? SW_INSN_CALL : SW_INSN_JUMP;
    case 0xeb:
        return SW_INSN_JUMP;
    case 0xc2:
    case 0xc3:
        return i->prefixes & SW_X86_OPERAND16 ? SW_INSN_UNKNOWN : SW_INSN_RETURN;
    case 0xff:
        return kind_of_group5(i);
    case 0xc7:
        if (i->modrm != 0xf8)
            return SW_INSN_PLAIN;
        return i->immediate == 4 ? SW_INSN_BEGIN : SW_INSN_UNKNOWN;
    case SW_X86_INT3:
    case 0xf4:
        return SW_INSN_STOP;
    case 0x8e: /* mov to a segment register: fs is the thread's memory */
        return reg_of(i) == 4 ? SW_INSN_UNKNOWN : SW_INSN_PLAIN;
    case 0xca:
    case 0xcb:
    case 0xcd:
    case 0xcf:
        return SW_INSN_UNKNOWN; /* far return, int, iret */
    case 0x6c ... 0x6f:
    case 0xa4 ... 0xa7:
    case 0xaa ... 0xaf:
        return i->prefixes & (SW_X86_REP | SW_X86_REPNE) ? SW_INSN_REPEATED : SW_INSN_PLAIN;
    }
    return SW_INSN_PLAIN;
}

static uint8_t kind_of_two_bytes(const struct sw_insn *i)
{
    uint8_t op = i->opcode;
    if (op >= 0x80 && op < 0x90)
        return i->prefixes & SW_X86_OPERAND16 ? SW_INSN_UNKNOWN : SW_INSN_BRANCH;
    switch (op) {
    case 0x05:
        return SW_INSN_SYSCALL;
    case 0x07: /* sysret, sysenter, sysexit */
    case 0x34:
    case 0x35:
        return SW_INSN_UNKNOWN;
    case 0x0b:
    case 0xb9:
    case 0xff:
        return SW_INSN_STOP;
    case 0xa1: /* pop %fs, lfs */
    case 0xb4:
        return SW_INSN_UNKNOWN;
    case 0xae: /* wrfsbase */
        if (i->modrm >> 6 == 3 && reg_of(i) == 2 && i->prefixes & SW_X86_REP)
            return SW_INSN_THREAD;
    }
    return SW_INSN_PLAIN;
}

static uint8_t kind_of(const struct sw_insn *i)
{
    if (i->encoding != SW_X86_LEGACY || i->map > 1)
        return SW_INSN_PLAIN;
    return i->map ? kind_of_two_bytes(i) : kind_of_one_byte(i);
}

/* shl, shr, sar by `count` set all flags unless it is 0; rcl and rcr read the carry. */
static uint8_t flags_of_shift(const struct sw_insn *i, unsigned count)
{
    unsigned which = reg_of(i);
    if (which == 2 || which == 3)
        return SW_FLAGS_READ;
    return which >= 4 && count & (i->rex & 8 ? 63 : 31) ? SW_FLAGS_SET : SW_FLAGS_STAY;
}

/* adc and sbb among the eight of add, or, adc, sbb, and, sub, xor, cmp. */
static uint8_t flags_of_arithmetic(unsigned which)
{
    return which == 2 || which == 3 ? SW_FLAGS_READ : SW_FLAGS_SET;
}

static uint8_t flags_of_one_byte(const struct sw_insn *i, const uint8_t *code)
{
    uint8_t op = i->opcode;
    if (op < 0x40)
        return flags_of_arithmetic(op >> 3);
    switch (op) {
    case 0x70 ... 0x7f: /* jcc */
    case 0x9c:          /* pushf */
    case 0x9f:          /* lahf */
    case 0xcc ... 0xcf: /* interrupts */
    case 0xe0:          /* loopne, loope */
    case 0xe1:
    case 0xf1:
    case 0xf5: /* cmc */
        return SW_FLAGS_READ;
    case 0x80:
    case 0x81:
    case 0x83:
        return flags_of_arithmetic(reg_of(i));
    case 0x84: /* test */
    case 0x85:
    case 0xa8:
    case 0xa9:
        return SW_FLAGS_SET;
    case 0xc0:
    case 0xc1:
        return flags_of_shift(i, code[i->length - 1]);
    case 0xd0:
    case 0xd1:
        return flags_of_shift(i, 1);
    case 0xd2:
    case 0xd3:
        return flags_of_shift(i, 0);
    case 0xda: /* fcmovcc */
    case 0xdb:
        return i->modrm >= 0xc0 && i->modrm < 0xe0 ? SW_FLAGS_READ : SW_FLAGS_STAY;
    case 0xf6: /* test, neg */
    case 0xf7:
        return reg_of(i) <= 1 || reg_of(i) == 3 ? SW_FLAGS_SET : SW_FLAGS_STAY;
    }
    return SW_FLAGS_STAY;
}

static uint8_t flags_of_two_bytes(const struct sw_insn *i)
{
    switch (i->opcode) {
    case 0x05:          /* syscall */
    case 0x40 ... 0x4f: /* cmovcc, jcc, setcc */
    case 0x80 ... 0x9f:
        return SW_FLAGS_READ;
    case 0x2e: /* ucomis, comis */
    case 0x2f:
    case 0xb0: /* cmpxchg, xadd */
    case 0xb1:
    case 0xc0:
    case 0xc1:
        return SW_FLAGS_SET;
    }
    return SW_FLAGS_STAY;
}

/* What reads flags must all be here; what sets them need not. */
static uint8_t flags_of(const struct sw_insn *i, const uint8_t *code)
{
    if (i->encoding == SW_X86_EVEX || i->encoding == SW_X86_XOP)
        return SW_FLAGS_STAY;
    if (i->encoding != SW_X86_LEGACY)
        return i->map == 1 && (i->opcode == 0x2e || i->opcode == 0x2f) ? SW_FLAGS_SET
                                                                       : SW_FLAGS_STAY;
    if (i->map == 0)
        return flags_of_one_byte(i, code);
    if (i->map == 1)
        return flags_of_two_bytes(i);
    if (i->map == 2 && i->opcode == 0xf6) /* adcx, adox; without a prefix wrss */
        return SW_FLAGS_READ;
    return SW_FLAGS_STAY;
}

void sw_insn_decode(struct sw_insn *i, const uint8_t *code, uint64_t size, uint64_t address)
{
    struct text t = {.code = code, .size = size};
    *i = (struct sw_insn){0};
    take_prefixes(i, &t);
    i->opcode_at = (uint8_t)t.at;
    uint8_t first = take(&t);
    bool is_xop = first == 0x8f && (peek(&t) & 31) >= 8;
    bool is_vector = first == 0xc4 || first == 0xc5 || first == 0x62 || is_xop;
    bool known = is_vector ? take_vector(i, &t, first) : take_legacy(i, &t, first);
    if (!known || t.short_of || t.at > size || t.at > SW_X86_LONGEST)
        return;
    i->length = (uint8_t)t.at;
    if (i->rip && i->prefixes & SW_X86_ADDRESS32)
        return; /* relative to eip: nobody's */
    i->kind = kind_of(i);
    i->flags = flags_of(i, code);
    if ((i->kind >= SW_INSN_BRANCH && i->kind <= SW_INSN_CALL) || i->kind == SW_INSN_BEGIN)
        i->target = relative(i, code, address);
}
