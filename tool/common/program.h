/* The program that is to be run: its file, whether something can be loaded into it, and its arguments with a number for {}. */
#pragma once

#include "base/libc.h"

#include <gelf.h>

/* As execvp() finds it, into `path` of PATH_MAX bytes: where it has no slash, in $PATH. */
bool sw_program_find(const char *program, char *path);
bool sw_is_file(const char *path);
bool sw_program_is_elf(const char *path);

/* What follows `key` in the first line of a file that begins with it, without the newline. False: there is no such line. */
bool sw_file_line(const char *path, const char *key, char *rest, size_t size);

/* So many bytes of how a file begins, at most; -1: it cannot be read. */
ssize_t sw_file_start(const char *path, void *to, size_t size);

/* NULL: it has none of that name. */
Elf_Scn *sw_elf_section(Elf *elf, const char *name);

/* The first symbol with such a name in a table of that kind (SHT_DYNSYM), for others or wanted from others; `found` may be NULL. */
bool sw_elf_symbol(Elf *elf, GElf_Word table, bool (*is)(const char *name), bool defined,
                   GElf_Sym *found);

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

/* How many there are up to the NULL; 0 of NULL. */
size_t sw_words_count(char *const *words);

/* Arguments of a program that is told a number of threads by one of them. */

/* Whether there is a {} in them, which the number takes the place of ("--threads={}"). The program itself has none. */
bool sw_is_numbered(char *const *argv);

/* The arguments with the number in place of each {}. To be released; NULL: no memory. */
char **sw_numbered(char *const *argv, uint64_t number);
void sw_numbered_release(char **argv);
