/* How long a line takes to come: from memory or a cache, or from another core. */
#ifndef SPANWISE_HELPERS_CALIBRATE_LINES_H
#define SPANWISE_HELPERS_CALIBRATE_LINES_H

#include <stdbool.h>
#include <stdint.h>

/* ns of a line among so many bytes, where the address of each comes from the one before. 0: no memory for it. */
double sw_line_latency(uint64_t bytes);

/* ns from one thread's writing of a line until another one, on the second of these processors, has written to it in turn; the two do
 * nothing else. 0: that could not be measured. */
double sw_line_transfer(const int pins[2], bool by_atomics);

#endif
