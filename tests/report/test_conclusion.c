/* What a profile comes to in sentences, on invented figures. */
#include "analysis/verdict/conclusion.h"
#include "tests/check.h"
#include "tests/profile/synthetic.h"

#include <stdlib.h>

static const struct sw_units ns = {"ns", 0};

/* All sentences, one a line, until the next call. Of the conclusion the rest stays. */
static const char *say(const struct sw_profile *p, struct sw_conclusion *c)
{
    static char text[4096];
    struct sw_findings f;
    size_t n = 0;
    CHECK_EQ(sw_findings_make(&f, p, &ns), 0);
    CHECK_EQ(sw_conclusion_make(c, p, &f, &ns), 0);
    *text = 0;
    for (size_t i = 0; i < c->n; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s\n", c->sentences[i]);
    sw_conclusion_release(c);
    sw_findings_release(&f);
    return text;
}

/* That the sentences have the words, and that it is the cause. */
static void says(const struct sw_profile *p, enum sw_obstacle obstacle, const char *words)
{
    struct sw_conclusion c;
    const char *text = say(p, &c);
    if (!strstr(text, words))
        fprintf(stderr, "'%s' does not say '%s'\n", text, words);
    CHECK(strstr(text, words) != NULL);
    CHECK_STR(sw_obstacle_name(c.obstacle), sw_obstacle_name(obstacle));
}

static void test_little_parallelism(void)
{
    struct sw_profile p;
    struct sw_conclusion c;
    CHECK_EQ(synthetic_make(&p, "qsort"), 0);
    CHECK_STR(say(&p, &c),
              "At most 5.57x, however many cores there are; on 16, expect 4.33x to 5.57x.\nToo "
              "little parallelism holds it back: 99% of the critical path is 'partition', called "
              "at qsort.c:20 in 'pqsort': 23 calls, 6.169 ms each, and serial inside.\n"
              /* 790519060 / (141903681 - 141891291 / 2), and / (141903681 - 141891291) */
              "Splitting it into two parts that run in parallel raises the bound from 5.57x to at "
              "most 11.1x; into many, to at most 63,803x: start there.\n");
    CHECK_EQ(c.site, 1);
    CHECK_EQ(c.line, 20);
    sw_profile_release(&p);
}

/* The same, with what partition() did done by functions that it calls: it is all of that together. */
static void test_part(void)
{
    struct sw_profile p;
    struct sw_conclusion c;
    CHECK_EQ(synthetic_make(&p, "qsort"), 0);
    p.sites[1].on_span.local.span = 14000000; /* 10% */
    const char *text = say(&p, &c);
    CHECK(strstr(text,
                 "99% of the critical path is 'partition', called at qsort.c:20 in 'pqsort', "
                 "with everything it calls: 23 calls, 6.169 ms each, and serial "
                 "inside.\nSplitting it into two parts that run in parallel raises the bound "
                 "from 5.57x to at most 11.1x; into many, to at most 63,803x: start there.\n"));
    CHECK_EQ(c.site, 1);
    p.sites[1].on_span.top_site.work += p.sites[1].on_span.top_site.work / 10;
    CHECK(strstr(say(&p, &c), "6.169 ms each, with a parallelism of 1.10.\n"));
    struct sw_figures all = p.sites[1].on_span.top_site;
    p.sites[1].on_span.top_site.span = p.sites[1].on_span.top_site.work = 28000000; /* 20% */
    p.sites[1].on_span.local.span = 5000000;
    CHECK(!strstr(say(&p, &c), "everything it calls"));
    p.sites[1].on_span.top_site = all;
    p.sites[1].on_span.local.span = 14000000;
    p.sites[1].on_span.top_site.work *=
        3; /* as parallel as the whole, which makes it no part of it */
    CHECK(!strstr(say(&p, &c), "everything it calls"));
    p.sites[1].on_span.top_site.work = p.sites[1].on_span.top_site.span;
    p.sites[1].on_span.local.span = 57000000; /* 40%: that line is what to look at */
    CHECK(!strstr(say(&p, &c), "everything it calls"));
    CHECK_EQ(c.site, 1);
    sw_profile_release(&p);
}

/* Who hands on to another is not named; who calls several is. */
static void test_deepest_part(void)
{
    struct sw_profile p;
    struct sw_conclusion c;
    CHECK_EQ(synthetic_make(&p, "qsort"), 0);
    struct sw_site *outer = &p.sites[4], *inner = &p.sites[1]; /* pqsort, which calls partition */
    inner->on_span.local.span = 14000000;
    outer->on_span.top_site.work = outer->on_span.top_site.span;
    CHECK(strstr(say(&p, &c), "is 'partition', called at qsort.c:20"));
    inner->on_span.top_site.span /= 2;
    inner->on_span.top_site.work /= 2;
    CHECK(strstr(say(&p, &c), "is 'pqsort', called at qsort.c:31 in 'main', with everything it "
                              "calls, and serial inside.\n"));
    CHECK_EQ(c.line, 31);
    sw_profile_release(&p);
}

/* A function that is called from two lines: what is said is of the one that is named. */
static void test_two_callers(void)
{
    struct sw_profile p;
    CHECK_EQ(synthetic_make(&p, "qsort"), 0);
    struct sw_site *other = &p.sites[3]; /* partition, too */
    free(other->callee_place.function);
    other->callee_place.function = strdup(p.sites[1].callee_place.function);
    other->callee_place.line = p.sites[1].callee_place.line;
    other->callee = p.sites[1].callee;
    other->on_span.local.count = 27;
    other->on_span.local.span = 50000000;
    p.sites[1].on_span.local.span -= 50000000;
    struct sw_site *one = &p.sites[1];
    says(&p, SW_OBSTACLE_PARALLELISM,
         "65% of the critical path is 'partition', called at qsort.c:20");
    says(&p, SW_OBSTACLE_PARALLELISM,
         ": 23 calls, 3.995 ms each, and serial inside"); /* 91891291 / 23 */
    says(&p, SW_OBSTACLE_PARALLELISM,
         "; into many, to at most 15.8x: start there"); /* 790519060 / (141903681 - 91891291) */
    /* Another path is the longest when it is shorter by 20 ms, and by so much alone the span is. */
    one->hidden = one->on_span.local.span - 20000000;
    other->hidden = 45000000;
    says(&p, SW_OBSTACLE_PARALLELISM,
         "Splitting it into many parts that run in parallel raises the bound from 5.57x to at most "
         "6.48x: then another path is the longest.\n"); /* 790519060 / (141903681 - 20000000) */
    one->hidden = one->on_span.local.span - 1000000;
    says(&p, SW_OBSTACLE_PARALLELISM,
         "35% of the critical path is 'partition', called at qsort.c:22");
    other->hidden = one->hidden = 1000000000;
    says(&p, SW_OBSTACLE_PARALLELISM,
         "Even splitting it into many parts that run in parallel raises the bound from 5.57x to at "
         "most 5.57x: then another path is the longest.\n");
    sw_profile_release(&p);
}

/* Parallelism for some processors, and a line that limits more of them. */
static void test_limit(void)
{
    struct sw_profile p;
    CHECK_EQ(synthetic_make(&p, "qsort"), 0);
    p.whole.work = 50 * p.whole.span;
    says(&p, SW_OBSTACLE_LIMIT, "What limits it then: 99% of the critical path is 'partition'");
    says(&p, SW_OBSTACLE_LIMIT, "raises the bound from 50.0x to ");
    p.whole.work = 5000 * p.whole.span; /* it scales: with what cannot be seen in one run */
    says(&p, SW_OBSTACLE_NONE, "'spanwise bench' compares them with real runs.");
    sw_profile_release(&p);
}

static void test_serial(void)
{
    struct sw_profile p;
    CHECK_EQ(synthetic_make(&p, "qsort"), 0);
    p.whole.spawns = 0;
    p.whole.span = p.whole.work;
    says(&p, SW_OBSTACLE_PARALLELISM,
         "This run is serial: none of its 790.5 ms of work can run in parallel");
    sw_profile_release(&p);
}

static void test_grain(void)
{
    struct sw_profile p;
    CHECK_EQ(synthetic_make(&p, "fib"), 0);
    says(&p, SW_OBSTACLE_GRAIN,
         "but its pieces are too small: the cost of spawning them decides.\nToo fine a grain: the "
         "code between spawns and syncs takes 11 ns");
    sw_profile_release(&p);
}

/* A loop of tiny pieces makes up the critical path: larger ones are what to do, not smaller. */
static void test_fine_loop(void)
{
    struct sw_profile p;
    struct sw_conclusion c;
    CHECK_EQ(synthetic_make(&p, "qsort"), 0);
    p.sites[1].kind = SW_SITE_LOOP;
    p.sites[1].flags = SW_SITE_OWN_GRAIN;
    p.sites[1].on_work.local.count = p.whole.spawns = p.whole.work / 2;
    says(&p, SW_OBSTACLE_GRAIN, "Coarsen the grain of the cilk_for at qsort.c:20");
    say(&p, &c);
    CHECK_EQ(c.line, 20);
    sw_profile_release(&p);
}

static void test_openmp(void)
{
    struct sw_profile p;
    CHECK_EQ(synthetic_make(&p, "openmp"), 0);
    says(&p, SW_OBSTACLE_PARALLELISM,
         "On 8 cores, expect 3.37x: 40.10 ms.\nToo little parallelism: code outside all parallel "
         "regions");
    sw_profile_release(&p);
}

/* A doubt comes last, and a question ends as one. */
static void test_doubt(void)
{
    struct sw_profile p;
    CHECK_EQ(synthetic_make(&p, "qsort"), 0);
    p.status = 2 << 8;
    says(&p, SW_OBSTACLE_PARALLELISM,
         "\nCaution: the program exited with status 2: is this the run you meant?\n");
    sw_profile_release(&p);
}

static void test_nothing(void)
{
    struct sw_profile p;
    CHECK_EQ(synthetic_make(&p, "empty"), 0);
    says(&p, SW_OBSTACLE_UNKNOWN, "Nothing was measured.\n");
    sw_profile_release(&p);
}

/* Of a prediction: what gains little over the best plan does not hold it back. */
static void test_prediction(void)
{
    static const double worths[] = {15.5, 25};
    for (int i = 0; i < 2; i++) {
        struct sw_findings f = {.units = ns};
        struct sw_conclusion c;
        sw_findings_add(&f, SW_FINDING_BEST, SW_INFO, SW_NO_SITE,
                        SW_SAY(PLANS_ALIKE, (uint64_t)16, 14.7));
        f.items[0].worth = 14.7;
        sw_findings_add(&f, SW_FINDING_SERIAL_CODE, SW_ADVICE, SW_NO_SITE,
                        SW_SAY(BOUND_BY_SPAN, 30., (uint64_t)1000));
        f.items[1].worth = worths[i];
        CHECK_EQ(sw_conclusion_of_findings(&c, NULL, &f), 0);
        CHECK_STR(sw_obstacle_name(c.obstacle), i ? "parallelism" : "none");
        CHECK_EQ(c.n, 2);
        sw_conclusion_release(&c);
        sw_findings_release(&f);
    }
}

int main(void)
{
    test_prediction();
    test_little_parallelism();
    test_part();
    test_deepest_part();
    test_two_callers();
    test_limit();
    test_serial();
    test_grain();
    test_fine_loop();
    test_openmp();
    test_doubt();
    test_nothing();
    return check_done();
}
