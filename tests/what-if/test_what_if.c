/*
 * Changed trees against a calculation that makes none: work and span of random trees, walked as they unfold, with
 * the changes that are in force on the way. Factors are powers of two, so that all is exact.
 */
#include "analysis/predict/tree_figures.h"
#include "analysis/predict/what_if.h"
#include "profile/tree_text.h"
#include "tests/check.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static uint64_t state;

static unsigned random_below(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

/* Calls f0..f4, sections s0.., tasks t0..; locks 1 to 3 have sites k0.. */
static void put_items(FILE *out, unsigned depth, bool in_section);

static void put_node(FILE *out, const char *kind, char letter, unsigned depth, bool is_section)
{
    fprintf(out, "%u x %s ", 1 + random_below(3), kind);
    if (*kind == 'l')
        fprintf(out, "%u ", 1 + random_below(3));
    if (*kind != 'g' && random_below(4))
        fprintf(out, "%c%u ", letter, random_below(5));
    fprintf(out, "{ ");
    put_items(out, depth + 1, is_section);
    fprintf(out, "} ");
}

static void put_items(FILE *out, unsigned depth, bool in_section)
{
    unsigned n = 1 + random_below(3);
    for (unsigned i = 0; i < n; i++) {
        unsigned which = depth > 5 ? 0 : random_below(in_section ? 9 : 6);
        if (in_section && which > 4)
            put_node(out, "task", 't', depth, false);
        else if (which == 1)
            put_node(out, "lock", 'k', depth, false);
        else if (which == 2)
            put_node(out, "section", 's', depth, true);
        else if (which == 3)
            put_node(out, "group", 'g', depth, in_section);
        else if (which > 3)
            put_node(out, "call", 'f', depth, false);
        else
            fprintf(out, "%u ", 64 * random_below(100));
    }
}

struct walk {
    const struct sw_program_tree *tree;
    const struct sw_change_of_sites *changes;
    size_t n;
};

struct in_force {
    uint64_t whole; /* changes of all that is inside */
    int own;        /* change of what is done here, -1: none */
    double scale;   /* by which lengths are shorter, for the whole ones */
};

struct cost {
    double work, span;
};

static bool is_at(const struct walk *w, const struct sw_change_of_sites *c, uint32_t number)
{
    const struct sw_node *node = &w->tree->nodes[number];
    for (size_t k = 0; k < c->n_sites; k++)
        if (c->sites[k] == node->site && (node->site || number == sw_program_tree_root(w->tree)))
            return true;
    return c->lock && node->kind == SW_NODE_LOCK && node->detail == c->lock;
}

static struct cost walk(const struct walk *w, uint32_t number, struct in_force f);

/* In order; tasks in sections, also those of groups in them, run beside what follows. */
static void walk_items(const struct walk *w, uint32_t number, struct in_force f, bool in_section,
                       struct cost *sum, double *latest)
{
    const struct sw_node *node = &w->tree->nodes[number];
    for (uint32_t k = 0; k < node->n_items; k++)
        for (uint32_t i = 0; i < w->tree->items[node->first + k].count; i++) {
            uint32_t inner = w->tree->items[node->first + k].node;
            if (w->tree->nodes[inner].kind == SW_NODE_GROUP) {
                walk_items(w, inner, f, in_section, sum, latest);
                continue;
            }
            struct cost c = walk(w, inner, f);
            sum->work += c.work;
            if (in_section && w->tree->nodes[inner].kind == SW_NODE_TASK)
                *latest = fmax(*latest, sum->span + c.span);
            else
                sum->span += c.span;
        }
}

static struct cost walk(const struct walk *w, uint32_t number, struct in_force f)
{
    const struct sw_node *node = &w->tree->nodes[number];
    double tasks = 1;
    if (node->kind == SW_NODE_WORK) {
        double length = sw_node_length(node) / f.scale;
        if (f.own < 0)
            return (struct cost){length, length};
        const struct sw_change_of_sites *c = &w->changes[f.own];
        length /= c->faster;
        return (struct cost){length, length / (c->parallel > 1 ? c->parallel : 1)};
    }
    if (node->site)
        f.own = -1;
    for (size_t i = 0; i < w->n; i++) {
        const struct sw_change_of_sites *c = &w->changes[i];
        if (!is_at(w, c, number) || f.whole >> i & 1)
            continue;
        if (c->own) {
            f.own = (int)i;
            continue;
        }
        f.whole |= 1ull << i;
        f.scale *= c->faster * (c->parallel > 1 ? c->parallel : 1);
        tasks *= c->parallel > 1 ? c->parallel : 1;
    }
    struct cost sum = {0, 0};
    double latest = 0;
    walk_items(w, number, f, node->kind == SW_NODE_SECTION, &sum, &latest);
    return (struct cost){tasks * sum.work, fmax(sum.span, latest)};
}

static struct cost walk_all(const struct walk *w)
{
    return walk(w, sw_program_tree_root(w->tree), (struct in_force){0, -1, 1});
}

static unsigned count_locks(const struct sw_program_tree *tree, uint32_t lock)
{
    unsigned n = 0;
    double *times = calloc(tree->n_nodes, sizeof *times);
    times[sw_program_tree_root(tree)] = 1;
    for (uint32_t i = sw_program_tree_root(tree); i; i--) {
        const struct sw_node *node = &tree->nodes[i];
        n += times[i] > 0 && node->kind == SW_NODE_LOCK && node->detail == lock;
        for (uint32_t k = 0; node->kind != SW_NODE_WORK && k < node->n_items; k++)
            times[tree->items[node->first + k].node] += times[i];
    }
    free(times);
    return n;
}

static void compare(const struct sw_program_tree *tree, const struct sw_change_of_sites *changes,
                    size_t n)
{
    struct sw_program_tree changed;
    struct walk before = {tree, changes, n};
    CHECK_EQ(sw_what_if(&changed, tree, changes, n), 0);
    struct walk after = {&changed, NULL, 0};
    struct cost want = walk_all(&before), got = walk_all(&after);
    CHECK(fabs(got.work - want.work) <= 1e-9 * want.work);
    CHECK(fabs(got.span - want.span) <= 1e-9 * want.span);
    struct sw_node_figures *figures = sw_tree_figures(&changed, 0);
    CHECK(fabs(figures[sw_program_tree_root(&changed)].work - want.work) <= 1e-9 * want.work);
    CHECK(fabs(figures[sw_program_tree_root(&changed)].span - want.span) <= 1e-9 * want.span);
    free(figures);
    for (size_t i = 1; i < changed.n_nodes; i++)
        for (uint32_t k = 0; changed.nodes[i].kind != SW_NODE_WORK && k < changed.nodes[i].n_items;
             k++)
            CHECK(changed.items[changed.nodes[i].first + k].node < i);
    for (size_t i = 0; i < n; i++)
        if (changes[i].lock && changes[i].is_free)
            CHECK_EQ(count_locks(&changed, changes[i].lock), 0);
    CHECK_EQ(changed.nodes[sw_program_tree_root(&changed)].kind, SW_NODE_CALL);
    sw_program_tree_release(&changed);
}

static void change_randomly(const struct sw_program_tree *tree)
{
    static const double factors[] = {1, 2, 4, 0.5};
    struct sw_change_of_sites changes[3];
    uint32_t sites[3][2];
    size_t n = 1 + random_below(3);
    /* Each site has one change of each kind at most: the calculation above knows no more. */
    for (size_t i = 0; i < n; i++) {
        bool is_lock = tree->n_locks > 1 && !random_below(4);
        sites[i][0] = (uint32_t)(i + 3 * random_below((unsigned)(tree->n_sites + 3) / 3));
        sites[i][1] = sites[i][0];
        if (sites[i][0] >= tree->n_sites)
            sites[i][0] = sites[i][1] = 0;
        changes[i] = (struct sw_change_of_sites){.sites = sites[i],
                                                 .n_sites = is_lock ? 0 : 2,
                                                 .lock = is_lock ? 1 : 0,
                                                 .faster = factors[random_below(4)],
                                                 .parallel = is_lock ? 0 : 1u << random_below(4),
                                                 .is_free = is_lock,
                                                 .own = !is_lock && random_below(2)};
        for (size_t k = 0; k < i; k++)
            if (changes[k].own && changes[i].own && sites[k][0] == sites[i][0])
                changes[i].own = false;
    }
    compare(tree, changes, n);
}

static void test_random(void)
{
    for (unsigned seed = 1; seed <= 1500; seed++) {
        struct sw_program_tree tree;
        char *text, why[256];
        size_t size;
        state = seed;
        FILE *out = open_memstream(&text, &size);
        put_items(out, 0, false);
        fclose(out);
        if (sw_tree_text_parse(&tree, text, size, why, sizeof why)) {
            fprintf(stderr, "%s\n", why);
            CHECK(0);
        } else {
            if (tree.n_sites)
                change_randomly(&tree);
            sw_program_tree_release(&tree);
        }
        free(text);
    }
}

/* Deeper than C's stack would take it. */
static void test_deep(void)
{
    enum { DEPTH = 400000 };
    struct sw_program_tree tree, changed;
    char *text, why[256];
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (int i = 0; i < DEPTH; i++)
        fprintf(out, "1 call f { ");
    fprintf(out, "call leaf { 1000 } ");
    for (int i = 0; i < DEPTH; i++)
        fputc('}', out);
    fclose(out);
    CHECK_EQ(sw_tree_text_parse(&tree, text, size, why, sizeof why), 0);
    free(text);
    uint32_t leaf = (uint32_t)(tree.n_sites - 1); /* the last that was met */
    struct sw_change_of_sites change = {.sites = &leaf, .n_sites = 1, .faster = 10};
    CHECK_EQ(sw_what_if(&changed, &tree, &change, 1), 0);
    CHECK_EQ(changed.nodes[sw_program_tree_root(&changed)].sum, DEPTH + 100);
    sw_program_tree_release(&changed);
    sw_program_tree_release(&tree);
}

/* A cut-off: what is shorter is not spread. */
static void test_least(void)
{
    static const char text[] = "call f { 10 1000 call g { 1000 } }";
    struct sw_program_tree tree, changed;
    char why[256];
    uint32_t f = 1;
    struct sw_change_of_sites change = {
        .sites = &f, .n_sites = 1, .parallel = 10, .own = true, .least = 100};
    CHECK_EQ(sw_tree_text_parse(&tree, text, strlen(text), why, sizeof why), 0);
    CHECK_EQ(sw_what_if(&changed, &tree, &change, 1), 0);
    struct walk after = {&changed, NULL, 0};
    CHECK_EQ(walk_all(&after).work, 2010);
    CHECK_EQ(walk_all(&after).span, 1110);
    sw_program_tree_release(&changed);
    sw_program_tree_release(&tree);
}

static double span_of(const struct sw_program_tree *tree)
{
    struct sw_node_figures *figures = sw_tree_figures(tree, 0);
    double span = figures ? figures[sw_program_tree_root(tree)].span : 0;
    free(figures);
    return span;
}

/* What is too short to be spread is done by the task that is started next to it; what is long enough is spread; and none of it is lost. */
static void test_given_along(void)
{
    static const char *const texts[] = {
        "section make spawn { 10 x group { 8 task t { 64 } } }",
        "section make spawn { 10 x group { task t { 64 } 8 } }",
        "section make spawn { 10 x group { 80 task t { 64 } } }",
    };
    static const double spans[] = {72, 72, 10 * 80 / 16 + 64};
    for (size_t i = 0; i < 3; i++) {
        struct sw_program_tree tree, changed;
        char why[200] = "";
        CHECK_EQ(sw_tree_text_parse(&tree, texts[i], strlen(texts[i]), why, sizeof why), 0);
        uint32_t site = 1;
        struct sw_change_of_sites change = {
            .sites = &site, .n_sites = 1, .own = true, .parallel = 16, .least = 40};
        CHECK_EQ(sw_what_if(&changed, &tree, &change, 1), 0);
        struct sw_node_figures *before = sw_tree_figures(&tree, 0),
                               *after = sw_tree_figures(&changed, 0);
        CHECK(after[sw_program_tree_root(&changed)].work ==
              before[sw_program_tree_root(&tree)].work);
        CHECK(span_of(&changed) == spans[i]);
        free(before);
        free(after);
        sw_program_tree_release(&changed);
        sw_program_tree_release(&tree);
    }
}

int main(void)
{
    test_given_along();
    test_random();
    test_deep();
    test_least();
    return check_done();
}
