/* What the emulator must find, known without it: the paper's figures, and cases with a closed form. */
#include "tests/emulate/emulator_test.h"

#include <errno.h>

#define STATIC(P) ((struct sw_emulation_options){.processors = P, .schedule = SW_SECTION_STATIC})
#define STATIC1(P) \
    ((struct sw_emulation_options){.processors = P, .schedule = SW_SECTION_STATIC, .chunk = 1})
#define DYNAMIC(P) \
    ((struct sw_emulation_options){.processors = P, .schedule = SW_SECTION_DYNAMIC, .chunk = 1})
#define GUIDED(P) ((struct sw_emulation_options){.processors = P, .schedule = SW_SECTION_GUIDED})
#define NESTED(P) ((struct sw_emulation_options){.processors = P, .nested = true})
#define OMP_TASKS(P) \
    ((struct sw_emulation_options){.processors = P, .paradigm = SW_PARADIGM_OMP_TASK})
#define CILK(P) ((struct sw_emulation_options){.processors = P, .paradigm = SW_PARADIGM_CILK})

static void test_figure_5(void)
{
    const char *figure = "section { task { 150 lock 1 {450} 50 }  task { 100 lock 1 {300} 200 }"
                         "          task { 150 lock 1 {50} 50 } }";
    CHECK_TIME(emulated(figure, STATIC1(2)), 1150);
    CHECK_TIME(emulated(figure, STATIC(2)), 1250);
    CHECK_TIME(emulated(figure, DYNAMIC(2)), 950);
}

static void test_figure_7(void)
{
    const char *figure = "section { task { section { task {10} task {5} } }"
                         "          task { section { task {5} task {10} } } }";
    CHECK_TIME(emulated(figure, NESTED(2)), 15);
    CHECK_TIME(emulated(figure, STATIC(2)), 15);
}

static void test_amdahl(void)
{
    const char *tree = "100 section { 64 x task { 25 } } 200";
    for (unsigned P = 1; P <= 64; P *= 2) {
        CHECK_TIME(emulated(tree, STATIC(P)), 300 + 1600. / P);
        CHECK_TIME(emulated(tree, STATIC1(P)), 300 + 1600. / P);
        CHECK_TIME(emulated(tree, DYNAMIC(P)), 300 + 1600. / P);
        CHECK_TIME(emulated(tree, NESTED(P)), 300 + 1600. / P);
    }
    CHECK_TIME(emulated("500 x call { 10 section { 8 x task {10} } }", STATIC(4)), 500 * 30);
}

static void test_one_lock(void)
{
    const char *tree = "section { 100 x task { lock a { 7 } } }";
    for (unsigned P = 1; P <= 64; P = 3 * P + 1) {
        CHECK_TIME(emulated(tree, STATIC(P)), 700);
        CHECK_TIME(emulated(tree, DYNAMIC(P)), 700);
        CHECK_TIME(emulated(tree, OMP_TASKS(P)), 700);
    }
}

/* Iterations of 1, 2, ... n. */
static struct sw_program_tree triangle(unsigned n)
{
    char *text = malloc(n * 24 + 64), *at = text;
    at += sprintf(at, "section {");
    for (unsigned i = 1; i <= n; i++)
        at += sprintf(at, "task { %u }", i);
    sprintf(at, "}");
    struct sw_program_tree tree = tree_of(text);
    free(text);
    return tree;
}

static void test_triangle(void)
{
    struct sw_program_tree tree = triangle(1000);
    struct sw_emulation_options options = STATIC(4);
    CHECK_TIME(time_of(&tree, &options), 250 * (751 + 1000) / 2.);
    options = STATIC1(4);
    CHECK_TIME(time_of(&tree, &options), 250 * (4 + 1000) / 2.);
    options = DYNAMIC(4);
    CHECK_TIME(time_of(&tree, &options), 250 * (4 + 1000) / 2.);
    sw_program_tree_release(&tree);
}

/* Runs of equal iterations are leapt over; with labels that alternate there are no runs, and the same must come out. */
static struct sw_program_tree runs(bool alternate)
{
    static const unsigned lengths[] = {7, 1000, 3, 90, 1, 40},
                          counts[] = {900, 3, 2500, 5, 3000, 800};
    char *text = malloc(1 << 18), *at = text;
    at += sprintf(at, "section {");
    for (int i = 0; i < 6; i++)
        for (unsigned k = 0; k < counts[i]; k++)
            at += sprintf(at, "task %s {%u}", alternate && k % 2 ? "odd" : "even", lengths[i]);
    sprintf(at, "}");
    struct sw_program_tree tree = tree_of(text);
    free(text);
    return tree;
}

static void test_runs(void)
{
    struct sw_program_tree with = runs(false), without = runs(true);
    for (unsigned P = 1; P <= 40; P += 3)
        for (unsigned chunk = 1; chunk <= 5; chunk += 2) {
            struct sw_emulation_options options[] = {STATIC1(P), DYNAMIC(P), GUIDED(P), CILK(P)};
            for (int i = 0; i < 4; i++) {
                options[i].chunk = chunk;
                CHECK_TIME(time_of(&with, &options[i]), time_of(&without, &options[i]));
            }
        }
    sw_program_tree_release(&with);
    sw_program_tree_release(&without);
}

static void test_nowait(void)
{
    const char *two = "section nowait { task {10} task {30} }  section { task {30} task {10} }";
    CHECK_TIME(emulated(two, STATIC(2)), 40);
    CHECK_TIME(
        emulated("section { task {10} task {30} } section { task {30} task {10} }", STATIC(2)), 60);
    CHECK_TIME(emulated("call { section nowait { task {10} task {30} } 5 } 7", STATIC(2)), 37);
    CHECK_TIME(emulated("section nowait { task {20} task {10} } 90 "
                        "section dynamic { task {50} task {40} }",
                        STATIC(2)),
               110);
}

static void test_same_team(void)
{
    struct sw_overheads overheads = {
        .fork = 10, .fork_thread = 1, .barrier = 3, .fork_nested = 100, .join_nested = 50};
    struct sw_emulation_options options = STATIC(2);
    options.overheads = &overheads;
    const char *one = "section { 2 x task {5} }";
    CHECK_TIME(emulated(one, options), 11 + 5 + 3);
    CHECK_TIME(emulated("section { 2 x task {5} } 3 x section same { 2 x task {5} }", options),
               11 + 4 * (5 + 3));
    CHECK_TIME(emulated("9 x section same { 2 x task {5} }", options), 11 + 9 * (5 + 3));
    CHECK_TIME(emulated("9 x group { section same { 2 x task {5} } 1 }", options),
               11 + 9 * (5 + 3 + 1));
    CHECK_TIME(emulated("section { 2 x task {5} } call { section same { 2 x task {5} } }", options),
               2 * (11 + 5 + 3));
    options.nested = true;
    CHECK_TIME(emulated("section { task { section { 2 x task {5} } } }", options),
               10 + 10 + 150 + 5 + 3 + 3);
}

static void test_deadlock(void)
{
    struct sw_program_tree tree = tree_of("section { task { lock a { 5 lock b { 5 } } }"
                                          "          task { lock b { 5 lock a { 5 } } } }");
    struct sw_emulation_options options[] = {STATIC(2), OMP_TASKS(2), CILK(2)};
    struct sw_emulation emulation;
    for (int i = 0; i < 3; i++)
        CHECK_EQ(-sw_emulate(&tree, &options[i], &emulation), EDEADLK);
    options[0].processors = 0;
    CHECK_EQ(-sw_emulate(&tree, &options[0], &emulation), EINVAL);
    sw_program_tree_release(&tree);
}

/* Every worker takes a share; fib-like trees in which all is equal. */
static void test_cilk(void)
{
    CHECK_TIME(emulated("section spawn { 4 x task {10} }", CILK(4)), 10);
    CHECK_TIME(emulated("section { 4096 x task {10} }", CILK(4)), 10240);
    CHECK_TIME(
        emulated("section spawn { task {10} task { section spawn { task {5} 5 } } }", CILK(1)), 20);
    struct sw_overheads overheads = {.spawn = 2, .steal = 7};
    struct sw_emulation_options options = CILK(2);
    options.overheads = &overheads;
    CHECK_TIME(emulated("section spawn { task {100} 30 }", options), 102);
    CHECK_TIME(emulated("section spawn { task {10} 30 }", options), 2 + 7 + 30);
}

static void test_burden(void)
{
    struct sw_emulation_options options = STATIC(2);
    double burden[] = {1, 1.5, 2};
    options.burden = burden;
    CHECK_TIME(emulated("10 section a { 2 x task {20} } section b { 2 x task {20} }", options),
               10 + 30 + 40);
    options.paradigm = SW_PARADIGM_CILK;
    CHECK_TIME(emulated("10 section a { 2 x task {20} } section b { 2 x task {20} }", options),
               10 + 30 + 40);
}

int main(void)
{
    test_same_team();
    test_deadlock();
    test_cilk();
    test_burden();
    test_figure_5();
    test_figure_7();
    test_amdahl();
    test_one_lock();
    test_triangle();
    test_nowait();
    test_runs();
    return check_done();
}
