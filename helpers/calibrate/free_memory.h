/* How much memory can be taken without harm to anybody. */
#ifndef SPANWISE_HELPERS_CALIBRATE_FREE_MEMORY_H
#define SPANWISE_HELPERS_CALIBRATE_FREE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes that are free here, and by the limits of the control groups that we are in. `root` comes before all paths: ""
 * is this machine, another one a test's. */
uint64_t sw_free_memory(const char *root);

/* The number in a file, with what multiplies it ("300M"). False: there is none. */
bool sw_read_number(const char *root, const char *path, uint64_t *number);

#endif
