/* The address range of the profiler's own code. */
#include "agent/process/own_code.h"

/* Made by own_code.ld. */
extern const char sw_own_code_low[] __attribute__((visibility("hidden")));
extern const char sw_own_code_high[] __attribute__((visibility("hidden")));

struct sw_range sw_own_code(void)
{
    return (struct sw_range){(uint64_t)sw_own_code_low, (uint64_t)sw_own_code_high};
}
