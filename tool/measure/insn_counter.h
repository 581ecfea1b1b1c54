/*
 * What counts instructions: our own translator, in the program (agent/translate/), or qemu, for programs of another machine. And what
 * makes their counts the same everywhere.
 */
#pragma once

#include "base/libc.h"
#include "live/live.h"

/* SW_INSN_COUNTER_OWN or SW_INSN_COUNTER_QEMU for a program, where the user has not chosen. */
uint64_t sw_insn_counter_for(const char *program);

/* The value of GLIBC_TUNABLES: functions of libc that do not depend on the processor. What the user has
 * set there goes behind it. */
void sw_insn_counter_tunables(char *text, size_t size);

/*
 * Qemu, which counts instructions: qemu-user, with our plugin (agent/qemu/). It is that of
 * the machine which the program is for, and so is the processor that the program sees: the best that
 * it knows, the same everywhere, whatever this machine has.
 */

struct sw_qemu {
    char **argv; /* what to execute, to be freed; strings of the program's argv and of this */
    char path[PATH_MAX], plugin[PATH_MAX], program[PATH_MAX], preload[2 * PATH_MAX + 16];
};

/* Makes ready to run a program. 0, or an exit status after a message. `preload`: libraries for the
 * program alone, or NULL. */
int sw_qemu_init(struct sw_qemu *qemu, char *const *argv, const char *preload);
