/* How long the threads of this process have waited for a processor, as the kernel counts it: whether others disturbed a
 * measurement. 0 where it does not tell. */
#ifndef SPANWISE_HELPERS_SYNTHESIZE_WAITED_H
#define SPANWISE_HELPERS_SYNTHESIZE_WAITED_H

#include <stdint.h>

uint64_t sw_waited_ns(void);

#endif
