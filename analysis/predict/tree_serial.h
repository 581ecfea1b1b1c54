/*
 * Names for serial code: what a program tree has outside all sections is work without a name; samples know the functions
 * that it is in. Each such piece becomes calls of those, by their shares, and a rest: so that predictions name them, and a
 * what-if can change them. Where in the serial code a function is is not known: the sums are true, not the order.
 */
#pragma once

#include "profile/profile.h"

/* Changes the profile's tree, where it has one and there are enough samples. 0 or -ENOMEM. */
int sw_tree_name_serial(struct sw_profile *profile);
