/*
 * What the profiler keeps in the profiled process: one range of memory, shared with the process of
 * `spanwise run`, which turns it into a profile when the program is gone, however it went
 * (returned, _exit, a signal, kill -9). Nothing needs to happen in the program at its end.
 *
 * The range is a memfd, mapped at the same address in both processes, so it may hold pointers into
 * itself. It is reserved far larger than what is used; pages come as they are touched. struct
 * sw_live stands at its start. Both sides are of one build: sw_live_build tells.
 */
#ifndef SPANWISE_LIVE_LIVE_H
#define SPANWISE_LIVE_LIVE_H

#include "base/arena.h"
#include "live/cilk.h"
#include "live/locks.h"
#include "live/memory.h"
#include "live/meter.h"
#include "live/modules.h"
#include "live/note.h"
#include "live/opencilk.h"
#include "live/options.h"
#include "live/rates.h"
#include "live/regions.h"
#include "live/sampling.h"
#include "live/tables.h"

#include <stddef.h>

struct sw_omp_record;
struct sw_effort_record;
struct sw_live_tree;
struct sw_annotator;

/* "swlive". And sizes: a static program may have been linked by a build before this one. */
#define SW_LIVE_MAGIC                                            \
    (0x6576696c7773ull ^ (uint64_t)sizeof(struct sw_live) << 8 ^ \
     (uint64_t)sizeof(struct sw_thread) << 32 ^ (uint64_t)sizeof(struct sw_leg) << 44)
#define SW_LIVE_BUILD    SW_VERSION "/18"
#define SW_LIVE_LARGEST  (64ull << 30) /* bytes: addresses, not memory */
#define SW_LIVE_SMALLEST (512ull << 20)
#define SW_LIVE_THREADS  4096

/* One thread of the program that has reported events. Starts zeroed. */
struct sw_thread {
    /* Known to stub.S (live/stub.h): */
    struct sw_note *next; /* where the next note goes; NULL: inside an event, signals keep out */
    uint64_t last;        /* ticks at the last note, or at the end of the last event */
    const volatile uint64_t *counter; /* of a meter that is no clock (agent/core/counter.h) */

    struct sw_note *notes, *notes_end; /* the first one; inside an event: behind the newest */
    struct sw_live *live;
    struct sw_thread_meter meter;
    struct sw_cilk_thread cilk;
    struct sw_pending pending;
    uint64_t stack_low, stack_size; /* as in its leg */
    struct sw_opencilk_thread opencilk;

    struct sw_live_function *functions; /* as in struct sw_live: for what every event needs */
    struct sw_live_slot *slots;
    struct sw_live_calls *calls;   /* by function */
    struct sw_live_memory *memory; /* traffic that its call sites are charged with; NULL: none */
    struct sw_rates *rates;        /* by which what it counts becomes time; NULL: it does not */
    struct sw_leg *own, *leg;      /* its own; that it runs now, NULL: none */
    struct sw_strand *strand;      /* of that */
    uint64_t work_elsewhere;       /* of what it ran before, less that of the strand when it came */
    struct sw_note *replayed;      /* up to here */
    uint64_t events, dropped, elsewhere;
    uint32_t shared;            /* a worker: thieves may replay its notes too, ... */
    _Atomic uint32_t replaying; /* ... whoever has set this */
    uint32_t idle;              /* a worker that has nothing to run */
    uint32_t helper;            /* one that the program knows nothing of */
    uint32_t frozen;            /* kept out of events, at the program's end */

    struct { /* live/notes/budget.h */
        uint64_t next_sample, next_look;
        uint64_t entries, work_before; /* as it last saw them */
    } budget;
    struct {                          /* agent/cilk/tool.h */
        struct sw_tool_frame *frames; /* free ones */
        uint64_t n_frames;
        struct sw_strand *told; /* of the newest callback */
    } tool;
    struct {                        /* live/held.h */
        struct sw_sampler *sampler; /* NULL: none */
        struct sw_held held[SW_HELD_MOST];
        uint64_t n_held;
    } samples;
};
_Static_assert(offsetof(struct sw_thread, next) == SW_THREAD_NEXT, "live/stub.h");
_Static_assert(offsetof(struct sw_thread, last) == SW_THREAD_LAST, "live/stub.h");
_Static_assert(offsetof(struct sw_thread, counter) == SW_THREAD_COUNTER, "live/stub.h");

/* What the thread has worked, as far as it is replayed. */
static inline uint64_t sw_thread_work(const struct sw_thread *t)
{
    return t->work_elsewhere + t->strand->at.work;
}

struct sw_live {
    uint64_t magic;
    char build[32];
    void *base;
    uint64_t size;
    int64_t pid;
    struct sw_arena arena;
    struct sw_live_options options;
    uint64_t ticks_per_second;
    struct sw_live_costs costs;
    struct sw_rates *rates;        /* NULL: none are given */
    struct sw_live_memory *memory; /* NULL: accesses are not followed */
    uint64_t started_unix;
    _Atomic uint64_t stopped; /* events are switched off */
    _Atomic uint64_t
        halted_ns; /* when a signal last stopped the process (CLOCK_MONOTONIC), as the tool saw it; 0: never */
    _Atomic uint64_t frozen; /* those of workers: the program ends */
    uint64_t ended;          /* the program came to its end by itself */
    _Atomic uint64_t forks;
    char trouble[256]; /* why it switched itself off; "": it did not */

    _Atomic uint32_t lock;              /* for what is rare: new sites, new threads, the budget */
    uint64_t gone;                      /* the program is: its code cannot be looked at */
    struct sw_live_function *functions; /* SW_SITES_MAX of them */
    _Atomic uint32_t n_functions;       /* one more than the highest number */
    uint32_t most_numbers;              /* of functions and of sites: SW_SITES_MAX at most */
    struct sw_live_site *sites;         /* SW_SITES_MAX */
    _Atomic uint32_t n_sites;           /* one more than the highest number */
    struct sw_live_slot *slots;         /* 2 x SW_SITES_MAX */
    uint32_t n_joined;                  /* slots that sw_site_join() filled */
    struct sw_live_calls *calls;        /* of all threads that have none of their own */
    struct sw_thread *threads[SW_LIVE_THREADS];
    _Atomic uint32_t n_threads;
    const struct sw_watcher *watcher; /* of strands, in the program; NULL: none */

    struct sw_cilk_live cilk;
    struct sw_opencilk_live opencilk;
    struct sw_live_regions regions;
    struct sw_live_locks locks;
    struct sw_live_modules modules;
    struct sw_sampling sampling;
    struct sw_omp_record *_Atomic openmp; /* of each OS thread that has used OpenMP; NULL: none */
    struct sw_trail *trails;         /* SW_TRAILS of them (live/trail.h); NULL: none are kept */
    struct sw_effort_record *effort; /* of `spanwise sample` (live/effort.h); NULL: this is none */
    struct sw_live_tree *_Atomic tree; /* --tree, or annotations (live/tree.h); NULL: none */
    struct sw_annotator *annotator;    /* of annotations; NULL: it is none */
};

static inline uint64_t sw_live_to_ns(const struct sw_live *live, uint64_t ticks)
{
    return (uint64_t)((unsigned __int128)ticks * 1000000000 / live->ticks_per_second);
}

static inline uint64_t sw_live_to_ticks(const struct sw_live *live, uint64_t ns)
{
    return (uint64_t)((unsigned __int128)ns * live->ticks_per_second / 1000000000);
}

#endif
