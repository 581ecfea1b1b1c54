/*
 * Call paths, each a number: a tree in the live range whose nodes are an address and the path to its
 * caller. Nothing is ever removed. The program adds to it (agent/sampler/call_path.h), the tool reads.
 */
#pragma once

#include <stdatomic.h>
#include <stdint.h>

#define SW_CALL_PATHS_MAX (1u << 20)

/* A node: of the path's innermost frame. */
struct sw_call_path {
    uint64_t address;     /* 0: the number is not used */
    uint32_t caller;      /* the path without it; 0: it is the outermost */
    uint32_t piece;       /* site or construct that it was last sampled in, and one; 0: never was */
    uint32_t first, last; /* which sample of all it was found by, counted from 1; 0: by none */
};

/* In place of an address: what was further out is not known. */
#define SW_CALL_PATH_CUT     1
/* ... a link: the low bits are the number of the path that is physically in place of the caller's. */
#define SW_CALL_PATH_LINK    (1ull << 63)
#define SW_CALL_PATH_RESUMED (1ull << 62) /* ... by which the caller itself goes on */

struct sw_call_paths {
    struct sw_call_path *nodes; /* by number, from 1 on */
    _Atomic uint32_t *slots;    /* of a hash table: the number; 0: free */
    _Atomic uint32_t n;         /* one more than the highest number */
    _Atomic uint32_t refused;   /* additions that found it full */
};
