/*
 * Which module has the code at an address, of those that are loaded now. Signal-safe: the loader
 * of glibc 2.35 and on tells without a lock; elsewhere, and in static programs, by what was noted
 * (sw_modules_note).
 *
 * A library that the program has opened since is noted as it is met, so that its functions have names
 * when it is gone.
 */
#pragma once

#include "agent/sampler/unwind/cfi.h"

/* As sw_unwinder.find: the context is the live range. */
bool sw_loaded_find(void *live, uint64_t pc, struct sw_unwind_module *module);
