/* Numbers for labels that the program gives, in tables of the range. */
#ifndef SPANWISE_AGENT_CILK_LABEL_H
#define SPANWISE_AGENT_CILK_LABEL_H

#include "live/live.h"

/* The number of a label in a table of SW_LABELS_MAX; the last one stands for all that come too late.
 * Inside an event, so that a signal handler cannot want the lock that we hold. */
uint32_t sw_label_number(struct sw_live *live, char (*table)[SW_LABEL_BYTES], uint32_t *n,
                         const char *label);

#endif
