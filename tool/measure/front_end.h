/* Which front end a program was built for, as its file tells. */
#ifndef SPANWISE_TOOL_MEASURE_FRONT_END_H
#define SPANWISE_TOOL_MEASURE_FRONT_END_H

#include <stdbool.h>

enum sw_front_end {
    SW_FRONT_END_UNKNOWN,  /* not a program of this machine's format: a script, no such file */
    SW_FRONT_END_NONE,     /* neither the program nor a library that it needs was built for one */
    SW_FRONT_END_CILK,     /* built by spanwise cc, or a library that it needs was */
    SW_FRONT_END_OPENCILK, /* by OpenCilk's compiler, for Cilkscale: calls its hooks */
    SW_FRONT_END_OPENCILK_STATIC, /* the same, with hooks of its own that cannot be replaced */
    SW_FRONT_END_OPENMP,   /* any compiler's: it needs an OpenMP runtime, or a library of it does */
    SW_FRONT_END_ANNOTATE, /* a serial program with annotations: spanwise.h, advisor-annotate.h */
    SW_FRONT_END_SAMPLE,   /* never found: any, for `spanwise sample` */
};

/* Whether it needs, or a library does that it needs, one whose name begins so: "libmpi". */
bool sw_front_end_needs(const char *program, const char *library);

/* Whether it, or a library that it needs, has annotations: those of our headers, whose notes are in the file. */
bool sw_front_end_is_annotated(const char *program);

/* Whether it makes threads itself: POSIX's, C's, C++'s, or TBB's. */
bool sw_front_end_has_threads(const char *program);

/* Whether its spawns, or a library's, are for a scheduler: those that clang compiled are calls. */
bool sw_front_end_is_parallel(const char *program);

/* Whether it, or a library that it needs, was linked by spanwise cc, or with the flags that it prints: then the runtime is in it. */
bool sw_front_end_has_runtime(const char *program);

/* Whether it, or a library that it needs, spawns, or has a cilk_for or a cilk_scope: not all that spanwise cc builds does. */
bool sw_front_end_has_keywords(const char *program);

/* Which one has a name as "annotate"; SW_FRONT_END_UNKNOWN: none. */
enum sw_front_end sw_front_end_named(const char *name);

/* `program` as execvp() takes it: where it has no slash, it is looked for in $PATH. */
enum sw_front_end sw_front_end_find(const char *program);

#endif
