/* The options of a command that reads profiles: how they are gone through, and what is said of bad ones. */
#ifndef SPANWISE_TOOL_ARGUMENTS_H
#define SPANWISE_TOOL_ARGUMENTS_H

#include <getopt.h>
#include <stdbool.h>

struct sw_arguments {
    const char *command; /* its name */
    const char *usage;
    const char *letters; /* as getopt_long() has them, with ':' first; 'h' prints the usage */
    const struct option *options;
    /* Takes one, with its value in optarg; false after a message. */
    bool (*take)(int option, void *data);
};

/* Takes all of them; what follows begins at argv[optind]. -1: go on; else the exit status, after a
 * message or the usage. */
int sw_arguments_parse(const struct sw_arguments *arguments, int argc, char **argv, void *data);

/* Of an option whose value, in optarg, is one of some names: false after a message, if `error` says that it is none. */
bool sw_arguments_chosen(const char *option, int error, const char *names);

#endif
