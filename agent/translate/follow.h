/* What a block does before each access to memory (memory.h): emit_*.c asks for it, follow_*.c writes it. */
#pragma once

#include "agent/translate/trace.h"

struct out;

/* At the start of a block, before each step, at each way out of it, and behind it. */
void sw_follow_begin(struct out *o, const struct sw_trace *trace);
void sw_follow_access(struct out *o, const struct sw_trace *trace, unsigned step);
void sw_follow_leave(struct out *o);
void sw_follow_end(struct out *o);

/* --- What both architectures share: follow.c --- */

struct sw_access;
struct sw_follow;

/* Whether the block that is being made follows accesses. */
bool sw_follow_is_on(const struct sw_trace *trace);

/* The access of a step, if there is one that is followed; general registers that a step may use, a bit each: follow_*.c. */
bool sw_follow_is_followed(const struct sw_trace *trace, unsigned step, struct sw_access *access);
uint32_t sw_follow_registers(const struct sw_step *step);

/* Looks at all steps; returns how many are followed. `used`: registers. */
unsigned sw_follow_look(struct sw_follow *f, const struct sw_trace *trace, uint32_t *used);

/* Where there are threads, all accesses of an atomic are told: others may come to the line in between. */
bool sw_follow_is_always(const struct sw_access *access);

/* The access's site, in a block whose sites so far are those. False: there is no room. */
bool sw_follow_site(const struct sw_follow *f, uint64_t pc, const struct sw_access *access,
                    uint32_t *site);
