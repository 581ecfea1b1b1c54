/* What threads wait in, by construct, and what they depend on: the dag and its counters. With the baton only. */
#pragma once

#include "agent/threads/park.h"

/* The construct of that kind and place, as the thread comes to it. */
uint32_t sw_wait_construct(struct sw_vthread *thread, uint32_t kind, const void *where);

void sw_wait_begin(struct sw_vthread *thread, const struct sw_wait_at *at);
void sw_wait_end(struct sw_vthread *thread);

/* Who is woken, if it waited to be told or for an end, comes after who has woken it. */
void sw_wait_told(struct sw_vthread *thread, struct sw_vthread *by);

/* It ran in a loop there that waits for what another thread writes, as far as can be seen. */
void sw_wait_spun(struct sw_vthread *thread, const void *where, uint64_t time);

/* A lock was taken there, or is released now. */
void sw_lock_taken(struct sw_vthread *thread, const void *lock, const void *where);
void sw_lock_released(struct sw_vthread *thread, const void *lock);
