/* Walks a stack from where a thread was interrupted to the outermost frame. */
#include "agent/sampler/unwind/walk.h"
#include "agent/sampler/unwind/arch.h"
#include "base/call.h"

#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

/* A walk in progress. */
struct state {
    struct sw_unwinder *u;
    struct sw_unwind_walk *walk;
    struct sw_unwind_registers at;
    unsigned before; /* of the earlier walk's frames those are past, or changed */
    uint64_t slot;   /* where pc was on the stack; 0: it was not */
    bool exact;      /* pc is where it was interrupted: not a return address */
    bool sp_unknown; /* aarch64: a frame record does not tell the caller's stack pointer */
    bool fp_unknown; /* the tables did not say where the caller's frame pointer is */
    struct sw_unwind_stack found; /* by find_stack, the newest */
};

static bool is_on(const struct sw_unwind_stack *stack, uint64_t at)
{
    return at >= stack->low && at < stack->high;
}

static const struct sw_unwind_stack *stack_of(struct state *s, uint64_t at)
{
    const struct sw_unwind_walk *w = s->walk;
    for (unsigned i = 0; i < w->n_stacks; i++)
        if (is_on(&w->stacks[i], at))
            return &w->stacks[i];
    if (is_on(&s->found, at) || (w->find_stack && w->find_stack(at, &s->found)))
        return &s->found;
    return NULL;
}

static bool load(struct state *s, uint64_t at, uint64_t *value)
{
    const struct sw_unwind_stack *stack = at & 7 ? NULL : stack_of(s, at);
    if (!stack || stack->high - at < sizeof *value)
        return false;
    *value = *(const uint64_t *)at;
    return true;
}

/* Stacks are walked upwards. The caller of a continuation that was stolen is on another one, which may be
 * below. */
static bool goes_down(struct state *s, uint64_t from, uint64_t to)
{
    if (to >= from)
        return false;
    const struct sw_unwind_stack *stack = stack_of(s, to);
    return !stack || from <= stack->high;
}

static const struct sw_unwind_rule *rule_at(struct sw_unwinder *u, uint64_t pc)
{
    uint64_t i = (pc ^ pc >> 12 ^ pc >> 24) % SW_UNWIND_PLACES;
    struct sw_unwind_rule *rule = &u->places[i].rule;
    if (u->places[i].pc == pc)
        return rule;
    struct sw_unwind_module module;
    u->places[i].pc = pc;
    bool is_code = u->find(u->context, pc, &module);
    if (is_code && sw_cfi_find(&module, pc, rule)) {
        sw_code_amend(&module, pc, rule);
        return rule;
    }
    rule->start = 0;
    rule->cfa = is_code && sw_code_is_sigreturn(&module, pc) ? SW_CFA_SIGNAL : SW_CFA_CHAIN;
    rule->return_saved = SW_SAVED_AT_FP;
    return rule;
}

/* What the kernel has put on the stack of a handler: the stack pointer is behind its return address. */
static bool step_signal(struct state *s)
{
    struct sw_unwind_registers *r = &s->at;
    if (s->sp_unknown)
        return false;
    s->exact = true;
    s->fp_unknown = false;
    s->slot = 0;
#if defined __aarch64__
    uint64_t context = r->sp + sizeof(siginfo_t);
    uint64_t registers = context + offsetof(ucontext_t, uc_mcontext.regs);
    return load(s, registers + 29 * 8, &r->fp) && load(s, registers + 30 * 8, &r->link) &&
           load(s, context + offsetof(ucontext_t, uc_mcontext.pc), &r->pc) &&
           load(s, context + offsetof(ucontext_t, uc_mcontext.sp), &r->sp);
#else
    uint64_t registers = r->sp + offsetof(ucontext_t, uc_mcontext.gregs);
    return load(s, registers + REG_RBP * 8, &r->fp) && load(s, registers + REG_RIP * 8, &r->pc) &&
           load(s, registers + REG_R10 * 8, &r->other) &&
           load(s, registers + REG_RBX * 8, &r->base) && load(s, registers + REG_RSP * 8, &r->sp);
#endif
}

/* By the frame pointer, to something that is code. */
static bool step_record(struct state *s)
{
    struct sw_unwind_registers *r = &s->at;
    uint64_t record = r->fp, fp, pc;
    struct sw_unwind_module module;
    s->slot = record + 8;
    if (s->fp_unknown || goes_down(s, r->sp, record) || !load(s, record, &fp) ||
        !load(s, record + 8, &pc))
        return false;
    pc = sw_unwind_strip(pc);
    if (s->exact && pc && !s->u->find(s->u->context, pc, &module))
        return false;
    r->fp = fp;
    r->pc = pc;
    r->sp = record + 16;
    s->exact = false;
#if defined __aarch64__
    s->sp_unknown = true;
#endif
    return true;
}

#if defined __x86_64__
/* Is there a call before it? */
static bool is_return_address(const struct state *s, uint64_t pc)
{
    enum { LONGEST = 7 }; /* bytes of a call */
    struct sw_unwind_module module;
    return s->u->find(s->u->context, pc, &module) && pc - module.low >= LONGEST &&
           (sw_call_is_indirect(pc) || sw_call_target(pc));
}

/* At the beginning or the end of a function its frame is not there: the return address is what was pushed
 * last, or before the frame pointer. */
static bool step_bare(struct state *s)
{
    struct sw_unwind_registers *r = &s->at;
    uint64_t top[2];
    for (unsigned i = 0; s->exact && i < 2; i++) {
        if (!load(s, r->sp + 8 * i, &top[i]) || !is_return_address(s, top[i]))
            continue;
        if (i) {
            r->fp = top[0];
            s->fp_unknown = false;
        }
        s->slot = r->sp + 8 * i;
        r->pc = top[i];
        r->sp += 8 * i + 8;
        s->exact = false;
        return true;
    }
    return false;
}
#else
/* As in a linker's stub. */
static bool step_bare(struct state *s)
{
    struct sw_unwind_registers *r = &s->at;
    if (!s->exact || !r->link || r->link == r->pc)
        return false;
    r->pc = sw_unwind_strip(r->link);
    s->slot = 0;
    s->exact = false;
    return true;
}
#endif

/* On aarch64 the register is surer than a record, which may be the caller's. */
static bool step_chain(struct state *s)
{
#if defined __aarch64__
    return step_bare(s) || step_record(s);
#else
    return step_record(s) || step_bare(s);
#endif
}

/* As the ABI marks it where code keeps frame records: _start() of a program of glibc before 2.33 has no table.
 * On x86-64 code may have any value there. */
static bool is_chains_end(struct state *s)
{
#if defined __aarch64__
    if (!s->fp_unknown && !s->at.fp) {
        s->at.pc = 0;
        return true;
    }
#endif
    (void)s;
    return false;
}

static bool find_cfa(struct state *s, const struct sw_unwind_rule *rule, uint64_t *cfa)
{
    uint64_t offset = (uint64_t)(int64_t)rule->cfa_offset;
    switch (rule->cfa) {
    case SW_CFA_SP:
        *cfa = s->at.sp + offset;
        return !s->sp_unknown;
    case SW_CFA_FP:
        *cfa = s->at.fp + offset;
        return !s->fp_unknown;
    case SW_CFA_OTHER: /* a call would change it */
        *cfa = s->at.other + offset;
        return s->exact;
    case SW_CFA_BASE:
        *cfa = s->at.base + offset;
        return true;
    case SW_CFA_FP_LOAD:
        return !s->fp_unknown && load(s, s->at.fp + offset, cfa);
    case SW_CFA_PLT:
        *cfa = s->at.sp + 8 + ((s->at.pc & 15) >= offset ? 8 : 0);
        return true;
    }
    return false;
}

/* `value` is what the register has now. */
static bool find_saved(struct state *s, unsigned how, int32_t offset, uint64_t cfa, uint64_t *value,
                       uint64_t *slot)
{
    uint64_t base = how == SW_SAVED_AT_FP ? s->at.fp : cfa;
    *slot = 0;
    if (how == SW_SAVED_NOT)
        return true;
    if (how != SW_SAVED_AT_CFA && (how != SW_SAVED_AT_FP || s->fp_unknown))
        return false;
    *slot = base + (uint64_t)(int64_t)offset;
    return load(s, *slot, value);
}

static bool step_rule(struct state *s, const struct sw_unwind_rule *rule)
{
    struct sw_unwind_registers *r = &s->at;
    uint64_t cfa, fp = r->fp, to = r->link, unused;
    if (!find_cfa(s, rule, &cfa))
        return s->sp_unknown ? step_chain(s) : false;
    /* Only what was interrupted may have its return address in a register still. */
    if (rule->return_saved == SW_SAVED_NOT && !s->exact)
        return false;
    if (!find_saved(s, rule->return_saved, rule->return_offset, cfa, &to, &s->slot))
        return false;
    if (rule->fp_saved != SW_SAVED_NOT)
        s->fp_unknown = !find_saved(s, rule->fp_saved, rule->fp_offset, cfa, &fp, &unused);
    if (!find_saved(s, rule->base_saved, rule->base_offset, cfa, &r->base, &unused))
        r->base = 0;
    r->pc = sw_unwind_strip(to);
    r->fp = fp;
    r->sp = cfa;
    s->exact = false;
    s->sp_unknown = false;
    return true;
}

static bool step(struct state *s, const struct sw_unwind_rule *rule)
{
    if (rule->cfa == SW_CFA_SIGNAL)
        return step_signal(s);
    if (rule->cfa == SW_CFA_CHAIN)
        return step_chain(s) || is_chains_end(s);
    return step_rule(s, rule);
}

static bool is_outermost(const struct sw_unwind_rule *rule)
{
    return rule->cfa != SW_CFA_CHAIN && rule->cfa != SW_CFA_SIGNAL &&
           rule->return_saved == SW_SAVED_NONE;
}

static bool is_at_end(const struct state *s)
{
    const struct sw_unwind_stack *end = &s->walk->end;
    return end->high && s->at.sp >= end->low && s->at.sp <= end->high;
}

/*
 * The caller that was just found may be one of the earlier walk. If all return addresses from there out are
 * where they were, so are the frames. What has changed is not looked at again.
 */
static bool take_before(struct state *s)
{
    struct sw_unwind_walk *w = s->walk;
    const struct sw_unwind_frame *b = w->before;
    while (s->before < w->n_before && b[s->before].slot < s->slot)
        s->before++;
    unsigned first = s->before, i = first;
    if (first == w->n_before || !s->slot || b[first].slot != s->slot ||
        w->n_before - first > w->most - w->n)
        return false;
    for (uint64_t at; i < w->n_before; i++)
        if (!b[i].slot || !load(s, b[i].slot, &at) || sw_unwind_strip(at) != b[i].pc + 1) {
            s->before = i + 1;
            return false;
        }
    for (i = first; i < w->n_before; i++)
        w->frames[w->n++] = b[i];
    w->n_taken = w->n_before - first;
    w->whole = true;
    return true;
}

uint64_t sw_unwind_function(struct sw_unwinder *u, uint64_t pc)
{
    return rule_at(u, pc)->start;
}

void sw_unwind_walk(struct sw_unwinder *u, struct sw_unwind_registers registers,
                    struct sw_unwind_walk *walk)
{
    struct state s = {.u = u, .walk = walk, .at = registers, .exact = true};
    walk->n = walk->n_taken = 0;
    walk->whole = false;
    walk->end_sp = 0;
    while (walk->n < walk->most) {
        uint64_t pc = s.exact ? s.at.pc : s.at.pc - 1;
        const struct sw_unwind_rule *rule = rule_at(u, pc);
        walk->frames[walk->n++] = (struct sw_unwind_frame){pc, rule->start, s.slot, s.at.sp};
        if (is_outermost(rule)) {
            walk->whole = true;
            return;
        }
        uint64_t sp = s.at.sp;
        bool left_register = rule->return_saved == SW_SAVED_NOT || (s.exact && s.at.link);
        bool signal = rule->cfa == SW_CFA_SIGNAL;
        if (!step(&s, rule))
            return;
        if (!s.at.pc) {
            walk->whole = true; /* as thread libraries mark it */
            return;
        }
        if (is_at_end(&s)) {
            walk->whole = true;
            walk->end_sp = s.sp_unknown ? 0 : s.at.sp;
            return;
        }
        if ((s.at.sp == sp || goes_down(&s, sp, s.at.sp)) && !signal && !left_register)
            return; /* this is no frame */
        if (walk->n_before && take_before(&s))
            return;
    }
}
