/* Refusals: what the rewriter cannot do, told as compilers do: file:line:column: error: sentence.
 */
#ifndef SPANWISE_FRONT_CILK_REWRITE_DIAGNOSE_H
#define SPANWISE_FRONT_CILK_REWRITE_DIAGNOSE_H

#include "front/cilk/rewrite/buffer.h"
#include "front/cilk/rewrite/token.h"

struct sw_diagnostics {
    const struct sw_tokens *tokens; /* borrowed */
    struct sw_buffer *out;          /* borrowed; whole lines */
    unsigned count;
};

/* Refuses at token `at`. The column is that of the token in the user's file, where it can be read.
 */
void sw_diagnostics_refuse(struct sw_diagnostics *diagnostics, uint32_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
