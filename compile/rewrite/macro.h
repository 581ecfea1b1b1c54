/*
 * The macros in the size of a grain. Compilers leave a pragma that they do not know as it is, with
 * the names of macros in it; a file preprocessed with -dD still has the definitions.
 */
#ifndef SPANWISE_COMPILE_REWRITE_MACRO_H
#define SPANWISE_COMPILE_REWRITE_MACRO_H

#include "compile/rewrite/buffer.h"
#include "compile/rewrite/token.h"

/* May the size of a grain in this text name a macro? */
int sw_macro_wanted(const char *text);

/* Appends the text from `at` to `end`, a part of `tokens`, with the macros that are defined there;
 * those with arguments stay as they are. */
void sw_macro_expand(const struct sw_tokens *tokens, uint32_t at, uint32_t end,
                     struct sw_buffer *out);

#endif
