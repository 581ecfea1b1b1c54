/*
 * The pieces of the program that a thread of libomp's runs, one inside the other: a task is begun in the
 * middle of another one, where that waits.
 */
#pragma once

#include "agent/sample/reporter.h"

struct sw_ompt_piece {
    struct sw_ompt_piece *outer;
    const void *task;        /* whose it is */
    struct sw_origin origin; /* its frame is 0: it has none, the stack says all */
    enum sw_doing before;
    struct sw_wait wait; /* it waits for others, */
    bool waits;          /* if it does */
    bool of_region;      /* a region's own task, not one that was created */
    uint32_t creates;    /* see below */
};

struct sw_ompt_thread {
    uint64_t number; /* from 1 on; 0: not known yet */
    struct sw_ompt_piece *top, *unused;
    struct sw_ompt_piece base; /* what is in no piece */
    uint32_t creates;          /* the path at which the program is creating a task; 0: is not */
};

/* The calling thread's. */
extern _Thread_local struct sw_ompt_thread sw_ompt_thread;

/* A piece begins. `frame` as in struct sw_origin; 0: there is no origin. */
void sw_ompt_piece_begin(struct sw_worker *worker, const void *task, uint32_t path, uint64_t frame,
                         bool of_region);
/* It ends, and all inside it; if it is there. */
void sw_ompt_piece_end(struct sw_worker *worker, const struct sw_ompt_piece *piece);
/* The innermost one of a task, and that is a region's own; NULL: there is none. */
struct sw_ompt_piece *sw_ompt_piece_of(const void *task);
struct sw_ompt_piece *sw_ompt_piece_of_region(void);
/* All that are inside that of a task; false: there is none. */
bool sw_ompt_piece_back_to(struct sw_worker *worker, const void *task);
/* The thread ends. */
void sw_ompt_pieces_release(void);

/* The innermost piece waits. At the end the wait is that of a task, or of a thread without one: nobody's. */
void sw_ompt_wait_begin(struct sw_worker *worker);
void sw_ompt_wait_end(struct sw_worker *worker, const void *task);
