/* Legs: the strands of stolen continuations, from a steal to the join. */
#include "live/leg.h"
#include "base/search.h"
#include "engine/strand/steal.h"
#include "live/site.h"

/* Few: a deep recursion has as many legs as steals that wait at their syncs. */
#define FIRST_FRAMES  4
#define FIRST_NUMBERS 16
#define MOST_FRAMES   (1u << 20)

static struct sw_leg *make(struct sw_live *live)
{
    uint64_t burden = sw_live_to_ticks(live, live->options.burden);
    struct sw_leg *leg = NULL;
    if (live->cilk.n_legs < SW_LIVE_LEGS)
        leg = sw_arena_take(&live->arena, sizeof *leg);
    if (!leg || !sw_strand_make(&leg->strand, &live->arena, FIRST_FRAMES, MOST_FRAMES,
                                FIRST_NUMBERS, burden))
        return NULL;
    leg->strand.watcher = live->watcher;
    live->cilk.legs[live->cilk.n_legs++] = leg;
    return leg;
}

static struct sw_leg *take(struct sw_live *live)
{
    sw_live_lock(live);
    struct sw_leg *leg = live->cilk.free_legs;
    if (leg)
        live->cilk.free_legs = leg->next;
    else
        leg = make(live);
    live->cilk.steals++;
    live->cilk.lost_steals += !leg;
    sw_live_unlock(live);
    return leg;
}

static void give(struct sw_live *live, struct sw_leg *leg)
{
    sw_live_lock(live);
    leg->left = NULL;
    leg->next = live->cilk.free_legs;
    live->cilk.free_legs = leg;
    sw_live_unlock(live);
}

/* The innermost frame above the stack pointer: the deeper a frame, the lower its mark. */
static struct sw_frame *frame_above(const struct sw_strand *s, uint64_t sp)
{
    return &s->frames[SW_BEFORE(sw_strand_depth(s), i, s->frames[i + 1].mark > sp)];
}

struct sw_begun *sw_leg_begun(struct sw_live *live, struct sw_leg *leg)
{
    if (!leg->begun)
        leg->begun = sw_arena_take(&live->arena, SW_LABELS_MAX * sizeof *leg->begun);
    return leg->begun;
}

/* Regions that are open around the frame are begun already. */
static void take_over_regions(struct sw_live *live, struct sw_leg *leg, const struct sw_leg *left,
                              uint32_t stamp)
{
    if (!left->begun || !sw_leg_begun(live, leg))
        return;
    for (uint32_t i = 0; i < SW_LABELS_MAX; i++) {
        const struct sw_begun *from = &left->begun[i];
        bool open = from->depth && (from->outside || from->stamp <= stamp);
        leg->begun[i] = (struct sw_begun){.depth = open, .id = from->id, .outside = open};
    }
}

struct sw_leg *sw_leg_steal(struct sw_live *live, struct sw_leg *left, uint64_t sp,
                            struct sw_stack stack)
{
    struct sw_leg *leg = take(live);
    if (!leg)
        return NULL;
    const struct sw_frame *frame = frame_above(&left->strand, sp);
    sw_strand_steal(&leg->strand, &left->strand, frame, atomic_load(&live->n_functions));
    take_over_regions(live, leg, left, sw_strand_stamp(&left->strand, frame));
    leg->left = left;
    leg->fresh = 1;
    leg->depth = (uint64_t)(frame - left->strand.frames);
    leg->stack_low = stack.low;
    leg->stack_size = stack.size;
    return leg;
}

static void hand_regions(struct sw_live *live, struct sw_leg *left, const struct sw_leg *right)
{
    if (!right->begun || !sw_leg_begun(live, left))
        return;
    for (uint32_t i = 0; i < SW_LABELS_MAX; i++) {
        struct sw_begun *from = &right->begun[i], *to = &left->begun[i];
        uint32_t stamp = sw_strand_stamp(&left->strand, left->strand.at.top);
        if (from->outside && to->depth)
            to->depth += from->depth - 1;
        else if (from->depth && !from->outside)
            *to = (struct sw_begun){from->depth, from->id, stamp, false};
        *from = (struct sw_begun){0};
    }
}

void sw_leg_join(struct sw_live *live, struct sw_leg *right)
{
    struct sw_leg *left = right->left;
    sw_strand_close(&right->strand, 0);
    sw_strand_close(&left->strand, right->depth);
    sw_strand_join(&left->strand, &right->strand);
    hand_regions(live, left, right);
    give(live, right);
}

/* The deepest steal first: what is above it is done with then. */
void sw_leg_join_all(struct sw_live *live, struct sw_leg *leg)
{
    for (;;) {
        struct sw_leg *right = NULL;
        for (uint32_t i = 0; i < live->cilk.n_legs; i++)
            if (live->cilk.legs[i]->left == leg &&
                (!right || live->cilk.legs[i]->depth > right->depth))
                right = live->cilk.legs[i];
        if (!right)
            return;
        sw_leg_join_all(live, right);
        sw_leg_join(live, right);
    }
}
