/*
 * What comes before what, for cache lines that threads share (translate/shared.h): the dag knows it (engine/dag/order.h), here is told who
 * runs. Of one simulator, that of the first OS thread; in a run with --memory alone.
 */
#ifndef SPANWISE_TARGET_OPENMP_SIMULATOR_ORDER_H
#define SPANWISE_TARGET_OPENMP_SIMULATOR_ORDER_H

#include "target/openmp/simulator/simulator.h"

struct sw_live;

/* The simulator's strands have orders from now on, if they are wanted and no other simulator's have. */
void sw_omp_order_begin(struct sw_omp_simulator *simulator, struct sw_live *live);

/* The thread is in the runtime, its strand about to pass what it did; and it goes back to the program. */
void sw_omp_order_stop(struct sw_omp_thread *thread);
void sw_omp_order_go_on(struct sw_omp_thread *thread);

/* The thread has a lock, which `order` is of, comes after who had it; and has released it; or has found it taken. */
void sw_omp_order_lock(struct sw_omp_thread *thread, struct sw_order *order);
void sw_omp_order_unlock(struct sw_omp_thread *thread, struct sw_order **order);

#endif
