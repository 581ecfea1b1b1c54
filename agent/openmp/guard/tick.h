/*
 * What a thread of a region does that comes to no event for a while, though others could run: does it
 * compute, or does it wait for one of them in a way that we do not see? Then it would wait for ever,
 * because they run when it lets them. So it is interrupted now and then (watch.h), and the signal's
 * handler looks and goes on with another one; the handler's frame stays on the stack of who was
 * interrupted, and the handler returns when its turn has come again.
 *
 *   - It is in a system call: it may be for a lock, or for data of another thread. Others run. In
 *     futex(), what it waited is not its work.
 *   - It spins: its registers are the same as before, in code nearby, or it is at an instruction for
 *     those who wait (pause). Others run, and what it does
 *     since is not its work. In simulated time it has waited for them.
 *   - It computes, or spins in a way that cannot be told from that. It goes on, but others have their
 *     turn every now and then, rarer each time; what it did is its work.
 *
 * Nobody is left inside the runtime, nor in code that holds locks which the runtime needs (zone.h), nor
 * on a signal stack, of which there is one for all.
 */
#ifndef SPANWISE_AGENT_OPENMP_GUARD_TICK_H
#define SPANWISE_AGENT_OPENMP_GUARD_TICK_H

#include <stdbool.h>
#include <stdint.h>

#define SW_OMP_TICK_LOOKS 4 /* that are compared */

struct sw_omp_looks;
struct sw_omp_simulator;

/* Of a simulator: what its ticks saw. NULL: no memory. */
struct sw_omp_looks *sw_omp_looks_new(void);

/* Once libc has its handler for the signal: process/signal.h. */
void sw_omp_tick_init(void);

/* To the OS thread that the simulator's current thread is on; one that is held gets none, unless `anyway`. True: it is on its way. */
bool sw_omp_tick_send(struct sw_omp_simulator *simulator, int thread, bool anyway);

#endif
