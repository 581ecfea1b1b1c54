/*
 * Reducers, `T cilk_reducer(identity, reduce) x`: every use of x becomes a use of the strand's view of
 * it (agent/cilk/sched/reducer.h). A step of its own before the others, from text to text, on the same
 * lines. Names are followed by their blocks; a variable of the same name that hides a reducer in an
 * inner block is taken for it.
 */
#ifndef SPANWISE_COMPILE_REWRITE_REDUCER_H
#define SPANWISE_COMPILE_REWRITE_REDUCER_H

#include "compile/rewrite/buffer.h"
#include "compile/rewrite/diagnose.h"
#include "compile/rewrite/token.h"

/* Is there one? */
int sw_reducers_used(const struct sw_tokens *tokens);

/* Writes the text without them. `views`: uses are of views; or of the variables, in serial programs. `cxx`: it is C++.
 * Returns 0 or -ENOMEM; refusals are counted by `diagnostics`. */
int sw_reducers_rewrite(const struct sw_tokens *tokens, int views, int cxx,
                        struct sw_diagnostics *diagnostics, struct sw_buffer *out);

#endif
