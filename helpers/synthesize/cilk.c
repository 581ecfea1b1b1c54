/* The tree as a Cilk program, built by `spanwise cc`. */
#include "engine/tree/node.h"
#include "helpers/synthesize/times.h"
#include "helpers/synthesize/walk.h"

#include <cilk/cilk.h>
#include <cilk/cilk_api.h>

static uint64_t grain_limit; /* of a loop of n iterations: n by this */

static void visit(uint32_t number);

const char *sw_parallel_init(void)
{
    unsigned workers = (unsigned)__cilkrts_get_nworkers();
    grain_limit = 8 * (uint64_t)workers;
    for (size_t i = 0; i < sw_plan.n_ways; i++)
        if (sw_plan.ways[i].threads != workers)
            return "its Cilk runtime runs on another number of workers";
    return sw_locks_init(sw_plan.n_locks) ? NULL : "no memory for the locks";
}

static void do_items(const struct sw_synthesis_node *node)
{
    for (uint32_t i = node->first; i < node->first + node->n; i++)
        for (uint32_t k = 0; k < sw_plan.items[i].count; k++)
            visit(sw_plan.items[i].node);
}

static void do_spawns(const struct sw_synthesis_node *node)
{
    struct sw_cursor cursor = {.section = node};
    for (uint64_t i = 0; i < node->tasks; i++) {
        const struct sw_synthesis_step *step = sw_cursor_at(&cursor, i);
        if (step->before)
            visit(step->before);
        cilk_spawn visit(step->task);
    }
    if (node->after)
        visit(node->after);
    cilk_sync;
}

/* What a cilk_for does, by hand: so that each piece has a place in the section to start from. */
static void divide(const struct sw_synthesis_node *node, uint64_t first, uint64_t end,
                   uint64_t grain)
{
    while (end - first > grain) {
        uint64_t middle = first + (end - first) / 2;
        cilk_spawn divide(node, first, middle, grain);
        first = middle;
    }
    struct sw_cursor cursor = {.section = node};
    for (uint64_t i = first; i < end; i++) {
        const struct sw_synthesis_step *step = sw_cursor_at(&cursor, i);
        if (step->before)
            visit(step->before);
        visit(step->task);
    }
    cilk_sync;
}

static void do_loop(const struct sw_synthesis_node *node)
{
    uint64_t grain = node->tasks / grain_limit;
    if (node->schedule == SW_SECTION_LOOP) /* its tasks are the program's own chunks */
        grain = 1;
    grain = grain > 2048 ? 2048 : grain;
    divide(node, 0, node->tasks, grain ? grain : 1);
    if (node->after)
        visit(node->after);
}

static void do_locked(const struct sw_synthesis_node *node)
{
    bool taken = sw_lock(node->detail);
    if (node->n) {
        sw_delay_visit();
        do_items(node);
    } else
        sw_delay(node->length);
    if (taken)
        sw_unlock(node->detail);
}

static void visit(uint32_t number)
{
    const struct sw_synthesis_node *node = &sw_plan.nodes[number];
    if (node->kind == SW_SYNTHESIS_WORK) {
        sw_delay(node->length);
        return;
    }
    if (node->kind == SW_SYNTHESIS_LOCK) {
        do_locked(node);
        return;
    }
    sw_delay_visit();
    if (node->kind != SW_SYNTHESIS_SECTION)
        do_items(node);
    else if (node->schedule == SW_SECTION_SPAWN)
        do_spawns(node);
    else
        do_loop(node);
}

static void spawn_some(int depth)
{
    if (!depth) {
        sw_delay(2000);
        return;
    }
    cilk_spawn spawn_some(depth - 1);
    spawn_some(depth - 1);
    cilk_sync;
}

void sw_parallel_warm_up(const struct sw_synthesis_way *way SW_UNUSED)
{
    spawn_some(6);
}

void sw_parallel_run(uint32_t node, const struct sw_synthesis_way *way SW_UNUSED)
{
    visit(node);
}
