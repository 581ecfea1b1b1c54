/* Printing to where the user asked for. */
#ifndef SPANWISE_TOOL_COMMON_PRINT_H
#define SPANWISE_TOOL_COMMON_PRINT_H

#include "profile/output_kind.h"

#include <stdbool.h>
#include <stdio.h>

/*
 * Calls print(data, out), which returns 0 or -errno, with a file that appears whole or not at all;
 * NULL or "-" is `standard`: stdout, say. `what` it is, is for the messages: "the report". False
 * after a message.
 */
bool sw_print(const char *path, FILE *standard, const char *what,
              int (*print)(const void *data, FILE *out), const void *data);

/* Whether two files that are asked for are two; false after a message. NULL is none. */
bool sw_print_apart(const char *path, const char *other);

/* Whether something of that kind can go there: nothing that nobody can read to a terminal. NULL is stdout. False after a message. */
bool sw_print_suits(const char *path, enum sw_output_kind kind);

#endif
