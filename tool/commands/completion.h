/* Completion of the command line by shells, made from the descriptions. */
#ifndef SPANWISE_TOOL_COMMANDS_COMPLETION_H
#define SPANWISE_TOOL_COMMANDS_COMPLETION_H

#include "tool/options/options.h"

#include <stdio.h>

void sw_completion_bash(FILE *out);
void sw_completion_zsh(FILE *out);
void sw_completion_fish(FILE *out);

/* What an option does, in some words: into `text`, which it returns. */
char *sw_completion_brief(const struct sw_option *option, char *text, size_t size);

/* All that may be chosen, with blanks between. */
void sw_completion_choices(const struct sw_option *option, FILE *out);

#endif
