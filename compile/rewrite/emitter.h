/* Writing a file's constructs as C, with the right lines: what the writers share. */
#pragma once

#include "abi/cilk.h"
#include "compile/rewrite/construct.h"
#include "compile/rewrite/rewrite.h"
#include "compile/rewrite/token.h"

struct sw_emitter {
    const struct sw_tokens *t;
    struct sw_rewrite_mode mode;
    struct sw_buffer *out;
    uint32_t file, line; /* where the compiler believes that it is */
    int system;
    int prelude_done;
    unsigned unique;              /* number for the next construct's names */
    const struct sw_construct *c; /* that is being written, ... */
    const struct sw_spawn *spawn; /* ... if it is one; */
    const struct sw_for *loop;    /* likewise; */
    unsigned n;                   /* ... if it is a spawn or a loop, the number in its names, ... */
    uint32_t keyword;             /* ... and its keyword */
    char function[64]; /* the name of the function that we are in, for names of its parts */
    int spawns;        /* that function does, itself or in its loops and scopes */
};

/* What follows is the user's, at this token; is ours, on the line of this token. */
void sw_emit_place(struct sw_emitter *e, uint32_t token);
void sw_emit_quiet(struct sw_emitter *e, uint32_t token);

/*
 * Code as it stands there, but for
 *   #               the number in the construct's names: "__sw#_count"
 *   %s, %u, %d, %c  what is printed so
 *   %r, %t          a range of the user's text (in C++ its constructs are written instead of copied), a token
 *   %q, %p          what follows is ours, is the user's, at the construct's keyword
 *   %S              a sled (enum sw_sled_kind)
 */
void sw_emit_text(struct sw_emitter *e, const char *code, ...);
void sw_emit_sled(struct sw_emitter *e, enum sw_sled_kind kind);

/* That of a loop: its address goes into __sw<n>_site. */
void sw_emit_loop_sled(struct sw_emitter *e);

/* The text of a range; its constructs, which start at `child`, are written instead of copied. */
void sw_emit_range(struct sw_emitter *e, struct sw_range range, const struct sw_construct *child);

/* The text between tokens up to this one, but for pragmas that move. */
void sw_emit_text_before(struct sw_emitter *e, uint32_t at, uint32_t token);
void sw_emit_pragmas(struct sw_emitter *e, uint32_t token);
void sw_emit_loop_pragmas(struct sw_emitter *e); /* of the loop in progress */

/* Is it an argument of constants? It is written again where it is used: a literal 0 stays a null
 * pointer. Others are captured: declared as __sw<n>_<prefix><k>, with their value. */
int sw_emit_is_constant(const struct sw_emitter *e, struct sw_range range);
void sw_emit_capture(struct sw_emitter *e, const char *prefix, unsigned k, struct sw_range range);

/* All arguments that are not constants are captured, by the prefix `a`; the list of arguments of a
 * call, in parentheses, with these or copies of them: by that prefix. */
void sw_emit_capture_arguments(struct sw_emitter *e);
void sw_emit_arguments(struct sw_emitter *e, const char *prefix);

/* The head of loop n: its variable __sw<n>_i, limit and step, and the number of iterations,
 * __sw<n>_count. */
void sw_emit_head(struct sw_emitter *e);
extern const char *const sw_emit_tests[]; /* by enum sw_for_test */
void sw_emit_grain(struct sw_emitter *e);

/* All iterations that `condition` lets, from __sw<n>_i on, each with `next` at its end; the pragmas of the loop come before. */
void sw_emit_iterations(struct sw_emitter *e, const char *condition, const char *next);

/* To run in parallel: emit_tasks.c. */
void sw_emit_task_spawn(struct sw_emitter *e);
void sw_emit_task_for(struct sw_emitter *e);

/* The same of C++: emit_cxx.c. A frame has an end before that of its block; a scope has its body. */
void sw_emit_cxx_serial_spawn(struct sw_emitter *e);
void sw_emit_cxx_task_spawn(struct sw_emitter *e);
void sw_emit_cxx_names(struct sw_emitter *e, const struct sw_construct *root);
void sw_emit_cxx_for(struct sw_emitter *e);
void sw_emit_cxx_scope(struct sw_emitter *e, const struct sw_construct *c, struct sw_range body);
void sw_emit_cxx_guard(struct sw_emitter *e);
void sw_emit_cxx_frame(struct sw_emitter *e, uint32_t at);
void sw_emit_cxx_frame_end(struct sw_emitter *e, uint32_t at);

/* A frame (agent/cilk/sched/frame.h) in the block that has just been opened. */
void sw_emit_frame(struct sw_emitter *e, uint32_t at);
void sw_emit_frame_sync(struct sw_emitter *e);

/* --- What others use --- */

/* Writes a file's constructs out, with sleds in line. */
void sw_emit(const struct sw_tokens *tokens, const struct sw_construct *root,
             struct sw_rewrite_mode mode, struct sw_buffer *out);

/* May the size of a grain in this text name a macro? */
int sw_macro_wanted(const char *text);

/* Appends the text from `at` to `end`, a part of `tokens`, with the macros that are defined there;
 * those with arguments stay as they are. */
void sw_macro_expand(const struct sw_tokens *tokens, uint32_t at, uint32_t end,
                     struct sw_buffer *out);
