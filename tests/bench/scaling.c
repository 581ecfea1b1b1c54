/*
 * Measured speedups on invented times. The program has a work of 800 ms and a span of 100 ms, with
 * and without burden: on P processors at most min(P, 8), at least 800 / (800 / P + 170).
 */
#include "analysis/compare/scaling.h"
#include "analysis/verdict/headline.h"
#include "tests/check.h"
#include "tests/said.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_POINTS = 8, MOST_TRIALS = 5 };
#define MS 1000000ull

static struct sw_profile profile;
static struct sw_point points[MOST_POINTS];
static uint64_t walls[MOST_POINTS][MOST_TRIALS], cpus[MOST_POINTS][MOST_TRIALS];
static char *argv[] = {(char *)"./prog", (char *)"7", NULL};
static struct sw_scaling scaling;

static void begin(uint64_t processors)
{
    profile.whole = (struct sw_figures){1, 800 * MS, 100 * MS, 100 * MS, 10, 10};
    profile.unit = (char *)"ns";
    scaling = (struct sw_scaling){.argv = argv,
                                  .processors = processors,
                                  .trials = 3,
                                  .warm_up = 1,
                                  .profile = &profile,
                                  .points = points};
}

/* Three trials, in milliseconds; each takes `busy` processors. */
static struct sw_point *add(uint64_t workers, uint64_t a, uint64_t b, uint64_t c, double busy)
{
    size_t i = scaling.n_points++;
    const uint64_t ms[] = {a, b, c};
    points[i] = (struct sw_point){
        .workers = workers, .wall_ns = walls[i], .cpu_ns = cpus[i], .n_trials = 3};
    for (int k = 0; k < 3; k++) {
        walls[i][k] = ms[k] * MS;
        cpus[i][k] = (uint64_t)((double)(ms[k] * MS) * busy);
    }
    return &points[i];
}

static int near(double got, double want)
{
    return fabs(got - want) < 1e-9;
}

/* Whether the words have a finding of the kind that holds this text. */
static int said(enum sw_finding_kind kind, const char *text)
{
    static const struct sw_units units = {"ns", 0};
    struct sw_findings findings;
    int found = 0;
    CHECK_EQ(sw_scaling_findings(&findings, &scaling, &units), 0);
    for (size_t i = 0; i < findings.n; i++) {
        found |= findings.items[i].kind == kind && check_said(words_of(&findings.items[i]), text);
        if (getenv("VERBOSE"))
            puts(words_of(&findings.items[i]));
    }
    sw_findings_release(&findings);
    return found;
}

/* The cause, and whether the first sentence holds this text. */
static const char *headline_says(const char *text)
{
    static const struct sw_units units = {"ns", 0};
    struct sw_findings findings;
    struct sw_headline headline;
    CHECK_EQ(sw_scaling_findings(&findings, &scaling, &units), 0);
    CHECK_EQ(sw_headline_make(&headline, &findings), 0);
    CHECK(headline.n && strstr(headline.sentences[0], text));
    sw_headline_release(&headline);
    sw_findings_release(&findings);
    return sw_why_name(headline.cause);
}

static void test_figures(void)
{
    begin(8);
    struct sw_point *one = add(1, 800, 840, 820, 1), *two = add(2, 400, 420, 500, 2);
    sw_scaling_judge(&scaling);
    CHECK_EQ(one->median_ns, 820 * MS);
    CHECK_EQ(one->least_ns, 800 * MS);
    CHECK_EQ(one->most_ns, 840 * MS);
    CHECK_EQ(one->verdict, SW_AGREEMENT_BASE);
    CHECK(near(one->speedup, 1) && near(one->least_speedup, 1) && near(one->most_speedup, 1));
    CHECK_EQ(two->median_ns, 420 * MS);
    CHECK_EQ(two->median_cpu_ns, 840 * MS);
    CHECK(near(two->speedup, 820.0 / 420));
    CHECK(near(two->efficiency, 410.0 / 420));
    CHECK(near(two->least_speedup, 820.0 / 500)); /* of one round, not 800 / 500 */
    CHECK(near(two->most_speedup, 2));
    CHECK(near(two->upper, 2));
    CHECK(near(two->lower, 800.0 / (400 + 50)));
    CHECK_EQ(two->verdict, SW_AGREEMENT_WITHIN);
}

static void test_even_median(void)
{
    begin(8);
    struct sw_point *one = add(1, 100, 300, 0, 1);
    one->n_trials = 2;
    sw_scaling_judge(&scaling);
    CHECK_EQ(one->median_ns, 200 * MS);
}

/* A drift of the machine that hits a round as a whole is no spread. */
static void test_drift(void)
{
    begin(8);
    add(1, 800, 1600, 2400, 1);
    struct sw_point *two = add(2, 500, 1000, 1500, 2);
    sw_scaling_judge(&scaling);
    CHECK(near(two->least_speedup, 1.6) && near(two->most_speedup, 1.6));
}

static void test_verdicts(void)
{
    begin(8);
    add(1, 800, 800, 800, 1);
    struct sw_point *two = add(2, 800, 700, 640, 2);   /* at most 1.25; 1.778 is the least */
    struct sw_point *three = add(3, 800, 800, 500, 2); /* one trial of 1.6 only, 2.4 is the least */
    struct sw_point *four = add(4, 500, 500, 285, 3);  /* one of 2.81: 2.909, nearly */
    struct sw_point *eight = add(8, 99, 98, 97, 8);    /* above 8 */
    sw_scaling_judge(&scaling);
    CHECK_EQ(two->verdict, SW_AGREEMENT_BELOW);
    CHECK_EQ(three->verdict, SW_AGREEMENT_BELOW);
    CHECK_EQ(four->verdict, SW_AGREEMENT_WITHIN);
    CHECK_EQ(eight->verdict, SW_AGREEMENT_ABOVE);
    CHECK(sw_scaling_is_below(&scaling));
    CHECK(said(SW_FINDING_MEASURED, "P = 2, 3: below"));
    CHECK(said(SW_FINDING_MEASURED, "in the range: P = 4"));
    CHECK(said(SW_FINDING_MEASURED, "P = 8: above"));
    CHECK(said(SW_FINDING_CAUSES, "memory bandwidth or contention"));
    CHECK(said(SW_FINDING_CAUSES, "--copies"));
}

static void test_within(void)
{
    begin(16);
    add(1, 800, 800, 800, 1);
    add(2, 440, 440, 440, 2);
    sw_scaling_judge(&scaling);
    CHECK(!sw_scaling_is_below(&scaling));
    CHECK(said(SW_FINDING_MEASURED, "measured point is .. predicted"));
    CHECK(said(SW_FINDING_MEASURED, "2 .. 1.82 .. 90.9%"));
    CHECK_STR(headline_says("in the predicted range"), "parallelism");
    CHECK(said(SW_FINDING_PARALLELISM, "more than 8.00x")); /* what the profile says is said too */
    CHECK(!said(SW_FINDING_MEASURED, "promises no more"));
    add(16, 138, 138, 138, 4);
    sw_scaling_judge(&scaling);
    CHECK(said(SW_FINDING_MEASURED, "all measured points .. predicted"));
    CHECK(said(SW_FINDING_MEASURED, "8.00 .. 5.57"));
}

/* One round of three in the range, the median well below. */
static void test_doubtful(void)
{
    begin(8);
    add(1, 800, 800, 800, 1);
    add(2, 800, 900, 440, 2);
    sw_scaling_judge(&scaling);
    CHECK(!sw_scaling_is_below(&scaling));
    CHECK(said(SW_FINDING_MEASURED, "2 .. 1.00 .. 0.89 .. 1.82"));
    CHECK(said(SW_FINDING_MEASURED, "differ .. whether"));
    CHECK(!said(SW_FINDING_MEASURED, "explain the result"));
}

static void test_causes(void)
{
    begin(8);
    add(1, 800, 800, 800, 1);
    add(2, 800, 800, 800, 1); /* serial */
    sw_scaling_judge(&scaling);
    CHECK(said(SW_FINDING_CAUSES, "1.00"));
    begin(8);
    add(1, 800, 800, 800, 1);
    add(2, 700, 700, 700, 2); /* 1.75 times the processor time */
    sw_scaling_judge(&scaling);
    CHECK(said(SW_FINDING_CAUSES, "1.75"));
    begin(8);
    add(1, 800, 800, 800, 1);
    add(2, 700, 700, 700, 8.0 / 7); /* the same processor time */
    sw_scaling_judge(&scaling);
    CHECK(said(SW_FINDING_CAUSES, "no more processor time"));
}

/* Who has as many threads as ever is not judged: its times are no speedups. */
static void test_deaf(void)
{
    begin(8);
    add(1, 400, 400, 400, 2);
    struct sw_point *two = add(2, 400, 400, 400, 2);
    sw_scaling_judge(&scaling);
    CHECK(isnan(two->speedup));
    CHECK_EQ(two->verdict, SW_AGREEMENT_NONE);
    CHECK(said(SW_FINDING_THREADS, "2.00"));
    CHECK(!said(SW_FINDING_MEASURED, "") && !said(SW_FINDING_CAUSES, ""));
    CHECK_STR(headline_says("OMP_NUM_THREADS"), "unknown");
}

static void test_crowded(void)
{
    begin(2);
    add(1, 800, 800, 800, 1);
    add(2, 500, 500, 500, 2);
    struct sw_point *four = add(4, 300, 300, 300, 2);
    sw_scaling_judge(&scaling);
    CHECK_EQ(four->verdict, SW_AGREEMENT_CROWDED);
    CHECK(isnan(four->speedup) && isnan(four->efficiency));
    CHECK_EQ(four->median_ns, 300 * MS);
    CHECK_EQ(sw_scaling_widest(&scaling)->workers, 2);
    CHECK(said(SW_FINDING_CROWDED, "P = 4 .. 2 cores"));
}

static void test_no_prediction(void)
{
    begin(8);
    scaling.profile = NULL;
    add(1, 800, 800, 800, 1);
    struct sw_point *two = add(2, 900, 900, 900, 1);
    sw_scaling_judge(&scaling);
    CHECK_EQ(two->verdict, SW_AGREEMENT_NONE);
    CHECK(isnan(two->lower) && isnan(two->upper));
    CHECK(said(SW_FINDING_MEASURED, "prediction .. compare"));
    CHECK(!said(SW_FINDING_CAUSES, ""));
    begin(8);
    profile.whole = (struct sw_figures){0}; /* a profile of nothing */
    add(1, 800, 800, 800, 1);
    two = add(2, 900, 900, 900, 1);
    sw_scaling_judge(&scaling);
    CHECK_EQ(two->verdict, SW_AGREEMENT_NONE);
}

/* Stopped in the second round, which runs backwards: two workers have a trial more than one. */
static void test_stopped(void)
{
    begin(8);
    scaling.stopped = "interrupted";
    struct sw_point *one = add(1, 800, 0, 0, 1), *two = add(2, 500, 100, 0, 2);
    one->n_trials = 1;
    two->n_trials = 2;
    sw_scaling_judge(&scaling);
    CHECK(near(two->speedup, 800.0 / 300));
    CHECK(two->least_speedup <= two->speedup && two->speedup <= two->most_speedup);
    CHECK(said(SW_FINDING_INCOMPLETE, "interrupted: only 3 of 6 trials"));
    one->n_trials = 0;
    sw_scaling_judge(&scaling);
    CHECK(isnan(two->speedup));
    CHECK_EQ(two->verdict, SW_AGREEMENT_NONE);
    CHECK(said(SW_FINDING_MEASURED, "no run .. one worker"));
}

static void test_doubts(void)
{
    static char *other[] = {(char *)"./prog", (char *)"8", NULL};
    begin(8);
    add(1, 1600, 1600, 1600, 1);
    add(2, 800, 900, 1000, 2);
    profile.args = other;
    scaling.profile_path = "old.prof";
    sw_scaling_judge(&scaling);
    CHECK(said(SW_FINDING_PROFILE, "'old.prof'"));
    CHECK(said(SW_FINDING_PROFILE, "1.600 .. 800.0"));
    CHECK(said(SW_FINDING_NOISE, "at P = 2 by 22.2% of the median"));
    profile.args = argv;
    CHECK(!said(SW_FINDING_PROFILE, "other arguments"));
    profile.args = NULL;
    begin(8);
    add(1, 9, 9, 9, 1);
    sw_scaling_judge(&scaling);
    CHECK(said(SW_FINDING_TOO_SHORT, "short: 9.000 ms"));
    CHECK(said(SW_FINDING_MEASURED, "only one worker"));
}

static void test_copies(void)
{
    uint64_t alone[] = {800 * MS, 800 * MS, 800 * MS}, shared[] = {1200 * MS, 1280 * MS, 1600 * MS};
    uint64_t free_of_it[] = {800 * MS, 808 * MS, 816 * MS};
    begin(8);
    add(1, 800, 800, 800, 1);
    add(2, 700, 700, 700, 2); /* 1.14 of at least 1.40: below by 1.23 */
    scaling.copies =
        (struct sw_copies){.copies = 2, .alone_ns = alone, .among_ns = shared, .n_trials = 3};
    sw_scaling_judge(&scaling);
    CHECK(near(scaling.copies.slowdown, 1.6));
    CHECK(near(scaling.copies.least_slowdown, 1.5) && near(scaling.copies.most_slowdown, 2));
    CHECK(said(SW_FINDING_COPIES, "1.60 .. 1.50 to 2.00"));
    CHECK(said(SW_FINDING_COPIES, "enough to explain"));
    CHECK_STR(headline_says("below the predicted range"), "memory");
    CHECK(!said(SW_FINDING_PARALLELISM, "")); /* it does not explain what was measured */
    CHECK(!said(SW_FINDING_CAUSES, "--copies"));
    for (int i = 0; i < 3; i++)
        shared[i] = 900 * MS; /* 1.125 leaves a part unexplained */
    sw_scaling_judge(&scaling);
    CHECK(said(SW_FINDING_COPIES, "explains part"));
    shared[1] = 1000 * MS;
    shared[2] = 850 * MS; /* 1.06 in one round */
    sw_scaling_judge(&scaling);
    CHECK(said(SW_FINDING_COPIES, "1.06 to 1.25 .. rounds"));
    CHECK_STR(headline_says("below the predicted range"), "unknown");
    scaling.copies.among_ns = free_of_it;
    sw_scaling_judge(&scaling);
    CHECK(said(SW_FINDING_CONTENTION, "bandwidth .. contention"));
    CHECK_STR(headline_says("below the predicted range"), "contention");
}

/* Simulated on 1 and 4 processors: half is serial, and the runtime takes 4 ms on one, so 104 / 62.5 times as fast. Not
 * on 2. */
static void test_simulated(void)
{
    struct sw_construct serial[2] = {{.site = SW_CONSTRUCT_NO_SITE, .count = 1, .work = 100 * MS},
                                     {.site = SW_CONSTRUCT_NO_SITE, .count = 1, .work = 100 * MS}};
    struct sw_simulation runs[2] = {{.processors = 1,
                                     .threads = 1,
                                     .time = 104 * MS,
                                     .work = 100 * MS,
                                     .span = 50 * MS,
                                     .serial = 50 * MS,
                                     .first = 0,
                                     .n = 1},
                                    {.processors = 4,
                                     .threads = 4,
                                     .time = 125 * MS / 2,
                                     .work = 100 * MS,
                                     .span = 50 * MS,
                                     .serial = 50 * MS,
                                     .first = 1,
                                     .n = 1}};
    begin(8);
    profile.simulations = runs;
    profile.n_simulations = 2;
    profile.constructs = serial;
    profile.n_constructs = 2;
    profile.whole.work = 100 * MS;
    struct sw_point *one = add(1, 104, 104, 104, 1), *two = add(2, 80, 80, 80, 1.3),
                    *four = add(4, 63, 63, 63, 1.6);
    sw_scaling_judge(&scaling);
    CHECK(near(one->lower, 1) && near(one->upper, 1));
    CHECK(isnan(two->lower) && two->verdict == SW_AGREEMENT_NONE);
    CHECK(near(four->lower, 0.9 * 1.664) && near(four->upper, 1.1 * 1.664));
    CHECK_EQ(four->verdict, SW_AGREEMENT_WITHIN);
    CHECK(said(SW_FINDING_MEASURED, "imbalance .. runtime"));
    CHECK(said(SW_FINDING_SERIAL_CODE, "parallel .. regions"));
    CHECK_STR(headline_says("in the predicted range"), "parallelism");
    add(8, 100, 100, 100, 1.6);
    four->wall_ns[0] = four->wall_ns[1] = four->wall_ns[2] = 90 * MS;
    sw_scaling_judge(&scaling);
    CHECK_EQ(four->verdict, SW_AGREEMENT_BELOW);
    CHECK(said(SW_FINDING_CAUSES, "bandwidth .. contention"));
    profile = (struct sw_profile){0};
}

int main(void)
{
    test_simulated();
    test_figures();
    test_even_median();
    test_drift();
    test_verdicts();
    test_within();
    test_doubtful();
    test_causes();
    test_deaf();
    test_crowded();
    test_no_prediction();
    test_stopped();
    test_doubts();
    test_copies();
    return check_done();
}
