/* In the place of the emulator while that is not merged: so that all else can be linked. */
#include "analysis/emulate.h"

#include <errno.h>

int sw_emulate(const struct sw_program_tree *tree, const struct sw_emulation_options *options,
               struct sw_emulation *emulation)
{
    (void)tree;
    (void)options;
    (void)emulation;
    return -ENOSYS;
}

void sw_emulation_release(struct sw_emulation *emulation)
{
    (void)emulation;
}
