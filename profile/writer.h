/*
 * What the files that write a profile share: a file that grows in memory, chunk by chunk. Errors stay with
 * it, so that only the end has to look.
 */
#ifndef SPANWISE_PROFILE_WRITER_H
#define SPANWISE_PROFILE_WRITER_H

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
void sw_writer_bytes(struct sw_writer *writer, const void *data, size_t size);
void sw_writer_string(struct sw_writer *writer, const char *string); /* NULL: "" */

/* A chunk begins, and ends. */
void sw_writer_begin(struct sw_writer *writer, uint32_t tag);
void sw_writer_end(struct sw_writer *writer);

/* A chunk begins that is a list of `n` records; the second says how many they have become. */
void sw_writer_list(struct sw_writer *writer, uint32_t tag, uint32_t record, size_t n);
void sw_writer_count(struct sw_writer *writer, size_t n);

/* write.c. A place and what it was inlined into; counts the records. */
void sw_writer_place(struct sw_writer *writer, const struct sw_place *place, size_t *n);

/* write.c. Samples, with these tags; nothing where there are none. */
struct sw_sampled_tags {
    uint32_t sampled, frames, paths, places;
};
void sw_writer_sampled(struct sw_writer *writer, const struct sw_sampled *sampled,
                       const struct sw_sampled_tags *tags);

/* locks.c. Nothing where there are none. */
void sw_writer_calls(struct sw_writer *writer, const struct sw_profile *profile);
void sw_writer_held(struct sw_writer *writer, const struct sw_profile *profile);

/* write_effort.c. Nothing where there is none. */
void sw_writer_effort(struct sw_writer *writer, const struct sw_profile *profile);
void sw_writer_lanes(struct sw_writer *writer, const struct sw_profile *profile);

/* memory.c. Likewise. */
void sw_writer_memory(struct sw_writer *writer, const struct sw_profile *profile);
void sw_writer_shared(struct sw_writer *writer, const struct sw_profile *profile); /* shared.c */
void sw_writer_machine(struct sw_writer *writer, const struct sw_profile *profile);

/* write_tree.c. Likewise. */
void sw_writer_tree(struct sw_writer *writer, const struct sw_program_tree *tree);

#endif
