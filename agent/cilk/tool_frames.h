/*
 * The objects that a tool knows frames by. Each thread has a list of free ones; what one worker has
 * begun another may end, so lists that grow too long give to one that all take from.
 */
#ifndef SPANWISE_AGENT_CILK_TOOL_FRAMES_H
#define SPANWISE_AGENT_CILK_TOOL_FRAMES_H

#include "include/spanwise_tool.h"
#include "live/live.h"

/* To be filled in; NULL: no memory. On the thread itself, inside an event or a join. */
struct spanwise_frame *sw_tool_frame_take(struct sw_thread *thread);
void sw_tool_frame_give(struct sw_thread *thread, struct spanwise_frame *frame);

#endif
