/* Finds the mapping that a stack pointer lies in. */
#include "agent/process/stack_find.h"
#include "base/maps.h"

struct wanted {
    uint64_t address;
    struct sw_stack *stack;
};

static bool take_map(void *data, const struct sw_map *map)
{
    const struct wanted *w = data;
    if (w->address < map->low || w->address >= map->high)
        return false;
    *w->stack = (struct sw_stack){map->low, map->high - map->low};
    return true;
}

bool sw_stack_find(uint64_t sp, struct sw_stack *stack)
{
    char text[4096];
    struct wanted w = {sp, stack};
    return sw_maps_read(text, sizeof text, take_map, &w);
}
