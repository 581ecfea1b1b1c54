/*
 * How long the emulator takes, on trees that are made here: each line is a tree and a schedule, at 16 numbers of
 * processors. With --check: fails where it takes longer than it may. With another word: only the lines that have it.
 */
#include "profile/tree_text.h"
#include "tests/emulate/emulator_test.h"

#include <time.h>

static const unsigned processors[16] = {1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 40, 48, 64, 96, 128};

static bool quick; /* what is promised only */
static const char *only = "";

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t state = 1;

static uint64_t random_below(uint64_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % n;
}

static void open_node(struct sw_tree_builder *b, enum sw_node_kind kind, unsigned schedule,
                      uint32_t detail)
{
    struct sw_node like = {.kind = (uint8_t)kind, .schedule = (uint8_t)schedule, .detail = detail};
    sw_tree_builder_open(b, &like);
}

static struct sw_program_tree finish(struct sw_tree_builder *b)
{
    struct sw_program_tree tree = {.n_locks = 9, .n_sites = 1, .shared = 1};
    CHECK_EQ(sw_tree_builder_finish(b, &tree), 0);
    sw_tree_builder_release(b);
    return tree;
}

/* A loop, `times` times each of n tasks: all of another length where `distinct` is set; with a lock or not. */
static struct sw_program_tree loop(unsigned n, uint32_t times, bool distinct, bool lock)
{
    struct sw_tree_builder b;
    sw_tree_builder_init(&b);
    open_node(&b, SW_NODE_SECTION, SW_SECTION_ANY, 0);
    for (unsigned i = 0; i < n; i++) {
        open_node(&b, SW_NODE_TASK, 0, 0);
        sw_tree_builder_work(&b, distinct ? 1000 + i : 1000 + random_below(1000), 1, 1);
        if (lock) {
            open_node(&b, SW_NODE_LOCK, 0, 1);
            sw_tree_builder_work(&b, 5 + i % 7, 1, 1);
            sw_tree_builder_close(&b, 1);
        }
        sw_tree_builder_close(&b, times);
    }
    sw_tree_builder_close(&b, 1);
    return finish(&b);
}

/* fft(n): two halves spawned, then a loop over n. */
static void fft(struct sw_tree_builder *b, unsigned levels, bool distinct)
{
    if (!levels) {
        sw_tree_builder_work(b, 200 + (distinct ? random_below(1000000) : 0), 1, 1);
        return;
    }
    open_node(b, SW_NODE_SECTION, SW_SECTION_SPAWN, 0);
    for (int half = 0; half < 2; half++) {
        open_node(b, SW_NODE_TASK, 0, 0);
        fft(b, levels - 1, distinct);
        sw_tree_builder_close(b, 1);
    }
    sw_tree_builder_close(b, 1);
    open_node(b, SW_NODE_SECTION, SW_SECTION_LOOP, 0);
    open_node(b, SW_NODE_TASK, 0, 0);
    sw_tree_builder_work(b, 20, 1, 1);
    sw_tree_builder_close(b, 1u << levels);
    sw_tree_builder_close(b, 1);
}

static struct sw_program_tree fft_tree(unsigned levels, bool distinct)
{
    struct sw_tree_builder b;
    sw_tree_builder_init(&b);
    fft(&b, levels, distinct);
    return finish(&b);
}

/* Each task spawns the next. */
static struct sw_program_tree deep(unsigned depth)
{
    struct sw_tree_builder b;
    sw_tree_builder_init(&b);
    for (unsigned i = 0; i < depth; i++) {
        open_node(&b, SW_NODE_SECTION, SW_SECTION_SPAWN, 0);
        open_node(&b, SW_NODE_TASK, 0, 0);
        sw_tree_builder_work(&b, 50 + i, 1, 1);
    }
    for (unsigned i = 0; i < depth; i++) {
        sw_tree_builder_close(&b, 1);
        sw_tree_builder_work(&b, 70, 1, 1);
        sw_tree_builder_close(&b, 1);
    }
    return finish(&b);
}

/* Nested loops: n tasks with a loop of m each. */
static struct sw_program_tree nested(unsigned n, unsigned m)
{
    struct sw_tree_builder b;
    sw_tree_builder_init(&b);
    open_node(&b, SW_NODE_SECTION, SW_SECTION_ANY, 0);
    for (unsigned i = 0; i < n; i++) {
        open_node(&b, SW_NODE_TASK, 0, 0);
        open_node(&b, SW_NODE_SECTION, SW_SECTION_ANY, 0);
        for (unsigned k = 0; k < m; k++) {
            open_node(&b, SW_NODE_TASK, 0, 0);
            sw_tree_builder_work(&b, 1000 + i + k * 3, 1, 1);
            sw_tree_builder_close(&b, 1);
        }
        sw_tree_builder_close(&b, 1);
        sw_tree_builder_close(&b, 1);
    }
    sw_tree_builder_close(&b, 1);
    return finish(&b);
}

/* `most` is in seconds, or, below 0, in serial runs of what the tree describes (lengths are nanoseconds), for one estimate. */
static void bench(const char *name, struct sw_program_tree *tree,
                  struct sw_emulation_options options, double most)
{
    static const struct sw_overheads overheads = {.fork = 500,
                                                  .fork_thread = 50,
                                                  .barrier = 300,
                                                  .barrier_thread = 40,
                                                  .chunk_static = 20,
                                                  .chunk = 30,
                                                  .task = 100,
                                                  .lock = 20,
                                                  .hand_over = 200,
                                                  .spawn = 10,
                                                  .steal = 1000};
    if (!strstr(name, only))
        return;
    double begin = now(), last = 0, serial = sw_node_length(&tree->nodes[tree->n_nodes - 1]) * 1e-9;
    options.overheads = &overheads;
    for (unsigned i = 0; i < 16; i++) {
        options.processors = processors[i];
        last = time_of(tree, &options);
    }
    double took = now() - begin;
    printf("%-44s %9zu nodes %8.3f s  %9.4f of a serial run each; speedup on 128: %.2f\n", name,
           tree->n_nodes, took, took / 16 / serial, serial * 1e9 / last);
    double limit = most > 0 ? most : -most * 16 * serial;
    if (quick)
        printf("measured: %s: %.3f s, of 0 to %.3f\n", name, took, limit);
    CHECK(took < limit);
}

#define OPTIONS(...) ((struct sw_emulation_options){__VA_ARGS__})

static void bench_loop(const char *name, struct sw_program_tree tree, double most)
{
    char line[100];
    static const struct {
        const char *name;
        struct sw_emulation_options options;
    } schedules[] = {
        {"static", {.schedule = SW_SECTION_STATIC}},
        {"static,1", {.schedule = SW_SECTION_STATIC, .chunk = 1}},
        {"dynamic,1", {.schedule = SW_SECTION_DYNAMIC, .chunk = 1}},
        {"guided", {.schedule = SW_SECTION_GUIDED}},
        {"tasks", {.paradigm = SW_PARADIGM_OMP_TASK}},
        {"cilk", {.paradigm = SW_PARADIGM_CILK}},
    };
    for (unsigned i = 0; i < sizeof schedules / sizeof *schedules; i++) {
        if (most == 0 && schedules[i].options.paradigm)
            continue;
        if (quick && schedules[i].options.paradigm == SW_PARADIGM_OMP_TASK)
            continue;
        snprintf(line, sizeof line, "%s, %s", name, schedules[i].name);
        bool tasks = schedules[i].options.paradigm == SW_PARADIGM_OMP_TASK;
        bench(line, &tree, schedules[i].options, !most ? 2 : tasks ? 2 * most : most);
    }
    sw_program_tree_release(&tree);
}

static void bench_cilk(const char *name, struct sw_program_tree tree, double most)
{
    bench(name, &tree, OPTIONS(.paradigm = SW_PARADIGM_CILK), most);
    sw_program_tree_release(&tree);
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    quick = argc > 1 && !strcmp(argv[1], "--check");
    if (argc > 1 && !quick)
        only = argv[1];
    bench_loop("500,000 tasks, all distinct", loop(500000, 1, true, false), 2);
    if (!quick)
        bench_loop("330,000 tasks, all distinct, with a lock", loop(330000, 1, true, true), 4);
    bench_loop("100 million iterations in 300 runs", loop(300, 333333, false, false), 0);
    bench_loop("100 million iterations with a lock", loop(1, 100000000, false, true), 0);
    if (!quick)
        bench_loop("10 million iterations with a lock", loop(1, 10000000, false, true), 9);
    if (!quick)
        bench_loop("300,000 iterations in 300 runs, with a lock", loop(300, 1000, false, true), 9);
    bench_cilk("recursive fft, cilk", fft_tree(20, false), -3.5);
    bench_cilk("recursive fft, distinct leaves, cilk", fft_tree(18, true), -3.5);
    bench_cilk("100,000 deep, cilk", deep(100000), 2);
    struct sw_program_tree tree = nested(1000, 300);
    bench("nested teams of 1000 x 300", &tree, OPTIONS(.nested = true), 2);
    bench("nested teams of 1000 x 300, dynamic", &tree,
          OPTIONS(.nested = true, .schedule = SW_SECTION_DYNAMIC), 2);
    sw_program_tree_release(&tree);
    return quick ? check_done() : 0;
}
