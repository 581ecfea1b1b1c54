/* Writes messages of protocol buffers into memory. */
#pragma once

#include "base/libc.h"

/* Zero bytes are an empty one. What does not fit into memory is noted, and nothing more is written then. */
struct sw_protobuf {
    unsigned char *bytes;
    size_t size, room;
    int error;
};

void sw_protobuf_release(struct sw_protobuf *message);

void sw_protobuf_varint(struct sw_protobuf *message, uint64_t value); /* alone: of a packed field */
void sw_protobuf_integer(struct sw_protobuf *message, unsigned field, uint64_t value);
void sw_protobuf_bytes(struct sw_protobuf *message, unsigned field, const void *bytes, size_t size);

/* A message in a message, or a packed field; `inner` is empty afterwards, and keeps its memory. */
void sw_protobuf_put(struct sw_protobuf *message, unsigned field, struct sw_protobuf *inner);
