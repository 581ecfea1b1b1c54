/*
 * What is simulated as if it were fixed, so that the time without it is known: SPANWISE_THREADS_WITHOUT, which the tool makes of what it
 * has found (tool/measure/simulations.h), one line for each place: WHAT, then OFFSET of the call in hexadecimal and PATH of its file, if
 * it is about a place. By any thread, but for sw_fix_read() and sw_fix_find().
 */
#pragma once

#include "live/live.h"

/* In the order of their names. */
enum sw_fix {
    SW_FIX_SERIAL,  /* what one thread does alone is done by all cores */
    SW_FIX_THREADS, /* ... and where there are too few threads for them */
    SW_FIX_JOIN,    /* threads that have ended do what others still have to do */
    SW_FIX_WAIT,    /* who waits there does so as well: at barriers, for conditions and the like */
    SW_FIX_LOCK,    /* locks that are taken there are never waited for, wherever they are taken */
    SW_FIX_COST,    /* threads cost nothing: neither to start nor to wake them, wherever that is */
    SW_FIXES
};

#define SW_FIX_NAMES "serial", "threads", "join", "wait", "lock", "cost"

extern uint32_t sw_fixed __attribute__((visibility("hidden"))); /* bits of enum sw_fix */

void sw_fix_read(struct sw_live *live);

/* Files that were loaded since may be among those that are meant. */
void sw_fix_find(struct sw_live *live);

/* Whether that is fixed where this call returns to. */
bool sw_fix_at(enum sw_fix what, const void *where);

/* For engine/cores: bits of enum sw_ledger_reason. */
uint32_t sw_fix_losses(void);
