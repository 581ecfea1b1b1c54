/* Threads of the program, from their creation to their end. */
#pragma once

#include "agent/threads/simulator.h"

/* One that nobody knows yet, or NULL. By any thread. */
struct sw_vthread *sw_vthread_make(void);

/* What it does is noted over time. With the baton, before it starts. */
void sw_vthread_add_lane(struct sw_vthread *thread);

/* The calling thread is that one: its meter starts. */
void sw_vthread_arrive(struct sw_vthread *thread);

/* It was made by another one, there, and is ready when that has taken what it takes. In a hook. */
void sw_vthread_start(struct sw_vthread *thread, struct sw_vthread *by, pthread_t handle,
                      const void *where);

/* On itself, as the first thing: returns when it is its turn. */
void sw_vthread_begin(struct sw_vthread *thread);

/* It is found by its handle, which it has: with the baton. */
void sw_vthread_know(struct sw_vthread *thread);

/* The one that is known by that handle, and has not been joined. With the baton. */
struct sw_vthread *sw_vthread_of(pthread_t handle);

/* It was joined, or never began. In a hook. */
void sw_vthread_forget(struct sw_vthread *thread);
