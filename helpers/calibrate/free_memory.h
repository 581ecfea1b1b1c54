/* How much memory can be taken without harm to anybody. */
#ifndef SPANWISE_HELPERS_CALIBRATE_FREE_MEMORY_H
#define SPANWISE_HELPERS_CALIBRATE_FREE_MEMORY_H

#include <stdint.h>

/* Bytes that are free here, and by the limits of the control groups that we are in. `root` comes before all paths: ""
 * is this machine, another one a test's. */
uint64_t sw_free_memory(const char *root);

/* Bytes of the largest cache of a processor. */
uint64_t sw_largest_cache(const char *root);

#endif
