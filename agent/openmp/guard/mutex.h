/* A mutex inside a region, for condition variables. On the thread itself, inside the runtime. */
#ifndef SPANWISE_AGENT_OPENMP_GUARD_MUTEX_H
#define SPANWISE_AGENT_OPENMP_GUARD_MUTEX_H

#include "agent/openmp/simulator/simulator.h"

#include <pthread.h>
#include <time.h>

/* As pthread_mutex_clocklock(), or pthread_mutex_lock() without a time, from that address. */
int sw_omp_mutex_take(struct sw_omp_thread *thread, pthread_mutex_t *mutex, clockid_t clock,
                      const struct timespec *until, const void *address);
int sw_omp_mutex_release(struct sw_omp_thread *thread, pthread_mutex_t *mutex);

#endif
