/*
 * A program may have a handler for a signal that we use. It does not get to know of ours, and they go on: what it sets for that signal is kept here, and
 * those that others send get there. It runs as if the kernel had called it, but that system calls are always begun again after it, and
 * on the stack of what it interrupts. Who does it by a system call of its own, without libc, takes the signal away from us.
 */
#ifndef SPANWISE_TARGET_CORE_HANDLER_H
#define SPANWISE_TARGET_CORE_HANDLER_H

#include <signal.h>

/* The signal has our handler from now on. Two at most. */
void sw_handler_keep(int number);

/* One that is none of ours goes to the program's handler, from our own. */
void sw_handler_pass(int number, siginfo_t *info, void *context);

/* In a child after fork(), where nothing is ours: the signals are the program's. */
void sw_handler_give_back(void);

/* Libc's. */
int sw_handler_real(int number, const struct sigaction *now, struct sigaction *before);

#endif
