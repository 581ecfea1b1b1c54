/* What this machine is called: its host name, and its processor's; and what that is. */
#ifndef SPANWISE_TOOL_MEASURE_MACHINE_NAME_H
#define SPANWISE_TOOL_MEASURE_MACHINE_NAME_H

#include <stddef.h>

void sw_machine_name(char *name, size_t size);

const char *sw_machine_architecture(void); /* "aarch64", "x86_64" */

#endif
