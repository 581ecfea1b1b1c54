/* What the kernel knows of threads. Signal-safe; takes some microseconds. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Whether another thread of the process wants a processor. */
bool sw_thread_is_running(int32_t thread);

/* The calling thread's, in ns: that it had a processor, and that it waited for one. By a file that is kept open: to open it may
 * take long on a busy machine. -1: it is not told. False: it is not any more. */
struct sw_thread_times {
    uint64_t cpu, delay;
};
int32_t sw_thread_times_open(void);
bool sw_thread_times(int32_t file, struct sw_thread_times *times);
void sw_thread_times_close(int32_t file);
