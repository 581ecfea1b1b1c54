/*
 * What serial code is in: functions by their samples outside all parallel regions, or on the critical path. A sample counts for the
 * innermost function of the reader's own (functions.h), and of these for one that does hardly anything elsewhere: a helper that parallel code
 * calls as well is not what is serial, but who calls it there.
 */
#pragma once

#include "analysis/findings/sentence.h"
#include "analysis/workspan/functions.h"

struct sw_serial_function {
    const struct sw_function *function;
    uint32_t line; /* with the most samples; 0: not known */
    uint64_t samples;
    bool helps; /* it does as much elsewhere */
};

struct sw_serial_functions {
    struct sw_serial_function *items; /* the most samples first */
    size_t n;
    uint64_t samples; /* of all */
    struct sw_functions own;
};

/* Code outside all parallel regions; the critical path, of which that is a part; what is on it nearly whenever it runs, as a loop that runs in
 * parallel is not. */
enum sw_serial_part { SW_SERIAL_CODE, SW_SERIAL_SPAN, SW_SERIAL_ALONE };

/* Where so many samples of a path count. */
struct sw_serial_function sw_serial_function_of(const struct sw_functions *functions,
                                                const struct sw_sampled *sampled, size_t path,
                                                enum sw_serial_part part, uint64_t samples);

/* `inside`: of that function only, with all that it calls; NULL: all. 0 or -ENOMEM. Borrows the functions, which are the profile's. */
int sw_serial_functions_make(struct sw_serial_functions *serial,
                             const struct sw_functions *functions, const struct sw_profile *profile,
                             enum sw_serial_part part, const char *inside);
void sw_serial_functions_release(struct sw_serial_functions *serial);

/* The same, with functions of its own. */
int sw_serial_functions_of(struct sw_serial_functions *serial, const struct sw_profile *profile,
                           enum sw_serial_part part, const char *inside);

/* Where most of it is, in a function of which half of it is or more; "" and 0: in none. The strings are the profile's. */
struct sw_serial_place {
    const char *file, *function;
    uint32_t line;
    bool helps; /* it does as much elsewhere */
};

/* "; by samples, 62% of it is in 'read_input' (io.c:40), 30% in 'sort' (sort.c:7)"; NULL where there are too few samples, for which
 * the critical path wants more. 0 or -ENOMEM. */
int sw_serial_functions_say(const struct sw_profile *profile, enum sw_serial_part part,
                            struct sw_sentence **said, struct sw_serial_place *chief);

/* When a call is named for all that it calls, of serial code here and of the span in span_findings.c: */
#define SW_PHASE_SPREAD     2.5 /* times what the largest call or line in it holds by itself, and ... */
#define SW_PHASE_NEARLY_ALL 0.9 /* ... the innermost call that holds so much of it */

/*
 * A phase of serial code that is spread over many functions: by samples outside all parallel regions, the innermost call
 * that holds nearly all of them with all that it calls, while no call below holds much by itself (serial_phase.c).
 */
struct sw_serial_phase {
    const char *callee;           /* NULL: there is none */
    const struct sw_place *place; /* of the call, in the reader's own function that makes it */
    double share;                 /* of the samples */
};

/* 0 or -ENOMEM. Borrows from the profile. */
int sw_serial_phase_find(struct sw_serial_phase *phase, const struct sw_profile *profile);
