/* The command line of an assembler, as far as the wrapper must understand it. */
#ifndef SPANWISE_COMPILE_DRIVER_AS_ARGS_H
#define SPANWISE_COMPILE_DRIVER_AS_ARGS_H

#include <stdbool.h>

struct sw_as_args {
    char **all;     /* everything, @files expanded; NULL-terminated, all[0] is the name */
    char **options; /* everything but the inputs; likewise */
    char **inputs;  /* files; none: standard input */
    int n_all, n_options, n_inputs;
    const char *arch;    /* as the options tell it: "x86_64", "aarch64" or NULL; not owned */
    bool passes_through; /* not for the filter: --version, an architecture without sleds */
};

/* Owns copies of its strings. Returns 0 or -errno. */
int sw_as_args_init(struct sw_as_args *args, int argc, char **argv);

/* Puts `program`, which it comes to own, in the place of the name. */
void sw_as_args_set_program(struct sw_as_args *args, char *program);
void sw_as_args_release(struct sw_as_args *args);

#endif
