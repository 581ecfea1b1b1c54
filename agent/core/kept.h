/* Calls what may use vector registers from where the program has values in them. */
#pragma once

#include "agent/process/live_range.h"

SW_HIDDEN void sw_call_kept(void (*function)(const void *data), const void *data);
