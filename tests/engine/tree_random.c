/*
 * Random streams of events, recorded and unfolded again: the shape must be exactly what came, each length within
 * 5% of its own, sums exact. The streams repeat themselves with noise, in patterns, runs and
 * nests, so that every way of compression is taken, and broken off at every place. The same in memory that is too small:
 * then only sums are what they were.
 */
#include "tests/engine/tree_test.h"

enum { MOST = 20000 };

/* The truth: pieces in serial order. */
struct piece {
    uint8_t what; /* kind of a node that begins; 0: one ends */
    uint8_t flags;
    uint32_t site, detail;
    uint64_t length; /* of WORK */
};

static struct piece want[MOST];
static size_t n_want, n_got;
static uint64_t rng, total, worst;
static struct sw_tree *tree;

static uint64_t rnd(uint64_t n)
{
    return test_random(&rng) % n;
}

static void note(uint8_t what, uint32_t site, uint32_t detail, uint64_t length)
{
    if (n_want < MOST)
        want[n_want++] = (struct piece){what, 0, site, detail, length};
}

static void note_work(uint64_t length)
{
    total += length;
    if (length && n_want && want[n_want - 1].what == SW_NODE_WORK)
        want[n_want - 1].length += length;
    else if (length)
        note(SW_NODE_WORK, 0, 0, length);
}

/* A program: a node's items, each of which is chosen once and then repeated with noise. */
struct plan {
    uint8_t kind, n, flags;
    uint32_t site, detail, repeat;
    uint64_t work, noise;
    struct plan *items[6];
};

static struct plan plans[4096];
static size_t n_plans;

static uint64_t noisy(const struct plan *p)
{
    uint64_t w = p->work;
    if (!w)
        return 0;
    w += p->noise ? rnd(w * p->noise / 100 + 1) : 0;
    return rnd(50) ? w : w * (1 + rnd(3));
}

static struct plan *make_plan(uint8_t parent, int depth)
{
    struct plan *p = &plans[n_plans++];
    static const uint8_t kinds[] = {SW_NODE_CALL, SW_NODE_LOCK, SW_NODE_SECTION, SW_NODE_WORK};
    *p = (struct plan){.kind = kinds[rnd(4)], .site = (uint32_t)rnd(5)};
    if (parent == SW_NODE_SECTION && rnd(3))
        p->kind = SW_NODE_TASK;
    p->detail = p->kind == SW_NODE_LOCK ? 1 + (uint32_t)rnd(3) : 0;
    p->flags = p->kind == SW_NODE_SECTION && !rnd(4) ? SW_NODE_NOWAIT : 0;
    p->repeat = rnd(3) ? 1 : 1 + (uint32_t)rnd(rnd(4) ? 6 : 60);
    p->work = rnd(4) ? rnd(1u << (1 + rnd(20))) : 0;
    p->noise = rnd(3) * 4;
    if (p->kind == SW_NODE_WORK || depth >= 5 || n_plans > 4000)
        return p;
    p->n = (uint8_t)rnd(5);
    for (int i = 0; i < p->n; i++)
        p->items[i] = make_plan(p->kind, depth + 1);
    return p;
}

static void run(const struct plan *p)
{
    for (uint32_t k = 0; k < p->repeat && n_want < MOST - 1000; k++) {
        uint64_t before = rnd(2) ? noisy(p) / 8 : 0, after = noisy(p);
        if (p->kind == SW_NODE_WORK) {
            sw_tree_pass(tree, after);
            note_work(after);
            continue;
        }
        note_work(before);
        note(p->kind, p->site, p->detail, 0);
        size_t opened = n_want - 1;
        if (!p->n && !p->flags && rnd(2)) {
            sw_tree_leaf(tree, p->kind, p->site, p->detail, before, after);
        } else {
            sw_tree_open(tree, p->kind, p->site, p->detail, SW_SECTION_ANY, before);
            for (int i = 0; i < p->n; i++)
                if (rnd(40))
                    run(p->items[i]);
            sw_tree_close(tree, p->flags, after);
        }
        want[opened].flags = p->flags;
        note_work(after);
        note(0, 0, 0, 0);
    }
}

static void expect_piece(struct piece got)
{
    const struct piece *w = n_got < n_want ? &want[n_got] : NULL;
    n_got++;
    CHECK(w != NULL);
    if (!w)
        return;
    CHECK_EQ(got.what, w->what);
    CHECK_EQ(got.site, w->site);
    CHECK_EQ(got.detail, w->detail);
    CHECK_EQ(got.flags, w->flags);
    uint64_t off = got.length > w->length ? got.length - w->length : w->length - got.length;
    CHECK(off * 20 <= w->length + 20); /* a mean is rounded here */
    if (w->length > 1000 && off * 10000 / w->length > worst)
        worst = off * 10000 / w->length;
}

static void unfold(const struct taken *t, uint32_t number)
{
    const struct sw_node *node = &t->nodes[number];
    if (node->kind == SW_NODE_WORK) {
        expect_piece((struct piece){SW_NODE_WORK, 0, 0, 0, node->sum / node->count});
        return;
    }
    bool root = number == t->n_nodes - 1, shown = node->kind != SW_NODE_GROUP && !root;
    if (shown)
        expect_piece((struct piece){node->kind, node->flags, node->site, node->detail, 0});
    for (uint32_t i = 0; i < node->n_items; i++) {
        struct sw_item item = t->items[node->first + i];
        for (uint32_t k = 0; k < item.count; k++)
            unfold(t, item.node);
    }
    if (shown)
        expect_piece((struct piece){0});
}

static struct taken record(struct sw_arena *arena, uint64_t seed, uint64_t bound)
{
    rng = seed;
    n_plans = n_want = n_got = 0;
    total = 0;
    tree = test_tree_make(arena, bound);
    struct plan root = {.kind = SW_NODE_CALL, .n = (uint8_t)(1 + rnd(6))};
    for (int i = 0; i < root.n; i++)
        root.items[i] = make_plan(SW_NODE_CALL, 0);
    for (uint64_t again = 1 + rnd(6); again > 0; again--)
        for (int i = 0; i < root.n; i++)
            run(root.items[i]);
    return test_tree_take(tree);
}

int main(int argc, char **argv)
{
    uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
    uint64_t pieces = 0, nodes = 0, lossy = 0;
    for (uint64_t round = 1; round <= rounds && check_failed < 10; round++) {
        struct sw_arena arena;
        struct taken t = record(&arena, round * 7919, 64ull << 20);
        unfold(&t, (uint32_t)t.n_nodes - 1);
        CHECK_EQ(n_got, n_want);
        test_taken_sound(&t, total);
        CHECK_EQ(t.measure.merged + t.measure.window + t.measure.lost + t.measure.unclosed, 0);
        pieces += n_want;
        nodes += t.n_nodes;
        test_taken_drop(&t);
        test_tree_drop(&arena);
        t = record(&arena, round * 7919, 64ull << 10);
        test_taken_sound(&t, total);
        lossy += t.measure.merged != 0;
        test_taken_drop(&t);
        test_tree_drop(&arena);
        if (check_failed)
            fprintf(stderr, "in round %llu\n", (unsigned long long)round);
    }
    printf("%llu pieces in %llu nodes, worst off by %.2f%%; %llu of %llu lossy in 64 KB\n",
           (unsigned long long)pieces, (unsigned long long)nodes, (double)worst / 100,
           (unsigned long long)lossy, (unsigned long long)rounds);
    CHECK(lossy > rounds / 50);
    return check_done();
}
