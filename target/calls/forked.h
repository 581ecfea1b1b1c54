/*
 * Children that are a copy of this process: nothing of ours goes on in them, as the range belongs to the parent and other threads
 * are not there. Those of fork() are known by pthread_atfork(); those that the program makes by clone(), _Fork() and system calls
 * are not, so libspanwise-calls.so stands in front of these and tells. A copy that is made by the program's own system call
 * instruction is not seen.
 */
#ifndef SPANWISE_TARGET_CALLS_FORKED_H
#define SPANWISE_TARGET_CALLS_FORKED_H

/* Calls `forget` in each such child, in the order in which they were given. Any thread. */
void sw_forked_add(void (*forget)(void));

/* In the child. One of fork() may be told twice. */
__attribute__((visibility("default"))) void spanwise_forked(void);

#endif
