/* Running the user's program as a child: its input, output, status and signals stay its own. */
#pragma once

#include "base/libc.h"

struct sw_child {
    char *const *argv;
    const char *const *environment; /* NAME, VALUE, NAME, VALUE, NULL: added to ours */
    int steady;                     /* at the same addresses in every run, if the kernel lets us */
    bool mute;                      /* what it prints on stdout goes nowhere */
    int silent;        /* output to /dev/null, input from where the first run began, or /dev/null */
    uint64_t limit_ns; /* after that it is killed; 0: it takes what it takes */
    struct sw_tail *tail; /* ... output to that instead; NULL: none */
    int poll_fd;          /* on_input() is called while it is readable; -1: none */
    void (*on_input)(void *data);
    void (*on_halt)(void *data); /* it was stopped, now: NULL: does not matter */
    void *data;
};

struct sw_child_end {
    int status;       /* as waitpid gives it */
    uint64_t took_ns; /* from its start to its end */
    uint64_t ran_ns;  /* the same, less what it waited for a processor */
    uint64_t cpu_ns;  /* processor time, of all of its threads */
    uint64_t wrote;   /* bytes, in all; 0: not known */
    bool differs;     /* from the first run, in what else can be seen (once.h) */
};

/*
 * Starts the program and waits for its end. Signals that would end us are passed on to it, or
 * reach it through the terminal (interrupt.h): they are held from now on. Returns 0, or -errno where it could not be
 * started: -EINTR where such a signal came before.
 */
int sw_child_run(const struct sw_child *child, struct sw_child_end *end);

/* Whether a later run has done as the first one did: if not, it is no evidence. */
static inline bool sw_child_is_alike(const struct sw_child_end *first,
                                     const struct sw_child_end *end)
{
    return end->status == first->status && !end->differs;
}

/* How long the program may take when it is run again, which ended so: after that it hangs, or waits for something that comes once. */
static inline uint64_t sw_child_limit_ns(const struct sw_child_end *first)
{
    return 5 * first->took_ns + 5000000000;
}

/* Once more, silently: its output was seen already. Whether it has ended as the first time, and nobody has interrupted us. */
bool sw_child_again(char *const *argv, const char *const *environment, uint64_t limit_ns,
                    const struct sw_child_end *first, struct sw_child_end *end);

/* Says that it could not be run, and why; what to end with: 127 if it, or what it is run by, is not there, else 126. */
int sw_child_refuse(const char *program, int error);

/*
 * How a command ends that has run the program: by the signal that interrupted the command itself; else with the status `refused`, if
 * that is not 0; else as the program did. But a program that ended well, and of which nothing was measured, is a failure:
 * 1. Does not return where a signal is the end.
 */
int sw_child_finish(int refused, int status, bool measured);

/* Ends this process the way the program ended: the same exit status or the same signal. */
int sw_child_repeat_end(int status);

/* The end of what a program writes, by a pipe that is read while it runs. The rest is forgotten. */

struct sw_tail {
    int from, to; /* the pipe's ends; `from` does not block */
    char text[4096];
    size_t n;
    bool is_cut; /* there was more before */
};

/* 0 or -errno. What is left of the program may write for as long as we live: it is never closed. */
int sw_tail_open(struct sw_tail *tail);

/* Prints it to stderr, indented, from the first whole line on. */
void sw_tail_say(const struct sw_tail *tail);

/* The program's input, where it is run several times. */

/* What comes through a pipe is there once: it is kept for all runs. A terminal's is not. */
void sw_input_keep(void);
