/* Which front end a program was built for, as its file tells. */
#ifndef SPANWISE_TOOL_MEASURE_FRONT_END_H
#define SPANWISE_TOOL_MEASURE_FRONT_END_H

#include "profile/front_end.h"

#include <stdbool.h>

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

/* `program` as execvp() takes it: where it has no slash, it is looked for in $PATH. */
enum sw_front_end_kind sw_front_end_find(const char *program);

#endif
