/* How long a line takes to come: from memory or a cache, or from another core. */
#pragma once

#include "base/libc.h"

/* ns of a line among so many bytes, where the address of each comes from the one before. 0: no memory for it. */
double sw_line_latency(uint64_t bytes);

/*
 * ns of a line that comes from another core, which has written to it: two threads, on these processors, take turns. 0: that could not be
 * measured.
 */
enum sw_line_turns {
    SW_LINES_STREAMED, /* at lines of so many bytes that follow each other, each of which is read and written */
    SW_LINES_CHAINED, /* at lines that are far from each other, and come one by one: what they take more than one's own */
    SW_LINES_ATOMIC, /* at one line, which is all that they wait for */
};
double sw_line_transfer(const int pins[2], enum sw_line_turns turns, uint64_t bytes);
