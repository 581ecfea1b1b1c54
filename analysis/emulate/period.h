/*
 * A picture of where all threads are, but for how far they have come in runs of equal items: two equal ones have the
 * same future, as long as no run ends. For period.c.
 */
#pragma once

#include "analysis/emulate/parts.h"

/* What may go on from one period to the next. */
enum sw_counter_kind {
    SW_COUNTS_REP,   /* a frame's item */
    SW_COUNTS_LEFT,  /* a range's tasks, downwards */
    SW_COUNTS_LO,    /* a leaf of a cilk_for */
    SW_COUNTS_TURN,  /* chunks of a static loop */
    SW_COUNTS_NEXT,  /* a dynamic one's tasks */
    SW_COUNTS_SINCE, /* a time */
};

enum sw_counter_mode {
    SW_UNTOUCHED, /* in a period: its value means nothing */
    SW_FIXED,     /* begun anew in it, and the same again */
    SW_MOVES,
};

struct sw_counter {
    void *at; /* until a frame is pushed; uint32_t of a REP, else 64 bits */
    int64_t value;
    int64_t room;           /* how far it may move; INT64_MAX: any */
    int64_t ahead;          /* REP in a range: that the chunk has still */
    int64_t step;           /* of a period */
    int64_t tasks;          /* REP in a range: what a repetition has; TURN: of a turn; others 1 */
    uint64_t made;          /* the frame's number */
    uint32_t frame, thread; /* the frame: or nobody */
    uint8_t kind, mode;
    bool in_chunk; /* LEFT: of a chunk that many like it follow */
    bool in_range; /* REP: of a range, or a group in one: where a chunk is */
    bool is_range;
    bool jumps; /* from chunk to chunk: their ends have to be in the same run */
};

/* Few words that differ where pictures do, mostly; without gaps. */
struct sw_picture_key {
    uint32_t thread, node, item, next_thread;
    uint64_t running, waiting, queued;
    sw_ticks next;
};

struct sw_picture {
    struct sw_picture_key key;
    sw_ticks now;
    struct sw_sums sums;
    uint64_t changes; /* e->changes */
    uint64_t *words;
    size_t n_words, room_words;
    struct sw_counter *counters;
    size_t n_counters, room_counters;
};

struct sw_picture_key sw_picture_key(const struct sw_emulator *e, uint32_t thread);

/* False: there is something in it that no period has. */
bool sw_picture_take(struct sw_emulator *e, uint32_t thread, struct sw_picture *picture,
                     sw_ticks *events);
void sw_picture_release(struct sw_picture *picture);
