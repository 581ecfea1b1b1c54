/*
 * What the locks of a serial run come to. One lock is held by one processor at a time: all holds of it in sum are a bound, as the span is.
 * And where a processor waits for a lock, somebody holds it: so a greedy scheduler takes no longer than it would if all holds
 * that others may wait for were on the span as well.
 */
#pragma once

#include "analysis/workspan/bounds.h"
#include "profile/locks.h"

/* The same as sw_speedup_bounds() of the whole program, with its locks. */
struct sw_speedup sw_program_bounds(const struct sw_profile *profile, uint64_t processors);

/* How long locks were held that others may wait for, in sum. */
double sw_locks_held(const struct sw_profile *profile);

/* How long one lock was held that others may wait for: that of the longest. No run takes less. */
double sw_locks_longest(const struct sw_profile *profile);

/* The same of several workers, with what it costs them to hand it over each time, where that was measured: an estimate, and it may be more
 * than the work. */
double sw_locks_handed_over(const struct sw_profile *profile);

/* The speedup that one lock of these allows, on any number of processors: a bound. INFINITY: it was never held. */
double sw_lock_bound(const struct sw_profile *profile, const struct sw_lock *lock);

/* Where it is held longest; NULL: not known. */
const struct sw_lock_site *sw_lock_first_site(const struct sw_profile *profile, size_t lock);

/* The line and the function of the reader's code that takes it: not of a header of the system's that was inlined there. */
const struct sw_place *sw_lock_place(const struct sw_lock_site *site);

/* "the lock 'm'", "one of the locks 'table'", "a lock" */
struct sw_sentence *sw_lock_say(const struct sw_lock *lock);
