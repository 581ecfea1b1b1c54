/* The tree as the serial program is: what the parallel runs are compared with. */
#include "helpers/synthesize/delay.h"
#include "helpers/synthesize/walk.h"

static void do_items(const struct sw_synthesis_node *node)
{
    for (uint32_t i = node->first; i < node->first + node->n; i++)
        for (uint32_t k = 0; k < sw_plan.items[i].count; k++)
            sw_serial_visit(sw_plan.items[i].node);
}

static void do_section(const struct sw_synthesis_node *node)
{
    struct sw_cursor cursor = {.section = node};
    for (uint64_t i = 0; i < node->tasks; i++) {
        const struct sw_synthesis_step *step = sw_cursor_at(&cursor, i);
        if (step->before)
            sw_serial_visit(step->before);
        sw_serial_visit(step->task);
    }
    if (node->after)
        sw_serial_visit(node->after);
}

void sw_serial_visit(uint32_t number)
{
    const struct sw_synthesis_node *node = &sw_plan.nodes[number];
    if (node->kind == SW_SYNTHESIS_WORK || (node->kind == SW_SYNTHESIS_LOCK && !node->n)) {
        sw_delay(node->length);
        return;
    }
    sw_delay_visit();
    if (node->kind == SW_SYNTHESIS_SECTION)
        do_section(node);
    else
        do_items(node);
}
