/* What --help prints, and the manual pages, both made from the descriptions of commands. */
#pragma once

#include "tool/options/options.h"

void sw_usage_print(const struct sw_command *command, FILE *out);

/* Of `spanwise` itself. */
void sw_usage_print_all(FILE *out);

/* NULL: of `spanwise` itself. */
void sw_manual_print(const struct sw_command *command, FILE *out);
