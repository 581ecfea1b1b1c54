/*
 * Slots: 5: the register that holds the address; 4: rax, while it holds the flags; 3: the address, where it is told. What a site has noted
 * of its last address may be of another thread, whenever it is read.
 */
#include "agent/translate/access.h"
#include "agent/translate/entry.h"
#include "agent/translate/resting.h"
#include "agent/translate/shared.h"
#include "agent/translate/write_x86.h"

enum { HELD = 5, FLAGS = 4, ADDRESS = 3, RED_ZONE = 128 };

/* What sw_entry_on_string() is told. */
enum {
    STRING = 1,
    STRING_TO = 2,
    STRING_REPEATED = 4,
    STRING_DOWN = 0x400 /* in the flags */
};
#define STRING_LOG(log) ((uint32_t)(log) << 4)

#define STRINGS         16 /* for one whose lines are all told */

static unsigned extension(const struct sw_insn *i, const uint8_t *code, unsigned bit)
{
    if (i->encoding == SW_X86_LEGACY)
        return i->rex >> bit & 1;
    if (i->encoding == SW_X86_VEX2 && bit < 2)
        return 0;
    return (unsigned)(~code[i->opcode_at + 1] >> (5 + bit) & 1);
}

/* Registers that are used unsaid, of those that could be held: rsi and rdi. */
static uint32_t unsaid(const struct sw_insn *i)
{
    bool is_string = i->map == 0 && ((i->opcode >= 0xa4 && i->opcode <= 0xaf) ||
                                     (i->opcode >= 0x6c && i->opcode <= 0x6f));
    return is_string || (i->map == 1 && i->opcode == 0xf7) ? 1 << RSI | 1 << RDI : 0;
}

/* All whose numbers are in it: of those, some may be vectors'. */
uint32_t sw_follow_registers(const struct sw_step *step)
{
    const struct sw_insn *i = &step->insn;
    const uint8_t *code = (const uint8_t *)step->address;
    uint32_t all = unsaid(i);
    unsigned low = i->opcode & 7u;
    if (i->modrm_at) {
        all |= 1u << ((i->modrm >> 3 & 7) | extension(i, code, 2) << 3);
        low = i->modrm & 7;
        if (i->modrm >> 6 != 3 && low == 4) {
            low = code[i->modrm_at + 1] & 7;
            all |= 1u << ((code[i->modrm_at + 1] >> 3 & 7) | extension(i, code, 1) << 3);
        }
    }
    all |= 1u << (low | extension(i, code, 0) << 3);
    if (i->encoding == SW_X86_LEGACY)
        return all;
    return all | 1u << (~code[i->opcode_at + (i->encoding == SW_X86_VEX2 ? 1 : 2)] >> 3 & 15);
}

bool sw_follow_is_followed(const struct sw_trace *t, unsigned step, struct sw_access *a)
{
    const struct sw_step *s = &t->steps[step];
    sw_access_decode(a, &s->insn, (const uint8_t *)s->address);
    return a->what && !(a->what & SW_ACCESS_UNKNOWN) && !a->is_local;
}

/* Which flags are dead, from the end back. */
static void find_flags(struct out *o, const struct sw_trace *t)
{
    const struct sw_step *last = &t->steps[t->n - 1];
    uint64_t next = t->end ? t->end : last->insn.target;
    bool dead = next && last->insn.kind != SW_INSN_BEGIN && last->insn.kind != SW_INSN_RCX &&
                sw_trace_flags_are_dead(o->block, next);
    for (unsigned i = t->n; i-- > 0;) {
        const struct sw_insn *insn = &t->steps[i].insn;
        if (insn->flags != SW_FLAGS_STAY || insn->kind == SW_INSN_RCX)
            dead = insn->flags == SW_FLAGS_SET;
        o->follow.dead[i] = dead;
    }
}

/* The first of these that is not in the set; 0: none. rbp, rbx and r10 are what frames are found by (memory.c). */
static uint8_t choose_held(uint32_t used)
{
    static const uint8_t candidates[] = {R11, R9, R8, 15, 14, 13, 12, RSI, RDI};
    for (unsigned i = 0; i < sizeof candidates; i++)
        if (!(used >> candidates[i] & 1))
            return candidates[i];
    return 0;
}

void sw_follow_begin(struct out *o, const struct sw_trace *t)
{
    struct sw_follow *f = &o->follow;
    uint32_t used;
    f->n = 0;
    f->held = 0;
    if (!sw_follow_is_on(t))
        return;
    unsigned n = sw_follow_look(f, t, &used);
    if (n)
        find_flags(o, t);
    if (n > 1 && (f->held = choose_held(used)))
        save(o, f->held, HELD);
}

/* opcode /which reg, value */
static void with_byte(struct out *o, unsigned opcode, unsigned which, unsigned reg, unsigned value)
{
    byte(o, 0x48 | (reg >= 8 ? 1 : 0));
    byte(o, opcode);
    byte(o, 0xc0 | which << 3 | (reg & 7));
    byte(o, value);
}

static void load_any(struct out *o, unsigned reg, uint64_t value)
{
    byte(o, 0x48 | (reg >= 8 ? 1 : 0));
    byte(o, 0xb8 | (reg & 7));
    quad(o, value);
}

/* The operand's address, by the instruction's own bytes. */
static void load_access(struct out *o, const struct sw_step *s, const struct sw_access *a,
                        unsigned reg)
{
    const struct sw_insn *i = &s->insn;
    const uint8_t *code = (const uint8_t *)s->address;
    if (i->rip && !is_near(o, rip_operand(s))) {
        load_any(o, reg, rip_operand(s));
        return;
    }
    byte(o, 0x48 | (reg >= 8 ? 4 : 0) | extension(i, code, 1) << 1 | extension(i, code, 0));
    byte(o, 0x8d);
    unsigned modrm = (i->modrm & 0xc7u) | (reg & 7) << 3, n = i->length - i->immediate;
    if (i->rip) {
        byte(o, modrm);
        relative(o, rip_operand(s), 0);
    } else if (a->scale > 1 && i->modrm >> 6 == 1) {
        byte(o, modrm ^ 0xc0);
        bytes(o, n - i->modrm_at - 2u, code + i->modrm_at + 1);
        word(o, (uint32_t)((int8_t)code[n - 1] * a->scale));
    } else {
        byte(o, modrm);
        bytes(o, n - i->modrm_at - 1u, code + i->modrm_at + 1);
    }
}

/* The block is run once more. Returns the jump to where that is told, if it is to be; NULL: it has been counted. Changes flags. */
static unsigned char *count_pass(struct out *o)
{
    if (!o->follow.counts || o->follow.is_counted)
        return NULL;
    o->follow.is_counted = true;
    with_word(o, 0xff, 1, &sw_memory_last(o->follow.passes)->line); /* dec */
    BYTES(o, 0x0f, 0x84);                                           /* jz */
    word(o, 0);
    return o->p - 4;
}

static void aim(unsigned char *jump, const unsigned char *to)
{
    int32_t distance = (int32_t)(to - (jump + 4));
    __builtin_memcpy(jump, &distance, 4);
}

/* To the translator, which preserves all. The address is in its slot. */
static void tell(struct out *o, uint32_t site, uint32_t string)
{
    BYTES(o, 0x48, 0x8d, 0x64, 0x24, 0x80); /* lea -128(%rsp), %rsp */
    push_constant(o, sw_memory_address(site));
    BYTES(o, 0x64, 0xff, 0x34, 0x25); /* push */
    word(o, offset_of(&sw_translated.slots[ADDRESS]));
    byte(o, 0x68); /* push */
    word(o, string);
    byte(o, 0xe8); /* call */
    relative(o, (uint64_t)o->slab->access, 0);
    BYTES(o, 0x48, 0x8d, 0xa4, 0x24); /* lea 128+24(%rsp), %rsp */
    word(o, RED_ZONE + 24);
}

/* By rsi and rdi, as often as rcx says: all of it at once. */
static void follow_string(struct out *o, const struct sw_step *s, const struct sw_access *a)
{
    static const uint8_t logs[] = {0, 1, 2, 0, 3};
    uint32_t site, how = STRING | STRING_LOG(logs[a->bytes / 2]);
    if (s->insn.kind == SW_INSN_REPEATED)
        how |= STRING_REPEATED;
    if (a->what & SW_ACCESS_LOAD && sw_memory_site(s->address, SW_ACCESS_LOAD, &site))
        tell(o, site, how);
    if (a->what & SW_ACCESS_STORE && sw_memory_site(s->address, SW_ACCESS_STORE, &site))
        tell(o, site, how | STRING_TO);
}

/* Lines that are followed, and all of one of many strings, as that many. */
static void share_range(const struct sw_memory_site *site, uint64_t at, uint64_t bytes,
                        uint64_t log)
{
    const struct sw_shared_side side = {.pc = site->pc, .what = site->what, .bytes = 1u << log};
    static uint32_t n_strings;
    uint32_t which = sw_shared_site(&side), others = n_strings++ % STRINGS ? 0 : STRINGS;
    for (uint64_t end = at + bytes, next; at < end; at = next) {
        next = ((at >> SW_LINE_LOG) + 1) << SW_LINE_LOG;
        uint64_t n = (next < end ? next : end) - at;
        uint32_t as = sw_memory_follows(at >> SW_LINE_LOG) ? 1 : others;
        struct sw_shared_access a = {.address = at,
                                     .times = as * (uint32_t)((n >> log) + 1),
                                     .since = sw_shared_time(),
                                     .site = which};
        if (!as)
            continue;
        a.bytes = (n == 64 ? ~0ull : (1ull << n) - 1) << at % 64;
        sw_shared_use(&a);
    }
}

uint64_t sw_entry_on_string(struct sw_saved *saved, struct sw_memory_site *site, uint64_t address,
                            uint64_t how)
{
    uint64_t n = how & STRING_REPEATED ? saved->rcx : 1, log = how >> 4;
    uint64_t at = how & STRING_TO ? saved->rdi : saved->rsi;
    (void)address;
    if (n && saved->flags & STRING_DOWN)
        at -= (n - 1) << log;
    if (n && sw_shared_is_on)
        share_range(site, at, n << log, log);
    if (n)
        sw_memory_range(saved, site, at, n << log);
    return 0;
}

void sw_follow_access(struct out *o, const struct sw_trace *t, unsigned step)
{
    struct sw_follow *f = &o->follow;
    const struct sw_step *s = &t->steps[step];
    struct sw_access a;
    uint32_t site;
    if (!sw_follow_is_on(t) || !sw_follow_is_followed(t, step, &a))
        return;
    if (a.is_string) {
        follow_string(o, s, &a);
        return;
    }
    if (!sw_follow_site(f, s->address, &a, &site))
        return;
    struct sw_follow_way *way = &f->ways[f->n++];
    way->site = site;
    way->is_always = sw_follow_is_always(&a);
    unsigned reg = f->held ? f->held : RDX;
    if (!f->held)
        save(o, reg, HELD);
    load_access(o, s, &a, reg);
    if (!f->dead[step]) {
        save(o, RAX, FLAGS);
        BYTES(o, 0x9f, 0x0f, 0x90, 0xc0); /* lahf; seto %al */
    }
    way->pass = count_pass(o);
    if (way->is_always) {
        byte(o, 0xe9);
    } else {
        with_word(o, 0x33, reg, &sw_memory_last(site)->line); /* xor */
        with_byte(o, 0x83, 7, reg, (1 << SW_LINE_LOG) - 1);
        BYTES(o, 0x0f, 0x87); /* ja */
    }
    way->jump = o->p;
    way->reg = (uint8_t)reg;
    way->step = s;
    way->keeps_flags = !f->dead[step];
    word(o, 0);
    if (!f->dead[step]) {
        BYTES(o, 0x04, 0x7f, 0x9e); /* add $127, %al; sahf */
        restore(o, RAX, FLAGS);
    }
    if (!f->held)
        restore(o, reg, HELD);
}

void sw_follow_leave(struct out *o)
{
    if (o->follow.held)
        restore(o, o->follow.held, HELD);
}

/* Rotates so that bits come to be the lowest ones, and tests them. */
static void test_hash(struct out *o, unsigned reg, unsigned rotate)
{
    with_byte(o, 0xc1, 0, reg, rotate);
    byte(o, 0x40 | (reg >= 8 ? 1 : 0)); /* test */
    byte(o, 0xf6);
    byte(o, 0xc0 | (reg & 7));
    byte(o, (1 << SW_FOLLOWED_LOG) - 1);
}

/* The address to the register, which has its difference to what the site had noted. */
static void load_again(struct out *o, const struct sw_follow_way *way)
{
    struct sw_access a;
    bool needs_rax = way->keeps_flags && sw_follow_registers(way->step) & 1u << RAX;
    sw_access_decode(&a, &way->step->insn, (const uint8_t *)way->step->address);
    if (!o->follow.held)
        restore(o, way->reg, HELD);
    if (needs_rax) {
        save(o, RAX, ADDRESS);
        restore(o, RAX, FLAGS);
    }
    load_access(o, way->step, &a, way->reg);
    if (needs_rax)
        restore(o, RAX, ADDRESS);
}

/* The address to the register; back, if its line rests. */
static void pass_over(struct out *o, const struct sw_follow_way *way, const unsigned char *back)
{
    uint64_t table = sw_resting_table(sw_memory_stores(way->site));
    unsigned reg = way->reg, high = reg >= 8;
    _Static_assert(SW_RESTING_LOG == 8, "a byte");
    restore(o, reg, ADDRESS);
    with_byte(o, 0xc1, 5, reg, SW_LINE_LOG); /* shr */
    byte(o, 0x40 | high << 2 | high);        /* movzbl */
    BYTES(o, 0x0f, 0xb6);
    byte(o, 0xc0 | (reg & 7) << 3 | (reg & 7));
    byte(o, 0x48 | high << 2 | high << 1); /* mov table(, reg, 8), reg */
    byte(o, 0x8b);
    byte(o, 0x04 | (reg & 7) << 3);
    byte(o, 0xc5 | (reg & 7) << 3);
    word(o, (uint32_t)table);
    thread_word(o, 0x33, reg, &sw_translated.slots[ADDRESS]); /* xor */
    with_byte(o, 0x83, 7, reg, (1 << SW_LINE_LOG) - 1);
    BYTES(o, 0x0f, 0x86); /* jbe */
    relative(o, (uint64_t)back, 0);
}

/* The address, which is in the register. */
static void note(struct out *o, const struct sw_follow_way *way)
{
    with_word(o, 0x89, way->reg, &sw_memory_last(way->site)->line);
    save(o, way->reg, ADDRESS);
}

/* A line that is another: notes it, and if it is one of those that are followed, or where that is asked for, tells. */
static void write_way(struct out *o, const struct sw_follow_way *way, uint64_t factor)
{
    struct sw_memory_last *last = sw_memory_last(way->site);
    unsigned char *back = way->jump + 4, *asked = NULL;
    unsigned reg = way->reg, at = 64;
    aim(way->jump, o->p);
    if (!way->is_always)
        load_again(o, way);
    note(o, way);
    if (o->follow.counts) {
        with_word(o, 0x83, 7, &last->calls); /* cmp $0 */
        byte(o, 0);
        BYTES(o, 0x0f, 0x85); /* jne */
        asked = o->p;
        word(o, 0);
    }
    with_byte(o, 0xc1, 5, reg, SW_LINE_LOG); /* shr */
    byte(o, 0x48 | (reg >= 8 ? 4 : 0));      /* imul */
    BYTES(o, 0x0f, 0xaf);
    byte(o, 0x05 | (reg & 7) << 3);
    relative(o, factor, 0);
    test_hash(o, reg, at - SW_LINE_HASH_AT(0));
    BYTES(o, 0x74, 4 + 4 + 6); /* jz, over the next */
    test_hash(o, reg, SW_LINE_HASH_AT(0) - SW_LINE_HASH_AT(1));
    BYTES(o, 0x0f, 0x85); /* jnz */
    relative(o, (uint64_t)back, 0);
    pass_over(o, way, back);
    if (asked)
        aim(asked, o->p);
    unsigned char *told = o->p;
    tell(o, way->site, 0);
    byte(o, 0xe9);
    relative(o, (uint64_t)back, 0);
    if (!way->pass)
        return;
    aim(way->pass, o->p);
    note(o, way);
    byte(o, 0xe9);
    relative(o, (uint64_t)told, 0);
}

void sw_follow_end(struct out *o)
{
    uint64_t factor = o->follow.n ? constant(o, SW_LINE_HASH) : 0;
    for (unsigned i = 0; i < o->follow.n; i++)
        write_way(o, &o->follow.ways[i], factor);
}
