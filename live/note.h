/* Notes, which events are made of, and what waits between two of them. */
#ifndef SPANWISE_LIVE_NOTE_H
#define SPANWISE_LIVE_NOTE_H

#include "live/stub.h"

#include <stdint.h>

/*
 * What a stub notes down when a sled is passed; live/notes/ makes events of it. A thread's notes fill
 * SW_NOTES_BYTES, aligned to that, from the second on: the place of the next one ends in zeros when
 * there is no room.
 */
struct sw_note {
    uint64_t ticks;
    uint64_t sp, from; /* the stack pointer and the link register (return address) at the sled */
    uint64_t what;     /* number of the function (ENTRY) or sled, kind << 32, after << 40; or 0:
                          done with. A hook's: see live/notes/opencilk.h */
};

static inline uint64_t sw_note_kind(uint64_t what)
{
    return what >> 32 & 0xff;
}

/* A spawn whose callee is not entered yet. */
struct sw_pending {
    uint64_t sled; /* its address; 0: none */
    uint64_t cost, mark;
};

/* A sample of a spawn that is pending. */
struct sw_held {
    uint32_t path, weight;
};
#define SW_HELD_MOST 16

#endif
