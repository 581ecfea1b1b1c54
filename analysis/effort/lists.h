/* What follows from a tree of effort: functions, lines, and who called what had the effort. */
#pragma once

#include "analysis/effort/effort.h"

/* A function, a line, a node of the tree, or a caller: what the reports have rows of. */
struct sw_effort_row {
    struct sw_effort_key key;
    uint32_t
        line; /* of a function: with the most of its own, or else of what it calls; 0: not known */
    uint32_t depth;  /* in the tree, or of callers; 0: outermost */
    uint32_t node;   /* of the tree, where it is one; of a function, the largest */
    uint32_t parent; /* of a tree: the row that it is below of, counted from 1; 0: none */
    uint32_t folded; /* of a tree: frames of libraries that it stands for; 0: it is one frame */
    struct sw_effort_sums self, total;
};

struct sw_effort_rows {
    struct sw_effort_row *items;
    size_t n;
    size_t left; /* that were not taken */
};

#define SW_EFFORT_EVERY ((size_t)-1)

/* All return 0 or -ENOMEM, and sort by the metric, the most first: of themselves for functions, lines, and
 * callers, with all below for the tree. */

/* Functions: a total is that of paths which have the function at all, so recursion counts once. */
int sw_effort_functions(const struct sw_effort_tree *tree, enum sw_effort_metric sort, size_t top,
                        struct sw_effort_rows *rows);

/* Lines of functions: total is self. */
int sw_effort_lines(const struct sw_effort_tree *tree, enum sw_effort_metric sort, size_t top,
                    struct sw_effort_rows *rows);

/* The line of each function with the most of what it has itself; by twice the function, and one more where it
 * was started. NULL: no memory. */
uint32_t *sw_effort_own_lines(const struct sw_effort_tree *tree, enum sw_effort_metric sort);

/* The nodes with the most, in the order of the tree; none that has nothing. Whoever calls a node has as
 * much, so they hang together. */
int sw_effort_hot_paths(const struct sw_effort_tree *tree, enum sw_effort_metric sort, size_t top,
                        struct sw_effort_rows *rows);

/* The functions that have the most themselves, each followed by its callers, and theirs, as far as the
 * part that came from there is a share of `least` of the effort: self and total are that part. */
int sw_effort_callers(const struct sw_effort_tree *tree, enum sw_effort_metric sort, size_t top,
                      double least, struct sw_effort_rows *rows);

void sw_effort_rows_release(struct sw_effort_rows *rows);

/* The innermost function of a path whose lines are known, and the line there. False: there is none. */
bool sw_effort_place(const struct sw_effort_tree *tree, size_t path, struct sw_effort_key *key,
                     uint32_t *line);
