/* The text that generated code is made of and relies on. */
#pragma once

#include "abi/cilk.h"
#include "compile/rewrite/rewrite.h"

/* What generated declarations start with: of the runtime, which a program may lack, and of short functions. */
#define SW_WEAK "__attribute__((__weak__, __visibility__(\"default\"))) "
#define SW_INLINE \
    "static __inline__ __attribute__((__always_inline__, __artificial__, __unused__)) "

/* Declarations that stand once in a file, before its first function with a construct. */
void sw_prelude_add(struct sw_buffer *out, struct sw_rewrite_mode mode);

/* The statement of a sled, without a semicolon; `site` names a variable for its address or is NULL.
 */
void sw_prelude_add_sled(struct sw_buffer *out, enum sw_rewrite_target target,
                         enum sw_sled_kind kind, const char *site);

/* The same for a SYNC; it also jumps to the label __sw<n>_slow where __sw_frame must wait. */
void sw_prelude_add_sync(struct sw_buffer *out, enum sw_rewrite_target target, unsigned n);
