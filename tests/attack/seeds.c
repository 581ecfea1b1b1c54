/* Bytes, and what mutants are made from: every synthetic profile, merged ones, program trees and machines as text. */
#include "profile/file.h"
#include "report/model/merge.h"
#include "tests/attack/attack.h"
#include "tests/profile/synthetic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bytes bytes_copy(const void *data, size_t size)
{
    struct bytes b = {malloc(size ? size : 1), size};
    if (!b.data)
        abort();
    if (size)
        memcpy(b.data, data, size);
    return b;
}

void bytes_splice(struct bytes *b, size_t at, size_t old, const void *data, size_t size)
{
    unsigned char *to = malloc(b->size - old + size + 1);
    if (!to)
        abort();
    if (b->size) {
        memcpy(to, b->data, at);
        memcpy(to + at + size, b->data + at + old, b->size - at - old);
    }
    if (size)
        memcpy(to + at, data, size);
    free(b->data);
    b->data = to;
    b->size = b->size - old + size;
}

void bytes_release(struct bytes *b)
{
    free(b->data);
    *b = (struct bytes){0};
}

bool bytes_read(struct bytes *b, const char *path)
{
    static unsigned char block[1 << 16];
    FILE *in = fopen(path, "re");
    size_t n;
    *b = (struct bytes){0};
    while (in && (n = fread(block, 1, sizeof block, in)))
        bytes_splice(b, b->size, 0, block, n);
    if (in)
        fclose(in);
    return in && b->size;
}

void bytes_write(const struct bytes *b, const char *path)
{
    FILE *out = fopen(path, "we");
    if (!out || fwrite(b->data, 1, b->size, out) != b->size || fclose(out))
        abort();
}

static struct bytes serialize(const struct sw_profile *p)
{
    void *data;
    struct bytes b;
    if (sw_profile_serialize(p, &data, &b.size))
        abort();
    b.data = data;
    return b;
}

static struct bytes synthetic(const char *name)
{
    struct sw_profile p;
    if (synthetic_make(&p, name))
        abort();
    struct bytes b = serialize(&p);
    sw_profile_release(&p);
    return b;
}

static struct bytes merged(const char *name)
{
    struct sw_merge merge;
    struct sw_profile p;
    char why[512];
    if (synthetic_make(&p, name))
        abort();
    sw_merge_init(&merge, 1);
    for (p.rank.rank = 0; p.rank.rank < 3; p.rank.rank++)
        if (sw_merge_add(&merge, &p, name, why, sizeof why))
            abort();
    if (sw_merge_finish(&merge, why, sizeof why))
        abort();
    struct bytes b = serialize(&merge.whole);
    sw_merge_release(&merge);
    sw_profile_release(&p);
    return b;
}

static const char *const trees[] = {
    "section { task { 150 lock 1 {450} 50 }  task { 100 lock 1 {300} 200 }  task { 150 lock 1 {50} "
    "50 } }\n",
    "call \"read input\" { 2000 }\n"
    "section loop1 { 4 x task { 500 lock queue { 100 } } 3 x task { 250 } 20 }\n"
    "2 x section tail { task { 900 } 5 x task { 100 } }  # the end\n",
    "section a nowait static,4 { 40 x task { 10 section b dynamic,2 { 8 x task t { 3 } } } }\n"
    "section c spawn { task { 9 section d spawn { task { 5 } task { 7 } } } 4 }\n"
    "section e team { 2 x task { 90 } } section f same { 2 x task { 80 } }\n"
    "group shuffled { 3 x call g { 5.5 } } section h guided { group { 2 x task { 1 } 3 x task { 2 "
    "} } }\n",
};

static const char *const machines[] = {
    "spanwise machine 1\nname = box, a processor of 2 GHz\nprocessors = 8\nghz = 2\n"
    "cache_line_bytes = 64\noverheads_seen_to_threads = 8\none_thread_mb_s = 9000\n"
    "fork_ns = 1200 spread 30\nfork_thread_ns = 250\nbarrier_ns = 300\nchunk_dynamic_ns = 40\n"
    "task_ns = 90\nlock_ns = 20\nhand_over_ns = 90\nspawn_ns = 5\nsteal_ns = 700\n"
    "saturation_seen_to_threads = 8\nsaturates = yes\npsi_mb_s 2 = linear 1 2\n"
    "psi_mb_s 4 = points 1:1 100:50\nhog_slowdown 2 500 = linear 1 0.5\n"
    "phi_cycles = linear 3 4 from 1 to 9\n",
    "spanwise machine 1\n# nothing but a comment\nname = empty\n",
};

enum { MOST = 64 };

const struct attack_seed *attack_seeds(size_t *n)
{
    static struct attack_seed seeds[MOST];
    static size_t n_seeds;
    static const char *const mergeable[] = {"rank", "qsort", "openmp", "tree"};
    if (!n_seeds) {
        for (size_t i = 0; synthetic_names[i]; i++)
            seeds[n_seeds++] = (struct attack_seed){ATTACK_PROFILE, synthetic_names[i],
                                                    synthetic(synthetic_names[i])};
        for (size_t i = 0; i < sizeof mergeable / sizeof *mergeable; i++)
            seeds[n_seeds++] = (struct attack_seed){ATTACK_PROFILE, "merged", merged(mergeable[i])};
        for (size_t i = 0; i < sizeof trees / sizeof *trees; i++)
            seeds[n_seeds++] =
                (struct attack_seed){ATTACK_TREE, "tree", bytes_copy(trees[i], strlen(trees[i]))};
        for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
            seeds[n_seeds++] = (struct attack_seed){ATTACK_MACHINE, "machine",
                                                    bytes_copy(machines[i], strlen(machines[i]))};
    }
    *n = n_seeds;
    return seeds;
}

const struct attack_seed *attack_seed_of(enum attack_kind kind, struct chance *chance)
{
    size_t n;
    const struct attack_seed *seeds = attack_seeds(&n), *seed;
    do
        seed = &seeds[chance_below(chance, n)];
    while (seed->kind != kind);
    return seed;
}
