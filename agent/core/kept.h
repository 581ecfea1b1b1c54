/* Calls what may use vector registers from where the program has values in them. */
#ifndef SPANWISE_AGENT_CORE_KEPT_H
#define SPANWISE_AGENT_CORE_KEPT_H

#include "agent/process/live_range.h"

SW_HIDDEN void sw_call_kept(void (*function)(const void *data), const void *data);

#endif
