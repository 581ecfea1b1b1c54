/*
 * Time that is not the program's own work, told by a library that stands in front of another: that
 * of MPI (agent/mpi/). Between the two calls, which do not nest, nothing counts as work of the
 * thread; it is summed up apart. Another profiler that wants to know exports the same names.
 */
#ifndef SPANWISE_AGENT_CILK_APART_H
#define SPANWISE_AGENT_CILK_APART_H

void spanwise_apart_begin(void);
void spanwise_apart_end(void);

#endif
