/* How fast the processor's clock (base/ticks.h) goes. */
#pragma once

#include "base/ticks.h"
#include "live/live.h"

/* Sets live->ticks_per_second. Takes a few milliseconds where the clock does not say itself. */
void sw_meter_init(struct sw_live *live);
