/*
 * A file that appears whole or not at all: written under a temporary name in the same directory,
 * renamed when it is closed. What is no regular file (a terminal, a pipe, /dev/null) is written to
 * directly. A symbolic link stays one: what it points to is replaced.
 *
 * Functions return 0 or -errno with a sentence in `why`.
 */
#ifndef SPANWISE_PROFILE_OUTPUT_H
#define SPANWISE_PROFILE_OUTPUT_H

#include <stddef.h>
#include <stdio.h>

struct sw_output {
    FILE *file;      /* to write to; errors are noticed by sw_output_close() */
    char *path;      /* the final name */
    char *temporary; /* NULL: written directly */
    int error;       /* errno of a write that failed, where the writer knows it */
};

int sw_output_open(struct sw_output *output, const char *path, char *why, size_t why_size);

/* Closes, renames, releases. After an error nothing of it is left in the directory. */
int sw_output_close(struct sw_output *output, char *why, size_t why_size);

/* Gives up: closes, removes the temporary file, releases. */
void sw_output_discard(struct sw_output *output);

#endif
