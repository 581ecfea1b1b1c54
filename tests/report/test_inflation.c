/* Work inflation on invented figures: which sites are the same, what grew, what is said of it. */
#include "analysis/compare/match.h"
#include "analysis/effort/inflation.h"
#include "tests/check.h"
#include "tests/profile/synthetic.h"
#include "tests/said.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

static const struct sw_units ns = {"ns", 0};

/* Two runs of the paper's quicksort, and what is made of them. */
struct pair {
    struct sw_profile serial, parallel;
    struct sw_inflation inflation;
    struct sw_findings findings;
};

enum { ROOT, PARTITION, SPAWN, CALL, FROM_MAIN }; /* sites of synthetic 'qsort' */

static void compare(struct pair *pair)
{
    sw_inflation_release(&pair->inflation);
    sw_findings_release(&pair->findings);
    CHECK_EQ(sw_inflation_make(&pair->inflation, &pair->serial, &pair->parallel), 0);
    CHECK_EQ(sw_inflation_findings(&pair->findings, &pair->inflation, &ns), 0);
}

static void make(struct pair *pair, const char *parallel)
{
    *pair = (struct pair){0};
    CHECK_EQ(synthetic_make(&pair->serial, "qsort"), 0);
    CHECK_EQ(synthetic_make(&pair->parallel, parallel), 0);
    pair->parallel.circumstances.workers = 4;
    compare(pair);
}

static void release(struct pair *pair)
{
    sw_inflation_release(&pair->inflation);
    sw_findings_release(&pair->findings);
    sw_profile_release(&pair->serial);
    sw_profile_release(&pair->parallel);
}

/* The row of a line and what runs there. */
static const struct sw_difference *row(const struct pair *pair, uint32_t line)
{
    static const struct sw_difference none;
    for (size_t i = 0; i < pair->inflation.n_sites; i++)
        if (pair->inflation.sites[i].site.caller_place.line == line)
            return &pair->inflation.sites[i];
    CHECK(!"a row of that line");
    return &none;
}

static const struct sw_finding *find(const struct pair *pair, enum sw_finding_kind kind)
{
    for (size_t i = 0; i < pair->findings.n; i++)
        if (pair->findings.items[i].kind == kind)
            return &pair->findings.items[i];
    return NULL;
}

/* Whether a finding of the kind says it. */
static int says(const struct pair *pair, enum sw_finding_kind kind, const char *words)
{
    for (size_t i = 0; i < pair->findings.n; i++)
        if (pair->findings.items[i].kind == kind &&
            check_said(words_of(&pair->findings.items[i]), words))
            return 1;
    return 0;
}

static void has(const struct pair *pair, enum sw_finding_kind kind, const char *words)
{
    int it = says(pair, kind, words);
    for (size_t i = 0; !it && i < pair->findings.n; i++)
        fprintf(stderr, "  said: %s\n", words_of(&pair->findings.items[i]));
    if (!it)
        fprintf(stderr, "nobody says '%s'\n", words);
    CHECK(it);
}

static void change_is(struct sw_change got, uint64_t serial, uint64_t parallel)
{
    CHECK_EQ(got.before, serial);
    CHECK_EQ(got.after, parallel);
    CHECK_EQ(got.growth, parallel - serial);
}

static void check_parallel(const struct pair *pair)
{
    const struct sw_inflation *f = &pair->inflation;
    change_is(f->work, 790519060, 1206925703);
    change_is(f->span, 141903681, 283807362);
    CHECK(f->most_speedup > 2.6199 && f->most_speedup < 2.6200); /* 4 * 790.5 / 1206.9 */
    CHECK_EQ(f->n_sites, 6);
    CHECK_EQ(f->n_matched, 4);
    CHECK_EQ(f->n_inflated, 1);
    CHECK_EQ(f->n_counts_differ, 0);
    CHECK_EQ(f->serial_only.n, 1);
    CHECK_EQ(f->serial_only.local_work, 885);
    CHECK_EQ(f->parallel_only.n, 1);
    CHECK_EQ(f->parallel_only.local_work, 500000);
    change_is(f->sites[0].local_work, 408150528, 816301056);
    CHECK_EQ(f->sites[0].site.caller_place.line, 20);
    CHECK_EQ(f->sites[0].index, PARTITION);
    CHECK(f->sites[0].is_inflated);
    CHECK_EQ(f->sites[0].excess, 408150528);
    change_is(row(pair, 22)->local_work, 377000000, 384540000);
    CHECK(!row(pair, 22)->is_inflated);
    change_is(row(pair, 21)->local_work, 4340000, 4557000); /* two records: 4,000,000 + 557,000 */
    change_is(row(pair, 21)->count, 431244, 431244);
    change_is(row(pair, 21)->work, 741312781, 1100000000);
    CHECK_EQ(row(pair, 21)->index, SPAWN);
    CHECK_EQ(row(pair, 31)->presence, SW_BEFORE_ONLY);
    CHECK_EQ(row(pair, 31)->index, SW_NO_SITE);
    CHECK_EQ(row(pair, 32)->presence, SW_AFTER_ONLY);
    CHECK_EQ(f->sites[5].site.caller_place.line, 31); /* what shrank is last */
}

/* Of two records of one place, one stands for both. */
static void check_rows(const struct pair *pair)
{
    const struct sw_site *sites = pair->parallel.sites;
    CHECK(sw_inflation_of(&pair->inflation, &sites[PARTITION]) == &pair->inflation.sites[0]);
    CHECK(sw_inflation_of(&pair->inflation, &sites[SPAWN]) == row(pair, 21));
    CHECK(sw_inflation_of(&pair->inflation, &sites[5]) == NULL);
}

static void test_addresses(void)
{
    struct pair pair;
    make(&pair, "parallel");
    check_parallel(&pair);
    check_rows(&pair);
    CHECK_EQ(pair.inflation.n_by_name, 0);
    CHECK_EQ(sw_match_builds(&pair.serial, &pair.parallel), SW_SAME);
    /* Names do not count then: two calls of one function on one line stay two. */
    pair.serial.sites[CALL].caller_place.line = pair.parallel.sites[CALL].caller_place.line = 20;
    compare(&pair);
    CHECK_EQ(pair.inflation.n_matched, 4);
    /* A callee makes another site of the same address: a call through a pointer. */
    pair.parallel.sites[PARTITION].callee += 0x40;
    compare(&pair);
    CHECK_EQ(pair.inflation.n_matched, 3);
    release(&pair);
}

static void test_names(void)
{
    struct pair pair;
    make(&pair, "parallel");
    pair.parallel.modules->build_id[3]++;
    for (size_t i = ROOT + 1; i < pair.parallel.n_sites; i++)
        pair.parallel.sites[i].address -= 0x100 * i; /* other code */
    free(pair.parallel.sites[PARTITION].caller_place.file);
    pair.parallel.sites[PARTITION].caller_place.file = strdup("/elsewhere/qsort.c");
    compare(&pair);
    check_parallel(&pair);
    check_rows(&pair);
    CHECK_EQ(pair.inflation.n_by_name, 5); /* all but the root */
    CHECK_EQ(sw_match_builds(&pair.serial, &pair.parallel), SW_DIFFERENT);
    has(&pair, SW_FINDING_COMPARISON, "rebuilt");
    pair.serial.modules->build_id_size = 0;
    compare(&pair);
    check_parallel(&pair);
    CHECK_EQ(sw_match_builds(&pair.serial, &pair.parallel), SW_NOT_KNOWN);
    pair.parallel.sites[PARTITION].caller_place.line++; /* it moved */
    compare(&pair);
    CHECK_EQ(pair.inflation.n_matched, 4);
    pair.parallel.sites[PARTITION].callee_place.function[0] = 'q'; /* it has another name */
    compare(&pair);
    CHECK_EQ(pair.inflation.n_matched, 3);
    has(&pair, SW_FINDING_COMPARISON, "2 .. 408.2 .. 2 .. 816.8");
    release(&pair);
}

/* Neither a build-id nor a name: nobody is taken for another. */
static void test_unknown(void)
{
    struct pair pair;
    make(&pair, "parallel");
    pair.serial.modules->build_id_size = 0;
    for (int k = 0; k < 2; k++) {
        struct sw_profile *p = k ? &pair.parallel : &pair.serial;
        for (size_t i = 0; i < p->n_sites; i++) {
            sw_place_release(p, &p->sites[i].caller_place);
            sw_place_release(p, &p->sites[i].callee_place);
        }
    }
    compare(&pair);
    CHECK_EQ(pair.inflation.n_sites, 10); /* the root, 4 and 5 */
    CHECK_EQ(pair.inflation.n_matched, 1);
    release(&pair);
}

/* The program is another build, a library the same: each site by what its modules allow. */
static void test_library(void)
{
    struct pair pair;
    make(&pair, "parallel");
    for (int k = 0; k < 2; k++) {
        struct sw_profile *p = k ? &pair.parallel : &pair.serial;
        p->modules = realloc(p->modules, 2 * sizeof *p->modules);
        p->modules[1] = p->modules[0];
        p->modules[1].path = strdup("/lib/libsort.so");
        p->modules[1].start = p->modules[1].bias = k ? 0x7000000 : 0x5000000;
        p->modules[1].end = p->modules[1].start + 0x1000;
        p->modules[1].build_id[0] = 99;
        p->n_modules = 2;
        p->sites[PARTITION].address = p->modules[1].start + 0x10;
        p->sites[PARTITION].callee = p->modules[1].start + 0x20;
        p->sites[PARTITION].caller_place.line = k ? 1 : 2; /* not looked at */
    }
    pair.parallel.modules->build_id[0]++;
    compare(&pair);
    CHECK_EQ(pair.inflation.n_matched, 4);
    CHECK_EQ(pair.inflation.n_by_name, 4);
    change_is(row(&pair, 1)->local_work, 408150528, 816301056);
    release(&pair);
}

/* Sets a site's local work in both runs, and tells whether that is inflation. */
static int inflated(struct pair *pair, uint64_t serial, uint64_t parallel)
{
    pair->serial.sites[PARTITION].on_work.local.work = serial;
    pair->parallel.sites[PARTITION].on_work.local.work = parallel;
    compare(pair);
    return row(pair, 20)->is_inflated;
}

static void test_noise(void)
{
    struct pair pair;
    make(&pair, "parallel");
    pair.serial.whole.work = 100000000;
    pair.serial.circumstances.call_cost_ps = pair.parallel.circumstances.call_cost_ps = 0;
    CHECK(!inflated(&pair, 20000000, 22000000)); /* a tenth */
    CHECK(inflated(&pair, 20000000, 22000001));
    CHECK(!inflated(&pair, 1000, 1001000)); /* a hundredth of the program */
    CHECK(inflated(&pair, 1000, 1001001));
    CHECK(!inflated(&pair, 22000001, 20000000));
    /* 431,244 invocations at 12 ns: 5,174,928 ns that the subtraction may be off by */
    pair.serial.circumstances.call_cost_ps = 12000;
    CHECK(!inflated(&pair, 20000000, 25174928));
    CHECK(inflated(&pair, 20000000, 25174929));
    pair.parallel.circumstances.call_cost_ps = 13000;
    CHECK(!inflated(&pair, 20000000, 25174929));
    release(&pair);
}

static void set_counts(struct pair *pair, uint64_t serial, uint64_t parallel)
{
    pair->serial.sites[PARTITION].on_work.local.count = serial;
    pair->parallel.sites[PARTITION].on_work.local.count = parallel;
    compare(pair);
}

static void test_counts(void)
{
    struct pair pair;
    make(&pair, "parallel");
    pair.serial.circumstances.call_cost_ps = pair.parallel.circumstances.call_cost_ps = 0;
    set_counts(&pair, 1000, 2000); /* twice as often, twice the work: nothing took longer */
    CHECK(!row(&pair, 20)->is_inflated);
    CHECK(row(&pair, 20)->counts_differ);
    CHECK_EQ(row(&pair, 20)->excess, 0);
    CHECK_EQ(row(&pair, 20)->local_work.growth, 408150528);
    has(&pair, SW_FINDING_COMPARISON, "'partition' .. qsort.c:20 .. 'pqsort' .. 1,000 .. 2,000");
    set_counts(&pair, 1000, 1500);
    CHECK(row(&pair, 20)->is_inflated);
    CHECK_EQ(row(&pair, 20)->excess, 204075264); /* 816,301,056 - 1.5 x 408,150,528 */
    has(&pair, SW_FINDING_INFLATED_SITE, "1.33 .. same number");
    set_counts(&pair, 1000, 1053);
    CHECK(row(&pair, 20)->counts_differ);
    set_counts(&pair, 1000, 1052);
    CHECK(!row(&pair, 20)->counts_differ);
    set_counts(&pair, 1000, 949);
    CHECK(row(&pair, 20)->counts_differ);
    set_counts(&pair, 1000, 950);
    CHECK(!row(&pair, 20)->counts_differ);
    CHECK(find(&pair, SW_FINDING_COMPARISON) == NULL);
    release(&pair);
}

/* Counts that say nothing of how much there was to do. */
static void test_other_counts(void)
{
    struct pair pair;
    make(&pair, "parallel");
    pair.serial.sites[PARTITION].kind = pair.parallel.sites[PARTITION].kind = SW_SITE_LOOP;
    set_counts(&pair, 1000, 2000); /* pieces of a loop */
    CHECK(row(&pair, 20)->is_inflated);
    CHECK(!row(&pair, 20)->counts_differ);
    has(&pair, SW_FINDING_INFLATED_SITE, "cilk_for at qsort.c:20");
    pair.serial.sites[PARTITION].kind = pair.parallel.sites[PARTITION].kind = SW_SITE_CALL;
    pair.parallel.unpatched = calloc(1, sizeof *pair.parallel.unpatched);
    pair.parallel.unpatched->place.function = strdup("partition");
    pair.parallel.n_unpatched = 1;
    set_counts(&pair, 1000, 2000); /* until the budget took it out */
    CHECK(!row(&pair, 20)->counts_differ);
    has(&pair, SW_FINDING_COMPARISON, "0 in .. 1 here");
    release(&pair);
}

static void test_findings(void)
{
    struct pair pair;
    make(&pair, "parallel");
    CHECK_EQ(pair.findings.n, 3);
    CHECK(find(&pair, SW_FINDING_COMPARISON) == NULL);
    has(&pair, SW_FINDING_INFLATION, "1.53 .. 790.5");
    has(&pair, SW_FINDING_INFLATION, "4 .. 2.62");
    has(&pair, SW_FINDING_INFLATED_SITE,
        "'partition' .. qsort.c:20 .. 'pqsort' .. 2.00 .. 408.2 .. 816.3 .. 98.1%");
    CHECK_EQ(find(&pair, SW_FINDING_INFLATED_SITE)->site, PARTITION);
    has(&pair, SW_FINDING_CAUSES, "memory bandwidth");
    has(&pair, SW_FINDING_CAUSES, "'spanwise bench --copies' shows which");
    /* Sites of one function are one finding: the spawn and the call of pqsort. */
    pair.parallel.sites[SPAWN].on_work.local.work = 254340000;
    pair.parallel.sites[CALL].on_work.local.work = 627000000;
    compare(&pair);
    CHECK_EQ(pair.inflation.n_inflated, 3);
    CHECK_EQ(pair.findings.n, 4);
    CHECK_EQ(pair.findings.items[1].site, SPAWN); /* 250.6 + 250.0 ms, before partition's 408.2 */
    has(&pair, SW_FINDING_INFLATED_SITE,
        "'pqsort' .. qsort.c:21 .. 'pqsort' .. 1 .. 2.31 .. 381.3 .. 881.9");
    release(&pair);
}

static void test_nothing_grew(void)
{
    struct pair pair;
    make(&pair, "qsort");
    CHECK_EQ(pair.inflation.n_inflated, 0);
    CHECK_EQ(pair.inflation.n_matched, 5);
    CHECK_EQ(pair.findings.n, 1);
    has(&pair, SW_FINDING_INFLATION, "nothing grew: the work is 1.00 times");
    pair.parallel.whole.work = 869570966; /* 1.1 times */
    compare(&pair);
    has(&pair, SW_FINDING_INFLATION, "nothing grew");
    pair.parallel.whole.work += 1000;
    compare(&pair);
    has(&pair, SW_FINDING_INFLATION, "work inflation: the work is 1.10 times");
    has(&pair, SW_FINDING_INFLATED_SITE, "no single call site");
    pair.parallel.whole.work = 700000000;
    compare(&pair);
    has(&pair, SW_FINDING_INFLATION, "shrank .. 0.89");
    pair.parallel.whole.work = 790519060;
    CHECK(inflated(&pair, 100000000, 150000000));
    has(&pair, SW_FINDING_INFLATION, "noise");
    has(&pair, SW_FINDING_INFLATED_SITE, "takes 1.50 times as long");
    release(&pair);
}

static void test_doubts(void)
{
    struct pair pair;
    make(&pair, "parallel");
    pair.parallel.circumstances.workers = 1;
    compare(&pair);
    has(&pair, SW_FINDING_COMPARISON, "profiles .. serial");
    CHECK(find(&pair, SW_FINDING_CAUSES) == NULL);
    CHECK(isnan(pair.inflation.most_speedup));
    pair.parallel.circumstances.workers = 4;
    strcpy(pair.serial.args[1], "1000");
    pair.serial.level[0] = 'd';
    pair.serial.host[0] = 'b';
    pair.serial.flags = SW_PROFILE_INCOMPLETE;
    pair.serial.whole.work = 9000000;
    compare(&pair);
    has(&pair, SW_FINDING_COMPARISON, "'./qsort 1000' .. './qsort 10000000'");
    has(&pair, SW_FINDING_CAUSES, "both runs .. instructions");
    has(&pair, SW_FINDING_COMPARISON, "different levels, 'dull' and 'full'");
    has(&pair, SW_FINDING_COMPARISON, "'besthost, aarch64, 2 processors' and 'testhost");
    has(&pair, SW_FINDING_COMPARISON, "complete");
    has(&pair, SW_FINDING_COMPARISON, "short .. 9.000 ms");
    free(pair.serial.args[1]);
    pair.serial.args[1] = NULL;
    compare(&pair);
    has(&pair, SW_FINDING_COMPARISON, "'./qsort' in");
    release(&pair);
}

/* Among the report's other findings: doubts first, then the comparison. */
static void test_order(void)
{
    static const enum sw_finding_kind want[] = {SW_FINDING_INCOMPLETE, SW_FINDING_COMPARISON,
                                                SW_FINDING_INFLATION,  SW_FINDING_INFLATED_SITE,
                                                SW_FINDING_CAUSES,     SW_FINDING_PARALLELISM,
                                                SW_FINDING_SPAN};
    struct pair pair;
    struct sw_findings all;
    make(&pair, "parallel");
    pair.parallel.flags = SW_PROFILE_INCOMPLETE;
    CHECK_EQ(sw_findings_make(&all, &pair.parallel, &ns), 0);
    CHECK_EQ(sw_inflation_findings(&all, &pair.inflation, &ns), 0);
    sw_findings_arrange(&all, SW_WHY_UNKNOWN);
    CHECK_EQ(all.n, 7);
    for (size_t i = 0; i < all.n && i < 7; i++)
        CHECK_EQ(all.items[i].kind, want[i]);
    sw_findings_release(&all);
    release(&pair);
}

static void test_limits(void)
{
    struct pair pair;
    make(&pair, "empty");
    CHECK_EQ(pair.inflation.n_matched, 0);
    CHECK_EQ(pair.inflation.serial_only.n, 5);
    release(&pair);
    make(&pair, "odd");
    pair.serial.whole.work = 0;
    pair.serial.n_sites = 0;
    compare(&pair);
    CHECK_EQ(pair.inflation.work.growth, INT64_MAX);
    CHECK_EQ(pair.inflation.sites[0].local_work.growth, INT64_MAX);
    has(&pair, SW_FINDING_INFLATION, "no work");
    pair.serial.n_sites = 5;
    release(&pair);
    struct sw_inflation f;
    struct sw_profile none;
    sw_profile_init(&none);
    CHECK_EQ(sw_inflation_make(&f, &none, &none), 0);
    CHECK(isnan(sw_change_ratio(&f.work)));
    CHECK_EQ(f.n_sites, 0);
    sw_inflation_release(&f);
}

static void refuses(const struct sw_profile *a, const struct sw_profile *b, const char *want)
{
    char why[512] = "";
    CHECK_EQ(sw_inflation_check(a, "a", b, "b", why, sizeof why), -EINVAL);
    CHECK_STR(why, want);
}

static void test_check(void)
{
    struct pair pair;
    struct sw_profile fib, regions;
    char why[512];
    make(&pair, "parallel");
    synthetic_make(&fib, "fib");
    synthetic_make(&regions, "regions");
    fib.modules->build_id[0]++;
    CHECK_EQ(sw_inflation_check(&pair.serial, "a", &pair.parallel, "b", why, sizeof why), 0);
    CHECK_EQ(sw_inflation_check(&pair.serial, "a", &pair.serial, "a", why, sizeof why), 0);
    refuses(&pair.parallel, &pair.serial,
            "the profiles are in the wrong order: 'b' is the serial one, 'a' was measured on 4 "
            "workers");
    refuses(&pair.parallel, &pair.parallel,
            "'a' is not of a serial run: it was measured on 4 workers; --serial=FILE takes the "
            "serial profile");
    refuses(&fib, &pair.parallel,
            "cannot compare two programs: 'a' is of './fib', 'b' of './qsort'");
    refuses(&regions, &pair.parallel, "cannot compare 'a', in instructions, with 'b', in ns");
    fib.modules->build_id[0]--; /* the same file under another name */
    CHECK_EQ(sw_inflation_check(&fib, "a", &pair.parallel, "b", why, sizeof why), 0);
    sw_profile_release(&fib);
    sw_profile_release(&regions);
    release(&pair);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* 100,000 sites a profile, all by name: sorted, not searched. */
static void test_large(void)
{
    struct pair pair = {0};
    synthetic_many(&pair.serial, 100000);
    synthetic_many(&pair.parallel, 100000);
    double start = now();
    CHECK_EQ(sw_inflation_make(&pair.inflation, &pair.serial, &pair.parallel), 0);
    double took = now() - start;
    if (took >= 1)
        fprintf(stderr, "100,000 sites took %.2f s\n", took);
    CHECK(took < 1);
    CHECK_EQ(pair.inflation.n_by_name, 100000);
    CHECK_EQ(pair.inflation.n_matched, 100000);
    release(&pair);
}

int main(void)
{
    test_addresses();
    test_names();
    test_unknown();
    test_library();
    test_noise();
    test_counts();
    test_other_counts();
    test_findings();
    test_nothing_grew();
    test_doubts();
    test_order();
    test_limits();
    test_check();
    test_large();
    return check_done();
}
