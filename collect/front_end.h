/*
 * The front ends as this side sees them, after the program's end, and what they share. The other table, of what comes before, is
 * the tool's (tool/front_ends/front_end.h): this library is below the tool, and a process that only collects needs nothing of it.
 *
 * A row says whether the program has left records, and makes the profile of them: its modules are there, what is true of any program
 * comes next. `careful`: touches nothing that may be half linked, as records of threads that are busy. 0, -ENODATA where nothing was
 * recorded, or -errno.
 */
#pragma once

#include "base/grow.h"
#include "engine/cores/cores.h"
#include "engine/dag/dag.h"
#include "live/live.h"
#include "live/trail.h"
#include "profile/profile.h"
#include "profile/simulation.h"

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

/* What its strands have summed of locks (engine/strand/strand.h), with warnings of what could not be counted. */
void sw_gather_locks(struct sw_profile *profile, const struct sw_live *live);

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

/*
 * Memory of the child process in which a profile is made (collect.c). Without, it ends, and that is its status: so nobody looks for it,
 * and nobody gives any back. Room for n, all zero; and for one more in an array that grows by one (base/grow.h).
 */
static inline void *sw_gather_need(void *memory)
{
    if (!memory)
        _exit(ENOMEM);
    return memory;
}
#define SW_ROOM(to, n)             ((to) = sw_gather_need(calloc((size_t)(n) + 1, sizeof *(to))))
#define SW_ROOM_FOR_MORE(array, n) sw_gather_need(SW_GROW_ALONE(array, n) ? (array) : NULL)

uint32_t sw_threads_count(const struct sw_live *live);

/* Stopped inside an event: its records may be half linked. */
bool sw_thread_is_busy(const struct sw_thread *thread);

/* Adds a thread's circumstances to the profile's. */
void sw_threads_add(struct sw_profile *profile, const struct sw_live *live,
                    const struct sw_thread *thread);

/* The trail of the live range (live/trail.h) that something in the profile is named after, if there is one, and it is not in the profile
 * yet. */
void sw_trails_add(struct sw_profile *profile, const struct sw_live *live, uint64_t of);

/* One more piece of the program (profile/profile.h), several of which may have one key. Its index and one. */
uint32_t sw_pieces_add(struct sw_profile *profile, const struct sw_piece *piece);

/* Warns where Linux itself measures time by another counter than ours, as it does on x86-64 if the time stamp counter stops, changes its pace,
 * or differs between processors. `path`: where it says by which, normally SW_CLOCK_SOURCE. */
#define SW_CLOCK_SOURCE "/sys/devices/system/clocksource/clocksource0/current_clocksource"
void sw_clock_warn(struct sw_profile *profile, const char *path);

/* Warns of what the kernel's counters did not count. */
void sw_perf_warnings(struct sw_profile *profile, const struct sw_live *live);

/* --- Memory traffic (live/memory.h) as a profile's --- */

/* By instruction, each once. Nothing where accesses were not followed. */
void sw_memory_gather(struct sw_profile *profile, const struct sw_live *live);

/* What was charged to the front end's piece of that number is the profile's site, or one of the program tree's; 0: of none. */
void sw_memory_add_piece(struct sw_profile *profile, const struct sw_live *live, uint32_t number,
                         uint32_t site, uint32_t tree_site);

/* Numbers are those of the program tree's sites, 0 is serial code: of what has no other sites yet. */
void sw_memory_add_tree_pieces(struct sw_profile *profile, const struct sw_live *live);

/* Sites have new numbers: pieces of one become one. */
void sw_memory_renumber(struct sw_profile *profile, const uint32_t *numbers);

/* --- The program tree that a program has left in the live range, as a profile's --- */

/* live->tree is set. Closes what is open in it. */
void sw_gather_tree(struct sw_profile *profile, struct sw_live *live);

/* The sites of one that was recorded from calls and spawns (engine/tree/watch.h), numbered as the call sites are: puts them into live->tree, and
 * counts what other threads did. */
void sw_gather_tree_sites(struct sw_live *live);

/* Where one is, as in struct sw_site. */
uint64_t sw_gather_site_address(const struct sw_live_site *site);

/* The sites of an OpenMP program's tree, which are its constructs, where there is a tree: puts them into live->tree, and what the tree lacks into the
 * profile's warnings, whose figures are those of `record`. */
void sw_simulation_gather_tree(struct sw_profile *profile, struct sw_live *live,
                               const struct sw_omp_record *record);

/* --- Samples become a part of the profile --- */

/* Sums by path. */
struct sw_gathered_samples {
    uint64_t *on_span, *others;
    uint64_t *serial; /* of both together: outside all parallel regions */
    uint32_t
        *index; /* one more than a path's in the profile; before: 1 for what is kept in any case */
    uint32_t n;
    const uint32_t *pieces; /* one more than a piece's index, by its number in paths; NULL: none */
    uint32_t n_pieces;
};

void sw_gather_samples_init(struct sw_gathered_samples *samples, const struct sw_live *live);

/* After the last one; with the paths that links lead to. */
void sw_gather_samples_fill(struct sw_gathered_samples *samples, struct sw_profile *profile,
                            const struct sw_live *live);
/* The same, but no word of what is wrong with them. */
void sw_gather_sample_paths(struct sw_gathered_samples *samples, struct sw_profile *profile,
                            const struct sw_live *live);

/* The path that has a majority, one more than its index in the profile. 0: none. */
uint32_t sw_gathered_leader(const struct sw_gathered_samples *samples, uint64_t votes);

/* A part of a stretch of time, of SW_LANE_WHOLE. What a cost was taken off before what it is a part of is there may be negative. */
uint16_t sw_gathered_part(int64_t time, uint64_t stretch);

/* What a lane did in a stretch; locks by the numbers that it has itself. */
struct sw_effort_cell sw_gathered_cell(const struct sw_gathered_samples *samples,
                                       const struct sw_lane_cell *from, uint64_t stretch);

/* --- What the files that make a profile of a simulated program share (simulation.c, constructs.c, threads.c) --- */

/* Sites: what all constructs of one place did. */

/* Their figures, from the constructs of the profile's one run; whatever was there before goes. 0 or -ENOMEM. */
int sw_construct_sites_fill(struct sw_profile *profile);

/*
 * When names and lines are known: a place of the source is one construct, though the compiler has made several copies of it, as of a
 * function that is inlined here and there. One that is inside itself by way of another copy is the outer one, as any that is inside
 * of itself. 0 or -ENOMEM. Does nothing where there is no run.
 */
int sw_construct_sites_unite(struct sw_profile *profile);

/* Programs that make threads themselves (agent/threads), where these are not as OpenMP's are. */

/* "lock", "join" */
const char *sw_vthreads_construct_name(uint32_t kind);

/* What threads waited for, at the places where they wait: likewise. */
void sw_vthreads_add_late(struct sw_construct *constructs, const struct sw_dag *dag,
                          const struct sw_gathered_samples *samples);

/* Paths that lanes name are kept, which samples of other threads may have been left out of; and what each thread did in virtual time, once
 * these are numbered. */
void sw_vthreads_mark_paths(struct sw_gathered_samples *samples, const struct sw_cores *cores);
void sw_vthreads_add_lanes(struct sw_profile *profile, const struct sw_live *live,
                           struct sw_cores *cores, const struct sw_gathered_samples *samples);

/* Where the time of the cores goes is known as a whole; of that, each construct has the part that threads waited in it. */
void sw_vthreads_shape(struct sw_simulation *simulation, struct sw_construct *constructs,
                       const struct sw_live *live, const struct sw_cores *cores);
