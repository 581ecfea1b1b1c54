/*
 * Which stretches of a run are followed (memory.h): all of it, or *windows* with gaps in between, in which code only counts. The same part of
 * all instructions is in windows everywhere, so that what is found there, over that part, is what there is.
 *
 * The signal of a timer (SW_SIGNAL, base/raw.h) opens and closes windows wherever the program is: from its next block on it follows accesses, or
 * does not.
 */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* ns of processor time that a window takes, and how many instructions pass before the next one for each in it; 0: all is followed. False: no
 * memory. Once, before the start. */
bool sw_windows_init(uint64_t window_ns, uint64_t apart);
bool sw_windows_are_on(void);
uint64_t sw_windows_apart(void);

/* Half a gap comes first. Once, not translated, and before anything is. */
void sw_windows_start(void);

/* No more, from now on: what is open stays. */
void sw_windows_stop(void);

/* A signal: true: it was the timer's, and has done what it came for. Any thread. */
bool sw_windows_ticked(int signal, const siginfo_t *info);

/* Whether an access is the first one that is told in its window; then that begins. */
extern __attribute__((visibility("hidden"))) _Atomic bool sw_windows_is_new;
void sw_windows_begin(void);

/* Instructions that have passed in gaps, and in windows: blocks count them, on x86-64 below 2 GB. NULL: all is followed. */
extern __attribute__((visibility("hidden"))) uint64_t *sw_windows_passed;
