/* What of ours is loaded into a program that is profiled, and whether it can be. Fields of a struct sw_profiling. */
#pragma once

#include "tool/measure/profiling.h"

/* Hooks, or a runtime, that are to come before the program's own. */
bool sw_preload_is_needed(const struct sw_profiling *profiling);

/* Something of ours is to be loaded into the program, in this process or by qemu. */
bool sw_preload_is_loaded(const struct sw_profiling *profiling);

/* Whether the program can load something; whether the loader takes a library's name. Both say so themselves. */
bool sw_preload_can_load(const struct sw_profiling *profiling);
bool sw_preload_can(const char *library);

/* Libraries of any front end: in front of calls and of locks; of MPI. `lib` is the folder of ours. */
void sw_preload_find(struct sw_profiling *profiling, const char *lib);
void sw_preload_find_mpi(struct sw_profiling *profiling, const char *lib);

/* After all of these: puts their names, and the user's own, into profiling->preload. */
void sw_preload_set(struct sw_profiling *profiling);

/* Appends to a list of variables NAME, VALUE, ...; returns its end. The first: what the loader is to be told. */
const char **sw_preload_add(struct sw_profiling *profiling, const char **to);
const char **sw_environment_add(const char **to, const char *name, const char *value);
