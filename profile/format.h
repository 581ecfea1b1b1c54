/* What read.c and write.c agree on: doc/file-format.md in constants. Sizes are those of 1.7. */
#ifndef SPANWISE_PROFILE_FORMAT_H
#define SPANWISE_PROFILE_FORMAT_H

#include "profile/traffic.h"

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
#define SW_TAG_STRINGS   SW_FORMAT_TAG('S', 'T', 'R', 'S')
#define SW_TAG_HEAD      SW_FORMAT_TAG('H', 'E', 'A', 'D')
#define SW_TAG_ARGS      SW_FORMAT_TAG('A', 'R', 'G', 'S')
#define SW_TAG_COMMAND   SW_FORMAT_TAG('C', 'M', 'N', 'D')
#define SW_TAG_MODULES   SW_FORMAT_TAG('M', 'O', 'D', 'U')
#define SW_TAG_SITES     SW_FORMAT_TAG('S', 'I', 'T', 'E')
#define SW_TAG_PLACES    SW_FORMAT_TAG('P', 'L', 'A', 'C')
#define SW_TAG_REGIONS   SW_FORMAT_TAG('R', 'E', 'G', 'N')
#define SW_TAG_UNPATCHED SW_FORMAT_TAG('U', 'N', 'P', 'A')
#define SW_TAG_SIMULATED SW_FORMAT_TAG('S', 'I', 'M', 'U')
#define SW_TAG_CONSTRUCT SW_FORMAT_TAG('C', 'O', 'N', 'S')
#define SW_TAG_SAMPLED   SW_FORMAT_TAG('S', 'A', 'M', 'P')
#define SW_TAG_FRAMES    SW_FORMAT_TAG('S', 'F', 'R', 'M')
#define SW_TAG_PATHS     SW_FORMAT_TAG('S', 'P', 'T', 'H')
#define SW_TAG_SPLACES   SW_FORMAT_TAG('S', 'P', 'L', 'C')
#define SW_TAG_PIECES    SW_FORMAT_TAG('P', 'I', 'E', 'C')
#define SW_TAG_STEADY    SW_FORMAT_TAG('S', 'T', 'D', 'Y')
#define SW_TAG_REAL      SW_FORMAT_TAG('R', 'E', 'A', 'L')
#define SW_TAG_EFFORT    SW_FORMAT_TAG('E', 'F', 'F', 'O')
#define SW_TAG_EFFORTS   SW_FORMAT_TAG('E', 'P', 'T', 'H')
#define SW_TAG_LOCKS     SW_FORMAT_TAG('E', 'L', 'C', 'K')
#define SW_TAG_STRETCHES SW_FORMAT_TAG('E', 'S', 'T', 'R')
#define SW_TAG_LANES     SW_FORMAT_TAG('E', 'L', 'A', 'N')
#define SW_TAG_CELLS     SW_FORMAT_TAG('E', 'C', 'E', 'L')
#define SW_TAG_VIRTUAL   SW_FORMAT_TAG('V', 'R', 'U', 'N')
#define SW_TAG_VLANES    SW_FORMAT_TAG('V', 'L', 'A', 'N')
#define SW_TAG_VCELLS    SW_FORMAT_TAG('V', 'C', 'E', 'L')
#define SW_TAG_RUNTIMES  SW_FORMAT_TAG('E', 'R', 'U', 'N')
#define SW_TAG_TREE      SW_FORMAT_TAG('T', 'R', 'E', 'E')
#define SW_TAG_NODES     SW_FORMAT_TAG('T', 'N', 'O', 'D')
#define SW_TAG_ITEMS     SW_FORMAT_TAG('T', 'I', 'T', 'M')
#define SW_TAG_TREESITES SW_FORMAT_TAG('T', 'S', 'I', 'T')
#define SW_TAG_TREELOCKS SW_FORMAT_TAG('T', 'L', 'C', 'K')
#define SW_TAG_WARNINGS  SW_FORMAT_TAG('W', 'A', 'R', 'N')
#define SW_TAG_HELD      SW_FORMAT_TAG('L', 'O', 'C', 'K')
#define SW_TAG_HELDAT    SW_FORMAT_TAG('L', 'S', 'I', 'T')
#define SW_TAG_HELDPLACE SW_FORMAT_TAG('L', 'P', 'L', 'C')
#define SW_TAG_CALLS     SW_FORMAT_TAG('C', 'A', 'L', 'L')
#define SW_TAG_RANK      SW_FORMAT_TAG('R', 'A', 'N', 'K')
#define SW_TAG_CALLERS   SW_FORMAT_TAG('C', 'A', 'L', 'R')
#define SW_TAG_MEMORY    SW_FORMAT_TAG('M', 'E', 'M', 'O')
#define SW_TAG_TRAFFIC   SW_FORMAT_TAG('M', 'T', 'R', 'A')
#define SW_TAG_MPIECES   SW_FORMAT_TAG('M', 'P', 'I', 'E')
#define SW_TAG_MLOOPS    SW_FORMAT_TAG('M', 'L', 'O', 'O')
#define SW_TAG_MSAMPLED  SW_FORMAT_TAG('M', 'S', 'A', 'M')
#define SW_TAG_MFRAMES   SW_FORMAT_TAG('M', 'F', 'R', 'M')
#define SW_TAG_MPATHS    SW_FORMAT_TAG('M', 'P', 'T', 'H')
#define SW_TAG_MSPLACES  SW_FORMAT_TAG('M', 'S', 'P', 'L')
#define SW_TAG_MPLACES   SW_FORMAT_TAG('M', 'P', 'L', 'C')
#define SW_TAG_SHARED    SW_FORMAT_TAG('S', 'H', 'A', 'R')
#define SW_TAG_SHPLACES  SW_FORMAT_TAG('S', 'H', 'P', 'L')
#define SW_TAG_MACHINE   SW_FORMAT_TAG('M', 'A', 'C', 'H')
#define SW_TAG_END       SW_FORMAT_TAG('E', 'N', 'D', ' ')

enum {
    SW_RECORD_FIGURES = 6 * 8,
    SW_RECORD_SIDE = 12 * 8,
    SW_RECORD_HEAD_1_0 = 10 * 4 + 2 * 8 + SW_RECORD_FIGURES + 11 * 8,
    SW_RECORD_HEAD = SW_RECORD_HEAD_1_0 + 12 * 8,
    SW_RECORD_STRING = 4,
    SW_RECORD_MODULE = 2 * 4 + 3 * 8 + 32,
    SW_RECORD_SITE_LEAST = 2 * 4 + 2 * 8 + 2 * SW_RECORD_SIDE, /* files may be without the rest */
    SW_RECORD_SITE = SW_RECORD_SITE_LEAST + 8,
    SW_RECORD_CALLERS = 2 * 4 + 6 * 8,
    SW_RECORD_PLACE = 5 * 4,
    SW_RECORD_REGION = 2 * 4 + SW_RECORD_FIGURES,
    SW_RECORD_UNPATCHED = 2 * 8,
    SW_RECORD_SIMULATED_LEAST = 13 * 8 + 2 * 4 + 8 * 8, /* files may be without the rest */
    SW_SIMULATED_COSTS_LEAST = 8,                       /* of SW_OMP_COSTS, the first ones ... */
    SW_RECORD_SIMULATED_ONE = SW_RECORD_SIMULATED_LEAST + 2 * 8,
    SW_RECORD_SIMULATED = SW_RECORD_SIMULATED_ONE + 21 * 8, /* ... and the others */
    SW_RECORD_CONSTRUCT_LEAST = 4 * 4 + 19 * 8,             /* files may be without the rest */
    SW_RECORD_CONSTRUCT = SW_RECORD_CONSTRUCT_LEAST + 15 * 8,
    SW_RECORD_RANK = 6 * 4 + 2 * 8,
    SW_RECORD_SAMPLED = 9 * 8,
    SW_RECORD_FRAME = 8,
    SW_RECORD_PATH_LEAST = 2 * 4 + 3 * 8,
    SW_RECORD_PATH_PIECE = SW_RECORD_PATH_LEAST + 2 * 4,
    SW_RECORD_PATH = SW_RECORD_PATH_PIECE + 2 * 4,
    SW_RECORD_PIECE = 5 * 8,
    SW_RECORD_STEADY = 9 * 8,
    SW_RECORD_REAL_LEAST = 2 * 8, /* files may be without the rest */
    SW_RECORD_REAL = SW_RECORD_REAL_LEAST + 3 * 8,
    SW_RECORD_EFFORT_LEAST = 8 * 8, /* files may be without the rest, of this and the next two */
    SW_RECORD_EFFORT = SW_RECORD_EFFORT_LEAST + 9 * 8,
    SW_RECORD_EFFORT_PATH_LEAST = 2 * 4 + 7 * 8,
    SW_RECORD_EFFORT_PATH = SW_RECORD_EFFORT_PATH_LEAST + 4 * 8,
    SW_RECORD_LOCK_LEAST = 8 + 4 * 4 + 2 * 8,
    SW_RECORD_LOCK = SW_RECORD_LOCK_LEAST + 2 * 8,
    SW_RECORD_HELD = 2 * 4 + 8 * 8,
    SW_RECORD_HELDAT = 2 * 4 + 5 * 8,
    SW_RECORD_CALLS = 11 * 8,
    SW_RECORD_STRETCH_LEAST = 3 * 8,
    SW_RECORD_STRETCH = SW_RECORD_STRETCH_LEAST + 2 * 4,
    SW_RECORD_LANE = 8,
    SW_RECORD_CELL = 8 * 2 + 4,
    SW_RECORD_VIRTUAL = 2 * 4 + 2 * 8,
    SW_RECORD_RANGE = 2 * 8,
    SW_RECORD_TREE = 7 * 8,
    SW_RECORD_NODE = 4 * 4 + 2 * 8,
    SW_RECORD_ITEM = 2 * 4,
    SW_RECORD_TREE_SITE = 6 * 4 + 2 * 8,
    SW_RECORD_TREE_LOCK = 8 + 2 * 4,
    SW_RECORD_MEMORY = 7 * 8,
    SW_RECORD_TRAFFIC_COUNTS = 2 * 12 * 2 * 4, /* hashes, capacities; fills and write-backs */
    SW_RECORD_TRAFFIC = 8 + 2 * 4 + SW_RECORD_TRAFFIC_COUNTS + 12 * 4,
    SW_RECORD_MLOOP = 2 * 8,
    SW_RECORD_MPIECE_LEAST = 8 + 2 * 4 + SW_RECORD_TRAFFIC_COUNTS,
    SW_RECORD_MPIECE = SW_RECORD_MPIECE_LEAST + 2 * 8 + 2 * 12 * 4,
    SW_RECORD_SHARED_LEAST = 2 * 4 + 2 * (3 * 8 + 2 * 4) + 10 * 8 + 2 * 4,
    SW_RECORD_SHARED_FRAMED = SW_RECORD_SHARED_LEAST + 2 * 8,
    SW_RECORD_SHARED_CALLED = SW_RECORD_SHARED_FRAMED + SW_SHARED_CALLERS * 8,
    SW_RECORD_SHARED = SW_RECORD_SHARED_CALLED + 8,
};

uint32_t sw_crc32(uint32_t crc, const void *data, size_t size);

#endif
