/*
 * What to do about which part of a program: the rule of Tallent and Mellor-Crummey (Table 1) on idleness and
 * overhead, for the parts that hold much of the effort.
 *
 * A part is a subtree, or what a function does itself. The topmost ones are taken: what is serial; what was
 * started as a whole (a region, a thread), with serial parts in it; what goes all one way; and where one
 * callee has nearly all, that callee.
 */
#pragma once

#include "analysis/effort/effort.h"

#define SW_EFFORT_HIGH  0.10 /* of a part's effort: idleness or overhead is high */
#define SW_EFFORT_WORTH 0.03 /* of the whole effort: a part, or a loss, that is worth a sentence */
#define SW_EFFORT_ALONE 1.1  /* processors that work, on average: serial */

enum sw_effort_advice {
    SW_ADVISE_NOTHING,
    SW_ADVISE_COARSEN,     /* overhead is high, whether idleness is or not: pieces are too small */
    SW_ADVISE_REFINE,      /* idleness is high */
    SW_ADVISE_PARALLELIZE, /* nothing else ran */
    SW_ADVISE_UNLOCK,      /* others waited for locks */
    SW_ADVISE_BALANCE,     /* others were done, or waited for it */
};

const char *sw_effort_advice_name(enum sw_effort_advice advice); /* "effective", ... */

/* Which of the causes that keep a program from scaling: "parallelism", "grain", "contention", "imbalance"; "": none. */
const char *sw_effort_advice_cause(enum sw_effort_advice advice);

/* One advice for a part. `locking`: synchronization is that of locks that threads share (account.h). */
enum sw_effort_advice sw_effort_judge(const struct sw_effort_sums *sums, uint64_t processors,
                                      bool locking);
/* Whether two pieces of advice on the same code contradict each other: larger pieces, or smaller ones. */
bool sw_effort_opposes(enum sw_effort_advice a, enum sw_effort_advice b);

/* Of `processors`, how many had nothing to do on average, while it ran. */
double sw_effort_idle_processors(const struct sw_effort_sums *sums, uint64_t processors);

struct sw_effort_region {
    struct sw_effort_key key;
    uint32_t line; /* 0: not known */
    uint32_t own;  /* only what the function does itself */
    uint32_t node; /* the largest of them, in the tree */
    enum sw_effort_advice advice;
    struct sw_effort_sums sums;
};

struct sw_effort_regions {
    struct sw_effort_region *items; /* the most lost to idleness and overhead first */
    size_t n;
};

/* Of a logical tree. 0 or -ENOMEM. */
int sw_effort_regions_make(struct sw_effort_regions *regions, const struct sw_effort_tree *tree,
                           bool locking);
void sw_effort_regions_release(struct sw_effort_regions *regions);

/* "'f' (file.c:12), called in 'g' (file.c:30)", "the parallel part of 'f' (file.c:20)", "the own code of 'f' (file.c:7)"; with a comma
 * that leads on, or without. */
struct sw_sentence *sw_effort_region_say(const struct sw_effort_tree *tree,
                                         const struct sw_effort_region *region, bool leads_on);

/* Whether the second is part of the first, or the same. */
bool sw_effort_region_contains(const struct sw_effort_tree *tree, const struct sw_effort_region *a,
                               const struct sw_effort_region *b);

/* Idleness and overhead. */
uint64_t sw_effort_lost(const struct sw_effort_sums *sums);
