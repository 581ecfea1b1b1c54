/* What commands say on stderr: errors, messages of others, and what to do next. */
#ifndef SPANWISE_CONSOLE_MESSAGE_H
#define SPANWISE_CONSOLE_MESSAGE_H

#include <stdint.h>

/* "spanwise: " + message on stderr; as git words them: lower case, subject quoted, no full stop. */
void sw_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Lines that are messages already, as they are. */
void sw_messages(const char *lines);

/* What to do next, on stderr after a report: a line, as wide as a terminal is, with an empty one before it. */
void sw_hint(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* From now on messages say which of many processes they are of: "spanwise: rank 3: ...". */
void sw_error_rank(uint32_t rank);

#endif
