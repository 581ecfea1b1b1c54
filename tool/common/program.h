/* The program that is to be run: its file, whether something can be loaded into it, and its arguments with a number for {}. */
#pragma once

#include "base/libc.h"

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

/*
 * Whether a library of ours can be loaded into a program before all else: one that has no dynamic loader ignores what it
 * is told to load, and one whose loader is not glibc's does not start with it. Of a script it is the interpreter that
 * counts. What changes its privileges is not looked at: it runs without, and no harm is done.
 */

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

/* Arguments of a program that is told a number of threads by one of them. */

/* Whether there is a {} in them, which the number takes the place of ("--threads={}"). The program itself has none. */
bool sw_is_numbered(char *const *argv);

/* The arguments with the number in place of each {}. To be released; NULL: no memory. */
char **sw_numbered(char *const *argv, uint64_t number);
void sw_numbered_release(char **argv);
