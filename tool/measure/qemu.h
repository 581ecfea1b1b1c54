/*
 * Qemu, which counts instructions: qemu-user, with our plugin (agent/qemu/). It is that of
 * the machine which the program is for, and so is the processor that the program sees: the best that
 * it knows, the same everywhere, whatever this machine has.
 */
#ifndef SPANWISE_TOOL_MEASURE_QEMU_H
#define SPANWISE_TOOL_MEASURE_QEMU_H

#include <limits.h>

struct sw_qemu {
    char **argv; /* what to execute; holds strings of the program's argv and of this struct */
    char path[PATH_MAX], plugin[PATH_MAX], program[PATH_MAX], preload[2 * PATH_MAX + 16];
};

/* Makes ready to run a program. 0, or an exit status after a message. `preload`: libraries for the
 * program alone, or NULL. */
int sw_qemu_init(struct sw_qemu *qemu, char *const *argv, const char *preload);
void sw_qemu_release(struct sw_qemu *qemu);

#endif
