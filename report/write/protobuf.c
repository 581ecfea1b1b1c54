#include "report/write/protobuf.h"

enum { VARINT = 0, LENGTH = 2 }; /* how a field is encoded */

void sw_protobuf_release(struct sw_protobuf *m)
{
    free(m->bytes);
    *m = (struct sw_protobuf){.size = 0};
}

static int make_room(struct sw_protobuf *m, size_t more)
{
    if (m->error || m->room - m->size >= more)
        return m->error;
    size_t room = m->room ? m->room : 256;
    while (room - m->size < more)
        room *= 2;
    unsigned char *bytes = realloc(m->bytes, room);
    if (!bytes)
        return m->error = -ENOMEM;
    m->bytes = bytes;
    m->room = room;
    return 0;
}

void sw_protobuf_varint(struct sw_protobuf *m, uint64_t value)
{
    if (make_room(m, 10))
        return;
    for (; value >= 0x80; value >>= 7)
        m->bytes[m->size++] = (unsigned char)(value | 0x80);
    m->bytes[m->size++] = (unsigned char)value;
}

void sw_protobuf_integer(struct sw_protobuf *m, unsigned field, uint64_t value)
{
    sw_protobuf_varint(m, (uint64_t)field << 3 | VARINT);
    sw_protobuf_varint(m, value);
}

void sw_protobuf_bytes(struct sw_protobuf *m, unsigned field, const void *bytes, size_t size)
{
    sw_protobuf_varint(m, (uint64_t)field << 3 | LENGTH);
    sw_protobuf_varint(m, size);
    if (make_room(m, size) || !size)
        return;
    memcpy(m->bytes + m->size, bytes, size);
    m->size += size;
}

void sw_protobuf_put(struct sw_protobuf *m, unsigned field, struct sw_protobuf *inner)
{
    if (inner->error)
        m->error = inner->error;
    sw_protobuf_bytes(m, field, inner->bytes, inner->size);
    inner->size = 0;
}
