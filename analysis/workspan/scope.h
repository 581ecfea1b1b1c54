/*
 * A part of a program that the user names: the whole, a region, or call sites, and its figures.
 *
 * Sites are named by FUNCTION (whoever calls it), CALLER/CALLEE (the callee of a loop or a scope is
 * "cilk_for" or "cilk_scope"), FILE:LINE or FILE:LINE:COLUMN. The figures of several are added up:
 * those of their top-call-site invocations, on work. What may run inside another of them is in that
 * one's figures already and is left out: the recursive calls of FUNCTION, say.
 */
#pragma once

#include "profile/profile.h"

enum sw_scope_kind { SW_SCOPE_WHOLE, SW_SCOPE_REGION, SW_SCOPE_SITE };

struct sw_scope {
    enum sw_scope_kind kind;
    const char *name; /* "" for the whole */
};

struct sw_scope_found {
    struct sw_figures figures;
    size_t site; /* the one of them with the most work, or (size_t)-1 */
    size_t n_sites;
};

/*
 * 0, or a sentence in `why`: -ENOENT where the profile has no such thing, -EINVAL where sites may
 * run inside each other, so that no sum is right, -ENOMEM.
 */
int sw_scope_find(const struct sw_profile *profile, const struct sw_scope *scope,
                  struct sw_scope_found *found, char *why, size_t why_size);
