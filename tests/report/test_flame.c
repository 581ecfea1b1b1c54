/*
 * Call paths as a tree. Profiles are written down here as lists of sites whose figures follow from a few invented
 * runs; each states what its paths have to be.
 */
#include "analysis/flame/flame.h"
#include "analysis/predict/tree_figures.h"
#include "tests/check.h"
#include "tests/profile/synthetic.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#define NEAR(got, want)                                                                      \
    do {                                                                                     \
        double got_ = (got), want_ = (want);                                                 \
        if (fabs(got_ - want_) <= 1e-9 * (fabs(want_) + 1))                                  \
            check_passed++;                                                                  \
        else if (check_failed++ < 50)                                                        \
            fprintf(stderr, "%s:%d: %s is %.9g, not %.9g\n", __FILE__, __LINE__, #got, got_, \
                    want_);                                                                  \
    } while (0)

static void *must(void *pointer)
{
    if (!pointer)
        abort();
    return pointer;
}

static char *copy(const char *string)
{
    return must(strdup(string));
}

/* A site: its local and its whole work and span, all on the critical path; as often. */
struct given {
    const char *caller, *callee;
    uint32_t kind, count;
    uint64_t local_work, work, local_span, span;
};

static void add(struct sw_profile *p, const struct given *g)
{
    if (!(p->n_sites & (p->n_sites - 1))) /* a power of two: it is full */
        p->sites = must(realloc(p->sites, (2 * p->n_sites + 1) * sizeof *p->sites));
    struct sw_site *s = &p->sites[p->n_sites];
    memset(s, 0, sizeof *s);
    s->kind = g->kind;
    s->address = g->kind == SW_SITE_ROOT ? 0 : 0x1000 + 16 * p->n_sites;
    s->callee = 0x900000;
    s->caller_place =
        (struct sw_place){copy(g->caller), copy("a.c"), 10 + (uint32_t)p->n_sites, 1, NULL};
    s->callee_place = (struct sw_place){copy(g->callee), copy("a.c"), 5, 1, NULL};
    s->on_work.local = (struct sw_measure){g->count, g->local_work, g->local_work};
    s->on_work.top_site = (struct sw_figures){.count = g->count, .work = g->work, .span = g->work};
    s->on_span.local = (struct sw_measure){g->count, g->local_span, g->local_span};
    s->on_span.top_site = (struct sw_figures){.count = g->count, .work = g->span, .span = g->span};
    p->n_sites++;
}

static void make(struct sw_profile *p, const struct given *given, size_t n)
{
    sw_profile_init(p);
    p->program = copy("/bin/program");
    p->unit = copy("ns");
    for (size_t i = 0; i < n; i++)
        add(p, &given[i]);
}

#define MAKE(p, given) make(p, given, sizeof given / sizeof *given)

/* The node at a path of names, "main;f;g"; the largest of several. -1: there is none. */
static long find_below(const struct sw_flame *f, uint32_t at, const char *path)
{
    size_t length = strcspn(path, ";");
    double *totals = must(sw_flame_totals(f, 0));
    long best = -1;
    for (uint32_t i = 1; i < f->n_nodes; i++) {
        const char *name = f->frames[f->nodes[i].frame].name;
        if (f->nodes[i].parent == at && strlen(name) == length && !memcmp(name, path, length) &&
            (best < 0 || totals[i] > totals[best]))
            best = i;
    }
    free(totals);
    return best >= 0 && path[length] ? find_below(f, (uint32_t)best, path + length + 1) : best;
}

static double self(const struct sw_flame *f, unsigned measure, const char *path)
{
    long node = find_below(f, 0, path);
    return node < 0 ? NAN : f->nodes[node].self[measure];
}

static double total(const struct sw_flame *f, unsigned measure, const char *path)
{
    long node = find_below(f, 0, path);
    double *totals = must(sw_flame_totals(f, measure)), value = node < 0 ? NAN : totals[node];
    free(totals);
    return value;
}

/* What every tree is: parents first, and all of each site in it. */
static void check_sums(const struct sw_flame *f, const struct sw_profile *p, int by_site)
{
    double work = 0, span = 0, *works = must(calloc(p->n_sites + 1, sizeof *works));
    double *spans = must(calloc(p->n_sites + 1, sizeof *spans)), all[2] = {0};
    for (size_t i = 0; i < f->n_nodes; i++) {
        const struct sw_flame_node *node = &f->nodes[i];
        CHECK(i ? node->parent < i : node->parent == 0);
        CHECK(node->frame < f->n_frames);
        work += node->self[0];
        span += node->self[1];
        if (f->frames[node->frame].site != SW_FLAME_NO_SITE) {
            works[f->frames[node->frame].site] += node->self[0];
            spans[f->frames[node->frame].site] += node->self[1];
        }
    }
    for (size_t i = 0; i < p->n_sites; i++) {
        all[0] += (double)p->sites[i].on_work.local.work;
        all[1] += (double)p->sites[i].on_span.local.span;
        if (by_site) {
            NEAR(works[i], (double)p->sites[i].on_work.local.work);
            NEAR(spans[i], (double)p->sites[i].on_span.local.span);
        }
    }
    NEAR(work, all[0]);
    NEAR(span, all[1]);
    free(works);
    free(spans);
}

static void flame_of(struct sw_flame *f, const struct sw_profile *p)
{
    CHECK_EQ(sw_flame_make(f, p, 0), 0);
    check_sums(f, p, 1);
}

/* A function that two call, one of them for nine tenths of it: h is called in g. */
static void test_shares(void)
{
    const struct given sites[] = {
        {"", "main", SW_SITE_ROOT, 1, 1, 121, 1, 111}, {"main", "f", SW_SITE_CALL, 1, 2, 95, 2, 65},
        {"main", "g", SW_SITE_CALL, 7, 5, 25, 5, 45},  {"f", "g", SW_SITE_SPAWN, 1, 3, 93, 3, 63},
        {"g", "h", SW_SITE_CALL, 8, 90, 90, 80, 80},   {"g", "g", SW_SITE_LOOP, 8, 20, 20, 20, 20},
    };
    struct sw_profile p;
    struct sw_flame f;
    MAKE(&p, sites);
    flame_of(&f, &p);
    CHECK(f.shared_out);
    CHECK_EQ(f.n_measures, 2);
    CHECK_STR(f.unit, "ns");
    CHECK_STR(f.frames[f.nodes[0].frame].name, "program");
    CHECK_EQ(f.n_nodes, 9);
    NEAR(self(&f, 0, "main"), 1);
    NEAR(total(&f, 0, "main"), 121);
    NEAR(total(&f, 0, "main;f"), 95);
    NEAR(total(&f, 0, "main;g"), 25);
    NEAR(total(&f, 0, "main;f;g"), 93);
    NEAR(self(&f, 0, "main;f;g;h"), 90 * 90. / 110); /* of 110 below g, f has 90 */
    NEAR(self(&f, 0, "main;g;h"), 90 * 20. / 110);
    NEAR(self(&f, 0, "main;g;cilk_for in g"), 20 * 20. / 110);
    NEAR(self(&f, 1, "main;f;g;h"), 80 * 60. / 100);
    NEAR(total(&f, 1, "main;g"), 45);
    CHECK_EQ(f.frames[f.nodes[find_below(&f, 0, "main;f;g")].frame].place->line, 13);
    CHECK_EQ(sw_flame_measure_named(&f, "span"), 1);
    CHECK_EQ(sw_flame_measure_named(&f, "idle"), -1);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

/* What a loop spent beyond its own code tells which calls are in it: those at lines 13 to 15, one of
 * them the inner loop. */
static void test_loops(void)
{
    const struct given sites[] = {
        {"", "main", SW_SITE_ROOT, 1, 1, 166, 1, 16}, {"main", "f", SW_SITE_CALL, 2, 5, 165, 1, 15},
        {"f", "f", SW_SITE_LOOP, 8, 10, 130, 2, 10},  {"f", "x", SW_SITE_CALL, 8, 30, 30, 2, 2},
        {"f", "f", SW_SITE_LOOP, 64, 20, 90, 2, 6},   {"f", "y", SW_SITE_CALL, 64, 70, 70, 4, 4},
        {"f", "z", SW_SITE_CALL, 1, 30, 30, 4, 4},
    };
    struct sw_profile p;
    struct sw_flame f;
    MAKE(&p, sites);
    for (size_t i = 0; i < p.n_sites; i++) { /* such small figures are all within rounding */
        p.sites[i].on_work.local.work *= 1000;
        p.sites[i].on_work.top_site.work *= 1000;
    }
    flame_of(&f, &p);
    NEAR(total(&f, 0, "main;f;cilk_for in f"), 130e3);
    NEAR(self(&f, 0, "main;f;cilk_for in f;x"), 30e3);
    NEAR(total(&f, 0, "main;f;cilk_for in f;cilk_for in f"), 90e3);
    NEAR(self(&f, 0, "main;f;cilk_for in f;cilk_for in f;y"), 70e3);
    NEAR(self(&f, 0, "main;f;z"), 30e3);
    NEAR(total(&f, 1, "main;f;cilk_for in f"), 10);
    sw_flame_release(&f);
    p.sites[4].on_work.top_site.work += 1000; /* it does not come to that: beside the loop then */
    flame_of(&f, &p);
    NEAR(self(&f, 0, "main;f;y"), 70e3);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

/* By how often, where nobody spent anything below it; by the work's count where there is none on the span. */
static void test_counts(void)
{
    const struct given sites[] = {
        {"", "main", SW_SITE_ROOT, 1, 0, 0, 0, 0},  {"main", "f", SW_SITE_CALL, 1, 1, 1, 0, 0},
        {"main", "g", SW_SITE_CALL, 1, 1, 1, 0, 0}, {"f", "h", SW_SITE_CALL, 3, 1, 1, 0, 0},
        {"g", "h", SW_SITE_CALL, 1, 1, 1, 0, 0},    {"h", "k", SW_SITE_CALL, 4, 40, 40, 8, 8},
    };
    struct sw_profile p;
    struct sw_flame f;
    MAKE(&p, sites);
    p.sites[3].on_span.local.count = p.sites[4].on_span.local.count = 0;
    flame_of(&f, &p);
    NEAR(self(&f, 0, "main;f;h;k"), 30);
    NEAR(self(&f, 1, "main;g;h;k"), 2);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

/* Of a function that calls itself, what it calls is below its entry, once; of others in the cycle, below the calls of
 * them. */
static void test_recursion(void)
{
    const struct given sites[] = {
        {"", "main", SW_SITE_ROOT, 1, 1, 101, 1, 41},
        {"main", "a", SW_SITE_CALL, 1, 10, 75, 10, 30},
        {"main", "b", SW_SITE_CALL, 1, 5, 25, 5, 10},
        {"a", "a", SW_SITE_SPAWN, 2, 8, 50, 4, 20},
        {"a", "b", SW_SITE_CALL, 3, 7, 60, 4, 20},
        {"b", "a", SW_SITE_CALL, 4, 6, 60, 3, 20},
        {"a", "x", SW_SITE_CALL, 9, 24, 24, 4, 4},
        {"b", "y", SW_SITE_CALL, 9, 40, 40, 10, 10},
    };
    struct sw_profile p;
    struct sw_flame f;
    MAKE(&p, sites);
    flame_of(&f, &p);
    double a = 65. / 85, b = 20. / 85; /* of what is below the cycle */
    NEAR(self(&f, 0, "main;a"), 10);
    NEAR(total(&f, 0, "main;a"), 75);
    NEAR(total(&f, 0, "main;b"), 25);
    NEAR(self(&f, 0, "main;a;x"), 24 * a);
    NEAR(self(&f, 0, "main;a;b"), 7 * a);
    NEAR(self(&f, 0, "main;a;b;y"), 40 * a); /* a did not call it */
    NEAR(self(&f, 0, "main;b;y"), 40 * b);
    NEAR(self(&f, 0, "main;b;a;x"), 24 * b * 4 / 6); /* by the call in b, and by a's own */
    CHECK_EQ(find_below(&f, 0, "main;a;b;a"), -1);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

/* Callers that nobody called: a function of libc, one that begins a thread, and a cycle of its own. */
static void test_roots(void)
{
    const struct given sites[] = {
        {"__libc_start_call_main", "main", SW_SITE_CALL, 1, 10, 10, 10, 10},
        {"", "(outside main)", SW_SITE_ROOT, 1, 3, 13, 3, 13},
        {"msort", "compare", SW_SITE_CALL, 9, 20, 20, 2, 2},
        {"start_thread", "worker", SW_SITE_CALL, 2, 30, 70, 3, 7},
        {"worker", "step", SW_SITE_CALL, 2, 40, 40, 4, 4},
        {"ping", "pong", SW_SITE_CALL, 5, 6, 6, 6, 6},
        {"pong", "ping", SW_SITE_CALL, 4, 7, 7, 7, 7},
        {"", "lost", SW_SITE_CALL, 4, 8, 8, 8, 8},
    };
    struct sw_profile p;
    struct sw_flame f;
    MAKE(&p, sites);
    flame_of(&f, &p);
    NEAR(self(&f, 0, "main"), 10);
    NEAR(self(&f, 0, "(outside main)"), 3);
    NEAR(self(&f, 0, "msort;compare"), 20);
    NEAR(total(&f, 0, "worker"), 70);
    NEAR(total(&f, 1, "worker;step"), 4);
    NEAR(self(&f, 0, "pong;pong"), 6); /* called most: it is taken for the first */
    NEAR(self(&f, 0, "pong;ping"), 7);
    NEAR(self(&f, 0, "lost"), 8);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

/* A call in code that was inlined is that of the function which the linker knows. */
static void test_inlined(void)
{
    const struct given sites[] = {
        {"", "main", SW_SITE_ROOT, 1, 1, 111, 1, 1},
        {"main", "outer", SW_SITE_CALL, 1, 10, 110, 0, 0},
        {"helper", "leaf", SW_SITE_CALL, 1, 100, 100, 0, 0},
    };
    struct sw_profile p;
    struct sw_flame f;
    MAKE(&p, sites);
    struct sw_place *into = p.sites[2].caller_place.inlined_into = must(calloc(1, sizeof *into));
    *into = (struct sw_place){copy("middle"), copy("a.h"), 3, 1, must(calloc(1, sizeof *into))};
    *into->inlined_into = (struct sw_place){copy("outer"), copy("a.c"), 9, 1, NULL};
    flame_of(&f, &p);
    NEAR(self(&f, 0, "main;outer;leaf"), 100);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

/* Two functions of one name, in two files. */
static void test_names(void)
{
    const struct given sites[] = {
        {"", "main", SW_SITE_ROOT, 1, 0, 33, 0, 0},  {"main", "f", SW_SITE_CALL, 1, 1, 11, 0, 0},
        {"main", "f", SW_SITE_CALL, 1, 2, 22, 0, 0}, {"f", "x", SW_SITE_CALL, 1, 10, 10, 0, 0},
        {"f", "y", SW_SITE_CALL, 1, 20, 20, 0, 0},
    };
    struct sw_profile p;
    struct sw_flame f;
    MAKE(&p, sites);
    p.sites[2].callee_place.file[0] = p.sites[4].caller_place.file[0] = 'b';
    flame_of(&f, &p);
    NEAR(total(&f, 0, "main;f"), 22);
    NEAR(self(&f, 0, "main;f;y"), 20);
    CHECK_EQ(find_below(&f, 0, "main;f;x"), -1); /* that is below the other one */
    CHECK_EQ(f.n_nodes, 6);
    struct sw_flame merged;
    CHECK_EQ(sw_flame_by_name(&merged, &f), 0);
    check_sums(&merged, &p, 0);
    CHECK_EQ(merged.n_nodes, 5);
    NEAR(total(&merged, 0, "main;f"), 33);
    NEAR(self(&merged, 0, "main;f;x"), 10);
    sw_flame_release(&merged);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

/* Without names, by addresses. */
static void test_nameless(void)
{
    const struct given sites[] = {
        {"", "", SW_SITE_ROOT, 1, 0, 33, 0, 0},
        {"", "", SW_SITE_CALL, 1, 1, 31, 0, 0},
        {"", "", SW_SITE_CALL, 1, 10, 30, 0, 0},
        {"", "", SW_SITE_CALL, 1, 20, 20, 0, 0},
    };
    const uint64_t addresses[] = {0, 0x100, 0x450, 0x5ff}, callees[] = {0, 0x400, 0x500, 0x600};
    struct sw_profile p;
    struct sw_flame f;
    MAKE(&p, sites);
    for (size_t i = 0; i < p.n_sites; i++) {
        p.sites[i].address = addresses[i];
        p.sites[i].callee = callees[i];
    }
    flame_of(&f, &p);
    NEAR(self(&f, 0, "[0x400];[0x500];[0x600]"), 20);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void add_named(struct sw_profile *p, const char *format, unsigned from, unsigned to,
                      uint64_t local, uint64_t all)
{
    char caller[32], callee[32];
    snprintf(caller, sizeof caller, format, from);
    snprintf(callee, sizeof callee, format, to);
    add(p, &(struct given){caller, callee, SW_SITE_CALL, 1, local, all, local, all});
}

/* A path of 10,000 calls, and then one of as many levels with two calls of each next: 2^10000 paths. */
static void test_deep(void)
{
    enum { DEEP = 10000 };
    struct sw_profile p;
    struct sw_flame f;
    sw_profile_init(&p);
    for (unsigned i = 0; i < DEEP; i++)
        add_named(&p, "f%u", i, i + 1, 1, DEEP - i);
    flame_of(&f, &p);
    CHECK_EQ(f.n_nodes, DEEP + 2);
    NEAR(total(&f, 0, "f0;f1"), DEEP);
    sw_flame_release(&f);
    for (unsigned i = 0; i < DEEP; i++)
        add_named(&p, "f%u", i, i + 1, 1, DEEP - i);
    double begin = seconds();
    CHECK_EQ(sw_flame_make(&f, &p, 0), 0);
    CHECK(seconds() - begin < 5);
    check_sums(&f, &p, 0);
    CHECK(f.n_nodes > 1000 && f.n_nodes < 1000000);
    sw_flame_release(&f);
    CHECK_EQ(sw_flame_make(&f, &p, 0.001), 0);
    check_sums(&f, &p, 0);
    CHECK(f.n_nodes > 10 && f.n_nodes < 20000);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

static void test_many(void)
{
    struct sw_profile p;
    struct sw_flame f;
    synthetic_many(&p, 100000);
    double begin = seconds();
    CHECK_EQ(sw_flame_make(&f, &p, 0), 0);
    CHECK(seconds() - begin < 5);
    check_sums(&f, &p, 1);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

/* What is small goes to its parent, or is shown as such where it is much together. */
static void test_least(void)
{
    struct sw_profile p;
    struct sw_flame f;
    make(&p, &(struct given){"", "main", SW_SITE_ROOT, 1, 500, 1000, 500, 1000}, 1);
    add(&p, &(struct given){"main", "large", SW_SITE_CALL, 1, 395, 400, 400, 400});
    add(&p, &(struct given){"large", "tiny", SW_SITE_CALL, 1, 5, 5, 0, 0});
    for (unsigned i = 0; i < 10; i++)
        add(&p, &(struct given){"main", "small", SW_SITE_CALL, 1, 10, 10, 10, 10});
    CHECK_EQ(sw_flame_make(&f, &p, 0.02), 0);
    check_sums(&f, &p, 0);
    CHECK_EQ(f.n_nodes, 4);
    NEAR(self(&f, 0, "main"), 500);
    NEAR(self(&f, 0, "main;large"), 400); /* 395 and tiny */
    NEAR(self(&f, 0, "main;(smaller paths)"), 100);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

static void test_sampled(void)
{
    struct sw_profile p;
    struct sw_flame by_site, f;
    CHECK_EQ(synthetic_make(&p, "sampled"), 0);
    CHECK_EQ(sw_flame_make(&by_site, &p, 0), 0);
    CHECK_EQ(by_site.frames[by_site.nodes[find_below(&by_site, 0, "main;pqsort")].frame].site,
             SW_FLAME_NO_SITE); /* main's call has another address */
    /* Where the call is a site of the profile, the frame is that site's. */
    size_t partition = 0;
    for (size_t i = 0; i < by_site.n_frames; i++)
        partition += by_site.frames[i].site == 1;
    CHECK_EQ(partition, 1);
    CHECK_EQ(sw_flame_by_name(&f, &by_site), 0);
    double work = (double)p.whole.work / 500, span = (double)p.whole.span / 100; /* of a sample */
    CHECK_EQ(f.samples[0], 500);
    CHECK_EQ(f.samples[1], 100);
    CHECK(!f.shared_out);
    NEAR(total(&f, 0, "main"), 460 * work);
    NEAR(self(&f, 0, "main;pqsort"), round(10 * work)); /* recursion is one; costs are whole */
    NEAR(self(&f, 0, "main;pqsort;partition"), 300 * work);
    NEAR(self(&f, 0, "main;pqsort;partition;swap"), 150 * work); /* inlined */
    NEAR(self(&f, 1, "main;pqsort;partition;swap"), round(40 * span));
    NEAR(total(&f, 0, "(callers not known)"), round(40 * work));
    double *totals = must(sw_flame_totals(&f, 1));
    NEAR(totals[0], (double)p.whole.span);
    free(totals);
    sw_flame_release(&f);
    sw_flame_release(&by_site);
    sw_profile_release(&p);
}

/* What a function has itself on a line, whatever nodes that is at. */
static double on_line(const struct sw_flame *f, unsigned measure, const char *name, uint32_t line)
{
    double sum = 0;
    for (size_t i = 0; i < f->n_nodes; i++) {
        const struct sw_flame_frame *frame = &f->frames[f->nodes[i].frame];
        if (!strcmp(frame->name, name) && frame->line == line)
            sum += f->nodes[i].self[measure];
    }
    return sum;
}

/* By line, and added up again: the same to the last digit. */
static void test_lines(const char *name, const char *function, uint32_t line, double want)
{
    struct sw_profile p;
    struct sw_flame f, lines, merged, by_name;
    CHECK_EQ(synthetic_make(&p, name), 0);
    CHECK_EQ(sw_flame_make(&f, &p, 0), 0);
    CHECK_EQ(sw_flame_make_lines(&lines, &p, 0), 0);
    CHECK(lines.n_nodes > f.n_nodes);
    CHECK(on_line(&lines, 0, function, line) == want);
    CHECK_EQ(sw_flame_by_name(&merged, &lines), 0);
    CHECK_EQ(sw_flame_by_name(&by_name, &f), 0);
    CHECK_EQ(merged.n_nodes, by_name.n_nodes);
    for (unsigned m = 0; m < f.n_measures; m++) {
        double all = 0, also = 0;
        for (size_t i = 0; i < by_name.n_nodes; i++) {
            all += by_name.nodes[i].self[m];
            also += merged.nodes[i].self[m];
        }
        CHECK(all == also);
    }
    sw_flame_release(&by_name);
    sw_flame_release(&merged);
    sw_flame_release(&lines);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

/* Too few samples on span: what is drawn is measured. */
static void test_few(void)
{
    struct sw_profile p;
    struct sw_flame f;
    CHECK_EQ(synthetic_make(&p, "sampled"), 0);
    CHECK(!sw_flame_has_few_samples(&p));
    sw_profile_release(&p);
    CHECK_EQ(synthetic_make(&p, "qsort"), 0);
    CHECK(!sw_flame_has_few_samples(&p)); /* there are none */
    sw_profile_release(&p);
    CHECK_EQ(synthetic_make(&p, "few"), 0);
    CHECK(sw_flame_has_few_samples(&p));
    CHECK_EQ(sw_flame_make(&f, &p, 0), 0);
    CHECK_EQ(f.samples[0], 49);
    CHECK_EQ(f.samples[1], 4);
    CHECK(!sw_flame_is_nameless(&f));
    for (size_t i = 1; i < f.n_frames; i++)
        f.frames[i].name[0] = '[';
    CHECK(sw_flame_is_nameless(&f));
    sw_flame_release(&f);
    CHECK_EQ(sw_flame_make_measured(&f, &p, 0), 0);
    CHECK_EQ(f.samples[0], 0);
    check_sums(&f, &p, 1);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

static void test_drop(void)
{
    struct sw_profile p;
    struct sw_flame f;
    CHECK_EQ(synthetic_make(&p, "effort"), 0);
    CHECK_EQ(sw_flame_make(&f, &p, 0), 0);
    sw_flame_drop(&f, 1);
    CHECK_EQ(f.n_measures, 4);
    CHECK_EQ(sw_flame_measure_named(&f, "idle"), -1);
    CHECK_EQ(sw_flame_measure_named(&f, "overhead"), 1);
    NEAR(self(&f, 1, "main;main"), 200 * 1e6);
    NEAR(total(&f, 0, "main;main;compute"), 1600 * 1e6);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

static void test_effort(void)
{
    const double ms = 1e6;
    struct sw_profile p;
    struct sw_flame f;
    CHECK_EQ(synthetic_make(&p, "effort"), 0);
    CHECK_EQ(sw_flame_make(&f, &p, 0), 0);
    CHECK_EQ(f.n_measures, 5);
    unsigned idle = (unsigned)sw_flame_measure_named(&f, "idle");
    NEAR(total(&f, idle, "main"), 1450 * ms);
    NEAR(self(&f, idle, "main"), 150 * ms);
    NEAR(total(&f, 0, "main;main;compute"), 1600 * ms);
    NEAR(self(&f, (unsigned)sw_flame_measure_named(&f, "overhead"), "main;main"), 200 * ms);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

/* In the last run. */
static void test_constructs(void)
{
    struct sw_profile p;
    struct sw_flame f;
    double work = 0, span = 0;
    CHECK_EQ(synthetic_make(&p, "openmp"), 0);
    CHECK_EQ(sw_flame_make(&f, &p, 0), 0);
    const struct sw_simulation *last = &p.simulations[p.n_simulations - 1];
    for (uint32_t i = 0; i < last->n; i++) {
        work += (double)p.constructs[last->first + i].work;
        span += (double)p.constructs[last->first + i].on_span;
    }
    double *works = must(sw_flame_totals(&f, 0)), *spans = must(sw_flame_totals(&f, 1));
    NEAR(works[0], work);
    NEAR(spans[0], span);
    CHECK(find_below(&f, 0, "serial code") > 0);
    CHECK(f.n_nodes > 3);
    free(works);
    free(spans);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

/* A program tree alone: its work is what its root says, its span what the longest tasks say. */
static void test_tree(void)
{
    struct sw_profile p;
    struct sw_flame f;
    CHECK_EQ(synthetic_make(&p, "tree"), 0);
    for (size_t i = 0; i < p.n_sites; i++) {
        sw_place_release(&p, &p.sites[i].caller_place);
        sw_place_release(&p, &p.sites[i].callee_place);
    }
    p.n_sites = 0;
    CHECK_EQ(sw_flame_make(&f, &p, 0), 0);
    double *works = must(sw_flame_totals(&f, 0)), *spans = must(sw_flame_totals(&f, 1));
    struct sw_node_figures *figures = must(sw_tree_figures(&p.tree, 0));
    struct sw_tree_site_figures *sites = must(sw_tree_site_figures(&p.tree));
    NEAR(works[0], 21170);
    NEAR(spans[0], figures[sw_program_tree_root(&p.tree)].span);
    NEAR(self(&f, 1, "solve;section loop;task a \"task\""), sites[2].own_on_span);
    free(figures);
    free(sites);
    NEAR(total(&f, 0, "solve"), 2 * 10580);
    NEAR(self(&f, 0, "serial code"), 10);
    CHECK_EQ(f.frames[f.nodes[find_below(&f, 0, "solve;section loop")].frame].place->line, 12);
    NEAR(total(&f, 0, "solve;section loop;task a \"task\";lock without a name"), 1170 * 20 / 26);
    free(works);
    free(spans);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

static void test_empty(void)
{
    struct sw_profile p;
    struct sw_flame f;
    CHECK_EQ(synthetic_make(&p, "empty"), 0);
    CHECK_EQ(sw_flame_make(&f, &p, 0), 0);
    CHECK_EQ(f.n_nodes, 1);
    sw_flame_release(&f);
    sw_profile_release(&p);
}

int main(void)
{
    test_shares();
    test_loops();
    test_counts();
    test_recursion();
    test_roots();
    test_inlined();
    test_names();
    test_nameless();
    test_deep();
    test_many();
    test_least();
    test_sampled();
    test_lines("sampled", "pqsort", 21, 3162076);
    test_lines("effort", "main", 50, 50e6);
    test_few();
    test_drop();
    test_effort();
    test_constructs();
    test_tree();
    test_empty();
    return check_done();
}
