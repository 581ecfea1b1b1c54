/*
 * A profile in memory: what a run measured, what the reports print. The file (file.h) is the same
 * thing on disk.
 *
 * All costs are in the meter's unit (nanoseconds for the time meter). Strings and arrays are owned
 * by the profile and released with it; a string is never NULL, it may be "".
 */
#pragma once

#include "base/libc.h"
#include "profile/effort.h"
#include "profile/front_end.h"
#include "profile/memory.h"
#include "profile/program_tree.h"
#include "profile/sampled.h"
#include "profile/simulation.h"
#include "profile/site_kind.h"

/* How sure figures of time are: pieces of a program with what they took, and what several runs of it showed. */

/* What reports its own work: a call site, a construct. Nothing is in two of them, so they add up to all. Between
 * runs: what is written for the user has none. */
struct sw_piece {
    uint64_t
        key; /* the same in every run (live/rates.h), wherever a construct stands in the tree */
    uint64_t work, on_span;
    uint64_t group;    /* key of all that run that code, as calls of one function; 0: it alone */
    uint64_t left_out; /* it is no piece, but a function that the budget took out */
};

/* The lowest and the highest. */
struct sw_interval {
    uint64_t least, most;
};

/* Of figures in steady time (live/rates.h). Each timed run has its own rates: what work and span are with those. */
struct sw_steadiness {
    uint64_t runs; /* that were timed; 0: figures are of one run, as the clock had them */
    struct sw_interval work, span, parallelism; /* that in thousandths */
    uint64_t instructions, span_instructions;   /* work and span as they were counted */
};

/* The program as it is, unprofiled, on so many real processors: the fastest of its runs. */
struct sw_real_run {
    uint64_t processors, time_ns;
    uint64_t median_ns, most_ns, trials; /* of 'spanwise bench'; else 0 */
};

/* The figures of a whole run, of a region, or of the top-call-site invocations of a site. */
struct sw_figures {
    uint64_t count; /* invocations; 1 for the whole run */
    uint64_t work;
    uint64_t span;
    uint64_t burdened_span;
    uint64_t spawns;
    uint64_t syncs;
};

struct sw_measure {
    uint64_t count;
    uint64_t work;
    uint64_t span;
};

/* One side (on work, or on span) of a call site. */
struct sw_side {
    struct sw_figures top_site;   /* invocations not nested in another one of the same site */
    struct sw_measure top_caller; /* invocations from an outermost instance of the caller */
    struct sw_measure local;      /* all invocations, without what their own call sites did */
};

/* An executable or shared library that was mapped in the profiled process. */
struct sw_module {
    char *path;
    uint64_t start, end;  /* where it was mapped: run-time addresses */
    uint64_t bias;        /* run-time address minus the address in the file */
    uint8_t build_id[32]; /* zero length: it has none */
    uint32_t build_id_size;
    uint32_t reserved;
};

/* A source position. Empty strings and line 0 where it is not known. */
struct sw_place {
    char *function; /* as the programmer wrote it: no .constprop and the like */
    char *file;
    uint32_t line;
    uint32_t column;
    /* The functions that `function` was inlined into at this address, innermost first; the last
     * one is the function as the linker knows it. */
    struct sw_place *inlined_into;
};

struct sw_lock;
struct sw_lock_site;

/* The innermost calls of where something was seen (live/trail.h): for names, and not in files that are kept. */
enum { SW_CALLS_MOST = 8 };
struct sw_calls {
    uint64_t of;
    uint32_t is_frame; /* it is a lock, in the frame of the first's function, ... */
    int64_t offset;    /* ... so far from its canonical frame address */
    uint32_t n;
    uint64_t addresses[SW_CALLS_MOST]; /* run-time: return addresses minus one */
    struct sw_place places[SW_CALLS_MOST];
};

/* A place that sampled paths go through. */
struct sw_sampled_frame {
    uint64_t address; /* run-time: of an instruction, or of a call (its return address minus one) */
    struct sw_place place;
};

/* An instruction that has traffic (profile/memory.h). */
struct sw_traffic_site {
    uint64_t address;          /* run-time */
    uint32_t what;             /* enum sw_access_what */
    uint32_t loop;             /* one more than the index of the innermost that it is in; 0: none */
    struct sw_traffic traffic; /* back: of lines that it was the last one to write to */
    /* Fills whose address was in a line that had just come itself, if both are followed: SW_TRAFFIC_CHAINED(). */
    uint32_t chained[SW_CAPACITIES];
    struct sw_place place;
};

/* Cache lines that two instructions of different threads use (live/shared.h). */
struct sw_shared_use {
    uint64_t address; /* run-time */
    uint64_t caller;  /* of an atomic: where its function returns to; 0: not known */
    uint32_t what;    /* enum sw_access_what; 0: a lock that is in the line */
    uint32_t bytes;
    uint64_t touched; /* bytes of the line: bits */
    struct sw_place place;
};

struct sw_shared {
    uint32_t is_shared;                /* else it is communication, from the first to the second */
    uint32_t site;                     /* the construct; SW_TRAFFIC_NO_SITE: none that is known */
    uint32_t piece;                    /* ... by the front end's number; while it is gathered */
    struct sw_shared_use uses[2];      /* both may be the same */
    uint64_t transfers;                /* of shared lines: potential ones, ... */
    uint64_t same_bytes, atomic, lock; /* ... and of them those with that */
    uint64_t lines;                    /* how many, about; 64: or more */
    uint64_t threads;                  /* that use one, at most */
    uint64_t address;                  /* of one of them */
    uint64_t block, block_bytes;       /* of the heap, that it is in; 0: none is known, ... */
    uint64_t allocated;                /* ... and where that was allocated */
    uint64_t callers[SW_SHARED_CALLERS]; /* who called that, and so on; while it is gathered */
    struct sw_place made;                /* the same */
    uint64_t frame;                      /* or the function in whose frame it is, ... */
    int64_t frame_offset;                /* ... so far from its canonical frame address */
    int64_t frame_stack;                 /* its stack pointer, from that; 0: not known */
    char *name;                          /* of the variable; "": not known */
    uint32_t is_readers; /* that is global, or on a stack, and the reader's (whose.h) */
};

/* A loop of the code: from its first instruction to the branch back. */
struct sw_traffic_loop {
    uint64_t first, last;  /* run-time */
    struct sw_place place; /* of the branch */
};

#define SW_NO_CALLEE 0

enum { SW_SITE_CALLERS = 6 };

struct sw_site {
    uint64_t address; /* run-time address of the call (its return address minus one); 0: ROOT, or a
                         CALL from places that are not known: one for each callee */
    uint64_t callee;  /* run-time address of the callee; SW_NO_CALLEE for LOOP, SCOPE, SPLIT and a
                         spawn whose callee was inlined or is not instrumented */
    uint32_t kind;    /* enum sw_site_kind */
    uint32_t flags;   /* enum sw_site_flags */
    struct sw_side on_work, on_span;
    uint64_t hidden; /* of its local span on span: not gained if that took no time, as another
                        path is as long then. 0 where it is not known */
    /* Who called that, from inside out, as `address`; 0: not known. Where a header's code is, symbols.h takes theirs for its place;
     * none after that. */
    uint64_t callers[SW_SITE_CALLERS];
    /* Resolved by symbols.h, kept in the file: so that a profile can be read elsewhere. */
    struct sw_place caller_place; /* of the call */
    struct sw_place callee_place; /* of the callee's first line */
};

struct sw_region {
    char *label;
    struct sw_figures figures;
};

/* A function that the budget took out: counted as inlined from then on. */
struct sw_unpatched {
    uint64_t address;
    uint64_t calls; /* seen until then */
    struct sw_place place;
};

enum sw_profile_flags {
    SW_PROFILE_INCOMPLETE = 1, /* it did not end by itself: measured until its last event */
    SW_PROFILE_DAMAGED = 2, /* it died inside the profiler: an event may be lost or half counted */
    SW_PROFILE_ONE_OF_SEVERAL = 4, /* of `spanwise sample`: other processes of it worked too */
    SW_PROFILE_UNMATCHED = 8,      /* annotations do not match, or there was no section: the first
                                 warning says it, and the tree is no basis for anything */
    SW_PROFILE_IN_REGION = 16,     /* of OpenMP: it ended in a region, whose losses are not known */
    SW_PROFILE_SAW_LOCKS = 32,     /* of Cilk: locks that it took, if any, are in it */
    SW_PROFILE_CORES_BUSY = 64,    /* there are no real runs, as other programs used the cores */
    /* Of `spanwise why`, of a program with threads that was sampled: why it was not simulated. */
    SW_PROFILE_SPINS = 128,       /* threads wait in loops for what others write */
    SW_PROFILE_LOCK_MOVES = 256,  /* they take a lock from each other all the time */
    SW_PROFILE_TOO_LONG = 512,    /* that takes longer than there is time for an answer */
    SW_PROFILE_MIXED = 1024,      /* it has OpenMP's regions too, which do less than its threads */
    SW_PROFILE_UNFOLLOWED = 2048, /* a simulated run does not see most of what it does */
};

/* What happened beside the measurement, in the order of the file: what is new comes last. */
struct sw_circumstances {
    uint64_t events;           /* in all */
    uint64_t events_dropped;   /* in signal handlers that interrupted the profiler */
    uint64_t events_elsewhere; /* on stacks that are no thread's own (fibers, alternate stacks) */
    uint64_t overhead;         /* subtracted: the events' own cost, in the meter's unit */
    uint64_t preempted;        /* subtracted: interrupts, and waiting for a processor: meter.h */
    uint64_t call_cost_ps;     /* what a call and its return cost, in picoseconds, calibrated */
    uint64_t threads;          /* threads that were profiled, the first included */
    uint64_t forks;            /* children, which are not profiled unless they exec */
    uint64_t unprofiled_work;  /* --check: the same program unprofiled; 0: not asked */
    uint64_t max_depth;        /* deepest nesting of calls and spawns, or of annotations */
    uint64_t memory;           /* bytes that the profiler used in the program */
    uint64_t workers;          /* of a parallel run; 1 or 0: a serial one */
    uint64_t steals;           /* continuations that another worker took, in a parallel run */
    uint64_t spawn_cost_ps; /* what a spawn costs there without the profiler, in picoseconds; 0: not
                                  asked, as strands are not short */
    uint64_t piece_cost_ps; /* the same of a piece of a cilk_for, ... */
    uint64_t loop_cost_ps;  /* ... and of a cilk_for that is divided at all */
    uint64_t spawns_beside; /* whose cost is not in the work: dense notes hid it */
    uint64_t pieces_together; /* of cilk_for, too short to be timed alone: several were, at once */
    uint64_t one_worker;      /* processor time of one worker, unprofiled, in ns: the least of some
                                runs, where strands are short; 0: not known */
    uint64_t spawn_least_ps;  /* as spawn_cost_ps, where the processor computes meanwhile */
    uint64_t steal_cost_ps;   /* what a steal costs there; 0: not measured */
    uint64_t answers_for;     /* processors that the verdict is for; 0: nothing was asked for */
    uint64_t slowed; /* threads that took turns worked so many thousandths of what they do natively,
                        and times are as natively; 0: as measured */
    /* What locks cost several workers (profile/openmp_costs.h); 0: not measured, or there are none. */
    uint64_t lock_moved_ps, hand_over_ps, hand_over_back_ps, hand_over_empty_ps, lock_section_ps;
};

/* Where a run was one of many processes that a launcher (mpirun, srun) has started. */
struct sw_rank {
    char *launcher;   /* "openmpi", ...; "": none has */
    char *host;       /* name of the machine */
    uint32_t rank;    /* from 0 on */
    uint32_t size;    /* ranks in all; 0: not known */
    uint32_t merged;  /* this is no rank, but so many profiles of ranks in one; 0: it is one */
    uint64_t time_ns; /* that the program took, with the profiler in it */
    uint64_t apart;   /* spent in MPI, in the meter's unit: no part of the work */
};

struct sw_profile {
    char *program;  /* path as given */
    char **args;    /* NULL-terminated, args[0] is the program */
    char **command; /* by what of spanwise: "run", "--meter=instructions", ..., NULL: options that
                       say how it is measured, and the program follows; NULL: not known */
    char *meter;    /* "time", ... */
    char *unit;     /* "ns", ... */
    enum sw_front_end_kind front_end;
    char *front_end_text;  /* where that has no name: what the file says */
    char *level;           /* "full", "spawns" or "sampled" */
    char *host;            /* "name, architecture, N processors" */
    char *tool;            /* version that wrote it */
    uint64_t started_unix; /* seconds */
    uint64_t burden;       /* a continuation edge's burden, in the unit */
    uint32_t flags;        /* enum sw_profile_flags */
    int32_t status;        /* of the program, as waitpid gives it */
    struct sw_figures whole;
    struct sw_circumstances circumstances;
    struct sw_rank rank;
    struct sw_module *modules;
    size_t n_modules;
    struct sw_site *sites; /* in no order */
    size_t n_sites;
    struct sw_region *regions; /* in the order they were first begun */
    size_t n_regions;
    struct sw_unpatched *unpatched; /* most called first */
    size_t n_unpatched;
    struct sw_calls *calls;
    size_t n_calls;
    struct sw_lock *locks; /* profile/locks.h; those that were held longest first */
    size_t n_locks;
    struct sw_lock_site *lock_sites; /* likewise */
    size_t n_lock_sites;
    struct sw_simulation *simulations; /* by processors; the figures are the last one's */
    size_t n_simulations;
    struct sw_construct *constructs;
    size_t n_constructs;
    struct sw_lane_table *lanes; /* of simulated runs, in their order; of some there may be none */
    size_t n_lanes;
    struct sw_sampled sampled;
    struct sw_piece *pieces;
    size_t n_pieces;
    struct sw_steadiness steadiness;
    struct sw_real_run *real; /* by processors, ascending */
    size_t n_real;
    struct sw_memory_pass memory;
    char *
        machine; /* description of the one that answers are for; "": nobody asked for its memory, ... */
    char *machine_chosen;        /* ... and why that one; "": the user did */
    struct sw_effort effort;     /* of `spanwise sample` */
    struct sw_program_tree tree; /* of annotated programs, and of --tree */
    char **warnings;             /* sentences for the user, already worded; n_warnings of them */
    size_t n_warnings;
    /* The file's string table: a string that lies in here is released with it, not by itself. All
     * other strings come from malloc. */
    char *pool;
    size_t pool_size;
};

/* Strings that are not set yet: sw_profile_init() puts it everywhere; never released. */
extern char sw_profile_empty[1];
#define SW_NOWHERE ((struct sw_place){.function = sw_profile_empty, .file = sw_profile_empty})

/* A copy of one; NULL and "" are the empty one. NULL: no memory. */
char *sw_string_copy(const char *string);
/* One that is empty becomes a copy of it, others stay. 0 or -ENOMEM. */
int sw_string_set(char **string, const char *value);

void sw_profile_init(struct sw_profile *profile);
void sw_profile_release(struct sw_profile *profile); /* leaves it as after sw_profile_init() */

/* Releases what a place holds and leaves it empty. A place of zero bytes is an empty place. */
void sw_place_release(const struct sw_profile *profile, struct sw_place *place);
/* With what it was inlined into; what was there is not released. 0 or -ENOMEM. */
int sw_place_copy(struct sw_place *to, const struct sw_place *from);
void sw_profile_release_string(const struct sw_profile *profile, char *string);
void sw_sampled_release(const struct sw_profile *profile, struct sw_sampled *sampled); /* of it */
void sw_profile_drop_memory(struct sw_profile *profile); /* memory.c */

/* NULL: there are none of that. */
struct sw_calls *sw_profile_calls(const struct sw_profile *profile, uint64_t of);
void sw_profile_drop_calls(struct sw_profile *profile);

/* Whether several workers ran the program while it was measured. */
int sw_profile_is_parallel(const struct sw_profile *profile);

/* The simulated run that figures and answers are of; NULL: there is none. */
const struct sw_simulation *sw_profile_chief(const struct sw_profile *profile);

/* The work of the program: of that run; of others, of the whole. */
uint64_t sw_profile_work(const struct sw_profile *profile);

/* Whether it is of `spanwise sample`: effort by call path, and neither work nor span. */
int sw_profile_is_effort(const struct sw_profile *profile);

/* As files and JSON name it; "": it has none. */
const char *sw_profile_front_end(const struct sw_profile *profile);

/* Whether a launcher has started it, or it is a merge of such. */
int sw_profile_has_rank(const struct sw_profile *profile);

/* Appends a warning (printf-like). Returns 0 or -ENOMEM. */
int sw_profile_warn(struct sw_profile *profile, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
