/* What the verdict and the findings say of work and span alone, on invented figures. */
#include "analysis/verdict/headline.h"
#include "analysis/verdict/verdict.h"
#include "tests/check.h"
#include "tests/profile/synthetic.h"

#include <math.h>
#include <stdlib.h>

static const struct sw_units ns = {"ns", 0};
static struct sw_profile p;

/* That the verdict on 16 cores has this cause, and one of its sentences, or of the findings', these words. It stays until the next call. */
static const struct sw_verdict *says(enum sw_why cause, const char *words)
{
    static struct sw_verdict v;
    struct sw_findings f;
    bool found = false;
    sw_verdict_release(&v);
    CHECK_EQ(sw_findings_make(&f, &p, &ns), 0);
    CHECK_EQ(sw_verdict_make(&v, &p, &f, 16), 0);
    CHECK_STR(sw_why_name(v.cause), sw_why_name(cause));
    for (size_t i = 0; i < v.n_sentences; i++)
        found |= strstr(v.sentences[i], words) != NULL;
    for (size_t i = 0; i < f.n; i++) {
        char *said = sw_finding_words(&f.items[i]);
        found |= strstr(said, words) != NULL;
        free(said);
    }
    if (!found)
        fprintf(stderr, "nobody says '%s'\n", words);
    CHECK(found);
    sw_findings_release(&f);
    return &v;
}

static void near(double got, double want)
{
    if (!(fabs(got - want) <= 0.005 * want))
        fprintf(stderr, "%g is not %g\n", got, want);
    CHECK(fabs(got - want) <= 0.005 * want);
}

static void begin(const char *name)
{
    CHECK_EQ(synthetic_make(&p, name), 0);
}

/* One function has nearly all of the span: it is named by its own line, and the one that calls it. */
static void test_little_parallelism(void)
{
    begin("qsort");
    const struct sw_verdict *v = says(SW_WHY_PARALLELISM, "called at qsort.c:20");
    const struct sw_verdict_place *at = &v->losses[0].places[0];
    CHECK_STR(at->function, "partition");
    CHECK_EQ(at->line, p.sites[1].callee_place.line);
    CHECK_EQ(at->called_line, 20);
    says(SW_WHY_PARALLELISM, "Too little parallelism: never more than 5.57x");
    sw_profile_release(&p);
}

/* What fixing one line alone would gain: another path is as long when it is shorter by 20 ms. */
static void test_alone(void)
{
    begin("qsort");
    p.sites[1].hidden = p.sites[1].on_span.local.span - 20000000;
    const struct sw_verdict_loss *loss = &says(SW_WHY_PARALLELISM, "partition alone: ")->losses[0];
    CHECK(loss->speedup_alone > 0 && loss->speedup_alone < 0.9 * loss->speedup_without);
    double work = (double)p.whole.work, span = (double)p.whole.burdened_span;
    near(loss->speedup_alone / says(SW_WHY_PARALLELISM, "")->speedup,
         (work / 16 + span) / (work / 16 + span - 20e6));
    sw_profile_release(&p);
}

/* The same, with what partition() did done by functions that it calls: it is all of that together. */
static void test_part(void)
{
    begin("qsort");
    struct sw_site *site = &p.sites[1];
    site->on_span.local.span = 14000000; /* 10% */
    says(SW_WHY_PARALLELISM, "together with everything it calls");
    CHECK_EQ(says(SW_WHY_PARALLELISM, "")->losses[0].places[0].called_line, 20);
    site->on_span.local.span = 57000000; /* 40%: that line is what to look at */
    says(SW_WHY_PARALLELISM, "'partition', called at qsort.c:20 in 'pqsort', is 40% of the");
    sw_profile_release(&p);
}

/* Who hands on to another is not named; who calls several is. */
static void test_deepest_part(void)
{
    begin("qsort");
    struct sw_site *outer = &p.sites[4], *inner = &p.sites[1]; /* pqsort, which calls partition */
    inner->on_span.local.span = 14000000;
    outer->on_span.top_site.work = outer->on_span.top_site.span;
    CHECK_STR(says(SW_WHY_PARALLELISM, "")->losses[0].places[0].function, "partition");
    inner->on_span.top_site.span /= 2;
    inner->on_span.top_site.work /= 2;
    CHECK_STR(says(SW_WHY_PARALLELISM, "")->losses[0].places[0].function, "pqsort");
    CHECK_EQ(says(SW_WHY_PARALLELISM, "")->losses[0].places[0].called_line, 31);
    sw_profile_release(&p);
}

/* Called from two lines: the one that has more of the span is named. */
static void test_two_callers(void)
{
    begin("qsort");
    struct sw_site *one = &p.sites[1], *other = &p.sites[3];
    free(other->callee_place.function);
    other->callee_place.function = strdup(one->callee_place.function);
    other->callee_place.line = one->callee_place.line;
    other->callee = one->callee;
    other->on_span.local.count = 27;
    other->on_span.local.span = 50000000;
    one->on_span.local.span -= 50000000;
    CHECK_EQ(
        says(SW_WHY_PARALLELISM, "'partition', called at qsort.c:20 in 'pqsort', is 65% of the")
            ->losses[0]
            .places[0]
            .called_line,
        20);
    sw_profile_release(&p);
}

/* On 16 cores little is lost: nothing holds it back, though something will on more of them. */
static void test_limit(void)
{
    begin("qsort");
    p.whole.work = 100 * p.whole.span;
    CHECK_STR(says(SW_WHY_NONE, "Most could be gained from more parallelism")
                  ->losses[0]
                  .places[0]
                  .function,
              "partition");
    sw_profile_release(&p);
}

static void test_serial(void)
{
    begin("qsort");
    p.whole.spawns = 0;
    p.whole.burdened_span = p.whole.span = p.whole.work;
    near(says(SW_WHY_PARALLELISM, "serial")->speedup, 1);
    sw_profile_release(&p);
}

/* Pieces that are too small cost time on one core, too; there is no plenty of parallelism, if spawns eat it. */
static void test_grain(void)
{
    begin("fib");
    const struct sw_verdict *v = says(SW_WHY_GRAIN, "11 ns");
    CHECK(v->losses[0].on_one > 1 && v->losses[0].on_one_is);
    p.whole.burdened_span = p.whole.work / 12;
    says(SW_WHY_GRAIN, "Too fine a grain");
    struct sw_findings f;
    CHECK_EQ(sw_findings_make(&f, &p, &ns), 0);
    CHECK(!sw_findings_first(&f, SW_FINDING_PARALLELISM));
    sw_findings_release(&f);
    sw_profile_release(&p);
}

/* A loop of tiny pieces makes up the critical path: larger ones are what to do, not smaller. */
static void test_fine_loop(void)
{
    begin("qsort");
    p.sites[1].kind = SW_SITE_LOOP;
    p.sites[1].flags = SW_SITE_OWN_GRAIN;
    p.sites[1].on_work.local.count = p.whole.spawns = p.whole.work / 2;
    CHECK_EQ(says(SW_WHY_GRAIN, "oarsen the grain of the cilk_for at qsort.c:20")
                 ->losses[0]
                 .places[0]
                 .line,
             20);
    sw_profile_release(&p);
}

static void unknown(const char *words)
{
    CHECK(isnan(says(SW_WHY_UNKNOWN, words)->speedup));
}

/* What cannot be told is said, and why; a doubt comes last, and a question ends as one. */
static void test_unknown(void)
{
    begin("empty");
    unknown("Nothing was measured.");
    sw_profile_release(&p);
    begin("openmp");
    p.flags |= SW_PROFILE_IN_REGION;
    unknown("ended inside a parallel region");
    sw_profile_release(&p);
    begin("qsort");
    free(p.unit);
    p.unit = strdup("allocations");
    unknown("These figures count allocations, not time");
    sw_profile_release(&p);
    begin("qsort");
    p.status = 2 << 8;
    says(SW_WHY_PARALLELISM,
         "Caution: the program exited with status 2: is this the run you meant?");
    sw_profile_release(&p);
}

/* The headline of a prediction: what gains little over the best plan does not hold it back. */
static void test_headline(void)
{
    static const double worths[] = {15.5, 25};
    for (int i = 0; i < 2; i++) {
        struct sw_findings f = {.units = ns};
        struct sw_headline h;
        sw_findings_add(&f, SW_FINDING_BEST, SW_INFO, SW_NO_SITE,
                        SW_SAY(PLANS_ALIKE, (uint64_t)16, 14.7));
        f.items[0].worth = 14.7;
        sw_findings_add(&f, SW_FINDING_SERIAL_CODE, SW_ADVICE, SW_NO_SITE,
                        SW_SAY(BOUND_BY_SPAN, 30., (uint64_t)1000));
        f.items[1].worth = worths[i];
        CHECK_EQ(sw_headline_make(&h, &f), 0);
        CHECK_STR(sw_why_name(h.cause), i ? "parallelism" : "none");
        CHECK_EQ(h.n, 2);
        CHECK(h.at == &f.items[1]);
        sw_headline_release(&h);
        sw_findings_release(&f);
    }
}

int main(void)
{
    test_little_parallelism();
    test_alone();
    test_part();
    test_deepest_part();
    test_two_callers();
    test_limit();
    test_serial();
    test_grain();
    test_fine_loop();
    test_unknown();
    test_headline();
    return check_done();
}
