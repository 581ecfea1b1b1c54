/*
 * A program under the profiler: what it finds in its environment, and the profiles that come of it.
 * Who runs it, and what becomes of its input, output and signals, is the caller's business.
 */
#pragma once

#include "collect/collect.h"
#include "live/options.h"
#include "profile/profile.h"
#include "tool/front_ends/front_end.h"
#include "tool/measure/child.h"
#include "tool/measure/insn_counter.h"
#include "tool/measure/others.h"

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

/* Takes what the program has handed over so far; for on_input(). */
void sw_profiling_take(void *profiling);

/* After the program's end, with its status as waitpid gives it; says what went wrong. */
void sw_profiling_collect(struct sw_profiling *profiling, int status);

/* The same for a run that is not counted: no profiles, and no word. */
void sw_profiling_discard(struct sw_profiling *profiling);
void sw_profiling_release(struct sw_profiling *profiling);

/* What was run, how and where, of an empty profile or one that was collected just now. 0 or -ENOMEM. */
int sw_profile_describe(struct sw_profile *profile, char *const *argv,
                        const struct sw_live_options *options);

/* A command line of any profile, its program's or ours, is that: profile->args, profile->command. The same. */
int sw_profile_set_words(struct sw_profile *profile, char ***field, char *const *words);

/* Runs a program under the profiler, as `run` and `check` do: with its input and output its own. */

/*
 * The tool may be NULL. Silent: what it writes has been seen already, or where something goes wrong is looked
 * for in the tail, which may be NULL. 0, and what was measured is to be collected then
 * (sw_profiling_collect()); or an exit status after a message: 126 and 127 where the program cannot
 * be started. *profiling is to be released in any case. Signals are held from now on (interrupt.h): the caller releases them
 * when what was measured is written.
 */
int sw_profiled_run(struct sw_profiling *profiling, char *const *argv,
                    const struct sw_live_options *options, const char *tool_path, bool silent,
                    struct sw_tail *tail, struct sw_child_end *end);

/* The same for `spanwise sample`: the program as it is, really parallel. */
int sw_sampled_run(struct sw_profiling *profiling, char *const *argv,
                   const struct sw_live_options *options, struct sw_child_end *end);

/* A program of several processes under `spanwise sample`: each is sampled by itself, and knows nothing of the others. */

/* Warns in each profile of what other processes did: those that were sampled, and those that were not. After the
 * program's end, which has been waited for. */
void sw_processes_warn(struct sw_profiling *profiling);

/* The share of the program's processor time that was not spent in sampled processes: 0 to 1. After its end, and before another run. */
double sw_processes_unseen(const struct sw_profiling *profiling);

/* What the profile of an annotated program says beside its tree (annotated.c): figures and sites, as other profiles have them. */

/*
 * Fills in the whole figures and a site for each section, task and lock that was annotated, from the tree; and
 * the lines of the places that warnings have by number ("@{7}": collect/annotate.c). Names are resolved. 0 or
 * -ENOMEM. Samples tell who serial code is; then they are dropped, unless they are asked for.
 */
int sw_annotated_fill(struct sw_profile *profile, bool keeps_samples);
