/*
 * Inline assembly: the sleds in bodies, which the source rewriter's prelude writes
 * (rewrite/prelude.c), told from what the user wrote.
 */
#ifndef SPANWISE_COMPILE_SLEDS_APP_H
#define SPANWISE_COMPILE_SLEDS_APP_H

#include "compile/sleds/line.h"

/* Zeroed at a function's start. */
struct sw_app {
    struct sw_text label; /* of the sled whose entry is being read; at is NULL: none */
    bool check; /* whether a frame must wait: a branch that is hardly ever taken follows */
    int kind;   /* enum sw_sled_kind of the sled that was found; 0: the user's code */
};

/* Takes a line. True: it has the kind of a sled, or is the user's and may jump, call, or be jumped
 * to. */
bool sw_app_take(struct sw_app *app, const struct sw_line *line);

#endif
