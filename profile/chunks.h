/*
 * What the files that write and read a profile share. Writing: a file that grows in memory, chunk by chunk; errors stay with it, so that
 * only the end has to look. Reading: chunks that have been found, and what takes their lists apart; functions that fail return -errno,
 * with a sentence for the user. Nothing is written of what there is none of.
 */
#ifndef SPANWISE_PROFILE_CHUNKS_H
#define SPANWISE_PROFILE_CHUNKS_H

#include "profile/format.h"
#include "profile/profile.h"

struct sw_writer_buffer {
    unsigned char *data;
    size_t size, room;
    int error; /* 0 or -errno */
};

/* All zero: empty. */
struct sw_writer {
    struct sw_writer_buffer out;
    struct sw_writer_buffer strings; /* NUL-terminated, one after the other */
    uint32_t *slots;                 /* open addressing: offset in strings plus one */
    size_t n_slots, n_used;
    size_t chunk; /* where the chunk in progress begins */
};

void sw_writer_put16(struct sw_writer *writer, uint16_t value);
void sw_writer_put32(struct sw_writer *writer, uint32_t value);
void sw_writer_put64(struct sw_writer *writer, uint64_t value);
void sw_writer_string(struct sw_writer *writer, const char *string); /* NULL: "" */

/* A chunk begins, and ends. */
void sw_writer_begin(struct sw_writer *writer, uint32_t tag);
void sw_writer_end(struct sw_writer *writer);

/* A chunk begins that is a list of `n` records; the second says how many they have become. */
void sw_writer_list(struct sw_writer *writer, uint32_t tag, uint32_t record, size_t n);
void sw_writer_count(struct sw_writer *writer, size_t n);

/* A place and what it was inlined into; counts the records. */
void sw_writer_place(struct sw_writer *writer, const struct sw_place *place, size_t *n);

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

/* runs.c. What reads comes after the sites. */
void sw_writer_simulations(struct sw_writer *writer, const struct sw_profile *profile);
void sw_writer_steadiness(struct sw_writer *writer, const struct sw_profile *profile);
int sw_reader_simulations(struct sw_reader *reader);
int sw_reader_steadiness(struct sw_reader *reader);

/* effort.c. Samples of any kind, with these tags and from these chunks. */
struct sw_sampled_tags {
    uint32_t sampled, frames, paths, places;
};
struct sw_sampled_chunks {
    enum sw_chunk sampled, frames, paths, places;
};
void sw_writer_sampled(struct sw_writer *writer, const struct sw_sampled *sampled,
                       const struct sw_sampled_tags *tags);
int sw_reader_samples(struct sw_reader *reader, const struct sw_sampled_chunks *chunks,
                      struct sw_sampled *sampled);

/* The program's own samples, and by their paths the effort; lanes of simulated runs after those and the runs. */
int sw_reader_sampled(struct sw_reader *reader);
void sw_writer_effort(struct sw_writer *writer, const struct sw_profile *profile);
int sw_reader_effort(struct sw_reader *reader);
void sw_writer_lanes(struct sw_writer *writer, const struct sw_profile *profile);
int sw_reader_lanes(struct sw_reader *reader);

/* locks.c */
void sw_writer_held(struct sw_writer *writer, const struct sw_profile *profile);
int sw_reader_held(struct sw_reader *reader);
void sw_writer_calls(struct sw_writer *writer, const struct sw_profile *profile);
int sw_reader_calls(struct sw_reader *reader);

/* memory.c; after the sites. */
void sw_writer_memory(struct sw_writer *writer, const struct sw_profile *profile);
int sw_reader_memory(struct sw_reader *reader);
void sw_writer_machine(struct sw_writer *writer, const struct sw_profile *profile);
int sw_reader_machine(struct sw_reader *reader);

/* program_tree.c */
void sw_writer_tree(struct sw_writer *writer, const struct sw_program_tree *tree);
int sw_reader_tree(struct sw_reader *reader);

#endif
