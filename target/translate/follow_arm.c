#include "target/translate/follow_arm.h"
#include "target/translate/access.h"
#include "target/translate/memory.h"
#include "target/translate/shared.h"
#include "target/translate/write_arm.h"

enum { SP = 31 };

static unsigned field(uint32_t word, unsigned from)
{
    return word >> from & 31;
}

static bool matches(uint32_t word, uint32_t mask, uint32_t value)
{
    return (word & mask) == value;
}

/* Whether it may use the stack pointer: whose number is also that of no register. */
static bool uses_stack(uint32_t word)
{
    bool reads = field(word, 5) == SP, writes = field(word, 0) == SP;
    if (matches(word, 0x1e000000, 0x04000000)) /* SVE */
        return reads || writes;
    if (matches(word, 0x0a000000, 0x08000000)) /* loads and stores */
        return reads;
    if (matches(word, 0x1f000000, 0x11000000) || matches(word, 0x1fe00000, 0x0b200000))
        return reads || (writes && !(word >> 29 & 1)); /* add, sub; or they compare */
    return matches(word, 0x1f800000, 0x12000000) && writes && word >> 29 != 3 && word >> 29 != 7;
}

/* Whether a register's number is anywhere where registers are. Pairs begin with an even one; 14 is here as that of 15. */
static bool uses_ours(uint32_t word)
{
    static const uint8_t at[] = {0, 5, 10, 16};
    if (matches(word, 0xfffffc1f, 0xd503201f)) /* hints: some authenticate x17 by x16 */
        return word != 0xd503201f;
    for (unsigned i = 0; i < sizeof at; i++)
        if (field(word, at[i]) >= X15 - 1 && field(word, at[i]) <= X17)
            return true;
    return false;
}

/* The access of a step, if there is one that is followed. */
static bool is_followed(const struct sw_trace *t, unsigned step, struct sw_access *a)
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

/* All of its accesses are told: others may come to the line in between. */
static bool is_atomic(const struct sw_access *a)
{
    return a->what & SW_ACCESS_ATOMIC && sw_shared_is_there();
}

static void load_lines(struct out *o)
{
    if (!load_page(o, X15, o->follow.lines))
        load_constant(o, X15, o->follow.lines);
}

static uint32_t line_at(const struct out *o, uint32_t site)
{
    uint64_t offset = sw_memory_line(site) - o->follow.lines;
    return (uint32_t)(offset >> 3) << 10 | X15 << 5;
}

/* The block is run once more. */
static void count_pass(struct out *o)
{
    if (!o->follow.counts || o->follow.is_counted)
        return;
    put(o, 0xf9400000 | line_at(o, o->follow.passes) | X17); /* ldr x17, [x15, #] */
    put(o, 0x91000631);                                      /* add x17, x17, #1 */
    put(o, 0xf9000000 | line_at(o, o->follow.passes) | X17); /* str x17, [x15, #] */
    o->follow.is_counted = true;
}

void sw_follow_begin(struct out *o, const struct sw_trace *t)
{
    struct sw_follow *f = &o->follow;
    struct sw_access a;
    unsigned n = 0, words = 0;
    f->n = 0;
    f->is_held = false;
    if (!t->counted || !sw_memory_is_on())
        return;
    for (unsigned i = 0; i < t->n; i++) {
        uint32_t word = t->steps[i].insn.word;
        bool jumps = t->steps[i].way != SW_WAY_ON && t->steps[i].insn.kind != SW_INSN_BRANCH;
        n += is_followed(t, i, &a);
        words += !jumps && (uses_stack(word) || uses_ours(word) || t->steps[i].insn.exclusive);
        if (a.what & SW_ACCESS_UNKNOWN)
            sw_memory()->unknown++;
    }
    f->lines = sw_memory_lines(n + 1) & ~0xfffull;
    f->counts = n && sw_shared_is_there() && sw_memory_site(0, 0, &f->passes);
    f->is_counted = false;
    f->is_held = n > 1 && !words;
    if (f->is_held) {
        save(o);
        load_lines(o);
        count_pass(o);
    }
}

/* x16: the address; `below`: how far the stack pointer is below the program's. */
static void load_access(struct out *o, const struct sw_access *a, uint32_t below)
{
    uint32_t from = a->base,
             n = (uint32_t)(a->displacement < 0 ? -a->displacement : a->displacement);
    uint32_t opcode = a->displacement < 0 ? 0xd1000000 : 0x91000000; /* sub, add */
    if (a->base == SP) {
        put(o, 0x91000000 | below << 10 | SP << 5 | X16);
        from = X16;
    }
    if (a->index != ZERO) {
        put(o, 0x8b200000 | (uint32_t)a->index << 16 | (uint32_t)a->option << 13 |
                   (uint32_t)a->shift << 10 | from << 5 | X16);
        return;
    }
    put(o, opcode | (n & 0xfff) << 10 | from << 5 | X16);
    if (n >> 12)
        put(o, opcode | 1 << 22 | n >> 12 << 10 | X16 << 5 | X16);
}

/* Copies of a loop are the same instructions: each by itself would have another line each time. */
static bool find_site(const struct out *o, uint64_t pc, const struct sw_access *a, uint32_t *site)
{
    for (unsigned i = 0; i < o->follow.n; i++)
        if (sw_memory_pc(*site = o->follow.ways[i].site) == pc) {
            sw_shared_add_copy(*site);
            return true;
        }
    if (!sw_memory_site(pc, a->what, site))
        return false;
    const struct sw_shared_side side = {.pc = pc, .what = a->what, .bytes = a->bytes};
    if (o->follow.counts)
        sw_shared_add_site(*site, &side,
                           is_atomic(a) ? NULL : (uint64_t *)sw_memory_line(o->follow.passes));
    return true;
}

void sw_follow_access(struct out *o, const struct sw_trace *t, unsigned step)
{
    struct sw_follow *f = &o->follow;
    struct sw_access a;
    uint32_t site;
    if (!t->counted || !sw_memory_is_on() || !is_followed(t, step, &a) ||
        !find_site(o, t->steps[step].address, &a, &site))
        return;
    if (!f->is_held)
        save(o);
    load_access(o, &a, 32);
    if (!f->is_held)
        load_lines(o);
    count_pass(o);
    if (!is_atomic(&a)) {
        put(o, 0xf9400000 | line_at(o, site) | X17); /* ldr x17, [x15, #] */
        put(o, 0xca100231);                          /* eor x17, x17, x16 */
        put(o, 0xd346fe31);                          /* lsr x17, x17, #6 */
    }
    f->ways[f->n++] = (struct sw_follow_way){o->p, site};
    put(o, is_atomic(&a) ? 0xb4000000 | ZERO : 0xb5000000 | X17); /* cbz xzr; cbnz x17 */
    if (!f->is_held)
        restore(o);
}

void sw_follow_leave(struct out *o)
{
    if (o->follow.is_held)
        restore(o);
}

/* To C and back, with the site. */
static void call(struct out *o, const void *to, uint32_t site)
{
    uint32_t *adr = o->p++;
    put(o, 0xf9000ff0); /* str x16, [sp, #24] */
    load_constant(o, X16, sw_memory_address(site));
    branch(o, to);
    *adr = 0x10000000 | (uint32_t)(o->p - adr) << 5 | X16; /* adr */
}

/* Where there are threads all lines are told (shared.h). */
static void tell(struct out *o, uint32_t site)
{
    if (!sw_shared_is_there())
        return;
    load_address(o, X17, (uint64_t)&sw_shared_is_on);
    put(o, 0xf9400231); /* ldr x17, [x17] */
    uint32_t *is_off = o->p;
    put(o, 0xb4000000 | X17); /* cbz x17 */
    call(o, o->slab->line, site);
    load_lines(o);
    put(o, 0xf9400000 | line_at(o, site) | X16); /* ldr x16, [x15, #] */
    aim(is_off, o->p);
}

/* A line that is another: notes it, and if it is one of those that are followed, tells. */
static void write_way(struct out *o, const struct sw_follow_way *way)
{
    uint32_t *back = way->branch + 1;
    aim(way->branch, o->p);
    put(o, 0xf9000000 | line_at(o, way->site) | X16); /* str x16, [x15, #] */
    tell(o, way->site);
    put(o, 0xd346fe10); /* lsr x16, x16, #6 */
    load_constant(o, X17, SW_LINE_HASH);
    put(o, 0x9b117e11); /* mul x17, x16, x17 */
    for (unsigned i = 0; i < SW_LINE_HASHES; i++) {
        unsigned from = SW_LINE_HASH_AT(i);
        put(o, 0xd3400000 | from << 16 | (from + SW_FOLLOWED_LOG - 1) << 10 | X17 << 5 |
                   X16);                                                      /* ubfx */
        put(o, 0xb4000000 | (uint32_t)(2 * (SW_LINE_HASHES - i)) << 5 | X16); /* cbz */
    }
    branch(o, back);
    call(o, o->slab->access, way->site);
    if (o->follow.is_held)
        load_lines(o);
    branch(o, back);
}

void sw_follow_end(struct out *o)
{
    for (unsigned i = 0; i < o->follow.n; i++)
        write_way(o, &o->follow.ways[i]);
}
