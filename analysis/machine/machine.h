/*
 * A machine description: what parallel constructs cost there, and how its memory takes to many
 * processors. A small text file, measured by `spanwise calibrate` or brought from the machine that one
 * predicts for (doc/calibrate.md). All times in nanoseconds. What was not measured is absent, and
 * said to be.
 */
#pragma once

#include "base/libc.h"
#include "profile/openmp_costs.h"

/* All zero: constructs cost nothing. The first are OpenMP's, which profile/openmp_costs.h tells, in its order. */
struct sw_overheads {
    double fork, fork_thread, barrier, barrier_thread, chunk, task, lock, hand_over, region_of_one,
        nested_of_one, barrier_of_one, fork_nested, join_nested, lock_moved, hand_over_back,
        section, hand_over_empty, task_make, task_at_once, task_wait, task_again, task_taken,
        task_part, queue_moved, queue_busy, queue_wake, chunk_of_one, turn, turn_given, post, sink;
    double chunk_static; /* a thread's share of a static section begins */
    /* Cilk */
    double spawn; /* a spawn and its return, not stolen, ... */
    double piece; /* ... and a division of a cilk_for */
    double steal; /* until a thief runs what it found */
};

/*
 * The memory of Parallel Prophet, Section V: with a section's traffic d (MB/s, of one thread alone) the
 * traffic of each of t threads is psi_t(d), and a miss stalls phi(traffic) cycles.
 */
enum sw_curve_kind {
    SW_CURVE_NONE,
    SW_CURVE_LINEAR,
    SW_CURVE_LOG,
    SW_CURVE_POWER,
    SW_CURVE_POINTS
};

struct sw_curve {
    enum sw_curve_kind kind;
    double a, b;     /* a x + b;  a ln x + b;  a x^b */
    double divide;   /* the result, by this: 0 is 1 */
    double from, to; /* x that it was observed for; to 0: no end */
    double *x, *y;   /* POINTS: ascending, between which it is linear */
    size_t n;
};

/* How much longer a kernel of the calibration took beside a hog: MB/s of it alone -> a factor. */
struct sw_machine_hog {
    unsigned threads; /* of the hog ... */
    double mb_s;      /* ... and what each of them got alone */
    struct sw_curve slowdown;
};

struct sw_machine_psi {
    unsigned threads;
    struct sw_curve curve; /* MB/s of one thread alone -> of each of so many */
};

/* ns until a line comes that another core has written to; 0: not known. */
struct sw_transfers {
    double streamed; /* one of many that follow each other, from that core's own cache, ... */
    double by_llc;   /* ... or, as that has lost it, by way of the last level */
    double apart;    /* one that is waited for: what it takes more than the core's own */
    double atomic;   /* ... by an atomic operation there */
};

struct sw_machine {
    char *name;         /* of the machine, "" where not known */
    char *architecture; /* "aarch64", "x86_64"; NULL: not known */
    unsigned processors;
    double ghz;                            /* cycles of phi */
    double line;                           /* bytes of a cache line */
    struct sw_overheads overheads, spread; /* spread: between the quartiles of what was measured */
    bool has_overheads;                    /* some of them: */
    uint64_t overheads_known;   /* a bit for each, in the structure's order; others are 0 */
    unsigned overheads_seen_to; /* threads that fork and barrier were measured with */
    struct sw_machine_psi *psi; /* ascending */
    size_t n_psi;
    struct sw_machine_hog *hogs; /* by threads, then by MB/s */
    size_t n_hogs;
    struct sw_curve phi;         /* MB/s of a thread -> cycles a miss stalls; NONE: not known */
    unsigned saturation_seen_to; /* threads up to which the memory was watched ... */
    bool saturates;              /* ... and whether it was seen to saturate */
    double one_thread;           /* MB/s that one thread got at most */
    /* Caches and what is behind them; 0: not known. */
    double l1, l2;             /* bytes of a core's own, ... */
    double llc;                /* ... and of a last level that several share: ... */
    unsigned llc_cores;        /* ... so many; 0: all */
    struct sw_curve bandwidth; /* POINTS: cores -> MB/s of all of them together */
    double latency;            /* ns until a line comes from memory */
    struct sw_transfers transfer;
    char *transfer_as_on; /* the machine that these are of, if they are another's; NULL: its own */
};

void sw_machine_init(struct sw_machine *machine);
void sw_machine_release(struct sw_machine *machine);

/* Each of them by name, as the file has it ("fork_ns"): number 0 .. SW_OVERHEAD_FIGURES - 1. */
enum { SW_OVERHEAD_FIGURES = sizeof(struct sw_overheads) / sizeof(double) };
const char *sw_overhead_name(unsigned number);
double *sw_overhead(struct sw_overheads *overheads, unsigned number);

/* OpenMP's as a simulation had them. Cilk's, and what else it has none of, stay. */
void sw_overheads_take(struct sw_overheads *overheads, const struct sw_omp_costs *costs);

/* MB/s of so many cores together: as at the points; between two of them it grows with the cores until it is as at the next; fewer
 * than the first get up to what that has. From the
 * kernels of psi where there is nothing better. NAN: not known; more cores than the last point's get what those do. */
double sw_machine_bandwidth(const struct sw_machine *machine, double cores);

/* Bytes that all caches of so many cores hold together, last levels one after the other; and a core's share of them. 0: not known. */
double sw_machine_cache(const struct sw_machine *machine, double cores);
double sw_machine_cache_share(const struct sw_machine *machine, double cores);

/* Prices of transfers that are not known are those of `from`. 0 or -ENOMEM. */
int sw_machine_borrow_transfers(struct sw_machine *machine, const struct sw_machine *from);

/* NAN where there is no curve. What is outside the points is as at their end; formulas know no end. */
double sw_curve_at(const struct sw_curve *curve, double x);

/* 0 or -errno, with a sentence in `why`, which is also there after success where something in the file is
 * not understood and was left out; else "". *machine is to be released in any case. */
int sw_machine_read(struct sw_machine *machine, const char *path, char *why, size_t why_size);

/* The same of a text; `name` is what it is called in messages. */
int sw_machine_parse(struct sw_machine *machine, const char *text, const char *name, char *why,
                     size_t why_size);

int sw_machine_write(const struct sw_machine *machine, const char *path, char *why,
                     size_t why_size);
void sw_machine_put(const struct sw_machine *machine, FILE *out);
