/*
 * What the attacks on files share: numbers by chance that are the same for the same seed, bytes that grow, and the files that
 * mutants are made from. One thread; who runs out of memory aborts.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct chance {
    uint64_t state;
};

uint64_t chance_next(struct chance *chance);
uint64_t chance_below(struct chance *chance, uint64_t n); /* n > 0 */

/* A number such as those that break readers: limits, what is around `near`, anything. */
uint64_t chance_odd(struct chance *chance, uint64_t near);

/* Owned by whoever has it; all zero: empty. */
struct bytes {
    unsigned char *data;
    size_t size;
};

struct bytes bytes_copy(const void *data, size_t size);

/* Replaces `old` bytes at `at` by `size` of `data`, which is not part of it. */
void bytes_splice(struct bytes *bytes, size_t at, size_t old, const void *data, size_t size);
void bytes_release(struct bytes *bytes);

bool bytes_read(struct bytes *bytes, const char *path);
void bytes_write(const struct bytes *bytes, const char *path); /* or abort */

/* The files that the tool reads, and how they are told from each other. */
enum attack_kind { ATTACK_PROFILE, ATTACK_TREE, ATTACK_MACHINE, ATTACK_KINDS };

struct attack_seed {
    enum attack_kind kind;
    const char *name; /* of the synthetic profile */
    struct bytes bytes;
};

/* All of them, made once. */
const struct attack_seed *attack_seeds(size_t *n);

/* Of a kind, by chance. */
const struct attack_seed *attack_seed_of(enum attack_kind kind, struct chance *chance);

/* mutate.c: some mutations one after the other, then the checksums mended. */
struct bytes attack_mutate(const struct attack_seed *seed, struct chance *chance);

/* Those of a file without a format of its own, as a program's. */
void attack_mutate_bytes(struct bytes *bytes, struct chance *chance);

/* names.c: names that somebody might take a program, a function or a label for. */
struct attack_name {
    const char *text;
    size_t size;
};

extern const size_t attack_n_names;
struct attack_name attack_name(size_t i);

/* Two of the names are of files in this folder, which is absolute: canary, which holds a secret, and fifo, which never ends. */
void attack_names_init(const char *folder);

/* Where names stand in a profile: attack_n_roles of them; the name of one, and a profile with the name there, everywhere. False
 * where the profile has none such. */
extern const size_t attack_n_roles;
const char *attack_role(size_t role);
bool attack_rename(struct bytes *profile, size_t role, struct attack_name name);

/* chunks.c: the chunks of a profile, in order, as far as they can be made out; one that does not fit ends with the file. */
struct chunk {
    size_t at, size; /* of the payload */
    uint32_t tag;
};

enum { ATTACK_MOST_CHUNKS = 128 };
size_t attack_chunks(const struct bytes *profile, struct chunk chunks[ATTACK_MOST_CHUNKS]);

/* Makes the checksums right of the header and of all chunks that fit. */
void attack_mend(struct bytes *profile);

static inline uint64_t load(const unsigned char *at, int n)
{
    uint64_t value = 0;
    for (int i = 0; i < n; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

static inline void store(unsigned char *at, uint64_t value, int n)
{
    for (int i = 0; i < n; i++)
        at[i] = (unsigned char)(value >> (8 * i));
}
