/*
 * The table of front ends as this side sees them, before a program runs: how one of its programs is known, what is loaded into
 * it, what cannot be asked of it. front_end.c has the rows, each after what only that front end needs; profile/front_end.h
 * lists them. The other table, of what comes after the run, is collect/front_end.c. A program is named as execvp() takes it.
 */
#pragma once

#include "base/libc.h"
#include "live/options.h"
#include "profile/front_end.h"

#include <libelf.h>

enum { SW_PROCESSORS_MAX = 4096, SW_PROCESSORS_DEFAULT = 64 };

struct sw_front_end {
    enum sw_front_end_kind kind;
    const char *library;   /* what measures: a file in lib/spanwise/ */
    const char *locks;     /* another one, in front of libc's locks; NULL: it wants none */
    bool is_preloaded;     /* before what the program needs itself: hooks, or a runtime */
    bool loads_itself;     /* its programs load it, but static ones, which have it inside */
    bool is_sampled;       /* by signals */
    bool is_simulated;     /* on a number of processors (-N), a run for each */
    bool is_serial;        /* its programs are to be predicted: they do not run in parallel */
    bool is_unknown;       /* no front end's, or what they start is: that is seen when they run */
    bool makes_threads;    /* they, not a runtime: why lets them run for real before it simulates */
    bool has_only_regions; /* simulated: threads beside the parallel regions are left out */
    bool has_tree_apart;   /* too many spawns to sample and to record in one run */
    const char *threads_in; /* variable for the number of threads: that, or one */
    const char *costs_in; /* ... for what its operations cost on real threads: they are measured */
    const char *library_in; /* variable by which its programs find the library, too */

    /* Words of messages. */
    const char *program_is; /* "an OpenMP program" */
    const char *program_of; /* "OpenMP": a program of it has no tools */
    const char *no_qemu;    /* why it does not work in qemu; NULL: it does */
    const char *beginning;  /* what a program did not come to that has left nothing; NULL: any */
    const char *ended;      /* the same, as a verb: "came to no annotation" */
    const char *nothing;    /* what is said then, of %s, instead of how it ended; or NULL */

    /* Functions; NULL: it never is so, or there is nothing to say. */

    /* Whether one of a program's files was built for it. The first file that was, in the order of loading, decides. */
    bool (*has_built)(Elf *elf, bool is_program);
    /* Whether the program is for it, where no file was built for any. */
    bool (*detect)(const char *program);
    /* What a program that was found to be its own is rather taken for; UNKNOWN: nothing else. */
    enum sw_front_end_kind (*rather)(const char *program, const struct sw_live_options *options);
    /* Whether it may be another's all the same, which is seen when it runs. */
    bool (*is_in_doubt)(const char *program);
    /* Says what else the program could be taken for. */
    void (*say_others)(const char *program);
    /* Whether a program needs the library preloaded, though others do not. */
    bool (*is_plain)(const char *program);
    /* Whether it has all that is asked for; chooses what is left to it. 0, or an exit status after a message. */
    int (*refuse)(const char *program, struct sw_live_options *options);
    int (*refuse_tool)(const char *program);
    /* Before it runs: nothing will come of it. */
    void (*say_hopeless)(const char *program);
};

const struct sw_front_end *sw_front_end_of(enum sw_front_end_kind kind);

/* For which one a program was built, as its file tells. */
enum sw_front_end_kind sw_front_end_find(const char *program);

/* For which one it is to be run; says what else there is. A program with threads that starts another one, as an emulator does, is for that one. */
enum sw_front_end_kind sw_front_end_choose(char *const *argv,
                                           const struct sw_live_options *options);

/* For which one a program with threads is simulated, by the runtimes that a real run of it had (SW_EFFORT_*). */
const struct sw_front_end *sw_front_end_seen(uint32_t runtimes);

/* Whether it is simulated on numbers of processors. */
bool sw_front_end_simulates(const char *program);

/* Whether it, or a library that it needs, has annotations: those of our headers, whose notes are in the file. */
bool sw_front_end_is_annotated(const char *program);

/* What to do with a program that nothing is parallel in: a sentence without its full stop. */
#define SW_HOW_TO_ANNOTATE (2 * PATH_MAX + 256)

void sw_front_end_how_to_annotate(char text[SW_HOW_TO_ANNOTATE], const char *program);

bool sw_front_end_needs_openmp(const char *program); /* itself, or by a library */

/* Whether its spawns, or a library's, are for a scheduler: those that clang compiled are calls. */
bool sw_front_end_is_parallel(const char *program);

/* Whether it, or a library that it needs, was linked by spanwise cc, or with the flags that it prints: then the runtime is in it. */
bool sw_front_end_has_runtime(const char *program);

/* Whether it, or a library that it needs, spawns, or has a cilk_for or a cilk_scope: not all that spanwise cc builds does. */
bool sw_front_end_has_keywords(const char *program);
