/*
 * Memory traffic (profile/memory.h) by source line, innermost loop, function and call path, for one capacity of a core's cache: bytes from
 * and to memory, and bytes a second, over the native time that samples of the ordinary run have there.
 *
 * A line's time is that of the loops that it is in, with what they call: a processor that waits for memory is found at some line of the loop, and
 * not at that which waits. What is in no loop has no rate. Traffic of a library's function (memcpy) is that of the lines that call it, as
 * far as call paths tell.
 */
#pragma once

#include "profile/profile.h"

/* A source line, a loop, or a function. Strings are the profile's. */
struct sw_traffic_row {
    const char *function, *file; /* "": not known */
    uint32_t line;               /* of a loop: of its branch back */
    const char *through;         /* the library's function that it calls for it; "": none */
    uint32_t what;               /* enum sw_access_what of all its instructions */
    struct sw_traffic traffic;   /* for all capacities */
    uint64_t fills, back;        /* bytes, for the capacity that was asked for; ... */
    uint64_t bytes;              /* ... both */
    uint64_t seen;               /* of chains; of those ... */
    uint64_t
        dependent_bytes; /* ... follow: so many of those read can be asked for only when others have come */
    bool is_chain;    /* that are more than half of those that come: latency, not bandwidth */
    uint64_t time_ns; /* native, by samples; 0: not known */
    double rate;      /* bytes a second; 0: not known */
};

/* The call path of a part of all fills. */
struct sw_traffic_path {
    uint32_t path; /* one more than its index, of the profile's memory.paths */
    uint64_t n;    /* samples */
};

struct sw_traffic_rows {
    unsigned capacity;
    double part;                 /* of the program that was followed: 1 is all, 0: not known */
    uint64_t fills, back, bytes; /* of all */
    struct sw_traffic_row *lines, *loops, *functions; /* those with the most bytes first */
    size_t n_lines, n_loops, n_functions;
    struct sw_traffic_path *paths; /* those with most first */
    size_t n_paths;
    uint64_t samples; /* of all paths */
};

/* Instructions of the whole program; 0: not known. */
uint64_t sw_traffic_whole(const struct sw_profile *profile);

/* Of the program, what was followed: 1 is all, 0: not known. */
double sw_traffic_part(const struct sw_profile *profile);

/* 0 or -ENOMEM. To be released in any case. */
int sw_traffic_rows_make(struct sw_traffic_rows *rows, const struct sw_profile *profile,
                         unsigned capacity);
void sw_traffic_rows_release(struct sw_traffic_rows *rows);

/* That which a report is of: the largest that is no larger than the last cache of this machine, or 32 MB. */
unsigned sw_traffic_usual_capacity(void);
