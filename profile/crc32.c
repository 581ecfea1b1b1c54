/*
 * CRC-32, polynomial 0xedb88320 (reflected), four bytes a step: table k holds the checksum of a
 * byte that is followed by k zero bytes, so the four lookups of a step do not wait for each other.
 */
#include "profile/crc32.h"

#include <pthread.h>

static uint32_t table[4][256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_table(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
        table[0][i] = crc;
    }
    for (int k = 1; k < 4; k++)
        for (int i = 0; i < 256; i++)
            table[k][i] = table[k - 1][i] >> 8 ^ table[0][table[k - 1][i] & 255];
}

uint32_t sw_crc32(uint32_t crc, const void *data, size_t size)
{
    const unsigned char *at = data;
    pthread_once(&once, make_table);
    crc = ~crc;
    for (; size >= 4; size -= 4, at += 4) {
        crc ^= at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
        crc = table[3][crc & 255] ^ table[2][crc >> 8 & 255] ^ table[1][crc >> 16 & 255] ^
              table[0][crc >> 24];
    }
    for (; size; size--, at++)
        crc = crc >> 8 ^ table[0][(crc ^ *at) & 255];
    return ~crc;
}
