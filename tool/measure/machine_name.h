/* What this machine is called: its host name, and its processor's. */
#ifndef SPANWISE_TOOL_MEASURE_MACHINE_NAME_H
#define SPANWISE_TOOL_MEASURE_MACHINE_NAME_H

#include <stddef.h>

void sw_machine_name(char *name, size_t size);

#endif
