/*
 * Code that is in the text for the sake of parallelism only, so that samples in it can be told from the
 * program's (SW_SLED_CODE). What of it can be told apart in the text, and runs where nothing is stolen:
 *
 *   a task          up to its SPAWN sled (the push), and from the SPAWN_END to the first return (the pop);
 *                   in between is the spawned call, or what the compiler has inlined there
 *   around a task's call   the saving of the frame's context, the call, and the look at what it returns
 *   a range         the function that divides a cilk_for's iterations, and its task: all of it
 *   a sync          the look at the frame, in inline assembly; none where the program is built to run serially
 *
 * Only labels are added, no instructions.
 */
#ifndef SPANWISE_COMPILE_SLEDS_CODE_H
#define SPANWISE_COMPILE_SLEDS_CODE_H

#include "compile/sleds/app.h"
#include "compile/sleds/arch.h"

/* Zeroed at a function's start. */
struct sw_code_open {
    struct sw_text from; /* the label that it began at; at is NULL: there is none */
    unsigned flags;      /* enum sw_code */
    bool in_app;  /* ends with the inline assembly; else where the function returns or jumps */
    bool checks;  /* there is more in the assembly than a sled */
    bool divided; /* the text has gone on in another section */
    bool whole;   /* all of the function is: nothing more is told apart */
};

/* A line of inline assembly, which `found` a sled: something begins there. */
void sw_code_take_app(struct sw_code_open *code, const struct sw_app *app, bool found,
                      struct sw_text function, const struct sw_line *line);

/* A line outside. True: what was open ends behind it. */
bool sw_code_take(struct sw_code_open *code, const struct sw_line *line, enum sw_insn insn);

#endif
