/*
 * What the profiler keeps in the profiled process: one range of memory, shared with the process of
 * `spanwise run`, which turns it into a profile when the program is gone, however it went
 * (returned, _exit, a signal, kill -9). Nothing needs to happen in the program at its end.
 *
 * The range is a memfd, mapped at the same address in both processes, so it may hold pointers into
 * itself. It is reserved far larger than what is used; pages come as they are touched. struct
 * sw_live stands at its start. Both sides are of one build: sw_live_build tells.
 */
#pragma once

#include "abi/cilk.h"
#include "base/arena.h"
#include "base/range.h"
#include "engine/strand/strand.h"
#include "live/leg.h"
#include "live/memory.h"
#include "live/modules.h"
#include "live/options.h"
#include "live/perf_meter.h"
#include "live/rates.h"
#include "live/sampling.h"
#include "live/stub.h"

/* Notes, which events are made of, and what waits between two of them. */

/*
 * What a stub notes down when a sled is passed; live/notes/ makes events of it. A thread's notes fill
 * SW_NOTES_BYTES, aligned to that, from the second on: the place of the next one ends in zeros when
 * there is no room.
 */
struct sw_note {
    uint64_t ticks;
    uint64_t sp, from; /* the stack pointer and the link register (return address) at the sled */
    uint64_t what;     /* number of the function (ENTRY) or sled, kind << 32, after << 40; or 0:
                          done with. A hook's: see live/notes/opencilk.h */
};

static inline uint64_t sw_note_kind(uint64_t what)
{
    return what >> 32 & 0xff;
}

/* A spawn whose callee is not entered yet. */
struct sw_pending {
    uint64_t sled; /* its address; 0: none */
    uint64_t cost, mark;
};

/* A sample of a spawn that is pending. */
struct sw_held {
    uint32_t path, weight;
};
#define SW_HELD_MOST 16

/* What the front ends that follow calls have numbers for in the live range: functions, and call sites. */

/* Why a function is not followed. */
enum { SW_LEFT_OUT_BY_BUDGET = 1, SW_LEFT_OUT_BY_LEVEL };

/* A function that has sleds, or calls hooks. Numbered from 1. */
struct sw_live_function {
    uint64_t address; /* of a hook's: behind its call of the hook at its entry */
    uint32_t first_sled, n_sleds;
    uint32_t size;
    uint8_t spawns;    /* has sleds in its body, or is spawned: the budget keeps off */
    uint8_t left_out;  /* SW_LEFT_OUT_* */
    uint8_t tails;     /* has TAIL sleds */
    uint8_t hooks;     /* has no sleds: its hooks look at left_out themselves */
    uint32_t id;       /* of a hook's: OpenCilk's own number */
    uint8_t strangers; /* of a hook's: how often its frame pointer led to no code */
    uint8_t reserved[3];
};

/* What the budget and the meter want to know of a function. Workers have each their own. */
struct sw_live_calls {
    uint64_t calls;                /* entries seen */
    uint64_t calls_before;         /* at the last look of the budget */
    uint64_t sampled_own, samples; /* of some of its short invocations: own ticks, and how many */
    uint64_t long_own;             /* of all its long ones */
    uint64_t longs[2];             /* intervals in it that the meter looked at: long, longer */
};

/* A call site. Numbered from 1; number 1 is the root. */
#define SW_ROOT_SITE 1
struct sw_live_site {
    uint64_t address;  /* return address of a call; the sled of a spawn, loop or scope */
    uint32_t function; /* callee's number, or 0 */
    uint32_t kind;     /* enum sw_site_kind of profile.h */
    uint32_t label;    /* of a split: number in `splits`, from 1 */
    uint32_t owner;    /* ... of the function that it is in; 0: that has no sleds */
    uint32_t flags;    /* enum sw_site_flags of profile.h */
    uint32_t reserved;
};

/* An entry of the hash table from (address, function) to site; address 0: free. */
struct sw_live_slot {
    _Atomic uint64_t address;
    uint32_t function, site;
};

/*
 * Locks that the program has taken, by number: what libspanwise-locks.so told of (agent/cilk/lock.c). How long they were held is
 * the strands' (engine/strand/strand.h).
 */

enum { SW_LIVE_LOCKS = 1 << 16, SW_LIVE_LOCK_SLOTS = 1 << 17 };

struct sw_live_lock {
    uint64_t address;
};

/* What is at an address now. */
struct sw_live_lock_slot {
    uint64_t address; /* 0: free */
    uint64_t owner;   /* of a lock on a stack: the work at which its function began; else 0 */
    uint32_t number;  /* 0: there will be a new one when it is taken */
    uint32_t alone;   /* how often it is held by the only task that can know it */
};

struct sw_live_locks {
    struct sw_live_lock *all; /* SW_LIVE_LOCKS; NULL: nobody looks at locks */
    uint32_t n;               /* one more than the highest number */
    uint32_t n_slots;         /* in use */
    struct sw_live_lock_slot *slots;
    uint64_t lost; /* times that a lock was taken which there was no number for */
};

/* The block of regions and splits, which the program names by labels: agent/cilk/region.c. */

#define SW_LABEL_BYTES 64

struct sw_live_regions {
    _Atomic uint64_t ids;
    uint64_t lost;           /* that ended on another worker than they began on, before a sync */
    uint64_t lost_positions; /* asked for in stolen continuations: not from the program's start */
    char labels[SW_LABELS_MAX][SW_LABEL_BYTES]; /* of regions */
    char splits[SW_LABELS_MAX][SW_LABEL_BYTES];
    uint32_t n_labels, n_splits;
};

/* The blocks of programs built by spanwise cc: of each thread, and of the live range. */

#define SW_LIVE_LEGS  (1u << 16)
#define SW_LIVE_SLEDS (1u << 22)

/* How many iterations of a cilk_for are run at once: agent/cilk/loop.c. */
struct sw_loop_pace {
    uint64_t site;   /* which loop; 0: none */
    uint64_t most;   /* so many; 0: a chunk each time */
    uint64_t events; /* of the thread, when they began */
    uint64_t busy;   /* other events were among them: a chunk each time */
};
#define SW_LOOP_PACES 8 /* of loops that take turns; by address */

struct sw_cilk_thread {
    /* A TAIL sled was passed: the sp and return address that the tail's callee will have; 0: none. */
    uint64_t tail_sp, tail_from, tail_sled;
    struct sw_loop_pace paces[SW_LOOP_PACES];
    uint64_t together; /* chunks that were */
    uint64_t apart;    /* it is inside so many calls that are no work: agent/cilk/apart.c */
};

struct sw_live_sled {
    uint64_t at;       /* run-time address */
    uint64_t stub;     /* its slot; 0: none could be made */
    uint32_t function; /* number; 0 for sleds in a body */
    uint8_t kind;      /* enum sw_sled_kind */
    uint8_t stay_nop;  /* never patched: others report for it */
    uint8_t after;     /* an EXIT that reports for the SYNC before it: ticks between the two */
    uint8_t reserved;
};

struct sw_cilk_live {
    struct sw_live_sled *sleds; /* SW_LIVE_SLEDS */
    uint32_t n_sleds;
    uint32_t n_legs;
    struct sw_leg *legs[SW_LIVE_LEGS]; /* of stolen continuations */
    struct sw_leg *free_legs;
    uint64_t parallel;            /* a computation has begun that others can steal from */
    uint64_t steals, lost_steals; /* the latter: what followed has no records, for want of memory */
};

/* The blocks of programs with OpenCilk's hooks: of each thread, and of the live range. See agent/opencilk/. */

#define SW_STACKS_MAX       8
#define SW_OPENCILK_WORKERS 16

struct sw_opencilk_thread {
    /* Stacks that hooks were called on, its own and fibers; which is in use (and in the thread's stack_low and
     * stack_size too); up to where frame pointers can be followed on it. */
    struct sw_stack stacks[SW_STACKS_MAX];
    uint64_t stack, n_stacks, frames_end;
    uint64_t detach, detach_sp, detach_region; /* the last one */
    uint32_t *by_id;                           /* as below */
    uint64_t too_deep; /* calls and tasks that have no frame, for want of memory */
};

struct sw_opencilk_live {
    uint32_t *by_id;    /* the function of an id of OpenCilk's; NULL: no hooks */
    uint64_t has_grain; /* loops have that of so many workers */
};

/* What the meter (agent/core/meter.h) keeps of each thread, and what the profiler costs. */

/* What the profiler costs, by calibration, in sixteenths of a tick: a tick is about a nanosecond. */
#define SW_COST_TICK 16
struct sw_live_costs {
    uint64_t note;        /* a sled that is noted: what the program's own time grows by, ... */
    uint64_t dense_note;  /* ... and among many that are close together: */
    uint64_t dense_ticks; /* up to so many (whole) ticks from one to the next */
    uint64_t reading;     /* of the clock, back to back: what the above vary with */
    uint64_t replay;      /* what that takes later, when the clock does not count for the program */
    uint64_t loop;        /* from one chunk of a cilk_for to the next */
    uint64_t lock;        /* that is taken, or released; found when the first one is */
};

/* Clocks at one moment, from which on what a thread waited for a processor is found. */
struct sw_meter_reference {
    uint64_t ticks, cpu_ns;
    uint64_t voluntary;    /* switches to other threads */
    uint64_t run_delay_ns; /* that it waited, as the kernel counts it */
};

/* Of a thread. */
struct sw_thread_meter {
    uint64_t seen; /* ticks up to which all is counted */
    uint64_t run;  /* notes in a row that are close together */
    uint64_t debt; /* what notes have cost and is not subtracted yet, in 1/SW_COST_TICK ticks */
    uint64_t long_ticks;
    uint64_t overhead; /* ticks taken out: the profiler's */
    struct sw_live_costs costs;
    uint64_t reading; /* as last seen, see sw_meter_track() */
    uint64_t preempted_ticks;
    struct sw_meter_reference reference;
    uint64_t last_tick, tick_cost, tick_cost_most, events_before, work_at_tick, noise;
    struct sw_perf_meter perf; /* of a meter that is one */
    uint64_t apart;            /* ticks in which it was elsewhere: agent/cilk/apart.c */
    uint64_t preempted;        /* ticks taken out: the machine's share */
    uint64_t rest;             /* of a tick, that is left over: live/rates.h */
    uint64_t notes,
        dense; /* notes that were gone through, and those of them that were dense: dues.h */
};

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
    struct {                          /* agent/cilk/tool.c */
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
    _Atomic uint64_t stopped;   /* events are switched off */
    _Atomic uint64_t halted_ns; /* CLOCK_MONOTONIC: a signal last stopped it, says the tool */
    _Atomic uint64_t frozen;    /* those of workers: the program ends */
    uint64_t ended;             /* the program came to its end by itself */
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
