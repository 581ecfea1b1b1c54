/* How the options of a command are gone through, by its description, and what is said of bad ones. */
#ifndef SPANWISE_TOOL_OPTIONS_ARGUMENTS_H
#define SPANWISE_TOOL_OPTIONS_ARGUMENTS_H

#include "tool/options/options.h"

#include <getopt.h>

/* Takes one, by its letter or sw_option_id, with its value in optarg; false after a message. */
typedef bool (*sw_take_option)(int option, void *data);

/* Takes all of them; what follows begins at argv[optind]. -1: go on; else the exit status, after a
 * message or the usage. */
int sw_arguments_parse(const struct sw_command *command, int argc, char **argv, sw_take_option take,
                       void *data);

/* The same, from argv[optind] on. */
int sw_arguments_parse_more(const struct sw_command *command, int argc, char **argv,
                            sw_take_option take, void *data);

/* The word of argv that the option which was taken last is in. */
const char *sw_arguments_word(char **argv);

/* Of an option whose value, in optarg, is one of some names: false after a message, if `error` says that it is none. */
bool sw_arguments_chosen(const char *option, int error, const char *names);

#endif
