/*
 * What a run with --memory found: traffic (profile/traffic.h) by instruction, and by the call site or construct whose code ran. Its run was
 * another one than those that times are from: divide by those, never by its own.
 */
#pragma once

#include "profile/sampled.h"
#include "profile/traffic.h"

#include <stddef.h>

/* Bits of what an instruction does. */
enum sw_access_what {
    SW_ACCESS_LOAD = 1,
    SW_ACCESS_STORE = 2,
    SW_ACCESS_ATOMIC = 4, /* and so a load and a store in one, or half of an exclusive pair */
    SW_ACCESS_WHOLE = 8,  /* a store of whole lines: nothing is read before */
    SW_ACCESS_UNKNOWN = 16,
};

/* A call site or construct: what was charged with that code's time elsewhere. Write-backs are of what ran when lines were pushed out of the
 * cache, whoever wrote them; of instructions, they are the writer's. */
struct sw_traffic_piece {
    struct sw_moved moved; /* lines that come there from another core's cache */
    uint32_t site; /* an index of the profile's sites; SW_TRAFFIC_NO_SITE: none that is known */
    uint32_t tree_site; /* of annotations: the tree's, too; 0: none */
    struct sw_traffic traffic;
    struct sw_traffic_own own;
};
#define SW_TRAFFIC_NO_SITE UINT32_MAX

struct sw_traffic_site;
struct sw_shared;
struct sw_traffic_loop;

enum sw_memory_flags {
    SW_MEMORY_FULL = 1,   /* there were more instructions than room: some are not followed */
    SW_MEMORY_PART = 2,   /* the run took too long, and was ended; or windows of it were followed */
    SW_MEMORY_SHARED = 4, /* lines that threads share were looked for, ... */
    SW_MEMORY_LOST = 8,   /* ... more than there was room for, ... */
    SW_MEMORY_MANY = 16,  /* ... or of more threads: those beyond count as one */
    SW_MEMORY_WINDOWS = 32, /* windows, all over the run */
};

struct sw_memory_pass {
    uint32_t is_there;             /* there was such a run */
    uint32_t flags;                /* enum sw_memory_flags */
    uint64_t processors;           /* that it was simulated on; 0: it was not */
    uint64_t instructions;         /* that it had run when it ended; of windows: in these */
    uint64_t all;                  /* those of the whole program; 0: not known */
    uint64_t unknown;              /* instructions whose access is not known */
    uint64_t lost;                 /* accesses that came two at a time */
    uint64_t capacity;             /* whose fills are those of the call paths: a number */
    struct sw_traffic_site *sites; /* each once; with traffic only */
    size_t n_sites;
    struct sw_traffic_loop *loops; /* innermost ones, that have such */
    size_t n_loops;
    struct sw_traffic_piece *pieces; /* each site once; with traffic only */
    size_t n_pieces;
    struct sw_shared *shared; /* those with the most transfers first */
    size_t n_shared;
    uint64_t transfers[2];   /* of all: communication, shared lines */
    struct sw_sampled paths; /* of one of so many fills; rate 0: there are none */
};

/* Of what was seen of chains, all: both lines of each have to be followed, by one hash or the other. */
#define SW_TRAFFIC_CHAINED(seen) ((uint64_t)(seen) * (4096 * 4096) / (127 * 127))
