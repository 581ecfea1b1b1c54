/*
 * The locks of a serial run of a Cilk program: how often they were taken and how long they were held, in the meter's unit. Locks of one
 * variable are one here (an array of them, members of its elements), and so are those without a name that were first taken at the same
 * place. A hold is as long as its span, so no number of processors is faster than the holds of one lock in sum: `most`.
 */
#pragma once

#include "profile/profile.h"

/* How names begin of locks that have none: they say where a lock comes from. */
#define SW_LOCK_MADE_AT  "made at "
#define SW_LOCK_MADE_BY  "made by "
#define SW_LOCK_ON_STACK "on the stack of "
bool sw_lock_name_is_place(const char *name);

/* What a site of simulated threads that takes one is called, or begins with, before the lock's name. */
#define SW_LOCK_LABEL "lock"

struct sw_lock {
    uint64_t address; /* of the one that was held longest */
    char *name;       /* of the variable; "": it is none */
    uint64_t n_locks; /* that it stands for */
    uint64_t taken, held;
    uint64_t most;                      /* of `held`: that of one lock, the longest */
    uint64_t alone;                     /* of `most`: where nothing could run in parallel */
    uint64_t shared_taken, shared_held; /* by readers, not in the others */
};

/* Where one is taken. */
struct sw_lock_site {
    uint32_t lock;    /* index */
    uint64_t address; /* run-time address of the call: its return address minus one */
    uint64_t taken, held, shared_taken, shared_held;
    struct sw_place place;
};

/* Sites of one lock with the same address become one; those of a lock stand together, the longest held first. */
void sw_lock_sites_unite(struct sw_profile *profile);

/* Locks of one variable, "name" or "name+offset", become one; then all are arranged anew. 0 or -ENOMEM. */
int sw_locks_unite(struct sw_profile *profile);
