/*
 * Mutations by the structure of the files: fields of records, records of lists, chunks, names; then all checksums are made right,
 * or nothing would get past them. Of texts: words and lines.
 */
#include "profile/format.h"
#include "tests/attack/attack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_size(struct bytes *b, struct chunk c, uint64_t size)
{
    store(b->data + c.at - 8, size, 8);
}

static bool pick(const struct bytes *b, struct chance *chance, struct chunk *chunk)
{
    struct chunk chunks[ATTACK_MOST_CHUNKS];
    size_t n = attack_chunks(b, chunks);
    *chunk = n ? chunks[chance_below(chance, n)] : (struct chunk){0};
    return n && chunk->size;
}

/* A field of 4 or 8 bytes becomes odd, or another field's. */
static void change_field(struct bytes *b, struct chance *chance)
{
    struct chunk c;
    int width = chance_below(chance, 2) ? 4 : 8;
    if (!pick(b, chance, &c) || c.size < 8)
        return;
    unsigned char *at =
        b->data + c.at + chance_below(chance, (c.size - (unsigned)width) / 4 + 1) * 4;
    unsigned char *other =
        b->data + c.at + chance_below(chance, (c.size - (unsigned)width) / 4 + 1) * 4;
    store(at, chance_below(chance, 4) ? chance_odd(chance, load(at, width)) : load(other, width),
          width);
}

static void flip(struct bytes *b, struct chance *chance)
{
    struct chunk c;
    if (pick(b, chance, &c))
        b->data[c.at + chance_below(chance, c.size)] ^=
            (unsigned char)(1u << chance_below(chance, 8));
}

/* A record is taken out, comes twice, or elsewhere; the list's head says so, mostly. */
static void change_record(struct bytes *b, struct chance *chance)
{
    struct chunk c;
    if (!pick(b, chance, &c) || c.size < SW_FORMAT_LIST_HEADER)
        return;
    uint64_t size = load(b->data + c.at, 4), n = load(b->data + c.at + 4, 4);
    if (!n || !size || size * n != c.size - SW_FORMAT_LIST_HEADER)
        return;
    size_t first = c.at + SW_FORMAT_LIST_HEADER, from = first + chance_below(chance, n) * size;
    struct bytes record = bytes_copy(b->data + from, size);
    bool takes = chance_below(chance, 2), puts = !takes || chance_below(chance, 2);
    if (takes) {
        bytes_splice(b, from, size, NULL, 0);
        n--;
    }
    for (uint64_t i = puts ? 1 + chance_below(chance, 8) * chance_below(chance, 2) : 0; i; i--) {
        bytes_splice(b, first + chance_below(chance, n + 1) * size, 0, record.data, size);
        n++;
    }
    set_size(b, c, SW_FORMAT_LIST_HEADER + n * size);
    if (chance_below(chance, 8))
        store(b->data + c.at + 4, n, 4);
    bytes_release(&record);
}

/* Longer or shorter records, with as many bytes as that takes. */
static void change_record_size(struct bytes *b, struct chance *chance)
{
    struct chunk c;
    if (!pick(b, chance, &c) || c.size < SW_FORMAT_LIST_HEADER)
        return;
    uint64_t size = chance_odd(chance, load(b->data + c.at, 4)) % 512,
             n = load(b->data + c.at + 4, 4);
    if (n > 4096)
        return;
    struct bytes record = {calloc(1, size * n + 1), size * n};
    memcpy(record.data, b->data + c.at + SW_FORMAT_LIST_HEADER,
           record.size < c.size - 8 ? record.size : c.size - 8);
    bytes_splice(b, c.at + SW_FORMAT_LIST_HEADER, c.size - SW_FORMAT_LIST_HEADER, record.data,
                 record.size);
    set_size(b, c, SW_FORMAT_LIST_HEADER + record.size);
    store(b->data + c.at, size, 4);
    bytes_release(&record);
}

/* Bytes more or fewer at the end of a chunk, or a size that is not so. */
static void change_chunk_size(struct bytes *b, struct chance *chance)
{
    static const unsigned char zeros[64];
    struct chunk c;
    if (!pick(b, chance, &c))
        return;
    if (!chance_below(chance, 4)) {
        set_size(b, c, chance_odd(chance, c.size));
        return;
    }
    size_t less = chance_below(chance, c.size < 64 ? c.size + 1 : 64),
           more = chance_below(chance, 64);
    bytes_splice(b, c.at + c.size - less, less, zeros, more);
    set_size(b, c, c.size - less + more);
}

/* A chunk is taken out, or a copy is put before another one: its own, or one of another file. */
static void change_chunks(struct bytes *b, struct chance *chance)
{
    const struct attack_seed *from = attack_seed_of(ATTACK_PROFILE, chance);
    struct chunk c, to;
    if (!pick(b, chance, &to))
        return;
    if (chance_below(chance, 2))
        bytes_splice(b, to.at - SW_FORMAT_CHUNK_HEADER, to.size + SW_FORMAT_CHUNK_HEADER, NULL, 0);
    if (!pick(&from->bytes, chance, &c) || !pick(b, chance, &to))
        return;
    bytes_splice(b, to.at - SW_FORMAT_CHUNK_HEADER, 0,
                 from->bytes.data + c.at - SW_FORMAT_CHUNK_HEADER, c.size + SW_FORMAT_CHUNK_HEADER);
}

static void change_tag(struct bytes *b, struct chance *chance)
{
    struct chunk c, d;
    if (pick(b, chance, &c) && pick(b, chance, &d))
        memcpy(b->data + c.at - SW_FORMAT_CHUNK_HEADER, b->data + d.at - SW_FORMAT_CHUNK_HEADER, 4);
}

/* None of 64 kB: files are to stay small. */
static void change_name(struct bytes *b, struct chance *chance)
{
    size_t role = chance_below(chance, attack_n_roles);
    attack_rename(b, role, attack_name(chance_below(chance, attack_n_names - 1)));
}

static void change_version(struct bytes *b, struct chance *chance)
{
    if (b->size >= 12)
        store(b->data + 8 + 2 * chance_below(chance, 2), chance_below(chance, 8), 2);
}

static void change_end(struct bytes *b, struct chance *chance)
{
    size_t at = chance_below(chance, b->size + 1);
    if (chance_below(chance, 2))
        bytes_splice(b, at, b->size - at, NULL, 0);
    else
        bytes_splice(b, b->size, 0, "more than there should be", 1 + chance_below(chance, 24));
}

static void mutate_profile(struct bytes *b, struct chance *chance)
{
    static void (*const often[])(struct bytes *, struct chance *) = {
        change_field,  change_field,  change_field, change_field, change_field, change_field,
        change_record, change_record, change_name,  change_name,  flip};
    static void (*const rarely[])(struct bytes *, struct chance *) = {
        change_record_size, change_chunk_size, change_chunks,
        change_tag,         change_version,    change_end};
    for (uint64_t n = 1 + chance_below(chance, 8); n; n--)
        if (chance_below(chance, 8))
            often[chance_below(chance, sizeof often / sizeof *often)](b, chance);
        else
            rarely[chance_below(chance, sizeof rarely / sizeof *rarely)](b, chance);
    attack_mend(b);
}

/* Words that mean something in one of the texts, and some that must not. */
static const char *const words[] = {"section",
                                    "task",
                                    "lock",
                                    "call",
                                    "group",
                                    "shuffled",
                                    "nowait",
                                    "static",
                                    "static,4",
                                    "dynamic,0",
                                    "guided",
                                    "spawn",
                                    "loop",
                                    "team",
                                    "same",
                                    "x",
                                    "{",
                                    "}",
                                    "{}",
                                    "2147483648 x",
                                    "1000000 x",
                                    "4294967295",
                                    "18446744073709551615",
                                    "1e308",
                                    "1e-320",
                                    "-1",
                                    "nan",
                                    "inf",
                                    "0",
                                    "0.5",
                                    "\"",
                                    "\"a b\"",
                                    "#",
                                    "=",
                                    "spread",
                                    "points",
                                    "1:1",
                                    "linear",
                                    "from",
                                    "to",
                                    "divide",
                                    "yes",
                                    "psi_mb_s 2 =",
                                    "hog_slowdown 2 1 =",
                                    "phi_cycles =",
                                    "processors =",
                                    "fork_ns =",
                                    "lock_ns =",
                                    "spanwise machine 1",
                                    "\n",
                                    "\r",
                                    "\t",
                                    "\033]0;x\007",
                                    "\377",
                                    "%n%s"};

static bool is_blank(unsigned char c)
{
    return c == ' ' || c == '\n' || c == '\t';
}

/* A word, from somewhere on; of size 0 at the end. */
static struct chunk pick_word(const struct bytes *b, struct chance *chance)
{
    struct chunk w = {chance_below(chance, b->size + 1), 0, 0};
    while (w.at > 0 && !is_blank(b->data[w.at - 1]))
        w.at--;
    while (w.at + w.size < b->size && !is_blank(b->data[w.at + w.size]))
        w.size++;
    return w;
}

static void change_word(struct bytes *b, struct chance *chance)
{
    struct chunk w = pick_word(b, chance);
    const char *word = words[chance_below(chance, sizeof words / sizeof *words)];
    char number[32];
    if (chance_below(chance, 3) == 0) {
        snprintf(number, sizeof number, "%llu", (unsigned long long)chance_odd(chance, 1000));
        word = number;
    }
    bytes_splice(b, w.at, chance_below(chance, 2) ? w.size : 0, word, strlen(word));
    if (chance_below(chance, 2))
        bytes_splice(b, w.at + strlen(word), 0, " ", 1);
}

/* A part of it comes once more, somewhere: so braces nest, and lines come twice. */
static void repeat_part(struct bytes *b, struct chance *chance)
{
    size_t from = chance_below(chance, b->size + 1),
           size = chance_below(chance, b->size - from + 1);
    struct bytes part = bytes_copy(b->data + from, size);
    for (uint64_t n = chance_below(chance, 8) ? 1 : chance_below(chance, 64);
         n && b->size < 1 << 18; n--)
        bytes_splice(b, chance_below(chance, b->size + 1), 0, part.data, part.size);
    bytes_release(&part);
}

static void take_part(struct bytes *b, struct chance *chance)
{
    struct chunk w = pick_word(b, chance);
    bytes_splice(b, w.at, w.size, NULL, 0);
}

static void put_name(struct bytes *b, struct chance *chance)
{
    struct attack_name name = attack_name(chance_below(chance, attack_n_names));
    struct chunk w = pick_word(b, chance);
    bytes_splice(b, w.at, 0, name.text, name.size);
}

/* So deep as no reader that calls itself survives. */
static void nest(struct bytes *b, struct chance *chance)
{
    static const char *const open[] = {"section {", "task {",   "section { task {",
                                       "call f {",  "lock 1 {", "2 x section { 2 x task {"};
    const char *text = open[chance_below(chance, sizeof open / sizeof *open)];
    size_t at = pick_word(b, chance).at, size = strlen(text);
    uint64_t n = (uint64_t)1 << chance_below(chance, 15);
    struct bytes part = {0};
    for (uint64_t i = 0; i < n; i++)
        bytes_splice(&part, part.size, 0, text, size);
    bytes_splice(&part, part.size, 0, " 5 ", 3);
    for (uint64_t i = 0; i < n; i++)
        bytes_splice(&part, part.size, 0, "}}", strchr(strchr(text, '{') + 1, '{') ? 2 : 1);
    bytes_splice(b, at, 0, part.data, part.size);
    bytes_release(&part);
}

static void mutate_text(struct bytes *b, struct chance *chance, bool nests)
{
    static void (*const ways[])(struct bytes *, struct chance *) = {
        change_word, change_word, change_word, change_word,
        change_word, take_part,   repeat_part, put_name};
    for (uint64_t n = 1 + chance_below(chance, 8); n; n--)
        ways[chance_below(chance, sizeof ways / sizeof *ways)](b, chance);
    if (nests && !chance_below(chance, 16))
        nest(b, chance);
}

struct bytes attack_mutate(const struct attack_seed *seed, struct chance *chance)
{
    struct bytes b = bytes_copy(seed->bytes.data, seed->bytes.size);
    if (seed->kind == ATTACK_PROFILE)
        mutate_profile(&b, chance);
    else
        mutate_text(&b, chance, seed->kind == ATTACK_TREE);
    return b;
}

void attack_mutate_bytes(struct bytes *b, struct chance *chance)
{
    for (uint64_t n = 1 + chance_below(chance, 16); n && b->size > 64; n--) {
        size_t at =
            chance_below(chance, 4) ? chance_below(chance, b->size - 8) : chance_below(chance, 64);
        int width = 1 << chance_below(chance, 4);
        if (at + 8 <= b->size)
            store(b->data + at, chance_odd(chance, load(b->data + at, width)), width);
    }
    if (!chance_below(chance, 16))
        b->size = chance_below(chance, b->size);
}
