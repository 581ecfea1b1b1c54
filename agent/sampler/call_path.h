/* Adds to the tree of call paths (live/call_path.h). Any thread may at any time, signal handlers too: without locks. */
#pragma once

#include "base/arena.h"
#include "live/call_path.h"

#include <stdbool.h>

/* False: no memory. */
bool sw_call_paths_init(struct sw_call_paths *paths, struct sw_arena *arena);

/* The path of `caller` and an address that it calls, or is at. Where there is no room, that of the
 * caller. */
uint32_t sw_call_paths_add(struct sw_call_paths *paths, uint32_t caller, uint64_t address);
