/*
 * Cache lines that several logical threads use, as the program's part finds them (agent/translate/shared.h) and `spanwise run` reads
 * them. All by instruction: what they are in the source is found later.
 *
 *   - A *shared line*: threads that may run in parallel both use it, and one at least writes. How often the cores could take it from
 *     each other is its *potential transfers*: with A accesses of a thread and W writes of others, A W / (A + W), summed over
 *     threads. Not what happens on any one machine: a bound by what may come in between.
 *   - *Communication*: what a thread has written and another one that comes after it uses: a transfer each.
 */
#pragma once

#include "profile/traffic.h"

#include <stdbool.h>

/*
 * Transfers are counted of a sample (agent/translate/shared.h): all of some lines, and of the others by some of their accesses, which sees
 * those that have many. So for each two instructions there are the transfers that were seen, and of those the first SW_SHARED_FEW of each
 * line by themselves: if some lines that are followed have such, they stand for those of all lines.
 */
enum { SW_SHARED_PAIRS = 4096, SW_SHARED_FLOWS = 8192 };
enum { SW_SHARED_FEW = 2048, SW_SHARED_LINES = 4 };

struct sw_shared_few {
    uint64_t transfers[2]; /* of lines that are not followed, ... that are */
    uint64_t lines;        /* that are: a bit for each, by a hash */
};

/* Whether there are enough of them to go by. */
static inline bool sw_shared_is_scaled(const struct sw_shared_few *few)
{
    return __builtin_popcountll(few->lines) >= SW_SHARED_LINES;
}

/* Of all lines, from those that were seen. */
static inline uint64_t sw_shared_estimate(uint64_t seen, const struct sw_shared_few *few)
{
    uint64_t all = few->transfers[1] << (SW_FOLLOWED_LOG - 1);
    uint64_t of_these = few->transfers[0] + few->transfers[1];
    return sw_shared_is_scaled(few) && all > of_these ? seen - of_these + all : seen;
}

/* An instruction on one side. */
struct sw_shared_side {
    uint64_t pc;
    uint64_t caller; /* of an atomic, where the function that it is in returns to; else 0 */
    uint32_t what;   /* enum sw_access_what; 0: the lock that is in the line */
    uint32_t bytes;
};

/* Two instructions, or one of several threads, that use the same lines. */
struct sw_shared_pair {
    struct sw_shared_side sides[2]; /* pc 0: unused */
    uint64_t transfers;             /* potential ones that were seen, ... */
    struct sw_shared_few few;
    uint64_t same_bytes;                 /* ... of lines of which threads use the same bytes */
    uint64_t atomic;                     /* ... by atomic instructions */
    uint64_t lock;                       /* ... of a line that a lock is in */
    uint64_t lines;                      /* a bit for each line, by a hash */
    uint64_t address;                    /* that the first one was found at */
    uint64_t block, block_bytes;         /* the block of the heap that it is in; 0: none is known */
    uint64_t allocated;                  /* where that was allocated, ... */
    uint64_t callers[SW_SHARED_CALLERS]; /* ... and who called that, and so on; 0: not known */
    uint64_t frame;       /* ... or the function in whose frame it is: an address in it, ... */
    int64_t frame_offset; /* ... and how far from its canonical frame address; ... */
    int64_t frame_stack;  /* ... the stack pointer, from that; 0: not known */
    uint64_t bytes[2];    /* of the line, that the sides use: bits */
    uint32_t piece;       /* the construct that the first one was found in */
    uint32_t threads;     /* the most that one line had */
};

/* Transfers from who has written to who uses. */
struct sw_shared_flow {
    uint64_t from, to; /* instructions; 0: unused */
    uint64_t transfers;
    struct sw_shared_few few;
    struct sw_moved followed; /* of these, those of lines that are */
    uint64_t address;         /* of the first one */
    uint32_t piece;           /* the construct of who uses */
    uint32_t unused;
};

struct sw_live_shared {
    uint64_t is_followed; /* there were logical threads, and what is ordered is known */
    uint64_t lost;        /* potential transfers that there was no room for */
    uint64_t flows_lost;
    uint64_t threads_lost; /* times that a thread ran beyond those that are told apart */
    struct sw_shared_pair pairs[SW_SHARED_PAIRS];
    struct sw_shared_flow flows[SW_SHARED_FLOWS];
};
