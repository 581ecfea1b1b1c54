/*
 * What counts instructions: our own translator, in the program (agent/translate/), or qemu
 * (qemu.h), for programs of another machine. And what makes their counts the same everywhere.
 */
#ifndef SPANWISE_TOOL_MEASURE_INSN_COUNTER_H
#define SPANWISE_TOOL_MEASURE_INSN_COUNTER_H

#include "live/live.h"

/* SW_INSN_COUNTER_OWN or SW_INSN_COUNTER_QEMU for a program, where the user has not chosen. */
uint64_t sw_insn_counter_for(const char *program);

/* The value of GLIBC_TUNABLES: functions of libc that do not depend on the processor. What the user has
 * set there goes behind it. */
void sw_insn_counter_tunables(char *text, size_t size);

#endif
