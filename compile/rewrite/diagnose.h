/* Refusals: what the rewriter cannot do, told as compilers do: file:line:column: error: sentence.
 */
#pragma once

#include "compile/rewrite/token.h"

struct sw_diagnostics {
    const struct sw_tokens *tokens; /* borrowed */
    struct sw_buffer *out;          /* borrowed; whole lines */
    unsigned count;
    FILE *source;        /* the user's file that was read last, up to and with a line; or NULL */
    uint32_t file, line; /* which ones */
    char *text;          /* of that line, without comments */
    size_t capacity;
};

void sw_diagnostics_release(struct sw_diagnostics *diagnostics);

/* Refuses at token `at`. The column is that of the token in the user's file, where it can be read.
 */
void sw_diagnostics_refuse(struct sw_diagnostics *diagnostics, uint32_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
