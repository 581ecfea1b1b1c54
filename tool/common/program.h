/* The file of a program that is to be run. */
#ifndef SPANWISE_TOOL_COMMON_PROGRAM_H
#define SPANWISE_TOOL_COMMON_PROGRAM_H

#include <stdbool.h>

/* As execvp() finds it, into `path` of PATH_MAX bytes: where it has no slash, in $PATH. */
bool sw_program_find(const char *program, char *path);

bool sw_is_file(const char *path);
bool sw_program_is_elf(const char *path);

/* Whether it runs with other privileges than ours if we start it, so that its loader takes nothing from us: as
 * execvp() takes it, by what the kernel goes by. */
bool sw_program_is_privileged(const char *program);

/* The machine that it is for, as `uname -m` names it: "x86_64" or "aarch64"; NULL: neither, or no
 * executable file of this format. */
const char *sw_program_machine(const char *path);

#endif
