/* How the options of a command are gone through, by its description, and what is said of bad ones. */
#ifndef SPANWISE_TOOL_OPTIONS_ARGUMENTS_H
#define SPANWISE_TOOL_OPTIONS_ARGUMENTS_H

#include "tool/options/options.h"

#include <getopt.h>

/* The command, then all that it was given, as "--name=value", but for what says only what is written; ends with NULL, and is good until
 * the next is parsed. For a profile, so that it can be measured again. */
char *const *sw_arguments_given(void);

/* Takes all of them into the command's settings, which its options are bound to; what follows begins at argv[optind].
 * -1: go on; else the exit status, after a message or the usage. */
int sw_arguments_parse(const struct sw_command *command, int argc, char **argv, void *settings);

/* The same, from argv[optind] on. */
int sw_arguments_parse_more(const struct sw_command *command, int argc, char **argv,
                            void *settings);

#endif
