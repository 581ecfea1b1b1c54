/* Constructs of OpenMP by the functions that people wrote, not by those that compilers make of them. */
#ifndef SPANWISE_COLLECT_SYMBOLS_CONSTRUCTS_H
#define SPANWISE_COLLECT_SYMBOLS_CONSTRUCTS_H

#include "profile/profile.h"

/* 0 or -ENOMEM. */
int sw_symbols_name_constructs(struct sw_profile *profile);

#endif
