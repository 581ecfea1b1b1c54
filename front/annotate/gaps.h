/*
 * What is between tasks, for replay.c.
 *
 * Between the end of a task and the next one's begin a loop has next to nothing to do. Where so many gaps
 * in a row were small, and others are as rare as interrupts are, the ends are mostly not read: of the time from one
 * begin to the next, what the gaps were on average is the gap, the rest the task. One end in SW_GAPS_EACH is read
 * all the same; a gap that is not small, or a time that is longer than any task seen, has all ends read again
 * for a while. The sum is exact in any case.
 *
 * Small gaps are noise of the clock, and told as their mean, or no two iterations were equal; what that leaves
 * over or takes away is carried over to tasks.
 */
#ifndef SPANWISE_ANNOTATE_GAPS_H
#define SPANWISE_ANNOTATE_GAPS_H

#include "front/annotate/mark.h"

#define SW_GAPS_CARRY 64 /* a part of a task's length may be carried over to it: one of so many */

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

static inline bool sw_gaps_is_longer(const struct sw_annotator *a, uint32_t place, uint64_t inside)
{
    uint64_t longest = a->gaps[place].longest;
    return inside > longest + longest / 4 + a->longer;
}

#endif
