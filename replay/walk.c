#include "replay/walk.h"

struct sw_replay_plan sw_plan;

/* The last of n, ascending, that is not above. */
static uint32_t find_block(const struct sw_replay_node *section, uint64_t task)
{
    uint32_t low = section->first, high = section->first + section->n;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (sw_plan.blocks[middle].begin <= task)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t find_step(const struct sw_replay_block *block, uint32_t place)
{
    uint32_t low = block->first_step, high = block[1].first_step;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (sw_plan.steps[middle].begin <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void enter(struct sw_cursor *cursor, uint64_t task)
{
    cursor->block = find_block(cursor->section, task);
    const struct sw_replay_block *block = &sw_plan.blocks[cursor->block];
    uint32_t place = (uint32_t)((task - block->begin) % block->period);
    cursor->step = find_step(block, place);
    const struct sw_replay_step *step = &sw_plan.steps[cursor->step];
    cursor->left = step->begin + step->count - place;
}

static void go_on(struct sw_cursor *cursor, uint64_t task)
{
    const struct sw_replay_block *block = &sw_plan.blocks[cursor->block];
    if (task >= block[1].begin)
        block = &sw_plan.blocks[++cursor->block];
    if (++cursor->step >= block[1].first_step)
        cursor->step = block->first_step;
    cursor->left = sw_plan.steps[cursor->step].count;
}

void sw_cursor_seek(struct sw_cursor *cursor, uint64_t task)
{
    if (cursor->block && task == cursor->next)
        go_on(cursor, task);
    else
        enter(cursor, task);
    cursor->next = task;
}
