/*
 * Profiles made of invented figures, for the tests of the file and of the reports. All strings and
 * arrays are owned by the profile.
 */
#pragma once

#include "profile/profile.h"

/*
 * empty    nothing was measured
 * qsort    the paper's quicksort (Cilkprof, Figure 2): partition holds the span
 * fib      short strands: ample parallelism, spawns everywhere
 * regions  regions, unpatched functions, warnings, instructions as the meter, a killed program
 * odd      names that need escaping, no debug information, long paths, figures at their limits
 * deep     a call inlined many times over
 * parallel qsort on 4 workers, elsewhere in memory: partition takes twice as long, one record is
 *          split in two, one site is gone, another is new
 * exact    qsort in instructions, with a region
 * worse    exact after a change: partition on the span twice, all lines three lower, a call spawns
 *          no more, another function is called, the region has lost its parallelism
 * rank     qsort as rank 3 of 4
 * openmp   an OpenMP program on 1 and 8 simulated processors: every cause of loss
 * threads  a program of threads on 1 and 4 simulated cores, with lanes: synthetic_openmp.c
 *
 * sampled  qsort with sampled paths: inlined and recursive functions, generated code, names that are
 *          not known, callers that are not
 *
 * effort, effort-odd  of `spanwise sample`: synthetic_effort.c says what is in them
 *
 * tree     qsort with a program tree: synthetic_tree.c says what is in it
 *
 * Returns 0, or -1 for an unknown name.
 */
int synthetic_make(struct sw_profile *profile, const char *name);

/* The last one of these: synthetic_openmp.c has its figures. */
void synthetic_openmp(struct sw_profile *profile);
void synthetic_threads(struct sw_profile *profile);

/* synthetic_effort.c has these. */
void synthetic_effort(struct sw_profile *profile);
void synthetic_effort_odd(struct sw_profile *profile);

/* synthetic_tree.c has these: a tree for a profile, and whether two are the same. */
void synthetic_tree(struct sw_profile *profile);
int synthetic_same_tree(const struct sw_program_tree *a, const struct sw_program_tree *b);

void synthetic_many(struct sw_profile *profile, size_t n_sites);

/* Whether two profiles say the same; prints the first difference on stderr. */
int synthetic_equal(const struct sw_profile *a, const struct sw_profile *b);

extern const char *const synthetic_names[]; /* NULL-terminated */
