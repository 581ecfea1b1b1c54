/* What the files of focus.h share. */
#pragma once

#include "analysis/flame/focus.h"

/* Rows that are of the same name, place and site become one; returns how many are left. */
size_t sw_focus_merge(struct sw_focus_row *rows, size_t n);

/* Fills in the lines of a function's own code. 0 or -ENOMEM. */
int sw_focus_lines(struct sw_focus *focus, const struct sw_profile *profile, const char *function);
