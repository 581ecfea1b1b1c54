/*
 * Changes of the user or the groups. To the kernel they are a thread's, so libc makes them in all threads of the
 * process: it sends each a signal, by its list of them, and repeats that until each has answered in its own thread-local
 * storage. An OS thread that runs on a donor's would answer in the donor's name, and libc ask for ever. So it runs
 * on its own meanwhile: when it asks for the change, and when it is told of one.
 */
#pragma once

/* After libc has installed its handler, which it does for the first thread. Any number of times. */
void sw_omp_identity_init(void);
