/*
 * Burden factors: Equations 1 to 5 of the Parallel Prophet paper on its own machine, by numbers that were worked out
 * apart from the code (in decimals of 50 digits); lines between thread counts; what is not known; traffic from slowdowns.
 */
#include "analysis/machine/memory_model.h"
#include "tests/check.h"

#include <math.h>

#define NEAR(got, want)                                                                        \
    do {                                                                                       \
        double got_ = (got), want_ = (want);                                                   \
        if (fabs(got_ - want_) <= 1e-9 * fmax(1, fabs(want_)))                                 \
            check_passed++;                                                                    \
        else if (check_failed++ < 50)                                                          \
            fprintf(stderr, "%s:%d: %s is %.12f, not %.12f\n", __FILE__, __LINE__, #got, got_, \
                    want_);                                                                    \
    } while (0)

static struct sw_machine westmere;

/* 1e9 instructions, 2e7 misses of 64 bytes, at 2.5 GHz. */
static struct sw_section_counts section(double mb_s)
{
    double ns = 2e7 * 64 / mb_s * 1e3;
    return (struct sw_section_counts){1e9, 2e7, ns * 2.5, ns};
}

static const struct {
    double mb_s;
    unsigned threads;
    double among, burden;
} truth[] = {
    {4000, 2, 3579.0000000000, 1.096750040735},  {4000, 3, 2906.4437160534, 1.308225330521},
    {4000, 4, 2233.8874321068, 1.644150315883},  {4000, 8, 1411.6683673933, 2.478417262182},
    {4000, 10, 1236.9854098468, 2.795294095059}, {4000, 12, 1062.3024523004, 3.214227453833},
    {8000, 2, 6279.0000000000, 1.230555148165},  {8000, 3, 4755.1631124663, 1.570780459796},
    {8000, 4, 3231.3262249326, 2.223898017229},  {8000, 8, 1943.9187586658, 3.551674249015},
    {8000, 10, 1685.4660762354, 4.057109849667}, {8000, 12, 1427.0133938050, 4.741793543718},
};

static void check_equations(void)
{
    for (size_t i = 0; i < sizeof truth / sizeof *truth; i++) {
        struct sw_section_counts c = section(truth[i].mb_s);
        NEAR(sw_traffic(&c, 64), truth[i].mb_s);
        NEAR(sw_traffic_among(&westmere, truth[i].mb_s, truth[i].threads), truth[i].among);
        struct sw_burden b = sw_burden_by_counts(&westmere, &c, truth[i].threads);
        NEAR(b.factor, truth[i].burden);
        CHECK(b.kind == SW_BURDEN_MODELLED && b.low == b.factor && b.high == b.factor);
        CHECK_EQ(b.known_to, 12);
        c.cycles = 0; /* by the time and the frequency instead */
        westmere.ghz = 2.5;
        NEAR(sw_burden_by_counts(&westmere, &c, truth[i].threads).factor, truth[i].burden);
        westmere.ghz = 0;
    }
}

static void check_limits(void)
{
    struct sw_section_counts c = section(4000);
    CHECK(sw_burden_by_counts(&westmere, &c, 1).kind == SW_BURDEN_NONE);
    struct sw_burden b = sw_burden_by_counts(&westmere, &c, 13);
    CHECK(b.kind == SW_BURDEN_NOT_KNOWN && b.factor == 1 && b.known_to == 12);
    CHECK(isnan(sw_traffic_among(&westmere, 4000, 13)));
    c.instructions = c.misses / 0.000999; /* with the same traffic */
    CHECK(sw_burden_by_counts(&westmere, &c, 12).kind == SW_BURDEN_NONE);
    c = section(1999); /* below what the formulas were observed for */
    CHECK(sw_burden_by_counts(&westmere, &c, 12).kind == SW_BURDEN_NONE);
    c = section(2000);
    b = sw_burden_by_counts(&westmere, &c,
                            2); /* the formula says 2229 of each of two: more than alone */
    CHECK(b.kind == SW_BURDEN_MODELLED && b.factor == 1);
    c = section(4000);
    c.cycles = 1; /* less than its stalls alone: none of it is computation */
    b = sw_burden_by_counts(&westmere, &c, 4);
    NEAR(b.factor, 1.753439368225);
}

/* No phi: as much longer as it gets less. */
static void check_no_phi(void)
{
    struct sw_section_counts c = section(4000);
    enum sw_curve_kind kind = westmere.phi.kind;
    westmere.phi.kind = SW_CURVE_NONE;
    struct sw_burden b = sw_burden_by_counts(&westmere, &c, 2);
    CHECK(b.kind == SW_BURDEN_MODELLED);
    NEAR(b.factor, 4000.0 / 3579);
    westmere.phi.kind = kind;
}

static void check_slowdowns(void)
{
    static const struct sw_slowdown s[] = {{2, 1.1, 1.05, 1.2}, {4, 1.5, 1.4, 1.7}};
    struct sw_burden b = sw_burden_by_slowdowns(s, 2, 3);
    CHECK(b.kind == SW_BURDEN_MEASURED);
    NEAR(b.factor, 1.3);
    NEAR(b.low, 1.225);
    NEAR(b.high, 1.45);
    NEAR(sw_burden_by_slowdowns(s, 2, 2).factor, 1.1);
    NEAR(sw_burden_by_slowdowns(s, 2, 4).factor, 1.5);
    CHECK(sw_burden_by_slowdowns(s, 2, 1).factor == 1);
    b = sw_burden_by_slowdowns(s, 2, 5);
    CHECK(b.kind == SW_BURDEN_NOT_KNOWN && b.known_to == 4 && b.factor == 1);
    static const struct sw_slowdown faster[] = {{2, 0.97, 0.9, 1.01}};
    b = sw_burden_by_slowdowns(faster, 1, 2);
    CHECK(b.factor == 1 && b.low == 1);
    NEAR(b.high, 1.01);
    CHECK(sw_burden_by_slowdowns(NULL, 0, 2).kind == SW_BURDEN_NOT_KNOWN);
}

static const char two[] = "spanwise machine 1\none_thread_mb_s = 10000\n"
                          "psi_mb_s 2 = points 1000:1000 4000:3600 10000:6000\n"
                          "hog_slowdown 1 5000 = points 1000:1 4000:1.1 10000:1.4\n"
                          "hog_slowdown 1 10000 = points 1000:1 4000:1.2 10000:1.8\n";

static void check_traffic(void)
{
    struct sw_machine m;
    char why[256];
    CHECK_EQ(sw_machine_parse(&m, two, "two", why, sizeof why), 0);
    /* A kernel of 7000: 1.25 and 1.5. */
    struct sw_slowdown s[] = {{1, 1.25, 1.2, 1.3}, {1, 1.5, 1.45, 1.55}};
    struct sw_traffic_estimate e = sw_traffic_by_hogs(&m, s);
    CHECK(e.known && e.bounded);
    NEAR(e.low, 6500);
    NEAR(e.high, 7500);
    NEAR(e.value, 7000);
    struct sw_burden b = sw_burden_by_traffic(&m, &e, 2);
    CHECK(b.kind == SW_BURDEN_MODELLED && b.known_to == 2);
    NEAR(b.factor, 7000.0 / 4800);
    NEAR(b.low, 6500.0 / 4600);
    NEAR(b.high, 7500.0 / 5000);
    CHECK(sw_burden_by_traffic(&m, &e, 4).kind == SW_BURDEN_NOT_KNOWN);
    /* On the paper's machine, for more threads. */
    NEAR(sw_burden_by_traffic(&westmere, &e, 12).factor, 5.159374455012);
    /* Not slowed down: a bound, no more. */
    s[0] = s[1] = (struct sw_slowdown){1, 1, 0.99, 1.01};
    e = sw_traffic_by_hogs(&m, s);
    CHECK(e.known && !e.bounded && e.low == 0);
    NEAR(e.high, 1300); /* where the second hog's curve passes 1.02 */
    /* Of no such machine is anything known. */
    m.hogs[0].slowdown.y[1] = m.hogs[0].slowdown.y[2] = 1.09;
    m.hogs[1].slowdown.y[1] = m.hogs[1].slowdown.y[2] = 1.01;
    e = sw_traffic_by_hogs(&m, s);
    CHECK(e.known && !e.bounded);
    NEAR(e.high, 10000);
    s[0] = s[1] = (struct sw_slowdown){1, 1.1, 1.05, 1.2}; /* slowed down, where no kernel is */
    e = sw_traffic_by_hogs(&m, s);
    CHECK(e.known && !e.bounded && e.low == 0 && e.high == 10000);
    b = sw_burden_by_traffic(&m, &e, 2); /* anything from none to 10000 / 6000: that is not known */
    CHECK(b.kind == SW_BURDEN_NOT_KNOWN && b.factor == 1 && b.low == 1);
    NEAR(b.high, 10000.0 / 6000);
    m.psi[0].curve.y[1] = 3950; /* where it hardly matters, it does not matter which */
    m.psi[0].curve.y[2] = 9600;
    b = sw_burden_by_traffic(&m, &e, 2);
    CHECK(b.kind == SW_BURDEN_MODELLED && b.low == 1);
    NEAR(b.high, 10000.0 / 9600);
    sw_machine_release(&m);
    CHECK(!sw_traffic_by_hogs(&westmere, s).known);
    e = sw_traffic_by_hogs(&westmere, s);
    CHECK(sw_burden_by_traffic(&westmere, &e, 2).kind == SW_BURDEN_NOT_KNOWN);
}

int main(int argc, char **argv)
{
    char why[512];
    CHECK(argc == 2 && !sw_machine_read(&westmere, argv[1], why, sizeof why));
    CHECK_STR(why, "");
    CHECK_EQ(westmere.processors, 12);
    check_equations();
    check_limits();
    check_no_phi();
    check_slowdowns();
    check_traffic();
    sw_machine_release(&westmere);
    return check_done();
}
