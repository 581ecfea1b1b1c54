/*
 * Children that are a copy of this process: the profiler stops in them, because the range belongs to the parent and the other threads
 * are not there. pthread_atfork() reports those of fork(), but not those that the program makes by clone(), _Fork() and system calls:
 * libspanwise-calls.so stands in front of these and reports them. A copy that is made by the program's own system call instruction
 * is not seen.
 */
#pragma once

/* Calls `forget` in each such child, in the order in which they were given. Any thread. */
void sw_forked_add(void (*forget)(void));

/* In the child. After fork(), it may be called twice. */
__attribute__((visibility("default"))) void spanwise_forked(void);
