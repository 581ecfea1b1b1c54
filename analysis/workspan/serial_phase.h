/*
 * A phase of serial code that is spread over many functions: by samples outside all parallel regions, the innermost call
 * that holds nearly all of them with all that it calls, while no call below holds much by itself. What functions
 * do by themselves is serial_functions.h.
 */
#pragma once

#include "profile/profile.h"

/* When a call is named for all that it calls, of serial code here and of the span in span_findings.c: */
#define SW_PHASE_SPREAD     2.5 /* times what the largest call or line in it holds by itself, and ... */
#define SW_PHASE_NEARLY_ALL 0.9 /* ... the innermost call that holds so much of it */

struct sw_serial_phase {
    const char *callee;           /* NULL: there is none */
    const struct sw_place *place; /* of the call, in the reader's own function that makes it */
    double share;                 /* of the samples */
};

/* 0 or -ENOMEM. Borrows from the profile. */
int sw_serial_phase_find(struct sw_serial_phase *phase, const struct sw_profile *profile);
