/* Writes a file's constructs out as C, with sleds in line. */
#ifndef SPANWISE_FRONT_CILK_REWRITE_EMIT_H
#define SPANWISE_FRONT_CILK_REWRITE_EMIT_H

#include "front/cilk/rewrite/buffer.h"
#include "front/cilk/rewrite/construct.h"
#include "front/cilk/rewrite/rewrite.h"
#include "front/cilk/rewrite/token.h"

void sw_emit(const struct sw_tokens *tokens, const struct sw_construct *root,
             struct sw_rewrite_mode mode, struct sw_buffer *out);

#endif
