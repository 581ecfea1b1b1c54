/* Whether another thread of the process wants a processor, as the kernel sees it. Signal-safe; takes some
 * microseconds. */
#ifndef SPANWISE_TARGET_SAMPLE_RUNNING_H
#define SPANWISE_TARGET_SAMPLE_RUNNING_H

#include <stdbool.h>
#include <stdint.h>

bool sw_thread_is_running(int32_t thread);

#endif
