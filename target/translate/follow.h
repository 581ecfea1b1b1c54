/* What a block does before each access to memory (memory.h): emit_*.c asks for it, follow_*.c writes it. */
#ifndef SPANWISE_TARGET_TRANSLATE_FOLLOW_H
#define SPANWISE_TARGET_TRANSLATE_FOLLOW_H

#include "target/translate/trace.h"

struct out;

/* At the start of a block, before each step, at each way out of it, and behind it. */
void sw_follow_begin(struct out *o, const struct sw_trace *trace);
void sw_follow_access(struct out *o, const struct sw_trace *trace, unsigned step);
void sw_follow_leave(struct out *o);
void sw_follow_end(struct out *o);

#endif
