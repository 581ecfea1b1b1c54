/*
 * A program under the profiler: what it finds in its environment, and the profiles that come of it.
 * Who runs it, and what becomes of its input, output and signals, is the caller's business.
 */
#ifndef SPANWISE_TOOL_MEASURE_PROFILING_H
#define SPANWISE_TOOL_MEASURE_PROFILING_H

#include "collect/collect.h"
#include "live/options.h"
#include "profile/profile.h"
#include "tool/front_ends/front_end.h"
#include "tool/measure/others.h"
#include "tool/measure/qemu.h"

#include <limits.h>

struct sw_profiling {
    char *const *argv;    /* what the user wrote, as the profile keeps it */
    char **numbered;      /* the same with a number for {}; NULL: there is none */
    char *const *command; /* what to execute: the program, or qemu that runs it */
    struct sw_qemu qemu;
    struct sw_live_options options;
    const struct sw_front_end *front_end;
    bool plain;                  /* a Cilk program that is linked without the runtime */
    struct sw_receiver receiver; /* its socket is to be polled for sw_profiling_take() */
    const char *environment[21]; /* for the program: NAME, VALUE, ... NULL */
    const char *unprofiled[7];   /* the same for a run to compare with, unprofiled */
    struct sw_profile *profiles; /* one a process, that with the most work first */
    size_t n_profiles;
    size_t n_empty;          /* processes that came to nothing to measure */
    struct sw_others others; /* of a sampled run: what other programs do meanwhile */
    uint64_t sampled_cpu;    /* processor time of all that were sampled, those left out too */
    char mpi[PATH_MAX];      /* what stands in front of MPI; "": nothing does */
    char calls[PATH_MAX];    /* in front of calls that would hurt with us inside; "": nothing is */
    char locks[PATH_MAX];    /* in front of libc's locks; "": nothing is */
    char library[PATH_MAX], preload[5 * PATH_MAX], options_text[768], workers[16], processors[128];
    char tunables[4096];
    char *sanitizer; /* ASAN_OPTIONS, for programs that have one */
};

/* Finds the front end and makes ready. {} in the arguments becomes the number of processors that are simulated, else of workers, or
 * options->cores. 0, or an exit status after a message. To be released then as well. */
int sw_profiling_init(struct sw_profiling *profiling, char *const *argv,
                      const struct sw_live_options *options);

/* The same for `spanwise sample`: any program that can load a library, run as it is. */
int sw_profiling_init_sample(struct sw_profiling *profiling, char *const *argv,
                             const struct sw_live_options *options);

/* The program is to load that tool (tool_file.h), whose absolute path lives on: options.tool is set.
 * The same. */
int sw_profiling_add_tool(struct sw_profiling *profiling, const char *path);

/* Where nothing will come of it: why, and how to build the program. */
void sw_profiling_say_front_end(const struct sw_profiling *profiling);

/* Takes what the program has handed over so far; for on_input(). */
void sw_profiling_take(void *profiling);

/* A signal has stopped it; for on_halt(). */
void sw_profiling_halt(void *profiling);

/* After the program's end, with its status as waitpid gives it; says what went wrong. */
void sw_profiling_collect(struct sw_profiling *profiling, int status);

/* The same for a run that is not counted: no profiles, and no word. */
void sw_profiling_discard(struct sw_profiling *profiling);

void sw_profiling_release(struct sw_profiling *profiling);

/* What was run, how and where, of an empty profile or one that was collected just now. 0 or -ENOMEM. */
int sw_profile_describe(struct sw_profile *profile, char *const *argv,
                        const struct sw_live_options *options);

/* The program's command line is that, of any profile. The same. */
int sw_profile_set_arguments(struct sw_profile *profile, char *const *argv);

#endif
