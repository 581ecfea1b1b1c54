#include "analysis/flame_parts.h"

void sw_flame_program_tree(struct sw_flame_builder *b, const struct sw_profile *p)
{
    (void)b;
    (void)p;
}
