/*
 * A program with many behaviours: behave NAME does the one of that name between two pieces of parallel work, and says what it
 * sees; behave --list names them. Whatever is said is the same in every run: no times, no process numbers, no addresses.
 * The parallel work is of the kind of the file work_*.c that it is linked with.
 */
#pragma once

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

void work(void); /* some, in parallel, or so that it could be */

void behave_add(const char *name, void (*run)(void), int blocks);

/* BEHAVIOUR(name) { ... }: adds one. BEHAVIOUR_BLOCKING(name, number) { ... }: one for which that signal is blocked before the
 * first work, so in all threads that a runtime may start: it waits for one that is sent to the process. */
#define BEHAVIOUR(name) BEHAVIOUR_BLOCKING(name, 0)
#define BEHAVIOUR_BLOCKING(name, number)                      \
    static void name(void);                                   \
    __attribute__((constructor)) static void add_##name(void) \
    {                                                         \
        behave_add(#name, name, number);                      \
    }                                                         \
    static void name(void)

extern char **behave_argv;

/* The status as a sentence, of a child that is waited for; and of one that has only run() to do, and ends with what that says. */
void behave_wait(pid_t child);
void behave_fork(int (*run)(void));

/* Closes the writing end of a pipe, reads to its end, and says what came. */
void behave_read(int ends[2]);

/* What a call gave, and its error if it failed. */
void behave_result(long got);

/* One line, flushed: whoever is killed next has said it. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
