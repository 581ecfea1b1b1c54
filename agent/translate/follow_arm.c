/* Writes the aarch64 code that watches accesses to memory. */
#include "agent/translate/access.h"
#include "agent/translate/memory.h"
#include "agent/translate/resting.h"
#include "agent/translate/shared.h"
#include "agent/translate/write_arm.h"

enum { SP = 31, SAVED = 32 };

static unsigned field(uint32_t word, unsigned from)
{
    return word >> from & 31;
}

static bool is_hint(uint32_t word)
{
    return matches(word, 0xfffff01f, 0xd503201f);
}

/* Whether it may use the stack pointer: whose number is also that of no register. */
static bool uses_stack(uint32_t word)
{
    bool reads = field(word, 5) == SP, writes = field(word, 0) == SP, also = field(word, 16) == SP;
    if (matches(word, 0x1e000000, 0x04000000) || matches(word, 0x1e000000, 0)) /* SVE, SME */
        return reads || writes || also;
    if (matches(word, 0x1fe00000, 0x1ac00000)) /* of one or two sources: pacia, irg */
        return reads || also;
    if (is_hint(word)) /* paciasp, autiasp */
        return word != 0xd503201f;
    if (matches(word, 0x0a000000, 0x08000000)) /* loads and stores */
        return reads;
    if (matches(word, 0x1f000000, 0x11000000) || matches(word, 0x1fe00000, 0x0b200000))
        return reads || (writes && !(word >> 29 & 1)); /* add, sub; or they compare */
    return matches(word, 0x1f800000, 0x12000000) && writes && word >> 29 != 3 && word >> 29 != 7;
}

/* Puts a signed number, in units of 2^log, to where it has n bits, if it fits. */
static bool set_offset(uint32_t *word, int32_t bytes, unsigned log, unsigned at, unsigned n,
                       bool is_signed)
{
    int32_t value = bytes >> log, low = is_signed ? -(1 << (n - 1)) : 0, high = low + (1 << n) - 1;
    uint32_t mask = ((1u << n) - 1) << at;
    if (value < low || value > high)
        return false;
    *word = (*word & ~mask) | ((uint32_t)value << at & mask);
    return true;
}

/* The same where the stack pointer is SAVED bytes lower. False: there is none. */
static bool lower_stack(uint32_t *word)
{
    uint32_t w = *word;
    bool is_vector = w >> 26 & 1;
    unsigned size = w >> 30;
    if (!uses_stack(w))
        return true;
    if (matches(w, 0x3b000000, 0x39000000)) { /* one register, and an offset */
        unsigned log = is_vector && w >> 23 & 1 ? 4 : size;
        return set_offset(word, (int32_t)((w >> 10 & 0xfff) << log) + SAVED, log, 10, 12, false);
    }
    if (matches(w, 0x3b200c00, 0x38000000)) /* ... that is not scaled */
        return set_offset(word, ((int32_t)(w << 11) >> 23) + SAVED, 0, 12, 9, true);
    if (matches(w, 0x3b800000, 0x29000000)) { /* pairs; not those with tags */
        unsigned log = is_vector ? size + 2 : size == 2 ? 3 : 2;
        int32_t offset = ((int32_t)(w << 10) >> 25) * (1 << log);
        return !(size == 1 && !is_vector && !(w >> 22 & 1)) &&
               set_offset(word, offset + SAVED, log, 15, 7, true);
    }
    if (matches(w, 0x7fc00000, 0x11000000) && w >> 31 && field(w, 0) != SP) /* add */
        return set_offset(word, (int32_t)(w >> 10 & 0xfff) + SAVED, 0, 10, 12, false);
    return false;
}

uint32_t sw_follow_word(const struct out *o, uint32_t word)
{
    if (o->follow.is_held)
        lower_stack(&word); /* sw_follow_access() has asked */
    return word;
}

/* Where numbers of general registers may be: bits 0, 5, 10, 16. */
enum { AT_0 = 1, AT_5 = 2, AT_10 = 4, AT_16 = 8 };

static unsigned fields_of(uint32_t w)
{
    bool is_vector = w >> 26 & 1;
    unsigned first = is_vector ? 0 : AT_0;
    if (matches(w, 0x3b000000, 0x39000000) || matches(w, 0x3b200000, 0x38000000))
        return first | AT_5;
    if (matches(w, 0x3a000000, 0x28000000)) /* pairs */
        return AT_5 | (is_vector ? 0 : AT_0 | AT_10);
    if (matches(w, 0x3b200000, 0x38200000) || matches(w, 0xbe000000, 0x0c000000))
        return first | AT_5 | AT_16;
    if (matches(w, 0x1f800000, 0x13800000)) /* extr */
        return AT_0 | AT_5 | AT_16;
    if (matches(w, 0x1c000000, 0x10000000) || matches(w, 0x0e000000, 0x0e000000))
        return AT_0 | AT_5; /* with immediates; vectors */
    if (matches(w, 0x7c000000, 0x14000000) || matches(w, 0xff000000, 0x54000000))
        return 0; /* branches */
    if (matches(w, 0x7c000000, 0x34000000))
        return AT_0;
    return AT_0 | AT_5 | AT_10 | AT_16;
}

uint32_t sw_follow_registers(const struct sw_step *step)
{
    static const uint8_t at[] = {0, 5, 10, 16};
    uint32_t word = step->insn.word, all = 0;
    unsigned fields = fields_of(word);
    if (is_hint(word)) /* some authenticate x17 by x16 */
        return word == 0xd503201f ? 0 : 1u << X16 | 1u << X17;
    for (unsigned i = 0; i < 4; i++)
        if (fields >> i & 1)
            all |= 1u << field(word, at[i]);
    if (matches(word, 0x3f000000, 0x08000000)) /* of pairs the first is named, and even */
        all |= (all & 0x55555555) << 1;
    if (matches(word, 0xffe08c00, 0xf8208000) && word >> 12 & 3)
        all |= 255u << field(word, 0); /* eight at a time */
    return all;
}

/* Three that are not in the set, of those first that nobody expects to survive a call. */
static bool choose_held(struct sw_follow *f, uint32_t used)
{
    static const uint8_t candidates[] = {16, 17, 15, 14, 13, 12, 11, 10, 9,  8,  7,  6,  5,  4,
                                         3,  2,  1,  0,  28, 27, 26, 25, 24, 23, 22, 21, 20, 19};
    uint8_t got[3];
    unsigned n = 0;
    for (unsigned i = 0; n < 3 && i < sizeof candidates; i++)
        if (!(used >> candidates[i] & 1))
            got[n++] = candidates[i];
    if (n == 3) {
        f->held.address = got[0];
        f->held.scratch = got[1];
        f->held.lines = got[2];
    }
    return n == 3;
}

bool sw_follow_is_followed(const struct sw_trace *t, unsigned step, struct sw_access *a)
{
    const struct sw_step *s = &t->steps[step];
    *a = (struct sw_access){0};
    if (s->way != SW_WAY_ON || s->insn.kind != SW_INSN_PLAIN)
        return false;
    sw_access_decode(a, &s->insn, NULL);
    for (unsigned i = step; a->what && i-- > 0;)
        if (t->steps[i].insn.exclusive) {
            if (t->steps[i].insn.exclusive == SW_EXCLUSIVE_OPENS)
                return false; /* nothing may be stored up to the one that closes */
            break;
        }
    if (s->insn.exclusive == SW_EXCLUSIVE_OPENS)
        a->what |= SW_ACCESS_STORE;
    return a->what && !(a->what & SW_ACCESS_UNKNOWN) && !a->is_local;
}

static void load_lines(struct out *o, unsigned reg)
{
    if (!load_page(o, reg, o->follow.lines))
        load_constant(o, reg, o->follow.lines);
}

static void save_these(struct out *o, const struct sw_follow_registers *r)
{
    put(o, 0xa9be03e0 | (uint32_t)r->scratch << 10 | r->address); /* stp ..., [sp, #-32]! */
    put(o, 0xf9000be0 | r->lines);                                /* str ..., [sp, #16] */
}

static void restore_these(struct out *o, const struct sw_follow_registers *r)
{
    put(o, 0xf9400be0 | r->lines);
    put(o, 0xa8c203e0 | (uint32_t)r->scratch << 10 | r->address);
}

static void hold(struct out *o)
{
    save_these(o, &o->follow.held);
    load_lines(o, o->follow.held.lines);
    o->follow.is_held = true;
}

/* For a load or store of a word of where a site was last. */
static uint32_t word_at(const struct out *o, const uint64_t *word, uint32_t lines)
{
    uint64_t offset = (uint64_t)word - o->follow.lines;
    return (uint32_t)(offset >> 3) << 10 | lines << 5;
}

/* Code that counts a run of the block down. Returns its branch to what reports the count, taken at zero; NULL: there is no such code in this
 * block, or it has it already. */
static uint32_t *count_pass(struct out *o, const struct sw_follow_registers *r)
{
    if (!o->follow.counts || o->follow.is_counted)
        return NULL;
    uint32_t at = word_at(o, &sw_memory_last(o->follow.passes)->line, r->lines) | r->scratch;
    put(o, 0xf9400000 | at);                                     /* ldr */
    put(o, 0xd1000400 | (uint32_t)r->scratch << 5 | r->scratch); /* sub #1 */
    put(o, 0xf9000000 | at);                                     /* str */
    put(o, 0xb4000000 | r->scratch);                             /* cbz */
    o->follow.is_counted = true;
    return o->p - 1;
}

void sw_follow_begin(struct out *o, const struct sw_trace *t)
{
    struct sw_follow *f = &o->follow;
    uint32_t used;
    f->n = 0;
    f->can_hold = f->is_held = false;
    if (!sw_follow_is_on(t))
        return;
    f->lines = sw_memory_lines() & ~0xfffull;
    sw_follow_look(f, t, &used);
    f->can_hold = choose_held(f, used);
}

/* The address, to a register, from below the program's stack. */
static void load_access(struct out *o, const struct sw_access *a,
                        const struct sw_follow_registers *r)
{
    uint32_t reg = r->address, from = a->base,
             n = (uint32_t)(a->displacement < 0 ? -a->displacement : a->displacement);
    uint32_t opcode = a->displacement < 0 ? 0xd1000000 : 0x91000000; /* sub, add */
    if (a->base == SP) {
        from = a->index == reg ? r->scratch : reg;
        put(o, 0x91000000 | SAVED << 10 | SP << 5 | from);
    }
    if (a->index != ZERO) {
        put(o, 0x8b200000 | (uint32_t)a->index << 16 | (uint32_t)a->option << 13 |
                   (uint32_t)a->shift << 10 | from << 5 | reg);
        return;
    }
    if (n & 0xfff || !n)
        put(o, opcode | (n & 0xfff) << 10 | from << 5 | reg);
    if (n >> 12)
        put(o, opcode | 1 << 22 | n >> 12 << 10 | (n & 0xfff ? reg : from) << 5 | reg);
}

static const struct sw_follow_registers usual = {X16, X17, X15};

void sw_follow_access(struct out *o, const struct sw_trace *t, unsigned step)
{
    struct sw_follow *f = &o->follow;
    struct sw_access a;
    uint32_t site, word = t->steps[step].insn.word;
    if (!sw_follow_is_on(t))
        return;
    if (sw_follow_is_followed(t, step, &a) &&
        sw_follow_site(f, t->steps[step].address, &a, &site)) {
        const struct sw_follow_registers *r = f->can_hold ? &f->held : &usual;
        bool is_always = sw_follow_is_always(&a);
        bool is_base = f->can_hold && !a.displacement && a.index == ZERO && a.base != SP;
        uint32_t address = is_base ? a.base : r->address, scratch = r->scratch;
        if (!f->can_hold)
            save_these(o, r);
        else if (!f->is_held)
            hold(o);
        if (!is_base)
            load_access(o, &a, r); /* before anything else: it may use these registers */
        if (!f->can_hold)
            load_lines(o, r->lines);
        uint32_t *pass = count_pass(o, r);
        if (!is_always) {
            put(o,
                0xf9400000 | word_at(o, &sw_memory_last(site)->line, r->lines) | scratch); /* ldr */
            put(o, 0xca400000 | address << 16 | SW_LINE_LOG << 10 | scratch << 5 |
                       scratch); /* eor lsr */
        }
        f->ways[f->n++] = (struct sw_follow_way){o->p, pass, site, f->can_hold, (uint8_t)address};
        put(o, is_always ? 0xb4000000 | ZERO : 0xb5000000 | scratch); /* cbz xzr; cbnz */
        if (!f->can_hold)
            restore_these(o, r);
    }
    if (t->steps[step].insn.kind == SW_INSN_PLAIN && !lower_stack(&word))
        sw_follow_leave(o);
}

void sw_follow_leave(struct out *o)
{
    if (o->follow.is_held)
        restore_these(o, &o->follow.held);
    o->follow.is_held = false;
}

/* Registers to and from where others are saved. */
static void exchange(struct out *o, const struct sw_follow_registers *in,
                     const struct sw_follow_registers *out)
{
    put(o, 0xf9400be0 | in->lines);                                 /* ldr ..., [sp, #16] */
    put(o, 0xa94003e0 | (uint32_t)in->scratch << 10 | in->address); /* ldp ..., [sp] */
    put(o, 0xf9000be0 | out->lines);
    put(o, 0xa90003e0 | (uint32_t)out->scratch << 10 | out->address);
}

/* To the translator, which expects the usual registers to be saved, the site in x16, and the address in x15. */
static void tell(struct out *o, const struct sw_follow_way *way)
{
    if (way->is_held) {
        put(o, 0xf9000fe0 | way->address); /* str ..., [sp, #24] */
        exchange(o, &o->follow.held, &usual);
        put(o, 0xf9400fe0 | X15); /* ldr */
    } else {
        move(o, X15, way->address);
    }
    uint32_t *adr = o->p;
    put(o, 0);
    put(o, 0xf9000fe0 | X16);
    load_constant(o, X16, sw_memory_address(way->site));
    branch(o, o->slab->access);
    *adr = 0x10000000 | (uint32_t)(o->p - adr) << 5 | X16;
    if (way->is_held)
        exchange(o, &usual, &o->follow.held);
}

/* Constants behind a block. */
struct constants {
    uint64_t factor, resting[2]; /* for loads, and for stores */
};

static void load_literal(struct out *o, const uint64_t *from, uint32_t reg)
{
    uint32_t words = (uint32_t)((const uint32_t *)from - o->p) & 0x7ffff;
    put(o, 0x58000000 | words << 5 | reg); /* ldr */
}

/* Back, if the line rests. */
static void pass_over(struct out *o, const struct sw_follow_way *way,
                      const struct sw_follow_registers *r, const struct constants *constants,
                      const uint32_t *back)
{
    uint32_t lines = r->lines, scratch = r->scratch, address = way->address;
    put(o, 0xd3400000 | SW_LINE_LOG << 16 | (SW_LINE_LOG + SW_RESTING_LOG - 1) << 10 |
               address << 5 | lines); /* ubfx */
    load_literal(o, &constants->resting[sw_memory_stores(way->site)], scratch);
    put(o, 0xf8607800 | lines << 16 | scratch << 5 | scratch);                       /* ldr */
    put(o, 0xca400000 | address << 16 | SW_LINE_LOG << 10 | scratch << 5 | scratch); /* eor lsr */
    put(o, 0xb4000000 | scratch);                                                    /* cbz */
    aim(o->p - 1, back);
}

/* A line that is another: notes it, and if it is one of those that are followed, or where that is asked for, tells. */
static void write_way(struct out *o, const struct sw_follow_way *way,
                      const struct constants *constants)
{
    const struct sw_follow_registers *r = way->is_held ? &o->follow.held : &usual;
    struct sw_memory_last *last = sw_memory_last(way->site);
    uint32_t lines = r->lines, scratch = r->scratch;
    uint32_t *branches[SW_LINE_HASHES], *asked = NULL;
    unsigned n = 0;
    aim(way->branch, o->p);
    put(o, 0xd346fc00 | (uint32_t)way->address << 5 | scratch);    /* lsr #6 */
    put(o, 0xf9000000 | word_at(o, &last->line, lines) | scratch); /* str */
    if (o->follow.counts) {
        put(o, 0xf9400000 | word_at(o, &last->calls, lines) | lines); /* ldr */
        asked = o->p;
        put(o, 0xb5000000 | lines); /* cbnz */
    }
    load_literal(o, &constants->factor, lines);
    put(o, 0x9b007c00 | lines << 16 | scratch << 5 | scratch); /* mul */
    for (unsigned i = 0; i < SW_LINE_HASHES; i++) {
        unsigned from = SW_LINE_HASH_AT(i);
        put(o, 0xd3400000 | from << 16 | (from + SW_FOLLOWED_LOG - 1) << 10 | scratch << 5 |
                   lines); /* ubfx */
        branches[n++] = o->p;
        put(o, 0xb4000000 | lines); /* cbz */
    }
    uint32_t *back = o->p;
    if (way->is_held)
        load_lines(o, lines);
    branch(o, way->branch + 1);
    while (n)
        aim(branches[--n], o->p);
    pass_over(o, way, r, constants, back);
    if (asked)
        aim(asked, o->p);
    if (way->pass)
        aim(way->pass, o->p);
    tell(o, way);
    branch(o, back);
}

void sw_follow_end(struct out *o)
{
    if (!o->follow.n)
        return;
    o->p += (uint64_t)o->p / 4 % 2;
    struct constants *constants = (struct constants *)o->p;
    *constants =
        (struct constants){SW_LINE_HASH, {sw_resting_table(false), sw_resting_table(true)}};
    o->p += sizeof *constants / sizeof *o->p;
    for (unsigned i = 0; i < o->follow.n; i++)
        write_way(o, &o->follow.ways[i], constants);
}
