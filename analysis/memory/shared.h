/*
 * Cache lines that threads fight over, and communication (profile/memory.h), by the two source lines.
 *
 * How bad it is, is the *pressure*: potential transfers times what a transfer takes on a usual machine (80 ns), over the program's work.
 * Programs that lose to it have more than 1, others less than 0.1; it is no price: what a transfer really takes differs by 25 times, by
 * what the store buffer hides and by who waits. So it tells that it matters, and nothing of the speedup without.
 */
#pragma once

#include "analysis/findings/findings.h"

#define SW_TRANSFER_NS      80
#define SW_SHARED_CONTENDED 0.3 /* pressure, from which on it is contention */

enum sw_shared_kind {
    SW_SHARED_FALSE,  /* threads use other bytes of the same lines */
    SW_SHARED_TRUE,   /* ... the same ones */
    SW_SHARED_ATOMIC, /* ... by atomic instructions */
    SW_SHARED_LOCK,   /* a lock is in the line that others wait for */
    SW_COMMUNICATION, /* one after the other */
};

struct sw_shared_place {
    const char *function, *file; /* "": not known; of the profile */
    uint32_t line;
    uint32_t what; /* enum sw_access_what; 0: a lock, or not known */
};

struct sw_shared_row {
    struct sw_shared_place places[2]; /* communication: from, to */
    enum sw_shared_kind kind;
    const char *name;                /* of the variable; "": not known */
    const char *made_file, *made_in; /* where it was allocated; "": not known */
    uint32_t made_line;
    uint32_t site; /* of the profile, or SW_TRAFFIC_NO_SITE */
    uint64_t transfers, same_bytes, atomic, lock;
    uint64_t lines, threads;
    bool is_readers; /* code of the program's own is one of them, or called that of a library */
    const char *by;  /* ... which is this function; NULL: it is its own */
    double pressure;
};

struct sw_shared_rows {
    struct sw_shared_row *rows; /* those with the most transfers first; shared lines, ... */
    size_t n;
    size_t n_shared;    /* ... then communication */
    double pressure;    /* of all shared lines with code of the reader's */
    uint64_t transfers; /* of communication */
};

/* 0 or -ENOMEM. To be released. */
int sw_shared_rows_make(struct sw_shared_rows *rows, const struct sw_profile *profile);
void sw_shared_rows_release(struct sw_shared_rows *rows);

/* What is found of them: an advice, where it is. */
void sw_shared_findings(struct sw_findings *findings, const struct sw_profile *profile);

/* "false", "true", "atomic", "lock", "communication" */
const char *sw_shared_kind_name(enum sw_shared_kind kind);
