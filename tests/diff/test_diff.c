/* What changed between two profiles of invented figures, and what is said of it. */
#include "analysis/compare/diff.h"
#include "tests/check.h"
#include "tests/profile/synthetic.h"
#include "tests/said.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

struct pair {
    struct sw_profile before, after;
    struct sw_diff diff;
    struct sw_findings findings;
};

static void compare(struct pair *pair)
{
    struct sw_units units = {pair->after.unit, 0};
    sw_diff_release(&pair->diff);
    sw_findings_release(&pair->findings);
    CHECK_EQ(sw_diff_make(&pair->diff, &pair->before, &pair->after), 0);
    CHECK_EQ(sw_diff_findings(&pair->findings, &pair->diff, &units), 0);
}

static void make(struct pair *pair, const char *before, const char *after)
{
    *pair = (struct pair){0};
    CHECK_EQ(synthetic_make(&pair->before, before), 0);
    CHECK_EQ(synthetic_make(&pair->after, after), 0);
    compare(pair);
}

static void release(struct pair *pair)
{
    sw_diff_release(&pair->diff);
    sw_findings_release(&pair->findings);
    sw_profile_release(&pair->before);
    sw_profile_release(&pair->after);
}

static int says(const struct pair *pair, const char *words)
{
    for (size_t i = 0; i < pair->findings.n; i++)
        if (check_said(words_of(&pair->findings.items[i]), words))
            return 1;
    return 0;
}

static void has(const struct pair *pair, const char *words)
{
    if (!says(pair, words)) {
        fprintf(stderr, "nobody says '%s', but\n", words);
        for (size_t i = 0; i < pair->findings.n; i++)
            fprintf(stderr, "  %s\n", words_of(&pair->findings.items[i]));
    }
    CHECK(says(pair, words));
}

static void replace(char **string, const char *by)
{
    free(*string);
    *string = strdup(by);
}

static void test_equal(void)
{
    struct pair pair;
    make(&pair, "qsort", "qsort");
    CHECK(pair.diff.is_equal);
    CHECK_EQ(pair.diff.n_matched, 5);
    CHECK_EQ(pair.diff.n_changed, 0);
    CHECK_EQ(pair.findings.n, 1);
    has(&pair, "no difference");
    pair.after.sites[3].on_span.local.span++; /* one digit anywhere */
    compare(&pair);
    CHECK(!pair.diff.is_equal);
    CHECK_EQ(pair.diff.n_changed, 1);
    has(&pair, "no difference");
    CHECK(pair.diff.is_noise);
    pair.after.sites[3].on_span.local.span--;
    pair.after.whole.syncs++;
    compare(&pair);
    CHECK(!pair.diff.is_equal);
    release(&pair);
}

static void test_worse(void)
{
    struct pair pair;
    make(&pair, "exact", "worse");
    const struct sw_diff *f = &pair.diff;
    const struct sw_difference *d = &f->sites[0];
    CHECK_EQ(f->n_matched, 5);
    CHECK_EQ(f->n_moved, 4); /* all but main */
    CHECK_EQ(f->n_after_only, 1);
    CHECK_EQ(f->n_before_only, 0);
    CHECK_STR(d->site.callee_place.function, "partition");
    CHECK_EQ(d->line_before, 20);
    CHECK_EQ(d->site.caller_place.line, 23);
    CHECK_EQ(d->local_span.before, 141891291);
    CHECK_EQ(d->local_span.growth, 141891291);
    CHECK_EQ(d->index, 1);
    int64_t sum = 0;
    for (size_t i = 0; i < f->n_sites; i++)
        sum += f->sites[i].local_span.growth;
    CHECK_EQ(sum, f->whole.span.growth); /* local spans tell where it comes from */
    CHECK_EQ(f->sites[1].presence, SW_AFTER_ONLY);
    has(&pair, "parallelism fell from 5.57 to 2.79 (-50.0%)");
    has(&pair, "parallelism of region 'sort' fell from 5.60 to 2.80 (-50.0%)");
    has(&pair, "141.9 .. 283.8 .. +100.0% .. 'partition' .. qsort.c:23 .. 'pqsort' .. +141.9 M)");
    has(&pair, "790,519,060 .. 790,524,060 .. +0.0% .. 'verify' .. qsort.c:36 .. 'main' .. +5.000");
    has(&pair, "5 in .. 1 new");
    release(&pair);
    make(&pair, "worse", "exact"); /* the other way round */
    CHECK_EQ(pair.diff.n_before_only, 1);
    has(&pair, "parallelism rose from 2.79 to 5.57");
    has(&pair, "the critical path shrank from 283.8 M to 141.9 M instructions");
    CHECK_EQ(pair.diff.sites[pair.diff.n_sites - 1].local_span.growth, (uint64_t)-141891291);
    release(&pair);
}

/* Times that differ by what two measurements do are not called a change. */
static void test_noise(void)
{
    struct pair pair;
    make(&pair, "qsort", "qsort");
    pair.after.whole.span = pair.before.whole.span / 100 * 109;
    compare(&pair);
    CHECK(pair.diff.is_noise);
    CHECK_EQ(pair.findings.n, 1);
    pair.after.whole.span = pair.before.whole.span / 100 * 125;
    compare(&pair);
    CHECK(!pair.diff.is_noise && !says(&pair, "noise"));
    release(&pair);
    make(&pair, "exact", "exact");
    pair.after.whole.span++;
    compare(&pair);
    has(&pair, "critical path grew");
    CHECK(!says(&pair, "noise")); /* counts have none */
    release(&pair);
}

/* The whole is as it was, but its parts are not. */
static void test_hidden(void)
{
    struct pair pair;
    make(&pair, "exact", "exact");
    pair.after.sites[1].on_span.local.span -= 50000000;
    pair.after.sites[3].on_span.local.span += 50000000;
    compare(&pair);
    has(&pair, "'pqsort' .. qsort.c:22 .. 'pqsort' .. critical path");
    release(&pair);
}

static void test_doubts(void)
{
    struct pair pair;
    make(&pair, "qsort", "parallel");
    has(&pair, "workers .. 1 .. 4");
    release(&pair);
    make(&pair, "qsort", "qsort");
    replace(&pair.after.args[1], "20");
    replace(&pair.after.level, "spawns");
    replace(&pair.after.host, "testhost, x86_64, 2 processors");
    pair.after.burden = 100;
    pair.after.flags = SW_PROFILE_INCOMPLETE;
    pair.after.whole.work = 1000;
    pair.after.n_unpatched = 3;
    compare(&pair);
    has(&pair, "different arguments, './qsort 10000000' before and './qsort 20' after");
    has(&pair, "different levels, 'full' before and 'spawns' after");
    has(&pair, "different architectures, 'aarch64' before and 'x86_64' after");
    has(&pair, "different burdens, 5.000 us before and 100 ns after");
    has(&pair, "complete");
    has(&pair, "short .. 1.000 us");
    has(&pair, "left out to keep the overhead down (0 before, 3 after)");
    pair.after.n_unpatched = 0;
    replace(&pair.after.host, "another, aarch64, 2 processors");
    compare(&pair);
    has(&pair, "different machines");
    release(&pair);
    make(&pair, "exact", "exact"); /* counts are the same on all */
    replace(&pair.after.host, "another, aarch64, 2 processors");
    compare(&pair);
    CHECK(!says(&pair, "machines"));
    release(&pair);
}

static void test_check(void)
{
    struct pair pair;
    char why[512];
    make(&pair, "qsort", "exact");
    CHECK_EQ(sw_diff_check(&pair.before, "a", &pair.after, "b", why, sizeof why), -EINVAL);
    CHECK_STR(why, "cannot compare 'a', measured in ns (meter 'time'), with 'b', in instructions "
                   "(meter 'instructions'): measure both with the same meter");
    CHECK_EQ(sw_diff_check(&pair.before, "a", &pair.before, "b", why, sizeof why), 0);
    release(&pair);
}

static void test_limits(void)
{
    struct pair pair;
    make(&pair, "empty", "empty");
    CHECK(pair.diff.is_equal);
    release(&pair);
    make(&pair, "empty", "odd");
    CHECK_EQ(pair.diff.whole.work.growth, INT64_MAX);
    CHECK_EQ(pair.diff.n_after_only, 5);
    release(&pair);
    make(&pair, "odd", "empty");
    CHECK(isnan(sw_difference_of_parallelism(&pair.diff.whole)));
    release(&pair);
    make(&pair, "regions", "exact");
    CHECK_EQ(pair.diff.n_regions, 3);
    CHECK_EQ(pair.diff.regions[0].presence, SW_AFTER_ONLY);
    CHECK_EQ(pair.diff.regions[2].presence, SW_BEFORE_ONLY);
    release(&pair);
}

/* A site that grew by more than all did, as others shrank; and simulated runs, where work and span are the same. */
static void test_more(void)
{
    struct pair pair;
    make(&pair, "exact", "worse");
    pair.after.sites[3].on_span.local.span += 5;
    pair.after.whole.span = pair.before.whole.span + 1000;
    compare(&pair);
    has(&pair, "'partition' .. qsort.c:23 .. 'pqsort' .. +141.9 M; others");
    release(&pair);
    make(&pair, "openmp", "openmp");
    CHECK(pair.diff.is_equal);
    pair.after.simulations[1].time *= 2;
    compare(&pair);
    has(&pair, "8 .. 3.37 .. 1.69 .. -50.0% .. 80.20 .. 40.10");
    pair.before.simulations[1].processors = 4; /* one processor is no speedup to compare */
    compare(&pair);
    CHECK(!says(&pair, "the speedup predicted"));
    release(&pair);
}

/* Of a change for certain, the rest may be noise: of that only what is not little is said. */
static void test_little(void)
{
    struct pair pair;
    make(&pair, "qsort", "qsort");
    pair.after.whole.span *= 2;
    pair.after.whole.work += pair.after.whole.work / 50;
    compare(&pair);
    has(&pair, "the critical path grew");
    CHECK(!says(&pair, "the work"));
    pair.after.whole.work = pair.before.whole.work + pair.before.whole.work / 12;
    compare(&pair);
    has(&pair, "the work grew .. may be noise");
    release(&pair);
}

int main(void)
{
    test_little();
    test_more();
    test_equal();
    test_worse();
    test_noise();
    test_hidden();
    test_doubts();
    test_check();
    test_limits();
    return check_done();
}
