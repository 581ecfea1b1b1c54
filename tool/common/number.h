/* Numbers of the command line. */
#ifndef SPANWISE_TOOL_COMMON_NUMBER_H
#define SPANWISE_TOOL_COMMON_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* The value of the option --name: a whole number from `least` to `most`, with an optional suffix;
 * false after a message. */
bool sw_number_parse(const char *name, const char *text, const char *suffix, uint64_t least,
                     uint64_t most, uint64_t *value);

#endif
