/*
 * What `spanwise sample` keeps of a run, in the live range: written by all threads, in signal handlers and in
 * reporters' functions, without libc and (but for locks that threads waited for) without locks
 * (agent/sample/record.h); read when the program is gone (collect/effort.c). Times are in nanoseconds, unless
 * they are said to be ticks.
 */
#pragma once

#include "base/range.h"
#include "engine/lanes/lane.h"
#include "live/sampling.h"
#include "profile/effort.h"

#include <stdbool.h>

struct sw_origin;

#define SW_EFFORT_PATHS \
    (1u << 19) /* that have sums: 28 MB if all are used; others count for a caller */
#define SW_EFFORT_WORKERS   SW_SAMPLERS_MAX
#define SW_EFFORT_LOCKS     (1u << 14) /* a power of two; three quarters of it are used */
#define SW_EFFORT_STRETCHES SW_LANE_STRETCHES
#define SW_EFFORT_LANES     SW_LANES_MOST /* 64 bytes a stretch each */
#define SW_EFFORT_RANGES    4096
#define SW_LOCK_PATHS       8
#define SW_WORKER_CACHED    1024 /* a power of two */
#define SW_WORKER_HELD      8

/* Of a path: as in struct sw_effort_path. */
struct sw_effort_sums {
    _Atomic uint64_t work, overhead[SW_OVERHEADS], idle, idle_by[SW_IDLES], waited, blamed;
};

/* Who waited longest, or held: those that are seen again and again stay. */
struct sw_lock_path {
    uint32_t path;
    uint64_t ns;
};

/* A lock that some thread has waited for, or what else threads release each other by: a barrier, a condition, a semaphore, a
 * thread's end. Its address is in the record. */
struct sw_lock {
    _Atomic uint32_t taken; /* by who changes it: for some nanoseconds */
    _Atomic uint32_t waiting;
    uint64_t since;  /* ticks, up to which ... */
    uint64_t unpaid; /* ... ticks that all threads have waited, and nobody is charged with yet */
    uint64_t waits, waited;
    bool is_known; /* where it was first waited for has been noted */
    _Atomic uint64_t held, entries;
    _Atomic uint32_t queued;      /* threads that wait on it, and are not yet through, ... */
    _Atomic uint32_t released_of; /* ... of which so many have been released, ... */
    _Atomic uint32_t released_by; /* ... by the worker of this lane, most lately */
    uint32_t members, arrived;    /* of a barrier: threads that it is for, and that came, in all */
    _Atomic uint64_t latest;      /* due time of who came last to wait on it, ... */
    _Atomic uint64_t party;       /* ... of all that did: bits of their numbers */
    /* Due time (delay.c) of the newest release; of a barrier, of the last that came, by turns: one of the next may come
     * before all have left. */
    _Atomic uint64_t released[2];
    struct sw_lock_path holders[SW_LOCK_PATHS], waiters[SW_LOCK_PATHS], inside[SW_LOCK_PATHS];
};

/* Paths that were found by walking before. */
struct sw_worker_place {
    uint64_t from, sp;
    uint32_t base, path;
};

/* Its first words are read by all samples: it has a cache line of its own. */
struct sw_worker {
    _Atomic uint32_t doing;     /* enum sw_doing of agent/sample/reporter.h */
    uint32_t inside;            /* it walks: the handler keeps out */
    _Atomic uint64_t fresh;     /* ticks: it was last known to run, if it works; 0: no thread */
    _Atomic uint32_t schedules; /* it runs so many tasks in waits that these are none */
    uint32_t tasks;             /* since its last sample */
    uint32_t seen; /* what the sample that is being taken found it doing: by where it was, too */
    uint32_t lane; /* one more than its number; 0: it has none */
    uint64_t lag;  /* ticks that it is behind of its due time (delay.c), in which ... */
    _Atomic uint64_t rests;     /* ... it waits since, if it does, or ended; ... */
    _Atomic uint64_t begun;     /* ... it goes on since, without having waited for other threads */
    struct sw_lock *_Atomic on; /* what it waits on; NULL: not known */
    _Atomic uint64_t waits_since; /* ticks; 0: it does not, or that is not known */
    enum sw_wait_for waits_for;
    const struct sw_origin *_Atomic origin;
    struct sw_sampler *sampler;
    uint64_t wait_sp;              /* where it began to wait */
    uint64_t waited, blamed;       /* ticks that are not charged to a path yet */
    uint64_t cost, samples;        /* ticks that so many samples of it took, ... */
    uint64_t walked_ns;            /* ... and what walks for creators' paths did */
    int32_t thread;                /* the kernel's number */
    int32_t times;                 /* file with its processor time and delay; -1: none */
    uint32_t asks;                 /* it reads them: the handler keeps out of that */
    uint64_t asked;                /* ticks: when it last did, ... */
    uint64_t delay, cpu;           /* ... and what it was, in ns; ... */
    uint64_t late;                 /* ... of that, outside waits */
    uint64_t life;                 /* ticks: it started; ... */
    uint64_t waits;                /* ... that it waited since, as reporters know */
    uint64_t first_cpu;            /* the kernel's count at the start */
    uint64_t held[SW_WORKER_HELD]; /* addresses of locks that it has alone */
    uint32_t n_held;
    _Atomic uint64_t framed; /* a lock on its stack: in which frame is not known yet; 0: none */
    struct sw_worker *next;  /* of those without a thread */
    struct sw_worker_place places[SW_WORKER_CACHED];
};

/* Which reporters had something to do: bits of `reporters`. */
enum sw_reporter {
    SW_REPORTER_THREADS = 1,
    SW_REPORTER_GOMP = 2,
    SW_REPORTER_OMPT = 4,
    SW_REPORTER_CILK = 8,
};

struct sw_effort_record {
    uint64_t processors;
    uint64_t period; /* ns, */
    uint64_t period_ticks;
    uint32_t many_tasks; /* in a period */
    uint64_t fresh;      /* ticks for which a thread is thought to run, from a sample on */
    uint64_t started_cpu;
    _Atomic uint64_t newest;           /* ticks, of a sample, ... */
    _Atomic uint64_t newest_lag;       /* ... and of its thread */
    _Atomic uint64_t nobody_since;     /* ticks: no thread works; 0: some do */
    _Atomic uint64_t nobody[SW_WAITS]; /* ticks */
    _Atomic uint64_t delay, blocked;   /* ns, of threads that ended */
    uint64_t ended, ended_cpu;         /* 0: it did not by itself */
    uint64_t ended_due;                /* in due time (delay.c) of the thread that ended it */
    struct sw_effort_sums *sums;
    struct sw_worker *workers[SW_EFFORT_WORKERS];
    _Atomic uint32_t n_workers;
    struct sw_worker *left; /* workers without a thread */
    _Atomic uint64_t threads, threads_now, threads_most;
    _Atomic uint64_t *lock_addresses; /* a hash table; 0: free */
    struct sw_lock *locks;
    _Atomic uint32_t n_locks;
    _Atomic uint64_t lost_locks; /* waits for locks that there was no room for */
    struct sw_stretches over;    /* ticks since the start */
    struct {
        _Atomic uint64_t work, overhead, idle;
        sw_majority alone; /* path of who runs alone, by samples */
    } stretches[SW_EFFORT_STRETCHES];
    /* Threads that had the same worker, one after the other; NULL: not yet. Work and overhead are by samples; what is waited on is a
     * lock: one more than its place in the table. */
    struct sw_lane *lanes[SW_EFFORT_LANES];
    struct sw_range runtime[SW_EFFORT_RANGES];
    _Atomic uint32_t n_runtime;
    _Atomic uint32_t reporters; /* enum sw_reporter */
    uint32_t is_forked;         /* the process is a child after fork(), from its first thread on */
};
