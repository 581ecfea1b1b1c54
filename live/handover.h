/*
 * The way from the profiled process to `spanwise run`: a Unix socket, named by SPANWISE_SOCKET
 * (SPANWISE_SAMPLE for `spanwise sample`),
 * that takes one message a process: struct sw_handover with the memfd of its live range beside it.
 */
#pragma once

#include <stdint.h>

struct sw_handover {
    uint64_t base, size; /* where the range is mapped */
    int64_t pid;
};

/* Sends it, with the descriptor. 0 or -errno. Outside events. */
int sw_handover_send(const char *socket_path, const struct sw_handover *handover, int fd);
