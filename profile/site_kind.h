/* What a call site is: all that the program's side knows of a profile's sites, beside their addresses. */
#pragma once

enum sw_site_kind {
    SW_SITE_CALL,
    SW_SITE_SPAWN,
    SW_SITE_LOOP,  /* a cilk_for: callee is the loop itself */
    SW_SITE_SCOPE, /* a cilk_scope: likewise */
    SW_SITE_ROOT,  /* the program, or a thread of it: what called main */
    SW_SITE_SPLIT, /* a part of the caller's own code, from here on; the callee's name is its label */
    SW_SITE_LOCK, /* takes a lock: never in a profile, which has locks of their own */
};

enum sw_site_flags {
    SW_SITE_OWN_GRAIN = 1, /* a loop with a grain that the program gives */
    SW_SITE_LABELLED =
        2, /* a construct of OpenMP's or of annotations: the callee's name says which,
                              and of a ROOT that it is the serial code alone */
};
