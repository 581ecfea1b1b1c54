/*
 * A tool of the user's (include/spanwise_tool.h): loads it, and tells it of the engine's events.
 *
 * A tool is ordinary code that wants to know of events as they happen. So with a tool no thread has
 * room for notes: each sled calls the event, by a trampoline that saves vector registers too (stub.S).
 * The engine's frames move and are copied when stolen; the tool sees objects of ours, which the
 * engine's frames point to. They come from the arena and go from one worker's list to another's.
 *
 * Callbacks run inside events: events of what a tool calls are turned away, the clock stands, and the
 * thread's lock is held.
 */
#pragma once

#include "live/live.h"

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
