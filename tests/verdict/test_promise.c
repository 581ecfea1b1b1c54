/* What the verdict on a tree with invented costs promised, and what became of it in another: on 16 processors. */
#include "analysis/verdict/promise.h"
#include "profile/tree_text.h"
#include "tests/check.h"

#include <math.h>
#include <stdlib.h>

static const char contended[] = "section s dynamic { 160 x task { lock m {10} } }",
                  both[] = "section s dynamic { 160 x task { lock m {10} } } section t dynamic { "
                           "15 x task {40} task {1000} }",
                  uneven[] = "section s dynamic { 15 x task {10} task {90} } 10",
                  even[] = "section s dynamic { 320 x task {10} } 12",
                  fast[] = "section s dynamic { 320 x task {5} }";

static struct sw_profile profile_of(const char *text, enum sw_front_end_kind front_end)
{
    struct sw_profile p;
    char why[200] = "";
    sw_profile_init(&p);
    p.front_end = front_end;
    p.unit = p.meter = (char *)"instructions"; /* which have no noise */
    p.program = (char *)"p";
    CHECK_EQ(sw_tree_text_parse(&p.tree, text, strlen(text), why, sizeof why), 0);
    p.whole.work = p.tree.nodes[sw_program_tree_root(&p.tree)].sum;
    return p;
}

struct expected {
    double promised, now, over_old;
    bool is_prediction;
    const char *says[2]; /* the findings; NULL: there is no such */
};

static bool is(double got, double want)
{
    return isnan(want) ? isnan(got) : fabs(got / want - 1) < 1e-3;
}

static void check_findings(const struct sw_promise *s, const char *const says[2])
{
    struct sw_findings findings = {.n = 0};
    size_t n = 0;
    sw_promise_findings(&findings, s);
    for (int i = 0; i < 2; i++) {
        if (!says[i])
            continue;
        CHECK(n < findings.n);
        char *words = n < findings.n ? sw_finding_words(&findings.items[n++]) : NULL;
        CHECK(words && check_said(words, says[i]));
        free(words);
    }
    CHECK_EQ(findings.n, n);
    sw_findings_release(&findings);
}

static void check_promise(const char *before, enum sw_front_end_kind was, const char *after,
                          enum sw_front_end_kind is_now, const struct expected *want)
{
    struct sw_profile a = profile_of(before, was), b = profile_of(after, is_now);
    struct sw_promise s;
    CHECK_EQ(sw_promise_make(&s, &a, &b), 0);
    CHECK(is(s.promised, want->promised));
    CHECK(is(s.now, want->now));
    CHECK(is(s.over_old, want->over_old));
    CHECK_EQ(s.is_prediction, want->is_prediction);
    check_findings(&s, want->says);
    sw_promise_release(&s);
    sw_program_tree_release(&a.tree);
    sw_program_tree_release(&b.tree);
}

int main(void)
{
    const enum sw_front_end_kind openmp = SW_FRONT_END_OPENMP, annotated = SW_FRONT_END_ANNOTATE;
    /* It came true: 160 tasks of 10, now without the lock. */
    check_promise(
        contended, openmp, "section s dynamic { 160 x task {10} }", openmp,
        &(struct expected){16,
                           16,
                           NAN,
                           false,
                           {"Promised .. 16.0x .. 16 cores .. 1.00x .. now 16.0x", "Nothing"}});
    /* It did not, and something else does now. */
    check_promise(contended, openmp, "section s dynamic { 16 x task {10} } call f {1440}", openmp,
                  &(struct expected){16,
                                     1600. / 1450,
                                     NAN,
                                     false,
                                     {"Promised .. 16.0x .. now 1.10x",
                                      "Too little parallelism now .. without that .. 16.0x"}});
    check_promise(contended, openmp, contended, openmp,
                  &(struct expected){16, 1, NAN, false, {"now 1.00x", "Contention still"}});
    /* Half the work on one processor, too: by the old T(1) it is twice that. */
    check_promise(
        uneven, openmp, "section s dynamic { 16 x task {5} } 5", openmp,
        &(struct expected){
            10, 8.5, 25, false, {"Promised .. 10.0x .. now 8.50x .. 25.0x", "now holds"}});
    /* Not the verdict's cause was changed, but another one: its promise counts. */
    check_promise(
        both, openmp,
        "section s dynamic { 160 x task { lock m {10} } } section t dynamic { 160 x task {10} }",
        openmp,
        &(struct expected){
            32. / 17,
            32. / 17,
            NAN,
            false,
            {"Promised without imbalance .. 1.88x .. now 1.88x", "Contention still"}});
    /* Some of it: 10 of 12 that were serial. */
    check_promise(
        "section s dynamic { 160 x task {10} } call f {1200}", openmp,
        "section s dynamic { 160 x task {10} } section t dynamic { 100 x task {10} } call f {200}",
        openmp,
        &(struct expected){
            16,
            2800. / 370,
            NAN,
            false,
            {"Promised .. 16.0x .. 7.57x .. 83% .. now 7.57x", "Too little parallelism still"}});
    /* Nothing was promised: nothing holds it back. */
    check_promise(fast, openmp, fast, openmp,
                  &(struct expected){NAN, 16, NAN, false, {NULL, "Nothing"}});
    /* Annotations promise what they predict; between two of them, it is what fixing gains. */
    check_promise(even, annotated, contended, openmp,
                  &(struct expected){3212. / 212,
                                     1,
                                     3212. / 1600,
                                     true,
                                     {"annotations .. 15.2x .. now 1.00x", "Contention now"}});
    check_promise(contended, annotated, contended, annotated,
                  &(struct expected){16, 1, NAN, false, {"Promised .. 16.0x", "still"}});
    return check_done();
}
