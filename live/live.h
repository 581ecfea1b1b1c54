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

#include "abi/cilk.h"
#include "base/arena.h"
#include "engine/strand/strand.h"
#include "live/event_meter.h"
#include "live/sampling.h"
#include "live/stub.h"

#include <limits.h>
#include <stdatomic.h>

struct sw_omp_record;
struct sw_effort_record;
struct sw_live_tree;
struct sw_annotator;

/* "swlive". And sizes: a static program may have been linked by a build before this one. */
#define SW_LIVE_MAGIC                                            \
    (0x6576696c7773ull ^ (uint64_t)sizeof(struct sw_live) << 8 ^ \
     (uint64_t)sizeof(struct sw_thread) << 32 ^ (uint64_t)sizeof(struct sw_leg) << 44)
#define SW_LIVE_BUILD    SW_VERSION "/13"
#define SW_LIVE_LARGEST  (64ull << 30) /* bytes: addresses, not memory */
#define SW_LIVE_SMALLEST (512ull << 20)
#define SW_LIVE_MODULES  512
#define SW_LIVE_LATE     64
#define SW_LIVE_THREADS  4096
#define SW_LIVE_LEGS     (1u << 16)
#define SW_LIVE_SLEDS    (1u << 22)
#define SW_LABEL_BYTES   64

/* What `spanwise run` asks for, as text in SPANWISE_OPTIONS: see options.c. */
struct sw_live_options {
    uint64_t spawns_only;              /* --level=spawns */
    uint64_t budget_percent;           /* 0: none */
    uint64_t burden;                   /* in the meter's unit */
    uint64_t grain;                    /* of a cilk_for without a pragma; 0: from the count */
    uint64_t workers;                  /* 1: a serial run, in serial order */
    uint64_t tool;                     /* --tool: SPANWISE_TOOL names it */
    uint64_t meter;                    /* enum sw_meter_kind */
    uint64_t event_type, event_config; /* of an event: as in struct perf_event_attr */
    uint64_t only_ours;   /* --libraries=none: code that spanwise cc has not built is not counted */
    uint64_t engine;      /* enum sw_engine */
    uint64_t sample_rate; /* --level=sampled: samples a second; 0: none */
    /* Of OpenMP: */
    uint64_t processors;    /* that are simulated; 0: as many as the machine has */
    uint64_t force_threads; /* though the program asks for another number */
    uint64_t tree;          /* --tree: bytes that the program tree may take; 0: none */
    uint64_t baton;         /* logical threads are real ones, of which one runs at a time */
    uint64_t front_end; /* enum sw_front_end of the tool, which alone looks at it; 0: as found */
};

/* What costs are counted in. */
enum sw_meter_kind {
    SW_METER_TIME,         /* the processor's clock, less what is not the program's */
    SW_METER_INSTRUCTIONS, /* a word for each thread: counter.h */
    SW_METER_EVENT,        /* a counter of the kernel's: event_meter.h */
};

/* What counts instructions. */
enum sw_engine {
    SW_ENGINE_ANY, /* as the tool chooses */
    SW_ENGINE_OWN, /* the program itself, translated: translate/translate.h */
    SW_ENGINE_QEMU,
};

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

struct sw_live_sled {
    uint64_t at;       /* run-time address */
    uint64_t stub;     /* its slot; 0: none could be made */
    uint32_t function; /* number; 0 for sleds in a body */
    uint8_t kind;      /* enum sw_sled_kind */
    uint8_t stay_nop;  /* never patched: others report for it */
    uint8_t after;     /* an EXIT that reports for the SYNC before it: ticks between the two */
    uint8_t reserved;
};

/* A call site. Numbered from 1; number 1 is the root. */
#define SW_ROOT_SITE 1
struct sw_live_site {
    uint64_t address;  /* return address of a call; the sled of a spawn, loop or scope */
    uint32_t function; /* callee's number, or 0 */
    uint32_t kind;     /* enum sw_site_kind of profile.h */
    uint32_t label;    /* of a split: number in `splits`, from 1 */
    uint32_t owner;    /* ... of the function that it is in; 0: that has no sleds */
};

/* An entry of the hash table from (address, function) to site; address 0: free. */
struct sw_live_slot {
    _Atomic uint64_t address;
    uint32_t function, site;
};

struct sw_live_module {
    char path[PATH_MAX];
    uint64_t start, end, bias;
    uint64_t code, code_end; /* where code can be read */
    uint64_t unwind_table;   /* its PT_GNU_EH_FRAME; 0: none */
    uint8_t build_id[32];
    uint32_t build_id_size;
    uint32_t reserved;
};

/* What the profiler costs, by calibration, in sixteenths of a tick: a tick is about a nanosecond. */
#define SW_COST_TICK 16
struct sw_live_costs {
    uint64_t note;        /* a sled that is noted: what the program's own time grows by, ... */
    uint64_t dense_note;  /* ... and among many that are close together: */
    uint64_t dense_ticks; /* up to so many (whole) ticks from one to the next */
    uint64_t reading;     /* of the clock, back to back: what the above vary with */
    uint64_t replay;      /* what that takes later, when the clock does not count for the program */
    uint64_t loop;        /* from one chunk of a cilk_for to the next */
};

/*
 * What a stub notes down when a sled is passed; replay.h makes events of it. A thread's notes fill
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

/* A stack that hooks were called on: a thread's own, or a fiber of OpenCilk's. */
struct sw_stack {
    uint64_t low, size;
};
#define SW_STACKS_MAX 8

/* Regions begun by their label: the outermost one counts. */
struct sw_begun {
    uint64_t depth, id;
    uint32_t stamp;   /* of the frame that has begun it, ... */
    uint32_t outside; /* ... or it was begun before the leg was */
};

/* A sample of a spawn that is pending. */
struct sw_held {
    uint32_t path, weight;
};
#define SW_HELD_MOST 16

/*
 * A strand, and what the front end keeps with it. Each thread has one of its own. In a parallel run
 * every stolen continuation has one too, and they go from one worker to another, as legs of a relay
 * do: see target/cilk/parallel.h.
 */
struct sw_leg {
    struct sw_strand strand;
    uint64_t stack_low, stack_size;   /* its frames are on that stack */
    struct sw_begun *begun;           /* by label; NULL: none was */
    struct sw_thread *_Atomic thread; /* that runs it; NULL: none */
    struct sw_leg *left;              /* of a stolen continuation: from where, ... */
    uint64_t depth;                   /* ... and from how deep there */
    struct sw_leg *next;              /* in the list of free ones */
    uint64_t fresh;                   /* nobody has run it since it was stolen */
};

/* Clocks at one moment, from which on what a thread waited for a processor is found: meter.h. */
struct sw_meter_reference {
    uint64_t ticks, cpu_ns;
    uint64_t voluntary;    /* switches to other threads */
    uint64_t run_delay_ns; /* that it waited, as the kernel counts it */
};

/* One thread of the program that has reported events. Starts zeroed. */
struct sw_thread {
    /* Known to stub.S: */
    struct sw_note *next; /* where the next note goes; NULL: inside an event, signals keep out */
    uint64_t last;        /* ticks at the last note, or at the end of the last event */
    const volatile uint64_t *counter;  /* of a meter that is no clock; else NULL: counter.h */
    struct sw_note *notes, *notes_end; /* the first one; inside an event: behind the newest */
    struct sw_live *live;
    uint64_t seen; /* ticks up to which all is counted */
    uint64_t run;  /* notes in a row that are close together */
    uint64_t debt; /* what notes have cost and is not subtracted yet, in 1/SW_COST_TICK ticks */
    /* A TAIL sled was passed: the sp and return address that the tail's callee will have; 0: none.
     */
    uint64_t tail_sp, tail_from, tail_sled;
    /* A SPAWN sled was passed and its callee not entered: address of the sled; 0: none. */
    uint64_t pending, pending_cost, pending_mark;
    uint64_t stack_low, stack_size; /* as in its leg */
    /* The hooks', see front/opencilk/: the stack in use (which is in stack_low and stack_size too)
     * and those seen before; up to where frame pointers can be followed on it; the last detach. */
    struct sw_stack stacks[SW_STACKS_MAX];
    uint64_t stack, n_stacks, frames_end;
    uint64_t detach, detach_sp, detach_region;
    uint32_t *by_id;   /* as in struct sw_live */
    uint64_t too_deep; /* calls and tasks that have no frame, for want of memory */
    uint64_t long_ticks;
    uint64_t overhead; /* ticks taken out: the profiler's */
    uint64_t events, next_sample, next_look, dropped, elsewhere;
    struct sw_live_costs costs;
    uint64_t reading;                   /* as last seen, see sw_meter_track() */
    struct sw_live_function *functions; /* as in struct sw_live: for what every event needs */
    struct sw_live_slot *slots;
    struct sw_live_calls *calls; /* by function */
    struct sw_leg *own, *leg;    /* its own; that it runs now, NULL: none */
    struct sw_strand *strand;    /* of that */
    uint64_t work_elsewhere;     /* of what it ran before, less that of the strand when it came */
    struct sw_note *replayed;    /* up to here */
    uint32_t shared;             /* a worker: thieves may replay its notes too, ... */
    _Atomic uint32_t replaying;  /* ... whoever has set this */
    uint32_t idle;               /* a worker that has nothing to run */
    uint32_t helper;             /* one that the program knows nothing of */
    uint32_t frozen;             /* kept out of events, at the program's end */
    /* The meter's, see meter.h. */
    uint64_t preempted_ticks;
    struct sw_meter_reference reference;
    uint64_t last_tick, tick_cost, tick_cost_most, events_before, work_at_tick, noise;
    struct sw_event_meter event;   /* of a meter that is one */
    uint64_t apart;                /* ticks in which it was elsewhere: target/cilk/apart.h */
    uint64_t preempted;            /* ticks taken out: the machine's share */
    uint64_t entries, work_before; /* as the budget last saw them */
    /* A tool's, see tool.h. */
    struct sw_tool_frame *tool_frames; /* free ones */
    uint64_t n_tool_frames;
    struct sw_strand *told; /* of the newest callback */
    /* Samples, see held.h. */
    struct sw_sampler *sampler; /* NULL: none */
    struct sw_held held[SW_HELD_MOST];
    uint64_t n_held;
};

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
    uint64_t started_unix;
    _Atomic uint64_t stopped; /* events are switched off */
    _Atomic uint64_t frozen;  /* those of workers: the program ends */
    uint64_t ended;           /* the program came to its end by itself */
    _Atomic uint64_t forks;
    char trouble[256]; /* why it switched itself off; "": it did not */

    struct sw_live_function *functions; /* SW_SITES_MAX of them */
    _Atomic uint32_t n_functions;       /* one more than the highest number */
    uint32_t most_numbers;              /* of functions and of sites: SW_SITES_MAX at most */
    struct sw_live_sled *sleds;
    uint32_t n_sleds;
    struct sw_live_site *sites; /* SW_SITES_MAX */
    _Atomic uint32_t n_sites;   /* one more than the highest number */
    struct sw_live_slot *slots; /* 2 x SW_SITES_MAX */
    uint32_t *by_id;            /* the function of an id of OpenCilk's; NULL: no hooks */
    uint32_t n_joined;          /* slots that sw_site_join() filled */
    uint64_t loops;             /* some detach was a loop's */
    uint64_t gone;              /* the program is: its code cannot be looked at */
    _Atomic uint32_t lock;      /* for what is rare: new sites, new threads, the budget */

    struct sw_thread *threads[SW_LIVE_THREADS];
    _Atomic uint32_t n_threads;
    struct sw_live_calls *calls;       /* of all threads that have none of their own */
    struct sw_leg *legs[SW_LIVE_LEGS]; /* of stolen continuations */
    uint32_t n_legs;
    struct sw_leg *free_legs;
    uint64_t parallel;            /* a computation has begun that others can steal from */
    uint64_t steals, lost_steals; /* the latter: what followed has no records, for want of memory */
    _Atomic uint64_t region_ids;
    uint64_t lost_regions;   /* that ended on another worker than they began on, before a sync */
    uint64_t lost_positions; /* asked for in stolen continuations: not from the program's start */

    char labels[SW_LABELS_MAX][SW_LABEL_BYTES]; /* of regions */
    char splits[SW_LABELS_MAX][SW_LABEL_BYTES];
    uint32_t n_labels, n_splits;

    struct sw_live_module modules[SW_LIVE_MODULES];
    uint32_t n_modules;
    struct sw_live_module late[SW_LIVE_LATE]; /* that samples came across first: see loaded.h */
    _Atomic uint32_t n_late, late_lock;

    const struct sw_watcher *watcher; /* of strands, in the program; NULL: none */

    struct sw_omp_record *_Atomic openmp; /* of each OS thread that has used OpenMP; NULL: none */
    struct sw_effort_record *effort;      /* of `spanwise sample`; NULL: this is none */
    struct sw_live_tree *_Atomic tree;    /* --tree, or annotations; NULL: none */
    struct sw_annotator *annotator;       /* of annotations; NULL: it is none */
    struct sw_sampling sampling;
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
