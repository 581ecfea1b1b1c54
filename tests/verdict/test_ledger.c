/* The verdict of trees with invented costs: how a place loses parallelism, and the speedups by number of processors. */
#include "analysis/verdict/verdict.h"
#include "profile/tree_text.h"
#include "tests/check.h"

#include <math.h>

static struct sw_profile make(uint32_t front_end)
{
    struct sw_profile p;
    sw_profile_init(&p);
    p.front_end = front_end;
    p.unit = p.meter = (char *)"ns";
    return p;
}

static struct sw_verdict judge(struct sw_profile *p, const char *tree)
{
    const struct sw_findings none = {0};
    struct sw_verdict v;
    char why[200] = "";
    p->whole.work = 1;
    CHECK_EQ(sw_tree_text_parse(&p->tree, tree, strlen(tree), why, sizeof why), 0);
    CHECK_STR(why, "");
    CHECK_EQ(sw_verdict_make(&v, p, &none, 16), 0);
    return v;
}

static void release(struct sw_profile *p, struct sw_verdict *v)
{
    sw_verdict_release(v);
    sw_program_tree_release(&p->tree);
}

/* What is lost first is parallelism, in this form and with these words. */
static void check_form(uint32_t front_end, const char *tree, const char *form, const char *says)
{
    struct sw_profile p = make(front_end);
    struct sw_verdict v = judge(&p, tree);
    CHECK_STR(sw_why_name(v.cause), "parallelism");
    CHECK_STR(sw_verdict_form_name(v.losses[0].places[0].form), form);
    CHECK(v.n_sentences > 1 && check_said(v.sentences[1], says));
    release(&p, &v);
}

static void check_forms(void)
{
    const uint32_t annotated = SW_FRONT_END_ANNOTATE, cilk = SW_FRONT_END_CILK;
    check_form(annotated, "call init { 1000 } section lines { 64 x task { 10 } }", "serial",
               "init .. serial code .. 90%");
    check_form(annotated, "section lines dynamic { 4 x task piece { 1000 } }", "few",
               "too few pieces");
    check_form(annotated, "section lines { 20 x task piece { 1000 } }", "few", "too few pieces");
    check_form(annotated, "section lines team { task one { 1000 } 15 x task { 1 } }", "alone",
               "one thread");
    check_form(cilk,
               "section spawn { task { call left { 1000 } } section spawn { task { call "
               "right { 1000 } } call right { 1000 } } }",
               "chain", "critical path");
}

static void check_speedups(void)
{
    struct sw_real_run real[] = {{1, 90, 0, 0, 0}, {2, 60, 0, 0, 0}, {12, 30, 0, 0, 0}};
    struct sw_profile p = make(SW_FRONT_END_ANNOTATE);
    p.real = real;
    p.n_real = 3;
    struct sw_verdict v = judge(&p, "call init { 1000 } section lines { 96 x task { 10 } }");
    static const unsigned numbers[] = {2, 4, 8, 12, 16};
    CHECK_EQ(v.n_expected, 5);
    for (size_t i = 0; i < 5 && i < v.n_expected; i++) {
        CHECK_EQ(v.expected[i].processors, numbers[i]);
        CHECK(fabs(v.expected[i].speedup - 1960 / (1000 + 960.0 / numbers[i])) < 1e-6);
    }
    CHECK(fabs(v.expected[4].speedup - v.speedup) < 1e-9);
    CHECK_EQ(v.n_measured, 2);
    CHECK(fabs(v.measured[0].speedup - 1.5) < 1e-9 && fabs(v.measured[1].speedup - 3) < 1e-9);
    CHECK(isnan(sw_verdict_expected_on(&v, 3)));
    CHECK(check_said(v.sentences[0], "16 cores .. 1.85x"));
    CHECK(check_said(v.sentences[3], "12 cores .. 3.00x .. 1.81x"));
    release(&p, &v);
}

/* What makes its figures doubtful is the last that it says. */
static void check_caution(void)
{
    struct sw_profile p = make(SW_FRONT_END_ANNOTATE);
    struct sw_finding doubt = {.severity = SW_WARNING, .text = (char *)"it was killed"};
    const struct sw_findings findings = {.items = &doubt, .n = 1};
    struct sw_verdict v;
    CHECK_EQ(sw_verdict_make(&v, &p, &findings, 0), 0);
    CHECK_STR(sw_why_name(v.cause), "unknown");
    CHECK(v.n_sentences == 2 && check_said(v.sentences[1], "caution .. it was killed."));
    sw_verdict_release(&v);
}

int main(void)
{
    check_forms();
    check_speedups();
    check_caution();
    return check_done();
}
