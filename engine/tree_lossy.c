#include "engine/tree_parts.h"

bool sw_tree_make_room(struct sw_tree *tree)
{
    return tree->top - tree->end >= tree->reserve;
}
