/* What the emulator must find, known without it: the paper's figures, and cases with a closed form. */
#include "tests/emulator/emulator-test.h"

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

static void test_nowait(void)
{
    const char *two = "section nowait { task {10} task {30} }  section { task {30} task {10} }";
    CHECK_TIME(emulated(two, STATIC(2)), 40);
    CHECK_TIME(
        emulated("section { task {10} task {30} } section { task {30} task {10} }", STATIC(2)), 60);
    CHECK_TIME(emulated("call { section nowait { task {10} task {30} } 5 } 7", STATIC(2)), 37);
}

int main(void)
{
    test_figure_5();
    test_figure_7();
    test_amdahl();
    test_one_lock();
    test_triangle();
    test_nowait();
    return check_done();
}
