/* Between the parts of the library. */
#pragma once

struct sw_live;
struct sw_worker;

/* The calling thread is sampled no more: it is that of a child after fork(). */
void sw_worker_forget(void);

/* When the library is loaded, or earlier: a constructor of one that the program needs may come first. Only the first call does
 * anything. */
void sw_effort_start(void);

/* A child after fork() that is about to make a thread is followed from here on. NULL: the process is none, or it cannot be. */
struct sw_worker *sw_effort_follow(void);

/* The program ends. */
void sw_effort_end(struct sw_live *live);
