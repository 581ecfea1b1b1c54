/*
 * The last sync: a SYNC from which straight code leads to a return, as in `cilk_sync; return x + y;`.
 * Between the two lie a few instructions only, so the return can be the sync's event as well; the
 * runtime is told which two they are (SW_SLED_LAST_SYNC). Code that joins at a label does no harm: a
 * function syncs when it returns, whichever way it came.
 */
#ifndef SPANWISE_COMPILE_SLEDS_SYNC_H
#define SPANWISE_COMPILE_SLEDS_SYNC_H

#include "compile/sleds/app.h"
#include "compile/sleds/arch.h"

/* Zeroed at a function's start. */
struct sw_sync {
    struct sw_text label;  /* of the SYNC that straight code leads here from; at is NULL: none */
    unsigned instructions; /* since */
};

/* Takes a line of the compiler's; `insn` is what it is, if it is an instruction. */
void sw_sync_take(struct sw_sync *sync, const struct sw_line *line, enum sw_insn insn);

/* Takes what was found in inline assembly. */
void sw_sync_take_app(struct sw_sync *sync, const struct sw_app *app);

#endif
