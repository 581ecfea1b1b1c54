/* Writes a file's constructs out as C, with sleds in line. */
#ifndef SPANWISE_COMPILE_REWRITE_EMIT_H
#define SPANWISE_COMPILE_REWRITE_EMIT_H

#include "compile/rewrite/buffer.h"
#include "compile/rewrite/construct.h"
#include "compile/rewrite/rewrite.h"
#include "compile/rewrite/token.h"

void sw_emit(const struct sw_tokens *tokens, const struct sw_construct *root,
             struct sw_rewrite_mode mode, struct sw_buffer *out);

#endif
