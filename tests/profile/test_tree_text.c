/* The program tree's text: what is parsed is as it was written, prints as itself, and what is wrong is said. */
#include "profile/tree_text.h"
#include "tests/check.h"
#include "tests/profile/tree_text_print.h"

#include <stdlib.h>

static struct sw_program_tree parse(const char *text)
{
    struct sw_program_tree tree;
    char why[200];
    CHECK_EQ(sw_tree_text_parse(&tree, text, strlen(text), why, sizeof why), 0);
    CHECK_STR(why, "");
    return tree;
}

static char *print(const struct sw_program_tree *tree, unsigned depth)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    test_tree_text_print(tree, out, depth);
    fclose(out);
    return text;
}

static const struct sw_node *root(const struct sw_program_tree *tree)
{
    return &tree->nodes[sw_program_tree_root(tree)];
}

static void test_figure_5(void)
{
    struct sw_program_tree tree =
        parse("section { task { 150 lock 1 {450} 50 }  task { 100 lock 1 {300} 200 }\n"
              "  task { 150 lock 1 {50} 50 } }");
    CHECK_EQ(root(&tree)->kind, SW_NODE_CALL);
    CHECK_EQ(root(&tree)->sum, 1500);
    CHECK_EQ(tree.n_locks, 2);
    CHECK_EQ(tree.locks[1].id, 1);
    const struct sw_node *section = &tree.nodes[tree.items[root(&tree)->first].node];
    CHECK_EQ(section->kind, SW_NODE_SECTION);
    CHECK_EQ(section->n_items, 3);
    for (size_t i = 1; i < tree.n_nodes; i++)
        for (uint32_t k = 0; k < tree.nodes[i].n_items; k++)
            CHECK(tree.items[tree.nodes[i].first + k].node < i);
    sw_program_tree_release(&tree);
}

static void test_equal_subtrees(void)
{
    struct sw_program_tree tree = parse("section a { task { 40 } task { 40 } 100 x task { 40 } }\n"
                                        "section a { 102 x task { 40 } }");
    CHECK_EQ(tree.n_nodes, 5); /* none, 40, task, section, root */
    CHECK_EQ(root(&tree)->n_items, 1);
    CHECK_EQ(tree.items[root(&tree)->first].count, 2);
    CHECK_EQ(root(&tree)->sum, 2 * 102 * 40);
    sw_program_tree_release(&tree);
}

static const char everything[] = "1.5\n"
                                 "call f {\n"
                                 "    3 x 7\n"
                                 "}\n"
                                 "section loop1 static,4 nowait {\n"
                                 "    12\n"
                                 "    100 x task t1 {\n"
                                 "        lock 17 {\n"
                                 "            40\n"
                                 "        }\n"
                                 "        lock \"the lock\" {}\n"
                                 "    }\n"
                                 "    group {\n"
                                 "        2 x group shuffled {\n"
                                 "            5 x task {\n"
                                 "                section team {}\n"
                                 "            }\n"
                                 "        }\n"
                                 "    }\n"
                                 "}\n"
                                 "section \"nowait\" guided {\n"
                                 "    task \"a \\\"b\\\" \\\\\" {}\n"
                                 "}\n"
                                 "section spawn {}\n"
                                 "section loop {}\n"
                                 "section dynamic,2 same {}\n";

static void test_round_trip(void)
{
    struct sw_program_tree tree = parse(everything);
    char *text = print(&tree, 0);
    CHECK_STR(text, everything);
    CHECK_STR(tree.locks[2].label, "the lock");
    free(text);
    sw_program_tree_release(&tree);

    tree = parse("# nothing else\nsection x{task{1}}# end");
    text = print(&tree, 1);
    CHECK_STR(text, "section x { ... }\n");
    free(text);
    sw_program_tree_release(&tree);
}

static void test_deep(void)
{
    enum { DEPTH = 100000 };
    char *text = malloc(DEPTH * 20), *at = text;
    for (int i = 0; i < DEPTH; i++)
        at += sprintf(at, "call f { 1 ");
    for (int i = 0; i < DEPTH; i++)
        at += sprintf(at, "}");
    struct sw_program_tree tree = parse(text);
    CHECK_EQ(root(&tree)->sum, DEPTH);
    free(print(&tree, 10));
    free(text);
    sw_program_tree_release(&tree);
}

static void fails(const char *text, const char *reason)
{
    struct sw_program_tree tree;
    char why[200] = "";
    CHECK(sw_tree_text_parse(&tree, text, strlen(text), why, sizeof why) < 0);
    CHECK_STR(why, reason);
    CHECK_EQ(tree.n_nodes, 0);
}

static void test_errors(void)
{
    fails("1\n\ntask { 1 }", "line 3: a task stands in sections only");
    fails("section {\n 1 call { task { 1 } } }", "line 2: a task stands in sections only");
    fails("section {\n task {\n 5", "line 2: this 'task' does not end");
    fails("5 }", "line 1: '}' without '{'");
    fails("lock { 5 }", "line 1: a lock needs a number or a name");
    fails("section sometimes often { }", "line 1: 'often' is not understood after 'section'");
    fails("12a", "line 1: '12a' is not a length");
    fails("12.", "line 1: '12.' is not a length");
    fails("1000000000000000000000", "line 1: '1000000000000000000000' is too long");
    fails("5000000000 x 1", "line 1: '5000000000 x': from 1 to 4294967295 times");
    fails("0 x 1", "line 1: '0 x': from 1 to 4294967295 times");
    fails("2 x }", "line 1: '2 x': of what?");
    fails("section", "line 1: 'section' needs '{'");
    fails("sektion { }", "line 1: 'sektion' is not understood");
    fails("task \"x { }", "line 1: a task stands in sections only");
    fails("call \"x { }", "line 1: a quoted name does not end");
}

int main(void)
{
    test_figure_5();
    test_equal_subtrees();
    test_round_trip();
    test_deep();
    test_errors();
    struct sw_program_tree empty = parse("");
    CHECK_EQ(empty.n_nodes, 2);
    sw_program_tree_release(&empty);
    return check_done();
}
