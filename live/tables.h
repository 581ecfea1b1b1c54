/* What the front ends that follow calls have numbers for in the live range: functions, and call sites. */
#ifndef SPANWISE_LIVE_TABLES_H
#define SPANWISE_LIVE_TABLES_H

#include <stdatomic.h>
#include <stdint.h>

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

#endif
