/*
 * The call of a spawn: what lies between a SPAWN sled and its SPAWN_END in the text. If that is
 * straight code with one call, the runtime is told where it returns to (SW_SLED_CALL if it is a direct
 * one; in a task SW_SLED_CODE).
 * Anything that is not surely straight code ends the search.
 */
#ifndef SPANWISE_COMPILE_SLEDS_SPAWN_H
#define SPANWISE_COMPILE_SLEDS_SPAWN_H

#include "compile/sleds/app.h"
#include "compile/sleds/arch.h"

/* Zeroed at a function's start. */
struct sw_spawn {
    struct sw_text spawn;   /* label of the SPAWN; at is NULL: there is none */
    struct sw_text end;     /* label of its SPAWN_END, when that was found */
    const char *after_call; /* the line behind the call; NULL: none was seen */
    bool indirect;          /* it is: no SW_SLED_CALL */
};

/* Takes a line of the compiler's; `insn` is what it is, if it is an instruction. */
void sw_spawn_take(struct sw_spawn *spawn, const struct sw_line *line, enum sw_insn insn,
                   struct sw_text target);

/* Takes what was found in inline assembly. True: a spawn is complete; its labels and call are there.
 */
bool sw_spawn_take_app(struct sw_spawn *spawn, const struct sw_app *app);

#endif
