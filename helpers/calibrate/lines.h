/* How long a line takes to come: from memory or a cache, or from another core. */
#ifndef SPANWISE_HELPERS_CALIBRATE_LINES_H
#define SPANWISE_HELPERS_CALIBRATE_LINES_H

#include <stdbool.h>
#include <stdint.h>

/* ns of a line among so many bytes, where the address of each comes from the one before. 0: no memory for it. */
double sw_line_latency(uint64_t bytes);

/*
 * ns that a line takes more if it comes from the cache of another core, which has written to it: two threads, on these processors, take
 * turns. By atomics: at one line, which is all that they wait for. Else: as programs do, at lines that follow each other, each of which is
 * read and written, compared with lines that one has all the time. 0: that could not be measured.
 */
double sw_line_transfer(const int pins[2], bool by_atomics);

#endif
