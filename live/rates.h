/*
 * Steady time: counted instructions, each at what it took. A clock is noisy and a span is a maximum of what it says, so equal
 * strands make a span that is too long. So `spanwise run` times the program first, then counts its instructions, and has in
 * each *piece* of it (a call site, a construct: where one reports its own work) a rate: time by instruction. In the run that
 * follows instructions are counted again, and each interval takes its piece's rate: what does the same takes the same.
 *
 * Pieces have keys that are the same in every run of a program, wherever its modules are mapped.
 */
#pragma once

#include "live/modules.h"

#include <stdbool.h>
#include <stddef.h>

/* In a file that SPANWISE_RATES names, one after the other; the first has key 0, and the rate of what has none. */
struct sw_rate {
    uint64_t key;
    uint64_t
        rate; /* ticks / 2^SW_RATE_BITS of an instruction; 0: a function left out from the start */
};
#define SW_RATE_BITS  20
#define SW_RATES_MOST (1u << 20) /* in a file */

struct sw_rates {
    uint64_t usual; /* 0: times are not asked for: functions to be left out are all there is */
    uint64_t mask;  /* of slots */
    struct sw_rate *slots;   /* a hash table by key; key 0: free */
    uint64_t *by_site;       /* rates by number, as far as they were looked up; 0: not yet */
    uint64_t known, unknown; /* instructions in pieces with a rate of their own, and without */
};

enum { SW_PIECE_SITE, SW_PIECE_FUNCTION, SW_PIECE_CONSTRUCT, SW_PIECE_LEFT_OUT };

/* The key of what is at the address: of that sort and kind, and with the callee at that address (0: none). */
uint64_t sw_rate_key(const struct sw_live_modules *modules, unsigned sort, uint32_t kind,
                     uint64_t address, uint64_t callee);

/* NULL: it has none. */
const struct sw_rate *sw_rates_find(const struct sw_rates *rates, uint64_t key);

/* Fills the table, which has room for them and more. */
void sw_rates_fill(struct sw_rates *rates, const struct sw_rate *from, uint64_t n);

/* The rate to keep for a piece; never 0. */
uint64_t sw_rates_of(const struct sw_rates *rates, uint64_t key);

/* Instructions become ticks; what is left over is for the next. */
static inline uint64_t sw_rates_apply(struct sw_rates *rates, uint64_t rate, uint64_t n,
                                      uint64_t *rest)
{
    unsigned __int128 ticks = (unsigned __int128)n * (rate >> 1) + *rest;
    *(rate & 1 ? &rates->known : &rates->unknown) += n;
    *rest = (uint64_t)ticks & ((1u << SW_RATE_BITS) - 1);
    return (uint64_t)(ticks >> SW_RATE_BITS);
}
