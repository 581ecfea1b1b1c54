/* What commands say on stderr: errors, messages of others, what to do next, and how far they are. */
#pragma once

#include "base/libc.h"

/* "spanwise: " + message on stderr; as git words them: lower case, subject quoted, no full stop. Is false, which is what most of those
 * are who say so; sw_fail() is another status. The compiler sees it, too. */
void sw_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
static inline bool sw_false(void)
{
    return false;
}
static inline int sw_status(int status)
{
    return status;
}
#define sw_error(...)        (sw_error(__VA_ARGS__), sw_false())
#define sw_fail(status, ...) (sw_error(__VA_ARGS__), sw_status(status))

/* Whether a call has worked: it returns 0, or leaves a sentence in `why`, of `sizeof why`, which is the message then. */
#define SW_FINE(call)                   \
    ({                                  \
        char why[9000];                 \
        !(call) || sw_error("%s", why); \
    })

/* Lines that are messages already, as they are. */
void sw_messages(const char *lines);

/* What to do next, on stderr after a report: a line, as wide as a terminal is, with an empty one before it. */
void sw_hint(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* From now on messages say which of many processes they are of: "spanwise: rank 3: ...". */
void sw_error_rank(uint32_t rank);

/*
 * One line on stderr that tells how far a long command is, where stderr is a terminal. It is drawn ten times a second
 * at most: it may be called as often as there is something to tell.
 */

/* Replaces the line (printf-like). */
void sw_progress(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Before anything else is written there, by us or by a program that is run. */
void sw_progress_erase(void);

/* What was told too early for its tenth of a second is drawn when that is over, by who waits for something: so many
 * milliseconds there are to go (-1: nothing is left to draw), then it is due. */
int sw_progress_patience_ms(void);
void sw_progress_due(void);

/* -q: nothing on stderr from now on but errors. */
void sw_quiet_set(void);
bool sw_is_quiet(void);
