/*
 * Memory traffic (profile/traffic.h) in the live range, of a run with --memory: what agent/translate/memory.c finds, by instruction; and by
 * *piece* (live/rates.h: the call site or construct that is charged with what passes), as the front end charges it.
 */
#pragma once

#include "live/shared.h"
#include "profile/traffic.h"

#include <stddef.h>

#define SW_MEMORY_SITES  (1u << 17)
#define SW_MEMORY_PIECES (1u << 16)
#define SW_MEMORY_LOOPS  (1u << 14)
#define SW_MEMORY_PATHS  16 /* of so many fills of lines that are followed one is sampled */

/* An instruction that accesses memory, in one of its translations. */
struct sw_memory_site {
    uint64_t pc;
    uint32_t what; /* enum sw_access_what */
    uint32_t unused;
    struct sw_traffic traffic; /* back: of lines that it was the last one to write to */
    /* Fills whose address was in a line that had just come itself: of those where both are followed. */
    uint32_t chained[SW_CAPACITIES];
};

/* From its first instruction to the branch back, by addresses. */
struct sw_memory_loop {
    uint64_t first, last;
};

struct sw_live_memory {
    struct sw_memory_site *sites; /* SW_MEMORY_SITES of them */
    uint32_t n_sites;
    uint32_t is_full;             /* there were more */
    struct sw_memory_loop *loops; /* SW_MEMORY_LOOPS, anywhere; NULL: none are kept */
    bool is_pending;              /* there is something in `pending` */
    uint64_t unknown;          /* instructions whose access is not known, by their translations */
    uint64_t instructions;     /* that were run, as far as is known here */
    uint64_t lost;             /* accesses that came two at a time */
    uint64_t told;             /* all that came */
    struct sw_traffic pending; /* since a piece was last charged: write-backs too, whoever wrote */
    struct sw_traffic_own pending_own;
    struct sw_traffic *pieces;     /* SW_MEMORY_PIECES, by number; the last: of all beyond */
    struct sw_traffic_own *own;    /* of each */
    uint32_t n_pieces;             /* one more than the highest number */
    struct sw_live_shared *shared; /* cache lines that threads share; NULL: they are not followed */
};

/* What has passed belongs to that piece. */
static inline void sw_memory_charge(struct sw_live_memory *m, uint64_t piece)
{
    if (!m->is_pending)
        return;
    uint32_t i = piece < SW_MEMORY_PIECES ? (uint32_t)piece : SW_MEMORY_PIECES - 1;
    sw_traffic_add(&m->pieces[i], &m->pending);
    sw_traffic_own_add(&m->own[i], &m->pending_own);
    for (unsigned h = 0; h < SW_LINE_HASHES; h++)
        for (unsigned k = 0; k < SW_CAPACITIES; k++)
            m->pending.fills[h][k] = m->pending.back[h][k] = m->pending_own.fills[h][k] = 0;
    m->is_pending = false;
    m->n_pieces = i >= m->n_pieces ? i + 1 : m->n_pieces;
}
