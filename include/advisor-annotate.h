/*
 * Intel Advisor's annotations, by their names, for `spanwise run` and `spanwise predict`: to be found in place of
 * Advisor's own header of this name. Nothing is to be linked, and unless the program runs under `spanwise run` an
 * annotation costs a load and a branch (spanwise_annotate.h).
 *
 * A site is a section, a lock is known by its address. Names of sites and tasks are written as words or as literals,
 * with quotes or without. What is for Advisor's search for dependences, and says nothing of time, does nothing.
 * With ANNOTATE_EXPAND_NULL defined nothing does anything.
 */
#ifndef _ADVISOR_ANNOTATE_H_
#define _ADVISOR_ANNOTATE_H_

#define INTEL_ADVISOR_ANNOTATION_VERSION 1.0

#include "spanwise_annotate.h"

#ifdef ANNOTATE_EXPAND_NULL
#define __SPANWISE_ADVISOR(taker, ...) ((void)0)
#else
#define __SPANWISE_ADVISOR __SPANWISE_MARK
#endif

/* A site, up to its end; what its end is called may be said again, or not. */
#define ANNOTATE_SITE_BEGIN(site)     __SPANWISE_ADVISOR(section_begin, &__place, #site, 1)
#define ANNOTATE_SITE_END(...)        __SPANWISE_ADVISOR(section_end, &__place, 0, "")

/* A task: a part of the site that may run in parallel with its others. */
#define ANNOTATE_TASK_BEGIN(task)     __SPANWISE_ADVISOR(task_begin, &__place, #task, 1)
#define ANNOTATE_TASK_END(...)        __SPANWISE_ADVISOR(task_end, &__place)

/* The body of a loop as a task, from here to where it comes next, or to the site's end. */
#define ANNOTATE_ITERATION_TASK(task) __SPANWISE_ADVISOR(iteration, &__place, #task, 1)

/* The task that is open stands for so many like it. */
#define ANNOTATE_AGGREGATE_TASK(count) \
    __SPANWISE_ADVISOR(aggregate, &__place, (unsigned long long)(count))

/* Locks, by an address or a number. */
#define ANNOTATE_LOCK_ACQUIRE(lock) \
    __SPANWISE_ADVISOR(lock_begin, &__place, (unsigned long long)(lock))
#define ANNOTATE_LOCK_RELEASE(lock) \
    __SPANWISE_ADVISOR(lock_end, &__place, (unsigned long long)(lock))

/* What is between these counts for nothing, neither time nor annotations. */
#define ANNOTATE_DISABLE_COLLECTION_PUSH          __SPANWISE_ADVISOR(pause, &__place)
#define ANNOTATE_DISABLE_COLLECTION_POP           __SPANWISE_ADVISOR(resume, &__place)

/* For the search for dependences. */
#define ANNOTATE_DISABLE_OBSERVATION_PUSH         ((void)0)
#define ANNOTATE_DISABLE_OBSERVATION_POP          ((void)0)
#define ANNOTATE_RECORD_ALLOCATION(address, size) ((void)(address), (void)(size))
#define ANNOTATE_RECORD_DEALLOCATION(address)     ((void)(address))
#define ANNOTATE_INDUCTION_USES(address, size)    ((void)(address), (void)(size))
#define ANNOTATE_REDUCTION_USES(address, size)    ((void)(address), (void)(size))
#define ANNOTATE_OBSERVE_USES(address, size)      ((void)(address), (void)(size))
#define ANNOTATE_CLEAR_USES(address)              ((void)(address))

#endif
