/* Chooses the instructions that become one block of translated code. */
#include "agent/translate/trace.h"
#include "agent/translate/memory.h"
#include "agent/translate/ranges.h"

#define MOST_STEPS   96
#define MOST_SIDES   12
#define LOOP_STEPS   72 /* a loop is copied up to here */
#define LOOP_COPIES  8
#define LOOK_AHEAD   16
#define LARGEST_LOOP (1 << 16) /* bytes of code */

struct builder {
    struct sw_trace *trace;
    struct sw_block *block;
    const struct sw_code_range *range;
    uint64_t low, high; /* equally counted code */
    unsigned sides, copies, copy_from;
    unsigned opened; /* the step that has opened an exclusive access, or SW_STEPS */
};

static bool decode(const struct sw_code_range *range, uint64_t pc, struct sw_insn *insn)
{
    sw_insn_decode(insn, (const uint8_t *)pc, range->high - pc, pc);
    if (insn->kind == SW_INSN_THREAD)
        insn->kind = sw_ranges_is_own(pc) ? SW_INSN_PLAIN : SW_INSN_UNKNOWN;
    return insn->length && insn->kind != SW_INSN_UNKNOWN;
}

/* False: there is no room to note it. */
static bool extend(struct sw_block *b, uint64_t low, uint64_t high)
{
    for (unsigned i = 0; i < b->n_extents; i++) {
        struct sw_extent *e = &b->extents[i];
        if (low > e->high || high < e->low)
            continue;
        e->low = low < e->low ? low : e->low;
        e->high = high > e->high ? high : e->high;
        return true;
    }
    if (b->n_extents == SW_EXTENTS)
        return false;
    b->extents[b->n_extents++] = (struct sw_extent){low, high};
    return true;
}

static bool may_loop(struct builder *b)
{
    unsigned n = b->trace->n, body = n - b->copy_from;
    if (b->block->checked || b->copies == LOOP_COPIES || n + body > LOOP_STEPS)
        return false;
    b->copies++;
    b->copy_from = n;
    return true;
}

/* The way of a step; *pc: where the trace goes on, 0: it ends. */
static enum sw_way choose(struct builder *b, const struct sw_step *s, uint64_t *pc)
{
    uint64_t here = *pc, behind = here + s->insn.length, target = s->insn.target;
    *pc = 0;
    switch (s->insn.kind) {
    case SW_INSN_PLAIN:
    case SW_INSN_REPEATED:
        *pc = behind;
        return SW_WAY_ON;
    case SW_INSN_BRANCH:
    case SW_INSN_RCX:
        if (s->insn.kind == SW_INSN_BRANCH && target == b->block->address && may_loop(b)) {
            *pc = target;
            return SW_WAY_LOOP;
        }
        if (target <= here || b->block->checked || ++b->sides == MOST_SIDES)
            return SW_WAY_ON;
        *pc = behind;
        return SW_WAY_SIDE;
    case SW_INSN_JUMP:
        if (b->opened == SW_STEPS && (target != b->block->address || !may_loop(b)))
            return SW_WAY_ON;
        *pc = target;
        return SW_WAY_ELSEWHERE;
    }
    return SW_WAY_ON;
}

/* In what follows the last branch out of the block. */
static unsigned find_add_at(const struct sw_trace *t)
{
    for (unsigned i = t->n; i-- > 0;) {
        if (t->steps[i].way == SW_WAY_SIDE || t->steps[i].way == SW_WAY_LOOP)
            return SW_STEPS;
        if (t->steps[i].insn.flags == SW_FLAGS_SET)
            return i;
    }
    return SW_STEPS;
}

/*
 * Between two exclusive accesses nothing can be added to the counter. What the first way out of there
 * has to add is added before; other ways out add nothing, and what comes behind so much less.
 */
static void count_exclusive(struct builder *b, struct sw_step *s, bool leaves)
{
    struct sw_trace *t = b->trace;
    if (b->opened < SW_STEPS && leaves && t->early_at == SW_STEPS) {
        t->early_at = b->opened;
        t->early = s->count;
    }
    if (t->early_at < SW_STEPS)
        s->count = b->opened < SW_STEPS ? 0 : s->count - t->early;
    if (s->insn.exclusive == SW_EXCLUSIVE_OPENS)
        b->opened = (unsigned)(s - t->steps);
    else if (s->insn.exclusive == SW_EXCLUSIVE_CLOSES)
        b->opened = SW_STEPS;
}

static void note_loop(const struct sw_step *s)
{
    bool branches = s->insn.kind == SW_INSN_BRANCH || s->insn.kind == SW_INSN_RCX ||
                    s->insn.kind == SW_INSN_JUMP;
    if (branches && s->insn.target <= s->address && s->address - s->insn.target < LARGEST_LOOP)
        sw_memory_loop(s->insn.target, s->address);
}

/* Is there room for the instruction at pc, and does it belong to the block? */
static bool goes_on(const struct builder *b, uint64_t pc)
{
    const struct sw_trace *t = b->trace;
    unsigned most = b->opened < SW_STEPS ? SW_STEPS - 1 : MOST_STEPS;
    return t->n < most && pc >= b->low && pc < b->high && pc >= b->range->low &&
           pc < b->range->high;
}

bool sw_trace_make(struct sw_trace *t, struct sw_block *block)
{
    uint64_t pc = block->address;
    struct builder b = {
        .trace = t, .block = block, .range = sw_ranges_find(pc), .opened = SW_STEPS};
    uint32_t count = 0;
    if (!b.range)
        return false;
    t->counted = sw_ranges_counted(pc, &b.low, &b.high);
    t->n = 0;
    t->end = 0;
    t->early_at = SW_STEPS;
    while (pc) {
        struct sw_step *s = &t->steps[t->n];
        t->end = pc;
        if (!goes_on(&b, pc) || !decode(b.range, pc, &s->insn) ||
            (s->insn.exclusive == SW_EXCLUSIVE_OPENS && t->early_at < SW_STEPS) ||
            !extend(block, pc, pc + s->insn.length))
            break;
        t->n++;
        s->address = pc;
        count += t->counted;
        if (t->counted && sw_memory_is_on())
            note_loop(s);
        s->count = count;
        s->way = choose(&b, s, &pc);
        count_exclusive(&b, s, !pc || s->way == SW_WAY_SIDE || s->way == SW_WAY_LOOP);
        t->end = 0;
    }
    t->add_at = find_add_at(t);
    return t->n > 0;
}

bool sw_trace_flags_are_dead(struct sw_block *block, uint64_t pc)
{
    const struct sw_code_range *range = sw_ranges_find(pc);
    for (unsigned i = 0; range && i < LOOK_AHEAD; i++) {
        struct sw_insn insn;
        if (pc < range->low || pc >= range->high || range->checked || !decode(range, pc, &insn) ||
            insn.flags == SW_FLAGS_READ || !extend(block, pc, pc + insn.length))
            return false;
        if (insn.flags == SW_FLAGS_SET)
            return true;
        if (insn.kind == SW_INSN_JUMP || insn.kind == SW_INSN_CALL)
            pc = insn.target;
        else if (insn.kind == SW_INSN_PLAIN || insn.kind == SW_INSN_REPEATED)
            pc += insn.length;
        else
            return false;
    }
    return false;
}
