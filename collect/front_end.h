/*
 * The front ends as this side sees them, after the program's end, and what they share. The other table, of what comes before, is
 * the tool's (tool/front_ends/front_end.h): this library is below the tool, and a process that only collects needs nothing of it.
 *
 * A row says whether the program has left records, and makes the profile of them: its modules are there, what is true of any program
 * comes next. `careful`: touches nothing that may be half linked, as records of threads that are busy. 0, -ENODATA where nothing was
 * recorded, or -errno.
 */
#pragma once

#include "live/live.h"
#include "live/trail.h"
#include "profile/profile.h"

/*
 * From what a program has left in the live range to a profile. The range is changed, and may be
 * damaged: this may crash, or come to no end. 0 or -errno.
 */
int sw_gather(struct sw_profile *profile, struct sw_live *live, bool careful);

/* The annotations: replays what marks there are, and describes the circumstances; the tree is to be gathered next. What is wrong with
 * the annotations is the first warning, and SW_PROFILE_UNMATCHED is set. */
bool sw_annotate_is_there(const struct sw_live *live);
int sw_annotate_gather(struct sw_profile *profile, struct sw_live *live, bool careful);

/* The strands of a Cilk program, spanwise cc's or OpenCilk's, in a range that no other front end has records in: figures, sites, regions and
 * samples. Then what a program of OpenCilk's does not do as its users expect. */
bool sw_cilk_is_there(const struct sw_live *live);
bool sw_opencilk_is_there(const struct sw_live *live);
int sw_cilk_gather(struct sw_profile *profile, struct sw_live *live, bool careful);
void sw_opencilk_warn(struct sw_profile *profile, const struct sw_live *live);

/* What its strands have summed of locks (engine/strand/strand.h), with warnings of what could not be counted. 0 or -ENOMEM. */
int sw_gather_locks(struct sw_profile *profile, const struct sw_live *live);

/* A real run that was sampled: its effort. And by what the program is parallel, in words, from its effort's runtimes: 0 or -ENOMEM. */
bool sw_effort_is_there(const struct sw_live *live);
int sw_effort_gather(struct sw_profile *profile, struct sw_live *live, bool careful);
int sw_effort_name_runtimes(struct sw_profile *profile);

/* A simulated program, of OpenMP or of threads that it makes itself: figures, one simulation with its constructs, and a site for each place
 * in the program that has any. */
bool sw_simulation_is_there(const struct sw_live *live);
bool sw_vthreads_are_there(const struct sw_live *live);
int sw_simulation_gather(struct sw_profile *profile, struct sw_live *live, bool careful);

/* "omp for" and the like, of enum sw_construct_kind. */
const char *sw_omp_construct_name(uint32_t kind);

/* --- What they share --- */

uint32_t sw_threads_count(const struct sw_live *live);

/* Stopped inside an event: its records may be half linked. */
bool sw_thread_is_busy(const struct sw_thread *thread);

/* Adds a thread's circumstances to the profile's. */
void sw_threads_add(struct sw_profile *profile, const struct sw_live *live,
                    const struct sw_thread *thread);

/* The trail of the live range (live/trail.h) that something in the profile is named after, if there is one, and it is not in the profile
 * yet. 0 or -ENOMEM. */
int sw_trails_add(struct sw_profile *profile, const struct sw_live *live, uint64_t of);

/* One more piece of the program (profile/profile.h), several of which may have one key. Its index and one; 0: no memory. */
uint32_t sw_pieces_add(struct sw_profile *profile, const struct sw_piece *piece);

/* Warns where Linux itself measures time by another counter than ours, as it does on x86-64 if the time stamp counter stops, changes its pace,
 * or differs between processors. `path`: where it says by which, normally SW_CLOCK_SOURCE. */
#define SW_CLOCK_SOURCE "/sys/devices/system/clocksource/clocksource0/current_clocksource"
void sw_clock_warn(struct sw_profile *profile, const char *path);

/* Warns of what the kernel's counters did not count. */
void sw_perf_warnings(struct sw_profile *profile, const struct sw_live *live);
