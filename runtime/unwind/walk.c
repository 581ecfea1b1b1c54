#include "runtime/unwind/walk.h"

#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

/* A walk in progress. */
struct state {
    struct sw_unwinder *u;
    struct sw_unwind_walk *walk;
    struct sw_unwind_registers at;
    bool exact;      /* pc is where it was interrupted: not a return address */
    bool sp_unknown; /* aarch64: a frame record does not tell the caller's stack pointer */
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
    if (!u->find(u->context, pc, &module) || !sw_cfi_find(&module, pc, rule)) {
        rule->start = 0;
        rule->cfa = SW_CFA_CHAIN;
        rule->return_saved = SW_SAVED_AT_FP;
    }
    return rule;
}

/* A pointer that was signed is that pointer in its lower bits. */
static uint64_t strip(uint64_t pointer)
{
#if defined __aarch64__
    return pointer & ((1ull << 48) - 1);
#else
    return pointer;
#endif
}

/* What the kernel has put on the stack of a handler: the stack pointer is behind its return address. */
static bool step_signal(struct state *s)
{
    struct sw_unwind_registers *r = &s->at;
#if defined __aarch64__
    uint64_t context = r->sp + sizeof(siginfo_t);
    uint64_t registers = context + offsetof(ucontext_t, uc_mcontext.regs);
    s->exact = true;
    return load(s, registers + 29 * 8, &r->fp) && load(s, registers + 30 * 8, &r->link) &&
           load(s, context + offsetof(ucontext_t, uc_mcontext.pc), &r->pc) &&
           load(s, context + offsetof(ucontext_t, uc_mcontext.sp), &r->sp);
#else
    uint64_t registers = r->sp + offsetof(ucontext_t, uc_mcontext.gregs);
    s->exact = true;
    return load(s, registers + REG_RBP * 8, &r->fp) && load(s, registers + REG_RIP * 8, &r->pc) &&
           load(s, registers + REG_R10 * 8, &r->other) && load(s, registers + REG_RSP * 8, &r->sp);
#endif
}

static bool step_chain(struct state *s)
{
    struct sw_unwind_registers *r = &s->at;
#if defined __aarch64__
    if (s->exact && r->link && r->link != r->pc) { /* as in a linker's stub */
        r->pc = strip(r->link);
        s->exact = false;
        return true;
    }
#endif
    uint64_t record = r->fp;
    if (goes_down(s, r->sp, record) || !load(s, record, &r->fp) || !load(s, record + 8, &r->pc))
        return false;
    r->pc = strip(r->pc);
    r->sp = record + 16;
    s->exact = false;
#if defined __aarch64__
    s->sp_unknown = true;
#endif
    return true;
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
        return true;
    case SW_CFA_OTHER: /* a call would change it */
        *cfa = s->at.other + offset;
        return s->exact;
    case SW_CFA_FP_LOAD:
        return load(s, s->at.fp + offset, cfa);
    case SW_CFA_PLT:
        *cfa = s->at.sp + 8 + ((s->at.pc & 15) >= offset ? 8 : 0);
        return true;
    }
    return false;
}

/* `value` is what the register has now. */
static bool find_saved(struct state *s, unsigned how, int32_t offset, uint64_t cfa, uint64_t *value)
{
    uint64_t base = how == SW_SAVED_AT_FP ? s->at.fp : cfa;
    if (how == SW_SAVED_NOT)
        return true;
    if (how != SW_SAVED_AT_CFA && how != SW_SAVED_AT_FP)
        return false;
    return load(s, base + (uint64_t)(int64_t)offset, value);
}

static bool step_rule(struct state *s, const struct sw_unwind_rule *rule)
{
    struct sw_unwind_registers *r = &s->at;
    uint64_t cfa, fp = r->fp, to = r->link;
    if (!find_cfa(s, rule, &cfa))
        return s->sp_unknown ? step_chain(s) : false;
    /* Only what was interrupted may have its return address in a register still. */
    if (rule->return_saved == SW_SAVED_NOT && !s->exact)
        return false;
    if (!find_saved(s, rule->return_saved, rule->return_offset, cfa, &to))
        return false;
    if (!find_saved(s, rule->fp_saved, rule->fp_offset, cfa, &fp))
        fp = 0; /* who needs it will notice */
    r->pc = strip(to);
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
        return step_chain(s);
    return step_rule(s, rule);
}

static bool is_outermost(const struct sw_unwind_rule *rule)
{
    return rule->cfa != SW_CFA_CHAIN && rule->cfa != SW_CFA_SIGNAL &&
           rule->return_saved == SW_SAVED_NONE;
}

void sw_unwind_walk(struct sw_unwinder *u, struct sw_unwind_registers registers,
                    struct sw_unwind_walk *walk)
{
    struct state s = {.u = u, .walk = walk, .at = registers, .exact = true};
    walk->n = 0;
    walk->whole = false;
    while (walk->n < walk->most) {
        uint64_t pc = s.exact ? s.at.pc : s.at.pc - 1;
        const struct sw_unwind_rule *rule = rule_at(u, pc);
        walk->frames[walk->n++] = (struct sw_unwind_frame){pc, rule->start, s.at.sp};
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
        if ((s.at.sp == sp || goes_down(&s, sp, s.at.sp)) && !signal && !left_register)
            return; /* this is no frame */
    }
}
