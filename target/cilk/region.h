/* Regions and positions: the hooks of abi.h of these names. Any thread, outside events. */
#ifndef SPANWISE_TARGET_CILK_REGION_H
#define SPANWISE_TARGET_CILK_REGION_H

#include "abi/cilk.h"

void sw_cilk_region_begin(const char *label);
void sw_cilk_region_end(const char *label);
uint64_t sw_cilk_region_open(const char *label);
void sw_cilk_region_close(uint64_t handle);
struct sw_cilk_position sw_cilk_position(void);
void sw_cilk_dump(struct sw_cilk_position position, const char *tag);

#endif
