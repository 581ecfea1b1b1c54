/*
 * Handlers of the program run translated. The kernel knows of one handler only, ours, which goes on with
 * the program's; the program is told of its own.
 *
 * A signal comes anywhere, also between two of the instructions that stand for one of the program's: so
 * the thread's slots are kept in the frame that the kernel has made, and so is where the thread was.
 */
#ifndef SPANWISE_AGENT_TRANSLATE_SIGNALS_H
#define SPANWISE_AGENT_TRANSLATE_SIGNALS_H

/* Handlers that are there already become ours. */
void sw_signals_init(void);

/* As the system call. */
long sw_signals_action(int signal, const void *action, void *old, unsigned long set_bytes);

/* Makes the frame at the stack pointer ready for rt_sigreturn(). */
void sw_signals_return(unsigned long sp);

#endif
