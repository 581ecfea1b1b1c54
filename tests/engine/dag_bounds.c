/* Memory is by strands and constructs, not by events: long runs, many threads, deep and wide tasks. */
#include "engine/dag/dag.h"
#include "tests/check.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { STRANDS = 100, THREADS = 1000, TASK = 1, CONSTRUCTS = 20 };

static const size_t reserved = (size_t)1 << 30;
static struct sw_arena arena;
static struct sw_dag dag;
static struct sw_dag_strand strands[STRANDS];
static uint64_t rng;

static uint32_t rnd(uint32_t n)
{
    rng = rng * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(rng >> 33) % n;
}

static void start(void)
{
    void *memory = mmap(NULL, reserved, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        exit(2);
    rng = 1;
    sw_arena_init(&arena, memory, reserved);
    CHECK_EQ(sw_dag_init(&dag, &arena), 0);
}

static void finish(void)
{
    CHECK_EQ(sw_dag_lost(&dag), 0);
    munmap(arena.base, reserved);
}

/* Each takes another one's construct, by all means that there are, after some constructs. */
static void events(uint32_t n)
{
    for (uint32_t i = 0; i < n; i += 8) {
        struct sw_dag_strand *s = &strands[rnd(STRANDS)], *other = &strands[rnd(STRANDS)];
        struct sw_dag_instance in;
        sw_dag_open(&dag, &in, s, sw_dag_construct(&dag, s->construct, TASK, rnd(CONSTRUCTS)));
        sw_dag_pass(&dag, s, rnd(1000));
        sw_dag_note(&dag, s, 1 + rnd(40), 1);
        sw_dag_close(&dag, &in, s);
        sw_dag_pass(&dag, s, rnd(1000));
        if (s == other)
            continue;
        if (i % 3 == 0) {
            sw_dag_join(&dag, s, other, 1);
        } else if (i % 3 == 1) {
            sw_dag_leave(&dag, other, s, 0);
        } else {
            sw_dag_end(&dag, other);
            sw_dag_fork(&dag, other, s, 1);
        }
    }
}

static void ten_million_events(void)
{
    start();
    for (int i = 0; i < 40; i++)
        sw_dag_item(&dag);
    for (int i = 0; i < STRANDS; i++)
        sw_dag_begin(&dag, &strands[i]);
    /* So that all lengths of logs have been there. */
    events(100000);
    size_t small = arena.used;
    events(10000000);
    CHECK(arena.used <= small + small / 8);
    CHECK(small < 512 << 10);
    uint64_t total = 0;
    struct sw_amount constructs[CONSTRUCTS + 1] = {{0}};
    CHECK_EQ(sw_dag_n_constructs(&dag), CONSTRUCTS + 1);
    sw_dag_sum(&dag, &strands[0], constructs, CONSTRUCTS + 1, NULL, 0);
    for (int i = 0; i <= CONSTRUCTS; i++)
        total += constructs[i].cost;
    CHECK_EQ(total, strands[0].span);
    finish();
}

/* Without a fork nothing is ever united. */
static void a_strand_alone(void)
{
    struct sw_dag_strand s;
    start();
    for (uint64_t i = 0; i < CONSTRUCTS; i++)
        sw_dag_construct(&dag, 0, TASK, i);
    sw_dag_begin(&dag, &s);
    for (uint32_t i = 0; i < 1000000; i++) {
        s.construct = i % CONSTRUCTS;
        sw_dag_pass(&dag, &s, 1);
    }
    struct sw_amount constructs[CONSTRUCTS] = {{0}};
    sw_dag_sum(&dag, &s, constructs, CONSTRUCTS, NULL, 0);
    for (int i = 0; i < CONSTRUCTS; i++)
        CHECK_EQ(constructs[i].cost, 1000000 / CONSTRUCTS);
    CHECK(arena.used < 64 << 10);
    finish();
}

static void threads_with_barriers(void)
{
    static struct sw_dag_strand t[THREADS];
    static struct sw_dag_instance in[THREADS];
    struct sw_dag_strand root, meeting;
    size_t once = 0;
    start();
    uint32_t region = sw_dag_construct(&dag, 0, TASK, 1),
             loop = sw_dag_construct(&dag, region, TASK, 2);
    sw_dag_begin(&dag, &root);
    for (int again = 0; again < 50; again++) {
        struct sw_dag_instance r;
        sw_dag_open(&dag, &r, &root, region);
        for (int i = 0; i < THREADS; i++)
            sw_dag_fork(&dag, &t[i], &root, 0);
        for (int phase = 0; phase < 20; phase++) {
            sw_dag_begin(&dag, &meeting);
            for (uint64_t i = 0; i < THREADS; i++) {
                sw_dag_open(&dag, &in[i], &t[i], loop);
                sw_dag_pass(&dag, &t[i], i);
                sw_dag_close(&dag, &in[i], &t[i]);
                sw_dag_meet(&dag, &meeting, &t[i], 0);
            }
            for (int i = 0; i < THREADS; i++)
                sw_dag_leave(&dag, &t[i], &meeting, 0);
            sw_dag_end(&dag, &meeting);
        }
        for (int i = 0; i < THREADS; i++)
            sw_dag_meet(&dag, &root, &t[i], 0);
        sw_dag_close(&dag, &r, &root);
        if (!again)
            once = arena.used;
    }
    CHECK_EQ(arena.used, once);
    CHECK(once < 128 << 10);
    CHECK_EQ(root.span, 50 * 20 * (THREADS - 1));
    struct sw_amount constructs[3] = {{0}};
    sw_dag_sum(&dag, &root, constructs, 3, NULL, 0);
    CHECK_EQ(constructs[loop].cost, root.span);
    CHECK_EQ(constructs[loop].count, 50 * 20);
    CHECK_EQ(constructs[region].count, 50);
    CHECK_EQ(sw_dag_record(&dag, loop)->count, 50 * 20 * THREADS);
    finish();
}

/* A million tasks created by one strand that goes on in between, ended in three orders; each is in
 * the task before it, or in the same one. */
static void a_million_tasks(bool deep)
{
    enum { N = 1000000 };
    struct sw_dag_strand *t = calloc(N, sizeof *t), root, children;
    struct sw_dag_instance *in = calloc(N, sizeof *in);
    start();
    for (int order = 0; order < 3; order++) {
        sw_dag_begin(&dag, &root);
        sw_dag_begin(&dag, &children);
        for (uint64_t i = 0; i < N; i++) {
            sw_dag_fork(&dag, &t[i], deep && i ? &t[i - 1] : &root, 0);
            sw_dag_open(&dag, &in[i], &t[i], sw_dag_construct(&dag, t[i].construct, TASK, 1));
            sw_dag_pass(&dag, &t[i], deep ? 1 : i);
            sw_dag_pass(&dag, &root, 1);
        }
        for (uint64_t i = 0; i < N; i++) {
            uint64_t k = order == 0 ? i : order == 1 ? N - 1 - i : i * 7919 % N;
            sw_dag_close(&dag, &in[k], &t[k]);
            sw_dag_meet(&dag, &children, &t[k], 0);
        }
        sw_dag_join(&dag, &root, &children, 0);
        sw_dag_end(&dag, &children);
        struct sw_amount constructs[2] = {{0}};
        sw_dag_sum(&dag, &root, constructs, 2, NULL, 0);
        CHECK_EQ(constructs[0].cost, deep ? N : N - 1);
        CHECK_EQ(constructs[1].cost, deep ? 0 : N - 1);
        CHECK_EQ(constructs[1].count, !deep);
        CHECK_EQ(sw_dag_record(&dag, 1)->count, (order + 1) * N);
        sw_dag_end(&dag, &root);
    }
    CHECK(arena.used < (size_t)2 * N * sizeof(struct sw_history) + (1 << 20));
    finish();
    free(t);
    free(in);
}

/* As many numbers as there are, each once: the hash table and the others grow. */
static void many_constructs_and_items(void)
{
    enum { N = 100000 };
    struct sw_amount *constructs = calloc(N + 1, sizeof *constructs),
                     *items = calloc(N + 1, sizeof *items);
    struct sw_dag_strand s, other;
    start();
    sw_dag_begin(&dag, &s);
    for (int again = 0; again < 2; again++)
        for (uint32_t i = 1; i <= N; i++) {
            struct sw_dag_instance in;
            uint32_t construct = sw_dag_construct(&dag, 0, TASK, i * 16);
            CHECK_EQ(construct, i);
            CHECK_EQ(again || sw_dag_item(&dag) == i, 1);
            sw_dag_fork(&dag, &other, &s, 0);
            sw_dag_open(&dag, &in, &s, construct);
            sw_dag_pass(&dag, &s, i);
            sw_dag_note(&dag, &s, i, 2);
            sw_dag_close(&dag, &in, &s);
            sw_dag_meet(&dag, &s, &other, 0);
        }
    sw_dag_sum(&dag, &s, constructs, N + 1, items, N + 1);
    for (uint32_t i = 1; i <= N; i++) {
        CHECK_EQ(constructs[i].cost, 2 * i);
        CHECK_EQ(constructs[i].count, 2);
        CHECK_EQ(items[i].cost, 4);
        CHECK_EQ(items[i].count, 2);
        CHECK_EQ(dag.items[i], 4);
    }
    finish();
    start();
    for (uint32_t i = 1; i <= N; i++) {
        sw_dag_construct(&dag, 0, TASK, i);
        CHECK(dag.histories.n_keys >= SW_DAG_KEY * (i + 1));
    }
    finish();
    free(constructs);
    free(items);
}

int main(void)
{
    ten_million_events();
    a_strand_alone();
    threads_with_barriers();
    a_million_tasks(false);
    a_million_tasks(true);
    many_constructs_and_items();
    return check_done();
}
