/*
 * Call paths of a profile as one tree, with several measures at each path: the work and the critical path,
 * or effort, idleness and overhead. What flame graphs and exports are made of.
 *
 * Where the profile has sampled paths, the tree is of these. Where it has call sites only, paths are put together
 * from them: what a function's call sites did is shared out over the places that it is called from, in proportion
 * to what each spent in it beyond its own code (on span: on the critical path), or, where that is nothing, to how
 * often it called it. That is exact where a function is called from one place, and the whole of a call site that is not
 * recursive is what was measured of it; so are, always, the sums over all paths of a site. Recursion is folded: what calls
 * itself, directly or not, is one frame, and below it one for each call site within the cycle, not inside each other.
 */
#pragma once

#include "profile/profile.h"

enum { SW_FLAME_MEASURES_MOST = 6 };

#define SW_FLAME_NO_SITE ((size_t)-1)

struct sw_flame_frame {
    char *name; /* the function, or "cilk_for in f", ...; owned */
    const struct sw_place
        *place;  /* of the call, or of the function where there is none; NULL: not known */
    size_t site; /* index of the profile's site, or SW_FLAME_NO_SITE */
    /* Of sw_flame_make_lines(): where in its caller it is called, and where in the function it is. 0: not known. */
    uint32_t called, line;
    int library; /* not the reader's: profile/whose.h */
};

struct sw_flame_node {
    uint32_t parent; /* index, lower than its own; of the root: 0, its own */
    uint32_t frame;
    double self[SW_FLAME_MEASURES_MOST];
};

struct sw_flame {
    const char *measures[SW_FLAME_MEASURES_MOST]; /* "work", "span", "idle", ... */
    unsigned n_measures;
    /* How many samples the total of a measure stands for; 0: it was not sampled. */
    uint64_t samples[SW_FLAME_MEASURES_MOST];
    int shared_out;   /* paths were put together from call sites */
    const char *unit; /* of the measures */
    struct sw_flame_frame *frames;
    size_t n_frames;
    struct sw_flame_node *nodes; /* the root first */
    size_t n_nodes;
    const char *note;        /* what else is to be said of it, borrowed; or NULL */
    struct sw_place *places; /* those of frames that the profile has none of; or NULL */
};

/* 0 or -ENOMEM; to be released. A profile without anything makes a root only. What is below `least` of all measures' totals
 * (0: only what has nothing is) is put into its parent, or, where a parent has much of that, into a frame "(smaller paths)" below it.
 * Names and places are the profile's as long as it is there. */
int sw_flame_make(struct sw_flame *flame, const struct sw_profile *profile, double least);
void sw_flame_release(struct sw_flame *flame);

/* The same with "lost" beside "work" and "span", where the tree is of samples: so much for each sampled path; and, if asked for, by lines. */
int sw_flame_make_lost(struct sw_flame *flame, const struct sw_profile *profile, double least,
                       bool by_line, const double *lost);

/* The same, where samples know lines, with a node for each line that a function is called on, and for each that it has something on
 * itself: several beside each other are of one function then. */
int sw_flame_make_lines(struct sw_flame *flame, const struct sw_profile *profile, double least);

/* Folds runs of libraries' frames into one each, with the first one's name. 0 or -ENOMEM, then it is as it was. */
int sw_flame_fold(struct sw_flame *flame, const struct sw_profile *profile);

/* Whether there are samples, but too few on work or on span to tell shares by (SW_SAMPLES_ENOUGH), and something better. */
int sw_flame_has_few_samples(const struct sw_profile *profile);

/* Whether most of its paths are without the name of any function, as of a program that was stripped. */
int sw_flame_is_nameless(const struct sw_flame *flame);

/* What is better then: the same of call sites or constructs, whose figures are measured, whatever samples there are. */
int sw_flame_make_measured(struct sw_flame *flame, const struct sw_profile *profile, double least);

/* The same of a tree that is there already: the physical one, say, by lines if it is so. Its measures are "work", "idle", "overhead", "wait" and "blame". */
struct sw_effort_tree;
int sw_flame_make_effort(struct sw_flame *flame, const struct sw_effort_tree *tree, double least);

/* The paths of two profiles as one tree, by the names along them, with the measures "span before", "span after", "work before"
 * and "work after". Sites are the second profile's, and so is the root. What is borrowed is both profiles'. 0 or -ENOMEM; to be released. */
int sw_flame_pair(struct sw_flame *pair, const struct sw_flame *before,
                  const struct sw_flame *after, const struct sw_profile *profile);

/* The same with one frame for each name: those who call themselves are one. 0 or -ENOMEM; to be released, before
 * the other one is. */
int sw_flame_by_name(struct sw_flame *to, const struct sw_flame *from);

/* What is below so many frames goes into "(smaller paths)" there. 0 or -ENOMEM. */
int sw_flame_shorten(struct sw_flame *flame, uint32_t deepest);

/* Forgets a measure. */
void sw_flame_drop(struct sw_flame *flame, unsigned measure);

int sw_flame_measure_named(const struct sw_flame *flame, const char *name); /* index, or -1 */

/* By node, of one measure: with all below it. Of n_nodes; to be freed. NULL: no memory. */
double *sw_flame_totals(const struct sw_flame *flame, unsigned measure);
