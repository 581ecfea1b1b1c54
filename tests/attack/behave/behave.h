/*
 * A program with many behaviours: behave NAME does the one of that name between two pieces of parallel work, and says what it
 * sees; behave --list names them. Whatever is said is the same in every run: no times, no process numbers, no addresses.
 * The parallel work is of the kind of the file work_*.c that it is linked with.
 */
#ifndef SPANWISE_TESTS_ATTACK_BEHAVE_H
#define SPANWISE_TESTS_ATTACK_BEHAVE_H

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

void work(void); /* some, in parallel, or so that it could be */

void behave_add(const char *name, void (*run)(void));

/* BEHAVIOUR(name) { ... }: adds one. */
#define BEHAVIOUR(name)                                       \
    static void name(void);                                   \
    __attribute__((constructor)) static void add_##name(void) \
    {                                                         \
        behave_add(#name, name);                              \
    }                                                         \
    static void name(void)

extern char **behave_argv;

/* The status as a sentence, of a child that is waited for. */
void behave_wait(pid_t child);

/* One line, flushed: whoever is killed next has said it. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
