/*
 * The receiving end of handover.h, in `spanwise run`: a socket in a directory of its own, where one
 * can be made ($TMPDIR, /tmp, ...), removed by sw_receiver_release().
 */
#ifndef SPANWISE_RUNTIME_RECEIVE_H
#define SPANWISE_RUNTIME_RECEIVE_H

#include "runtime/handover.h"

#include <stddef.h>

/* One process that has handed over its live range. */
struct sw_received {
    struct sw_handover handover;
    int fd;
};

struct sw_receiver {
    char directory[96], path[108];
    int socket;
    struct sw_received *received;
    size_t n_received;
    size_t n_left_out; /* that came when as many were kept as we may have files open */
};

/* 0 or -errno. */
int sw_receiver_init(struct sw_receiver *receiver);

/* Takes what has arrived; does not wait. */
void sw_receiver_take(struct sw_receiver *receiver);

void sw_receiver_release(struct sw_receiver *receiver);

#endif
