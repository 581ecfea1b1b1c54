/* What spawning costs is counted once, and is the cause only where it limits: on invented figures. */
#include "analysis/verdict/verdict.h"
#include "analysis/workspan/grain.h"
#include "tests/check.h"
#include "tests/profile/synthetic.h"

#include <math.h>
#include <stdlib.h>

static const struct sw_units ns = {"ns", 0};
static struct sw_profile p;

static void near(double got, double want)
{
    if (fabs(got - want) > 0.005 * fabs(want))
        fprintf(stderr, "%g is not %g\n", got, want);
    CHECK(fabs(got - want) <= 0.005 * fabs(want));
}

static const char *cause(void)
{
    struct sw_findings f;
    struct sw_verdict v;
    CHECK_EQ(sw_findings_make(&f, &p, &ns), 0);
    CHECK_EQ(sw_verdict_make(&v, &p, &f, 0), 0);
    sw_findings_arrange(&f, v.cause);
    bool grain = v.cause == SW_WHY_GRAIN;
    size_t first = 0;
    while (first < f.n && f.items[first].severity == SW_WARNING)
        first++;
    /* Where it is the cause, it is what the findings begin with; where it is none, it is no advice. */
    for (size_t i = 0; i < f.n; i++)
        if (f.items[i].kind == SW_FINDING_STRANDS)
            CHECK(grain ? i == first : i > first);
    const char *name = sw_why_name(v.cause);
    sw_verdict_release(&v);
    sw_findings_release(&f);
    return name;
}

/* A program of which nothing is known but these. A spawn costs 10 ns. */
static void begin(uint64_t work, uint64_t span, uint64_t spawns)
{
    CHECK_EQ(synthetic_make(&p, "qsort"), 0);
    for (size_t i = 0; i < p.n_sites; i++)
        p.sites[i].on_span.local.span = p.sites[i].on_span.top_site.span = 0;
    p.whole = (struct sw_figures){1, work, span, span, spawns, spawns};
    p.circumstances.spawn_cost_ps = 10000;
    p.circumstances.piece_cost_ps = 12000;
    p.circumstances.loop_cost_ps = 100000;
}

/* Half of the spawns were so dense that the work is without what they cost. */
static void test_once(void)
{
    begin(50000000, 1000, 2000000);
    struct sw_grain inside = sw_grain_on(&p, 16);
    near(inside.work, 50e6);
    near(inside.spawning, 20e6);
    p.circumstances.spawns_beside = 1000000;
    struct sw_grain half = sw_grain_on(&p, 16);
    near(half.work, 60e6);
    near(half.spawning, 20e6);
    p.circumstances.unprofiled_work = 55000000; /* --check: that is what one takes */
    near(sw_grain_on(&p, 16).work, 55e6);
    free(p.unit);
    p.unit = strdup("instructions"); /* all are counted */
    p.circumstances.unprofiled_work = 0;
    near(sw_grain_on(&p, 16).work, 50e6);
    sw_profile_release(&p);
}

/* 1000 loops of 64 pieces each: without a pragma, Cilk makes 8 a processor. */
static void test_loops(void)
{
    begin(10000000, 1000, 63000);
    p.sites[1].kind = SW_SITE_LOOP;
    p.sites[1].on_work.local.count = 64000;
    p.sites[1].on_work.top_site.count = 1000;
    near(sw_grain_on(&p, 1).spawning, 8000 * 12 + 1000 * 100);
    near(sw_grain_on(&p, 2).spawning, 16000 * 12 + 1000 * 100);
    near(sw_grain_on(&p, 16).spawning, 64000 * 12 + 1000 * 100);
    near(sw_grain_on(&p, 16).work, 10e6 + 64000 * 12 + 1000 * 100); /* the profiler divided them */
    p.sites[1].flags = SW_SITE_OWN_GRAIN;
    near(sw_grain_on(&p, 1).spawning, 64000 * 12 + 1000 * 100);
    p.circumstances.workers = 2; /* they divided themselves */
    near(sw_grain_on(&p, 16).work, 10e6);
    sw_profile_release(&p);
}

/* Spawns of 100 ns each, and of 10. */
static void test_limits(void)
{
    begin(200000000, 1000, 2000000);
    near(sw_grain_gain(&p), 1 / 0.9);
    CHECK_STR(cause(), "none");
    p.whole.work = 40000000;
    near(sw_grain_gain(&p), 2);
    CHECK_STR(cause(), "grain");
    p.whole.work = 20000000;
    p.circumstances.spawns_beside = p.whole.spawns;
    near(sw_grain_gain(&p), 2);
    CHECK_STR(cause(), "grain");
    sw_profile_release(&p);
}

/* Half of the work is spawning, and a line is on the span: which of them would gain more? */
static void test_or_parallelism(void)
{
    begin(40000000, 1000000, 2000000);
    p.sites[1].on_span.local.span = p.sites[1].on_span.top_site.span = 900000;
    CHECK_STR(cause(), "grain"); /* 2.5 ms of work on 16 cores are 1.25 without spawning */
    p.whole.span = p.whole.burdened_span = 30000000;
    p.sites[1].on_span.local.span = p.sites[1].on_span.top_site.span = 29900000;
    CHECK_STR(cause(), "parallelism");
    sw_profile_release(&p);
}

/* A loop of 2 million pieces: what one worker takes is known, so what dividing it costs is, whatever that was where nothing else was to do. */
static void test_promise(void)
{
    begin(9400000, 13000, 1999999);
    for (size_t i = 0; i < p.n_sites; i++)
        p.sites[i].on_work.local.count = 0;
    p.sites[0].kind = SW_SITE_LOOP;
    p.sites[0].flags = SW_SITE_OWN_GRAIN;
    p.sites[0].on_work.local.count = 2000000;
    p.sites[0].on_work.top_site.count = 1;
    CHECK_EQ(sw_grain_promise(&p), SW_GRAIN_MOST);
    near(sw_grain_on(&p, 2).work, 9.4e6 + 24e6 + 100);
    p.circumstances.one_worker = 24500000;
    CHECK_EQ(sw_grain_promise(&p), SW_GRAIN_ABOUT);
    near(sw_grain_on(&p, 2).work, 24.5e6);
    near(sw_grain_on(&p, 2).spawning, 15.1e6);
    sw_profile_release(&p);
    /* Spawns: the work has no more than a part of what they cost, and one worker takes what it takes. */
    begin(26000000, 13000, 9000000);
    CHECK_EQ(sw_grain_promise(&p), SW_GRAIN_ABOUT);
    p.circumstances.spawns_beside = 9000000;
    p.circumstances.one_worker = 98000000;
    CHECK_EQ(sw_grain_promise(&p), SW_GRAIN_LEAST);
    near(sw_grain_on(&p, 2).spawning, 98e6 - 26e6);
    p.circumstances.spawn_least_ps = 5000; /* beside other work a spawn costs half */
    near(sw_grain_on(&p, 2).spawning, 98e6 - 26e6);
    near(sw_grain_on(&p, 2).spawning_least, 45e6);
    p.circumstances.one_worker =
        60000000; /* one worker takes 34 ms more than the work: spawns cannot cost more */
    near(sw_grain_on(&p, 2).spawning_least, 34e6);
    sw_profile_release(&p);
}

int main(void)
{
    test_once();
    test_loops();
    test_limits();
    test_or_parallelism();
    test_promise();
    return check_done();
}
