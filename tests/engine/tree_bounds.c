/*
 * Memory of the program tree stays in its bound, whatever the program does, sums stay exact, and nothing is lossy that
 * need not be. Bounds are small here, so that they are reached soon.
 */
#include "tests/engine/tree_test.h"

enum { SECTION = 1, TASK, LOCK, CALL, KILO = 1024, MEGA = KILO * KILO };

static struct sw_tree *tree;
static uint64_t rng, total;

static uint64_t rnd(uint64_t n)
{
    return test_random(&rng) % n;
}

static uint64_t cost(uint64_t length)
{
    total += length;
    return length;
}

static void begin(struct sw_arena *arena, uint64_t bound)
{
    rng = 1;
    total = 0;
    tree = test_tree_make(arena, bound);
    sw_tree_open(tree, SW_NODE_SECTION, SECTION, 0, SW_SECTION_ANY, cost(100));
}

static struct taken end(struct sw_arena *arena, uint64_t bound, const char *name)
{
    sw_tree_close(tree, 0, 0);
    struct taken t = test_tree_take(tree);
    test_taken_sound(&t, total);
    CHECK_EQ(t.measure.unclosed, 0);
    CHECK(t.measure.bytes <= bound);
    printf("%-16s %8.3f MB, %llu nodes, window %llu, merged %llu, moved %.3f%%, lost %llu\n", name,
           (double)t.measure.bytes / MEGA, (unsigned long long)t.n_nodes,
           (unsigned long long)t.measure.window, (unsigned long long)t.measure.merged,
           total ? 100.0 * (double)t.measure.moved / (double)total : 0.0,
           (unsigned long long)t.measure.lost);
    test_tree_drop(arena);
    return t;
}

static void task(uint64_t before, uint64_t inside)
{
    sw_tree_leaf(tree, SW_NODE_TASK, TASK, 0, cost(before), cost(inside));
}

/* 3% up or down. */
static uint64_t noisy(uint64_t length)
{
    return length * 97 / 100 + length * rnd(1001) * 6 / 100000;
}

static void test_triangle(uint64_t n)
{
    struct sw_arena arena;
    begin(&arena, SW_TREE_BOUND);
    for (uint64_t i = 1; i <= n; i++)
        task(7, noisy(i * 20));
    struct taken t = end(&arena, 64ull * MEGA, "triangle");
    CHECK_EQ(t.measure.window + t.measure.merged + t.measure.lost, 0);
    CHECK_EQ(t.measure.recorded, 3 * n + 2);
    CHECK(t.n_items < 10000);
    test_taken_drop(&t);
}

/* Lengths all over three orders of magnitude: their order goes, and nothing else. */
static void test_random_lengths(void)
{
    struct sw_arena arena;
    begin(&arena, 8 * MEGA);
    for (int i = 0; i < 1000000; i++)
        task(rnd(2) * 8, 1000 + rnd(1000000));
    struct taken t = end(&arena, 8 * MEGA, "random");
    CHECK(t.measure.window > 100);
    CHECK_EQ(t.measure.merged + t.measure.lost, 0);
    test_taken_drop(&t);
}

static void test_locks(void)
{
    struct sw_arena arena;
    begin(&arena, 2 * MEGA);
    for (int i = 0; i < 300000; i++) {
        sw_tree_open(tree, SW_NODE_TASK, TASK, 0, SW_SECTION_ANY, cost(5));
        sw_tree_leaf(tree, SW_NODE_LOCK, LOCK, 1 + (uint32_t)rnd(2), cost(100 + rnd(100000)),
                     cost(100 + rnd(1000)));
        sw_tree_close(tree, 0, cost(rnd(10000)));
    }
    struct taken t = end(&arena, 2 * MEGA, "locks");
    CHECK(t.measure.merged > 0);
    CHECK_EQ(t.measure.lost, 0);
    CHECK(t.measure.moved * 20 < total);
    test_taken_drop(&t);
}

static void recurse(unsigned depth)
{
    sw_tree_open(tree, SW_NODE_CALL, CALL, 0, SW_SECTION_ANY, cost(rnd(10)));
    if (depth > 1) {
        sw_tree_open(tree, SW_NODE_SECTION, SECTION, 0, SW_SECTION_SPAWN, cost(rnd(50)));
        sw_tree_open(tree, SW_NODE_TASK, TASK, 0, SW_SECTION_ANY, cost(0));
        recurse(depth - 1);
        sw_tree_close(tree, 0, cost(rnd(50)));
        recurse(depth - 2);
        sw_tree_close(tree, 0, cost(rnd(50)));
    }
    sw_tree_close(tree, 0, cost(10 + rnd(50)));
}

static void test_recursion(void)
{
    struct sw_arena arena;
    begin(&arena, MEGA);
    recurse(24);
    struct taken t = end(&arena, MEGA, "recursion");
    CHECK(t.measure.merged > 0);
    CHECK_EQ(t.measure.lost, 0);
    CHECK(t.measure.moved * 4 < total);
    test_taken_drop(&t);
}

/* Shorter than what the clock tells, and often 0: that makes no difference. */
static uint64_t next_to_nothing(void)
{
    uint64_t length = rnd(10);
    return cost(length > 4 ? length - 4 : 0);
}

static void recurse_shortly(unsigned depth)
{
    sw_tree_open(tree, SW_NODE_CALL, CALL, 0, SW_SECTION_ANY, next_to_nothing());
    if (depth > 1) {
        sw_tree_open(tree, SW_NODE_SECTION, SECTION, 0, SW_SECTION_SPAWN, next_to_nothing());
        sw_tree_open(tree, SW_NODE_TASK, TASK, 0, SW_SECTION_ANY, 0);
        recurse_shortly(depth - 1);
        sw_tree_close(tree, 0, next_to_nothing());
        recurse_shortly(depth - 2);
        sw_tree_close(tree, 0, next_to_nothing());
    }
    sw_tree_close(tree, 0, next_to_nothing());
}

static void test_short(void)
{
    struct sw_arena arena;
    begin(&arena, MEGA);
    sw_tree_set_grain(tree, 18);
    recurse_shortly(22);
    struct taken t = end(&arena, MEGA, "short");
    CHECK(t.n_nodes < 300);
    for (uint64_t i = 1; i < t.n_nodes; i++) /* nobody waits for anything where there is none */
        if (t.nodes[i].kind == SW_NODE_SECTION && t.nodes[i].n_items)
            CHECK(t.nodes[t.items[t.nodes[i].first].node].kind == SW_NODE_TASK ||
                  i + 2 >= t.n_nodes);
    test_taken_drop(&t);
}

/* Nothing is alike: nodes are lost, and counted, and their time is not. */
static void test_places(void)
{
    struct sw_arena arena;
    begin(&arena, MEGA);
    for (uint32_t i = 0; i < 300000; i++) {
        sw_tree_open(tree, SW_NODE_CALL, i + 10, 0, SW_SECTION_ANY, cost(rnd(10)));
        sw_tree_open(tree, SW_NODE_SECTION, i + 10, 0, SW_SECTION_ANY, cost(10));
        task(rnd(10), rnd(10000));
        sw_tree_close(tree, 0, cost(1));
        sw_tree_close(tree, 0, cost(2));
    }
    struct taken t = end(&arena, MEGA, "places");
    CHECK(t.measure.lost > 0);
    test_taken_drop(&t);
}

static void test_sections(void)
{
    struct sw_arena arena;
    begin(&arena, MEGA);
    for (int i = 0; i < 200000; i++) {
        sw_tree_open(tree, SW_NODE_SECTION, SECTION, 0, SW_SECTION_ANY, cost(rnd(1000000)));
        for (uint64_t k = rnd(5); k > 0; k--)
            task(0, rnd(1000000));
        sw_tree_close(tree, rnd(2) ? SW_NODE_NOWAIT : 0, cost(1));
    }
    struct taken t = end(&arena, MEGA, "sections");
    CHECK_EQ(t.measure.lost, 0);
    test_taken_drop(&t);
}

/* Deeper than what is followed, in memory that is too small for what is open. */
static void test_depth(uint64_t bound, uint32_t depth)
{
    struct sw_arena arena;
    begin(&arena, bound);
    for (uint32_t i = 0; i < depth; i++) {
        sw_tree_open(tree, SW_NODE_CALL, i % 7, 0, SW_SECTION_ANY, cost(i));
        CHECK_EQ(sw_tree_depth(tree), i + 2);
    }
    for (uint32_t i = depth; i > 0; i--)
        sw_tree_close(tree, 0, cost(i));
    CHECK_EQ(sw_tree_depth(tree), 1);
    struct taken t = end(&arena, bound, "depth");
    CHECK(t.measure.lost >= depth - SW_TREE_DEEPEST);
    test_taken_drop(&t);
}

/* A long list, packed again and again, in groups of windows that grow. */
static void test_windows(void)
{
    struct sw_arena arena;
    uint64_t bound = 128 * KILO;
    begin(&arena, bound);
    for (int i = 0; i < 1000000; i++)
        task(0, rnd(2) ? 1000 : 2000);
    struct taken t = end(&arena, bound, "windows");
    CHECK(t.measure.window > 500 && t.measure.window < 500000);
    CHECK_EQ(t.measure.merged + t.measure.lost, 0);
    test_taken_drop(&t);
}

/* Memory is tidied up while an open node has a position in what it follows: it still has what came before. */
static void test_positions(void)
{
    enum { TIMES = 20, BEGINNING = 51 };
    struct sw_arena arena;
    uint64_t bound = 96 * KILO, n = 0;
    begin(&arena, bound);
    for (int i = 0; i < TIMES; i++) {
        sw_tree_open(tree, SW_NODE_CALL, CALL, 0, SW_SECTION_ANY, 0);
        sw_tree_leaf(tree, SW_NODE_CALL, BEGINNING, 0, 0, cost(1030));
        sw_tree_leaf(tree, SW_NODE_CALL, BEGINNING, 0, 0, cost(1100));
        sw_tree_open(tree, SW_NODE_SECTION, SECTION, 0, SW_SECTION_ANY, 0);
        for (int k = 0; k < 4000; k++) {
            sw_tree_open(tree, SW_NODE_TASK, TASK, 0, SW_SECTION_ANY, 0);
            sw_tree_leaf(tree, SW_NODE_LOCK, LOCK, 1, cost(rnd(100000)), cost(rnd(100000)));
            sw_tree_close(tree, 0, cost(rnd(100000)));
        }
        sw_tree_close(tree, 0, 0);
        sw_tree_close(tree, 0, 0);
    }
    struct taken t = end(&arena, bound, "positions");
    uint64_t *occurs = test_occurrences(&t);
    for (uint64_t i = 1; i < t.n_nodes; i++)
        if (t.nodes[i].site == BEGINNING || t.nodes[i].kind == SW_NODE_SECTION)
            n += occurs[i];
    CHECK_EQ(n, 2 * TIMES + TIMES + 1);
    CHECK(t.measure.merged > 0);
    free(occurs);
    test_taken_drop(&t);
}

static uint8_t kept[24000];
static size_t n_kept;

static void unfold(const struct taken *t, uint32_t number)
{
    const struct sw_node *node = &t->nodes[number];
    if (node->kind == SW_NODE_TASK) {
        uint64_t length = node->sum;
        CHECK(n_kept < sizeof kept && length == 1000u * kept[n_kept]);
        n_kept++;
        return;
    }
    for (uint32_t i = 0; i < node->n_items; i++)
        for (uint32_t k = 0; k < t->items[node->first + i].count; k++)
            unfold(t, t->items[node->first + i].node);
}

/* A long list in groups of groups, with nothing lost: each task is where it was. */
static void test_packed(void)
{
    struct sw_arena arena;
    uint64_t bound = 256 * KILO;
    begin(&arena, bound);
    for (size_t i = 0; i < sizeof kept; i++)
        task(0, 1000u * (kept[i] = (uint8_t)(1 + rnd(3))));
    struct taken t = end(&arena, bound, "packed");
    CHECK_EQ(t.measure.window + t.measure.merged + t.measure.lost, 0);
    n_kept = 0;
    unfold(&t, (uint32_t)t.n_nodes - 1);
    CHECK_EQ(n_kept, sizeof kept);
    uint64_t root_items = t.nodes[t.n_nodes - 2].n_items;
    CHECK(root_items < 320);
    test_taken_drop(&t);
}

/* A run whose mean moves, all within the range that it had first: it has to end. */
static void test_drift(void)
{
    struct sw_arena arena;
    begin(&arena, MEGA);
    for (int i = 0; i < 1000; i++)
        task(0, i % 2 ? 970 : 1030);
    for (int i = 0; i < 100000; i++)
        task(0, 970);
    struct taken t = end(&arena, MEGA, "drift");
    for (uint64_t i = 1; i < t.n_nodes; i++)
        CHECK(t.nodes[i].kind != SW_NODE_WORK || t.nodes[i].count < 101000);
    CHECK_EQ(t.measure.recorded, 2 * 101000 + 2);
    test_taken_drop(&t);
}

/* What is open is closed, and said to be. */
static void test_unclosed(void)
{
    struct sw_arena arena;
    tree = test_tree_make(&arena, MEGA);
    sw_tree_open(tree, SW_NODE_SECTION, SECTION, 0, SW_SECTION_ANY, 1);
    task(2, 3);
    sw_tree_open(tree, SW_NODE_TASK, TASK, 0, SW_SECTION_ANY, 4);
    sw_tree_open(tree, SW_NODE_LOCK, LOCK, 9, SW_SECTION_ANY, 5);
    sw_tree_pass(tree, 6);
    CHECK_EQ(sw_tree_depth(tree), 3);
    struct taken t = test_tree_take(tree);
    CHECK_EQ(t.measure.unclosed, 3);
    test_taken_sound(&t, 21);
    test_taken_drop(&t);
    test_tree_drop(&arena);
}

static void test_empty(void)
{
    struct sw_arena arena;
    tree = test_tree_make(&arena, MEGA);
    struct taken t = test_tree_take(tree);
    CHECK_EQ(t.n_nodes, 2);
    CHECK_EQ(t.n_items, 0);
    test_taken_sound(&t, 0);
    test_taken_drop(&t);
    test_tree_drop(&arena);
    CHECK(test_tree_make(&arena, 1000) == NULL);
    test_tree_drop(&arena);
}

int main(int argc, char **argv)
{
    test_triangle(argc > 1 ? strtoull(argv[1], NULL, 10) * 1000 : 10000000);
    test_random_lengths();
    test_locks();
    test_recursion();
    test_short();
    test_places();
    test_sections();
    test_depth(4 * MEGA, 3 * SW_TREE_DEEPEST);
    test_depth(64 * KILO, 2 * SW_TREE_DEEPEST);
    test_windows();
    test_positions();
    test_packed();
    test_drift();
    test_unclosed();
    test_empty();
    return check_done();
}
