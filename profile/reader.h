/*
 * What the files that read a profile share: chunks that have been found, and what takes their lists apart.
 * Functions that fail return -errno, with a sentence for the user.
 */
#ifndef SPANWISE_PROFILE_READER_H
#define SPANWISE_PROFILE_READER_H

#include "profile/format.h"
#include "profile/profile.h"

struct sw_slice {
    const unsigned char *at;
    size_t size;
};

enum sw_chunk {
    SW_CHUNK_STRINGS,
    SW_CHUNK_HEAD,
    SW_CHUNK_ARGS,
    SW_CHUNK_MODULES,
    SW_CHUNK_SITES,
    SW_CHUNK_PLACES,
    SW_CHUNK_REGIONS,
    SW_CHUNK_UNPATCHED,
    SW_CHUNK_SIMULATED,
    SW_CHUNK_CONSTRUCTS,
    SW_CHUNK_WARNINGS,
    SW_CHUNK_RANK,
    SW_CHUNK_SAMPLED,
    SW_CHUNK_FRAMES,
    SW_CHUNK_PATHS,
    SW_CHUNK_SPLACES,
    SW_CHUNK_EFFORT,
    SW_CHUNK_EFFORTS,
    SW_CHUNK_LOCKS,
    SW_CHUNK_STRETCHES,
    SW_CHUNK_LANES,
    SW_CHUNK_CELLS,
    SW_CHUNK_RUNTIMES,
    SW_CHUNK_TREE,
    SW_CHUNK_NODES,
    SW_CHUNK_ITEMS,
    SW_CHUNK_TREESITES,
    SW_CHUNK_TREELOCKS,
    SW_CHUNK_PIECES,
    SW_CHUNK_STEADY,
    SW_CHUNK_REAL,
    SW_CHUNK_HELD,
    SW_CHUNK_HELDAT,
    SW_CHUNK_HELDPLACES,
    SW_CHUNK_COMMAND,
    SW_CHUNK_VIRTUAL,
    SW_CHUNK_VLANES,
    SW_CHUNK_VCELLS,
    SW_CHUNK_CALLERS,
    SW_CHUNK_CALLS,
    SW_CHUNK_MACHINE,
    SW_CHUNK_MEMORY,
    SW_CHUNK_TRAFFIC,
    SW_CHUNK_MPIECES,
    SW_CHUNK_MPLACES,
    SW_CHUNK_MLOOPS,
    SW_CHUNK_MSAMPLED,
    SW_CHUNK_MFRAMES,
    SW_CHUNK_MPATHS,
    SW_CHUNK_MSPLACES,
    SW_CHUNK_SHARED,
    SW_CHUNK_SHPLACES,
    SW_CHUNKS
};

struct sw_reader {
    struct sw_profile *profile;
    struct sw_slice chunks[SW_CHUNKS]; /* at == NULL: not in the file */
    const char *name;
    char *why;
    size_t why_size;
};

/* A list in progress: the next record is at `at`. */
struct sw_reader_list {
    const unsigned char *at;
    size_t record, n;
};

extern const uint32_t sw_reader_tags[SW_CHUNKS];

static inline uint64_t sw_reader_load(const unsigned char *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

static inline uint16_t sw_reader_get16(const unsigned char **at)
{
    *at += 2;
    return (uint16_t)sw_reader_load(*at - 2, 2);
}

static inline uint32_t sw_reader_get32(const unsigned char **at)
{
    *at += 4;
    return (uint32_t)sw_reader_load(*at - 4, 4);
}

static inline uint64_t sw_reader_get64(const unsigned char **at)
{
    *at += 8;
    return sw_reader_load(*at - 8, 8);
}

int sw_reader_damaged(struct sw_reader *reader, uint32_t tag, const char *what);
int sw_reader_no_memory(struct sw_reader *reader);

/* The string that the next number names; *bad is set if there is none. */
char *sw_reader_string(struct sw_reader *reader, const unsigned char **at, int *bad);

/* Opens a list; one that is not in the file is empty. */
int sw_reader_open(struct sw_reader *reader, enum sw_chunk which, size_t record,
                   struct sw_reader_list *list);

/* Zeroed; never of size 0. */
void *sw_reader_array(size_t n, size_t size);

/* Takes the next place and what it was inlined into off the list. */
int sw_reader_place(struct sw_reader *reader, enum sw_chunk which, struct sw_reader_list *list,
                    struct sw_place *place);

/* read_simulation.c, read_steadiness.c, read_sampled.c, read_effort.c; after the sites, and in this order. */
int sw_reader_simulations(struct sw_reader *reader);
int sw_reader_steadiness(struct sw_reader *reader);
int sw_reader_sampled(struct sw_reader *reader);
int sw_reader_effort(struct sw_reader *reader);
int sw_reader_lanes(struct sw_reader *reader); /* of simulated runs: after samples */

/* locks.c */
int sw_reader_held(struct sw_reader *reader);
int sw_reader_calls(struct sw_reader *reader);

/* read_sampled.c: any, from these chunks. */
struct sw_sampled_chunks {
    enum sw_chunk sampled, frames, paths, places;
};
int sw_reader_samples(struct sw_reader *reader, const struct sw_sampled_chunks *chunks,
                      struct sw_sampled *sampled);

/* memory.c; after the sites. */
int sw_reader_memory(struct sw_reader *reader);
int sw_reader_shared(struct sw_reader *reader); /* shared.c */
int sw_reader_machine(struct sw_reader *reader);

/* read_tree.c */
int sw_reader_tree(struct sw_reader *reader);

#endif
