/* The checksum of a chunk: CRC-32 as in zlib and PNG. Pass the last result to go on, 0 to begin. */
#ifndef SPANWISE_PROFILE_CRC32_H
#define SPANWISE_PROFILE_CRC32_H

#include <stddef.h>
#include <stdint.h>

uint32_t sw_crc32(uint32_t crc, const void *data, size_t size);

#endif
