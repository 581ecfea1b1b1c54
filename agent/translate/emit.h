/* Writes code into the cache, for one architecture each. Under the translator's lock. */
#pragma once

#include "agent/translate/cache.h"

/* The most that a block takes. */
#define SW_EMIT_HOT  (24u << 10)
#define SW_EMIT_COLD (40u << 10)

/* Fills in a new slab's jumps to the translator. */
void sw_emit_slab(struct sw_slab *slab);

/* Writes the block that begins at block->address. False: its first instruction is none that can be
 * translated. */
bool sw_emit_block(struct sw_block *block, struct sw_slab *slab);

/* Writes the way in for indirect jumps, and sets block->indirect. */
void sw_emit_indirect(struct sw_block *block, struct sw_slab *slab);

/* Where entry_*.S goes to enter a block, or the program's own code. */
uint64_t sw_emit_way_in(const struct sw_block *block);
uint64_t sw_emit_native(uint64_t address);

/* Has the exit's jump go to the block, or NULL: to the translator. Safe while threads run over it.
 * `slab`: for a hop, if it is far. */
void sw_emit_jump(struct sw_exit *exit, const struct sw_block *to, struct sw_slab *slab);
