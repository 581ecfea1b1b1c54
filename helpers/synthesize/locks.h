/* The tree's locks: each executable has those that its programs would use. */
#ifndef SPANWISE_HELPERS_SYNTHESIZE_LOCKS_H
#define SPANWISE_HELPERS_SYNTHESIZE_LOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool sw_locks_init(size_t n);

/* False: this thread has it already, and it is not to be released. */
bool sw_lock(uint32_t number);
void sw_unlock(uint32_t number);

#endif
