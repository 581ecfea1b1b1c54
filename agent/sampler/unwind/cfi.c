/*
 * A place is looked up in .eh_frame_hdr, which leads to its function's entry (FDE) in .eh_frame; that
 * names a common entry (CIE). The instructions of both are run up to the place. Of the machine's
 * registers only those that frames are found by and the return address are followed: that is all a walk
 * needs.
 */
#include "agent/sampler/unwind/cfi.h"
#include "base/search.h"

/* Reading DWARF: bytes up to an end. After the end, or what is not understood, `bad` is set, and zeros
 * come. */

struct sw_bytes {
    const unsigned char *at, *end;
    bool bad;
};

static inline uint64_t sw_bytes_take(struct sw_bytes *b, unsigned n)
{
    uint64_t value = 0;
    if ((uint64_t)(b->end - b->at) < n) {
        b->at = b->end;
        b->bad = true;
        return 0;
    }
    for (unsigned i = 0; i < n; i++)
        value |= (uint64_t)b->at[i] << 8 * i;
    b->at += n;
    return value;
}

static inline void sw_bytes_skip(struct sw_bytes *b, uint64_t n)
{
    if ((uint64_t)(b->end - b->at) < n) {
        b->bad = true;
        n = (uint64_t)(b->end - b->at);
    }
    b->at += n;
}

/* `bits`: how many it had. */
static inline uint64_t sw_bytes_leb(struct sw_bytes *b, unsigned *bits)
{
    uint64_t value = 0, byte;
    *bits = 0;
    do {
        byte = sw_bytes_take(b, 1);
        value |= *bits < 64 ? (byte & 0x7f) << *bits : 0;
        *bits += 7;
    } while (byte & 0x80);
    return value;
}

static inline uint64_t sw_bytes_uleb(struct sw_bytes *b)
{
    unsigned bits;
    return sw_bytes_leb(b, &bits);
}

static inline int64_t sw_bytes_sleb(struct sw_bytes *b)
{
    unsigned bits;
    uint64_t value = sw_bytes_leb(b, &bits);
    if (bits < 64 && value >> (bits - 1) & 1)
        value |= -(1ull << bits);
    return (int64_t)value;
}

/* A pointer as DW_EH_PE_* says: absolute or relative to where it stands, of any size; bad where it is
 * relative to something else or has to be loaded. */
static inline uint64_t sw_bytes_pointer(struct sw_bytes *b, unsigned encoding)
{
    uint64_t base = (uint64_t)b->at, value = 0;
    switch (encoding & 0x0f) {
    case 0x00: /* absptr */
    case 0x04: /* udata8 */
    case 0x0c: /* sdata8 */
        value = sw_bytes_take(b, 8);
        break;
    case 0x02: /* udata2 */
        value = sw_bytes_take(b, 2);
        break;
    case 0x03: /* udata4 */
        value = sw_bytes_take(b, 4);
        break;
    case 0x0a: /* sdata2 */
        value = (uint64_t)(int64_t)(int16_t)sw_bytes_take(b, 2);
        break;
    case 0x0b: /* sdata4 */
        value = (uint64_t)(int64_t)(int32_t)sw_bytes_take(b, 4);
        break;
    default:
        b->bad = true;
    }
    if (encoding & 0x80 || (encoding & 0x70) > 0x10)
        b->bad = true;
    return value + ((encoding & 0x70) == 0x10 ? base : 0);
}

#if defined __aarch64__
enum { FP = 29, SP = 31, OTHER = -1, BASE = -1 };
#else
enum { FP = 6, SP = 7, OTHER = 10, BASE = 3 };
#endif

enum { STATES = 8 }; /* remembered at once; compilers need one or two */

struct saved {
    int64_t offset;
    uint8_t how; /* enum sw_unwind_saved */
};

/* What holds from one place to the next. */
struct state {
    struct saved return_address, fp, base;
    int64_t cfa_offset;
    uint64_t cfa_register; /* where cfa is SW_CFA_SP: SP, FP or another */
    uint8_t cfa;           /* enum sw_unwind_cfa; SW_CFA_SP: of the register */
};

struct cie {
    struct sw_bytes instructions;
    uint64_t code_factor;
    int64_t data_factor;
    uint64_t return_register;
    unsigned encoding; /* of addresses in FDEs */
    bool signal, augmented;
};

struct interpreter {
    const struct cie *cie;
    struct state now, first, remembered[STATES];
    unsigned n_remembered;
    uint64_t at, pc;
};

static bool inside(const struct sw_unwind_module *m, uint64_t at, uint64_t bytes)
{
    return at >= m->low && at <= m->high && m->high - at >= bytes;
}

static int32_t load32(uint64_t at)
{
    int32_t value;
    __builtin_memcpy(&value, (const void *)at, sizeof value);
    return value;
}

/* The FDE of the last function that begins at or before the place; 0: none. */
static uint64_t search(const struct sw_unwind_module *m, uint64_t pc)
{
    enum { HEAD = 12, USUAL = 0x3b031b01 }; /* version 1, pcrel sdata4, udata4, datarel sdata4 */
    if (!m->table || !inside(m, m->table, HEAD) || load32(m->table) != USUAL)
        return 0;
    uint64_t table = m->table + HEAD, n = (uint32_t)load32(m->table + 8);
    if (!inside(m, table, 8 * n))
        return 0;
    uint64_t begun = SW_BEFORE(n, i, m->table + (uint64_t)(int64_t)load32(table + 8 * i) <= pc);
    return begun ? m->table + (uint64_t)(int64_t)load32(table + 8 * begun - 4) : 0;
}

/* An entry's bytes behind its length. */
static bool open_entry(const struct sw_unwind_module *m, uint64_t at, struct sw_bytes *b)
{
    if (!inside(m, at, 4))
        return false;
    uint64_t length = (uint32_t)load32(at);
    if (length < 4 || length == UINT32_MAX || !inside(m, at + 4, length))
        return false;
    *b = (struct sw_bytes){(const unsigned char *)at + 4, (const unsigned char *)at + 4 + length,
                           false};
    return true;
}

/* What the letters of the augmentation announce. Unknown ones end it: its length leads on. */
static void read_augmentation(struct sw_bytes *b, const unsigned char *letters, struct cie *cie)
{
    uint64_t length = sw_bytes_uleb(b);
    struct sw_bytes data = {b->at, b->end, false};
    sw_bytes_skip(b, length);
    cie->augmented = true;
    for (const unsigned char *l = letters + 1; *l && !data.bad; l++) {
        if (*l == 'R')
            cie->encoding = (unsigned)sw_bytes_take(&data, 1);
        else if (*l == 'L')
            sw_bytes_take(&data, 1);
        else if (*l == 'P')
            sw_bytes_pointer(&data, (unsigned)sw_bytes_take(&data, 1) & 0x0f);
        else if (*l == 'S')
            cie->signal = true;
        else if (*l != 'B') /* a key for signed return addresses */
            break;
    }
}

static bool read_cie(const struct sw_unwind_module *m, uint64_t at, struct cie *cie)
{
    struct sw_bytes b;
    if (!open_entry(m, at, &b) || sw_bytes_take(&b, 4) != 0)
        return false;
    uint64_t version = sw_bytes_take(&b, 1);
    const unsigned char *letters = b.at;
    while (sw_bytes_take(&b, 1))
        ;
    cie->code_factor = sw_bytes_uleb(&b);
    cie->data_factor = sw_bytes_sleb(&b);
    cie->return_register = version == 1 ? sw_bytes_take(&b, 1) : sw_bytes_uleb(&b);
    cie->encoding = 0;
    cie->signal = cie->augmented = false;
    if (*letters == 'z')
        read_augmentation(&b, letters, cie);
    else if (*letters)
        return false;
    cie->instructions = b;
    return !b.bad && (version == 1 || version == 3);
}

static struct saved *saved_of(struct interpreter *m, struct state *s, uint64_t reg)
{
    if (reg == m->cie->return_register)
        return &s->return_address;
    if (reg == FP)
        return &s->fp;
    return reg == (uint64_t)BASE ? &s->base : NULL;
}

static void set(struct interpreter *m, uint64_t reg, enum sw_unwind_saved how, int64_t offset)
{
    struct saved *saved = saved_of(m, &m->now, reg);
    if (saved)
        *saved = (struct saved){offset, (uint8_t)how};
}

static void restore(struct interpreter *m, uint64_t reg)
{
    struct saved *saved = saved_of(m, &m->now, reg);
    if (saved)
        *saved = *saved_of(m, &m->first, reg);
}

static void define_cfa(struct interpreter *m, uint64_t reg, int64_t offset)
{
    m->now.cfa = SW_CFA_SP;
    m->now.cfa_register = reg;
    m->now.cfa_offset = offset;
}

/* A register and an offset, and nothing more but for what `rest` has. */
static bool is_register(struct sw_bytes e, uint64_t *reg, int64_t *offset, struct sw_bytes *rest)
{
    enum { BREG0 = 0x70, BREG31 = 0x8f };
    uint64_t op = sw_bytes_take(&e, 1);
    if (op < BREG0 || op > BREG31)
        return false;
    *reg = op - BREG0;
    *offset = sw_bytes_sleb(&e);
    *rest = e;
    return !e.bad;
}

/* Two are known: a realigned stack's, which loads what the frame pointer leads to; and that of the
 * linker's stubs, sp + 8, and 8 more from byte 11 of 16 on. */
static void define_cfa_by(struct interpreter *m, struct sw_bytes e)
{
    static const unsigned char plt[] = {0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22};
    enum { DEREF = 0x06 };
    struct sw_bytes rest;
    uint64_t reg;
    int64_t offset;
    m->now.cfa = SW_CFA_UNKNOWN;
    if (is_register(e, &reg, &offset, &rest) && reg == FP && rest.end - rest.at == 1 &&
        *rest.at == DEREF) {
        m->now.cfa = SW_CFA_FP_LOAD;
        m->now.cfa_offset = offset;
        return;
    }
    if (e.end - e.at != sizeof plt)
        return;
    for (unsigned i = 0; i < sizeof plt; i++)
        if (e.at[i] != plt[i] && i != 6) /* from where on: 11, or 10 with longer stubs */
            return;
    m->now.cfa = SW_CFA_PLT;
    m->now.cfa_offset = e.at[6] - 0x30;
}

/* A register that is saved where an expression says: of the frame pointer and an offset. */
static void save_by(struct interpreter *m, uint64_t reg, struct sw_bytes e)
{
    struct sw_bytes rest;
    uint64_t base;
    int64_t offset;
    bool known = is_register(e, &base, &offset, &rest) && base == FP && rest.at == rest.end;
    set(m, reg, known ? SW_SAVED_AT_FP : SW_SAVED_ELSE, known ? offset : 0);
}

static struct sw_bytes take_block(struct sw_bytes *b)
{
    uint64_t length = sw_bytes_uleb(b);
    struct sw_bytes block = {b->at, b->at, false};
    sw_bytes_skip(b, length);
    block.end = b->at;
    return block;
}

static void remember(struct interpreter *m, struct sw_bytes *b)
{
    if (m->n_remembered == STATES)
        b->bad = true;
    else
        m->remembered[m->n_remembered++] = m->now;
}

static void recall(struct interpreter *m, struct sw_bytes *b)
{
    if (!m->n_remembered)
        b->bad = true;
    else
        m->now = m->remembered[--m->n_remembered];
}

/* Those that name a register or change the CFA. False: not one of them. */
static bool run_rule(struct interpreter *m, struct sw_bytes *b, unsigned op)
{
    int64_t factor = m->cie->data_factor;
    uint64_t reg;
    switch (op) {
    case 0x05: /* offset_extended */
        reg = sw_bytes_uleb(b);
        set(m, reg, SW_SAVED_AT_CFA, (int64_t)sw_bytes_uleb(b) * factor);
        return true;
    case 0x11: /* offset_extended_sf */
        reg = sw_bytes_uleb(b);
        set(m, reg, SW_SAVED_AT_CFA, sw_bytes_sleb(b) * factor);
        return true;
    case 0x06: /* restore_extended */
        restore(m, sw_bytes_uleb(b));
        return true;
    case 0x07: /* undefined */
        set(m, sw_bytes_uleb(b), SW_SAVED_NONE, 0);
        return true;
    case 0x08: /* same_value */
        set(m, sw_bytes_uleb(b), SW_SAVED_NOT, 0);
        return true;
    case 0x09: /* register */
    case 0x14: /* val_offset */
    case 0x15: /* val_offset_sf */
        reg = sw_bytes_uleb(b);
        sw_bytes_uleb(b);
        set(m, reg, SW_SAVED_ELSE, 0);
        return true;
    case 0x10: /* expression */
        reg = sw_bytes_uleb(b);
        save_by(m, reg, take_block(b));
        return true;
    case 0x16: /* val_expression */
        reg = sw_bytes_uleb(b);
        take_block(b);
        set(m, reg, SW_SAVED_ELSE, 0);
        return true;
    case 0x0c: /* def_cfa */
        reg = sw_bytes_uleb(b);
        define_cfa(m, reg, (int64_t)sw_bytes_uleb(b));
        return true;
    case 0x12: /* def_cfa_sf */
        reg = sw_bytes_uleb(b);
        define_cfa(m, reg, sw_bytes_sleb(b) * factor);
        return true;
    case 0x0d: /* def_cfa_register */
        define_cfa(m, sw_bytes_uleb(b), m->now.cfa_offset);
        return true;
    case 0x0e: /* def_cfa_offset */
        m->now.cfa_offset = (int64_t)sw_bytes_uleb(b);
        return true;
    case 0x13: /* def_cfa_offset_sf */
        m->now.cfa_offset = sw_bytes_sleb(b) * factor;
        return true;
    case 0x0f: /* def_cfa_expression */
        define_cfa_by(m, take_block(b));
        return true;
    }
    return false;
}

static void run_other(struct interpreter *m, struct sw_bytes *b, unsigned op)
{
    switch (op) {
    case 0x00: /* nop */
    case 0x2d: /* GNU_window_save; on aarch64: return addresses are signed from here on, or not */
        break;
    case 0x01: /* set_loc */
        m->at = sw_bytes_pointer(b, m->cie->encoding);
        break;
    case 0x02: /* advance_loc1, 2, 4 */
    case 0x03:
    case 0x04:
        m->at += sw_bytes_take(b, 1u << (op - 2)) * m->cie->code_factor;
        break;
    case 0x0a: /* remember_state */
        remember(m, b);
        break;
    case 0x0b: /* restore_state */
        recall(m, b);
        break;
    case 0x2e: /* GNU_args_size */
        sw_bytes_uleb(b);
        break;
    default:
        b->bad = true;
    }
}

/* Up to the place, or to the end. False: something is not understood. */
static bool run(struct interpreter *m, struct sw_bytes b)
{
    while (b.at < b.end && !b.bad) {
        struct state before = m->now;
        unsigned op = (unsigned)sw_bytes_take(&b, 1), low = op & 0x3f;
        if (op >> 6 == 1) /* advance_loc */
            m->at += low * m->cie->code_factor;
        else if (op >> 6 == 2) /* offset */
            set(m, low, SW_SAVED_AT_CFA, (int64_t)sw_bytes_uleb(&b) * m->cie->data_factor);
        else if (op >> 6 == 3)
            restore(m, low);
        else if (!run_rule(m, &b, op))
            run_other(m, &b, op);
        if (m->at > m->pc) {
            m->now = before;
            break;
        }
    }
    return !b.bad;
}

static bool fits(int64_t offset)
{
    return offset == (int32_t)offset;
}

static enum sw_unwind_cfa cfa_by(uint64_t reg)
{
    if (reg == SP)
        return SW_CFA_SP;
    if (reg == FP)
        return SW_CFA_FP;
    if (reg == (uint64_t)OTHER)
        return SW_CFA_OTHER;
    return reg == (uint64_t)BASE ? SW_CFA_BASE : SW_CFA_UNKNOWN;
}

/* Registers are saved near the CFA. */
static int16_t near(const struct saved *saved, uint8_t *how)
{
    *how = saved->offset == (int16_t)saved->offset ? saved->how : (uint8_t)SW_SAVED_ELSE;
    return (int16_t)saved->offset;
}

static void make_rule(const struct interpreter *m, uint64_t start, struct sw_unwind_rule *rule)
{
    const struct state *s = &m->now;
    uint8_t cfa = s->cfa;
    if (cfa == SW_CFA_SP)
        cfa = cfa_by(s->cfa_register);
    if (m->cie->signal)
        cfa = SW_CFA_SIGNAL;
    if (!fits(s->cfa_offset) || !fits(s->return_address.offset))
        cfa = SW_CFA_UNKNOWN;
    rule->start = start;
    rule->cfa = cfa;
    rule->cfa_offset = (int32_t)s->cfa_offset;
    rule->return_saved = s->return_address.how;
    rule->return_offset = (int32_t)s->return_address.offset;
    rule->fp_offset = near(&s->fp, &rule->fp_saved);
    rule->base_offset = near(&s->base, &rule->base_saved);
}

bool sw_cfi_find(const struct sw_unwind_module *module, uint64_t pc, struct sw_unwind_rule *rule)
{
    uint64_t fde = search(module, pc);
    struct sw_bytes b;
    struct cie cie;
    struct interpreter m;
    if (!fde || !open_entry(module, fde, &b))
        return false;
    uint64_t back = sw_bytes_take(&b, 4);
    if (!read_cie(module, fde + 4 - back, &cie))
        return false;
    uint64_t start = sw_bytes_pointer(&b, cie.encoding);
    uint64_t size = sw_bytes_pointer(&b, cie.encoding & 0x0f);
    if (cie.augmented)
        sw_bytes_skip(&b, sw_bytes_uleb(&b));
    if (b.bad || pc - start >= size)
        return false;
    m.cie = &cie;
    m.now.return_address = m.now.fp = m.now.base = (struct saved){0, SW_SAVED_NOT};
    m.now.cfa = SW_CFA_UNKNOWN;
    m.now.cfa_offset = 0;
    m.now.cfa_register = SP;
    m.first = m.now;
    m.n_remembered = 0;
    m.at = 0;
    m.pc = pc;
    if (!run(&m, cie.instructions))
        return false;
    m.first = m.now;
    m.at = start;
    if (!run(&m, b))
        return false;
    make_rule(&m, start, rule);
    return true;
}
