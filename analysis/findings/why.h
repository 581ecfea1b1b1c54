/* Where the time of N cores goes that is not work: one list of causes, for emulated, simulated and sampled runs, findings and verdicts. */
#pragma once

/* Why a program does not scale. */
enum sw_why {
    SW_WHY_PARALLELISM, /* serial code, a long critical path, too few pieces */
    SW_WHY_IMBALANCE,   /* pieces of unequal length */
    SW_WHY_GRAIN,       /* what spawns, tasks, chunks, regions and barriers cost */
    SW_WHY_CONTENTION,  /* locks, critical sections, turns, atomics, shared cache lines */
    SW_WHY_MEMORY,      /* bandwidth */
    SW_WHY_CAUSES,
    SW_WHY_NONE = SW_WHY_CAUSES, /* it scales */
    SW_WHY_WAITING, /* it does not, as its threads sleep, or wait for input or output */
    SW_WHY_UNKNOWN, /* nothing can be said */
    SW_WHY_KNOWN = SW_WHY_UNKNOWN
};

/* Sets of causes, as bits: of those before memory, which is not emulated. */
enum { SW_WHY_SETS = 1 << SW_WHY_MEMORY };

const char *sw_why_name(enum sw_why why); /* "parallelism", ..., "none", "waiting", "unknown" */
