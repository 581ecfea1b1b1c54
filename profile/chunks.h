/*
 * What the files that write and read a profile share. Writing: a file that grows in memory, chunk by chunk; errors stay with it, so that
 * only the end has to look. Reading: chunks that have been found, and what takes their lists apart; errors stay with it too,
 * with a sentence for the user. Nothing is written of what there is none of.
 */
#pragma once

#include "profile/format.h"
#include "profile/intern.h"
#include "profile/profile.h"

struct sw_writer_buffer {
    unsigned char *data;
    size_t size, room;
    int error; /* 0 or -errno */
};

/* All zero: empty. */
struct sw_writer {
    struct sw_writer_buffer out;
    struct sw_intern strings; /* each once, one after the other, ... */
    uint32_t *offsets;        /* ... each there */
    size_t strings_end;
    size_t chunk; /* where the chunk in progress begins */
};

/* To be filled in with so many bytes before anything else is written; NULL: no memory. */
unsigned char *sw_writer_room(struct sw_writer *writer, size_t size);

/* Where the string is in the table of strings. NULL: "". */
uint32_t sw_writer_string(struct sw_writer *writer, const char *string);

/* A chunk begins, and ends. */
void sw_writer_begin(struct sw_writer *writer, uint32_t tag);
void sw_writer_end(struct sw_writer *writer);

/* A chunk begins that is a list; the second says how many records it has become. */
void sw_writer_list(struct sw_writer *writer, enum sw_chunk which, size_t record, size_t n);
void sw_writer_count(struct sw_writer *writer, size_t n);

struct sw_slice {
    const unsigned char *at;
    size_t size;
};

/* After an error the first one stays, and lists are empty: who reads need not look. */
struct sw_reader {
    struct sw_profile *profile;
    struct sw_slice chunks[SW_CHUNKS]; /* at == NULL: not in the file */
    const char *name;
    char *why;
    size_t why_size;
    int error; /* 0 or -errno */
};

/* A list in progress: the next record is at `at`, and `n` are left. */
struct sw_reader_list {
    enum sw_chunk which;
    const unsigned char *at;
    size_t record, n;
};

extern const uint32_t sw_chunk_tags[SW_CHUNKS];

static inline uint64_t sw_reader_load(const unsigned char *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

/* Both return -errno. */
int sw_reader_damaged(struct sw_reader *reader, uint32_t tag, const char *what);
int sw_reader_no_memory(struct sw_reader *reader);

/* A chunk that does not make sense is damaged. */
void sw_reader_check(struct sw_reader *reader, enum sw_chunk which, bool makes_sense);

/* The string at that offset of the table; *bad is set if there is none. */
char *sw_reader_string(struct sw_reader *reader, uint32_t offset, bool *bad);

/*
 * record.c. What a record of the file has, in its order, and where it is in memory: the same table for who writes it and who reads it.
 * Files of older versions may end before any of the fields after SW_LATER: those are 0 then.
 */
enum sw_field_kind {
    SW_FIELD_END,
    SW_FIELD_NUMBER,
    SW_FIELD_TURNS, /* numbers, of which the first half and the second take turns */
    SW_FIELD_STRING,
    SW_FIELD_LATER,
    SW_FIELD_PLACE, /* in memory only: places have a list of their own, in the same order */
};

struct sw_field {
    uint8_t kind;
    uint8_t bytes, memory; /* of a number in the file, and in memory, of which it is the low part */
    uint16_t n;
    uint32_t offset;
};

struct sw_layout {
    uint32_t size;  /* in memory */
    uint32_t first; /* number of the first in memory: 1 where 0 is for none */
    const struct sw_field *fields;
};

#define SW_LAYOUT_FROM(first, type, ...)               \
    {                                                  \
        sizeof(type), first, (const struct sw_field[]) \
        {                                              \
            __VA_ARGS__,                               \
            {                                          \
                0                                      \
            }                                          \
        }                                              \
    }
#define SW_LAYOUT(type, ...)  SW_LAYOUT_FROM(0, type, __VA_ARGS__)

#define SW_SIZE(type, member) (sizeof(((struct type *)0)->member))
#define SW_NUMBERS(bytes, memory, n, type, member)                       \
    {                                                                    \
        SW_FIELD_NUMBER, bytes, memory, n, offsetof(struct type, member) \
    }
#define SW_64(type, member) SW_NUMBERS(8, SW_SIZE(type, member), 1, type, member)
#define SW_32(type, member) SW_NUMBERS(4, SW_SIZE(type, member), 1, type, member)
#define SW_16(type, member) SW_NUMBERS(2, SW_SIZE(type, member), 1, type, member)
#define SW_8(type, member)  SW_NUMBERS(1, SW_SIZE(type, member), 1, type, member)
/* From one member to another: all in between are as wide, and the file has them in the order of the structure. */
#define SW_NUMBERS_TO(bytes, type, first, last)                                              \
    SW_NUMBERS(                                                                              \
        bytes, bytes,                                                                        \
        (offsetof(struct type, last) + SW_SIZE(type, last) - offsetof(struct type, first)) / \
            bytes,                                                                           \
        type, first)
#define SW_64_TO(type, first, last) SW_NUMBERS_TO(8, type, first, last)
#define SW_32_TO(type, first, last) SW_NUMBERS_TO(4, type, first, last)
/* An array, or a structure of such only. */
#define SW_ALL_64(type, member)     SW_NUMBERS(8, 8, SW_SIZE(type, member) / 8, type, member)
#define SW_ALL_32(type, member)     SW_NUMBERS(4, 4, SW_SIZE(type, member) / 4, type, member)
#define SW_ALL_16(type, member)     SW_NUMBERS(2, 2, SW_SIZE(type, member) / 2, type, member)
#define SW_ALL_8(type, member)      SW_NUMBERS(1, 1, SW_SIZE(type, member), type, member)
#define SW_TURNS_32(type, member)                                                      \
    {                                                                                  \
        SW_FIELD_TURNS, 4, 4, SW_SIZE(type, member) / 4, offsetof(struct type, member) \
    }
#define SW_ZEROS(bytes)                 \
    {                                   \
        SW_FIELD_NUMBER, bytes, 0, 1, 0 \
    }
#define SW_STRING(type, member)                                              \
    {                                                                        \
        SW_FIELD_STRING, 4, sizeof(char *), 1, offsetof(struct type, member) \
    }
#define SW_PLACE(type, member)                                 \
    {                                                          \
        SW_FIELD_PLACE, 0, 0, 0, offsetof(struct type, member) \
    }
#define SW_LATER                   \
    {                              \
        SW_FIELD_LATER, 0, 0, 0, 0 \
    }

/* A chunk that is one record. The reader leaves it alone if it is not there, and refuses a short one. */
void sw_writer_record(struct sw_writer *writer, enum sw_chunk which, const struct sw_layout *layout,
                      const void *record);
bool sw_reader_record(struct sw_reader *reader, enum sw_chunk which, const struct sw_layout *layout,
                      void *record);

/* One that is a list. What is read is owned by the caller, zeroed, and followed by one more of zeros; *n counts as the numbers do. */
void sw_writer_records(struct sw_writer *writer, enum sw_chunk which,
                       const struct sw_layout *layout, const void *records, size_t n);
void *sw_reader_records(struct sw_reader *reader, enum sw_chunk which,
                        const struct sw_layout *layout, size_t *n);

/* The same bit by bit. One that is not in the file is empty. */
size_t sw_layout_size(const struct sw_layout *layout);
void sw_writer_fields(struct sw_writer *writer, const struct sw_layout *layout, const void *records,
                      size_t n);
struct sw_reader_list sw_reader_open(struct sw_reader *reader, enum sw_chunk which,
                                     const struct sw_layout *layout);
void *sw_reader_take(struct sw_reader *reader, struct sw_reader_list *list,
                     const struct sw_layout *layout, size_t n);

/* Strings and places of a record, or of n and these themselves, are released; copies have their own. NULL: no memory. */
void sw_record_release(const struct sw_profile *profile, const struct sw_layout *layout,
                       void *record);
void sw_records_release(const struct sw_profile *profile, const struct sw_layout *layout,
                        void *records, size_t n);
void *sw_records_copy(const struct sw_layout *layout, const void *records, size_t n);

/* A list of the places of records, and of what they were inlined into. A file may have none: nobody resolved them yet. */
struct sw_placed {
    const struct sw_layout *layout;
    void *records;
    size_t n;
};
void sw_writer_places(struct sw_writer *writer, enum sw_chunk which, const struct sw_placed *of,
                      int n);
void sw_reader_places(struct sw_reader *reader, enum sw_chunk which, const struct sw_placed *of,
                      int n);

/* The parts of a file, in its order; none is read before those that it is about. */
#define SW_PARTS(PART)                                                      \
    PART(basis)       /* what the others are about: basis.c */              \
    PART(simulations) /* runs.c */                                          \
    PART(site_places)                                                       \
    PART(held) /* locks.c */                                                \
    PART(calls)                                                             \
    PART(steadiness) /* runs.c */                                           \
    PART(effort)     /* samples, and the effort by their paths: effort.c */ \
    PART(lanes)      /* of simulated runs */                                \
    PART(memory)     /* memory.c */                                         \
    PART(rest)       /* basis.c */
#define SW_PART(part)                                                                  \
    void sw_writer_##part(struct sw_writer *writer, const struct sw_profile *profile); \
    void sw_reader_##part(struct sw_reader *reader);
SW_PARTS(SW_PART)
void sw_basis_release(struct sw_profile *profile);
void sw_effort_release(struct sw_profile *profile);
void sw_held_release(struct sw_profile *profile);

/* effort.c. Samples of any kind, and in which chunks. */
struct sw_sampled_chunks {
    enum sw_chunk sampled, frames, paths, places;
};
void sw_writer_sampled(struct sw_writer *writer, const struct sw_sampled *sampled,
                       const struct sw_sampled_chunks *chunks);
void sw_reader_sampled(struct sw_reader *reader, struct sw_sampled *sampled,
                       const struct sw_sampled_chunks *chunks);
int sw_sampled_copy(struct sw_sampled *to, const struct sw_sampled *from);

/* memory.c. Of a run that followed memory: its samples are of fills. */
int sw_memory_copy(struct sw_memory_pass *to, const struct sw_profile *profile);

/* program_tree.c */
void sw_writer_tree(struct sw_writer *writer, const struct sw_program_tree *tree);
void sw_reader_tree(struct sw_reader *reader);
void sw_tree_release(const struct sw_profile *profile, struct sw_program_tree *tree);
