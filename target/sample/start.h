/* Between the parts of the library. */
#ifndef SPANWISE_TARGET_SAMPLE_START_H
#define SPANWISE_TARGET_SAMPLE_START_H

#include <signal.h>

struct sw_live;

/* The calling thread is sampled no more: it is that of a child after fork(). */
void sw_worker_forget(void);

/* When the library is loaded, or earlier: a constructor of one that the program needs may come first. Only the first call does
 * anything. */
void sw_effort_start(void);

/* The program ends. */
void sw_effort_end(struct sw_live *live);

/* A signal that is none of ours goes to the program's handler, from our own. */
void sw_handler_pass(int number, siginfo_t *info, void *context);

/* There are no more samples in this process: the signal is the program's. */
void sw_handler_give_back(const struct sw_live *live);

#endif
