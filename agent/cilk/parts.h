/* What the files of this folder share, and start.c of agent/opencilk/, whose programs are followed in the same way. */
#pragma once

#include "abi/cilk.h"
#include "agent/sampler/sampler.h"
#include "base/range.h"
#include "live/live.h"

/*
 * --- Sleds in live code: overwritten by branches to stubs, and back ---
 *
 * Stubs lie near the code (a branch reaches 128 MB on aarch64, 2 GB on x86-64), in a slab of
 * their own a module: first one trampoline, which saves registers and calls the event, then one slot a
 * sled, which takes a note and goes back, or calls the trampoline (stub.S).
 */

/* Makes stubs for live->cilk.sleds[first..first+n), all of one module. 0 or -errno. Outside events. */
int sw_patch_stubs(struct sw_live *live, uint32_t first, uint32_t n);

/* Switches a sled on or off. 0 or -errno. On x86-64, on: only while no other thread runs there. */
int sw_patch_sled(struct sw_live *live, uint32_t sled, bool on);

/* All sleds of a function; also inside events. */
int sw_patch_function(struct sw_live *live, const struct sw_live_function *function, bool on);

/*
 * What events cost on this machine, measured in about 5 ms: fills live->costs.
 * Passes sleds of its own through the very stubs that the program will use, on a thread record of
 * its own. Uses function numbers and sleds from the start of the tables and leaves them in place.
 * On the first thread, before the program's own sleds are patched. 0 or -errno.
 */
int sw_calibrate(struct sw_live *live);

/*
 * --- cilk_for under the profiler: the hooks loop_begin and loop_next of abi.h ---
 *
 * `site`: where the loop is; NULL: each chunk is to be an event, however short.
 */
uint64_t sw_cilk_loop_begin(struct sw_cilk_loop *loop, uint64_t count, uint64_t grain,
                            const void *site);
uint64_t sw_cilk_loop_next(struct sw_cilk_loop *loop, const void *site);

/* In a parallel run: a loop begins that divides its iterations itself. Its grain. */
uint64_t sw_cilk_loop_grain(uint64_t count, uint64_t grain);

/* --- Regions and positions: the hooks of abi.h of these names. Any thread, outside events --- */

void sw_cilk_region_begin(const char *label);
void sw_cilk_region_end(const char *label);
uint64_t sw_cilk_region_open(const char *label);
void sw_cilk_region_close(uint64_t handle);
struct sw_cilk_position sw_cilk_position(void);

/* Work, span, parallelism, burdened span and parallelism, as Cilkscale writes them: seconds. */
#define SW_CILK_FIGURES 160
void sw_cilk_figures(char *text, size_t room, struct sw_cilk_position p, const char *between);
void sw_cilk_dump(struct sw_cilk_position position, const char *tag);

/* Splits (spanwise.h): the function that returns to `from`, with that stack pointer, splits itself; NULL: not any more. */
void sw_cilk_split(const char *label, uint64_t from, uint64_t sp);

/* --- What libspanwise-locks.so tells of the program's locks (agent/locks/hooks.h) becomes events of the strand --- */

/* Where that library is loaded, and the run is a serial one without a tool. When all is set up; once. */
void sw_cilk_lock_start(struct sw_live *live);

/* Code of a scheduler, which is linked into the program or a library, or is a library: its locks are not the program's. register.c. */
void sw_cilk_add_scheduler(struct sw_range code);
bool sw_cilk_is_scheduler(const void *address);

/* --- Samples of a program whose threads report their events here: each is an event of the strand that its thread runs --- */

extern __attribute__((visibility("hidden"))) const struct sw_sample_taker sw_cilk_taker;

/*
 * --- A tool of the user's (include/spanwise_tool.h): loads it, and tells it of the engine's events ---
 *
 * A tool is ordinary code that wants to know of events as they happen. So with a tool no thread has
 * room for notes: each sled calls the event, by a trampoline that saves vector registers too (stub.S).
 * The engine's frames move and are copied when stolen; the tool sees objects of ours, which the
 * engine's frames point to. They come from the arena and go from one worker's list to another's.
 *
 * Callbacks run inside events: events of what a tool calls are turned away, the clock stands, and the
 * thread's lock is held.
 */

/* Loads what SPANWISE_TOOL names, if options.tool says that there is one, and starts it: from
 * then on strands tell it. Before the program's own code, on its first thread. After a message the program goes on without. */
void sw_tool_load(struct sw_live *live);

/* The tool is told that the program ends. */
void sw_tool_end(void);

/* This thread goes on with the stolen continuation that the leg begins with. Inside an event. */
void sw_tool_stolen(struct sw_leg *leg);

/* All that was stolen of the leg's innermost frame is appended to it. Outside events, with the
 * thread's lock. */
void sw_tool_joined(struct sw_leg *leg);

/* The innermost frame of the thread's strand is split; NULL: it is not any more. Inside an event. */
void sw_tool_split(struct sw_thread *thread, const char *label);
