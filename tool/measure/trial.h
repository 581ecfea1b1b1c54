/*
 * Starting the user's program: fork, what is to be set up in between, exec. Its signals are as ours were at the start (interrupt.h). It ends
 * if the calling thread does. And trials: the program runs once, or several copies of it at once, and is timed.
 */
#pragma once

#include "base/libc.h"

#include <sys/resource.h>

struct sw_start {
    char *const *argv;
    const char *const *environment; /* NAME, VALUE, ..., NULL: added to ours, or without; or NULL */
    void (*set_up)(void *data);     /* in the child, before exec */
    void *data;
};

/* Its process id, once exec has succeeded; or -errno, and there is no child. */
pid_t sw_start(const struct sw_start *start);

/* Waits for its end, whatever signals come: its status as waitpid gives it. `used` may be NULL. */
int sw_reap(pid_t pid, struct rusage *used);

/* Processor time. */
static inline uint64_t sw_cpu_ns(const struct rusage *used)
{
    const struct timeval *user = &used->ru_utime, *system = &used->ru_stime;
    return (uint64_t)(user->tv_sec + system->tv_sec) * 1000000000 +
           (uint64_t)(user->tv_usec + system->tv_usec) * 1000;
}

struct sw_trial {
    char *const *argv;
    const char *const *environment; /* NAME, VALUE, NAME, VALUE, NULL: added to ours */
    const char *input;              /* the file that is its stdin */
    int output, errors;             /* descriptors that are its stdout and stderr */
    int poll_fd;                    /* on_input() is called while it is readable; -1: none */
    void (*on_input)(void *data);
    void *data;
    const int *pins;   /* numbers of the processors that the copies run on, one each; NULL: any */
    uint64_t limit_ns; /* it is killed when it has taken so long; 0: never */
};

struct sw_trial_end {
    pid_t pid;
    bool ended;
    bool late;        /* it was killed because of the limit */
    int status;       /* as waitpid gives it */
    uint64_t wall_ns; /* from before the fork until its end is seen; nothing is subtracted */
    uint64_t cpu_ns;  /* user and system, of its children too where it waited for them */
};

/*
 * Runs `copies` of it and fills as many ends. Returns 0, or -errno where it could not be started.
 * When a signal has come that asks us to end (interrupt.h), the copies get it too, and SIGKILL a second
 * later. After that, and after a copy has failed, nothing of the group is left.
 */
int sw_trial_run(const struct sw_trial *trial, struct sw_trial_end *ends, unsigned copies);
