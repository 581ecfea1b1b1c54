/*
 * The signals of this process, in one place.
 *
 * SIGINT, SIGTERM, SIGHUP and SIGQUIT ask us to end. From sw_interrupt_hold() to sw_interrupt_release() the first of them
 * is noted instead, and passed on to the program that runs: no further run is started, and what was measured is written
 * before we end. SIGUSR1 and the like are for the program, and go to it or nowhere. What blocks meanwhile (a pipe that
 * nobody reads) ends with EINTR.
 *
 * The signal mask and the dispositions that we were started with are kept, and sw_start() gives them to every child: in
 * each of its runs the program has those that it would have had without us. What was ignored at the start (nohup)
 * stays so. For one thread.
 */
#pragma once

#include "base/libc.h"

#include <poll.h>

/* Before anything is made that would be left behind. Again: nothing happens. */
void sw_interrupt_hold(void);

/* Whether that is so now. */
bool sw_interrupt_is_held(void);

/* From now on signals do to us what they always do. What was noted stays. */
void sw_interrupt_release(void);

/* From now on a limit on files is an error of whatever writes, and no signal. Before anything is written. */
void sw_interrupt_ignore_limit(void);

/* From now on neither a closed pipe nor a limit on files ends us; the program they would. */
void sw_interrupt_ignore_output(void);

/* The first signal that asked us to end; 0: none so far. */
int sw_interrupt_asked(void);

/* Whether it was for us: it came while no program ran, or one of whose end nobody is told. Else how the program took
 * it is how we end. */
bool sw_interrupt_ends_us(void);

/* Between these signals come in sw_interrupt_wait() only, so that none is missed before it; to be stopped (Ctrl-Z), too, if
 * `stops`: then the caller looks for it, with sw_interrupt_stop(). */
void sw_interrupt_begin(bool stops);
void sw_interrupt_end(void);

/* As poll(), -1 ms for ever. */
int sw_interrupt_wait(struct pollfd *files, nfds_t n, int ms);

/* Signals go to that process from now on; 0: to none. `is_own`: it ends for us too. What the terminal has sent, it has
 * already. */
void sw_interrupt_pass_to(pid_t program, bool is_own);

/* Whether we are to stop. */
bool sw_interrupt_stop_is_asked(void);

/* Stops us, and before that the process group (0: none), if we are to; and lets it go on when we do. */
void sw_interrupt_stop(pid_t group);

/* How many times that was. */
int sw_interrupt_stops(void);

/* In a child, before exec. */
void sw_interrupt_leave(void);
