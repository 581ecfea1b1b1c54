/* One T(1) for all speedups of a program tree, by invented costs: predict, what-if and its ranking agree on the same tree. */
#include "tests/emulate/emulator_test.h"

#include "analysis/predict/fixed.h"
#include "analysis/predict/predict.h"
#include "analysis/predict/tree_figures.h"
#include "analysis/verdict/consequence.h"
#include "analysis/verdict/ranking.h"

#include <math.h>

static const struct sw_overheads costs = {
    .fork = 20, .barrier = 8, .chunk = 3, .task = 7, .spawn = 5, .steal = 40};

static const struct sw_plan openmp = {SW_PARADIGM_OMP, SW_SECTION_ANY, 0},
                            cilk = {.paradigm = SW_PARADIGM_CILK};

static struct sw_emulation_options options_of(const struct sw_plan *plan, unsigned P)
{
    return (struct sw_emulation_options){
        .processors = P, .paradigm = plan->paradigm, .nested = true, .overheads = &costs};
}

/* As `spanwise predict`, `what-if X=1x` and `what-if --rank` have it. */
static void check_same(const char *text, const struct sw_plan *plan, bool is_serial)
{
    struct sw_program_tree tree = tree_of(text);
    struct sw_emulation_options options = options_of(plan, 8);
    struct sw_emulation one, e;
    const unsigned processors[] = {1, 2, 8};
    uint32_t site = 1;
    CHECK_EQ(sw_emulate_one(&tree, &options, is_serial, &one), 0);
    options.one = &one;

    struct sw_prediction prediction;
    struct sw_predict_options how = {.plans = plan,
                                     .n_plans = 1,
                                     .processors = processors,
                                     .n_processors = 3,
                                     .focus = 8,
                                     .nested = true,
                                     .overheads = &costs,
                                     .one = &one};
    CHECK_EQ(sw_predict(&prediction, &tree, &how), 0);
    struct sw_consequence consequence;
    struct sw_change_of_sites change = {.sites = &site, .n_sites = 1, .faster = 1};
    struct sw_consequence_options with = {
        .emulation = options, .processors = processors, .n_processors = 3};
    CHECK_EQ(sw_consequence_make(&consequence, &tree, &change, 1, &with), 0);
    CHECK_EQ(consequence.n_on, 3);
    for (size_t i = 0; i < 3; i++) {
        options.processors = processors[i];
        CHECK_EQ(sw_emulate(&tree, &options, &e), 0);
        double speedup = sw_emulation_speedup(&e);
        CHECK(speedup == one.time / e.time);
        CHECK(sw_predicted_speedup(sw_predicted_at(&prediction, 0, i)) == speedup);
        CHECK(consequence.on[i].speedup_before == speedup);
        CHECK(consequence.on[i].speedup_after == speedup);
        if (i == 0 && !is_serial)
            CHECK(speedup == 1);
        for (size_t k = 0; i == 0 && !is_serial && k < e.n_sections; k++)
            CHECK(sw_emulated_section_speedup(&e.sections[k]) == 1);
        sw_emulation_release(&e);
    }
    struct sw_ranking ranking;
    CHECK_EQ(sw_ranking_make(&ranking, &tree, &(struct sw_ranking_options){.emulation = options}),
             0);
    CHECK(ranking.speedup == consequence.on[2].speedup_before);
    CHECK(prediction.one == one.time);
    CHECK(sw_prediction_bound(&prediction) == one.time / fmax(prediction.span, prediction.locked));
    sw_ranking_release(&ranking);
    sw_consequence_release(&consequence);
    sw_prediction_release(&prediction);
    sw_emulation_release(&one);
    sw_program_tree_release(&tree);
}

/* T(1) is with what the constructs cost; of a serial program, which has none, it is not. What is changed is measured by T(1) as it was. */
static void test_one(void)
{
    static const char *const texts[] = {
        "call a { 100 } section b { 64 x task { 25 } }",
        "section a dynamic { 40 x task { 10 } } section b same { 8 x task { 9 } } 7",
        "section a spawn { 20 x task { section b spawn { task { 3 } 4 } } 9 }",
        "call a { 3 } section b { 8 x task { 10 lock l { 5 } } }",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        check_same(texts[i], &openmp, false);
        check_same(texts[i], &cilk, false);
        check_same(texts[i], &openmp, true);
        check_same(texts[i], &cilk, true);
    }
    struct sw_program_tree tree = tree_of("section a spawn { 10 x task { 10 } }");
    struct sw_emulation_options options = options_of(&cilk, 1);
    struct sw_emulation one;
    CHECK_EQ(sw_emulate_one(&tree, &options, false, &one), 0);
    CHECK(one.time == 150);
    sw_emulation_release(&one);
    CHECK_EQ(sw_emulate_one(&tree, &options, true, &one), 0);
    CHECK(one.time == 100);
    sw_emulation_release(&one);
    struct sw_consequence consequence;
    uint32_t site = 1;
    struct sw_change_of_sites twice = {.sites = &site, .n_sites = 1, .faster = 2};
    struct sw_consequence_options with = {
        .emulation = options, .processors = (const unsigned[]){1}, .n_processors = 1};
    CHECK_EQ(sw_consequence_make(&consequence, &tree, &twice, 1, &with), 0);
    CHECK(consequence.on[0].speedup_before == 100.0 / 150);
    CHECK(consequence.on[0].speedup_after == 1);
    sw_consequence_release(&consequence);
    sw_program_tree_release(&tree);
}

/* T(P) of a tree with that fixed. */
static double fixed(const char *text, const struct sw_plan *plan, unsigned P,
                    struct sw_fixing fixing)
{
    struct sw_program_tree tree = tree_of(text);
    struct sw_emulation_options options = options_of(plan, P);
    struct sw_emulation e;
    CHECK_EQ(sw_emulate_fixed(&tree, &options, &fixing, &e), 0);
    double time = e.time;
    sw_emulation_release(&e);
    sw_program_tree_release(&tree);
    return time;
}

#define NOTHING  ((struct sw_fixing){0})
#define COSTS(n) ((struct sw_fixing){.what = SW_FIX_COSTS, .in_work = n})
#define GRAIN    ((struct sw_fixing){.what = SW_FIX_GRAIN})
#define LOCKS(n) ((struct sw_fixing){.what = SW_FIX_CONTENTION, .lock = n})

static void test_mended_grain(void)
{
    const char *text = "section a spawn { 10 x task { 10 } }";
    CHECK_TIME(fixed(text, &cilk, 1, NOTHING), 150);
    CHECK_TIME(fixed(text, &cilk, 1, COSTS(0)), 100);
    CHECK_TIME(fixed(text, &cilk, 1, COSTS(4)), 60);
    CHECK_TIME(fixed(text, &cilk, 2, COSTS(4)), 30);
    CHECK_TIME(fixed(text, &cilk, 10, COSTS(4)), 6);
    /* no more than there is, from the task's own code, wherever that begins; a lock stays */
    CHECK_TIME(fixed("section spawn { 10 x task { 3 } 7 }", &cilk, 1, COSTS(4)), 7);
    CHECK_TIME(fixed("section spawn { 2 x task { call { 9 } section spawn { task { 5 } } } }",
                     &cilk, 1, COSTS(4)),
               2 * (5 + 1));
    CHECK_TIME(fixed("section spawn { task { lock l { 5 } 6 } }", &cilk, 1, COSTS(4)), 5 + 2);
    CHECK_TIME(
        fixed("section spawn { group { 2 x task { 6 } 1 } 3 x task { 6 } }", &cilk, 1, COSTS(4)),
        2 * 2 + 1 + 3 * 2);
    /* a cilk_for is none of it, nor are OpenMP's loops, which cost nothing then */
    CHECK_TIME(fixed("section { 8 x task { 10 } }", &cilk, 1, COSTS(4)), 80);
    CHECK_TIME(fixed("section dynamic { 8 x task { 10 } }", &openmp, 8, COSTS(4)), 10);
}

/* Work, span and tasks of a tree whose tasks are so long at least. */
static void check_coarser(const char *text, double least, double work, double span, double tasks)
{
    struct sw_program_tree tree = tree_of(text), coarser;
    CHECK_EQ(sw_tree_coarsen(&coarser, &tree, least), 0);
    struct sw_node_figures *figures = sw_tree_figures(&coarser, 0);
    const struct sw_node_figures *root = &figures[sw_program_tree_root(&coarser)];
    CHECK_TIME(root->work, work);
    CHECK_TIME(root->span, span);
    CHECK_TIME(root->tasks, tasks);
    free(figures);
    sw_program_tree_release(&coarser);
    sw_program_tree_release(&tree);
}

static void test_coarser(void)
{
    check_coarser("section spawn { 1000 x task { 10 } }", 100, 10000, 100, 100);
    check_coarser("section spawn { 1000 x task { 10 } }", 10, 10000, 10, 1000);
    check_coarser("section spawn { 1000 x task { 10 } }", 20000, 10000, 10000, 0);
    check_coarser("section spawn { 7 x task { 30 } }", 100, 210, 120, 1);
    check_coarser("section spawn { 3 x task { 30 } task { 200 } 2 x task { 10 } }", 100, 310, 200,
                  2);
    check_coarser("section spawn { 10 x group { task { 10 } 2 } }", 50, 120, 60, 2);
    check_coarser("section spawn { 10 x group { task { 60 } 2 } }", 50, 620, 78, 10);
    check_coarser("section spawn { task { section spawn { task { 20 } 20 } } 40 }", 50, 80, 80, 0);
    check_coarser("section spawn { task { section spawn { task { 20 } 40 } } 40 }", 50, 100, 60, 1);
    check_coarser("section loop { 64 x task { 10 } }", 40, 640, 40, 16);
    check_coarser("section loop { 6 x task { 10 } }", 40, 60, 40, 2);
    /* An OpenMP loop's chunks are as they are. */
    check_coarser("section dynamic { 8 x task { 10 } }", 40, 80, 10, 8);
}

/* Fewer and longer tasks gain, though what they cost is still there: no more than if that were nothing. */
static void test_mended_grain_by_size(void)
{
    const char *text = "section a spawn { 10000 x task { 10 } }";
    double now = fixed(text, &cilk, 10, NOTHING), coarser = fixed(text, &cilk, 10, GRAIN),
           ideal = fixed(text, &cilk, 10, COSTS(0));
    CHECK_TIME(ideal, 10000);
    CHECK(coarser < 0.8 * now && coarser > ideal);
    /* Of many short phases: while lengths are tried that make each of them serial, nothing is gained yet. */
    const char *phases = "200 x section a spawn { 64 x task { 80 } }";
    now = fixed(phases, &cilk, 10, NOTHING), coarser = fixed(phases, &cilk, 10, GRAIN);
    CHECK(coarser < 0.8 * now && coarser < 0.8 * fixed(phases, &cilk, 1, NOTHING));
    /* Regions and barriers are not for any size of tasks: they cost nothing then. */
    CHECK_TIME(fixed("100 x section team { 8 x task { 100 } }", &openmp, 8, GRAIN), 10000);
}

/* What is worth spreading by itself is not where there are tasks enough: the long pieces alone gain more. */
static void test_mended_parallelism_by_size(void)
{
    const char *text = "call a { 100000 } section b spawn { 400 x task c { 1000 } }";
    const uint32_t all[] = {1, 2, 3};
    struct sw_fixing one = {.what = SW_FIX_PARALLELISM, .spread = all, .n_spread = 1},
                     every = {.what = SW_FIX_PARALLELISM, .spread = all, .n_spread = 3};
    CHECK(fixed(text, &cilk, 10, every) <= 1.01 * fixed(text, &cilk, 10, one));
}

static void test_mended_others(void)
{
    const char *text = "section { 4 x task { 10 lock l { 2000 } lock m { 500 } } }";
    double one =
               fixed("section { 4 x task { 10 call { 2000 } lock m { 500 } } }", &cilk, 4, NOTHING),
           all = fixed("section { 4 x task { 10 call { 2000 } call { 500 } } }", &cilk, 4, NOTHING);
    CHECK(fixed(text, &cilk, 4, NOTHING) > one && one > all);
    CHECK_TIME(fixed(text, &cilk, 4, LOCKS(1)), one);
    CHECK_TIME(fixed(text, &cilk, 4, LOCKS(0)), all);
    struct sw_program_tree tree = tree_of("4000 call a { 8000 } section b { 8 x task { 1000 } }");
    struct sw_emulation_options options = options_of(&cilk, 8);
    struct sw_emulation e, once;
    struct sw_program_tree changed;
    uint32_t a = 1;
    struct sw_change_of_sites spread = sw_change_spread(&a, &options);
    struct sw_fixing fixing = {.what = SW_FIX_PARALLELISM, .spread = &a, .n_spread = 1};
    CHECK_EQ(sw_what_if(&changed, &tree, &spread, 1), 0);
    CHECK_EQ(sw_emulate(&changed, &options, &once), 0);
    CHECK_EQ(sw_emulate_fixed(&tree, &options, &fixing, &e), 0);
    CHECK(e.time == once.time && e.time < 8000);
    CHECK(sw_emulation_speedup(&e) == 20000 / e.time);
    sw_emulation_release(&e);
    uint32_t both[] = {0, 1};
    fixing.spread = both;
    fixing.n_spread = 2;
    CHECK_EQ(sw_emulate_fixed(&tree, &options, &fixing, &e), 0);
    CHECK(e.time < once.time - 3000);
    sw_emulation_release(&e);
    fixing = (struct sw_fixing){.what = SW_FIX_IMBALANCE, .even = &a, .n_even = 1};
    CHECK_EQ(sw_emulate_fixed(&tree, &options, &fixing, &e), 0);
    CHECK(e.time == once.time);
    sw_emulation_release(&e);
    sw_emulation_release(&once);
    sw_program_tree_release(&changed);
    sw_program_tree_release(&tree);
}

int main(void)
{
    test_mended_grain();
    test_coarser();
    test_mended_grain_by_size();
    test_mended_parallelism_by_size();
    test_mended_others();
    test_one();
    return check_done();
}
