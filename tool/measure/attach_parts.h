/* The parts of attach.h: a thread of the process, how it is stopped, its stack, and what is kept of it all. */
#pragma once

#include "engine/lanes/lane.h"
#include "profile/profile.h"

#include <elfutils/libdwfl.h>

/* --- a thread --- */

enum sw_attached_state {
    SW_ATTACHED_RUNS,
    SW_ATTACHED_WAITS,   /* for what `waits` says */
    SW_ATTACHED_STOPPED, /* by somebody */
    SW_ATTACHED_GONE,
};

struct sw_attached_thread {
    pid_t tid;
    int state_file, times_file, call_file; /* in /proc */
    bool is_listed;                        /* it was there when all were listed last */
    bool is_held;                          /* it was asked to stop, and has not yet */
    bool is_new;                           /* its times are not known yet */
    enum sw_attached_state state;
    enum sw_wait_for waits;
    uint64_t futex;            /* that it waits on; 0: on none */
    bool is_lock;              /* ... which is a lock */
    uint64_t cpu_ns, delay_ns; /* by the kernel, when it was last asked */
    uint64_t unpaid_ns;        /* processor time that no path has yet */
    uint64_t asked_ns;         /* when it was asked to stop, */
    uint64_t before_ns; /* and how long it had run, and it and we had waited for a processor */
    uint32_t path;      /* where it was found last; 0: nowhere yet */
    bool is_placed;     /* ... in this very sleep */
    uint32_t lane;      /* one more than its number; 0: it has none */
};

/* False: it is gone. */
bool sw_attached_open(struct sw_attached_thread *thread, pid_t pid, pid_t tid);
void sw_attached_close(struct sw_attached_thread *thread);

/* What it does now. */
void sw_attached_look(struct sw_attached_thread *thread);

/* --- a stop --- */

enum { SW_STACK_COPY = 128 << 10, SW_REGISTERS = 33 };

struct sw_stopped {
    uint64_t registers[SW_REGISTERS]; /* by their DWARF numbers */
    unsigned n_registers;
    uint64_t pc, sp;
    size_t size;      /* of the stack, from sp on, that could be copied */
    uint64_t took_ns; /* that it stood still */
    unsigned char stack[SW_STACK_COPY];
};

/* How long a thread stood still that was let go `elapsed_ns` after it was asked to stop: without the time that it ran, and that it or we
 * waited for a processor. At least as long as it was seen to stand still. */
uint64_t sw_attached_still_ns(uint64_t elapsed_ns, uint64_t meanwhile_ns, uint64_t seen_ns);

/* Stops the thread, takes a copy and lets it go. False: it cannot be stopped now; errno says why. */
bool sw_attached_stop(struct sw_attached_thread *thread, struct sw_stopped *stopped);

/* --- its stack --- */

enum { SW_ATTACHED_DEEPEST = 256 };

struct sw_attached_stacks {
    Dwfl *dwfl;
    pid_t pid;
    const struct sw_stopped *stopped; /* that is being unwound */
    uint64_t addresses[SW_ATTACHED_DEEPEST];
    size_t n;
};

bool sw_attached_stacks_init(struct sw_attached_stacks *stacks, pid_t pid);
void sw_attached_stacks_release(struct sw_attached_stacks *stacks);

/* What is mapped now: something was loaded. */
void sw_attached_stacks_refresh(struct sw_attached_stacks *stacks);

/* Into `addresses`, innermost first: of an instruction, or of a call. Whether it came to the outermost. */
bool sw_attached_unwind(struct sw_attached_stacks *stacks, const struct sw_stopped *stopped);

/* --- what is kept --- */

struct sw_attached_path {
    uint64_t address;
    uint32_t caller; /* 0: it is the outermost */
    uint64_t samples;
    struct sw_effort_path sums;
};

/* By a majority of looks: who waited, or held. */
struct sw_attached_lock {
    uint64_t address, waits, waited;
    sw_majority waiter, holder;
};

enum { SW_ATTACHED_LOCKS = 1024 };

struct sw_attached_record {
    struct sw_attached_path *paths; /* the first is none */
    uint32_t n_paths, room;
    uint32_t *table; /* of their numbers, by caller and address; a power of two */
    size_t table_size;
    struct sw_attached_lock locks[SW_ATTACHED_LOCKS];
    size_t n_locks;
    struct sw_stretches over; /* ns since the start */
    struct {
        _Atomic uint64_t work, overhead, idle;
        sw_majority alone;
    } stretches[SW_LANE_STRETCHES];
    struct sw_lane
        *lanes; /* SW_LANES_MOST of them; what is waited on is a lock: one more than its place */
    size_t n_lanes;
    uint64_t nobody[SW_WAITS];
    uint64_t taken, waiting, cut, failed; /* samples; ... that could not be taken */
    uint64_t cost_ns, cpu_ns, delay_ns;
    uint64_t threads, threads_most;
    bool no_memory;
};

bool sw_attached_record_init(struct sw_attached_record *record);
void sw_attached_record_release(struct sw_attached_record *record);

/* The number of that path, whose addresses are innermost first; 0: no memory. */
uint32_t sw_attached_path(struct sw_attached_record *record, const uint64_t *addresses, size_t n,
                          bool is_whole);

/* A lock by its address; NULL: there is no room. */
struct sw_attached_lock *sw_attached_lock(struct sw_attached_record *record, uint64_t address);

/* A thread's lane, at that stretch; NULL: it has none. */
struct sw_lane_cell *sw_attached_cell(struct sw_attached_record *record,
                                      const struct sw_attached_thread *thread, size_t stretch);

/* The stretch that this time since the start is in. */
size_t sw_attached_stretch(struct sw_attached_record *record, uint64_t at_ns);

/* All of it becomes the profile's. 0 or -ENOMEM. */
int sw_attached_fill(struct sw_profile *profile, const struct sw_attached_record *record,
                     const struct sw_attached_stacks *stacks, uint64_t time_ns);

/* Whether code there is a runtime's, as libgomp's: a thread that runs it does nothing of the program's. */
bool sw_attached_is_runtime(const struct sw_attached_stacks *stacks, uint64_t address);
