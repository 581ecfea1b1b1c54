#include "tool/arguments.h"
#include "tool/command.h"

#include <stdio.h>

int sw_arguments_parse(const struct sw_arguments *a, int argc, char **argv, void *data)
{
    int option;
    optind = 0; /* getopt may have run before, in the same process */
    opterr = 0;
    while ((option = getopt_long(argc, argv, a->letters, a->options, NULL)) != -1) {
        if (option == 'h') {
            fputs(a->usage, stdout);
            return 0;
        }
        if (option == ':') {
            sw_error("'%s' needs a value", argv[optind - 1]);
            return 2;
        }
        if (option == '?') {
            sw_error("unknown option '%s'; see 'spanwise %s --help'", argv[optind - 1], a->command);
            return 2;
        }
        if (!a->take(option, data))
            return 2;
    }
    return -1;
}

bool sw_arguments_chosen(const char *option, int error, const char *names)
{
    if (error)
        sw_error("'--%s=%s' is not one of %s", option, optarg, names);
    return !error;
}
