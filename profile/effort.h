/*
 * What `spanwise sample` found: the effort of a real parallel run, by call path. Its paths are those of
 * struct sw_sampled; what is here is by the same index. Times are in nanoseconds of one processor, but for
 * the waits, which are wall-clock time of one thread.
 *
 *   effort = work + overhead + idleness = processors x time - nobody's (no thread of it ran at all)
 */
#pragma once

#include "engine/lanes/lane.h"

#include <stddef.h>
#include <stdint.h>

/*
 * What threads did over time, in stretches (engine/lanes/lane.h): of a real run by the clock, which is a part of its effort, of a simulated
 * one in virtual time.
 */

enum { SW_LANE_WHOLE = 65535 };

/* Threads that run one after the other, never two at a time. */
struct sw_effort_lane {
    uint32_t threads;
};

/* A lane in a stretch of time. */
struct sw_effort_cell {
    uint16_t parts[SW_LANE_PARTS]; /* of SW_LANE_WHOLE. The rest: there is no thread, or it had no
                                      core, or it waited for what no agent knows */
    /* One more than an index; 0: not known, or none. */
    uint16_t whom; /* the lane that ended most of the waits */
    uint16_t lock; /* of what it waited for most: the effort's locks, or the run's constructs */
    uint32_t path; /* that most of the samples are of */
};

struct sw_lane_table {
    uint32_t run;     /* index of the simulation; of an effort: 0 */
    uint64_t time;    /* of all, ... */
    uint64_t stretch; /* ... and of one, which the last may be less than */
    size_t n_stretches;
    struct sw_effort_lane *lanes; /* of the threads that began first; what others did is not kept */
    size_t n;
    struct sw_effort_cell *cells; /* n_stretches for each lane */
};

enum sw_overhead {
    SW_OVERHEAD_SCHEDULE,
    SW_OVERHEAD_SYNCHRONIZE,
    SW_OVERHEAD_CREATE,
    SW_OVERHEADS
};

/* Why processors had nothing to do while a path ran, besides that there was nothing else to run. */
enum sw_idle {
    SW_IDLE_UNEVEN, /* threads that worked at the same time were done, or waited for it; */
    SW_IDLE_LOCKS,  /* threads waited for locks; */
    SW_IDLE_FINE,   /* it started threads or tasks, or synchronized; */
    SW_IDLE_AWAY,   /* threads that work at other times waited for a clock, or for input */
    SW_IDLES
};

/* What a thread waits for. */
enum sw_wait_for {
    SW_WAIT_LOCK,
    SW_WAIT_CLOCK,
    SW_WAIT_INPUT,   /* files, signals, other processes */
    SW_WAIT_THREADS, /* of the same program */
    SW_WAIT_DELAY,   /* a processor that other programs had */
    SW_WAITS
};

/* At the path itself; those of the paths that it is part of are sums. */
struct sw_effort_path {
    uint32_t physical; /* its node stands between what a creator ran and what was started there: one
                          more than the index of the path, of the operating system's and the runtime's frames,
                          that is physically in place of all above: a path with a lower index. What frame it
                          has is not looked at. 0: a frame as others */
    uint32_t
        resumed;   /* of such a node. 1: the creator itself goes on there, a continuation that was
                          stolen. 0: something was started: a thread, a task, a region */
    uint64_t work; /* without overhead */
    uint64_t overhead[SW_OVERHEADS]; /* ... */
    uint64_t idle;                   /* its share of processors that had nothing to do, ... */
    uint64_t idle_by[SW_IDLES];      /* ... of that; the rest: nothing else was there to run */
    uint64_t waited;                 /* its thread waited: for a lock, work, others */
    uint64_t blamed;                 /* others waited for a lock that it held */
};

struct sw_effort_lock {
    uint64_t address;
    char *name;      /* of the variable, where it is one; "": not known */
    uint32_t holder; /* one more than the index of the path that was blamed most; 0: none; ... */
    uint32_t waiter; /* ... that waited most; ... */
    uint32_t inside; /* ... that most samples of who held it were at */
    uint64_t waits, waited; /* how often, how long in all */
    uint64_t held;          /* processor time of threads that had it alone, by samples, ... */
    uint64_t entries;       /* ... and how often, since somebody first waited for it */
};

/* A stretch of time: how much of it threads worked, waited for a lock, and did overhead, in sum. */
struct sw_effort_stretch {
    uint64_t work, overhead, idle;
    uint32_t path; /* one more than the index of that which most of the time ran alone; 0: none */
    uint32_t reserved;
};

/* Bits: by what the program is parallel; those that had something to do. As enum sw_reporter of agent/sample. */
enum sw_effort_runtimes {
    SW_EFFORT_THREADS = 1,
    SW_EFFORT_LIBGOMP = 2,
    SW_EFFORT_LIBOMP = 4,
    SW_EFFORT_CILK = 8,
};

struct sw_effort {
    uint64_t processors;       /* n; 0: this is no profile of `spanwise sample` */
    uint64_t time;             /* wall clock */
    uint64_t threads;          /* in all, ... */
    uint64_t threads_most;     /* ... and at a time */
    uint64_t cost;             /* what sampling took of the program's processor time, measured */
    uint64_t cpu;              /* processor time of the process */
    uint64_t due;              /* of the time, without what other programs took; 0: not known */
    uint64_t delay;            /* that threads waited for processors, in all; ... */
    uint64_t blocked;          /* ... in the kernel for what no agent knows, as files */
    uint64_t others;           /* processor time of other programs meanwhile, on these processors */
    uint64_t nobody[SW_WAITS]; /* wall clock: all threads waited, by what ended that */
    uint64_t stretch;          /* length of one */
    struct sw_effort_path *paths; /* as many as sampled.paths; NULL: none */
    struct sw_effort_lock *locks;
    size_t n_locks;
    struct sw_effort_stretch *stretches;
    size_t n_stretches;
    struct sw_effort_lane *lanes; /* of the threads that began first; what others did is not kept */
    size_t n_lanes;
    struct sw_effort_cell *cells; /* n_stretches for each lane */
    uint64_t *runtime;            /* ranges of runtimes' code: low, high, low, high, ... */
    size_t n_runtime;             /* ranges: half of the numbers */
    uint32_t runtimes;            /* enum sw_effort_runtimes */
};
