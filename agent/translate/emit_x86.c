/*
 * Blocks of x86-64. Instructions are copied; those with an operand relative to rip get another
 * displacement, or a register in its place where that does not reach; branches become what cache.h
 * says. No instruction that is added changes flags unless they are dead: additions are lea, comparisons
 * are jrcxz.
 *
 * Slots: 0, 1, 2: rcx, r10, r11 while an indirect jump is looked up; 3: a register that an instruction
 * borrows; 4: where entry_x86.S goes; 4 and 5: follow_x86.c.
 */
#include "agent/translate/calls.h"
#include "agent/translate/emit.h"
#include "agent/translate/entry.h"
#include "agent/translate/heap.h"
#include "agent/translate/windows.h"
#include "agent/translate/write_x86.h"

static struct out out;
static struct sw_trace trace;

/* The word that counts it, too, where windows are followed (windows.h); NULL: they are not. */
static uint64_t *passed(const struct out *o)
{
    return sw_windows_are_on() ? &sw_windows_passed[o->block->follows] : NULL;
}

static void add_by_way_of(struct out *o, unsigned reg, uint32_t n)
{
    thread_word(o, 0x8b, reg, &sw_translated.counter);
    increase(o, reg, n);
    thread_word(o, 0x89, reg, &sw_translated.counter);
    if (!passed(o))
        return;
    with_word(o, 0x8b, reg, passed(o));
    increase(o, reg, n);
    with_word(o, 0x89, reg, passed(o));
}

static void immediate(struct out *o, uint32_t n)
{
    if (n < 128)
        byte(o, n);
    else
        word(o, n);
}

/* Changes flags. */
static void add_plainly(struct out *o, uint32_t n)
{
    unsigned opcode = n < 128 ? 0x83 : 0x81;
    thread_word(o, opcode, 0, &sw_translated.counter);
    immediate(o, n);
    if (!passed(o))
        return;
    with_word(o, opcode, 0, passed(o));
    immediate(o, n);
}

static void add(struct out *o, uint32_t n, bool flags_are_dead)
{
    if (!n)
        return;
    if (flags_are_dead) {
        add_plainly(o, n);
        return;
    }
    save(o, RAX, 3);
    add_by_way_of(o, RAX, n);
    restore(o, RAX, 3);
}

/* Has displacements that are patched be in one aligned word of 8 bytes, `before` bytes from here. */
static void align_displacement(struct out *o, unsigned before)
{
    while (((uint64_t)o->p + before) % 8 > 4)
        byte(o, 0x90);
}

/* The exit of a jump whose displacement is there: goes to the translator until it is linked. */
static void make_exit(struct out *o, unsigned char *displacement, uint64_t target)
{
    struct sw_exit *e = sw_cache_new_exit();
    unsigned char *p = o->p;
    o->cold -= 24;
    o->p = o->cold;
    save(o, RCX, 0);
    load_constant(o, RCX, (uint64_t)e);
    byte(o, 0xe9);
    relative(o, (uint64_t)o->slab->exit, 0);
    o->p = p;
    int32_t distance = (int32_t)(o->cold - (displacement + 4));
    __builtin_memcpy(displacement, &distance, 4);
    *e = (struct sw_exit){.target = target, .at = displacement, .unlinked = o->cold};
}

/* The end of the block's code: a jump that is an exit. */
static void leave(struct out *o, uint64_t target)
{
    align_displacement(o, 1);
    byte(o, 0xe9);
    word(o, 0);
    make_exit(o, o->p - 4, target);
}

/* The same for good, `count` instructions from the block's start. */
static void go_on_at(struct out *o, uint64_t target, uint32_t count)
{
    add(o, count, count && sw_trace_flags_are_dead(o->block, target));
    leave(o, target);
}

/* A branch out of the block, `count` instructions from its start; its displacement comes next. */
static void branch_out(struct out *o, uint64_t target, uint32_t count)
{
    o->exits[o->n_exits].jump = o->p;
    o->exits[o->n_exits].target = target;
    o->exits[o->n_exits++].count = count;
    word(o, 0);
}

/* Behind the block: what branches out of it do on their way. */
static void write_exits(struct out *o)
{
    for (unsigned i = 0; i < o->n_exits; i++) {
        uint64_t target = o->exits[i].target;
        if (!o->exits[i].count && !o->follow.held) {
            make_exit(o, o->exits[i].jump, target);
            continue;
        }
        int32_t distance = (int32_t)(o->p - (o->exits[i].jump + 4));
        __builtin_memcpy(o->exits[i].jump, &distance, 4);
        sw_follow_leave(o);
        go_on_at(o, target, o->exits[i].count);
    }
}

/* To where rcx says, whose own value is in slot 0. */
static void jump_to_rcx(struct out *o)
{
    save(o, R10, 1);
    save(o, R11, 2);
    BYTES(o, 0x44, 0x0f, 0xb7, 0xd1); /* movzwl %cx, %r10d */
    BYTES(o, 0x4e, 0x8b, 0x14, 0xd5); /* mov jumps(,%r10,8), %r10 */
    word(o, (uint32_t)(uint64_t)sw_cache_jumps);
    BYTES(o, 0x4d, 0x8b, 0x1a);       /* mov (%r10), %r11 */
    BYTES(o, 0x49, 0x8d, 0x0c, 0x0b); /* lea (%r11,%rcx), %rcx */
    BYTES(o, 0xe3, 5);                /* jrcxz: minus the address, and the address */
    byte(o, 0xe9);
    relative(o, (uint64_t)o->slab->miss, 0);
    BYTES(o, 0x41, 0xff, 0x62, 0x08); /* jmp *8(%r10) */
}

/* A jump to anywhere: by the address behind it, which is aligned, since programs can have unaligned
 * accesses forbidden. */
static unsigned char *far_jump(struct out *o, uint64_t to)
{
    while (((uint64_t)o->p + 6) % 8)
        byte(o, 0x90);
    unsigned char *at = o->p;
    BYTES(o, 0xff, 0x25, 0, 0, 0, 0);
    quad(o, to);
    return at;
}

void sw_emit_indirect(struct sw_block *block, struct sw_slab *slab)
{
    struct out *o = &out;
    o->p = slab->hot;
    uint64_t at = (uint64_t)o->p;
    restore(o, R11, 2);
    restore(o, R10, 1);
    restore(o, RCX, 0);
    if (is_near(o, (uint64_t)block->code)) {
        byte(o, 0xe9);
        relative(o, (uint64_t)block->code, 0);
    } else {
        far_jump(o, (uint64_t)block->code);
    }
    slab->hot = o->p;
    atomic_store_explicit(&block->indirect, at, memory_order_release);
}

static unsigned register_of(const struct sw_insn *i, const uint8_t *code)
{
    unsigned reg = i->modrm >> 3 & 7, next = code[i->opcode_at + 1];
    if (i->encoding == SW_X86_LEGACY)
        return reg | (i->rex & 4 ? 8 : 0);
    return reg | (next & 0x80 ? 0 : 8);
}

/* The other register operand of VEX, EVEX and XOP. */
static unsigned second_register_of(const struct sw_insn *i, const uint8_t *code)
{
    unsigned at = i->opcode_at + (i->encoding == SW_X86_VEX2 ? 1 : 2);
    return i->encoding == SW_X86_LEGACY ? 16 : (unsigned)(~code[at] >> 3 & 15);
}

/* One that the instruction, which has an operand relative to rip, does not use: rdi, rsi or rbx. Only
 * cmpxchg16b and cpuid use rbx unsaid, none the other two. */
static unsigned unused_register(const struct sw_insn *i, const uint8_t *code)
{
    static const uint8_t candidates[] = {RDI, RSI, RBX};
    unsigned a = register_of(i, code), b = second_register_of(i, code), n = 0;
    while (candidates[n] == a || candidates[n] == b)
        n++;
    return candidates[n];
}

/* The instruction with (%reg) for its operand. */
static void copy_with_base(struct out *o, const struct sw_insn *i, const uint8_t *code,
                           unsigned reg)
{
    for (unsigned at = 0; at < i->modrm_at; at++) {
        bool has_b = at == i->opcode_at + 1u && i->encoding >= SW_X86_VEX3;
        bool is_rex = i->rex && at + 1 == i->opcode_at;
        byte(o, has_b ? code[at] | 0x20u : is_rex ? code[at] & 0xfeu : code[at]);
    }
    byte(o, (i->modrm & 0x38u) | reg);
    bytes(o, i->immediate, code + i->length - i->immediate);
}

static void copy_relative(struct out *o, const struct sw_step *s)
{
    const struct sw_insn *i = &s->insn;
    const uint8_t *code = (const uint8_t *)s->address;
    uint64_t operand = rip_operand(s);
    if (is_near(o, operand)) {
        bytes(o, i->disp_at, code);
        relative(o, operand, i->length - i->disp_at - 4u);
        bytes(o, i->length - i->disp_at - 4u, code + i->disp_at + 4);
        return;
    }
    unsigned reg = unused_register(i, code);
    save(o, reg, 3);
    load_constant(o, reg, operand);
    copy_with_base(o, i, code, reg);
    restore(o, reg, 3);
}

/* The operand of an indirect jump or call to rcx, whose own value goes to slot 0. */
static void load_target(struct out *o, const struct sw_step *s)
{
    const struct sw_insn *i = &s->insn;
    const uint8_t *code = (const uint8_t *)s->address;
    bool near = !i->rip || is_near(o, rip_operand(s));
    save(o, RCX, 0);
    if (!near)
        load_constant(o, RCX, rip_operand(s));
    if (i->segment)
        byte(o, i->segment);
    if (i->prefixes & SW_X86_ADDRESS32)
        byte(o, 0x67);
    byte(o, 0x48 | (i->rex & 3));
    byte(o, 0x8b);
    if (!i->rip) {
        byte(o, (i->modrm & 0xc7u) | RCX << 3);
        bytes(o, i->length - i->modrm_at - 1u, code + i->modrm_at + 1);
    } else if (near) {
        byte(o, 0x0d);
        relative(o, rip_operand(s), 0);
    } else {
        byte(o, 0x09); /* (%rcx) */
    }
}

/* `count`: what is to be added; it can be done by rcx once that is saved. */
static void write_return(struct out *o, const struct sw_step *s, uint32_t count)
{
    save(o, RCX, 0);
    if (count)
        add_by_way_of(o, RCX, count);
    byte(o, 0x59); /* pop %rcx */
    if (s->insn.opcode == 0xc2) {
        uint16_t more;
        __builtin_memcpy(&more, (const uint8_t *)s->address + s->insn.length - 2, 2);
        BYTES(o, 0x48, 0x8d, 0xa4, 0x24); /* lea more(%rsp), %rsp */
        word(o, more);
    }
    jump_to_rcx(o);
}

/* rcx and r11 are free: the kernel changes them. */
static void write_syscall(struct out *o, const struct sw_step *s, uint32_t count)
{
    uint64_t behind = s->address + s->insn.length;
    if (count)
        add_by_way_of(o, RCX, count);
    BYTES(o, 0x0f, 0xb7, 0xc8); /* movzwl %ax, %ecx */
    BYTES(o, 0x0f, 0xb6, 0x89); /* movzbl kinds(%rcx), %ecx */
    word(o, (uint32_t)(uint64_t)sw_cache_call_kinds);
    BYTES(o, 0xe3, 12);                     /* jrcxz: to syscall */
    BYTES(o, 0x4c, 0x8d, 0x1d, 5, 0, 0, 0); /* lea: of that too, r11 */
    byte(o, 0xe9);
    relative(o, (uint64_t)o->slab->call, 0);
    BYTES(o, 0x0f, 0x05);
    uint64_t at = constant(o, behind);
    BYTES(o, 0x48, 0x8b, 0x0d); /* as if the processor had noted it */
    relative(o, at, 0);
    leave(o, behind);
}

/* To rax, which has the word, adds rcx, or takes it off. */
static void change_rax(struct out *o, bool less)
{
    if (!less) {
        BYTES(o, 0x48, 0x8d, 0x04, 0x08); /* lea (%rax,%rcx), %rax */
        return;
    }
    BYTES(o, 0x48, 0xf7, 0xd1);             /* not %rcx */
    BYTES(o, 0x48, 0x8d, 0x44, 0x08, 0x01); /* lea 1(%rax,%rcx), %rax */
    BYTES(o, 0x48, 0xf7, 0xd1);
}

static void count_rcx(struct out *o, bool less)
{
    save(o, RAX, 3);
    thread_word(o, 0x8b, RAX, &sw_translated.counter);
    change_rax(o, less);
    thread_word(o, 0x89, RAX, &sw_translated.counter);
    if (passed(o)) {
        with_word(o, 0x8b, RAX, passed(o));
        change_rax(o, less);
        with_word(o, 0x89, RAX, passed(o));
    }
    restore(o, RAX, 3);
}

static unsigned char *short_jump(struct out *o, unsigned opcode)
{
    byte(o, opcode);
    return o->p++;
}

static void lands_here(struct out *o, unsigned char *jump)
{
    *jump = (unsigned char)(o->p - jump - 1);
}

/*
 * A repeated string instruction counts once more than it is repeated, as qemu counts it: the last
 * time it finds that there is nothing left. Comparisons that find what they look for end without.
 */
static void write_repeated(struct out *o, const struct sw_step *s, bool counted)
{
    const struct sw_insn *i = &s->insn;
    const uint8_t *code = (const uint8_t *)s->address;
    bool compares = (i->opcode & ~1) == 0xa6 || (i->opcode & ~1) == 0xae;
    counted &= !(i->prefixes & SW_X86_ADDRESS32); /* which has ecx count */
    if (counted && !compares)
        count_rcx(o, false);
    if (!counted || !compares) {
        bytes(o, i->length, code);
        return;
    }
    unsigned char *to_none = short_jump(o, 0xe3);
    count_rcx(o, false);
    bytes(o, i->length, code);
    unsigned char *ran_out = short_jump(o, i->prefixes & SW_X86_REP ? 0x74 : 0x75); /* jz, jnz */
    add(o, -1u, false);
    lands_here(o, ran_out);
    count_rcx(o, true);
    unsigned char *over = short_jump(o, 0xeb);
    lands_here(o, to_none);
    bytes(o, i->length, code);
    lands_here(o, over);
}

/* A branch that leaves the block if it is taken; or if not, for which `invert` is 1. */
static void write_branch(struct out *o, const struct sw_step *s, unsigned invert, uint64_t target,
                         uint32_t count)
{
    const struct sw_insn *i = &s->insn;
    if (i->kind == SW_INSN_RCX) {
        bool is_ecx = i->prefixes & SW_X86_ADDRESS32;
        align_displacement(o, 5 + is_ecx);
        if (is_ecx)
            byte(o, 0x67);
        byte(o, i->opcode);
        BYTES(o, 2, 0xeb, 5, 0xe9); /* over a jump over a jump */
    } else {
        align_displacement(o, 2);
        byte(o, 0x0f);
        byte(o, 0x80 | ((i->opcode & 15u) ^ invert));
    }
    branch_out(o, target, count);
}

static void write_on(struct out *o, const struct sw_step *s, bool counted)
{
    if (s->insn.kind == SW_INSN_REPEATED)
        write_repeated(o, s, counted);
    else if (s->insn.rip)
        copy_relative(o, s);
    else
        bytes(o, s->insn.length, (const uint8_t *)s->address);
}

/* The last instruction. `count`: what is still to be added. */
static void write_last(struct out *o, const struct sw_step *s, uint32_t count)
{
    uint64_t behind = s->address + s->insn.length, target = s->insn.target;
    if (s->insn.kind != SW_INSN_BRANCH && s->insn.kind != SW_INSN_RCX)
        sw_follow_leave(o);
    switch (s->insn.kind) {
    case SW_INSN_BRANCH:
    case SW_INSN_RCX:
        write_branch(o, s, 0, target, count);
        sw_follow_leave(o);
        go_on_at(o, behind, count);
        return;
    case SW_INSN_CALL:
        push_constant(o, behind);
        go_on_at(o, target, count);
        return;
    case SW_INSN_BEGIN:
        BYTES(o, 0xb8, 0, 0, 0, 0); /* mov $0, %eax: aborted, do not try again */
        add(o, count, false);
        leave(o, target);
        return;
    case SW_INSN_JUMP:
        go_on_at(o, target, count);
        return;
    case SW_INSN_CALL_TO:
    case SW_INSN_JUMP_TO:
        add(o, count, false);
        load_target(o, s);
        if (s->insn.kind == SW_INSN_CALL_TO)
            push_constant(o, behind);
        jump_to_rcx(o);
        return;
    case SW_INSN_RETURN:
        write_return(o, s, count);
        return;
    case SW_INSN_SYSCALL:
        write_syscall(o, s, count);
        return;
    case SW_INSN_STOP:
        add(o, count, false);
        bytes(o, s->insn.length, (const uint8_t *)s->address);
        if (s->insn.opcode == SW_X86_INT3) /* whose handler may return */
            leave(o, behind);
        return;
    }
}

static void write_step(struct out *o, const struct sw_trace *t, const struct sw_step *s)
{
    uint64_t behind = s->address + s->insn.length;
    switch (s->way) {
    case SW_WAY_SIDE:
        write_branch(o, s, 0, s->insn.target, s->count);
        return;
    case SW_WAY_LOOP:
        write_branch(o, s, 1, behind, s->count);
        return;
    case SW_WAY_ELSEWHERE:
        if (s->insn.kind == SW_INSN_CALL)
            push_constant(o, behind);
        return;
    default:
        write_on(o, s, t->counted);
    }
}

static void write_trace(struct out *o, const struct sw_trace *t)
{
    uint32_t total = t->steps[t->n - 1].count, left = t->add_at < SW_STEPS ? 0 : total;
    for (unsigned i = 0; i < t->n; i++) {
        const struct sw_step *s = &t->steps[i];
        unsigned char *from = o->p;
        if (i == t->add_at)
            add(o, total, true);
        sw_follow_access(o, t, i);
        if (i + 1 == t->n && !t->end)
            write_last(o, s, left);
        else
            write_step(o, t, s);
        o->block->origins[i] = (struct sw_origin){(uint32_t)(from - o->block->code),
                                                  (int32_t)(s->address - o->block->address)};
    }
    if (t->end) {
        sw_follow_leave(o);
        go_on_at(o, t->end, left);
    }
}

/* A function of the heap begins. */
static void write_heap(struct out *o, unsigned function)
{
    BYTES(o, 0x48, 0x8d, 0x64, 0x24, 0x80); /* lea -128(%rsp), %rsp */
    byte(o, 0x68);                          /* push */
    word(o, function);
    byte(o, 0xe8); /* call */
    relative(o, (uint64_t)o->slab->heap, 0);
    BYTES(o, 0x48, 0x8d, 0xa4, 0x24); /* lea 128+8(%rsp), %rsp */
    word(o, 128 + 8);
}

bool sw_emit_block(struct sw_block *block, struct sw_slab *slab)
{
    struct out *o = &out;
    if (!sw_cache_have_exits(MOST_EXITS) || !sw_trace_make(&trace, block) ||
        !(block->origins = sw_cache_take(trace.n * sizeof *block->origins)))
        return false;
    block->n_origins = trace.n;
    o->p = slab->hot + (-(uint64_t)slab->hot & 15);
    o->cold = slab->cold;
    o->block = block;
    o->slab = slab;
    o->n_exits = 0;
    block->code = o->p;
    if (sw_heap_function(block->from))
        write_heap(o, sw_heap_function(block->from));
    sw_follow_begin(o, &trace);
    write_trace(o, &trace);
    write_exits(o);
    sw_follow_end(o);
    block->bytes = (uint32_t)(o->p - block->code);
    slab->hot = o->p;
    slab->cold = o->cold;
    return true;
}

void sw_emit_slab(struct sw_slab *r)
{
    struct out *o = &out;
    o->p = r->hot;
    r->exit = far_jump(o, (uint64_t)sw_entry_exit);
    r->miss = far_jump(o, (uint64_t)sw_entry_miss);
    r->call = far_jump(o, (uint64_t)sw_entry_call);
    r->access = far_jump(o, (uint64_t)sw_entry_access);
    r->heap = far_jump(o, (uint64_t)sw_entry_heap);
    if (!sw_entry_go) {
        sw_entry_go = (uint64_t)o->p;
        BYTES(o, 0x64, 0xff, 0x24, 0x25); /* jmp *slot 4 */
        word(o, offset_of(&sw_translated.slots[4]));
    }
    r->hot = o->p;
}

uint64_t sw_emit_way_in(const struct sw_block *block)
{
    return (uint64_t)block->code;
}

uint64_t sw_emit_native(uint64_t address)
{
    return address;
}

void sw_emit_jump(struct sw_exit *exit, const struct sw_block *block, struct sw_slab *slab)
{
    struct out *o = &out;
    uint64_t to = block ? (uint64_t)block->code : (uint64_t)exit->unlinked;
    int64_t distance = (int64_t)(to - ((uint64_t)exit->at + 4));
    if (!fits(distance) || (SW_ALL_IS_FAR && block)) {
        o->p = slab->hot;
        distance = far_jump(o, to) - (exit->at + 4);
        slab->hot = o->p;
    }
    __atomic_store_n((int32_t *)exit->at, (int32_t)distance, __ATOMIC_RELEASE);
}
