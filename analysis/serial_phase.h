/*
 * A phase of serial code that is spread over many functions: by samples outside all parallel regions, the innermost call
 * that holds nearly all of them with all that it calls, while no call below holds much by itself. What functions
 * do by themselves is serial_functions.h.
 */
#ifndef SPANWISE_ANALYSIS_SERIAL_PHASE_H
#define SPANWISE_ANALYSIS_SERIAL_PHASE_H

#include "profile/profile.h"

struct sw_serial_phase {
    const char *callee;           /* NULL: there is none */
    const struct sw_place *place; /* of the call, in the function that makes it */
    double share;                 /* of the samples */
};

/* 0 or -ENOMEM. Borrows from the profile. */
int sw_serial_phase_find(struct sw_serial_phase *phase, const struct sw_profile *profile);

#endif
