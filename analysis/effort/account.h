/*
 * Where the processors' time of a sampled run went: to work, to what fixing one cause would save, or to other programs, adding up.
 *
 * Other programs are left out first: the run is taken as long as it would have been on a machine of its own (its due time, which
 * the library in the program knows, agent/sample/delay.c). Samples tell what was lost then, and by what; where they were too rare to see all of it, as
 * threads that are idle are hard to see while others have no processor, what is missing is shared out as they have it.
 */
#pragma once

#include "analysis/effort/regions.h"
#include "analysis/findings/findings.h"

/* In nanoseconds of one processor; all = work + lost + unknown. PARALLELISM: nothing else was there to run; IMBALANCE: threads were done,
 * or waited for the last; CONTENTION: they waited for locks, or took them; GRAIN: starting threads and tasks, handing out work; WAITING:
 * for a clock, or for input. */
struct sw_account {
    uint64_t processors;
    double all, work, lost[SW_WHY_KNOWN], unknown;
    double taken;           /* by other programs: no part of it */
    double waits[SW_WAITS]; /* while no thread ran: what it was waited for; ... */
    double
        switching; /* of that: the kernel's, to let threads sleep and to wake them; no sample is of it */
    bool locking;                      /* synchronization is that of locks that threads share */
    const struct sw_effort_lock *lock; /* the one that was waited for, or held, longest; NULL */
};

/* Of a logical tree, with its parts, which are to be released. What is idle in parts of too fine a grain counts for that. 0 or
 * -ENOMEM. */
int sw_account_make(struct sw_account *account, struct sw_effort_regions *regions,
                    const struct sw_effort_tree *tree);

/* Processors at work on the program's own code; and if nothing were lost by that. Not a number where nothing ran. */
#define SW_FEW_SAMPLES 200 /* fewer tell nothing */

/* Of what samples say: NOT for few of them, and where threads or processes were not seen. */
enum sw_certainty sw_account_certainty(const struct sw_profile *profile);
double sw_account_speedup(const struct sw_account *account);
double sw_account_without(const struct sw_account *account, enum sw_why loss);

/* What gains most, if that is more than noise: the same as the verdict's cause. */
#define SW_ACCOUNT_GAINS 1.1 /* times as fast */
enum sw_effort_advice sw_account_advice(const struct sw_account *account);

/* No number of processors is faster than that by this lock, as it is held one at a time; INFINITY: it is hardly held. */
double sw_account_lock_bound(const struct sw_account *account, const struct sw_effort_lock *lock);

/* What a part has of it. */
uint64_t sw_account_part(const struct sw_account *account, const struct sw_effort_sums *sums,
                         enum sw_why loss);

/* The function whose code it is that most of a loss is by: not what calls it, nor what it calls in common with others. */
struct sw_account_place {
    struct sw_effort_key key;
    uint32_t line; /* 0: not known */
    uint32_t node; /* of the tree */
    double lost;
};
/* Whether a function does nothing but take locks, by its name: "uv_mutex_lock", "lock_row". Its caller is of interest. */
bool sw_account_is_lock_name(const char *name);

/* The lock that was waited for, or held, longest, but for one; NULL: there is none. And what is lost to one: its share of what all cost. */
const struct sw_effort_lock *sw_account_longest_lock(const struct sw_effort *effort,
                                                     const struct sw_effort_lock *without);
double sw_account_lock_lost(const struct sw_account *account, const struct sw_effort *effort,
                            const struct sw_effort_lock *lock);

/* Of a lock: where it is held longest. False: that is not known. */
bool sw_account_lock_place(const struct sw_effort_tree *tree, const struct sw_effort_lock *lock,
                           struct sw_account_place *place);

/* "'Cache::m'"; of one on the heap or a stack, which has no name: "that 'f' (file.c:12) takes", or "at 0x1234". */
struct sw_sentence *sw_account_lock_say(const struct sw_effort_tree *tree,
                                        const struct sw_effort_lock *lock);

enum { SW_ACCOUNT_PLACES = 2 };
/* How many there are. 0: none, -ENOMEM: no memory. */
int sw_account_places(const struct sw_account *account, const struct sw_effort_tree *tree,
                      enum sw_why loss, struct sw_account_place places[SW_ACCOUNT_PLACES]);

/* Findings of `spanwise sample`: what to doubt, what the run as a whole is short of, and what each part is worth. Of a logical tree and its
 * regions. Adds to findings->error where there is no memory. */
void sw_effort_findings(struct sw_findings *findings, const struct sw_effort_tree *tree,
                        const struct sw_account *account, const struct sw_effort_regions *regions,
                        const struct sw_units *units);
