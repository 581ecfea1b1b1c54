/*
 * What is simulated as if it were mended, so that the time without it is known: SPANWISE_THREADS_WITHOUT, which the tool makes of what it
 * has found (tool/measure/simulations.h), one line for each place: WHAT, then OFFSET of the call in hexadecimal and PATH of its file, if
 * it is about a place. By any thread, but for sw_mend_read() and sw_mend_find().
 */
#ifndef SPANWISE_AGENT_THREADS_WITHOUT_H
#define SPANWISE_AGENT_THREADS_WITHOUT_H

#include "live/live.h"

/* In the order of their names. */
enum sw_mend {
    SW_MEND_SERIAL,  /* what one thread does alone is done by all cores */
    SW_MEND_THREADS, /* ... and where there are too few threads for them */
    SW_MEND_JOIN,    /* threads that have ended do what others still have to do */
    SW_MEND_WAIT,    /* who waits there does so as well: at barriers, for conditions and the like */
    SW_MEND_LOCK,    /* locks that are taken there are never waited for, wherever they are taken */
    SW_MEND_COST,    /* threads cost nothing: neither to start nor to wake them, wherever that is */
    SW_MENDS
};

#define SW_MEND_NAMES "serial", "threads", "join", "wait", "lock", "cost"

extern uint32_t sw_mended __attribute__((visibility("hidden"))); /* bits of enum sw_mend */

void sw_mend_read(struct sw_live *live);

/* Files that were loaded since may be among those that are meant. */
void sw_mend_find(struct sw_live *live);

/* Whether that is mended where this call returns to. */
bool sw_mend_at(enum sw_mend what, const void *where);

/* For engine/cores: bits of enum sw_ledger_reason. */
uint32_t sw_mend_losses(void);

#endif
