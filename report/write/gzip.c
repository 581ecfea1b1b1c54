#include "report/write/gzip.h"
#include "profile/format.h"

static void put_little(uint32_t value, int bytes, FILE *out)
{
    for (int i = 0; i < bytes; i++)
        fputc((int)(value >> 8 * i & 0xff), out);
}

void sw_gzip_store(const unsigned char *bytes, size_t size, FILE *out)
{
    enum { LARGEST = 65535 }; /* of a stored block */
    static const unsigned char head[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff};
    size_t at = 0;
    fwrite(head, 1, sizeof head, out);
    do {
        size_t part = size - at < LARGEST ? size - at : LARGEST;
        fputc(at + part == size, out); /* the last one? */
        put_little((uint32_t)part, 2, out);
        put_little((uint32_t)~part, 2, out);
        fwrite(bytes + at, 1, part, out);
        at += part;
    } while (at < size);
    put_little(sw_crc32(0, bytes, size), 4, out);
    put_little((uint32_t)size, 4, out);
}
