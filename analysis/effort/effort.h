/*
 * What `spanwise sample` found, as a tree of call paths with sums: the effort of a path itself, and with all
 * that it leads to.
 *
 * In a *logical* tree, what was started (a thread, a task, a region) hangs below what has started it,
 * and neither runtimes' frames nor those before main are there: what they took counts for the function
 * that called them. In the *physical* one a path is that of the stack. A function that calls itself is one node;
 * what was inlined is a function too.
 *
 * A logical tree has only the reader's functions, which what libraries do counts for, or has libraries as well, each run of
 * their frames folded into one node, or all frames of theirs.
 */
#pragma once

#include "analysis/findings/sentence.h"
#include "analysis/workspan/functions.h"

struct sw_effort_sums {
    uint64_t work;
    uint64_t overhead[SW_OVERHEADS];
    uint64_t idle, idle_by[SW_IDLES]; /* the second are parts of the first */
    uint64_t waited, blamed;          /* wall-clock time of threads: no part of the effort */
};

/* What there is to sort by, and to fold. */
enum sw_effort_metric {
    SW_EFFORT_ALL, /* work, overhead and idleness */
    SW_EFFORT_WORK,
    SW_EFFORT_IDLE,
    SW_EFFORT_OVERHEAD,
    SW_EFFORT_WAIT,
    SW_EFFORT_BLAME,
};

uint64_t sw_effort_get(const struct sw_effort_sums *sums, enum sw_effort_metric metric);
struct sw_effort_sums sw_effort_of_path(const struct sw_effort_path *path); /* its own */
void sw_effort_add(struct sw_effort_sums *to, const struct sw_effort_sums *more);

/* Which function; what is started of it is another one: gcc's name of a region's body is that of the function
 * that the region is in. */
struct sw_effort_key {
    uint32_t function; /* index into the functions; as many as there are: none of the program's */
    uint32_t started;
};

/* 0 where there is no whole. */
static inline double sw_effort_part(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

static inline bool sw_effort_is_same(struct sw_effort_key a, struct sw_effort_key b)
{
    return a.function == b.function && a.started == b.started;
}

/* In arrays by key, of twice as many as there are functions, and two more. */
static inline size_t sw_effort_index(struct sw_effort_key key)
{
    return 2 * (size_t)key.function + key.started;
}

struct sw_effort_node {
    struct sw_effort_key key;
    uint32_t parent;         /* index, lower than its own; the root is 0 */
    uint32_t child, sibling; /* index, the largest first; 0: none */
    uint32_t line;           /* in the function, of the path with the most effort; 0: not known */
    uint32_t called;         /* line of the caller, where the most of it is called; 0: not known */
    uint32_t
        folded; /* how many frames of libraries it stands for, on the longest path; 0: it is one frame */
    struct sw_effort_sums self, total;
};

enum sw_effort_frames {
    SW_FRAMES_READERS,
    SW_FRAMES_PHYSICAL,
    SW_FRAMES_FOLDED,
    SW_FRAMES_ALL,
};

struct sw_effort_tree {
    const struct sw_profile *profile;
    const struct sw_functions *functions;
    struct sw_effort_node *nodes; /* the first is the root, which is no function */
    size_t n;
    bool by_line;        /* a node for each line that a function is called on */
    uint32_t *of_path;   /* by path: the node that its own effort is at, ... */
    uint32_t *path_line; /* ... and the line there; 0: not known */
    uint64_t effort;     /* work, overhead and idleness of all */
    uint64_t nobody;     /* what else the processors could have done in the time: no thread ran */
};

/* The children of a node are sorted by the metric. 0 or -ENOMEM. Borrows the functions and the profile. */
int sw_effort_tree_make(struct sw_effort_tree *tree, const struct sw_profile *profile,
                        const struct sw_functions *functions, enum sw_effort_frames frames,
                        enum sw_effort_metric sort);
/* With a node for each line that a function is called on; sorted by all effort. */
int sw_effort_tree_make_lines(struct sw_effort_tree *tree, const struct sw_profile *profile,
                              const struct sw_functions *functions, enum sw_effort_frames frames);
void sw_effort_tree_release(struct sw_effort_tree *tree);

/* The node that comes after it when all are gone through, callers first; 0: none. Adds to *depth. */
uint32_t sw_effort_next(const struct sw_effort_tree *tree, uint32_t node, uint32_t *depth);

/* Names of what a key stands for, never NULL; the file and module may be "". */
const char *sw_effort_name(const struct sw_effort_tree *tree, struct sw_effort_key key);
const char *sw_effort_file(const struct sw_effort_tree *tree, struct sw_effort_key key);
const char *sw_effort_module(const struct sw_effort_tree *tree, struct sw_effort_key key);
bool sw_effort_is_readers(const struct sw_effort_tree *tree, struct sw_effort_key key);

/* "'f' (file.c:12)", or with the module where the line is 0. */
struct sw_sentence *sw_effort_say(const struct sw_effort_tree *tree, struct sw_effort_key key,
                                  uint32_t line);

/* At most how many samples such a length stands for: several processors may have been idle at one. */
uint64_t sw_effort_samples(const struct sw_profile *profile, double length_ns);

/* Whether it is what calls main, or a thread's function: libc's own names of these are in its debugging symbols only. */
bool sw_effort_is_outer(const char *function);

double sw_effort_share(const struct sw_effort_tree *tree, uint64_t part); /* of the effort */

/* All stretches of time but the last are as long as they are to be. */
double sw_effort_stretch_length(const struct sw_effort *effort, size_t stretch);
