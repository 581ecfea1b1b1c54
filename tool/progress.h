/* One line on stderr that tells how far a long command is, where stderr is a terminal. */
#ifndef SPANWISE_TOOL_PROGRESS_H
#define SPANWISE_TOOL_PROGRESS_H

/* Replaces the line (printf-like). */
void sw_progress(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Before anything else is written there. */
void sw_progress_erase(void);

#endif
