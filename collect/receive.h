/*
 * The receiving end of handover.h, in `spanwise run`: a socket in a directory of its own (scratch.h), where one
 * can be made ($TMPDIR, /tmp, ...), removed by sw_receiver_close(). Any process that knows the name may connect, the
 * program above all: nothing here waits for the other side.
 */
#pragma once

#include "base/libc.h"
#include "base/scratch.h"
#include "live/handover.h"

enum { SW_RECEIVER_SILENT = 64 };

/* One process that has handed over its live range. */
struct sw_received {
    struct sw_handover handover;
    int fd;
    uint64_t native_ns; /* processor time of the program by itself; 0: not known */
};

struct sw_receiver {
    struct sw_scratch scratch;
    char path[108];
    int socket;
    int poll; /* readable when something may have arrived */
    /* Connections that have not said anything yet, the oldest first. */
    int silent[SW_RECEIVER_SILENT];
    size_t n_silent;
    int error; /* why something that was handed over could not be taken: -errno; 0: all was */
    struct sw_received *received;
    size_t n_received;
    size_t n_left_out; /* that came when as many were kept as we may have files open */
};

/* 0 or -errno. */
int sw_receiver_init(struct sw_receiver *receiver);

/* Takes what has arrived; does not wait. */
void sw_receiver_take(struct sw_receiver *receiver);

/* Those who have handed over are stopped now, by a signal: they are told when they go on (live.h, halted_ns). */
void sw_receiver_note_halt(struct sw_receiver *receiver);

/* Nothing more is taken, and the folder is gone; what has arrived stays. */
void sw_receiver_close(struct sw_receiver *receiver);

void sw_receiver_release(struct sw_receiver *receiver);
