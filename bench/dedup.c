/*
 * A compressing archiver: cut the input into chunks where its content says so, drop chunks that
 * were there before, compress the others, write everything in order. Cutting, hashing and
 * compressing run in parallel; recognizing duplicates and writing are serial, as they must see the
 * input in order.
 */
#include "bench.h"

enum {
    FRAGMENT = 1 << 18, /* cut independently of each other */
    LEAST_CHUNK = 1024,
    MOST_CHUNK = 16384,
    CUT_MASK = 0xfff << 8, /* a cut every 4096 bytes on average */
    WINDOW_BITS = 12,
    LEAST_MATCH = 4,
    MOST_RUN = 255,
};

struct digest {
    uint64_t a, b;
};

struct chunk {
    const unsigned char *data;
    size_t size;
    struct digest digest;
    size_t same_as;        /* the index of the first chunk with this content */
    unsigned char *packed; /* of a chunk that is the first of its kind */
    size_t packed_size;
};

struct fragment {
    struct chunk *chunk;
    size_t n;
};

struct archive {
    struct chunk *chunk;
    size_t n;
    unsigned char *out;
    size_t out_size;
};

static uint32_t gear[256];

/* Where the next chunk ends: the hash covers the last 32 bytes or so. */
size_t find_cut(const unsigned char *data, size_t size)
{
    uint32_t hash = 0;
    if (size <= LEAST_CHUNK)
        return size;
    size_t end = size < MOST_CHUNK ? size : MOST_CHUNK;
    for (size_t i = LEAST_CHUNK - 32; i < end; i++) {
        hash = (hash << 1) + gear[data[i]];
        if (i >= LEAST_CHUNK && !(hash & CUT_MASK))
            return i + 1;
    }
    return end;
}

static uint64_t load64(const unsigned char *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof(v));
    return v;
}

static uint64_t mix(uint64_t state, uint64_t v)
{
    state = (state ^ v) * 0x9ddfea08eb382d69u;
    return state ^ state >> 29;
}

struct digest digest_of(const unsigned char *data, size_t size)
{
    struct digest d = {size, ~size};
    size_t i = 0;
    for (; i + 8 <= size; i += 8) {
        d.a = mix(d.a, load64(data + i));
        d.b = mix(d.b + d.a, load64(data + i));
    }
    for (; i < size; i++) {
        d.a = mix(d.a, data[i]);
        d.b = mix(d.b + d.a, data[i]);
    }
    return d;
}

void cut_fragment(struct fragment *f, const unsigned char *data, size_t size)
{
    f->chunk = bench_alloc(size / LEAST_CHUNK + 1, sizeof(*f->chunk));
    f->n = 0;
    while (size > 0) {
        size_t cut = find_cut(data, size);
        f->chunk[f->n++] = (struct chunk){.data = data, .size = cut};
        data += cut;
        size -= cut;
    }
    for (size_t i = 0; i < f->n; i++)
        f->chunk[i].digest = digest_of(f->chunk[i].data, f->chunk[i].size);
}

static unsigned char *put_literals(unsigned char *out, const unsigned char *from, size_t n)
{
    while (n > 0) {
        size_t run = n < MOST_RUN ? n : MOST_RUN;
        *out++ = 0;
        *out++ = (unsigned char)run;
        memcpy(out, from, run);
        out += run;
        from += run;
        n -= run;
    }
    return out;
}

static unsigned char *put_match(unsigned char *out, size_t length, size_t distance)
{
    *out++ = (unsigned char)length;
    *out++ = (unsigned char)distance;
    *out++ = (unsigned char)(distance >> 8);
    return out;
}

static uint32_t key_at(const unsigned char *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof(v));
    return v * 2654435761u >> (32 - WINDOW_BITS);
}

size_t match_length(const unsigned char *a, const unsigned char *b, size_t most)
{
    size_t n = 0;
    while (n < most && a[n] == b[n])
        n++;
    return n;
}

/* Returns the size; `out` has room for the worst case. */
size_t compress(unsigned char *out, const unsigned char *data, size_t size)
{
    uint16_t seen[1 << WINDOW_BITS] = {0}; /* place + 1 of the last string with this key */
    unsigned char *start = out;
    size_t literals = 0, i = 0;
    while (i + LEAST_MATCH <= size) {
        uint32_t key = key_at(data + i);
        size_t before = seen[key], length = 0;
        seen[key] = (uint16_t)(i + 1);
        if (before)
            length = match_length(data + before - 1, data + i,
                                  size - i < MOST_RUN ? size - i : MOST_RUN);
        if (length < LEAST_MATCH) {
            i++;
            continue;
        }
        out = put_literals(out, data + literals, i - literals);
        out = put_match(out, length, i + 1 - before);
        i += length;
        literals = i;
    }
    out = put_literals(out, data + literals, size - literals);
    return (size_t)(out - start);
}

/* Whether the packed bytes stand for data[0..size). */
static bool unpacks_to(const unsigned char *in, size_t n, const unsigned char *data, size_t size)
{
    unsigned char *out = bench_alloc(size, 1);
    size_t at = 0;
    for (size_t i = 0; i < n;) {
        size_t length = in[i] ? in[i] : in[i + 1];
        if (at + length > size)
            break;
        if (in[i]) {
            size_t distance = in[i + 1] | (size_t)in[i + 2] << 8;
            for (size_t k = 0; k < length; k++)
                out[at + k] = out[at + k - distance];
            i += 3;
        } else {
            memcpy(out + at, in + i + 2, length);
            i += 2 + length;
        }
        at += length;
    }
    bool same = at == size && !memcmp(out, data, size);
    free(out);
    return same;
}

void compress_chunk(struct chunk *c)
{
    c->packed = bench_alloc(c->size + 3 * (c->size / LEAST_MATCH) + 16, 1);
    c->packed_size = compress(c->packed, c->data, c->size);
}

/* Finds for every chunk the first one with its content. */
void find_duplicates(struct chunk *chunk, size_t n)
{
    size_t slots = 1;
    while (slots < 2 * n)
        slots *= 2;
    size_t *slot = bench_alloc(slots, sizeof(*slot)); /* index + 1 */
    memset(slot, 0, slots * sizeof(*slot));
    for (size_t i = 0; i < n; i++) {
        struct digest d = chunk[i].digest;
        size_t at = d.a & (slots - 1);
        while (slot[at] &&
               (chunk[slot[at] - 1].digest.a != d.a || chunk[slot[at] - 1].digest.b != d.b))
            at = (at + 1) & (slots - 1);
        if (!slot[at])
            slot[at] = i + 1;
        chunk[i].same_as = slot[at] - 1;
    }
    free(slot);
}

static void gather(struct archive *a, struct fragment *f, size_t n_fragments)
{
    size_t n = 0;
    for (size_t i = 0; i < n_fragments; i++)
        n += f[i].n;
    a->chunk = bench_alloc(n, sizeof(*a->chunk));
    a->n = 0;
    for (size_t i = 0; i < n_fragments; i++) {
        memcpy(a->chunk + a->n, f[i].chunk, f[i].n * sizeof(*a->chunk));
        a->n += f[i].n;
        free(f[i].chunk);
    }
}

void write_archive(struct archive *a)
{
    size_t size = 0;
    for (size_t i = 0; i < a->n; i++)
        size += a->chunk[i].same_as == i ? a->chunk[i].packed_size : sizeof(size_t);
    a->out = bench_alloc(size, 1);
    a->out_size = 0;
    for (size_t i = 0; i < a->n; i++) {
        struct chunk *c = &a->chunk[i];
        bool first = c->same_as == i;
        size_t n = first ? c->packed_size : sizeof(c->same_as);
        memcpy(a->out + a->out_size, first ? (void *)c->packed : &c->same_as, n);
        a->out_size += n;
    }
}

void dedup(struct archive *a, const unsigned char *data, size_t size)
{
    size_t n = (size + FRAGMENT - 1) / FRAGMENT;
    struct fragment *f = bench_alloc(n, sizeof(*f));
#pragma cilk grainsize 1
    cilk_for (size_t i = 0; i < n; i++)
        cut_fragment(&f[i], data + i * FRAGMENT, i + 1 < n ? FRAGMENT : size - i * FRAGMENT);
    gather(a, f, n);
    free(f);
    find_duplicates(a->chunk, a->n);
#pragma cilk grainsize 8
    cilk_for (size_t i = 0; i < a->n; i++)
        if (a->chunk[i].same_as == i)
            compress_chunk(&a->chunk[i]);
    write_archive(a);
}

/* 64 bytes of words from a small vocabulary. */
static void make_text(unsigned char *to, uint64_t seed)
{
    for (size_t i = 0; i < 64; i += 8) {
        uint64_t word = bench_hash(bench_hash(seed + i) % 400);
        for (size_t k = 0; k < 8; k++)
            to[i + k] = k == 7 ? ' ' : (unsigned char)('a' + (word >> 8 * k) % 26);
    }
}

/* Half of the pieces repeat an earlier one, at another offset. */
static void make_input(unsigned char *data, size_t size)
{
    enum { PIECE = 50021 };
    size_t pieces = 0;
    for (size_t at = 0; at < size; at += PIECE, pieces++) {
        size_t n = size - at < PIECE ? size - at : PIECE;
        uint64_t dice = bench_hash(pieces);
        if (pieces > 8 && dice % 2) {
            memcpy(data + at, data + dice / 2 % (pieces - 1) * PIECE, n);
            continue;
        }
        for (size_t i = 0; i + 64 <= n; i += 64)
            make_text(data + at + i, at + i);
    }
}

/* Whether the archive gives back the input. */
static bool is_right(const struct archive *a, const unsigned char *data, size_t size)
{
    size_t at = 0, out = 0;
    for (size_t i = 0; i < a->n; i++) {
        const struct chunk *c = &a->chunk[i], *first = &a->chunk[c->same_as];
        if (c->data != data + at || first->size != c->size || memcmp(first->data, c->data, c->size))
            return false;
        if (first == c && !unpacks_to(a->out + out, c->packed_size, c->data, c->size))
            return false;
        out += first == c ? c->packed_size : sizeof(c->same_as);
        at += c->size;
    }
    return at == size && out == a->out_size && out < size / 2;
}

static void release(struct archive *a)
{
    for (size_t i = 0; i < a->n; i++)
        free(a->chunk[i].packed);
    free(a->chunk);
    free(a->out);
}

int main(int argc, char **argv)
{
    size_t size = (size_t)bench_size(argc, argv, 160, 1, 4096) << 20;
    unsigned char *data = bench_alloc(size, 1);
    memset(data, 0, size);
    make_input(data, size);
    for (size_t i = 0; i < 256; i++)
        gear[i] = (uint32_t)bench_hash(i);
    struct archive a;
    bench_start();
    dedup(&a, data, size);
    bench_stop();
    bool right = is_right(&a, data, size);
    release(&a);
    free(data);
    return bench_finish(right);
}
