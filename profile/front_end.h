/*
 * The front ends, by which a program tells what of it is parallel. Here is what all know of them: a number, and the name that
 * files, JSON and --front-end have. What else there is to one has a row in each of two tables: collect/front_end.c says how a
 * profile is made of what it has recorded, tool/front_ends/ how a program of it is found and run.
 */
#pragma once

/*
 * Number, identifier, name. They are asked in this order whether a program is theirs. Those without a name are no profile's, but
 * SAMPLE, which says by what the program is parallel instead.
 */
#define SW_FRONT_END_EACH(ROW)                                                                    \
    ROW(UNKNOWN, unknown, "") /* a newer spanwise's, or none; of a program: it is a script */     \
    ROW(NONE, none, "")       /* neither the program nor a library of it was built for one */     \
    ROW(CILK, cilk, "cilk")   /* built by spanwise cc, or a library that it needs was */          \
    ROW(OPENCILK, opencilk, "opencilk")       /* by OpenCilk's compiler, for Cilkscale's hooks */ \
    ROW(OPENCILK_STATIC, opencilk_static, "") /* the same, with hooks that cannot be replaced */  \
    ROW(ANNOTATE, annotate, "annotate")       /* serial, with annotations */                      \
    ROW(OPENMP, openmp, "openmp") /* any compiler's: it, or a library of it, needs its runtime */ \
    ROW(THREADS, threads, "threads") /* makes threads itself: POSIX's, C's, C++'s, TBB's */       \
    ROW(SAMPLE, sample, "")          /* never found: any, for `spanwise sample` */

#define SW_FRONT_END_NUMBER(kind, id, name) SW_FRONT_END_##kind,
enum sw_front_end_kind { SW_FRONT_END_EACH(SW_FRONT_END_NUMBER) SW_FRONT_ENDS };

const char *sw_front_end_name(enum sw_front_end_kind kind); /* "": it has none */

/* SW_FRONT_END_UNKNOWN: none has that name. */
enum sw_front_end_kind sw_front_end_named(const char *name);
