#include "helpers/synthesize/walk.h"

enum { NEAR = 16 };

struct sw_synthesis_plan sw_plan;

/* The last of n, ascending, that is not above. */
static uint32_t find_block(const struct sw_synthesis_node *section, uint64_t task)
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

static uint32_t find_step(const struct sw_synthesis_block *block, uint32_t place)
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
    const struct sw_synthesis_block *block = &sw_plan.blocks[cursor->block];
    uint32_t place = (uint32_t)((task - block->begin) % block->period);
    cursor->step = find_step(block, place);
    const struct sw_synthesis_step *step = &sw_plan.steps[cursor->step];
    cursor->left = step->begin + step->count - place;
    cursor->next = task;
}

static void go_on(struct sw_cursor *cursor)
{
    const struct sw_synthesis_block *block = &sw_plan.blocks[cursor->block];
    cursor->next += cursor->left;
    if (cursor->next >= block[1].begin)
        block = &sw_plan.blocks[++cursor->block];
    if (++cursor->step >= block[1].first_step)
        cursor->step = block->first_step;
    cursor->left = sw_plan.steps[cursor->step].count;
}

/* A few steps ahead are not worth a search: the chunks of the others in between. */
void sw_cursor_seek(struct sw_cursor *cursor, uint64_t task)
{
    if (!cursor->block || task < cursor->next || task - cursor->next > NEAR) {
        enter(cursor, task);
        return;
    }
    while (task - cursor->next >= cursor->left)
        go_on(cursor);
}
