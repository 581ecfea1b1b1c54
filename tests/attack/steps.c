/*
 * Trees of a few nodes that stand for more than anybody can go through: the emulator's steps are bounded, whatever the tree, the plan and the
 * number of processors, and it says that it has given up. Steps are counted, not timed.
 */
#include "analysis/predict/predict.h"
#include "analysis/verdict/consequence.h"
#include "analysis/verdict/ranking.h"
#include "tests/emulate/emulator_test.h"

#include <errno.h>

enum { STEPS = 20000 };

/* Nested `depth` deep, `count` times each, around the core. */
static struct sw_program_tree nested(unsigned depth, unsigned count, const char *begin,
                                     const char *core)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (unsigned i = 0; i < depth; i++)
        fprintf(out, begin, count);
    fputs(core, out);
    for (unsigned i = 0; i < 2 * depth; i++)
        fputs(" }", out);
    fclose(out);
    struct sw_program_tree tree = tree_of(text);
    free(text);
    return tree;
}

/* Either it comes to an end within the steps, or it says that it has not. */
static void bounded(const struct sw_program_tree *tree, const char *what,
                    const struct sw_overheads *overheads, int must_give_up)
{
    static const unsigned processors[] = {1, 2, 16, 128};
    unsigned given_up = 0;
    for (int paradigm = 0; paradigm < SW_PARADIGMS; paradigm++)
        for (int schedule = SW_SECTION_ANY; schedule <= SW_SECTION_GUIDED; schedule++)
            for (size_t i = 0; i < 2 * sizeof processors / sizeof *processors; i++) {
                struct sw_emulation_budget budget = {STEPS, 0};
                struct sw_emulation_options options = {.processors = processors[i / 2],
                                                       .paradigm = (enum sw_paradigm)paradigm,
                                                       .schedule =
                                                           (enum sw_section_schedule)schedule,
                                                       .chunk = schedule == SW_SECTION_DYNAMIC,
                                                       .override = true,
                                                       .nested = i % 2,
                                                       .overheads = overheads,
                                                       .budget = &budget};
                struct sw_emulation emulation;
                int error = sw_emulate(tree, &options, &emulation);
                if (error != 0 && error != -ETIME)
                    fprintf(stderr, "%s: error %d\n", what, error);
                CHECK(error == 0 || error == -ETIME);
                if (error == -ETIME)
                    CHECK_EQ(budget.steps, 0);
                given_up += error == -ETIME;
                sw_emulation_release(&emulation);
            }
    if (must_give_up)
        CHECK(given_up > 0);
}

static void test_trees(void)
{
    static const char lock[] = "5 lock l { 3 }";
    struct sw_program_tree trees[] = {
        tree_of("section a { 2147483647 x task { 3 lock l { 5 } } }"),
        tree_of("section a { 2147483647 x task { 3 lock l { 5 } 7 lock m { 11 } } task { 1 } "
                "2147483647 x task { 4 lock l { 5 } } }"),
        tree_of("4294967295 x call f { section a nowait { 3 x task { 7 lock l { 2 } } } }"),
        nested(12, 1000, "section { %u x task { 1 ", lock),
        nested(40, 2, "section { %u x task { 1 ", lock),
        nested(40, 2, "section spawn { %u x task { 1 ", lock),
    };
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
        char what[32];
        snprintf(what, sizeof what, "tree %zu", i);
        bounded(&trees[i], what, NULL, 1);
        sw_program_tree_release(&trees[i]);
    }
}

/* What 2^61 constructs cost is too much for a time in the usual ticks, which are coarser then: no sum overflows. */
static void test_costs(void)
{
    static const char many[] = "section a { 2147483647 x group { 1073741824 x task { } } }",
                      spawns[] = "section spawn a { 2147483647 x group { 1073741824 x task { } } }",
                      sections[] = "2147483647 x call f { 1073741824 x section a { task { } } }";
    struct sw_program_tree trees[] = {tree_of(many), tree_of(spawns), tree_of(sections)};
    struct sw_overheads overheads;
    for (unsigned i = 0; i < SW_OVERHEAD_FIGURES; i++)
        *sw_overhead(&overheads, i) = 1000;
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
        bounded(&trees[i], "costs", &overheads, 0);
        sw_program_tree_release(&trees[i]);
    }
}

/* What several share is spent once: those that come late get what is left. */
static void test_shared(void)
{
    static const struct sw_plan plans[] = {{SW_PARADIGM_OMP, SW_SECTION_STATIC, 0},
                                           {.paradigm = SW_PARADIGM_CILK}};
    static const unsigned processors[] = {2, 16};
    struct sw_program_tree tree = tree_of("section a { 2147483647 x task { 3 lock l { 5 } } }");
    struct sw_emulation_budget budget = {10 * STEPS, 0};
    struct sw_prediction prediction;
    struct sw_predict_options options = {.plans = plans,
                                         .n_plans = 2,
                                         .processors = processors,
                                         .n_processors = 2,
                                         .focus = 16,
                                         .budget = &budget};
    CHECK_EQ(sw_predict(&prediction, &tree, &options), 0);
    CHECK_EQ(prediction.n_left_out, 2); /* of Cilk */
    CHECK(isnan(sw_predicted_speedup(sw_predicted_at(&prediction, 1, 1))));
    CHECK(sw_prediction_focus(&prediction)->plan == &prediction.options.plans[0]);
    sw_prediction_release(&prediction);
    options.plans = plans + 1;
    options.n_plans = 1;
    budget.steps = 10 * STEPS;
    CHECK_EQ(sw_predict(&prediction, &tree, &options), -ETIME);
    sw_program_tree_release(&tree);
}

static void test_what_if(void)
{
    static const unsigned processors[] = {2, 16};
    struct sw_program_tree tree = tree_of("section a { 2147483647 x task { 3 lock l { 5 } } }");
    struct sw_emulation_budget budget = {10 * STEPS, 0};
    struct sw_consequence_options options = {
        .emulation = {.paradigm = SW_PARADIGM_CILK, .budget = &budget},
        .processors = processors,
        .n_processors = 2};
    struct sw_change_of_sites change = {.sites = (uint32_t[]){1}, .n_sites = 1, .faster = 2};
    struct sw_consequence consequence;
    CHECK_EQ(sw_consequence_make(&consequence, &tree, &change, 1, &options), 0);
    CHECK_EQ(consequence.n_on, 0);
    CHECK_EQ(consequence.n_left_out, 2);
    CHECK(consequence.work_after == consequence.work_before / 2); /* is exact all the same */
    sw_consequence_release(&consequence);
    struct sw_ranking ranking;
    struct sw_ranking_options rank = {
        .emulation = {.processors = 16, .paradigm = SW_PARADIGM_CILK, .budget = &budget}};
    budget.steps = 10 * STEPS;
    CHECK_EQ(sw_ranking_make(&ranking, &tree, &rank), -ETIME);
    sw_program_tree_release(&tree);
}

/* A time that is over ends it too, however many steps there are. */
static void test_time(void)
{
    struct sw_program_tree tree = tree_of("section a { 2147483647 x task { 3 lock l { 5 } } }");
    struct sw_emulation_budget budget = {UINT64_MAX, 1e-9};
    struct sw_emulation_options options = {
        .processors = 16, .paradigm = SW_PARADIGM_CILK, .budget = &budget};
    struct sw_emulation emulation;
    CHECK_EQ(sw_emulate(&tree, &options, &emulation), -ETIME);
    CHECK(UINT64_MAX - budget.steps < 1000000);
    sw_program_tree_release(&tree);
}

int main(void)
{
    test_trees();
    test_costs();
    test_shared();
    test_what_if();
    test_time();
    return check_done();
}
