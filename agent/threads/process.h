#pragma once

#include <stdbool.h>

/* The program makes a thread: it is simulated from now on, if it is to be at all. */
void sw_process_begin(void);

/* Whether that is yet to come. */
bool sw_process_is_ahead(void);
