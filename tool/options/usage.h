/* What --help prints, made from the descriptions. */
#ifndef SPANWISE_TOOL_OPTIONS_USAGE_H
#define SPANWISE_TOOL_OPTIONS_USAGE_H

#include "tool/options/options.h"

#include <stdio.h>

void sw_usage_print(const struct sw_command *command, FILE *out);

/* Of `spanwise` itself. */
void sw_usage_print_all(FILE *out);

#endif
