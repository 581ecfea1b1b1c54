/* The names of locks that are variables. */
#ifndef SPANWISE_COLLECT_SYMBOLS_LOCKS_H
#define SPANWISE_COLLECT_SYMBOLS_LOCKS_H

#include "profile/profile.h"

int sw_symbols_name_locks(struct sw_profile *profile); /* 0 or -ENOMEM */

#endif
