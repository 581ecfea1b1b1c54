/* Bounds, units, findings and the fitting of words, on invented figures. */
#include "analysis/findings/findings.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/locks.h"
#include "analysis/workspan/sites.h"
#include "report/write/words.h"
#include "tests/check.h"
#include "tests/profile/synthetic.h"
#include "tests/said.h"

#include <math.h>
#include <stdlib.h>

static const struct sw_units ns = {"ns", 0}, greek = {"ns", 1}, counted = {"instructions", 0};

static void near(double got, double want)
{
    if (fabs(got - want) > 0.005)
        fprintf(stderr, "%g is not %g\n", got, want);
    CHECK(fabs(got - want) <= 0.005);
}

/*
 * The figures of Cilkview's Figure 6. Its upper bounds are met; its lower bounds (1.85, 3.23, 5.13, 7.27, 9.20) are those of
 * T1/P + 1.7 (1 - 1/P) burdened span; the greedy bound has no such factor.
 */
static void test_cilkview(void)
{
    static const double want[][3] = {{2, 1.910, 2.00},
                                     {4, 3.505, 4.00},
                                     {8, 6.018, 8.00},
                                     {16, 9.380, 16.00},
                                     {32, 13.016, 21.31}};
    struct sw_figures f = {1, 5570609776, 261374874, 262078779, 8518398, 8518398};
    near(sw_parallelism(f.work, f.span), 21.31);
    near(sw_parallelism(f.work, f.burdened_span), 21.26);
    CHECK_EQ(sw_average_maximal_strand(&f), 217); /* 217.99: the paper rounds */
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        struct sw_speedup s = sw_speedup_bounds(&f, (uint64_t)want[i][0]);
        near(s.lower, want[i][1]);
        near(s.upper, want[i][2]);
    }
}

/* Half of it is serial, the other half divides as far as one likes: Amdahl's law, and the greedy bound is met. */
static void test_greedy(void)
{
    struct sw_figures half = {1, 1000000, 500001, 500001, 499999, 1};
    struct sw_figures serial = {1, 1000, 1000, 1000, 0, 0}, two = {1, 1000, 500, 500, 1, 1};
    near(sw_greedy_time(100, 40, 1), 100);
    near(sw_greedy_time(100, 40, 2), 70);
    near(sw_greedy_time(100, 40, 4), 55);
    near(sw_speedup_bounds(&half, 2).lower, 1 / 0.75);
    near(sw_speedup_bounds(&half, 16).lower, 1 / (0.5 + 0.5 / 16));
    near(sw_speedup_bounds(&half, 16).upper, 2);
    for (uint64_t p = 1; p <= 128; p *= 2) { /* what is serial stays as fast as it is */
        near(sw_speedup_bounds(&serial, p).lower, 1);
        near(sw_speedup_bounds(&serial, p).upper, 1);
    }
    near(sw_speedup_bounds(&two, 2).lower, 1000 / 750.0); /* or two, if both pieces start at once */
    two.burdened_span = 2000;                             /* and each steal takes longer than all */
    near(sw_speedup_bounds(&two, 2).lower, 1000 / 1500.0);
    near(sw_speedup_bounds(&two, 1).lower, 1);
}

static void test_limits(void)
{
    struct sw_figures none = {0}, most = {1, UINT64_MAX, 1, 1, UINT64_MAX, UINT64_MAX};
    CHECK(isnan(sw_parallelism(5, 0)));
    CHECK(isnan(sw_speedup_bounds(&none, 4).lower));
    CHECK(isnan(sw_speedup_bounds(&none, 4).upper));
    CHECK_EQ(sw_average_maximal_strand(&most), 0);
    most.spawns = most.syncs = 0;
    CHECK_EQ(sw_average_maximal_strand(&most), UINT64_MAX);
}

static void test_units(void)
{
    char b[SW_UNITS_SIZE];
    CHECK_STR(sw_units_cost(&ns, 0, b), "0 ns");
    CHECK_STR(sw_units_cost(&ns, 999, b), "999 ns");
    CHECK_STR(sw_units_cost(&ns, 1000, b), "1.000 us");
    CHECK_STR(sw_units_cost(&greek, 12345, b), "12.35 \302\265s");
    CHECK_STR(sw_units_cost(&ns, 1283456789, b), "1.283 s");
    CHECK_STR(sw_units_cost(&ns, 4000000000000, b), "4000 s");
    CHECK_STR(sw_units_cost(&counted, 5570609776, b), "5.571 G");
    CHECK_STR(sw_units_cost(&counted, 218, b), "218");
    CHECK_STR(sw_units_count(0, b), "0");
    CHECK_STR(sw_units_count(999, b), "999");
    CHECK_STR(sw_units_count(1000, b), "1,000");
    CHECK_STR(sw_units_count(UINT64_MAX, b), "18,446,744,073,709,551,615");
    CHECK(sw_rounded(2.5) == 3 && sw_rounded(-1) == 0 && sw_rounded(NAN) == 0);
    CHECK(sw_rounded(1.8e28) == (uint64_t)1 << 63);
    CHECK_STR(sw_units_ratio(NAN, b), "-");
    CHECK_STR(sw_units_ratio(6.378, b), "6.38");
    CHECK_STR(sw_units_ratio(123.456, b), "123.5");
    CHECK_STR(sw_units_ratio(11165.7, b), "11,166");
    CHECK_STR(sw_units_percent(0.978, b), "97.8%");
}

static char *shorten(const char *text, size_t width, int from_left)
{
    static char out[128];
    sw_words_shorten(text, width, from_left, out, sizeof out);
    return out;
}

static char *shorten_name(const char *text, size_t width)
{
    static char out[128];
    sw_words_shorten_name(text, width, out, sizeof out);
    return out;
}

/* Whatever is left out, the function's own name is whole as long as it fits. */
static void test_names(void)
{
    const char *push = "  std::vector<Foo, std::allocator<Foo> >::push_back(Foo const&)";
    CHECK_STR(shorten_name(push, 80), push);
    CHECK_STR(shorten_name(push, 60), "  std::vector<Foo, std::allocator<Foo> >::push_back()");
    CHECK_STR(shorten_name(push, 30), "  std::vector<>::push_back()");
    CHECK_STR(shorten_name(push, 26), "  ...vector<>::push_back()");
    CHECK_STR(shorten_name(push, 16), "  ...push_back()");
    CHECK_STR(shorten_name("=> app::net::Server::accept_all", 24), "=> ...Server::accept_all");
    CHECK_STR(shorten_name("(anonymous namespace)::walk in ns::outer", 30), "...walk in ns::outer");
    CHECK_STR(shorten_name("app::Grid::operator()(int, int) const", 30),
              "app::Grid::operator()() const");
    CHECK_STR(shorten_name("app::Grid::operator<", 12), "...operator<");
    CHECK_STR(shorten_name("partition_of_all", 11), "part..._all");
    CHECK_STR(shorten_name("f(", 1), "f");
    CHECK_STR(shorten_name("::", 1), "");
    CHECK_STR(shorten_name("a::b", 3), "...");
}

static void test_words(void)
{
    CHECK_STR(shorten("partition", 9, 0), "partition");
    CHECK_STR(shorten("partition", 8, 0), "par...on");
    CHECK_STR(shorten("/home/me/src/qsort.c:20", 16, 1), ".../qsort.c:20");
    CHECK_STR(shorten("a_long_file_name.c:20", 10, 1), "...me.c:20");
    CHECK_STR(shorten("caf\303\251s", 5, 0), "caf\303\251s");
    CHECK_STR(shorten("\303\251\303\251\303\251\303\251\303\251\303\251", 5, 0),
              "\303\251...\303\251");
    CHECK_STR(shorten("a\033[31mb\nc\177\302\233", 20, 0), "a?[31mb?c??");
    CHECK_STR(shorten("\377x\300\200", 20, 0), "?x??");
    CHECK_EQ(sw_words_character("\303\251"), 2);
    CHECK_EQ(sw_words_character("\355\240\200"), 0);     /* a surrogate */
    CHECK_EQ(sw_words_character("\364\220\200\200"), 0); /* beyond U+10FFFF */
    CHECK_EQ(sw_words_character("\360\200\200\200"), 0); /* overlong */
}

/* The finding of a kind, or NULL. */
static const struct sw_finding *find(const struct sw_findings *f, enum sw_finding_kind kind)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->items[i].kind == kind)
            return &f->items[i];
    return NULL;
}

static void has(const struct sw_findings *f, enum sw_finding_kind kind, const char *words)
{
    const struct sw_finding *finding = find(f, kind);
    CHECK(finding != NULL);
    if (finding && !check_said(words_of(finding), words))
        fprintf(stderr, "'%s' does not say '%s'\n", words_of(finding), words);
    CHECK(finding && check_said(words_of(finding), words));
}

static void make(struct sw_profile *p, struct sw_findings *f, const char *name)
{
    CHECK_EQ(synthetic_make(p, name), 0);
    CHECK_EQ(sw_findings_make(f, p, &ns), 0);
}

static void again(struct sw_profile *p, struct sw_findings *f)
{
    sw_findings_release(f);
    CHECK_EQ(sw_findings_make(f, p, &ns), 0);
}

static void release(struct sw_profile *p, struct sw_findings *f)
{
    sw_findings_release(f);
    sw_profile_release(p);
}

static void test_qsort(void)
{
    struct sw_profile p;
    struct sw_findings f;
    make(&p, &f, "qsort");
    CHECK_EQ(f.n, 2);
    has(&f, SW_FINDING_PARALLELISM, "never more than 5.57x");
    has(&f, SW_FINDING_SPAN, "'partition', called at qsort.c:20 in 'pqsort', is 99%");
    has(&f, SW_FINDING_SPAN, "serially .. Parallelize");
    has(&f, SW_FINDING_SPAN, "at most 63,803"); /* 790519060 / (141903681 - 141891291) */
    CHECK_EQ(find(&f, SW_FINDING_SPAN)->site, 1);
    release(&p, &f);
}

/* A compiler that copies the call splits the record; the finding adds the copies up. */
static void test_copies(void)
{
    struct sw_profile p;
    struct sw_findings f;
    make(&p, &f, "qsort");
    struct sw_site *copy = &p.sites[3], *partition = &p.sites[1];
    sw_place_release(&p, &copy->caller_place);
    sw_place_release(&p, &copy->callee_place);
    copy->caller_place = partition->caller_place;
    copy->callee_place = partition->callee_place;
    copy->on_span = partition->on_span;
    partition->on_span.local.span = 41891291;
    copy->on_span.local.span = 100000000;
    again(&p, &f);
    has(&f, SW_FINDING_SPAN,
        "'partition', called at qsort.c:20 in 'pqsort', is 99% of the critical path");
    has(&f, SW_FINDING_SPAN, "by itself (141.9 ms in 46 calls");
    CHECK_EQ(find(&f, SW_FINDING_SPAN)->site, 3);
    copy->caller_place.line = 23; /* another call of the same function */
    again(&p, &f);
    has(&f, SW_FINDING_SPAN, "called at qsort.c:23 in 'pqsort', is 70% of");
    has(&f, SW_FINDING_SPAN, "(100.0 ms in 23 calls"); /* 790519060 / (141903681 - 100000000) */
    has(&f, SW_FINDING_SPAN, "the parallelism would be at most 18.87");
    memset(&copy->caller_place, 0, sizeof copy->caller_place);
    memset(&copy->callee_place, 0, sizeof copy->callee_place);
    release(&p, &f);
}

static void test_fib(void)
{
    struct sw_profile p;
    struct sw_findings f;
    make(&p, &f, "fib");
    has(&f, SW_FINDING_STRANDS, "takes 11 ns on average");
    has(&f, SW_FINDING_STRANDS, "costs a lot, about 6.327 ms of 41.00 ms. Coarsen");
    has(&f, SW_FINDING_STRANDS, "'fib', spawned at fib.c:4 in 'fib' (1,346,268 invocations, 18 ns");
    has(&f, SW_FINDING_BURDEN, "drops from 1,117 to 145.1");
    has(&f, SW_FINDING_CHECK, "+9.8%");
    CHECK_EQ(find(&f, SW_FINDING_CHECK)->severity, SW_WARNING);
    CHECK(find(&f, SW_FINDING_PARALLELISM) ==
          NULL); /* there is plenty only if steals cost nothing */
    CHECK(find(&f, SW_FINDING_TOO_SHORT) == NULL);
    p.circumstances.unprofiled_work = p.whole.work;
    p.whole.burdened_span = p.whole.span;
    p.whole.work *= 2;
    again(&p, &f);
    CHECK(find(&f, SW_FINDING_BURDEN) == NULL);
    has(&f, SW_FINDING_PARALLELISM, "plenty for 128 cores and more");
    release(&p, &f);
}

static void test_doubts(void)
{
    struct sw_profile p;
    struct sw_findings f;
    make(&p, &f, "regions");
    has(&f, SW_FINDING_INCOMPLETE, "killed by signal 11");
    has(&f, SW_FINDING_BUDGET,
        "'swap' and 6 other functions were left out after 1,000,000 calls to keep the overhead "
        "down: "
        "they are called");
    p.status = 0;
    p.whole.work = p.whole.span = 9999999;
    p.whole.spawns = 0;
    p.flags = SW_PROFILE_DAMAGED;
    again(&p, &f);
    has(&f, SW_FINDING_INCOMPLETE, "inside .. profiler");
    has(&f, SW_FINDING_TOO_SHORT, "short .. trust");
    has(&f, SW_FINDING_SERIAL, "nothing was spawned");
    CHECK(find(&f, SW_FINDING_SPAN) == NULL);
    CHECK(find(&f, SW_FINDING_FAILED) == NULL);
    p.status = 2 << 8;
    again(&p, &f);
    has(&f, SW_FINDING_FAILED, "exited with status 2");
    p.status = 0;
    p.whole.work = 10000000;
    p.n_unpatched = 0;
    again(&p, &f);
    CHECK(find(&f, SW_FINDING_TOO_SHORT) == NULL);
    CHECK(find(&f, SW_FINDING_BUDGET) == NULL);
    p.n_unpatched = 1;
    again(&p, &f);
    has(&f, SW_FINDING_BUDGET,
        "'swap' was left out after 1,000,000 calls to keep the overhead down: it is called");
    has(&f, SW_FINDING_BUDGET, "figures");
    CHECK_EQ(find(&f, SW_FINDING_BUDGET)->severity, SW_INFO);
    /* One that the span is made of: what the report is about is not true then. */
    struct sw_place swap = p.unpatched[0].place;
    p.unpatched[0].place = p.sites[1].callee_place;
    p.whole.span = p.sites[1].on_span.local.span;
    again(&p, &f);
    CHECK_EQ(find(&f, SW_FINDING_BUDGET)->severity, SW_WARNING);
    p.unpatched[0].place = swap;
    p.n_unpatched = 7;
    release(&p, &f);
}

/* A cilk_for is parallel already: what can be shortened are its chunks. */
static void test_loop(void)
{
    struct sw_profile p;
    struct sw_findings f;
    make(&p, &f, "qsort");
    for (size_t i = 0; i < p.n_sites; i++)
        if (p.sites[i].on_span.local.span > p.whole.span / 2)
            p.sites[i].kind = SW_SITE_LOOP;
    again(&p, &f);
    has(&f, SW_FINDING_SPAN, "cilk_for at qsort.c:20 .. chunks");
    has(&f, SW_FINDING_SPAN, "no time .. parallelism");
    p.whole.spawns = p.whole.work; /* strands of no length: shorter chunks are no advice then */
    again(&p, &f);
    CHECK(find(&f, SW_FINDING_SPAN) == NULL);
    has(&f, SW_FINDING_STRANDS, "takes less than 1 ns on average");
    has(&f, SW_FINDING_STRANDS, "'#pragma cilk grainsize'");
    release(&p, &f);
}

/* More was subtracted than is left. */
static void test_overhead(void)
{
    struct sw_profile p;
    struct sw_findings f;
    make(&p, &f, "qsort");
    CHECK(find(&f, SW_FINDING_OVERHEAD) == NULL);
    p.circumstances.overhead = 2 * p.whole.work - 1;
    again(&p, &f);
    CHECK(find(&f, SW_FINDING_OVERHEAD) == NULL);
    p.circumstances.overhead = 5 * p.whole.work;
    p.circumstances.unprofiled_work = 0;
    again(&p, &f);
    has(&f, SW_FINDING_OVERHEAD, "was 5 times the work");
    has(&f, SW_FINDING_OVERHEAD, "'spanwise run --check' shows how rough");
    p.circumstances.unprofiled_work = 2 * p.whole.work;
    again(&p, &f);
    has(&f, SW_FINDING_CHECK, "-50.0% .. 5%");
    p.whole.work = 9999999;
    again(&p, &f);
    CHECK(find(&f, SW_FINDING_OVERHEAD) == NULL);
    release(&p, &f);
}

/* Time outside parallel code: main's own. */
static void test_outside(void)
{
    struct sw_profile p;
    struct sw_findings f;
    make(&p, &f, "qsort");
    p.sites[0].on_span.local.span = p.whole.span / 4;
    p.sites[1].on_span.local.span -= p.whole.span / 4;
    again(&p, &f);
    has(&f, SW_FINDING_OUTSIDE, "25% .. 35.48");
    release(&p, &f);
}

/* 100 of work on a span of 1. A lock that is held for 40 allows 2.5; a greedy scheduler wastes no more than the span and all holds. What is
 * held where nothing else runs holds up nobody, and is a bound all the same. */
static void test_locks(void)
{
    struct sw_profile p;
    char cache[] = "cache", empty[] = "", header[] = "/usr/include/c++/12/mutex", own[] = "a.cc";
    sw_profile_init(&p);
    p.whole = (struct sw_figures){1, 100, 1, 1, 100, 1};
    near(sw_program_bounds(&p, 16).upper, 16);
    struct sw_lock locks[] = {
        {.name = cache, .n_locks = 1, .taken = 10, .held = 40, .most = 40},
        {.name = empty, .n_locks = 4, .taken = 10, .held = 20, .most = 5},
        {.name = empty, .n_locks = 1, .taken = 1, .held = 30, .most = 30, .alone = 30},
        {.name = empty, .n_locks = 1, .shared_taken = 9, .shared_held = 90}};
    p.locks = locks;
    p.n_locks = 1;
    near(sw_lock_bound(&p, &locks[0]), 2.5);
    near(sw_program_bounds(&p, 2).upper, 2);
    near(sw_program_bounds(&p, 16).upper, 2.5);
    near(sw_program_bounds(&p, 2).lower, 100 / sw_greedy_time(100, 41, 2));
    p.n_locks = 4;
    near(sw_locks_held(&p), 60);
    near(sw_program_bounds(&p, 4).lower, 100 / sw_greedy_time(100, 61, 4));
    near(sw_program_bounds(&p, 4).upper, 2.5);
    CHECK(isinf(sw_lock_bound(&p, &locks[3])));
    /* What a site is does not depend on its name: a template that returns a 'task' is a function. */
    char template[] = "task make<int>(int)";
    struct sw_site made = {.callee_place = {.function = template}};
    CHECK(said_of(sw_site_say(&made), "'task make<int>(int)', called"));
    CHECK(!sw_site_is_construct(&made));
    made.flags = SW_SITE_LABELLED;
    CHECK(sw_site_is_construct(&made) && !sw_site_is_serial_code(&made));
    made.kind = SW_SITE_ROOT;
    CHECK(sw_site_is_serial_code(&made) && !sw_site_is_construct(&made));
    CHECK(said_of(sw_lock_say(&locks[0]), "'cache'"));
    CHECK(said_of(sw_lock_say(&locks[1]), "4"));
    /* Whose code takes it: not a header's that was inlined there. */
    struct sw_place outer = {.file = own, .function = cache, .line = 7};
    struct sw_lock_site site = {
        .place = {.file = header, .function = empty, .line = 100, .inlined_into = &outer}};
    CHECK_EQ(sw_lock_place(&site)->line, 7);
}

int main(void)
{
    test_cilkview();
    test_greedy();
    test_locks();
    test_limits();
    test_units();
    test_words();
    test_names();
    test_qsort();
    test_copies();
    test_fib();
    test_doubts();
    test_overhead();
    test_outside();
    test_loop();
    return check_done();
}
