/*
 * The front ends, by which a program tells what of it is parallel. Here is what all know of them: a number, and the name that
 * files, JSON and --front-end have. What else there is to one has a row in each of two tables: collect/front_end.c says how a
 * profile is made of what it has recorded, tool/front_ends/ how a program of it is found and run.
 */
#ifndef SPANWISE_PROFILE_FRONT_END_H
#define SPANWISE_PROFILE_FRONT_END_H

/* Those without a name are no profile's, but that of SAMPLE, which says by what the program is parallel instead. */
#define SW_FRONT_END_EACH(ROW)                                                                \
    ROW(UNKNOWN, "")  /* of a profile: a newer spanwise's, or none; of a program: a script */ \
    ROW(NONE, "")     /* neither the program nor a library that it needs was built for one */ \
    ROW(CILK, "cilk") /* built by spanwise cc, or a library that it needs was */              \
    ROW(OPENCILK, "opencilk") /* by OpenCilk's compiler, for Cilkscale: calls its hooks */    \
    ROW(OPENCILK_STATIC, "")  /* the same, with hooks of its own that cannot be replaced */   \
    ROW(OPENMP, "openmp")     /* any compiler's: it, or a library of it, needs its runtime */ \
    ROW(ANNOTATE, "annotate") /* a serial program with annotations: spanwise.h, Advisor's */  \
    ROW(SAMPLE, "")           /* never found: any, for `spanwise sample` */

#define SW_FRONT_END_NUMBER(kind, name) SW_FRONT_END_##kind,
enum sw_front_end_kind { SW_FRONT_END_EACH(SW_FRONT_END_NUMBER) SW_FRONT_ENDS };

const char *sw_front_end_name(enum sw_front_end_kind kind); /* "": it has none */

/* SW_FRONT_END_UNKNOWN: none has that name. */
enum sw_front_end_kind sw_front_end_named(const char *name);

#endif
