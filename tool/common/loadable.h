/*
 * Whether a library of ours can be loaded into a program before all else: one that has no dynamic loader ignores what it
 * is told to load, and one whose loader is not glibc's does not start with it. Of a script it is the interpreter that
 * counts. What changes its privileges is not looked at: it runs without, and no harm is done.
 */
#ifndef SPANWISE_TOOL_COMMON_LOADABLE_H
#define SPANWISE_TOOL_COMMON_LOADABLE_H

#include <stdbool.h>
#include <stddef.h>

/* `program` as execvp() takes it. False: not, with a sentence in `why`. What cannot be run at all can be loaded into: who
 * runs it finds out why. */
bool sw_loadable(const char *program, char *why, size_t size);

/* Whether a program is there, and what the kernel would run it by is not: the interpreter of a script, or a dynamic loader, whose
 * name is in `runner` then, of PATH_MAX bytes. */
bool sw_loadable_lacks(const char *program, char *runner);

/* Whether ThreadSanitizer is in it, which holds back the signals that samples are taken by. */
bool sw_loadable_is_held_back(const char *program);

/* What is static has no dynamic loader; nor has a dynamic loader, which would load what it is told all the same. */
bool sw_loadable_is_static(const char *program);

#endif
