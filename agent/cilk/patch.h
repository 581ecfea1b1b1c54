/*
 * Sleds in live code: overwritten by branches to stubs, and back.
 *
 * Stubs lie near the code (a branch reaches 128 MB on aarch64, 2 GB on x86-64), in a slab of
 * their own a module: first one trampoline, which saves registers and calls the event, then one slot a
 * sled, which takes a note and goes back, or calls the trampoline (stub.S).
 */
#pragma once

#include "live/live.h"

/* Makes stubs for live->cilk.sleds[first..first+n), all of one module. 0 or -errno. Outside events. */
int sw_patch_stubs(struct sw_live *live, uint32_t first, uint32_t n);

/* Switches a sled on or off. 0 or -errno. On x86-64, on: only while no other thread runs there. */
int sw_patch_sled(struct sw_live *live, uint32_t sled, bool on);

/* All sleds of a function; also inside events. */
int sw_patch_function(struct sw_live *live, const struct sw_live_function *function, bool on);
