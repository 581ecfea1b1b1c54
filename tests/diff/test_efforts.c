/* Two sampled runs, and two sets of real runs, with invented figures: what changed, where, and what is noise. */
#include "analysis/compare/diff.h"
#include "analysis/effort/compare.h"
#include "report/model/diff.h"
#include "tests/check.h"
#include "tests/profile/synthetic.h"
#include "tests/said.h"

#include <math.h>
#include <stdlib.h>

#define MS UINT64_C(1000000)

static struct sw_effort_path *path_of(struct sw_profile *p, const char *function)
{
    for (size_t i = 0; i < p->sampled.n_paths; i++) {
        uint32_t frame = p->sampled.paths[i].frame;
        if (!strcmp(p->sampled.frames[frame].place.function, function) && p->effort.paths[i].work)
            return &p->effort.paths[i];
    }
    abort();
}

static const struct sw_effort_moved *find(const struct sw_effort_diff *d, const char *name)
{
    for (size_t i = 0; i < d->n_functions; i++)
        if (!strcmp(d->functions[i].name, name) && !d->functions[i].started)
            return &d->functions[i];
    return NULL;
}

static void make(struct sw_profile *p)
{
    CHECK_EQ(synthetic_make(p, "effort"), 0);
    p->sampled.taken = 1000000; /* samples tell all */
}

static void test_equal(void)
{
    struct sw_profile a, b;
    struct sw_effort_diff d;
    make(&a);
    make(&b);
    CHECK_EQ(sw_effort_diff_make(&d, &a, &b), 0);
    CHECK(d.is_equal);
    CHECK(d.n_functions > 0);
    for (size_t i = 0; i < d.n_functions; i++) {
        CHECK_EQ(d.functions[i].presence, SW_IN_BOTH);
        CHECK_EQ(d.functions[i].effort.growth, 0);
    }
    CHECK_EQ(d.work.before, 2150 * MS);
    CHECK_EQ(d.idle.before, 1450 * MS);
    CHECK_EQ(d.overhead.before, 220 * MS);
    CHECK(fabs(d.cores_before - 2.15 / 0.97) < 1e-9); /* without what other programs took */
    CHECK_EQ(d.time.before, 970 * MS);
    sw_effort_diff_release(&d);
    sw_profile_release(&a);
    sw_profile_release(&b);
}

/* read_input is made parallel: 700 ms of idleness less, and the run is 200 ms shorter; a lock is waited for 240 ms less. */
static void test_better(void)
{
    struct sw_profile a, b;
    struct sw_effort_diff d;
    struct sw_findings findings = {0};
    const struct sw_units units = {"ns", 0};
    make(&a);
    make(&b);
    path_of(&b, "read_input")->idle -= 700 * MS;
    b.effort.time -= 200 * MS;
    b.effort.due -= 200 * MS;
    b.effort.locks[0].waited -= 240 * MS;
    CHECK_EQ(sw_effort_diff_make(&d, &a, &b), 0);
    CHECK(!d.is_equal && !d.is_noise);
    CHECK_EQ(d.time.growth, -200 * (int64_t)MS);
    CHECK_EQ(d.idle.growth, -700 * (int64_t)MS);
    CHECK_EQ(d.work.growth, 0);
    CHECK_EQ(d.waited.growth, -240 * (int64_t)MS);
    CHECK_STR(d.functions[0].name, "read_input"); /* what changed most is first */
    CHECK_EQ(d.functions[0].idle.growth, -700 * (int64_t)MS);
    CHECK_EQ(find(&d, "compute")->effort.growth, 0);
    CHECK_STR(d.locks[0].name, "total_lock");
    CHECK_EQ(d.locks[0].waited.after, 10 * MS);
    CHECK_EQ(sw_effort_diff_findings(&findings, &d, &units), 0);
    bool is_placed = false;
    for (size_t i = 0; i < findings.n; i++)
        is_placed |= findings.items[i].kind == SW_FINDING_CHANGE && findings.items[i].line == 10 &&
                     !strcmp(findings.items[i].function, "read_input");
    CHECK(is_placed);
    CHECK(strstr(words_of(&findings.items[0]), "770.0 ms"));
    sw_findings_release(&findings);
    sw_effort_diff_release(&d);
    sw_profile_release(&a);
    sw_profile_release(&b);
}

/* A little more of everything is what the next run differs by; and with few samples, a lot. */
static void test_noise(void)
{
    struct sw_profile a, b;
    struct sw_effort_diff d;
    make(&a);
    make(&b);
    path_of(&b, "compute")->work += 100 * MS;
    b.effort.time += 20 * MS;
    b.effort.due += 20 * MS;
    CHECK_EQ(sw_effort_diff_make(&d, &a, &b), 0);
    CHECK(!d.is_equal && d.is_noise);
    sw_effort_diff_release(&d);
    path_of(&b, "compute")->work += 300 * MS;
    CHECK_EQ(sw_effort_diff_make(&d, &a, &b), 0);
    CHECK(!d.is_noise);
    sw_effort_diff_release(&d);
    b.sampled.taken = 25; /* shares are off by 20 points */
    CHECK_EQ(sw_effort_diff_make(&d, &a, &b), 0);
    CHECK(d.is_noise);
    sw_effort_diff_release(&d);
    sw_profile_release(&a);
    sw_profile_release(&b);
}

/* A function that is gone, one that is new. */
static void test_names(void)
{
    struct sw_profile a, b;
    struct sw_effort_diff d;
    make(&a);
    make(&b);
    for (size_t i = 0; i < b.sampled.n_frames; i++)
        if (!strcmp(b.sampled.frames[i].place.function, "update"))
            memcpy(b.sampled.frames[i].place.function, "upfast", 6);
    CHECK_EQ(sw_effort_diff_make(&d, &a, &b), 0);
    CHECK_EQ(find(&d, "update")->presence, SW_BEFORE_ONLY);
    CHECK_EQ(find(&d, "update")->work.growth, -200 * (int64_t)MS);
    CHECK_EQ(find(&d, "upfast")->presence, SW_AFTER_ONLY);
    CHECK(!d.is_equal);
    sw_effort_diff_release(&d);
    sw_profile_release(&a);
    sw_profile_release(&b);
}

static void set_runs(struct sw_profile *p, const struct sw_real_run *runs, size_t n)
{
    free(p->real);
    p->real = malloc(n * sizeof *runs);
    memcpy(p->real, runs, n * sizeof *runs);
    p->n_real = n;
}

/* Real runs alone, as 'spanwise bench' has them of a program that cannot be profiled. */
static void test_real(void)
{
    static const struct sw_real_run before[] = {{1, 90 * MS, 100 * MS, 110 * MS, 5},
                                                {2, 55 * MS, 60 * MS, 65 * MS, 5},
                                                {8, 20 * MS, 25 * MS, 30 * MS, 5}};
    static const struct sw_real_run after[] = {{1, 95 * MS, 105 * MS, 115 * MS, 5},
                                               {8, 10 * MS, 15 * MS, 19 * MS, 5}};
    struct sw_profile a, b;
    struct sw_diff d;
    struct sw_findings findings = {0};
    const struct sw_units units = {"ns", 0};
    sw_profile_init(&a);
    sw_profile_init(&b);
    set_runs(&a, before, 3);
    set_runs(&b, after, 2);
    CHECK_EQ(sw_diff_make(&d, &a, &b), 0);
    CHECK_EQ(d.n_real, 2);
    CHECK(!d.has_work && !d.is_equal && !d.is_noise);
    CHECK_EQ(d.real[1].processors, 8);
    CHECK_EQ(d.real[1].time.growth, -10 * (int64_t)MS);
    CHECK(fabs(d.real[1].speedup_before - 4) < 1e-9 && fabs(d.real[1].speedup_after - 7) < 1e-9);
    CHECK(d.real[0].is_noise && !d.real[1].is_noise); /* trials overlap, or do not */
    CHECK_EQ(sw_diff_findings(&findings, &d, &units), 0);
    CHECK_EQ(findings.n, 1);
    CHECK(check_said(words_of(&findings.items[0]), "8 cores .. 15.00 ms .. 25.00 ms"));
    sw_findings_release(&findings);
    sw_diff_release(&d);
    b.real[1] = before[2];
    CHECK_EQ(sw_diff_make(&d, &a, &b), 0);
    CHECK(d.is_noise && !d.is_equal);
    sw_diff_release(&d);
    sw_profile_release(&a);
    sw_profile_release(&b);
}

/* A sample of a real run, and simulated cores: what both verdicts say is all that can be compared. */
static void test_kinds(void)
{
    struct sw_profile a, b;
    struct sw_promise promise;
    struct sw_diff_options options = {.names = {"a.prof", "b.prof"}, .promise = &promise};
    char *text = NULL;
    size_t size;
    CHECK_EQ(synthetic_make(&a, "effort"), 0);
    CHECK_EQ(synthetic_make(&b, "openmp"), 0);
    CHECK_EQ(sw_promise_make(&promise, &a, &b), 0);
    FILE *out = open_memstream(&text, &size);
    CHECK_EQ(sw_promise_print(&a, &b, &options, out), 0);
    fclose(out);
    CHECK(check_said(text, "1. One profile is of a real run"));
    CHECK(check_said(text, "2. Promised .. 3.15x on 4 cores .. does not"));
    CHECK(check_said(text, "3. Too little parallelism still holds it back .. on 8 cores"));
    free(text);
    sw_promise_release(&promise);
    sw_profile_release(&a);
    sw_profile_release(&b);
}

int main(void)
{
    test_kinds();
    test_equal();
    test_better();
    test_noise();
    test_names();
    test_real();
    return check_done();
}
