/*
 * A program that goes into a sandbox (seccomp) may be killed for system calls of ours: to read clocks, to ask about a
 * thread. So they end before: libspanwise-calls.so stands in front of the functions by which a program gets there,
 * and tells the library that measures, whichever it is. What makes the system call by itself is not seen.
 */
#pragma once

#define SW_SANDBOX \
    "the program enters a sandbox (seccomp), which may kill it for what the profiler does"

/* Of each library that measures: from here on it makes no system call that the program itself would not, and reads no clock
 * (strict mode takes x86-64's away). On the thread that goes there, before it does. */
__attribute__((visibility("default"))) void spanwise_sandbox(void);
