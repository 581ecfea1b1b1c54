/* One T(1) for all speedups of a program tree, by invented costs: predict, what-if and its ranking agree on the same tree. */
#include "tests/emulator/emulator_test.h"

#include "analysis/predict/predict.h"
#include "analysis/verdict/consequence.h"
#include "analysis/verdict/ranking.h"

#include <math.h>

static const struct sw_overheads costs = {
    .fork = 20, .barrier = 8, .chunk_dynamic = 3, .task = 7, .spawn = 5, .steal = 40};

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

int main(void)
{
    test_one();
    return check_done();
}
