/*
 * Blocks of aarch64. Instructions are copied; those that depend on where they stand become the same by
 * adrp; branches become what cache.h says. Nothing that is added changes flags.
 *
 * Registers that are needed are saved on the stack, below the program's: there is no red zone. All ways
 * that need registers to go somewhere have x16, x17 and x15 there, at [sp], and what they go to restores
 * them first: a block begins with that, two instructions before its own.
 */
#include "agent/translate/emit.h"
#include "agent/translate/entry.h"
#include "agent/translate/heap.h"
#include "agent/translate/windows.h"
#include "agent/translate/write_arm.h"

static struct out out;
static struct sw_trace trace;

static uint64_t counter_offset(void)
{
    return (uint64_t)&sw_translated.counter - (uint64_t)__builtin_thread_pointer();
}

static void add_by_way_of(struct out *o, uint32_t n, uint32_t a, uint32_t b)
{
    uint64_t offset = counter_offset();
    uint32_t low = (uint32_t)(offset & 0xfff) >> 3 << 10;
    put(o, 0xd53bd040 | a); /* mrs a, tpidr_el0 */
    if (offset >> 12)
        put(o, 0x91400000 | (uint32_t)(offset >> 12 & 0xfff) << 10 | a << 5 |
                   a);                                   /* add a, a, #, lsl #12 */
    put(o, 0xf9400000 | low | a << 5 | b);               /* ldr b, [a, #] */
    put(o, 0x91000000 | (n & 0xfff) << 10 | b << 5 | b); /* add b, b, #n */
    put(o, 0xf9000000 | low | a << 5 | b);               /* str b, [a, #] */
    if (!sw_windows_are_on())
        return;
    load_constant(o, a, (uint64_t)&sw_windows_passed[o->block->follows]);
    put(o, 0xf9400000 | a << 5 | b);                     /* ldr b, [a] */
    put(o, 0x91000000 | (n & 0xfff) << 10 | b << 5 | b); /* add b, b, #n */
    put(o, 0xf9000000 | a << 5 | b);                     /* str b, [a] */
}

static void add(struct out *o, uint32_t n)
{
    if (!n)
        return;
    put(o, 0xa9bf47f0); /* stp x16, x17, [sp, #-16]! */
    add_by_way_of(o, n, X16, X17);
    put(o, 0xa8c147f0); /* ldp x16, x17, [sp], #16 */
}

/* The same where the block is left. */
static void add_last(struct out *o, uint32_t n)
{
    const struct sw_follow *f = &o->follow;
    if (n && f->is_held)
        add_by_way_of(o, n, f->held.address, f->held.scratch);
    else
        add(o, n);
    sw_follow_leave(o);
}

/* The end of the block's code: a jump that goes to the translator until it is linked. */
static void leave(struct out *o, uint64_t target)
{
    enum { COLD_WORDS = 2 + 4 + 1 };
    struct sw_exit *e = sw_cache_new_exit();
    uint32_t *at = o->p;
    o->cold -= COLD_WORDS;
    o->p = o->cold;
    save(o);
    load_constant(o, X16, (uint64_t)e);
    branch(o, o->slab->exit);
    o->p = at;
    branch(o, o->cold);
    *e = (struct sw_exit){
        .target = target, .at = (unsigned char *)at, .unlinked = (unsigned char *)o->cold};
}

/* A branch that leaves the block if it is taken; or if not, if it is inverted. */
static void branch_out(struct out *o, uint32_t word, bool invert, uint64_t target, uint32_t count)
{
    bool on_flags = (word & 0xff000000) == 0x54000000;
    if (invert)
        word ^= on_flags ? 1 : 1u << 24;
    o->exits[o->n_exits++] = (struct way_out){o->p, target, count, o->follow.is_held};
    put(o, word);
}

static void write_exits(struct out *o)
{
    for (unsigned i = 0; i < o->n_exits; i++) {
        aim(o->exits[i].branch, o->p);
        o->follow.is_held = o->exits[i].is_held;
        add_last(o, o->exits[i].count);
        leave(o, o->exits[i].target);
    }
}

/* To where x16 says; registers are saved. */
static void jump_to_x16(struct out *o)
{
    load_address(o, X15, (uint64_t)sw_cache_jumps);
    put(o, 0xd3424611);                /* ubfx x17, x16, #2, #16 */
    put(o, 0xf87179f1);                /* ldr x17, [x15, x17, lsl #3] */
    put(o, 0xf940022f);                /* ldr x15, [x17] */
    put(o, 0x8b0f020f);                /* add x15, x16, x15 */
    put(o, 0xb4000000 | 2 << 5 | X15); /* cbz x15, over the next */
    branch(o, o->slab->miss);
    put(o, 0xf9400631); /* ldr x17, [x17, #8] */
    put(o, 0xd61f0220); /* br x17 */
}

static unsigned operand_of(const struct sw_insn *i)
{
    return i->word >> 5 & 31;
}

static void write_indirect(struct out *o, const struct sw_step *s)
{
    const struct sw_insn *i = &s->insn;
    bool authenticates = (i->word & 0xfffffbff) == 0xd65f0bff, is_held = o->follow.is_held;
    if (is_held)
        add_last(o, s->count);
    if (authenticates)
        put(o, i->word & 0x400 ? 0xd50323ff : 0xd50323bf); /* autibsp, autiasp */
    save(o);
    move(o, X16, authenticates ? X30 : operand_of(i));
    if (i->kind == SW_INSN_CALL_TO)
        load_address(o, X30, s->address + 4);
    if (!is_held && s->count)
        add_by_way_of(o, s->count, X17, X15);
    jump_to_x16(o);
}

/* calls.c knows how many bytes there are from what is done already to what is not. */
static void write_syscall(struct out *o, const struct sw_step *s)
{
    save(o);
    load_constant(o, X15, (uint64_t)sw_cache_call_kinds);
    put(o, 0x53003d10);                /* uxth w16, w8 */
    put(o, 0x387069f0);                /* ldrb w16, [x15, x16] */
    put(o, 0x34000000 | 6 << 5 | X16); /* cbz w16, to where it is not done */
    put(o, 0x10000000 | 5 << 5 | X16); /* adr x16, the same */
    branch(o, o->slab->call);
    restore(o);
    put(o, 0x14000000 | 4);
    restore(o);
    put(o, s->insn.word);
    leave(o, s->address + 4);
}

/* A load from what it refers to, by a register. */
static void write_load(struct out *o, const struct sw_insn *i)
{
    static const uint32_t general[] = {0xb9400000, 0xf9400000,
                                       0xb9800000};                        /* w, x, sign-extended */
    static const uint32_t vector[] = {0xbd400000, 0xfd400000, 0x3dc00000}; /* s, d, q */
    unsigned to = i->word & 31, size = i->word >> 30;
    if (i->relative == SW_ARM_LOAD) {
        if (to == ZERO)
            return;
        load_address(o, to, i->target);
        put(o, general[size] | to << 5 | to);
        return;
    }
    put(o, 0xf81f0ff0); /* str x16, [sp, #-16]! */
    load_address(o, X16, i->target);
    put(o, vector[size] | X16 << 5 | to);
    put(o, 0xf84107f0); /* ldr x16, [sp], #16 */
}

static void write_plain(struct out *o, const struct sw_insn *i)
{
    switch (i->relative) {
    case SW_ARM_NOT:
        put(o, sw_follow_word(o, i->word));
        return;
    case SW_ARM_ADR:
        if ((i->word & 31) != ZERO)
            load_address(o, i->word & 31, i->target);
        return;
    case SW_ARM_LOAD:
    case SW_ARM_LOAD_VECTOR:
        write_load(o, i);
        return;
    }
}

static void write_last(struct out *o, const struct sw_step *s)
{
    switch (s->insn.kind) {
    case SW_INSN_BRANCH:
        branch_out(o, s->insn.word, false, s->insn.target, s->count);
        add_last(o, s->count);
        leave(o, s->address + 4);
        return;
    case SW_INSN_CALL:
        load_address(o, X30, s->address + 4);
        add_last(o, s->count);
        leave(o, s->insn.target);
        return;
    case SW_INSN_JUMP:
        add_last(o, s->count);
        leave(o, s->insn.target);
        return;
    case SW_INSN_CALL_TO:
    case SW_INSN_JUMP_TO:
    case SW_INSN_RETURN:
        write_indirect(o, s);
        return;
    case SW_INSN_SYSCALL:
        add_last(o, s->count);
        write_syscall(o, s);
        return;
    case SW_INSN_STOP:
        add_last(o, s->count);
        put(o, s->insn.word);
        return;
    }
}

static void write_step(struct out *o, const struct sw_step *s)
{
    switch (s->way) {
    case SW_WAY_SIDE:
        branch_out(o, s->insn.word, false, s->insn.target, s->count);
        return;
    case SW_WAY_LOOP:
        branch_out(o, s->insn.word, true, s->address + 4, s->count);
        return;
    case SW_WAY_ELSEWHERE:
        if (s->insn.kind == SW_INSN_CALL)
            load_address(o, X30, s->address + 4);
        return;
    default:
        write_plain(o, &s->insn);
    }
}

static void write_trace(struct out *o, const struct sw_trace *t)
{
    for (unsigned i = 0; i < t->n; i++) {
        const struct sw_step *s = &t->steps[i];
        o->block->origins[i] =
            (struct sw_origin){(uint32_t)((unsigned char *)o->p - o->block->code),
                               (int32_t)(s->address - o->block->from)};
        if (i == t->early_at)
            add(o, t->early);
        sw_follow_access(o, t, i);
        if (i + 1 == t->n && !t->end)
            write_last(o, s);
        else
            write_step(o, s);
    }
    if (t->end) {
        add_last(o, t->steps[t->n - 1].count);
        leave(o, t->end);
    }
}

/* A function of the heap begins. */
static void write_heap(struct out *o, unsigned function)
{
    save(o);
    uint32_t *adr = o->p++;
    put(o, 0xf9000ff0); /* str x16, [sp, #24] */
    load_constant(o, X16, function);
    branch(o, o->slab->heap);
    *adr = 0x10000000 | (uint32_t)(o->p - adr) << 5 | X16; /* adr */
    restore(o);
}

bool sw_emit_block(struct sw_block *block, struct sw_slab *slab)
{
    struct out *o = &out;
    if (!sw_cache_have_exits(SW_STEPS + 2) || !sw_trace_make(&trace, block) ||
        !(block->origins = sw_cache_take(trace.n * sizeof *block->origins)))
        return false;
    block->n_origins = trace.n;
    o->p = (uint32_t *)(slab->hot + (-(uint64_t)slab->hot & 15)) + 2;
    o->cold = (uint32_t *)slab->cold;
    o->block = block;
    o->slab = slab;
    o->n_exits = 0;
    restore(o);
    block->code = (unsigned char *)o->p;
    atomic_init(&block->indirect, (uint64_t)block->code - 8);
    if (sw_heap_function(block->from))
        write_heap(o, sw_heap_function(block->from));
    sw_follow_begin(o, &trace);
    write_trace(o, &trace);
    write_exits(o);
    sw_follow_end(o);
    flush(block->code - 8, o->p);
    flush(o->cold, slab->cold);
    block->bytes = (uint32_t)((unsigned char *)o->p - block->code);
    slab->hot = (unsigned char *)o->p;
    slab->cold = (unsigned char *)o->cold;
    return true;
}

void sw_emit_indirect(struct sw_block *block, struct sw_slab *slab)
{
    (void)block, (void)slab; /* all have it */
}

uint64_t sw_emit_way_in(const struct sw_block *block)
{
    return (uint64_t)block->code - 8;
}

/* Where no branch reaches, x17 is lost, which no code can rely on across a branch to somewhere else. */
uint64_t sw_emit_native(uint64_t address)
{
    struct out *o = &out;
    struct sw_slab *slab = sw_cache_spare(address);
    o->p = (uint32_t *)slab->hot;
    restore(o);
    if (branch_reaches((uint64_t)o->p, address)) {
        branch(o, (void *)address);
    } else {
        load_constant(o, X17, address);
        put(o, 0xd61f0220);
    }
    unsigned char *at = slab->hot;
    flush(at, o->p);
    slab->hot = (unsigned char *)o->p;
    return (uint64_t)at;
}

static unsigned char *far_jump(struct out *o, const void *to)
{
    unsigned char *at = (unsigned char *)o->p;
    load_constant(o, X17, (uint64_t)to);
    put(o, 0xd61f0220); /* br x17 */
    return at;
}

void sw_emit_slab(struct sw_slab *r)
{
    struct out *o = &out;
    o->p = (uint32_t *)r->hot;
    r->exit = far_jump(o, sw_entry_exit);
    r->miss = far_jump(o, sw_entry_miss);
    r->call = far_jump(o, sw_entry_call);
    r->access = far_jump(o, sw_entry_access);
    r->heap = far_jump(o, sw_entry_heap);
    flush(r->hot, o->p);
    r->hot = (unsigned char *)o->p;
}

void sw_emit_jump(struct sw_exit *exit, const struct sw_block *block, struct sw_slab *slab)
{
    struct out *o = &out;
    const unsigned char *to = block ? block->code : exit->unlinked;
    if (!branch_reaches((uint64_t)exit->at, (uint64_t)to) || (SW_ALL_IS_FAR && block)) {
        to = slab->hot;
        o->p = (uint32_t *)slab->hot;
        save(o);
        far_jump(o, (void *)sw_emit_way_in(block));
        flush(to, o->p);
        slab->hot = (unsigned char *)o->p;
    }
    __atomic_store_n((uint32_t *)exit->at, branch_word(exit->at, to), __ATOMIC_RELEASE);
    flush(exit->at, exit->at + 4);
}
