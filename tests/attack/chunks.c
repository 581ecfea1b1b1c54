/* A profile as a row of chunks, damaged or not. */
#include "profile/format.h"
#include "tests/attack/attack.h"

size_t attack_chunks(const struct bytes *b, struct chunk chunks[ATTACK_MOST_CHUNKS])
{
    size_t n = 0, at = SW_FORMAT_FILE_HEADER;
    while (n < ATTACK_MOST_CHUNKS && at <= b->size && b->size - at >= SW_FORMAT_CHUNK_HEADER) {
        uint32_t tag = (uint32_t)load(b->data + at, 4);
        uint64_t size = load(b->data + at + 8, 8);
        at += SW_FORMAT_CHUNK_HEADER;
        if (size > b->size - at)
            size = b->size - at;
        chunks[n++] = (struct chunk){at, (size_t)size, tag};
        at += size;
    }
    return n;
}

void attack_mend(struct bytes *b)
{
    struct chunk chunks[ATTACK_MOST_CHUNKS];
    size_t n = attack_chunks(b, chunks);
    if (b->size < SW_FORMAT_FILE_HEADER)
        return;
    store(b->data + 12, sw_crc32(0, b->data, 12), 4);
    for (size_t i = 0; i < n; i++) {
        unsigned char *head = b->data + chunks[i].at - SW_FORMAT_CHUNK_HEADER;
        if (load(head + 8, 8) == chunks[i].size)
            store(head + 4, sw_crc32(sw_crc32(0, head, 4), head + 8, 8 + chunks[i].size), 4);
    }
}
