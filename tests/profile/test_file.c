/* The profile file: what is written is read back, and whatever else is refused with a reason. */
#include "profile/file.h"
#include "profile/format.h"
#include "profile/output.h"
#include "tests/check.h"
#include "tests/profile/synthetic.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct bytes {
    unsigned char *data;
    size_t size;
};

static char why[512];

static int parse(struct bytes b)
{
    struct sw_profile p;
    sw_profile_init(&p);
    *why = 0;
    /* An exact copy: a read past the end is then a read past an allocation. */
    unsigned char *copy = malloc(b.size ? b.size : 1);
    memcpy(copy, b.data, b.size);
    int error = sw_profile_parse(&p, copy, b.size, "x.prof", why, sizeof why);
    free(copy);
    sw_profile_release(&p);
    return error;
}

static struct bytes serialize(const char *name)
{
    struct sw_profile p;
    struct bytes b = {0};
    void *data = NULL;
    CHECK_EQ(synthetic_make(&p, name), 0);
    CHECK_EQ(sw_profile_serialize(&p, &data, &b.size), 0);
    b.data = data;
    sw_profile_release(&p);
    return b;
}

static void store(unsigned char *to, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (unsigned char)(value >> (8 * i));
}

static uint64_t load(const unsigned char *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

/* Sizes of records in 1.7. */
enum {
    RECORD_HEAD_1_0 = 192,
    RECORD_HEAD = RECORD_HEAD_1_0 + 136,
    RECORD_RANK = 40,
    RECORD_PLACE = 20,
    RECORD_PATH = 48,
    RECORD_EFFORT_PATH = 96,
    RECORD_SIMULATED = 376,
    RECORD_CONSTRUCT = 288,
    RECORD_NODE = 32,
    RECORD_ITEM = 8,
};

static void seal(unsigned char *chunk)
{
    uint64_t length = load(chunk + 8, 8);
    store(chunk + 4, sw_crc32(sw_crc32(0, chunk, 4), chunk + 8, 8 + length), 4);
}

static unsigned char *find_chunk(struct bytes b, uint32_t tag)
{
    size_t at = SW_FORMAT_FILE_HEADER;
    while (at < b.size && load(b.data + at, 4) != tag)
        at += SW_FORMAT_CHUNK_HEADER + load(b.data + at + 8, 8);
    return at < b.size ? b.data + at : NULL;
}

static unsigned char *payload(struct bytes b, uint32_t tag)
{
    return find_chunk(b, tag) + SW_FORMAT_CHUNK_HEADER;
}

/* Replaces `old` bytes at `at` by `size` bytes of `data` (zeros where that is NULL). */
static void insert(struct bytes *b, size_t at, size_t old, const void *data, size_t size)
{
    unsigned char *to = malloc(b->size - old + size);
    memcpy(to, b->data, at);
    if (data)
        memcpy(to + at, data, size);
    else
        memset(to + at, 0, size);
    memcpy(to + at + size, b->data + at + old, b->size - at - old);
    free(b->data);
    b->data = to;
    b->size = b->size - old + size;
}

static void remove_chunk(struct bytes *b, uint32_t tag)
{
    unsigned char *chunk = find_chunk(*b, tag);
    insert(b, (size_t)(chunk - b->data), SW_FORMAT_CHUNK_HEADER + load(chunk + 8, 8), NULL, 0);
}

static void insert_chunk(struct bytes *b, const char *tag, const void *data, size_t size)
{
    size_t at = b->size - SW_FORMAT_CHUNK_HEADER; /* before the end */
    insert(b, at, 0, NULL, SW_FORMAT_CHUNK_HEADER + size);
    memcpy(b->data + at, tag, 4);
    store(b->data + at + 8, size, 8);
    if (size)
        memcpy(b->data + at + SW_FORMAT_CHUNK_HEADER, data, size);
    seal(b->data + at);
}

static void says(const char *what)
{
    if (!strstr(why, what))
        fprintf(stderr, "'%s' does not say '%s'\n", why, what);
    CHECK(strstr(why, what) != NULL);
}

static void round_trip(const char *name)
{
    struct sw_profile a, b;
    void *data, *again;
    size_t size, again_size;
    CHECK_EQ(synthetic_make(&a, name), 0);
    sw_profile_init(&b);
    CHECK_EQ(sw_profile_serialize(&a, &data, &size), 0);
    CHECK_EQ(sw_profile_parse(&b, data, size, name, why, sizeof why), 0);
    CHECK(synthetic_equal(&a, &b));
    CHECK_EQ(sw_profile_serialize(&b, &again, &again_size), 0);
    CHECK_EQ(again_size, size);
    CHECK(again_size == size && !memcmp(again, data, size));
    free(data);
    free(again);
    sw_profile_release(&a);
    sw_profile_release(&b);
}

static void test_round_trips(void)
{
    for (size_t i = 0; synthetic_names[i]; i++)
        round_trip(synthetic_names[i]);
}

/* By its name in the file, and back; one of a newer spanwise stays what it is called there. */
static void reads_front_end(const char *said, enum sw_front_end_kind want)
{
    struct sw_profile a, b;
    void *data;
    size_t size;
    sw_profile_init(&a);
    sw_profile_init(&b);
    a.front_end_text = strdup(said);
    CHECK_EQ(sw_profile_serialize(&a, &data, &size), 0);
    CHECK_EQ(sw_profile_parse(&b, data, size, said, why, sizeof why), 0);
    CHECK_EQ(b.front_end, want);
    CHECK(!strcmp(sw_profile_front_end(&b), said));
    free(data);
    sw_profile_release(&a);
    sw_profile_release(&b);
}

static void test_front_ends(void)
{
    for (int i = 0; i < SW_FRONT_ENDS; i++)
        if (*sw_front_end_name((enum sw_front_end_kind)i))
            reads_front_end(sw_front_end_name((enum sw_front_end_kind)i),
                            (enum sw_front_end_kind)i);
    reads_front_end("", SW_FRONT_END_UNKNOWN);
    reads_front_end("of next year", SW_FRONT_END_UNKNOWN);
}

static void test_truncated(void)
{
    struct bytes b = serialize("regions");
    for (size_t size = 0; size < b.size; size++) {
        int error = parse((struct bytes){b.data, size});
        CHECK_EQ(error, -EBADMSG);
        CHECK(strstr(why, "truncated") || (size == 0 && strstr(why, "empty")));
    }
    CHECK_EQ(parse(b), 0);
    free(b.data);
}

static void test_flipped_bits(void)
{
    struct bytes b = serialize("regions");
    for (size_t i = 0; i < b.size; i++)
        for (int bit = 0; bit < 8; bit++) {
            b.data[i] ^= (unsigned char)(1 << bit);
            int error = parse(b);
            CHECK(error == -EBADMSG || (i < SW_FORMAT_MAGIC_SIZE && error == -EINVAL));
            b.data[i] ^= (unsigned char)(1 << bit);
        }
    free(b.data);
}

static void set_version(struct bytes b, unsigned major, unsigned minor)
{
    store(b.data + 8, major, 2);
    store(b.data + 10, minor, 2);
    store(b.data + 12, sw_crc32(0, b.data, 12), 4);
}

static void test_versions(void)
{
    struct bytes b = serialize("qsort");
    set_version(b, SW_FORMAT_MAJOR, 77);
    CHECK_EQ(parse(b), 0);
    set_version(b, SW_FORMAT_MAJOR + 1, 3);
    CHECK_EQ(parse(b), -ENOTSUP);
    says("has format 2.3");
    set_version(b, 0, 1);
    CHECK_EQ(parse(b), -EBADMSG);
    free(b.data);
}

static void test_foreign(void)
{
    const char *const foreign[] = {"\177ELF\2\1\1", "hello, world\n", "{\"program\": 1}",
                                   "\211PNG\r\n\032\n", "\211SWPROF\r\n"};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        CHECK_EQ(parse((struct bytes){(unsigned char *)foreign[i], strlen(foreign[i])}), -EINVAL);
        says("'x.prof' is not a profile of spanwise");
    }
}

static void test_unknown_chunk(void)
{
    struct bytes b = serialize("qsort");
    insert_chunk(&b, "XTRA", "anything", 8);
    insert_chunk(&b, "XTRA", "", 0);
    CHECK_EQ(parse(b), 0);
    free(b.data);
}

/* A later minor version adds fields at the end of its records. */
static void test_longer_lists(const char *name, const uint32_t *lists, size_t n_lists)
{
    struct bytes b = serialize(name);
    for (size_t i = 0; i < n_lists; i++) {
        unsigned char *chunk = find_chunk(b, lists[i]);
        if (!chunk)
            continue;
        size_t at = (size_t)(chunk - b.data) + SW_FORMAT_CHUNK_HEADER;
        size_t record = load(b.data + at, 4), n = load(b.data + at + 4, 4);
        for (size_t k = n; k > 0; k--)
            insert(&b, at + SW_FORMAT_LIST_HEADER + k * record, 0, "later...", 8);
        chunk = b.data + at - SW_FORMAT_CHUNK_HEADER;
        store(chunk + SW_FORMAT_CHUNK_HEADER, record + 8, 4);
        store(chunk + 8, load(chunk + 8, 8) + 8 * n, 8);
        seal(chunk);
    }
    struct sw_profile got, want;
    sw_profile_init(&got);
    CHECK_EQ(sw_profile_parse(&got, b.data, b.size, "x", why, sizeof why), 0);
    CHECK_EQ(synthetic_make(&want, name), 0);
    CHECK(synthetic_equal(&got, &want));
    sw_profile_release(&got);
    sw_profile_release(&want);
    free(b.data);
}

static void test_longer_records(void)
{
    static const uint32_t lists[] = {SW_TAG_SITES,     SW_TAG_MODULES,   SW_TAG_REGIONS,
                                     SW_TAG_PLACES,    SW_TAG_UNPATCHED, SW_TAG_WARNINGS,
                                     SW_TAG_SIMULATED, SW_TAG_CONSTRUCT, SW_TAG_ARGS};
    static const uint32_t sampled[] = {SW_TAG_FRAMES, SW_TAG_PATHS, SW_TAG_SPLACES};
    static const uint32_t effort[] = {SW_TAG_EFFORTS, SW_TAG_LOCKS, SW_TAG_STRETCHES,
                                      SW_TAG_LANES,   SW_TAG_CELLS, SW_TAG_RUNTIMES};
    test_longer_lists("regions", lists, sizeof lists / sizeof *lists);
    test_longer_lists("openmp", lists, sizeof lists / sizeof *lists);
    test_longer_lists("sampled", sampled, sizeof sampled / sizeof *sampled);
    static const uint32_t tree[] = {SW_TAG_NODES, SW_TAG_ITEMS, SW_TAG_TREESITES, SW_TAG_TREELOCKS};
    test_longer_lists("effort", effort, sizeof effort / sizeof *effort);
    test_longer_lists("tree", tree, sizeof tree / sizeof *tree);
}

/* What was added to HEAD since 1.0: it may be missing, and more may follow. */
static void test_head_sizes(void)
{
    static const int more[] = {-136, -128, -120, -112, -104, -88, -64, -56, -48, -40, -8, 0, 8};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        struct bytes b = serialize("parallel");
        struct sw_profile p;
        size_t at = (size_t)(find_chunk(b, SW_TAG_HEAD) - b.data);
        size_t end = at + SW_FORMAT_CHUNK_HEADER + RECORD_HEAD;
        store(b.data + end - 120, 4700, 8);
        store(b.data + end - 96, 77, 8);
        store(b.data + end - 72, 88, 8);
        store(b.data + end - 64, 3000, 8);
        store(b.data + end - 56, 32, 8);
        store(b.data + end - 48, 1250, 8);
        store(b.data + end - 32, 900, 8);
        if (more[i] < 0)
            insert(&b, end - (size_t)-more[i], (size_t)-more[i], NULL, 0);
        else
            insert(&b, end, 0, "later...", (size_t)more[i]);
        store(b.data + at + 8, RECORD_HEAD + (uint64_t)more[i], 8);
        seal(b.data + at);
        sw_profile_init(&p);
        CHECK_EQ(sw_profile_parse(&p, b.data, b.size, "x", why, sizeof why), 0);
        CHECK_EQ(p.circumstances.workers, more[i] < -128 ? 0 : 4);
        CHECK_EQ(p.circumstances.steals, more[i] < -120 ? 0 : 1234);
        CHECK_EQ(p.circumstances.spawn_cost_ps, more[i] < -112 ? 0 : 4700);
        CHECK_EQ(p.circumstances.spawns_beside, more[i] < -88 ? 0 : 77);
        CHECK_EQ(p.circumstances.spawn_least_ps, more[i] < -64 ? 0 : 88);
        CHECK_EQ(p.circumstances.steal_cost_ps, more[i] < -56 ? 0 : 3000);
        CHECK_EQ(p.circumstances.answers_for, more[i] < -48 ? 0 : 32);
        CHECK_EQ(p.circumstances.slowed, more[i] < -40 ? 0 : 1250);
        CHECK_EQ(p.circumstances.hand_over_ps, more[i] < -24 ? 0 : 900);
        CHECK_EQ(sw_profile_is_parallel(&p), more[i] >= -128);
        sw_profile_release(&p);
        insert(&b, at + SW_FORMAT_CHUNK_HEADER, 8 + (size_t)(more[i] + 136), NULL, 0);
        store(b.data + at + 8, RECORD_HEAD_1_0 - 8, 8);
        seal(b.data + at);
        CHECK_EQ(parse(b), -EBADMSG);
        says("chunk 'HEAD' is too short");
        free(b.data);
    }
}

/* What 1.2 added: who has none is no rank; too short a one is refused, a longer one read. */
static void test_rank(void)
{
    struct sw_profile p;
    struct bytes b = serialize("rank");
    unsigned char *chunk = find_chunk(b, SW_TAG_RANK);
    size_t at = (size_t)(chunk - b.data), end = at + SW_FORMAT_CHUNK_HEADER + RECORD_RANK;
    insert(&b, end, 0, "later...", 8);
    store(b.data + at + 8, RECORD_RANK + 8, 8);
    seal(b.data + at);
    sw_profile_init(&p);
    CHECK_EQ(sw_profile_parse(&p, b.data, b.size, "x", why, sizeof why), 0);
    CHECK(sw_profile_has_rank(&p));
    CHECK_EQ(p.rank.rank, 3);
    CHECK_EQ(p.rank.apart, 100000000);
    sw_profile_release(&p);
    insert(&b, end - 8, 16, NULL, 0);
    store(b.data + at + 8, RECORD_RANK - 8, 8);
    seal(b.data + at);
    CHECK_EQ(parse(b), -EBADMSG);
    says("chunk 'RANK' is too short");
    remove_chunk(&b, SW_TAG_RANK);
    CHECK_EQ(sw_profile_parse(&p, b.data, b.size, "x", why, sizeof why), 0);
    CHECK(!sw_profile_has_rank(&p));
    CHECK_STR(p.rank.host, "");
    sw_profile_release(&p);
    free(b.data);
}

static void test_missing_chunks(void)
{
    static const uint32_t required[] = {SW_TAG_STRINGS, SW_TAG_HEAD};
    static const uint32_t optional[] = {SW_TAG_ARGS, SW_TAG_MODULES, SW_TAG_REGIONS,
                                        SW_TAG_WARNINGS, SW_TAG_PLACES};
    for (size_t i = 0; i < 2; i++) {
        struct bytes b = serialize("qsort");
        remove_chunk(&b, required[i]);
        CHECK_EQ(parse(b), -EBADMSG);
        says("is missing");
        free(b.data);
    }
    struct bytes b = serialize("qsort");
    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++) {
        remove_chunk(&b, optional[i]);
        CHECK_EQ(parse(b), 0);
    }
    insert_chunk(&b, "HEAD", "", 0);
    CHECK_EQ(parse(b), -EBADMSG);
    says("is there twice");
    free(b.data);
}

/* Puts `value` at an offset of a chunk's payload, makes the checksum right, and wants an error. */
static void refuses_in(const char *name, uint32_t tag, size_t at, uint32_t value, const char *what)
{
    struct bytes b = serialize(name);
    store(payload(b, tag) + at, value, 4);
    seal(find_chunk(b, tag));
    CHECK_EQ(parse(b), -EBADMSG);
    says(what);
    free(b.data);
}

static void refuses(uint32_t tag, size_t at, uint32_t value, const char *what)
{
    refuses_in("regions", tag, at, value, what);
}

/* Sites of locks that are not there, and a lock that was held longer than it was. */
static void test_senseless_locks(void)
{
    const size_t list = SW_FORMAT_LIST_HEADER;
    refuses_in("locks", SW_TAG_HELDAT, list, 2, "does not make sense");
    refuses_in("locks", SW_TAG_HELD, list + 8 + 3 * 8, 0, "does not make sense");
    refuses_in("locks", SW_TAG_HELDPLACE, list + 16, 1, "has too few places");
}

/* Paths whose callers or frames are not there would have no end, or lead nowhere. */
static void test_senseless_samples(void)
{
    const size_t list = SW_FORMAT_LIST_HEADER, second = list + RECORD_PATH;
    refuses_in("sampled", SW_TAG_PATHS, list, 1, "does not make sense");
    refuses_in("sampled", SW_TAG_PATHS, second, 2, "does not make sense");
    refuses_in("sampled", SW_TAG_PATHS, second + 4, 9, "does not make sense");
    refuses_in("sampled", SW_TAG_PATHS, second + 4, 0xffffffff, "does not make sense");
    refuses_in("sampled", SW_TAG_SPLACES, list + 16, 1, "has too few places");
    refuses_in("sampled", SW_TAG_SAMPLED, 0, 0, "does not make sense");
    refuses_in("sampled", SW_TAG_FRAMES, 4, 8, "has the wrong length");
    struct bytes b = serialize("sampled");
    remove_chunk(&b, SW_TAG_SPLACES);
    CHECK_EQ(parse(b), 0);
    remove_chunk(&b, SW_TAG_FRAMES);
    CHECK_EQ(parse(b), -EBADMSG);
    remove_chunk(&b, SW_TAG_PATHS);
    CHECK_EQ(parse(b), 0);
    free(b.data);
}

/* Of paths that are not there, or that would lead back to themselves. */
static void test_senseless_effort(void)
{
    const size_t list = SW_FORMAT_LIST_HEADER, second = list + RECORD_EFFORT_PATH;
    refuses_in("effort", SW_TAG_EFFORTS, list, 1, "does not make sense");
    refuses_in("effort", SW_TAG_EFFORTS, second, 2, "does not make sense");
    refuses_in("effort", SW_TAG_EFFORTS, second, 0xffffffff, "does not make sense");
    refuses_in("effort", SW_TAG_EFFORTS, 4, 3, "has the wrong length");
    refuses_in("effort", SW_TAG_EFFORT, 0, 0, "does not make sense");
    refuses_in("effort", SW_TAG_LOCKS, list + 8, 0x7fffffff, "names a string that is not there");
    refuses_in("effort", SW_TAG_LOCKS, list + 12, 99, "does not make sense");
    refuses_in("effort", SW_TAG_LOCKS, list + 16, 99, "does not make sense");
    refuses_in("effort", SW_TAG_LOCKS, list + 20, 99, "does not make sense");
    refuses_in("effort", SW_TAG_STRETCHES, list + 24, 99, "does not make sense");
    refuses_in("effort", SW_TAG_STRETCHES, 0, 16, "has the wrong length");
    refuses_in("effort", SW_TAG_CELLS, list + 10, 0x00000004, "does not make sense"); /* whom */
    refuses_in("effort", SW_TAG_CELLS, list + 12, 0x00000003, "does not make sense"); /* lock */
    refuses_in("effort", SW_TAG_CELLS, list + 16, 99, "does not make sense");
    refuses_in("effort", SW_TAG_RUNTIMES, 4, 2, "has the wrong length");
    struct bytes b = serialize("effort");
    remove_chunk(&b, SW_TAG_PATHS);
    CHECK_EQ(parse(b), -EBADMSG);
    says("is of other paths");
    remove_chunk(&b, SW_TAG_LOCKS);
    remove_chunk(&b, SW_TAG_STRETCHES);
    remove_chunk(&b, SW_TAG_EFFORTS);
    CHECK_EQ(parse(b), -EBADMSG);
    says("is of other lanes");
    remove_chunk(&b, SW_TAG_LANES);
    remove_chunk(&b, SW_TAG_CELLS);
    CHECK_EQ(parse(b), 0);
    remove_chunk(&b, SW_TAG_SAMPLED);
    CHECK_EQ(parse(b), -EBADMSG);
    remove_chunk(&b, SW_TAG_EFFORT);
    CHECK_EQ(parse(b), 0);
    insert_chunk(&b, "EFFO", "short", 5);
    CHECK_EQ(parse(b), -EBADMSG);
    says("is too short");
    free(b.data);
}

/* Offset of a field of a node or an item, both numbered from 1 on as in synthetic_tree.c. */
static size_t in_node(size_t number, size_t field)
{
    return SW_FORMAT_LIST_HEADER + (number - 1) * RECORD_NODE + field;
}

static size_t in_item(size_t number, size_t field)
{
    return SW_FORMAT_LIST_HEADER + (number - 1) * RECORD_ITEM + field;
}

/* Trees that lead back to themselves, stand where they may not, or are larger than any number. */
static void test_senseless_tree(void)
{
    const char *what = "does not make sense";
    const uint32_t nodes = SW_TAG_NODES, items = SW_TAG_ITEMS;
    refuses_in("tree", nodes, in_node(1, 0), SW_NODE_NONE, what);
    refuses_in("tree", nodes, in_node(1, 0), SW_NODE_KINDS, what);
    refuses_in("tree", nodes, in_node(10, 0), SW_NODE_TASK, what); /* the root */
    refuses_in("tree", nodes, in_node(9, 0), SW_NODE_TASK, what);  /* in the root */
    refuses_in("tree", nodes, in_node(8, 0), SW_NODE_CALL, what);  /* has tasks */
    refuses_in("tree", nodes, in_node(8, 0), SW_NODE_GROUP, what); /* likewise, in a call */
    refuses_in("tree", nodes, in_node(4, 0), SW_NODE_WORK, what);  /* with items */
    refuses_in("tree", nodes, in_node(1, 0), SW_NODE_WORK | 1 << 8, what);
    refuses_in("tree", nodes, in_node(8, 0), SW_NODE_SECTION | SW_SECTIONS << 8, what);
    refuses_in("tree", nodes, in_node(8, 0), SW_NODE_SECTION | SW_NODE_SHUFFLED << 16, what);
    refuses_in("tree", nodes, in_node(7, 0), SW_NODE_GROUP | SW_NODE_NOWAIT << 16, what);
    refuses_in("tree", nodes, in_node(4, 4), 5, what); /* no such site, ... */
    refuses_in("tree", nodes, in_node(3, 8), 3, what); /* ... lock */
    refuses_in("tree", nodes, in_node(3, 8), 0, what);
    refuses_in("tree", nodes, in_node(10, 12), 3, what);
    refuses_in("tree", nodes, in_node(10, 12), 1, what);
    refuses_in("tree", nodes, in_node(10, 12), 0xffffffff, what);
    refuses_in("tree", nodes, in_node(1, 16 + 8 + 4), 0x7fffffff, what); /* a sum */
    refuses_in("tree", items, in_item(1, 0), 0, what);
    refuses_in("tree", items, in_item(1, 0), 3, what); /* itself */
    refuses_in("tree", items, in_item(1, 0), 9, what);
    refuses_in("tree", items, in_item(1, 0), 0xffffffff, what);
    refuses_in("tree", items, in_item(1, 4), 0, what);
    refuses_in("tree", SW_TAG_TREESITES, SW_FORMAT_LIST_HEADER, SW_NODE_KINDS, what);
    refuses_in("tree", SW_TAG_TREESITES, SW_FORMAT_LIST_HEADER + 24, 0x7fffffff,
               "names a string that is not there");
    refuses_in("tree", SW_TAG_TREELOCKS, SW_FORMAT_LIST_HEADER + 8, 0x7fffffff,
               "names a string that is not there");
    refuses_in("tree", SW_TAG_NODES, 4, 3, "has the wrong length");
}

/* 2^32 times 2^32 times 2^32, and too many nodes inside each other. */
static void test_boundless_tree(void)
{
    static const struct {
        uint32_t count;
        size_t n;
        uint64_t length;
        int error;
    } cases[] = {{UINT32_MAX, 2, 0, -EBADMSG},
                 {30000, 4, 1, 0},
                 {30000, 1, 1ull << 50, -EBADMSG},
                 {1, 1 << 15, 1, -EBADMSG},
                 {1, 30000, 1, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sw_profile p;
        struct bytes b;
        void *data;
        sw_profile_init(&p);
        p.tree.n_nodes = cases[i].n + 2;
        p.tree.n_items = cases[i].n;
        p.tree.nodes = calloc(p.tree.n_nodes, sizeof *p.tree.nodes);
        p.tree.items = calloc(p.tree.n_items, sizeof *p.tree.items);
        p.tree.nodes[1] =
            (struct sw_node){.kind = SW_NODE_WORK, .count = 1, .sum = cases[i].length};
        double length = (double)cases[i].length;
        for (uint32_t k = 0; k < cases[i].n; k++) {
            length *= cases[i].count;
            p.tree.items[k] = (struct sw_item){k + 1, cases[i].count};
            p.tree.nodes[k + 2] = (struct sw_node){.kind = SW_NODE_CALL,
                                                   .n_items = 1,
                                                   .first = k,
                                                   .sum = length < 0x1p61 ? (uint64_t)length : 0};
        }
        CHECK_EQ(sw_profile_serialize(&p, &data, &b.size), 0);
        b.data = data;
        CHECK_EQ(parse(b), cases[i].error);
        free(data);
        sw_profile_release(&p);
    }
}

static void test_missing_tree(void)
{
    struct bytes b = serialize("tree");
    remove_chunk(&b, SW_TAG_TREELOCKS);
    CHECK_EQ(parse(b), -EBADMSG);
    free(b.data);
    b = serialize("tree");
    remove_chunk(&b, SW_TAG_TREE);
    CHECK_EQ(parse(b), 0);
    insert_chunk(&b, "TREE", "short", 5);
    CHECK_EQ(parse(b), -EBADMSG);
    says("is too short");
    free(b.data);
}

/* Makes a list longer by `size` bytes at its front, and by `n` records. */
static void lengthen(struct bytes *b, uint32_t tag, const void *data, size_t size, size_t n)
{
    size_t at = (size_t)(find_chunk(*b, tag) - b->data);
    insert(b, at + SW_FORMAT_CHUNK_HEADER + SW_FORMAT_LIST_HEADER, 0, data, size);
    unsigned char *chunk = b->data + at;
    store(chunk + 8, load(chunk + 8, 8) + size, 8);
    store(chunk + SW_FORMAT_CHUNK_HEADER + 4, load(chunk + SW_FORMAT_CHUNK_HEADER + 4, 4) + n, 4);
    seal(chunk);
}

static void test_bad_lists(void)
{
    struct bytes b = serialize("qsort");
    unsigned char more[RECORD_PLACE] = {[16] = 1};
    lengthen(&b, SW_TAG_SITES, "x", 1, 0);
    CHECK_EQ(parse(b), -EBADMSG);
    says("has the wrong length");
    free(b.data);
    b = serialize("qsort");
    for (int i = 1; i < SW_FORMAT_MAX_INLINED; i++)
        lengthen(&b, SW_TAG_PLACES, more, sizeof more, 1);
    CHECK_EQ(parse(b), 0);
    lengthen(&b, SW_TAG_PLACES, more, sizeof more, 1);
    CHECK_EQ(parse(b), -EBADMSG);
    says("does not make sense");
    free(b.data);
    b = serialize("qsort");
    lengthen(&b, SW_TAG_PLACES, NULL, sizeof more, 1);
    CHECK_EQ(parse(b), -EBADMSG);
    says("has too many places");
    free(b.data);
}

static void test_senseless(void)
{
    const size_t list = SW_FORMAT_LIST_HEADER;
    refuses(SW_TAG_HEAD, 0, 0x7fffffff, "names a string that is not there");
    refuses(SW_TAG_ARGS, list, 0x7fffffff, "names a string that is not there");
    refuses(SW_TAG_WARNINGS, list, 0x7fffffff, "names a string that is not there");
    refuses(SW_TAG_REGIONS, list, 0x7fffffff, "names a string that is not there");
    refuses(SW_TAG_MODULES, list + 4, 33, "does not make sense");
    refuses(SW_TAG_PLACES, list, 0x7fffffff, "does not make sense");
    refuses(SW_TAG_PLACES, list + 16, 2, "does not make sense");
    refuses(SW_TAG_PLACES, list + 16, 1, "has too few places");
    refuses(SW_TAG_SITES, 0, 0, "has the wrong length");
    refuses(SW_TAG_SITES, 0, 8, "has the wrong length");
    refuses(SW_TAG_SITES, 4, 0xffffffff, "has the wrong length");
    struct bytes b = serialize("qsort");
    insert_chunk(&b, "XTRA", "", 0);
    insert(&b, b.size, 0, "more", 4);
    CHECK_EQ(parse(b), -EBADMSG);
    says("4 bytes follow its end");
    free(b.data);
}

/* Of simulations: numbers of constructs and sites that there are not, parents that come later. */
static void test_senseless_simulations(void)
{
    const size_t first = SW_FORMAT_LIST_HEADER + 13 * 8, second = first + RECORD_SIMULATED;
    const size_t construct = SW_FORMAT_LIST_HEADER + RECORD_CONSTRUCT; /* the second one */
    refuses_in("openmp", SW_TAG_SIMULATED, first, 15, "names constructs that are not there");
    refuses_in("openmp", SW_TAG_SIMULATED, first + 4, 15, "names constructs that are not there");
    refuses_in("openmp", SW_TAG_SIMULATED, first + 4, 0, "names constructs that are not there");
    refuses_in("openmp", SW_TAG_SIMULATED, second, 0x7fffffff, "that are not there");
    refuses_in("openmp", SW_TAG_SIMULATED, second, 1, "does not make sense"); /* another run's */
    refuses_in("openmp", SW_TAG_CONSTRUCT, construct, 1, "does not make sense");
    refuses_in("openmp", SW_TAG_CONSTRUCT, construct + 4, 1, "does not make sense");
    refuses_in("openmp", SW_TAG_CONSTRUCT, construct + 4, 2, "does not make sense");
    refuses_in("openmp", SW_TAG_CONSTRUCT, construct + 8, 7, "does not make sense");
    struct bytes b = serialize("openmp");
    remove_chunk(&b, SW_TAG_CONSTRUCT);
    CHECK_EQ(parse(b), -EBADMSG);
    free(b.data);
    b = serialize("openmp");
    remove_chunk(&b, SW_TAG_SIMULATED);
    CHECK_EQ(parse(b), 0);
    free(b.data);
}

/* Longer chains than a file may hold are cut when they are written, not refused when read. */
static void test_deep_chain(void)
{
    struct sw_profile p, q;
    void *data;
    size_t size, depth = 0;
    synthetic_make(&p, "fib");
    struct sw_place *at = &p.sites[0].caller_place;
    for (int i = 0; i < 1000; i++)
        at = at->inlined_into = calloc(1, sizeof *at);
    CHECK_EQ(sw_profile_serialize(&p, &data, &size), 0);
    sw_profile_init(&q);
    CHECK_EQ(sw_profile_parse(&q, data, size, "x", why, sizeof why), 0);
    for (const struct sw_place *k = &q.sites[0].caller_place; k; k = k->inlined_into)
        depth++;
    CHECK_EQ(depth, SW_FORMAT_MAX_INLINED);
    free(data);
    sw_profile_release(&p);
    sw_profile_release(&q);
}

static size_t entries(const char *directory)
{
    DIR *d = opendir(directory);
    size_t n = 0;
    while (d && readdir(d))
        n++;
    closedir(d);
    return n - 2;
}

static void test_writing(const char *directory)
{
    struct sw_profile p, q;
    char path[256], link_path[256];
    struct stat status;
    synthetic_make(&p, "qsort");
    snprintf(path, sizeof path, "%s/a.prof", directory);
    snprintf(link_path, sizeof link_path, "%s/link.prof", directory);
    umask(027);
    CHECK_EQ(sw_profile_write(&p, path, why, sizeof why), 0);
    CHECK_EQ(stat(path, &status), 0);
    CHECK_EQ(status.st_mode & 0777, 0640);
    CHECK_EQ(symlink("a.prof", link_path), 0);
    CHECK_EQ(sw_profile_write(&p, link_path, why, sizeof why), 0);
    CHECK_EQ(lstat(link_path, &status), 0);
    CHECK(S_ISLNK(status.st_mode));
    sw_profile_init(&q);
    CHECK_EQ(sw_profile_read(&q, link_path, why, sizeof why), 0);
    CHECK(synthetic_equal(&p, &q));
    CHECK_EQ(entries(directory), 2);
    unlink(link_path);
    sw_profile_release(&p);
    sw_profile_release(&q);
}

static void test_write_errors(const char *directory)
{
    struct sw_profile p;
    struct rlimit limit, old;
    char path[256];
    synthetic_make(&p, "qsort");
    CHECK_EQ(sw_profile_write(&p, "/nowhere/at/all.prof", why, sizeof why), -ENOENT);
    CHECK_STR(why, "cannot write '/nowhere/at/all.prof': No such file or directory");
    CHECK_EQ(sw_profile_write(&p, "/dev/full", why, sizeof why), -ENOSPC);
    CHECK_STR(why, "cannot write '/dev/full': No space left on device");
    CHECK_EQ(sw_profile_write(&p, "/dev/null", why, sizeof why), 0);
    CHECK_EQ(sw_profile_write(&p, directory, why, sizeof why), -EISDIR);
    /* A limit on file sizes stands in for a full disk: the old file stays, no other is left. */
    snprintf(path, sizeof path, "%s/a.prof", directory);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old);
    limit = (struct rlimit){100, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    CHECK_EQ(sw_profile_write(&p, path, why, sizeof why), -EFBIG);
    setrlimit(RLIMIT_FSIZE, &old);
    CHECK_EQ(entries(directory), 1);
    sw_profile_release(&p);
    CHECK_EQ(sw_profile_read(&p, path, why, sizeof why), 0);
    sw_profile_release(&p);
    unlink(path);
}

static void test_read_errors(const char *directory)
{
    struct sw_profile p;
    sw_profile_init(&p);
    CHECK_EQ(sw_profile_read(&p, "/nowhere.prof", why, sizeof why), -ENOENT);
    says("cannot open '/nowhere.prof': No such file or directory");
    CHECK_EQ(sw_profile_read(&p, directory, why, sizeof why), -EISDIR);
    says("Is a directory");
    CHECK_EQ(sw_profile_read(&p, "/dev/null", why, sizeof why), -EBADMSG);
    says("'/dev/null' is empty");
}

/* Of 1.6 and before, of a sampled run: locks have the idleness that others waited for them. */
static void forget_newer_effort(struct sw_effort *e, size_t n_paths)
{
    e->due = e->delay = e->blocked = e->others = 0;
    memset(e->nobody, 0, sizeof e->nobody);
    for (size_t i = 0; e->paths && i < n_paths; i++) {
        struct sw_effort_path *path = &e->paths[i];
        memset(path->idle_by, 0, sizeof path->idle_by);
        path->idle_by[SW_IDLE_LOCKS] = path->blamed < path->idle ? path->blamed : path->idle;
    }
    for (size_t i = 0; i < e->n_locks; i++)
        e->locks[i].inside = 0, e->locks[i].held = e->locks[i].entries = 0;
    for (size_t i = 0; i < e->n_stretches; i++)
        e->stretches[i].path = 0;
    e->n_lanes = 0;
}

/* What was not in records of constructs at first. */
static void forget_newer(struct sw_profile *p)
{
    forget_newer_effort(&p->effort, p->sampled.n_paths);
    for (size_t i = 0; i < p->n_constructs; i++) {
        p->constructs[i].held = p->constructs[i].lock = 0;
        memset(p->constructs[i].at_once, 0, sizeof p->constructs[i].at_once);
    }
}

/* The format is a promise: what a version wrote once is read for ever. */
static void test_kept_files(const char *corpus)
{
    static const char *const names[] = {"qsort",  "regions", "parallel", "rank", "sampled",
                                        "openmp", "effort",  "tree",     "fib"};
    static const char *const versions[] = {"1.0", "1.0", "1.1", "1.2", "1.2",
                                           "1.2", "1.3", "1.4", "1.5"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct sw_profile got, want;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s-%s.prof", corpus, names[i], versions[i]);
        sw_profile_init(&got);
        synthetic_make(&want, names[i]);
        forget_newer(&want);
        CHECK_EQ(sw_profile_read(&got, path, why, sizeof why), 0);
        CHECK(synthetic_equal(&got, &want));
        sw_profile_release(&got);
        sw_profile_release(&want);
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* 100,000 sites: well under a second, here even under the sanitizers. */
static void test_large(void)
{
    struct sw_profile p, q;
    void *data;
    size_t size;
    synthetic_many(&p, 100000);
    CHECK_EQ(sw_profile_serialize(&p, &data, &size), 0);
    sw_profile_init(&q);
    double start = now();
    CHECK_EQ(sw_profile_parse(&q, data, size, "x", why, sizeof why), 0);
    double took = now() - start;
    if (took >= 10)
        fprintf(stderr, "100,000 sites took %.2f s\n", took);
    CHECK(took < 10); /* what is quadratic takes minutes */
    CHECK(synthetic_equal(&p, &q));
    free(data);
    sw_profile_release(&p);
    sw_profile_release(&q);
}

int main(int argc, char **argv)
{
    char directory[] = "/tmp/spanwise-test-XXXXXX";
    CHECK(argc == 2);
    CHECK(mkdtemp(directory) != NULL);
    CHECK_EQ(sw_crc32(0, "123456789", 9), 0xcbf43926);
    test_round_trips();
    test_front_ends();
    test_truncated();
    test_flipped_bits();
    test_versions();
    test_foreign();
    test_unknown_chunk();
    test_longer_records();
    test_head_sizes();
    test_rank();
    test_missing_chunks();
    test_senseless();
    test_senseless_simulations();
    test_senseless_samples();
    test_senseless_locks();
    test_senseless_effort();
    test_senseless_tree();
    test_boundless_tree();
    test_missing_tree();
    test_bad_lists();
    test_deep_chain();
    test_writing(directory);
    test_write_errors(directory);
    test_read_errors(directory);
    test_kept_files(argv[1]);
    test_large();
    rmdir(directory);
    return check_done();
}
