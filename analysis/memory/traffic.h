/*
 * Memory traffic (profile/memory.h) by source line and function, for one capacity of a core's cache: bytes from and to memory, and, over the
 * native time that samples of the ordinary run have there, bytes a second.
 */
#ifndef SPANWISE_ANALYSIS_MEMORY_TRAFFIC_H
#define SPANWISE_ANALYSIS_MEMORY_TRAFFIC_H

#include "profile/profile.h"

/* A source line, or a function. */
struct sw_traffic_row {
    const char *function, *file; /* "": not known; of the profile */
    uint32_t line;
    uint32_t what;             /* enum sw_access_what of all its instructions */
    struct sw_traffic traffic; /* for all capacities */
    uint64_t fills, back;      /* bytes, for the capacity that was asked for; ... */
    uint64_t bytes;            /* ... both */
    uint64_t
        dependent; /* lines that are known only when another one has come: of the smallest capacity */
    uint64_t time_ns; /* native, by samples; 0: none */
    double rate;      /* bytes a second; 0: not known */
};

struct sw_traffic_rows {
    unsigned capacity;
    uint64_t fills, back, bytes;              /* of all */
    struct sw_traffic_row *lines, *functions; /* those with the most bytes first */
    size_t n_lines, n_functions;
};

/* 0 or -ENOMEM. To be released. */
int sw_traffic_rows_make(struct sw_traffic_rows *rows, const struct sw_profile *profile,
                         unsigned capacity);
void sw_traffic_rows_release(struct sw_traffic_rows *rows);

/* That which a report is of: the largest that is no larger than the last cache of this machine, or 32 MB. */
unsigned sw_traffic_usual_capacity(void);

#endif
