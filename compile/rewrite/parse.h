/* Reads the Cilk constructs out of the tokens of a preprocessed file. */
#ifndef SPANWISE_COMPILE_REWRITE_PARSE_H
#define SPANWISE_COMPILE_REWRITE_PARSE_H

#include "compile/rewrite/construct.h"
#include "compile/rewrite/diagnose.h"
#include "compile/rewrite/token.h"

/*
 * Returns the file's constructs, to be released with sw_construct_release; NULL when memory runs
 * out. What cannot work in parallel is refused through `diagnostics`; then the tree is not
 * complete.
 */
struct sw_construct *sw_parse(const struct sw_tokens *tokens, int cxx,
                              struct sw_diagnostics *diagnostics);

#endif
