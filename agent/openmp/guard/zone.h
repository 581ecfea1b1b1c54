/* Code in which a thread is not left for another one by a tick: libc's, the loader's, malloc's, ours. It
 * may hold a lock there that the runtime itself needs. */
#ifndef SPANWISE_AGENT_OPENMP_GUARD_ZONE_H
#define SPANWISE_AGENT_OPENMP_GUARD_ZONE_H

#include <stdbool.h>
#include <stdint.h>

/* Once, before the first tick; takes the loader's lock. */
void sw_omp_zone_init(void);

/* Signal-safe. */
bool sw_omp_zone_has(uint64_t pc);

#endif
