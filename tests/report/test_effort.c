/* What follows from a profile of `spanwise sample`: trees, sums, verdicts, to the integer. */
#include "analysis/effort/findings.h"
#include "analysis/effort/lists.h"
#include "tests/check.h"
#include "tests/profile/synthetic.h"

#include <stdlib.h>

#define MS UINT64_C(1000000)

struct made {
    struct sw_profile profile;
    struct sw_functions functions;
    struct sw_effort_tree tree;
};

static void make(struct made *m, const char *name, bool physical)
{
    CHECK_EQ(synthetic_make(&m->profile, name), 0);
    CHECK_EQ(sw_functions_make(&m->functions, &m->profile), 0);
    CHECK_EQ(sw_effort_tree_make(&m->tree, &m->profile, &m->functions, physical, SW_EFFORT_ALL), 0);
}

static void release(struct made *m)
{
    sw_effort_tree_release(&m->tree);
    sw_functions_release(&m->functions);
    sw_profile_release(&m->profile);
}

/* The child of that name; 0: there is none. */
static uint32_t child(const struct made *m, uint32_t node, const char *name, uint32_t started)
{
    const struct sw_effort_node *nodes = m->tree.nodes;
    for (uint32_t i = nodes[node].child; i; i = nodes[i].sibling)
        if (!strcmp(sw_effort_name(&m->tree, nodes[i].key), name) &&
            nodes[i].key.started == started)
            return i;
    return 0;
}

static uint64_t total(const struct made *m, uint32_t node, enum sw_effort_metric metric)
{
    return sw_effort_get(&m->tree.nodes[node].total, metric);
}

static uint64_t self(const struct made *m, uint32_t node, enum sw_effort_metric metric)
{
    return sw_effort_get(&m->tree.nodes[node].self, metric);
}

/* What is in the profile is in the tree, once. */
static void check_whole(const struct made *m)
{
    for (int k = SW_EFFORT_ALL; k <= SW_EFFORT_BLAME; k++) {
        enum sw_effort_metric metric = (enum sw_effort_metric)k;
        uint64_t paths = 0, selves = 0;
        for (size_t i = 0; i < m->profile.sampled.n_paths; i++) {
            const struct sw_effort_path *p = &m->profile.effort.paths[i];
            struct sw_effort_sums s = {.work = p->work,
                                       .overhead = {p->overhead[0], p->overhead[1], p->overhead[2]},
                                       .idle = p->idle,
                                       .waited = p->waited,
                                       .blamed = p->blamed};
            paths += sw_effort_get(&s, metric);
        }
        for (uint32_t i = 0; i < m->tree.n; i++) {
            uint64_t sum = self(m, i, metric);
            selves += sum;
            for (uint32_t c = m->tree.nodes[i].child; c; c = m->tree.nodes[c].sibling)
                sum += total(m, c, metric);
            CHECK_EQ(total(m, i, metric), sum);
        }
        CHECK_EQ(selves, paths);
        CHECK_EQ(total(m, 0, metric), paths);
    }
    uint32_t depth = 0, seen = 1;
    for (uint32_t i = sw_effort_next(&m->tree, 0, &depth); i;
         i = sw_effort_next(&m->tree, i, &depth))
        seen++;
    CHECK_EQ(seen, m->tree.n);
    CHECK_EQ(depth, 0);
}

static void test_logical(void)
{
    struct made m;
    make(&m, "effort", false);
    check_whole(&m);
    uint32_t main = child(&m, 0, "main", 0), body = child(&m, main, "main", 1);
    uint32_t compute = child(&m, body, "compute", 0);
    CHECK(main && body && compute);
    CHECK_EQ(m.tree.effort, 3820 * MS);
    CHECK_EQ(m.tree.nobody, 180 * MS);
    CHECK_EQ(self(&m, main, SW_EFFORT_IDLE), 150 * MS);
    CHECK_EQ(total(&m, main, SW_EFFORT_IDLE), 1450 * MS);
    CHECK_EQ(m.tree.nodes[main].line, 65);
    CHECK_EQ(m.tree.nodes[body].called, 65);
    CHECK_EQ(m.tree.nodes[child(&m, main, "read_input", 0)].called, 60);
    CHECK_EQ(self(&m, body, SW_EFFORT_OVERHEAD), 200 * MS); /* what it called the runtime for */
    CHECK_EQ(total(&m, compute, SW_EFFORT_WORK), 1600 * MS);
    CHECK_EQ(total(&m, child(&m, compute, "square", 0), SW_EFFORT_WORK), 400 * MS); /* inlined */
    CHECK_EQ(m.tree.nodes[child(&m, compute, "square", 0)].called, 22);
    CHECK_EQ(total(&m, child(&m, 0, "(no code of the program)", 0), SW_EFFORT_ALL), 20 * MS);
    CHECK_EQ(m.tree.n, 8);
    release(&m);
}

static void test_physical(void)
{
    struct made m;
    make(&m, "effort", true);
    check_whole(&m);
    uint32_t thread = child(&m, child(&m, 0, "clone3", 0), "gomp_thread_start", 0);
    uint32_t body = child(&m, thread, "main", 0);
    CHECK_EQ(self(&m, thread, SW_EFFORT_OVERHEAD), 20 * MS);
    CHECK_EQ(total(&m, body, SW_EFFORT_WORK), 1800 * MS);
    CHECK_EQ(self(&m, child(&m, body, "GOMP_loop_dynamic_next", 0), SW_EFFORT_OVERHEAD), 200 * MS);
    uint32_t main = child(&m, child(&m, 0, "__libc_start_call_main", 0), "main", 0);
    CHECK_EQ(total(&m, main, SW_EFFORT_ALL), 1400 * MS);
    release(&m);
}

/* A continuation that was stolen is the function that it is; what was started is not. */
static void test_links(void)
{
    struct made m;
    make(&m, "effort-odd", false);
    check_whole(&m);
    uint32_t fib = child(&m, 0, "fib", 0);
    CHECK_EQ(self(&m, fib, SW_EFFORT_WORK), 30);
    CHECK_EQ(self(&m, child(&m, fib, "fib", 1), SW_EFFORT_WORK), 40);
    uint32_t first = m.tree.nodes[m.tree.nodes[0].child].child,
             second = m.tree.nodes[first].sibling;
    CHECK_EQ(self(&m, first, SW_EFFORT_WORK), 200); /* at two lines of one function */
    CHECK_EQ(m.tree.nodes[first].called, 7);
    CHECK_EQ(self(&m, second, SW_EFFORT_WORK), 100);
    CHECK_EQ(m.tree.nodes[second].called, 8);
    release(&m);
    make(&m, "effort-odd", true);
    check_whole(&m);
    CHECK_EQ(self(&m, child(&m, 0, "fib", 0), SW_EFFORT_WORK), 10);
    CHECK_EQ(self(&m, child(&m, child(&m, child(&m, 0, "clone", 0), "steal", 0), "fib", 0),
                  SW_EFFORT_WORK),
             360);
    release(&m);
}

static const struct sw_effort_row *row(const struct made *m, const struct sw_effort_rows *rows,
                                       const char *name, uint32_t started)
{
    static const struct sw_effort_row none;
    for (size_t i = 0; i < rows->n; i++)
        if (!strcmp(sw_effort_name(&m->tree, rows->items[i].key), name) &&
            rows->items[i].key.started == started)
            return &rows->items[i];
    CHECK(0);
    return &none;
}

static void test_functions(void)
{
    struct made m;
    struct sw_effort_rows rows;
    make(&m, "effort", false);
    CHECK_EQ(sw_effort_functions(&m.tree, SW_EFFORT_ALL, SW_EFFORT_EVERY, &rows), 0);
    uint64_t sum = 0;
    for (size_t i = 0; i < rows.n; i++)
        sum += sw_effort_get(&rows.items[i].self, SW_EFFORT_ALL);
    CHECK_EQ(sum, 3820 * MS);
    CHECK_EQ(rows.n, 7);
    CHECK_EQ(row(&m, &rows, "main", 0)->line, 50);
    CHECK_EQ(row(&m, &rows, "main", 0)->total.work, 2150 * MS);
    CHECK_EQ(row(&m, &rows, "main", 1)->total.work, 1800 * MS);
    CHECK_EQ(row(&m, &rows, "square", 0)->line, 5);
    CHECK_STR(sw_effort_name(&m.tree, rows.items[0].key), "compute");
    sw_effort_rows_release(&rows);
    CHECK_EQ(sw_effort_functions(&m.tree, SW_EFFORT_IDLE, 1, &rows), 0);
    CHECK_EQ(rows.n, 1);
    CHECK_EQ(rows.left, 4);
    CHECK_STR(sw_effort_name(&m.tree, rows.items[0].key), "read_input");
    sw_effort_rows_release(&rows);
    CHECK_EQ(sw_effort_lines(&m.tree, SW_EFFORT_BLAME, SW_EFFORT_EVERY, &rows), 0);
    CHECK_EQ(rows.n, 1);
    CHECK_EQ(rows.items[0].line, 30);
    sw_effort_rows_release(&rows);
    release(&m);
}

/* Recursion counts once, a called and a started instance each. */
static void test_recursion(void)
{
    struct made m;
    struct sw_effort_rows rows;
    make(&m, "effort-odd", false);
    CHECK_EQ(sw_effort_functions(&m.tree, SW_EFFORT_WORK, SW_EFFORT_EVERY, &rows), 0);
    CHECK_EQ(row(&m, &rows, "fib", 0)->total.work, 470);
    CHECK_EQ(row(&m, &rows, "fib", 0)->self.work, 430);
    CHECK_EQ(row(&m, &rows, "fib", 1)->total.work, 340);
    sw_effort_rows_release(&rows);
    release(&m);
}

/* The parts that came from callers add up to what the function has. */
static void test_callers(void)
{
    struct made m;
    struct sw_effort_rows rows;
    make(&m, "effort", false);
    CHECK_EQ(sw_effort_callers(&m.tree, SW_EFFORT_WORK, SW_EFFORT_EVERY, 0, &rows), 0);
    uint64_t sum = 0;
    for (size_t i = 0; i < rows.n; i++)
        sum += rows.items[i].depth ? 0 : rows.items[i].self.work;
    CHECK_EQ(sum, 2150 * MS);
    CHECK_EQ(rows.n, 3 + 4 + 2 + 3 + 1);
    CHECK_STR(sw_effort_name(&m.tree, rows.items[3].key), "square");
    CHECK_EQ(rows.items[4].line, 22);
    CHECK_EQ(rows.items[5].line, 70);
    CHECK_EQ(rows.items[6].line, 65);
    CHECK_EQ(rows.items[6].depth, 3);
    sw_effort_rows_release(&rows);
    CHECK_EQ(sw_effort_callers(&m.tree, SW_EFFORT_ALL, 2, 0.33, &rows), 0);
    CHECK_EQ(rows.n, 3 + 1);
    CHECK_EQ(rows.left, 5);
    sw_effort_rows_release(&rows);
    release(&m);
}

static void test_hot_paths(void)
{
    struct made m;
    struct sw_effort_rows rows;
    make(&m, "effort", false);
    CHECK_EQ(sw_effort_hot_paths(&m.tree, SW_EFFORT_ALL, 4, &rows), 0);
    CHECK_EQ(rows.n, 4);
    CHECK_EQ(rows.left, 3);
    CHECK_EQ(rows.items[0].parent, 0);
    CHECK_EQ(rows.items[1].parent, 1);
    CHECK_EQ(rows.items[2].parent, 2);
    CHECK_EQ(rows.items[3].parent, 1);
    CHECK_STR(sw_effort_name(&m.tree, rows.items[3].key), "read_input");
    sw_effort_rows_release(&rows);
    release(&m);
}

/* The paper's Table 1, and what was added. */
static void test_verdicts(void)
{
    static const struct {
        struct sw_effort_sums sums;
        uint64_t processors;
        enum sw_effort_verdict want;
    } rules[] = {
        {{.work = 90, .overhead = {5}, .idle = 5}, 8, SW_VERDICT_EFFECTIVE},
        {{.work = 85, .overhead = {4, 3, 3}, .idle = 5}, 8, SW_VERDICT_COARSEN},
        {{.work = 85, .overhead = {5}, .idle = 10}, 8, SW_VERDICT_REFINE},
        {{.work = 80, .overhead = {10}, .idle = 10}, 8, SW_VERDICT_STRATEGY},
        {{.work = 10, .idle = 70}, 8, SW_VERDICT_SERIAL},
        {{.work = 5, .overhead = {10}, .idle = 65},
         8,
         SW_VERDICT_STRATEGY}, /* one makes tiny tasks */
        {{.work = 20, .idle = 60}, 8, SW_VERDICT_REFINE},
        {{.work = 50, .idle = 50}, 2, SW_VERDICT_SERIAL},
        {{.work = 60, .idle = 40}, 2, SW_VERDICT_REFINE},
        {{.work = 10, .idle = 70, .blamed = 35}, 8, SW_VERDICT_CONTENTION},
        {{.work = 10, .idle = 70, .blamed = 34}, 8, SW_VERDICT_SERIAL},
        {{.work = 95, .idle = 5, .blamed = 500}, 8, SW_VERDICT_EFFECTIVE}, /* it cost nothing */
        {{.work = 100}, 1, SW_VERDICT_EFFECTIVE},
        {{.work = 0}, 1, SW_VERDICT_EFFECTIVE},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        CHECK_EQ(sw_effort_judge(&rules[i].sums, rules[i].processors), rules[i].want);
    CHECK_EQ(sw_effort_idle_processors(&rules[4].sums, 8), 7);
}

static void test_regions(void)
{
    struct made m;
    struct sw_effort_regions r;
    make(&m, "effort", false);
    CHECK_EQ(sw_effort_regions_make(&r, &m.tree), 0);
    CHECK_EQ(r.n, 3);
    CHECK_STR(sw_effort_name(&m.tree, r.items[0].key), "read_input");
    CHECK_EQ(r.items[0].verdict, SW_VERDICT_SERIAL);
    CHECK_EQ(r.items[0].line, 10);
    CHECK_EQ(r.items[1].verdict, SW_VERDICT_CONTENTION);
    CHECK_EQ(r.items[1].key.started, 1);
    CHECK_EQ(r.items[2].own, 1);
    CHECK_EQ(r.items[2].line, 50);
    sw_effort_regions_release(&r);
    release(&m);
}

/* Without the lock the region is one of its own, and what it is depends on idleness and overhead. */
static void judge_region(uint64_t idle, uint64_t overhead, enum sw_effort_verdict want,
                         const char *words)
{
    struct made m;
    struct sw_effort_regions r;
    struct sw_findings findings = {0};
    struct sw_units units = {"ns", 0};
    int found = 0;
    CHECK_EQ(synthetic_make(&m.profile, "effort"), 0);
    struct sw_effort *e = &m.profile.effort;
    free(e->locks[0].name);
    free(e->locks[1].name);
    e->n_locks = 0;
    for (size_t i = 0; i < m.profile.sampled.n_paths; i++) {
        e->paths[i].blamed = 0;
        if (e->paths[i].work == 1200 * MS)
            e->paths[i].idle = idle;
        if (e->paths[i].overhead[SW_OVERHEAD_CREATE])
            e->paths[i].overhead[SW_OVERHEAD_SCHEDULE] = overhead;
    }
    CHECK_EQ(sw_functions_make(&m.functions, &m.profile), 0);
    CHECK_EQ(sw_effort_tree_make(&m.tree, &m.profile, &m.functions, false, SW_EFFORT_IDLE), 0);
    CHECK_EQ(sw_effort_regions_make(&r, &m.tree), 0);
    for (size_t i = 0; i < r.n; i++)
        if (r.items[i].key.started) {
            CHECK_EQ(r.items[i].verdict, want);
            found++;
        }
    CHECK_EQ(found, 1);
    sw_effort_findings(&findings, &m.tree, &r, &units);
    found = 0;
    for (size_t i = 0; i < findings.n; i++)
        found += strstr(findings.items[i].text, words) != NULL;
    if (found != 1)
        fprintf(stderr, "not once: %s\n", words);
    CHECK_EQ(found, 1);
    sw_findings_release(&findings);
    sw_effort_regions_release(&r);
    release(&m);
}

static void test_sentences(void)
{
    judge_region(0, 0, SW_VERDICT_EFFECTIVE,
                 "the parallel part of 'main' (app.c:70) is effectively parallel");
    judge_region(0, 300 * MS, SW_VERDICT_COARSEN,
                 "too fine a grain: the parallel part of 'main' (app.c:70) has enough");
    judge_region(400 * MS, 0, SW_VERDICT_REFINE,
                 "while the parallel part of 'main' (app.c:70) ran, on average 1.0 of 4 processors "
                 "had nothing to do");
    judge_region(400 * MS, 300 * MS, SW_VERDICT_STRATEGY,
                 "divided the wrong way: while the parallel part of 'main' (app.c:70) ran");
}

int main(void)
{
    test_logical();
    test_physical();
    test_links();
    test_functions();
    test_recursion();
    test_callers();
    test_hot_paths();
    test_verdicts();
    test_regions();
    test_sentences();
    return check_done();
}
