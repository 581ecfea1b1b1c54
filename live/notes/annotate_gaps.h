/*
 * What is between tasks, for replay.c.
 *
 * Between the end of a task and the next one's begin a loop has next to nothing to do. Where so many gaps
 * in a row were small, and others are as rare as interrupts are, the ends are mostly not read: of the time from one
 * begin to the next, what the gaps were on average is the gap, the rest the task. One end in SW_GAPS_EACH is read
 * all the same; a gap that is not small, or a time that is longer than any task seen, has all ends read again
 * for a while. The sum is exact in any case.
 *
 * A processor reads its clock some instructions too early or too late. So what differs no more than that from what tasks
 * took lately is told as their moving mean, or no two iterations were equal. The differences of a moving mean to what
 * it is of add up to next to nothing, and are carried over to other tasks.
 *
 * Small gaps are noise of the clock, and told as their mean, or no two iterations were equal; what that leaves
 * over or takes away is carried over to tasks.
 */
#ifndef SPANWISE_LIVE_NOTES_ANNOTATE_GAPS_H
#define SPANWISE_LIVE_NOTES_ANNOTATE_GAPS_H

#include "live/notes/annotate_mark.h"

#define SW_GAPS_DISTURBED 4 /* times a small one may be longer for what we did in it */
#define SW_GAPS_CARRY     64 /* a part of a task's length may be carried over to it: one of so many */

/* What small gaps are told as: their mean, and the same for long. */
static inline void sw_gaps_choose(struct sw_gaps *g)
{
    uint64_t mean = (g->sum + g->n / 2) / g->n;
    if (mean > g->told + g->told / 16 + 1 || g->told > mean + mean / 16 + 1)
        g->told = mean;
}

static inline uint64_t sw_gaps_carry(struct sw_annotator *a, uint64_t inside)
{
    int64_t most = (int64_t)(inside / SW_GAPS_CARRY), carry = a->carry;
    carry = carry > most ? most : carry < -most ? -most : carry;
    a->carry -= carry;
    return (uint64_t)((int64_t)inside + carry);
}

enum { SW_GAPS_PARTS = 16, SW_GAPS_MEAN = 8 /* tasks, about */ };

/* What a task with nothing in it is told as. */
static inline uint64_t sw_gaps_steady(struct sw_annotator *a, struct sw_gaps *g, uint64_t inside)
{
    int64_t exact = (int64_t)inside * SW_GAPS_PARTS, off = exact - g->usual;
    int64_t most = (int64_t)a->blur * SW_GAPS_PARTS;
    if (off > most || off < -most) {
        if (g->unusual++)
            g->usual = exact;
        return inside;
    }
    g->unusual = 0;
    g->usual += off / SW_GAPS_MEAN;
    int64_t told = g->usual / SW_GAPS_PARTS;
    a->carry += (int64_t)inside - told;
    return (uint64_t)told;
}

static inline void sw_gaps_forbid(struct sw_annotator *a, uint32_t task)
{
    a->may_skip[task] = 0;
    a->untimed = 0;
    a->gaps[task].in_a_row = 0;
}

static inline void sw_gaps_age(struct sw_gaps *g)
{
    if (g->n < 1u << 20)
        return;
    g->sum /= 2;
    g->n /= 2;
    g->large /= 2;
}

/* A gap that was read; what it is told as. */
static inline uint64_t sw_gaps_note(struct sw_annotator *a, uint64_t gap)
{
    struct sw_gaps *g = &a->gaps[a->after];
    if (a->disturbed) { /* it says nothing of others */
        bool ours = gap <= SW_GAPS_DISTURBED * a->small;
        a->carry += ours ? (int64_t)(gap - g->told) : 0;
        return ours ? g->told : gap;
    }
    if (gap > a->small) {
        g->large++;
        sw_gaps_forbid(a, a->after);
        return gap;
    }
    g->sum += gap;
    g->n++;
    if (g->n <= SW_GAPS_FIRST || g->n % 64 == 0) {
        sw_gaps_choose(g);
        sw_gaps_age(g);
    }
    if (++g->in_a_row >= SW_GAPS_FIRST && g->large <= 2 + g->n / SW_GAPS_RARE)
        a->may_skip[a->after] = !a->thread->counter;
    a->carry += (int64_t)(gap - g->told);
    return g->told;
}

/* Before the first task and behind the last there is nothing, but for noise. */
static inline uint64_t sw_gaps_around_loop(struct sw_annotator *a, uint64_t gap)
{
    if (gap > a->small)
        return gap;
    a->carry += (int64_t)gap;
    return 0;
}

/* What tasks take, for what is unusual: hooks.c, meter.c. */
static inline void sw_gaps_note_inside(struct sw_annotator *a, uint32_t place, uint64_t cost)
{
    a->inside += cost;
    a->n_inside++;
    a->thread->calls[place].calls++;
}

/* A task and the gap behind it, by a mark that was read; its end was not. The gap. */
static inline uint64_t sw_gaps_divide(struct sw_annotator *a, uint32_t place, uint64_t ticks,
                                      uint64_t *inside)
{
    struct sw_gaps *g = &a->gaps[place];
    uint64_t gap = g->told < ticks ? g->told : ticks;
    *inside = sw_gaps_carry(a, ticks - gap);
    sw_gaps_note_inside(a, place, *inside);
    return gap;
}

/* Of those that were read; one that was interrupted is forgotten in time. */
static inline void sw_gaps_note_longest(struct sw_gaps *g, uint64_t inside)
{
    g->longest = inside > g->longest ? inside : g->longest - g->longest / 1024;
}

/* A task whose end was not read, and that is longer than any: maybe what followed it was not small. */
static inline void sw_gaps_doubt(struct sw_annotator *a, uint32_t place, uint64_t inside)
{
    struct sw_gaps *g = &a->gaps[place];
    if (inside <= g->longest + g->longest / 4 + a->longer)
        return;
    g->large += !a->disturbed;
    sw_gaps_forbid(a, place);
}

/*
 * The most frequent of all: tasks of one place whose ends were not read, as long as they take what the last ones took. `m`
 * is the first one's begin, and of the first that is not of the kind when it returns; *before is the gap before that. It
 * is the general way of replay.c, with nothing written back in between.
 */
static inline const struct sw_mark *sw_gaps_replay(struct sw_annotator *a, const struct sw_mark *m,
                                                   const struct sw_mark *to, uint64_t *before)
{
    uint32_t place = m->place;
    struct sw_gaps *g = &a->gaps[place];
    struct sw_tree *tree = a->tree->tree;
    uint64_t seen = a->seen, debt = a->debt, paid = 0, sum = 0, n = 0;
    int64_t usual = g->usual, blur = (int64_t)a->blur * SW_GAPS_PARTS, carry = a->carry;
    while (m + 2 < to && m->place == place && m[1].untimed && m[1].kind == SW_MARK_TASK_END &&
           m[2].kind == SW_MARK_TASK) {
        uint64_t ticks = m[2].ticks - seen, due = (debt + a->cost_pair) / SW_COST_TICK + g->told;
        int64_t inside = (int64_t)(ticks - due), off = inside * SW_GAPS_PARTS - usual;
        if (m[2].ticks < seen || ticks < due || off > blur || off < -blur)
            break;
        debt = (debt + a->cost_pair) % SW_COST_TICK;
        paid += due - g->told;
        usual += off / SW_GAPS_MEAN;
        uint64_t told = (uint64_t)(usual / SW_GAPS_PARTS);
        carry += inside - (int64_t)told;
        sw_tree_leaf(tree, SW_NODE_TASK, place, 0, *before, told);
        *before = g->told;
        seen = m[2].ticks;
        sum += told;
        n++;
        m += 2;
    }
    if (!n)
        return m;
    a->seen = seen;
    a->debt = debt;
    a->overhead += paid;
    a->carry = carry;
    a->inside += sum;
    a->n_inside += n;
    a->events += 2 * n;
    a->thread->calls[place].calls += n;
    a->disturbed = 0;
    a->after = place;
    g->usual = usual;
    g->unusual = 0;
    return m;
}

#endif
