/* What read.c and write.c agree on: doc/file-format.md in constants. Sizes are those of 1.7. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define SW_FORMAT_MAGIC      "\211SWPROF\n"
#define SW_FORMAT_MAGIC_SIZE 8
#define SW_FORMAT_MAJOR      1
#define SW_FORMAT_MINOR      7

enum {
    SW_FORMAT_FILE_HEADER = 16,  /* magic, major, minor, checksum */
    SW_FORMAT_CHUNK_HEADER = 16, /* tag, checksum, length */
    SW_FORMAT_LIST_HEADER = 8,   /* bytes a record, records */
};

#define SW_FORMAT_MOST (UINT64_C(16) << 30) /* bytes of a file: as those of the largest tree */

enum { SW_FORMAT_MAX_INLINED = 256 };    /* places in a chain */
enum { SW_FORMAT_MAX_NESTED = 1 << 15 }; /* nodes of a program tree, one inside the other */

/* A tag is four characters, in the order of the file. */
#define SW_FORMAT_TAG(a, b, c, d) \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define SW_TAG_END SW_FORMAT_TAG('E', 'N', 'D', ' ')

/* All others. */
#define SW_FORMAT_CHUNKS(X)          \
    X(STRINGS, 'S', 'T', 'R', 'S')   \
    X(HEAD, 'H', 'E', 'A', 'D')      \
    X(ARGS, 'A', 'R', 'G', 'S')      \
    X(COMMAND, 'C', 'M', 'N', 'D')   \
    X(MODULES, 'M', 'O', 'D', 'U')   \
    X(SITES, 'S', 'I', 'T', 'E')     \
    X(PLACES, 'P', 'L', 'A', 'C')    \
    X(REGIONS, 'R', 'E', 'G', 'N')   \
    X(UNPATCHED, 'U', 'N', 'P', 'A') \
    X(SIMULATED, 'S', 'I', 'M', 'U') \
    X(CONSTRUCT, 'C', 'O', 'N', 'S') \
    X(SAMPLED, 'S', 'A', 'M', 'P')   \
    X(FRAMES, 'S', 'F', 'R', 'M')    \
    X(PATHS, 'S', 'P', 'T', 'H')     \
    X(SPLACES, 'S', 'P', 'L', 'C')   \
    X(PIECES, 'P', 'I', 'E', 'C')    \
    X(STEADY, 'S', 'T', 'D', 'Y')    \
    X(REAL, 'R', 'E', 'A', 'L')      \
    X(EFFORT, 'E', 'F', 'F', 'O')    \
    X(EFFORTS, 'E', 'P', 'T', 'H')   \
    X(LOCKS, 'E', 'L', 'C', 'K')     \
    X(STRETCHES, 'E', 'S', 'T', 'R') \
    X(LANES, 'E', 'L', 'A', 'N')     \
    X(CELLS, 'E', 'C', 'E', 'L')     \
    X(VIRTUAL, 'V', 'R', 'U', 'N')   \
    X(VLANES, 'V', 'L', 'A', 'N')    \
    X(VCELLS, 'V', 'C', 'E', 'L')    \
    X(RUNTIMES, 'E', 'R', 'U', 'N')  \
    X(TREE, 'T', 'R', 'E', 'E')      \
    X(NODES, 'T', 'N', 'O', 'D')     \
    X(ITEMS, 'T', 'I', 'T', 'M')     \
    X(TREESITES, 'T', 'S', 'I', 'T') \
    X(TREELOCKS, 'T', 'L', 'C', 'K') \
    X(WARNINGS, 'W', 'A', 'R', 'N')  \
    X(HELD, 'L', 'O', 'C', 'K')      \
    X(HELDAT, 'L', 'S', 'I', 'T')    \
    X(HELDPLACE, 'L', 'P', 'L', 'C') \
    X(CALLS, 'C', 'A', 'L', 'L')     \
    X(RANK, 'R', 'A', 'N', 'K')      \
    X(CALLERS, 'C', 'A', 'L', 'R')   \
    X(MEMORY, 'M', 'E', 'M', 'O')    \
    X(TRAFFIC, 'M', 'T', 'R', 'A')   \
    X(MPIECES, 'M', 'P', 'I', 'E')   \
    X(MLOOPS, 'M', 'L', 'O', 'O')    \
    X(MSAMPLED, 'M', 'S', 'A', 'M')  \
    X(MFRAMES, 'M', 'F', 'R', 'M')   \
    X(MPATHS, 'M', 'P', 'T', 'H')    \
    X(MSPLACES, 'M', 'S', 'P', 'L')  \
    X(MPLACES, 'M', 'P', 'L', 'C')   \
    X(SHARED, 'S', 'H', 'A', 'R')    \
    X(SHPLACES, 'S', 'H', 'P', 'L')  \
    X(MACHINE, 'M', 'A', 'C', 'H')

#define SW_FORMAT_CHUNK(name, ...)     SW_CHUNK_##name,
#define SW_FORMAT_CHUNK_TAG(name, ...) SW_TAG_##name = SW_FORMAT_TAG(__VA_ARGS__),
enum sw_chunk { SW_FORMAT_CHUNKS(SW_FORMAT_CHUNK) SW_CHUNKS };
enum { SW_FORMAT_CHUNKS(SW_FORMAT_CHUNK_TAG) };

uint32_t sw_crc32(uint32_t crc, const void *data, size_t size);
