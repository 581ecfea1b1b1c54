/*
 * Sleds that can be spared, because other ones tell as much. The assembly filter finds them (the
 * entries of abi.h that are no sleds):
 *
 *   CALL       A SPAWN sled, straight code with one direct call, and the SPAWN_END sled follow each
 *              other. If the callee has sleds of its own, they report the spawn, and the two are
 *              not patched.
 *   LAST_SYNC  A few instructions behind a SYNC sled its function returns, which syncs anyway: the
 *              SYNC is not patched, and its EXIT knows how many ticks come after the sync.
 *
 * That leaves two events for a call of the usual Cilk function instead of five.
 */
#pragma once

#include "live/live.h"

/* The addresses that an entry of the table holds. */
static inline uint64_t sw_sled_at(const struct sw_sled *s)
{
    return (uint64_t)&s->at + (uint64_t)(int64_t)s->at;
}

static inline uint64_t sw_sled_function(const struct sw_sled *s)
{
    return s->function ? (uint64_t)&s->function + (uint64_t)(int64_t)s->function : UINT64_MAX;
}

/*
 * Finds those of the module, whose sleds are live->cilk.sleds from `first_sled` on, those in bodies last,
 * by kind and address, and whose functions are from `first_function` on, by address. Before they
 * get their stubs.
 */
void sw_spared_find(struct sw_live *live, const struct sw_cilk_module *module, uint32_t first_sled,
                    uint32_t first_function);
