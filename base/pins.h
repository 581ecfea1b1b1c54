/* Which processors threads are pinned to: first one of each core. */
#pragma once

#include <stdbool.h>

enum { SW_PINS_MOST = 1024 };

/* Fills `pins` with numbers of processors that we may use; returns how many. */
unsigned sw_pins(int pins[SW_PINS_MOST]);

/* The calling thread, and what it starts, has so many of these from now on. False: we may not use so many, and nothing changes. */
bool sw_pins_keep(unsigned n);

/* The calling thread runs there from now on. */
void sw_pin_me(int pin);
