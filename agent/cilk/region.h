/* Regions and positions: the hooks of abi.h of these names. Any thread, outside events. */
#pragma once

#include "abi/cilk.h"

#include <stddef.h>
#include <stdint.h>

void sw_cilk_region_begin(const char *label);
void sw_cilk_region_end(const char *label);
uint64_t sw_cilk_region_open(const char *label);
void sw_cilk_region_close(uint64_t handle);
struct sw_cilk_position sw_cilk_position(void);

/* Work, span, parallelism, burdened span and parallelism, as Cilkscale writes them: seconds. */
#define SW_CILK_FIGURES 160
void sw_cilk_figures(char *text, size_t room, struct sw_cilk_position p, const char *between);
void sw_cilk_dump(struct sw_cilk_position position, const char *tag);

/* Splits (spanwise.h): the hook of abi.h. */

/* The function that returns to `from`, with that stack pointer, splits itself; NULL: not any more. */
void sw_cilk_split(const char *label, uint64_t from, uint64_t sp);
