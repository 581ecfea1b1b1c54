/*
 * Trees made flat: the tasks of random sections, unfolded here one by one in the plainest way, against what cursors find,
 * one after the other and in jumps. Then what else becomes of trees, and which sections are chosen to be synthesized.
 */
#include "analysis/synthesis/jobs.h"
#include "helpers/synthesize/walk.h"
#include "profile/tree_text.h"
#include "tests/check.h"

#include <stdlib.h>

enum { MOST_TASKS = 100000 };

struct unfolded {
    double before[MOST_TASKS], task[MOST_TASKS];
    double pending;
    size_t n;
};

static struct unfolded truth;
static uint64_t state;

static unsigned draw(unsigned n)
{
    state = state * 6364136223846793005 + 1442695040888963407;
    return (unsigned)(state >> 33) % n;
}

/* --- the plainest way --- */

static void unfold(const struct sw_program_tree *tree, const struct sw_node *node);

static void unfold_once(const struct sw_program_tree *tree, uint32_t number)
{
    const struct sw_node *node = &tree->nodes[number];
    if (node->kind == SW_NODE_GROUP) {
        unfold(tree, node);
        return;
    }
    if (node->kind == SW_NODE_TASK) {
        truth.before[truth.n] = truth.pending;
        truth.task[truth.n++] = sw_node_length(node);
        truth.pending = 0;
        return;
    }
    truth.pending += sw_node_length(node);
}

static void unfold_shuffled(const struct sw_program_tree *tree, const struct sw_node *node)
{
    const struct sw_item *items = tree->items + node->first;
    unsigned dealt[64] = {0}, all = 0;
    for (uint32_t i = 0; i < node->n_items; i++)
        all += items[i].count;
    for (unsigned k = 0; k < all; k++) {
        uint32_t best = UINT32_MAX;
        /* In whole numbers: count * k - dealt * all. */
        for (uint32_t i = 0; i < node->n_items; i++)
            if (dealt[i] < items[i].count &&
                (best == UINT32_MAX ||
                 (int64_t)items[i].count * k - (int64_t)dealt[i] * all >
                     (int64_t)items[best].count * k - (int64_t)dealt[best] * all))
                best = i;
        unfold_once(tree, items[best].node);
        dealt[best]++;
    }
}

static void unfold(const struct sw_program_tree *tree, const struct sw_node *node)
{
    if (node->flags & SW_NODE_SHUFFLED) {
        unfold_shuffled(tree, node);
        return;
    }
    for (uint32_t i = 0; i < node->n_items; i++)
        for (uint32_t k = 0; k < tree->items[node->first + i].count; k++)
            unfold_once(tree, tree->items[node->first + i].node);
}

/* --- random sections --- */

static void write_items(FILE *out, unsigned depth)
{
    for (unsigned i = 1 + draw(5); i--;) {
        unsigned what = draw(8);
        if (what < 2)
            fprintf(out, "%u ", 1 + draw(3));
        else if (what < 4 || !depth)
            fprintf(out, "%u x task { %u } ", 1 + draw(3), 10 + draw(3));
        else if (what == 4)
            fprintf(out, "lock 1 { %u } ", 100 + draw(3));
        else {
            fprintf(out, "%u x group %s{ ", 1 + draw(4), draw(3) ? "" : "shuffled ");
            write_items(out, depth - 1);
            fprintf(out, "} ");
        }
    }
}

static void parse(struct sw_program_tree *tree, const char *text)
{
    char why[200] = "";
    int error = sw_tree_text_parse(tree, text, strlen(text), why, sizeof why);
    CHECK_STR(why, "");
    if (error)
        exit(1);
}

static void use(const struct sw_synthesis_tree *flat)
{
    sw_plan =
        (struct sw_synthesis_plan){.nodes = (const void *)flat->rows[SW_SYNTHESIS_NODES].data,
                                   .items = (const void *)flat->rows[SW_SYNTHESIS_ITEMS].data,
                                   .blocks = (const void *)flat->rows[SW_SYNTHESIS_BLOCKS].data,
                                   .steps = (const void *)flat->rows[SW_SYNTHESIS_STEPS].data};
}

static bool right(const struct sw_synthesis_step *step, size_t i)
{
    double before = step->before ? sw_plan.nodes[step->before].length : 0;
    return before == truth.before[i] && sw_plan.nodes[step->task].length == truth.task[i];
}

static void check_cursors(const struct sw_synthesis_node *section)
{
    size_t wrong = 0;
    struct sw_cursor c = {.section = section};
    for (size_t i = 0; i < truth.n; i++)
        wrong += !right(sw_cursor_at(&c, i), i);
    for (size_t stride = 2; stride < 30; stride += 5) {
        struct sw_cursor by = {.section = section};
        for (size_t i = stride / 2; i < truth.n; i += stride)
            wrong += !right(sw_cursor_at(&by, i), i);
    }
    for (int k = 0; k < 200 && truth.n; k++) {
        size_t i = draw((unsigned)truth.n);
        wrong += !right(sw_cursor_at(&c, i), i);
    }
    CHECK_EQ(wrong, 0);
}

static void test_random(unsigned seed)
{
    struct sw_program_tree tree;
    struct sw_synthesis_tree flat;
    char *text = NULL;
    size_t size;
    state = seed;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, "7 section { ");
    write_items(out, 3);
    fprintf(out, "} 5");
    fclose(out);
    parse(&tree, text);
    CHECK_EQ(sw_synthesis_tree_make(&flat, &tree), 0);
    CHECK_EQ(flat.n_outermost, 1);
    CHECK_EQ(flat.serial, 12);
    use(&flat);
    const struct sw_synthesis_node *section = &sw_plan.nodes[flat.outermost[0].node];
    truth.n = 0;
    truth.pending = 0;
    for (uint32_t i = 1; i < tree.n_nodes; i++)
        if (tree.nodes[i].kind == SW_NODE_SECTION)
            unfold(&tree, &tree.nodes[i]);
    CHECK_EQ(section->tasks, truth.n);
    CHECK_EQ(section->after ? sw_plan.nodes[section->after].length : 0, truth.pending);
    CHECK_EQ(section->length, flat.work - 12);
    if (section->tasks == truth.n)
        check_cursors(section);
    sw_synthesis_tree_release(&flat);
    sw_program_tree_release(&tree);
    free(text);
}

/* --- the rest --- */

/* The first of so many. */
static const struct sw_synthesis_node *outermost(struct sw_synthesis_tree *flat, const char *text,
                                                 size_t n)
{
    struct sw_program_tree tree;
    parse(&tree, text);
    CHECK_EQ(sw_synthesis_tree_make(flat, &tree), 0);
    sw_program_tree_release(&tree);
    use(flat);
    CHECK_EQ(flat->n_outermost, n);
    return &sw_plan.nodes[flat->outermost[0].node];
}

static void test_regions(void)
{
    struct sw_synthesis_tree flat;
    /* Of the two that wait, the second is by itself. */
    const struct sw_synthesis_node *region =
        outermost(&flat, "section nowait { task { 10 } } 3 2 x section { task { 20 } } 4", 2);
    CHECK_EQ(region->kind, SW_SYNTHESIS_REGION);
    CHECK_EQ(region->length, 33);
    CHECK_EQ(flat.outermost[1].count, 1);
    CHECK_EQ(flat.serial, 4);
    sw_synthesis_tree_release(&flat);
    region = outermost(&flat, "section nowait { task { 10 } } 3 section { task { 20 } } 4", 1);
    CHECK_EQ(region->kind, SW_SYNTHESIS_REGION);
    CHECK_EQ(region->n, 3);
    CHECK_EQ(region->length, 33);
    CHECK_EQ(flat.serial, 4);
    sw_synthesis_tree_release(&flat);
    region = outermost(&flat, "section nowait { task { 10 } }", 1);
    CHECK_EQ(region->kind, SW_SYNTHESIS_SECTION);
    sw_synthesis_tree_release(&flat);
}

/* What only computes is one node, however much is in it. */
static void test_plain(void)
{
    struct sw_synthesis_tree flat;
    const struct sw_synthesis_node *section = outermost(
        &flat,
        "10 x call a { section { 5 x task { 1 call b { 2 3 call c { 4 } } 5 } } } call d { 6 }", 1);
    CHECK_EQ(flat.outermost[0].count, 10);
    CHECK_EQ(flat.serial, 6);
    CHECK_EQ(section->tasks, 5);
    CHECK_EQ(section->n, 1);
    const struct sw_synthesis_step *step =
        &sw_plan.steps[sw_plan.blocks[section->first].first_step];
    CHECK_EQ(step->count, 5);
    CHECK_EQ(sw_plan.nodes[step->task].kind, SW_SYNTHESIS_WORK);
    CHECK_EQ(sw_plan.nodes[step->task].length, 15);
    sw_synthesis_tree_release(&flat);
}

/* A loop with control in between is one step, of as many as there are. */
static void test_long_loop(void)
{
    struct sw_synthesis_tree flat;
    const struct sw_synthesis_node *section =
        outermost(&flat, "section { 100000000 x group { 1 task { 9 } } }", 1);
    CHECK_EQ(section->tasks, 100000000);
    CHECK(flat.rows[SW_SYNTHESIS_STEPS].n < 4);
    struct sw_cursor c = {.section = section};
    const struct sw_synthesis_step *step = sw_cursor_at(&c, 77777777);
    CHECK_EQ(sw_plan.nodes[step->before].length, 1);
    CHECK_EQ(sw_plan.nodes[step->task].length, 9);
    sw_synthesis_tree_release(&flat);
}

/* 300 sections of three places: with time for all, and for few. */
static void test_choice(void)
{
    struct sw_program_tree tree;
    struct sw_synthesis_tree flat;
    char *text = NULL;
    size_t size, n;
    FILE *out = open_memstream(&text, &size);
    for (unsigned i = 0; i < 300; i++)
        fprintf(out, "%u section s%u { 2 x task { %u } } ", 1000, i % 3, 1000000 + i * 1000);
    fclose(out);
    parse(&tree, text);
    CHECK_EQ(sw_synthesis_tree_make(&flat, &tree), 0);
    CHECK_EQ(flat.n_outermost, 300);
    for (double budget = 1e8; budget < 1e11; budget *= 10) {
        struct sw_synthesis_choice *choices = sw_synthesis_choose(&flat, budget, false, 2, &n);
        double work = 0, count = 0;
        for (size_t i = 0; i < n; i++) {
            work += choices[i].work;
            count += choices[i].count;
            CHECK(choices[i].job.rounds >= 1);
        }
        CHECK_EQ(count, 300);
        CHECK_EQ(work + flat.serial, flat.work);
        CHECK(n >= 3);
        CHECK(n == 300 || budget < 1e10);
        CHECK(n < 30 || budget > 1e8);
        CHECK(n <= 3 || sw_synthesis_expected_ns(&flat, choices, n, 2) <= budget * 1.01);
        free(choices);
    }
    sw_synthesis_tree_release(&flat);
    sw_program_tree_release(&tree);
    free(text);
}

static void test_empty(void)
{
    struct sw_program_tree tree;
    struct sw_synthesis_tree flat;
    size_t n;
    parse(&tree, "5");
    CHECK_EQ(sw_synthesis_tree_make(&flat, &tree), 0);
    CHECK_EQ(flat.n_outermost, 0);
    CHECK_EQ(flat.serial, 5);
    free(sw_synthesis_choose(&flat, 1e9, true, 1, &n));
    CHECK_EQ(n, 0);
    sw_synthesis_tree_release(&flat);
    sw_program_tree_release(&tree);
}

int main(void)
{
    for (unsigned seed = 1; seed <= 2000; seed++)
        test_random(seed);
    test_regions();
    test_plain();
    test_long_loop();
    test_choice();
    test_empty();
    return check_done();
}
