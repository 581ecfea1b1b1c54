/*
 * The signals that end a long measurement (Ctrl-C, SIGTERM, ...) or stop it for a while (Ctrl-Z),
 * taken as they come instead of by handlers: blocked from sw_interrupt_init() to
 * sw_interrupt_release(), so that none is lost between two runs of the program. What was ignored at
 * the start (nohup) stays so. One at a time; not for threads.
 */
#ifndef SPANWISE_TOOL_INTERRUPT_H
#define SPANWISE_TOOL_INTERRUPT_H

#include <signal.h>
#include <sys/types.h>

struct sw_interrupt {
    int fd;     /* readable when one has come, SIGCHLD among them */
    int signal; /* the first that asked us to end; 0: none so far */
    int stops;  /* how many times we were stopped */
    sigset_t before;
};

int sw_interrupt_init(struct sw_interrupt *interrupt); /* 0 or -errno */

/* Reads what has come; does not wait. To be stopped, it stops the process group first (if it is not
 * 0), then us, and lets the group go on when we do. */
void sw_interrupt_take(struct sw_interrupt *interrupt, pid_t group);

/* In a child: the signal mask that the program is to have. */
void sw_interrupt_leave(const struct sw_interrupt *interrupt);

void sw_interrupt_release(struct sw_interrupt *interrupt);

#endif
