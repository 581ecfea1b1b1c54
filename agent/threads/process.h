#ifndef SPANWISE_AGENT_THREADS_PROCESS_H
#define SPANWISE_AGENT_THREADS_PROCESS_H

#include <stdbool.h>

/* The program makes a thread: it is simulated from now on, if it is to be at all. */
void sw_process_begin(void);

/* Whether that is yet to come. */
bool sw_process_is_ahead(void);

#endif
