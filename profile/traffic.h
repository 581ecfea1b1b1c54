/*
 * Memory traffic: lines that come from memory (fills) and go back there (write-backs), had the core a cache of so many bytes of its own. For
 * several capacities at once, of some of all lines: one of 2^SW_FOLLOWED_LOG, chosen by a hash of the line, and as many again by another one, as
 * a check.
 */
#pragma once

#include <stdint.h>

#define SW_LINE_LOG       6
#define SW_FOLLOWED_LOG   6
#define SW_CAPACITIES     12
#define SW_CAPACITY_LOG   17 /* of the smallest: 128 kB; each is twice the one before */
#define SW_LINE_HASHES    2

/* Of who allocates memory, which may be code of a library that is not inlined: so many callers are kept. */
#define SW_SHARED_CALLERS 8

/* Counts of lines that are followed, by hash. */
struct sw_traffic {
    uint32_t fills[SW_LINE_HASHES][SW_CAPACITIES];
    uint32_t back[SW_LINE_HASHES][SW_CAPACITIES];
};

/*
 * Communication: lines that come from the cache of another core, which has written to them. A processor works on while it waits for one, but no
 * further than so many instructions; where the instruction that got it goes on to another line before that, it waits for both at a time.
 */
#define SW_MOVED_AHEAD 256
struct sw_moved {
    uint64_t transfers;
    uint64_t apart;  /* of these: without another one so soon */
    uint64_t beside; /* instructions from all others to the next one */
};

static inline void sw_moved_add(struct sw_moved *to, const struct sw_moved *more)
{
    to->transfers += more->transfers;
    to->apart += more->apart;
    to->beside += more->beside;
}

/* Of the fills of a piece, those of lines that the same logical thread had used before in one go, and that no other uses at the same time: on
 * several cores, all that came in between has to fit into one core's share. */
struct sw_traffic_own {
    uint32_t fills[SW_LINE_HASHES][SW_CAPACITIES];
};

static inline void sw_traffic_own_add(struct sw_traffic_own *to, const struct sw_traffic_own *more)
{
    for (unsigned h = 0; h < SW_LINE_HASHES; h++)
        for (unsigned i = 0; i < SW_CAPACITIES; i++)
            to->fills[h][i] += more->fills[h][i];
}

static inline uint64_t sw_capacity_bytes(unsigned capacity)
{
    return 1ull << (SW_CAPACITY_LOG + capacity);
}

/* The largest of those that are no larger, or the smallest. */
static inline unsigned sw_capacity_within(uint64_t bytes)
{
    unsigned i = SW_CAPACITIES - 1;
    while (i && sw_capacity_bytes(i) > bytes)
        i--;
    return i;
}

/* Of all lines, by what the hashes say on average. */
static inline uint64_t sw_traffic_bytes(const uint32_t counts[SW_LINE_HASHES][SW_CAPACITIES],
                                        unsigned capacity)
{
    return ((uint64_t)counts[0][capacity] + counts[1][capacity])
           << (SW_LINE_LOG + SW_FOLLOWED_LOG - 1);
}

static inline void sw_traffic_add(struct sw_traffic *to, const struct sw_traffic *more)
{
    for (unsigned h = 0; h < SW_LINE_HASHES; h++)
        for (unsigned i = 0; i < SW_CAPACITIES; i++) {
            to->fills[h][i] += more->fills[h][i];
            to->back[h][i] += more->back[h][i];
        }
}
