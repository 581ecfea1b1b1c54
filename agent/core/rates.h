/* The file that SPANWISE_RATES names, read into the live range: live/rates.h. */
#pragma once

#include "live/live.h"

/* Where there is none, or no memory, nothing happens. */
void sw_rates_read(struct sw_live *live);

/* Whether the function at the address is to be left out from the start: an earlier run has taken it out. */
bool sw_rates_leave_out(const struct sw_live *live, uint64_t address);
