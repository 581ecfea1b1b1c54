/* Limits and baselines on invented figures: what is named, what is added up, what is worse. */
#include "analysis/verdict/check.h"
#include "tests/check.h"
#include "tests/profile/synthetic.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>

static char why[1024];

static int find(const struct sw_profile *p, enum sw_scope_kind kind, const char *name,
                struct sw_scope_found *found)
{
    struct sw_scope scope = {kind, name};
    *why = 0;
    return sw_scope_find(p, &scope, found, why, sizeof why);
}

static void site_is(const struct sw_profile *p, const char *name, uint64_t work, size_t n)
{
    struct sw_scope_found found;
    CHECK_EQ(find(p, SW_SCOPE_SITE, name, &found), 0);
    CHECK_STR(why, "");
    CHECK_EQ(found.figures.work, work);
    CHECK_EQ(found.n_sites, n);
}

static void refuses(const struct sw_profile *p, const char *name, int error, const char *words)
{
    struct sw_scope_found found;
    CHECK_EQ(find(p, SW_SCOPE_SITE, name, &found), error);
    if (!strstr(why, words))
        fprintf(stderr, "'%s' is not in '%s'\n", words, why);
    CHECK(strstr(why, words) != NULL);
}

static void test_sites(void)
{
    struct sw_profile p;
    synthetic_make(&p, "qsort");
    site_is(&p, "partition", 408150528, 1);
    site_is(&p, "pqsort", 790518060, 1); /* from main: the recursive calls are in it */
    site_is(&p, "main/pqsort", 790518060, 1);
    site_is(&p, "pqsort/partition", 408150528, 1);
    site_is(&p, "qsort.c:20", 408150528, 1);
    site_is(&p, "src/qsort.c:20", 408150528, 1);
    site_is(&p, "/home/me/src/qsort.c:20:5", 408150528, 1);
    site_is(&p, "main", 790519060, 1);
    refuses(&p, "pqsort/pqsort", -EINVAL, "'qsort.c:21:5', 'qsort.c:22:5'");
    refuses(&p, "qsort.c:20:6", -ENOENT, "'qsort.c:20'");
    refuses(&p, "sort.c:20", -ENOENT, "the nearest are 'qsort.c:20'"); /* whole names only */
    refuses(&p, "qsort.c:19", -ENOENT, "the nearest are");
    refuses(&p, "partitoin", -ENOENT, "the nearest are 'partition', ");
    refuses(&p, "pqsort/main", -ENOENT, "no such call site");
    refuses(&p, ":20", -ENOENT, "no such call site");
    refuses(&p, "/", -ENOENT, "no such call site");
    sw_profile_release(&p);
    synthetic_make(&p, "empty");
    refuses(&p, "f", -ENOENT, "no such call site (FUNCTION");
    sw_profile_release(&p);
}

static void set_place(struct sw_place *place, const char *function)
{
    free(place->function);
    place->function = strdup(function);
}

/* Who calls whom decides what may run inside what. */
static void test_nesting(void)
{
    struct sw_profile p;
    struct sw_scope_found found;
    synthetic_make(&p, "qsort");
    /* partition calls pqsort back: through a cycle, from outside it still counts once. */
    set_place(&p.sites[2].caller_place, "partition");
    set_place(&p.sites[3].caller_place, "partition");
    site_is(&p, "pqsort", 790518060, 1);
    /* No call from outside: two that may hold each other. */
    set_place(&p.sites[4].callee_place, "other");
    refuses(&p, "pqsort", -EINVAL, "may run inside each other");
    p.sites[3].kind = SW_SITE_LOOP; /* one alone is exact */
    site_is(&p, "pqsort", 741312781, 1);
    site_is(&p, "partition/cilk_for", 761041165, 1);
    CHECK_EQ(find(&p, SW_SCOPE_SITE, "partition/cilk_for", &found), 0);
    CHECK_EQ(found.site, 3);
    sw_profile_release(&p);
    synthetic_make(&p, "qsort");
    /* Called from two functions that it does not call: they add up. */
    set_place(&p.sites[2].callee_place, "swap");
    set_place(&p.sites[1].callee_place, "swap");
    site_is(&p, "swap", 741312781 + 408150528, 2);
    /* What is inlined is its host's: a call in main by an inlined pqsort is one from outside. */
    set_place(&p.sites[2].callee_place, "pqsort");
    p.sites[2].caller_place.inlined_into = calloc(1, sizeof(struct sw_place));
    p.sites[2].caller_place.inlined_into->function = strdup("main");
    p.sites[2].caller_place.inlined_into->file = strdup("");
    site_is(&p, "pqsort", 741312781 + 790518060, 2);
    sw_profile_release(&p);
}

static void test_regions(void)
{
    struct sw_profile p;
    struct sw_scope_found found;
    synthetic_make(&p, "exact");
    CHECK_EQ(find(&p, SW_SCOPE_REGION, "sort", &found), 0);
    CHECK_EQ(found.figures.span, 141000000);
    CHECK_EQ(find(&p, SW_SCOPE_REGION, "short", &found), -ENOENT);
    CHECK_STR(why, "--region=short: the profile has no such region; the nearest are 'sort'");
    sw_profile_release(&p);
    synthetic_make(&p, "qsort");
    CHECK_EQ(find(&p, SW_SCOPE_REGION, "sort", &found), -ENOENT);
    CHECK(strstr(why, "or any other") != NULL);
    CHECK_EQ(find(&p, SW_SCOPE_WHOLE, "", &found), 0);
    CHECK_EQ(found.figures.work, 790519060);
    sw_profile_release(&p);
}

/* A limit of the whole program: 0 holds, 1 broken. */
static int broken(const struct sw_profile *p, enum sw_quantity quantity, double bound)
{
    struct sw_limit limit = {
        .scope = {SW_SCOPE_WHOLE, ""}, .quantity = quantity, .processors = 8, .bound = bound};
    struct sw_check check;
    CHECK_EQ(sw_check_make(&check, p, &limit, 1, NULL, NAN, why, sizeof why), 0);
    CHECK_EQ(check.n, 1);
    int is_broken = check.n_broken != 0;
    sw_check_release(&check);
    return is_broken;
}

static void test_limits(void)
{
    struct sw_profile p;
    synthetic_make(&p, "qsort"); /* work 790519060, span 141903681 */
    CHECK(!broken(&p, SW_SPAN, 141903681));
    CHECK(broken(&p, SW_SPAN, 141903680));
    CHECK(!broken(&p, SW_WORK, 790519060));
    CHECK(broken(&p, SW_WORK, 790519059));
    CHECK(!broken(&p, SW_PARALLELISM, 5.570));
    CHECK(broken(&p, SW_PARALLELISM, 5.571));
    CHECK(!broken(&p, SW_BURDENED_PARALLELISM, 5.563));
    CHECK(broken(&p, SW_BURDENED_PARALLELISM, 5.564));
    CHECK(!broken(&p, SW_SPEEDUP, 3.539)); /* 790.519 / (790.519 / 8 + 7 / 8 x 142.1) = 3.5427 */
    CHECK(broken(&p, SW_SPEEDUP, 3.546));
    sw_profile_release(&p);
    synthetic_make(&p, "empty"); /* nothing measured: there is no parallelism */
    CHECK(broken(&p, SW_PARALLELISM, 1));
    CHECK(broken(&p, SW_SPEEDUP, 1));
    CHECK(!broken(&p, SW_SPAN, 1));
    sw_profile_release(&p);
    synthetic_make(&p, "exact");
    struct sw_limit limit = {.quantity = SW_SPAN, .bound = 5e6, .is_time = 1, .text = "5ms"};
    struct sw_check check;
    CHECK_EQ(sw_check_make(&check, &p, &limit, 1, NULL, NAN, why, sizeof why), -EINVAL);
    CHECK_STR(why, "--max-span=5ms is a time, and the profile is in instructions");
    limit = (struct sw_limit){.quantity = SW_SPEEDUP, .processors = 8, .bound = 2, .text = "8:2"};
    CHECK_EQ(sw_check_make(&check, &p, &limit, 1, NULL, NAN, why, sizeof why), 0);
    sw_check_release(&check);
    free(p.unit);
    p.unit = strdup("page faults");
    CHECK_EQ(sw_check_make(&check, &p, &limit, 1, NULL, NAN, why, sizeof why), -EINVAL);
    CHECK_STR(why,
              "--min-speedup=8:2: the profile is in page faults, which say nothing about speedups");
    sw_profile_release(&p);
}

struct pair {
    struct sw_profile before, after;
    struct sw_check check;
};

static size_t rule(struct pair *pair, double tolerance)
{
    sw_check_release(&pair->check);
    CHECK_EQ(sw_check_make(&pair->check, &pair->after, NULL, 0, &pair->before, tolerance, why,
                           sizeof why),
             0);
    return pair->check.n_broken;
}

static void make(struct pair *pair, const char *before, const char *after)
{
    *pair = (struct pair){0};
    synthetic_make(&pair->before, before);
    synthetic_make(&pair->after, after);
}

static void release(struct pair *pair)
{
    sw_check_release(&pair->check);
    sw_profile_release(&pair->before);
    sw_profile_release(&pair->after);
}

static void test_baseline(void)
{
    struct pair pair;
    make(&pair, "exact", "exact");
    CHECK_EQ(rule(&pair, 0), 0);
    CHECK_EQ(pair.check.n, 8); /* the speedup, program, region, all sites */
    CHECK_EQ(pair.check.rulings[7].n_holding, 5);
    release(&pair);
    make(&pair, "exact", "worse");
    CHECK_EQ(rule(&pair, NAN), 7);
    CHECK(pair.check.tolerance == SW_CHECK_TOLERANCE);
    const struct sw_ruling *r = pair.check.rulings;
    CHECK_EQ(r[0].quantity, SW_SPEEDUP);
    CHECK(r[0].is_broken && r[0].loss && r[0].loss->cause == SW_WHY_PARALLELISM);
    CHECK_STR(sw_ruling_place(&pair.check, &r[0]).function, "partition");
    CHECK_EQ(r[1].quantity, SW_PARALLELISM);
    CHECK(r[1].is_broken && r[2].is_broken && !r[3].is_broken); /* not the work */
    CHECK_EQ(r[7].subject, SW_SUBJECT_SITE);
    CHECK_EQ(r[7].site, 1); /* partition's own span; then what calls it */
    CHECK(r[7].is_own);
    CHECK_EQ(r[8].quantity, SW_PARALLELISM);
    CHECK_EQ(r[8].site, 4);
    CHECK_EQ(pair.check.n, 9);
    CHECK_EQ(rule(&pair, 1.5), 0); /* +100% */
    CHECK_EQ(rule(&pair, 0), 8); /* 5,000 of work more, at a new site, which is no failure itself */
    release(&pair);
    make(&pair, "worse", "exact"); /* better is no failure */
    CHECK_EQ(rule(&pair, 0), 0);
    release(&pair);
}

/* A site has to matter: by its own figures, and by the program's. */
static void test_small(void)
{
    struct pair pair;
    make(&pair, "exact", "exact");
    pair.after.sites[4].on_span.local.span = 7000000; /* 885 before; 5% of the span is 7,095,184 */
    CHECK_EQ(rule(&pair, 0.05), 0);
    pair.after.sites[4].on_span.local.span = 7097000;
    CHECK_EQ(rule(&pair, 0.05), 1);
    pair.after.sites[4].on_span.local.span = 885;
    pair.after.sites[1].on_work.local.work += 39000000; /* 9.6% of its own, 4.9% of the program's */
    CHECK_EQ(rule(&pair, 0.05), 0);
    pair.after.sites[1].on_work.local.work += 1000000;
    CHECK_EQ(rule(&pair, 0.05), 1);
    CHECK_EQ(pair.check.rulings[7].quantity, SW_WORK);
    release(&pair);
}

/* Half the work, the same span: half the parallelism, but nothing takes longer. */
static void test_less_work(void)
{
    struct pair pair;
    make(&pair, "exact", "exact");
    pair.after.whole.work /= 2;
    CHECK_EQ(rule(&pair, 0.05), 0);
    pair.after.whole.span += 1;
    CHECK_EQ(rule(&pair, 0.05), 1);
    release(&pair);
}

/* Of times, 100 us are nothing, and the tolerance is wider. */
static void test_times(void)
{
    struct pair pair;
    make(&pair, "fib", "fib"); /* a span of 40,331 ns */
    pair.after.whole.span = 140331;
    CHECK_EQ(rule(&pair, 0), 0);
    CHECK_EQ(rule(&pair, NAN), 0);
    CHECK(pair.check.tolerance == SW_CHECK_NOISY_TOLERANCE);
    pair.after.whole.span = 140332;
    CHECK_EQ(rule(&pair, NAN), 2);
    release(&pair);
}

static void test_whole(void)
{
    struct sw_profile p;
    synthetic_make(&p, "qsort");
    CHECK_EQ(sw_check_is_whole(&p, "a", why, sizeof why), 0);
    p.status = 3 << 8;
    CHECK_EQ(sw_check_is_whole(&p, "a", why, sizeof why), -EINVAL);
    CHECK_STR(why, "'a' is of a program that failed, with exit status 3");
    p.status = SIGSEGV;
    CHECK_EQ(sw_check_is_whole(&p, "a", why, sizeof why), -EINVAL);
    CHECK_STR(why, "'a' is of a program that was killed by signal 11 (Segmentation fault)");
    p.status = 0;
    p.flags = SW_PROFILE_INCOMPLETE;
    CHECK_EQ(sw_check_is_whole(&p, "a", why, sizeof why), -EINVAL);
    CHECK_STR(why, "'a' is incomplete: the program did not return from main");
    sw_profile_release(&p);
}

int main(void)
{
    test_sites();
    test_nesting();
    test_regions();
    test_limits();
    test_baseline();
    test_small();
    test_less_work();
    test_times();
    test_whole();
    return check_done();
}
