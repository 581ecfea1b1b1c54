/*
 * The source rewriter: from preprocessed Cilk to preprocessed C that runs the same, on one worker or
 * several, with a sled (abi/cilk.h) wherever something happens that a profile needs to know.
 */
#pragma once

#include "compile/text/text.h"

enum sw_rewrite_target { SW_TARGET_AARCH64, SW_TARGET_X86_64 };

struct sw_rewrite_mode {
    enum sw_rewrite_target target;
    int tasks;      /* spawns can run in parallel; needs nested functions and the assembly filter */
    int races;      /* ThreadSanitizer looks for races: it is told of spawns */
    int cxx;        /* the language is C++; the text begins with include/cilk/spanwise_tasks.h */
    int exceptions; /* of C++ are not switched off */
};

enum sw_rewrite_result {
    SW_REWRITE_DONE,    /* `out` holds the new text */
    SW_REWRITE_NONE,    /* no Cilk keyword in it: compile it as it is */
    SW_REWRITE_REFUSED, /* `errors` says why, in lines as compilers write them */
};

/* `text` is NUL-terminated. Returns enum sw_rewrite_result, or -EFBIG. */
int sw_rewrite(const char *text, size_t size, struct sw_rewrite_mode mode, struct sw_buffer *out,
               struct sw_buffer *errors);
