/* The blocks of programs built by spanwise cc: of each thread, and of the live range. */
#ifndef SPANWISE_LIVE_CILK_H
#define SPANWISE_LIVE_CILK_H

#include "abi/cilk.h"
#include "live/leg.h"

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
    uint64_t apart;    /* it is inside so many calls that are no work: agent/cilk/apart.h */
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

#endif
