/* Manual pages, as roff, made from the descriptions. */
#ifndef SPANWISE_TOOL_COMMANDS_MANUAL_H
#define SPANWISE_TOOL_COMMANDS_MANUAL_H

#include "tool/options/options.h"

#include <stdio.h>

/* NULL: of `spanwise` itself. */
void sw_manual_print(const struct sw_command *command, FILE *out);

#endif
