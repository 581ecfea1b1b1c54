/* Arguments of a program that is told a number of threads by one of them. */
#ifndef SPANWISE_TOOL_COMMON_NUMBERED_H
#define SPANWISE_TOOL_COMMON_NUMBERED_H

#include <stdint.h>

/* The arguments with the number for each {} in them ("--threads={}"), and in place of the which-th one (0: of none); the program itself
 * stays. To be released; NULL: no memory. */
char **sw_numbered(char *const *argv, uint64_t number, uint64_t which);
void sw_numbered_release(char **argv);

#endif
