/* Arguments of a program that is told a number of threads by one of them. */
#ifndef SPANWISE_TOOL_COMMON_NUMBERED_H
#define SPANWISE_TOOL_COMMON_NUMBERED_H

#include <stdbool.h>
#include <stdint.h>

/* Whether there is a {} in them, which the number takes the place of ("--threads={}"). The program itself has none. */
bool sw_is_numbered(char *const *argv);

/* The arguments with the number in place of each {}. To be released; NULL: no memory. */
char **sw_numbered(char *const *argv, uint64_t number);
void sw_numbered_release(char **argv);

#endif
