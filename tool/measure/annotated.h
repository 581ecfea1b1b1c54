/* What the profile of an annotated program says beside its tree: figures and sites, as other profiles have them. */
#pragma once

#include "profile/profile.h"

/*
 * Fills in the whole figures and a site for each section, task and lock that was annotated, from the tree; and
 * the lines of the places that warnings have by number ("@{7}": collect/annotate.c). Names are resolved. 0 or
 * -ENOMEM. Samples tell who serial code is; then they are dropped, unless they are asked for.
 */
int sw_annotated_fill(struct sw_profile *profile, bool keeps_samples);
