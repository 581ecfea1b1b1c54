/*
 * What marks cost, by loops that pass some and a loop that does not, with some work in each turn: a
 * processor reads its clock while it goes on with other things, if it has any. Calls go by the table that the program's
 * own go by. The marks tell how much of it comes before an end is read, and how much behind.
 */
#include "agent/annotate/hooks.h"
#include "agent/annotate/start.h"
#define SPANWISE_NO_ANNOTATIONS
#include "include/spanwise_annotate.h"

#include <stdlib.h>

enum { TURNS = 100, ROUNDS = 40, STEPS = 60 };

static volatile uint64_t sink;
static const struct __spanwise_takers *volatile takers = &sw_annotate_takers;

static uint64_t work(uint64_t x)
{
    for (int i = 0; i < STEPS; i++)
        x = x * 0x5851f42d4c957f2d + 1;
    return x;
}

static uint64_t time_bare(struct sw_annotator *a)
{
    uint64_t start = sw_meter_of(a->thread), x = start;
    for (int i = 0; i < TURNS; i++)
        x = work(x);
    sink = x;
    return sw_meter_of(a->thread) - start;
}

static uint64_t time_marked(struct sw_annotator *a, struct __spanwise_place *place, bool unread)
{
    uint64_t start = sw_meter_of(a->thread), x = start;
    a->may_skip[place->number] = unread;
    a->last = start;
    for (int i = 0; i < TURNS; i++) {
        a->turn = 1;
        if (takers)
            takers->task_begin(place, "", 1);
        x = work(x);
        if (takers)
            takers->task_end(place);
    }
    sink = x;
    return sw_meter_of(a->thread) - start;
}

static uint64_t between_begin_and_end(const struct sw_annotator *a)
{
    uint64_t sum = 0;
    for (const struct sw_mark *m = a->marks; m + 1 < a->next; m += 2)
        sum += m[1].ticks - m[0].ticks;
    return sum;
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t usual(uint64_t *times)
{
    qsort(times, ROUNDS, sizeof *times, ascending);
    return times[ROUNDS / 4];
}

static uint64_t cost(uint64_t with, uint64_t without)
{
    return with > without ? (with - without) * SW_COST_TICK / TURNS : 0;
}

static void measure(struct sw_annotator *a)
{
    static uint64_t bare[ROUNDS], all[ROUNDS], inside[ROUNDS], unread[ROUNDS];
    struct __spanwise_place place = {.number = SW_LIVE_TREE_SITES - 1};
    for (int i = 0; i < ROUNDS; i++) {
        bare[i] = time_bare(a);
        a->next = a->marks;
        all[i] = time_marked(a, &place, false);
        inside[i] = between_begin_and_end(a);
        a->next = a->marks;
        unread[i] = time_marked(a, &place, true);
        a->next = a->marks;
    }
    a->may_skip[place.number] = 0;
    uint64_t least = usual(bare);
    a->cost_pair = cost(usual(unread), least);
    a->cost_end = cost(usual(inside), least);
    a->cost_begin = cost(usual(all), least) - a->cost_end;
    if (a->cost_begin > cost(UINT32_MAX, 0)) /* noise */
        a->cost_begin = 0;
}

void sw_annotate_calibrate(struct sw_annotator *a)
{
    uint64_t long_ticks = a->long_ticks;
    if (a->thread->counter)
        return; /* of what is counted nothing is ours */
    a->long_ticks = UINT64_MAX;
    a->busy = 0;
    sw_annotator_self = a;
    measure(a);
    sw_annotator_self = NULL;
    a->busy = 1;
    a->turn = 0;
    a->untimed = 0;
    a->long_ticks = long_ticks;
    a->live->costs.note = (a->cost_begin + a->cost_end) / 2;
}
