/* What follows from a profile of `spanwise sample`: trees, sums, verdicts, to the integer. */
#include "analysis/effort/account.h"
#include "analysis/effort/lanes.h"
#include "analysis/effort/lists.h"
#include "analysis/verdict/verdict.h"
#include "tests/check.h"
#include "tests/profile/synthetic.h"
#include "tests/said.h"

#include <math.h>
#include <stdlib.h>

#define MS                    UINT64_C(1000000)

#define CHECK_MS(got, ms)     CHECK_EQ((got) / MS + 0.5, ms)
#define CHECK_NEAR(got, want) CHECK(fabs((got) - (want)) < 1e-9)

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
    CHECK_EQ(rows.n, 6); /* what is started of 'main' is 'main' */
    CHECK_EQ(row(&m, &rows, "main", 1)->line, 50);
    CHECK_EQ(row(&m, &rows, "main", 1)->total.work, 2150 * MS);
    CHECK_EQ(row(&m, &rows, "square", 0)->line, 5);
    CHECK_STR(sw_effort_name(&m.tree, rows.items[0].key), "compute");
    sw_effort_rows_release(&rows);
    CHECK_EQ(sw_effort_functions(&m.tree, SW_EFFORT_IDLE, 1, &rows), 0);
    CHECK_EQ(rows.n, 1);
    CHECK_EQ(rows.left, 3);
    CHECK_STR(sw_effort_name(&m.tree, rows.items[0].key), "read_input");
    sw_effort_rows_release(&rows);
    CHECK_EQ(sw_effort_lines(&m.tree, SW_EFFORT_BLAME, SW_EFFORT_EVERY, &rows), 0);
    CHECK_EQ(rows.n, 1);
    CHECK_EQ(rows.items[0].line, 30);
    sw_effort_rows_release(&rows);
    release(&m);
}

/* Recursion counts once, called or started. */
static void test_recursion(void)
{
    struct made m;
    struct sw_effort_rows rows;
    make(&m, "effort-odd", false);
    CHECK_EQ(sw_effort_functions(&m.tree, SW_EFFORT_WORK, SW_EFFORT_EVERY, &rows), 0);
    CHECK_EQ(row(&m, &rows, "fib", 1)->total.work, 770);
    CHECK_EQ(row(&m, &rows, "fib", 1)->self.work, 770);
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

/* One advice for a part, whatever it is short of. */
static void test_advice(void)
{
    static const struct {
        struct sw_effort_sums sums;
        uint64_t processors;
        enum sw_effort_advice want;
    } rules[] = {
        {{.work = 90, .overhead = {5}, .idle = 5}, 8, SW_ADVISE_NOTHING},
        {{.work = 85, .overhead = {4, 3, 3}, .idle = 5}, 8, SW_ADVISE_COARSEN},
        {{.work = 85, .overhead = {5}, .idle = 10}, 8, SW_ADVISE_REFINE},
        {{.work = 80, .overhead = {10}, .idle = 10}, 8, SW_ADVISE_COARSEN},
        {{.work = 10, .idle = 70}, 8, SW_ADVISE_PARALLELIZE},
        {{.work = 5, .overhead = {10}, .idle = 65}, 8, SW_ADVISE_COARSEN}, /* tiny tasks */
        {{.work = 20, .idle = 60}, 8, SW_ADVISE_REFINE},
        {{.work = 50, .idle = 50}, 2, SW_ADVISE_PARALLELIZE},
        {{.work = 50, .idle = 50, .idle_by = {25}}, 2, SW_ADVISE_BALANCE},
        {{.work = 60, .idle = 40}, 2, SW_ADVISE_REFINE},
        {{.work = 10, .idle = 70, .idle_by = {0, 35}}, 8, SW_ADVISE_UNLOCK},
        {{.work = 10, .idle = 70, .idle_by = {0, 34}}, 8, SW_ADVISE_PARALLELIZE},
        {{.work = 10, .idle = 70, .idle_by = {0, 0, 0, 35}}, 8, SW_ADVISE_NOTHING}, /* a clock */
        {{.work = 95, .idle = 5, .idle_by = {0, 5}}, 8, SW_ADVISE_NOTHING}, /* it cost nothing */
        {{.work = 80, .overhead = {0, 20}}, 8, SW_ADVISE_COARSEN},
        {{.work = 100}, 1, SW_ADVISE_NOTHING},
        {{.work = 0}, 1, SW_ADVISE_NOTHING},
    };
    static const struct sw_effort_sums locks = {.work = 80, .overhead = {0, 20}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        CHECK_EQ(sw_effort_judge(&rules[i].sums, rules[i].processors, false), rules[i].want);
    CHECK_EQ(sw_effort_judge(&locks, 8, true), SW_ADVISE_UNLOCK);
    CHECK_EQ(sw_effort_idle_processors(&rules[4].sums, 8), 7);
    CHECK(sw_effort_opposes(SW_ADVISE_COARSEN, SW_ADVISE_REFINE));
    CHECK(sw_effort_opposes(SW_ADVISE_REFINE, SW_ADVISE_COARSEN));
    CHECK(!sw_effort_opposes(SW_ADVISE_REFINE, SW_ADVISE_REFINE));
}

static void test_regions(void)
{
    struct made m;
    struct sw_effort_regions r;
    make(&m, "effort", false);
    CHECK_EQ(sw_effort_regions_make(&r, &m.tree, false), 0);
    CHECK_EQ(r.n, 3);
    CHECK_STR(sw_effort_name(&m.tree, r.items[0].key), "read_input");
    CHECK_EQ(r.items[0].advice, SW_ADVISE_PARALLELIZE);
    CHECK_EQ(r.items[0].line, 10);
    CHECK_EQ(r.items[1].advice, SW_ADVISE_UNLOCK);
    CHECK_EQ(r.items[1].key.started, 1);
    CHECK_EQ(r.items[2].own, 1);
    CHECK_EQ(r.items[2].line, 50);
    sw_effort_regions_release(&r);
    release(&m);
}

/* --- findings --- */

struct found {
    struct sw_effort_regions regions;
    struct sw_account account;
    struct sw_findings findings;
};

static void find(struct made *m, struct found *f)
{
    struct sw_units units = {"ns", 0};
    *f = (struct found){0};
    CHECK_EQ(sw_functions_make(&m->functions, &m->profile), 0);
    CHECK_EQ(sw_effort_tree_make(&m->tree, &m->profile, &m->functions, false, SW_EFFORT_IDLE), 0);
    CHECK_EQ(sw_account_make(&f->account, &f->regions, &m->tree), 0);
    sw_effort_findings(&f->findings, &m->tree, &f->account, &f->regions, &units);
}

static void forget(struct made *m, struct found *f)
{
    sw_findings_release(&f->findings);
    sw_effort_regions_release(&f->regions);
    release(m);
}

static int count(const struct found *f, const char *words)
{
    int n = 0;
    for (size_t i = 0; i < f->findings.n; i++)
        n += strstr(words_of(&f->findings.items[i]), words) != NULL;
    return n;
}

static void says(const struct found *f, const char *words)
{
    if (count(f, words) != 1)
        for (size_t i = 0; i < f->findings.n; i++)
            fprintf(stderr, "%s\n", words_of(&f->findings.items[i]));
    CHECK_EQ(count(f, words), 1);
}

/* Without the lock the region is one of its own, and what it is depends on idleness and overhead. */
static void make_region(struct made *m, uint64_t idle, uint64_t overhead)
{
    CHECK_EQ(synthetic_make(&m->profile, "effort"), 0);
    struct sw_effort *e = &m->profile.effort;
    free(e->locks[0].name);
    free(e->locks[1].name);
    e->n_locks = 0;
    e->due = 0;
    for (size_t i = 0; i < m->profile.sampled.n_paths; i++) {
        e->paths[i].blamed = e->paths[i].idle_by[SW_IDLE_LOCKS] =
            e->paths[i].idle_by[SW_IDLE_UNEVEN] = 0;
        if (e->paths[i].work == 1200 * MS)
            e->paths[i].idle = idle;
        if (e->paths[i].overhead[SW_OVERHEAD_CREATE])
            e->paths[i].overhead[SW_OVERHEAD_SCHEDULE] = overhead;
    }
}

static void judge_region(uint64_t idle, uint64_t overhead, enum sw_effort_advice want,
                         const char *words)
{
    struct made m;
    struct found f;
    int found = 0;
    make_region(&m, idle, overhead);
    find(&m, &f);
    for (size_t i = 0; i < f.regions.n; i++)
        if (f.regions.items[i].key.started) {
            CHECK_EQ(f.regions.items[i].advice, want);
            found++;
        }
    CHECK_EQ(found, 1);
    says(&f, words);
    forget(&m, &f);
}

static void test_sentences(void)
{
    judge_region(0, 0, SW_ADVISE_NOTHING,
                 "the parallel part of 'main' (app.c:70) uses the cores well");
    judge_region(0, 300 * MS, SW_ADVISE_COARSEN,
                 "too fine a grain: the parallel part of 'main' (app.c:70) spends");
    judge_region(
        400 * MS, 0, SW_ADVISE_REFINE,
        "while the parallel part of 'main' (app.c:70) ran, on average 1.0 of 4 cores were idle");
    judge_region(400 * MS, 300 * MS, SW_ADVISE_COARSEN,
                 "too fine a grain: the parallel part of 'main' (app.c:70) spends");
}

/* Much idleness with much overhead in tiny pieces is too fine a grain, in the whole too. */
static void test_tiny(void)
{
    struct made m;
    struct found f;
    make_region(&m, 2500 * MS, 1500 * MS);
    find(&m, &f);
    CHECK_EQ(sw_account_advice(&f.account), SW_ADVISE_COARSEN);
    CHECK_EQ(count(&f, "wrong way"), 0);
    says(&f, "cores worked: too fine a grain");
    forget(&m, &f);
}

/* Smaller and larger pieces are never advised both of the same code: neither of the whole and a part, nor of a part twice. */
static void test_contradictions(void)
{
    for (uint64_t idle = 0; idle <= 2000; idle += 250)
        for (uint64_t overhead = 0; overhead <= 4000; overhead += 250)
            for (int alone = 0; alone < 2; alone++) {
                struct made m;
                struct found f;
                make_region(&m, idle * MS, overhead * MS);
                for (size_t i = 0; alone && i < m.profile.sampled.n_paths; i++)
                    if (m.profile.effort.paths[i].work == 300 * MS)
                        m.profile.effort.paths[i].idle = 300 * MS;
                find(&m, &f);
                int smaller = count(&f, "smaller pieces"), advice = 0,
                    larger = alone ? 0 : count(&f, "larger pieces"),
                    effective = count(&f, "the cores are busy: on");
                for (size_t i = 0; i < f.findings.n; i++) {
                    const struct sw_finding *one = &f.findings.items[i];
                    bool is_whole = one->kind == SW_FINDING_EFFORT;
                    advice += is_whole && one->severity == SW_ADVICE;
                    larger += is_whole && strstr(words_of(one), "larger pieces");
                }
                CHECK(!larger || !smaller);
                CHECK(!effective || !advice);
                forget(&m, &f);
            }
}

/* 40 functions that each are too little for a finding of their own: but in the timeline one core works for long. */
static void test_phase(void)
{
    struct made m;
    struct found f;
    CHECK_EQ(synthetic_make(&m.profile, "effort"), 0);
    find(&m, &f);
    CHECK_EQ(count(&f, "only one core worked"), 0); /* it is known by its function */
    says(&f, "nothing else ran while 'read_input' (app.c:10)");
    f.regions.n = 0;
    sw_findings_release(&f.findings);
    struct sw_units units = {"ns", 0};
    sw_effort_findings(&f.findings, &m.tree, &f.account, &f.regions, &units);
    says(&f, "from 0 ns to 350.0 ms only one core worked, mostly in 'read_input' (app.c:10)");
    const struct sw_finding *last = NULL;
    for (size_t i = 0; i < f.findings.n; i++)
        if (f.findings.items[i].kind == SW_FINDING_SERIAL_CODE)
            last = &f.findings.items[i];
    CHECK(last && last->line == 10);
    CHECK_STR(last->function, "read_input");
    for (size_t i = 0; i < m.profile.effort.n_stretches;
         i++) /* as a damaged profile may have it: more than 2^64 in all */
        m.profile.effort.stretches[i].idle = UINT64_MAX;
    sw_findings_release(&f.findings);
    sw_effort_findings(&f.findings, &m.tree, &f.account, &f.regions, &units);
    says(&f, "from 0 ns to 1.000 s only one core worked");
    forget(&m, &f);
}

/* Other programs are told of, and change no share: the run is as long as it would have been. */
static void test_others(void)
{
    struct made m;
    struct found f;
    CHECK_EQ(synthetic_make(&m.profile, "effort"), 0);
    find(&m, &f);
    CHECK_MS(f.account.all, 3880);
    CHECK_MS(f.account.taken, 120);
    CHECK_MS(f.account.lost[SW_WHY_PARALLELISM], 1150);
    CHECK_MS(f.account.lost[SW_WHY_IMBALANCE], 100);
    CHECK_MS(f.account.lost[SW_WHY_CONTENTION], 200);
    CHECK_MS(f.account.lost[SW_WHY_GRAIN], 221); /* 1 ms of it, of threads that start */
    CHECK_MS(f.account.lost[SW_WHY_WAITING], 59);
    CHECK_EQ(count(&f, "other programs"), 0); /* little */
    forget(&m, &f);

    CHECK_EQ(synthetic_make(&m.profile, "effort"), 0);
    m.profile.effort.time = 2500 * MS;
    m.profile.effort.others = 3000 * MS;
    find(&m, &f);
    CHECK_MS(f.account.all, 3880);
    CHECK_MS(f.account.taken, 6120);
    CHECK_MS(f.account.lost[SW_WHY_PARALLELISM], 1150);
    says(&f, "other programs used 1.2 of 4 cores: the run took 2.500 s, and would have taken about "
             "970.0 ms");
    CHECK(f.findings.items[0].kind == SW_FINDING_EFFORT); /* the program itself comes first */
    forget(&m, &f);
}

/* What no thread ran for is told apart, and no more of it than there is. */
static void test_waits(void)
{
    struct made m;
    struct found f;
    CHECK_EQ(synthetic_make(&m.profile, "effort"), 0);
    struct sw_effort *e = &m.profile.effort;
    e->time = e->due = 2000 * MS;
    e->nobody[SW_WAIT_CLOCK] = 600 * MS;
    e->nobody[SW_WAIT_INPUT] = 200 * MS;
    e->nobody[SW_WAIT_LOCK] = 100 * MS;
    find(&m, &f);
    CHECK_MS(f.account.waits[SW_WAIT_CLOCK], 2400);
    CHECK_MS(f.account.waits[SW_WAIT_INPUT], 800);
    CHECK_MS(f.account.waits[SW_WAIT_LOCK], 400);
    CHECK_EQ(f.account.taken, 0);
    says(&f, "for a lock 5%, for a clock (sleep) 30%, for input, signals or other processes 10%");
    forget(&m, &f);
}

/* Idleness that samples could not see is shared out; what they saw too much of is left out. */
static void test_due(void)
{
    struct made m;
    struct found f;
    CHECK_EQ(synthetic_make(&m.profile, "effort"), 0);
    m.profile.effort.nobody[SW_WAIT_CLOCK] = 0;
    m.profile.effort.due = 1500 * MS;
    m.profile.effort.time = 4000 * MS;
    find(&m, &f);
    CHECK_MS(f.account.all, 6000);
    CHECK(f.account.lost[SW_WHY_PARALLELISM] > 2800 * MS); /* 1150 of 1450, of 3629 */
    forget(&m, &f);

    CHECK_EQ(synthetic_make(&m.profile, "effort"), 0);
    m.profile.effort.due = 650 * MS;
    find(&m, &f);
    CHECK_MS(f.account.all, 2600);
    CHECK(f.account.lost[SW_WHY_PARALLELISM] < 200 * MS);
    CHECK_EQ(sw_account_advice(&f.account), SW_ADVISE_NOTHING);
    forget(&m, &f);

    /* But not more than all other processors have while a thread runs: that would be slower than one of them. */
    CHECK_EQ(synthetic_make(&m.profile, "effort"), 0);
    m.profile.effort.nobody[SW_WAIT_CLOCK] = 0;
    m.profile.effort.due = m.profile.effort.time = 40000 * MS;
    find(&m, &f);
    CHECK_MS(f.account.all, 160000);
    CHECK(f.account.unknown > 150000 * MS);
    CHECK(f.account.lost[SW_WHY_PARALLELISM] + f.account.lost[SW_WHY_IMBALANCE] <
          3 * (f.account.work + 400 * MS));
    forget(&m, &f);

    /* With more threads than processors that is no more than a bound. */
    CHECK_EQ(synthetic_make(&m.profile, "effort"), 0);
    m.profile.effort.due = 600 * MS;
    m.profile.effort.threads_most = 8;
    find(&m, &f);
    CHECK_MS(f.account.lost[SW_WHY_PARALLELISM], 1150);
    forget(&m, &f);
}

/* Threads that sleep and are woken again and again: the kernel's time for that is in no sample. */
static void test_switching(void)
{
    struct made m;
    struct found f;
    CHECK_EQ(synthetic_make(&m.profile, "effort"), 0);
    find(&m, &f);
    double before = f.account.lost[SW_WHY_GRAIN];
    CHECK(f.account.switching == 0);
    forget(&m, &f);

    CHECK_EQ(synthetic_make(&m.profile, "effort"), 0);
    m.profile.effort.cpu += 3000 * MS;
    find(&m, &f);
    CHECK(f.account.switching > 2900 * MS && f.account.switching <= 3000 * MS);
    CHECK(f.account.lost[SW_WHY_GRAIN] > before + 2900 * MS);
    CHECK_EQ(sw_account_advice(&f.account), SW_ADVISE_COARSEN);
    forget(&m, &f);
}

/* 40% of the work under one lock: never more than 2.5x. One that is taken millions of times for nothing wants to be none. */
static void test_locks(void)
{
    struct made m;
    struct found f;
    CHECK_EQ(synthetic_make(&m.profile, "effort"), 0);
    m.profile.effort.locks[0].held = 860 * MS;
    find(&m, &f);
    says(&f, "for 40% of the work: never more than 2.5x on any number of cores. Hold it more");
    CHECK_MS(f.account.lost[SW_WHY_CONTENTION], 240);
    CHECK(f.account.locking); /* synchronization is what such a lock makes of it */
    forget(&m, &f);

    CHECK_EQ(synthetic_make(&m.profile, "effort"), 0);
    m.profile.effort.locks[0].held = 215 * MS;
    find(&m, &f);
    CHECK_MS(f.account.lost[SW_WHY_CONTENTION], 200);
    CHECK(!f.account.locking); /* of four processors less than half have to wait for it */
    forget(&m, &f);

    CHECK_EQ(synthetic_make(&m.profile, "effort"), 0);
    m.profile.effort.locks[0].held = 860 * MS;
    m.profile.effort.locks[0].entries = 2100000;
    find(&m, &f);
    CHECK(f.account.locking); /* synchronization is that of the lock */
    CHECK_MS(f.account.lost[SW_WHY_CONTENTION], 240);
    says(&f, "which is taken 2,100,000 times");
    says(&f, "a reduction, an atomic operation or a copy per thread is better than a lock");
    CHECK_EQ(count(&f, "coarsen"), 0);
    forget(&m, &f);

    /* One at a time: 4 processors take as long as that at least, whatever was seen. */
    CHECK_EQ(synthetic_make(&m.profile, "effort"), 0);
    m.profile.effort.locks[0].held = 2000 * MS;
    find(&m, &f);
    CHECK_MS(f.account.all, 8000);
    CHECK_EQ(sw_account_advice(&f.account), SW_ADVISE_UNLOCK);
    forget(&m, &f);
}

/* --- the verdict --- */

static void test_verdict(void)
{
    static struct sw_profile p;
    struct sw_findings none = {0};
    struct sw_verdict v;
    CHECK_EQ(synthetic_make(&p, "effort"), 0);
    CHECK_EQ(sw_verdict_make(&v, &p, &none, 0), 0);
    CHECK_EQ(v.processors, 4);
    CHECK_NEAR(v.speedup, 4 * 2150 / 3880.0);
    CHECK_EQ(v.cause, SW_WHY_PARALLELISM);
    CHECK_EQ(v.certainty, SW_CERTAIN_ABOUT);
    CHECK_EQ(v.not_looked_at, 1u << SW_WHY_MEMORY);
    CHECK_EQ(v.n_losses, 4);
    CHECK_EQ(v.losses[0].cause, SW_WHY_PARALLELISM);
    CHECK_NEAR(v.losses[0].lost, 1150 / 3880.0);
    CHECK_NEAR(v.losses[0].speedup_without, 4 * 2150 / 2730.0);
    CHECK_STR(v.losses[0].places[0].function, "read_input");
    CHECK_EQ(v.losses[0].places[0].line, 10);
    CHECK_NEAR(v.losses[0].places[0].lost, 900 / 3880.0);
    CHECK_STR(v.losses[0].places[1].function, "main");
    CHECK_EQ(v.losses[1].cause, SW_WHY_GRAIN);
    CHECK_EQ(v.losses[2].cause, SW_WHY_CONTENTION);
    CHECK_STR(v.losses[2].places[0].function, "update");
    CHECK_EQ(v.losses[2].places[0].line, 30);
    CHECK_EQ(v.losses[3].cause, SW_WHY_IMBALANCE);
    CHECK_STR(v.losses[3].places[0].function, "compute");
    CHECK_NEAR(v.work, 2150 / 3880.0);
    CHECK_EQ(v.n_steps > 1 ? v.steps[1].cause : SW_WHY_NONE, SW_WHY_GRAIN);
    CHECK_NEAR(v.steps[1].speedup, 4 * 2150 / (3880.0 - 1150 - 221));
    double sum = v.work + 59 / 3880.0; /* and a clock */
    for (size_t i = 0; i < v.n_losses; i++)
        sum += v.losses[i].lost;
    CHECK_NEAR(sum, 1);
    sw_verdict_release(&v);
    sw_profile_release(&p);

    CHECK_EQ(synthetic_make(&p, "effort"), 0);
    p.effort.due = 650 * MS; /* all of the idleness was other programs' doing */
    CHECK_EQ(sw_verdict_make(&v, &p, &none, 0), 0);
    CHECK_EQ(v.cause, SW_WHY_NONE);
    sw_verdict_release(&v);
    sw_profile_release(&p);
}

/* All threads slept nearly all the time: no speedup is below 1 for that, and it is not "nothing". */
static void test_waiting(void)
{
    const struct sw_findings none = {0};
    struct sw_profile p;
    struct sw_verdict v;
    CHECK_EQ(synthetic_make(&p, "effort"), 0);
    p.effort.time = p.effort.due = 100000 * MS;
    p.effort.nobody[SW_WAIT_CLOCK] = 99000 * MS;
    p.circumstances.answers_for = 64;
    CHECK_EQ(sw_verdict_make(&v, &p, &none, 0), 0);
    CHECK_EQ(v.cause, SW_WHY_WAITING);
    CHECK_EQ(v.processors, 4);
    CHECK_NEAR(v.speedup, 1);
    sw_verdict_release(&v);
    sw_profile_release(&p);
}

/* What most of the time went to is not known: no cause is named for the little that is. If other programs had cores, that is said. */
static void test_not_known(void)
{
    const struct sw_findings none = {0};
    struct sw_profile p;
    struct sw_verdict v;
    for (uint64_t others = 0; others < 3; others++) {
        CHECK_EQ(synthetic_make(&p, "effort"), 0);
        p.effort.nobody[SW_WAIT_CLOCK] = 0;
        p.effort.time = p.effort.due = 40000 * MS;
        p.effort.others = others * 20000 * MS;
        CHECK_EQ(sw_verdict_make(&v, &p, &none, 0), 0);
        CHECK_EQ(v.cause, SW_WHY_UNKNOWN);
        CHECK(v.speedup >= 0.95); /* less than 1 by what starting pieces costs */
        CHECK_EQ(v.n_sentences > 1 && strstr(v.sentences[1], "used 1.0 of 4 cores") != NULL,
                 others == 2);
        sw_verdict_release(&v);
        sw_profile_release(&p);
    }
}

/* Where nothing holds it back here, a lock or serial code may on more processors: no more than that is known of them. */
static void test_further(void)
{
    const struct sw_findings none = {0};
    struct sw_profile p;
    struct sw_verdict v;
    for (int i = 0; i < 3; i++) {
        bool is_held = i == 1, is_more = i < 2;
        CHECK_EQ(synthetic_make(&p, "effort"), 0);
        p.effort.due = 650 * MS;
        p.effort.locks[0].held = is_held ? 215 * MS : 0;
        p.circumstances.answers_for = is_more ? 64 : 4;
        CHECK_EQ(sw_verdict_make(&v, &p, &none, 0), 0);
        CHECK_EQ(v.watched_on, 4);
        CHECK_EQ(v.is_bound, is_more);
        CHECK_EQ(v.processors, is_more ? 64 : 4);
        CHECK_EQ(v.cause, is_held ? SW_WHY_CONTENTION : is_more ? SW_WHY_PARALLELISM : SW_WHY_NONE);
        if (is_held) {
            CHECK_NEAR(v.speedup, 10);
            CHECK_STR(v.losses[0].places[0].function, "update");
            CHECK(v.losses[0].speedup_without > 20 && v.losses[0].speedup_without <= 64);
            CHECK_EQ(v.n_measured, 1);
        }
        sw_verdict_release(&v);
        sw_profile_release(&p);
    }
}

/* Why only a real run is known is said, if that is. */
static void test_not_simulated(void)
{
    static const uint32_t flags[] = {0, SW_PROFILE_SPINS, SW_PROFILE_LOCK_MOVES,
                                     SW_PROFILE_TOO_LONG};
    static const char *const words[] = {"code are known.", "until another", "a lock from each",
                                        "too long"};
    const struct sw_findings none = {0};
    struct sw_profile p;
    struct sw_verdict v;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        bool is_said = false;
        CHECK_EQ(synthetic_make(&p, "effort"), 0);
        p.flags |= flags[i];
        p.circumstances.answers_for = 64;
        CHECK_EQ(sw_verdict_make(&v, &p, &none, 0), 0);
        CHECK_EQ(v.not_simulated, i);
        for (size_t k = 0; k < v.n_sentences; k++)
            is_said |= strstr(v.sentences[k], words[i]) != NULL;
        CHECK(is_said);
        sw_verdict_release(&v);
        sw_profile_release(&p);
    }
}

/* The segment of a lane: from and to in ms, eighths of the height. */
static void check_segment(const struct made *m, const struct sw_lanes *lanes, size_t lane, size_t i,
                          unsigned from, unsigned to, enum sw_lane_part part, unsigned eighths,
                          const char *function)
{
    const struct sw_lane_segment *s = &lanes->segments[lanes->first[lane] + i];
    CHECK(lanes->first[lane] + i < lanes->first[lane + 1]);
    CHECK_EQ(s->from / MS, from);
    CHECK_EQ(s->to / MS, to);
    CHECK_EQ(s->part, part);
    CHECK_EQ(s->share * 8, eighths);
    CHECK_STR(s->code.function < m->functions.n ? sw_effort_name(&m->tree, s->code) : "", function);
}

static void test_lanes(void)
{
    struct made m;
    struct sw_lanes lanes;
    make(&m, "effort", false);
    CHECK_EQ(sw_lanes_make(&lanes, &m.tree), 0);
    CHECK_EQ(lanes.n, 3);
    CHECK_STR(sw_effort_name(&m.tree, lanes.started[0]), "main");
    CHECK_STR(sw_effort_name(&m.tree, lanes.started[2]), "main");
    CHECK_EQ(lanes.started[2].started, 1); /* a region of it */
    CHECK_EQ(lanes.first[1], 3);
    check_segment(&m, &lanes, 0, 0, 0, 350, SW_LANE_WORK, 8, "read_input");
    check_segment(&m, &lanes, 0, 1, 350, 950, SW_LANE_WORK, 8, "compute");
    check_segment(&m, &lanes, 0, 2, 950, 1000, SW_LANE_THREADS, 8, "");
    CHECK_EQ(lanes.segments[2].whom, 2);
    CHECK_EQ(lanes.first[2], 5);
    check_segment(&m, &lanes, 1, 0, 350, 1000, SW_LANE_WORK, 4, "compute");
    check_segment(&m, &lanes, 1, 1, 350, 1000, SW_LANE_LOCK, 4, "");
    CHECK_EQ(lanes.segments[4].whom, 3);
    CHECK_EQ(lanes.segments[4].lock, 1);
    CHECK_EQ(lanes.first[3], 7);
    check_segment(&m, &lanes, 2, 0, 350, 950, SW_LANE_WORK, 8, "update");
    check_segment(&m, &lanes, 2, 1, 950, 1000, SW_LANE_AWAY, 8, "");
    sw_lanes_release(&lanes);

    /* With fewer samples a column is several stretches, as long as some are left; what is waited for is what most of them wait for. */
    m.profile.sampled.rate = 50;
    struct sw_effort *e = &m.profile.effort;
    e->n_stretches = 64;
    e->stretch = e->time / 64;
    e->n_lanes = 1;
    e->cells = realloc(e->cells, 64 * sizeof *e->cells);
    for (int i = 0; i < 64; i++)
        e->cells[i] =
            (struct sw_effort_cell){.parts = {0, 0, i % 2 ? 40000 : 20000}, .whom = i % 2 ? 1 : 2};
    CHECK_EQ(sw_lanes_make(&lanes, &m.tree), 0);
    CHECK_EQ(lanes.first[1], 1);
    check_segment(&m, &lanes, 0, 0, 0, 1000, SW_LANE_LOCK, 4, "");
    CHECK_EQ(lanes.segments[0].whom, 1);
    sw_lanes_release(&lanes);
    release(&m);
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
    test_advice();
    test_regions();
    test_sentences();
    test_tiny();
    test_contradictions();
    test_phase();
    test_others();
    test_waits();
    test_due();
    test_locks();
    test_verdict();
    test_switching();
    test_further();
    test_waiting();
    test_not_known();
    test_not_simulated();
    test_lanes();
    return check_done();
}
