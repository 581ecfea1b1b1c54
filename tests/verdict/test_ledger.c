/* The verdict of trees with invented costs: how a place loses parallelism, and the speedups by number of processors. */
#include "analysis/memory/shared.h"
#include "analysis/verdict/verdict.h"
#include "profile/locks.h"
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
    const uint32_t annotated = SW_FRONT_END_ANNOTATE, cilk = SW_FRONT_END_CILK,
                   openmp = SW_FRONT_END_OPENMP;
    check_form(annotated, "call init { 1000 } section lines { 64 x task { 10 } }", "serial",
               "init .. serially .. 90%");
    check_form(annotated, "section lines dynamic { 4 x task piece { 1000 } }", "few",
               "too few pieces");
    check_form(annotated, "section lines { 20 x task piece { 1000 } }", "few", "too few pieces");
    check_form(annotated, "section lines team { task one { 1000 } 15 x task { 1 } }", "alone",
               "one thread");
    check_form(cilk,
               "section spawn { task { call left { 1000 } } section spawn { task { call "
               "right { 1000 } } call right { 1000 } } }",
               "chain", "critical path");
    /* Serial code that has no name is not where the next loss is, which has one. */
    check_form(openmp, "2000 section lines team { task one { 50 } 15 x task { 1 } }", "serial",
               "main .. serially");
    check_form(openmp, "section make spawn { 500 x group { task { 600 } 100 } }", "alone",
               "one thread");
}

/* What is waited for: the longest of tasks, however many there are; not who starts them, nor that there are three. */
static void check_unequal(void)
{
    struct sw_profile p = make(SW_FRONT_END_OPENMP);
    struct sw_verdict v = judge(&p, "section s spawn { 199 x task t { 10 } task t { 800 } }");
    CHECK_STR(sw_why_name(v.cause), "imbalance");
    CHECK(v.losses[0].lost > 0.7);
    release(&p, &v);
    v = judge(&p, "section s team { task { 120 } 15 x task { 100 } }"); /* a fifth is enough */
    CHECK_STR(sw_why_name(v.losses[0].cause), "imbalance");
    CHECK(fabs(v.losses[0].lost - (16 * 120 - 1620) / 1920.) < 1e-9);
    release(&p, &v);
    v = judge(&p, "section s dynamic { 50 x task { 10 } task { 500 } }");
    CHECK_STR(sw_why_name(v.cause), "imbalance");
    release(&p, &v);
    v = judge(&p,
              "call region { section begin team nowait { 16 x task { 1 } } call single { section s "
              "spawn { 15 x task t { 100 } task t { 600 } } } }"); /* a taskloop */
    CHECK_STR(sw_why_name(v.cause), "imbalance");
    CHECK(v.losses[0].lost > 0.7 && v.losses[0].speedup_without > 10);
    release(&p, &v);
    check_form(SW_FRONT_END_OPENMP, "section s dynamic { task { 180 } task { 120 } task { 100 } }",
               "few", "too few pieces");
    check_form(SW_FRONT_END_OPENMP,
               "section s spawn { 100 x group { 70 task t { 54 } } 70 task t { 400 } }", "alone",
               "one thread");
}

/* One thread's part between loops that keep all busy: it is that part, and what it gains is all that there is. */
static void check_single(void)
{
    struct sw_profile p = make(SW_FRONT_END_OPENMP);
    struct sw_verdict v = judge(
        &p, "10 x group { section one team { task { 1500 } 15 x task { 1 } } section all team { "
            "16 x task { 1000 } } }");
    CHECK_STR(sw_why_name(v.cause), "parallelism");
    CHECK_STR(sw_verdict_form_name(v.losses[0].places[0].form), "alone");
    CHECK_EQ(v.losses[0].n_all, 1);
    CHECK(v.speedup > 6.9 && v.speedup < 7.1 && v.losses[0].speedup_without > 15.5);
    release(&p, &v);
}

static void check_speedups(void)
{
    struct sw_real_run real[] = {{1, 90, 0, 0, 0}, {2, 60, 0, 0, 0}, {12, 30, 0, 0, 0}};
    struct sw_profile p = make(SW_FRONT_END_ANNOTATE);
    p.real = real;
    p.n_real = 3;
    struct sw_verdict v = judge(&p, "call init { 1000 } section lines { 96 x task { 10 } }");
    static const unsigned numbers[] = {2, 4, 8, 12, 16, 32, 64};
    CHECK_EQ(v.n_expected, 7);
    for (size_t i = 0; i < 7 && i < v.n_expected; i++) {
        CHECK_EQ(v.expected[i].processors, numbers[i]);
        CHECK(fabs(v.expected[i].speedup - 1960 / (1000 + 10 * ceil(96.0 / numbers[i]))) < 1e-6);
    }
    CHECK(fabs(v.expected[4].speedup - v.speedup) < 1e-9);
    CHECK_EQ(v.n_measured, 2);
    CHECK(fabs(v.measured[0].speedup - 1.5) < 1e-9 && fabs(v.measured[1].speedup - 3) < 1e-9);
    CHECK(isnan(sw_verdict_expected_on(&v, 3)));
    CHECK(check_said(v.sentences[0], "16 cores .. 1.85x"));
    CHECK(check_said(v.sentences[4], "12 cores .. 3.00x .. 1.81x"));
    release(&p, &v);
}

/* Of work, span and locks alone. Of many locks most find theirs free: they are no more than the longest of them. */
static void check_locks(uint64_t held, uint64_t n_locks, const char *cause, double speedup)
{
    struct sw_lock lock = {
        .name = (char *)"m", .n_locks = n_locks, .held = held, .most = held / n_locks};
    struct sw_profile p = make(SW_FRONT_END_CILK);
    const struct sw_findings none = {0};
    struct sw_verdict v;
    p.whole = (struct sw_figures){.count = 1, .work = 160000, .span = 100, .burdened_span = 200};
    p.flags |= SW_PROFILE_SAW_LOCKS | SW_PROFILE_CORES_BUSY;
    p.locks = &lock;
    p.n_locks = 1;
    CHECK_EQ(sw_verdict_make(&v, &p, &none, 16), 0);
    CHECK_STR(sw_why_name(v.cause), cause);
    CHECK(fabs(v.speedup / speedup - 1) < 0.02);
    CHECK(check_said(v.sentences[v.n_sentences - 1], "Not measured here .. Memory was not"));
    sw_verdict_release(&v);
}

/* What makes its figures doubtful is the last that it says. */
static void check_caution(void)
{
    struct sw_profile p = make(SW_FRONT_END_ANNOTATE);
    struct sw_finding doubt = {.severity = SW_WARNING, .sentence = SW_SAY(FAILED, 3)};
    const struct sw_findings findings = {.items = &doubt, .n = 1};
    struct sw_verdict v;
    CHECK_EQ(sw_verdict_make(&v, &p, &findings, 0), 0);
    CHECK_STR(sw_why_name(v.cause), "unknown");
    CHECK(check_said(v.sentences[1], "Nothing was measured"));
    CHECK(v.n_sentences == 3 && check_said(v.sentences[2], "Caution .. 3"));
    sw_verdict_release(&v);
    sw_sentence_release(doubt.sentence);
}

/* 9.6 times as fast on 16 processors, and 16 without the serial part: cores work for 0.6 of their time, and wait for lines in that. */
static void check_shared(double pressure, bool is_lock, const char *cause)
{
    static const char tree[] = "call init { 1 } section lines { 16 x task { 1.35 } }";
    struct sw_shared lines = {.is_shared = 1, .name = (char *)"sums", .threads = 16, .lines = 2};
    struct sw_profile p = make(SW_FRONT_END_ANNOTATE);
    struct sw_findings findings = {.n = 0};
    struct sw_verdict v;
    char why[200] = "";
    for (int i = 0; i < 2; i++)
        lines.uses[i].place =
            (struct sw_place){.file = (char *)"a.c", .function = (char *)"add", .line = 7};
    p.whole.work = 22600000;
    lines.transfers = (uint64_t)(pressure * 22600000 / 80);
    lines.lock = is_lock ? lines.transfers : 0;
    p.memory.shared = &lines;
    p.memory.n_shared = 1;
    CHECK_EQ(sw_tree_text_parse(&p.tree, tree, strlen(tree), why, sizeof why), 0);
    sw_shared_findings(&findings, &p);
    CHECK_EQ(findings.n, 1);
    CHECK_EQ(sw_verdict_make(&v, &p, &findings, 16), 0);
    CHECK_STR(sw_why_name(v.cause), cause);
    CHECK(v.is_bound);
    sw_findings_release(&findings);
    release(&p, &v);
}

int main(void)
{
    check_forms();
    check_single();
    check_unequal();
    check_speedups();
    check_locks(64000, 1, "contention", 2.5);
    check_locks(64000, 128, "none", 15.7);
    check_shared(0.9, false, "parallelism");
    check_shared(0.9, true, "parallelism");
    check_shared(2, false, "contention");
    check_caution();
    return check_done();
}
