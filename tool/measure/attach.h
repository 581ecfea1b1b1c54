/*
 * Watching a process that runs already, from outside: 'spanwise sample -p'. Nothing is loaded into it. Some hundred times a second it is
 * looked at which of its threads run, by /proc; those are stopped for some ten microseconds each, by ptrace(2), for a copy of their
 * registers and stack, and go on while that is unwound. Between two looks nobody traces the process, so its signals and a debugger are
 * undisturbed. A thread that sleeps is stopped only in futex(2), which goes on by itself; it is known then what lock it waits for, and who
 * has that. What no look can tell is said in the profile.
 */
#pragma once

#include "profile/profile.h"

struct sw_attach_options {
    pid_t pid;
    uint64_t rate;        /* looks a second */
    uint64_t duration_ns; /* 0: until the process ends, or a signal asks us to */
};

/* The file that the process executes, into `path` of PATH_MAX bytes. False after a message: there is no such process, or it may not be
 * looked at. */
bool sw_attach_find(pid_t pid, char *path);

/* Fills an empty profile, up to its symbols; to be released in any case. 0, or an exit status after a message. Signals are held from now on. */
int sw_attach(struct sw_profile *profile, const struct sw_attach_options *options);
