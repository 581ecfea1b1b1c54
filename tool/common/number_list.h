/* Lists of numbers on the command line. */
#ifndef SPANWISE_TOOL_COMMON_NUMBER_LIST_H
#define SPANWISE_TOOL_COMMON_NUMBER_LIST_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The value of an option: "4", "1,2,4", "1-8" or "1..8", and "1,2,4,...,64", which goes on as the two
 * numbers before it do. Sets wanted[n] for each n, from 1 to `most`. False: it is none; the caller says so.
 */
bool sw_number_list_parse(const char *text, uint64_t most, bool *wanted);

#endif
