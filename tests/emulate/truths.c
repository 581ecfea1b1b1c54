/* The brute force itself against what can be computed by hand, the paper's Figures 5 and 7 first. */
#include "tests/check.h"
#include "tests/emulate/brute.h"

#include "profile/tree_text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define FIGURE_5                                                           \
    "section { task { 150 lock 1 {450} 50 } task { 100 lock 1 {300} 200 }" \
    "          task { 150 lock 1 {50} 50 } }"
#define FIGURE_7 \
    "section { task { section { task {10} task {5} } } task { section { task {5} task {10} } } }"

static struct sw_overheads overheads;
static struct sw_emulation_options options;
static struct sw_emulation got;

/* What the run takes; negative: an error. */
static double takes(const char *text)
{
    struct sw_program_tree tree;
    char why[200];
    if (sw_tree_text_parse(&tree, text, strlen(text), why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        return -1;
    }
    int status = brute(&tree, &options, &got);
    double sum = got.work;
    for (int i = 0; i < SW_WHY_CAUSES; i++)
        sum += got.lost[i];
    if (!status && fabs(sum - options.processors * got.time) > 1e-9 * sum) {
        fprintf(stderr, "%s: %g are not %u x %g\n", text, sum, options.processors, got.time);
        check_failed++;
    }
    sw_program_tree_release(&tree);
    free(got.sections);
    return status ? status : got.time;
}

#define TAKES(text, time)                                                                          \
    do {                                                                                           \
        double is_ = takes(text), want_ = (time);                                                  \
        if (fabs(is_ - want_) <= 1e-9 * want_)                                                     \
            check_passed++;                                                                        \
        else if (check_failed++ < 50)                                                              \
            fprintf(stderr, "%s:%d: takes %.10g, not %.10g: %s\n", __FILE__, __LINE__, is_, want_, \
                    text);                                                                         \
    } while (0)

static void omp(unsigned processors, enum sw_section_schedule schedule, unsigned chunk)
{
    options = (struct sw_emulation_options){
        .processors = processors, .schedule = schedule, .chunk = chunk, .overheads = &overheads};
    overheads = (struct sw_overheads){0};
}

static void paradigm(unsigned processors, enum sw_paradigm which)
{
    omp(processors, SW_SECTION_STATIC, 0);
    options.paradigm = which;
}

static void figures(void)
{
    omp(2, SW_SECTION_STATIC, 1);
    TAKES(FIGURE_5, 1150);
    omp(2, SW_SECTION_STATIC, 0);
    TAKES(FIGURE_5, 1250);
    omp(2, SW_SECTION_DYNAMIC, 1);
    TAKES(FIGURE_5, 950);
    omp(2, SW_SECTION_STATIC, 1);
    TAKES(FIGURE_7, 15);
    options.nested = true;
    TAKES(FIGURE_7, 15);
    options.processors = 4;
    TAKES(FIGURE_7, 10);
}

static void loops(void)
{
    omp(4, SW_SECTION_STATIC, 0);
    TAKES("", 0);
    TAKES("7", 7);
    TAKES("section { 10 x task {40} }", 120);
    TAKES("100 section { 8 x task {100} } 50", 350);
    TAKES("section { task {10} task {20} task {30} task {40} task {50} task {60} }", 70);
    TAKES("section dynamic { task {10} task {20} task {30} task {40} task {50} task {60} }", 80);
    TAKES("section static,1 { task {10} task {20} task {30} task {40} task {50} task {60} }", 80);
    TAKES("section static,2 { task {10} task {20} task {30} task {40} task {50} task {60} }", 110);
    /* 4 of 16, 3 of 12, 3 of 9, 2 of 6, then one by one */
    TAKES("section guided { 16 x task {12} }", 48);
    TAKES("section { 5 task {10} 6 task {20} 7 task {40} 8 task {50} 9 }", 67);
    TAKES("section { section { task {9} task {9} } task {1} }", 19);
    TAKES("group shuffled { 2 x 1 section { task {3} } 5 }", 10);
    omp(2, SW_SECTION_STATIC, 1);
    TAKES("section { group shuffled { 4 x task {10} 2 x task {1} } }", 21); /* 10 1 10 10 1 10 */
    omp(3, SW_SECTION_STATIC, 0);
    options.nested = true; /* 9 threads of 8 each on 3 processors */
    TAKES("section { 3 x task { section { 3 x task { 8 } } } }", 24);
    TAKES("section { 3 x task { section { 2 x task { 8 } } } }", 16);
}

static void waiting(void)
{
    omp(2, SW_SECTION_STATIC, 0);
    TAKES("section nowait { task {10} task {20} } section { task {20} task {10} } 1", 31);
    TAKES("section nowait { task {10} task {20} } 5", 20);
    /* the other does not wait for the maker, which has 90 to do in between: 10 + 10 beside 20 + 90 + 5 */
    TAKES("section nowait { task {20} task {10} } 90 section { task {5} task {10} }", 115);
    TAKES("section nowait { task {20} task {10} } 90 section dynamic { task {50} task {40} }", 110);
    TAKES("section { task {10} task {20} } section { task {20} task {10} } 1", 41);
    TAKES("call { section nowait { task {10} task {20} } } 5", 25);
    overheads = (struct sw_overheads){.fork = 100, .barrier = 1000};
    TAKES("section nowait { task {10} task {20} } section { task {20} task {10} } 1", 1131);
    TAKES("section nowait { task {10} task {20} } 15 section nowait { task {20} task {10} }", 1145);
    /* those that wait do not take processors: 2 run at any time */
    omp(2, SW_SECTION_STATIC, 0);
    options.nested = true;
    TAKES("section { 2 x task { section { 2 x task { lock 1 { 10 } } } } }", 40);
}

static void locks(void)
{
    omp(4, SW_SECTION_STATIC, 1);
    TAKES("section { 8 x task { lock 1 { 10 } } }", 80);
    TAKES("section { 4 x task { lock 1 { 10 } lock 2 { 10 } } }", 50);
    TAKES("section { 4 x task { lock 1 { 5 lock 1 { 5 } } } }", 40);
    overheads = (struct sw_overheads){.lock = 3, .hand_over = 100};
    TAKES("section { 4 x task { lock 1 { 10 } } }", 343);
    TAKES("lock 1 { lock 1 { 10 } }", 13);
    CHECK_EQ(-takes("section { task { lock 1 { 20 lock 2 { 1 } } } "
                    "task { 5 lock 2 { 20 lock 1 { 1 } } } }"),
             EDEADLK);
}

static void overheads_of_loops(void)
{
    omp(4, SW_SECTION_STATIC, 0);
    overheads = (struct sw_overheads){.fork = 1000,
                                      .fork_thread = 100,
                                      .barrier = 50,
                                      .barrier_thread = 5,
                                      .chunk_static = 3,
                                      .chunk = 7};
    /* the last member begins after 300 */
    TAKES("section { 8 x task { 10 } }", 1300 + 23 + 70);
    TAKES("section dynamic { 8 x task { 10 } }", 1300 + 70);
    TAKES("section dynamic,2 { 8 x task { 10 } }", 1300 + 70);
    TAKES("section { }", 1370);
    TAKES("section { 8 x task { 10 } } 5 section same { 8 x task { 10 } }",
          1300 + 2 * (23 + 70) + 5);
    TAKES("section { 8 x task { 10 } } section { 8 x task { 10 } }", 2 * (1300 + 23 + 70));
    options.nested = true;
    overheads.fork_nested = 7000;
    overheads.join_nested = 600;
    TAKES("section { task { section { 4 x task { 10 } } } }",
          1000 + 3 + 1000 + 3 * 7600 + 13 + 70 + 70);
    options.nested = false;
    TAKES("section { task { 10 section { task { 20 } } } }", 1300 + 70);
}

static void tasks(void)
{
    paradigm(2, SW_PARADIGM_OMP_TASK);
    /* the other has 10 and 20, the maker 30 */
    TAKES("section { task {10} task {20} task {30} }", 30);
    TAKES("section { task {10} 15 task {20} task {30} }", 45);
    /* who waits for its own tasks does no others */
    TAKES("section { task {10 section { task {10} task {10} } } task {10} }", 30);
    /* the maker comes to the end before the others look for anything: it does the one task */
    TAKES("section { task {10 section { task {10} task {10} } } }", 20);
    overheads.task = overheads.task_make =
        1; /* made at 1, 2, 3, 4; the other is free at 11, the maker at 14 */
    TAKES("section { 4 x task {10} }", 24);
    omp(2, SW_SECTION_STATIC, 0);
    TAKES("section spawn { task {10} task {20} task {30} }", 30);
    /* the loop's other member helps when it is through */
    TAKES("section { task { section spawn { task {10} task {10} } } task {5} }", 15);
    TAKES("section { task { section { task { section spawn { 2 x task {9} } } } } task {5} }", 18);
}

static void cilk(void)
{
    paradigm(2, SW_PARADIGM_CILK);
    TAKES("section spawn { task {10} 20 }", 20);
    TAKES("section spawn { task {10} task {20} task {30} }", 40);
    TAKES("section { 16 x task {10} }", 80);
    overheads.piece = 1; /* 32 tasks on 1: grain 4, 7 divisions; with a grain of its own: 31 */
    options.processors = 1;
    TAKES("section { 32 x task {10} }", 327);
    TAKES("section loop { 32 x task {10} }", 327);
    TAKES("section loop,1 { 32 x task {10} }", 351);
    TAKES("section loop { 2048 x task {1} }", 2048 + 2047);
    paradigm(2, SW_PARADIGM_CILK);
    TAKES("section spawn { task { section spawn { task {8} 8 } } 16 } 1", 17);
    overheads = (struct sw_overheads){.spawn = 1, .steal = 5};
    TAKES("section spawn { task {10} 20 }", 26);
    TAKES("section spawn { task {30} 20 }", 31);
    paradigm(4, SW_PARADIGM_CILK);
    TAKES("section spawn { task { lock 1 { 10 } } task { lock 1 { 10 } } lock 1 { 10 } }", 30);
}

/* A thief that went on with next to nothing, at 5, 17 and 34, rests from 7 to 12 and from 19 to 29; the last time it is waited for. */
#define SHORT_STEAL "section spawn { task {10} 2 }"

static void patience(void)
{
    paradigm(2, SW_PARADIGM_CILK);
    overheads.steal = 5;
    TAKES(SHORT_STEAL SHORT_STEAL, 20);
    TAKES(SHORT_STEAL SHORT_STEAL SHORT_STEAL, 36);
    /* Each would take 6 if its second half were stolen, and takes 2 if not: most are let alone. */
    double tiny = takes("1000 x section spawn { task {1} 1 }");
    CHECK(tiny > 2000 && tiny < 2250);
    /* What is worth it is stolen at once, each time. */
    TAKES("section spawn { task {20} 15 } section spawn { task {20} 15 }", 40);
}

static void losses(void)
{
    static const double burden[] = {1, 1.5, 1.5, 1.5, 1.5};
    omp(4, SW_SECTION_STATIC, 0);
    options.burden = burden;
    overheads.fork = 8;
    TAKES("100 section s { task { 100 } task { 40 lock 1 { 20 } } task { lock 1 { 80 } } }", 258);
    CHECK(got.lost[SW_WHY_PARALLELISM] == 300);
    CHECK(got.lost[SW_WHY_MEMORY] == 120);
    CHECK(got.lost[SW_WHY_GRAIN] == 8);
    CHECK(got.lost[SW_WHY_CONTENTION] == 60);
    CHECK(got.lost[SW_WHY_IMBALANCE] == 4 * 258. - 340 - 300 - 120 - 8 - 60);
}

int main(void)
{
    figures();
    loops();
    waiting();
    locks();
    overheads_of_loops();
    tasks();
    cilk();
    patience();
    losses();
    return check_done();
}
