/* The ledger and the verdict of invented trees, in whole numbers: one tree for each cause, with what comes out by hand. */
#include "analysis/verdict/tree_ledger.h"
#include "tests/emulate/emulator_test.h"

enum { P = 4 };
static const struct sw_emulation_options omp = {.processors = P};
static const struct sw_emulation_options cilk = {.processors = P, .paradigm = SW_PARADIGM_CILK};

/* All that is lost, with the work, is all that there is; what is fixed takes no longer; a cause that loses has places. */
static void check_sums(const struct sw_tree_ledger *l)
{
    double sum = l->work;
    for (int c = 0; c < SW_WHY_CAUSES; c++) {
        const struct sw_tree_loss *entry = &l->entries[c];
        double of_places = 0;
        CHECK(entry->lost >= 0);
        CHECK(entry->time <= l->time);
        for (size_t i = 0; i < entry->n_places; i++) {
            of_places += entry->places[i].lost;
            CHECK(!i || entry->places[i].lost <= entry->places[i - 1].lost);
        }
        CHECK(entry->n_places <= entry->n_all);
        if (entry->n_places == entry->n_all && entry->n_all)
            CHECK(fabs(of_places - entry->lost) < 1e-9);
        sum += entry->lost;
    }
    CHECK(fabs(sum - 1) < 1e-9);
}

static struct sw_tree_ledger ledger_of(const struct sw_program_tree *tree,
                                       const struct sw_emulation_options *options)
{
    struct sw_tree_ledger ledger = {0};
    CHECK_EQ(sw_tree_ledger_make(&ledger, tree, options, 0), 0);
    check_sums(&ledger);
    return ledger;
}

static const char *label_of(const struct sw_program_tree *tree, const struct sw_tree_ledger *l,
                            enum sw_why cause)
{
    const struct sw_tree_loss *entry = &l->entries[cause];
    if (!entry->n_places)
        return "nowhere";
    return entry->places[0].site ? tree->sites[entry->places[0].site].label : "the program";
}

/* T(1), T(P), the cause, its first place and T(P) with that fixed. Then the same of the tree with all its sites numbered from behind. */
struct want {
    double one, time;
    enum sw_why cause;
    double lost, fixed;
    const char *place;
};

static void check_ledger(const struct sw_program_tree *tree,
                         const struct sw_emulation_options *options, const struct want *want)
{
    struct sw_tree_ledger l = ledger_of(tree, options);
    CHECK_TIME(l.one, want->one);
    CHECK_TIME(l.time, want->time);
    CHECK_EQ(l.first, want->cause);
    if (want->cause >= SW_WHY_CAUSES)
        return;
    CHECK_TIME(l.entries[want->cause].lost, want->lost);
    CHECK_TIME(l.entries[want->cause].time, want->fixed);
    CHECK_STR(label_of(tree, &l, want->cause), want->place);
}

/* Sites 1 .. n become n .. 1: names go with them. */
static void number_from_behind(struct sw_program_tree *tree)
{
    uint32_t n = (uint32_t)tree->n_sites;
    for (uint32_t i = 1; i < n - i; i++) {
        struct sw_tree_site site = tree->sites[i];
        tree->sites[i] = tree->sites[n - i];
        tree->sites[n - i] = site;
    }
    for (uint32_t i = 1; i < tree->n_nodes; i++)
        if (tree->nodes[i].kind != SW_NODE_WORK && tree->nodes[i].site)
            tree->nodes[i].site = n - tree->nodes[i].site;
}

static void check_text(const char *text, const struct sw_emulation_options *options,
                       struct want want)
{
    struct sw_program_tree tree = tree_of(text);
    check_ledger(&tree, options, &want);
    number_from_behind(&tree);
    check_ledger(&tree, options, &want);
    sw_program_tree_release(&tree);
}

static void test_causes(void)
{
    static const struct sw_emulation_options cilk2 = {.processors = 2,
                                                      .paradigm = SW_PARADIGM_CILK};
    /* Serial code: 300 + 400 / 4; 300 / 4 + 400 / 4. */
    check_text("call load {300} section s dynamic { 40 x task {10} }", &omp,
               (struct want){700, 400, SW_WHY_PARALLELISM, 900. / 1600, 175, "load"});
    /* Fewer pieces than processors. */
    check_text("section s { 2 x task t {100} }", &omp,
               (struct want){200, 100, SW_WHY_PARALLELISM, 0.5, 50, "t"});
    /* A chain of spawns. Fixed, each f takes 90 / 4, but one of the four does a task of 10 before that. */
    check_text("call f { 90 section a spawn { task {10}"
               "  call f { 90 section a spawn { task {10} call f { 90 } } } } }",
               &cilk,
               (struct want){290, 270, SW_WHY_PARALLELISM, 790. / 1080, 3 * 22.5 + 2 * 10, "f"});
    /* Unequal tasks: of a team, of a loop whose longest comes last, and of a cilk_for. */
    check_text("section s team { task {400} 3 x task {200} }", &omp,
               (struct want){1000, 400, SW_WHY_IMBALANCE, 600. / 1600, 250, "s"});
    check_text("section s dynamic { 12 x task {50} task {400} }", &omp,
               (struct want){1000, 550, SW_WHY_IMBALANCE, 1200. / 2200, 250, "s"});
    check_text("section s { 6 x task {50} task {300} }", &cilk2,
               (struct want){600, 450, SW_WHY_IMBALANCE, 300. / 900, 300, "s"});
    /* One lock: 10, then all that is under it; who has nothing more to do before the end does not wait for it: 30 + 60 + 90. */
    check_text("section s dynamic { 40 x task { 10 lock m {30} } }", &omp,
               (struct want){1600, 1210, SW_WHY_CONTENTION, (4840. - 1600 - 180) / 4840, 400,
                             "the program"});
}

static void test_grain(void)
{
    static const struct sw_overheads costs = {
        .chunk = 30, .chunk_of_one = 30, .task = 10, .task_make = 10};
    static const struct sw_emulation_options dear = {.processors = P, .overheads = &costs};
    check_text("section s dynamic { 1000 x task {10} }", &dear,
               (struct want){40000, 10000, SW_WHY_GRAIN, 0.75, 2500, "s"});
    /* Who makes tasks is what all others wait for; alone, it does those above 64 at once. Fewer tasks still cost something. */
    check_text("section s spawn { 1000 x task {10} }", &dear,
               (struct want){10000 + 65 * 10, 10010, SW_WHY_GRAIN, 1 - 10000 / 40040., 2590, "s"});
}

static void test_none(void)
{
    check_text("section s dynamic { 400 x task {10} }", &omp,
               (struct want){4000, 1000, SW_WHY_NONE, 0, 0, ""});
}

/* Ten loops that lose 60 each, and serial code that loses 300, in this order or the other way round. */
static char *many_places(bool serial_first)
{
    static char text[1024];
    size_t n = 0;
    text[0] = 0;
    if (serial_first)
        n += (size_t)snprintf(text, sizeof text, "call load {100} ");
    for (int i = 0; i < 10; i++)
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "section s%d team { task {40} 3 x task {20} } ", i);
    if (!serial_first)
        snprintf(text + n, sizeof text - n, "call load {100}");
    return text;
}

static void test_many_places(void)
{
    for (int k = 0; k < 2; k++) {
        struct sw_program_tree tree = tree_of(many_places(k));
        for (int i = 0; i < 2; i++) {
            struct sw_tree_ledger l = ledger_of(&tree, &omp);
            CHECK_TIME(l.one, 1100);
            CHECK_TIME(l.time, 500);
            CHECK_EQ(l.first, SW_WHY_IMBALANCE);
            CHECK_TIME(l.entries[SW_WHY_IMBALANCE].lost, 600. / 2000);
            CHECK_TIME(l.entries[SW_WHY_IMBALANCE].time, 350);
            CHECK_EQ(l.entries[SW_WHY_IMBALANCE].n_all, 10);
            CHECK_TIME(l.entries[SW_WHY_IMBALANCE].places[0].lost, 60. / 2000);
            CHECK_TIME(l.entries[SW_WHY_PARALLELISM].lost, 300. / 2000);
            CHECK_TIME(l.entries[SW_WHY_PARALLELISM].time, 425);
            CHECK_STR(label_of(&tree, &l, SW_WHY_PARALLELISM), "load");
            CHECK_TIME(l.times[1u << SW_WHY_PARALLELISM | 1u << SW_WHY_IMBALANCE], 275);
            number_from_behind(&tree);
        }
        sw_program_tree_release(&tree);
    }
}

/* Of a profile with such a tree, on 16 processors: the verdict is the ledger's, if that gains. */
static void check_verdict(const char *text, enum sw_why cause, double speedup, double without,
                          double planned)
{
    static const struct sw_units ns = {"ns", 0};
    struct sw_profile p = {.front_end = SW_FRONT_END_ANNOTATE,
                           .meter = (char *)"instructions",
                           .unit = (char *)"instructions",
                           .program = (char *)"p",
                           .tree = tree_of(text)};
    struct sw_findings findings;
    struct sw_verdict v;
    p.whole.work = p.tree.nodes[sw_program_tree_root(&p.tree)].sum;
    CHECK_EQ(sw_findings_make(&findings, &p, &ns), 0);
    CHECK_EQ(sw_verdict_make(&v, &p, &findings, 16), 0);
    CHECK_EQ(v.processors, 16);
    CHECK_EQ(v.cause, cause);
    CHECK_EQ(v.certainty, SW_CERTAIN_SIMULATED);
    CHECK_TIME(v.speedup, speedup);
    double sum = v.work;
    for (size_t i = 0; i < v.n_losses; i++)
        sum += v.losses[i].lost;
    CHECK(fabs(sum - 1) < 1e-9);
    if (cause != SW_WHY_NONE) {
        CHECK_EQ(v.losses[0].cause, cause);
        CHECK_TIME(v.losses[0].speedup_without, without);
        CHECK_EQ(v.steps[0].cause, cause);
    }
    for (size_t i = 0; i < v.n_steps; i++) {
        CHECK(v.steps[i].speedup > (i ? v.steps[i - 1].speedup : v.speedup));
        CHECK(v.steps[i].speedup <= 16 && !v.steps[i].is_bound);
    }
    CHECK_TIME(v.n_steps ? v.steps[v.n_steps - 1].speedup : 0, planned);
    sw_verdict_release(&v);
    sw_findings_release(&findings);
    sw_program_tree_release(&p.tree);
}

static void test_verdicts(void)
{
    check_verdict("section s dynamic { 320 x task {10} } 12", SW_WHY_NONE, 3212. / 212, 0, 0);
    check_verdict("section s dynamic { 320 x task {10} } call f {320}", SW_WHY_PARALLELISM,
                  3520. / 520, 16, 16);
    check_verdict("section s dynamic { 15 x task {10} task {90} } 10", SW_WHY_IMBALANCE, 250. / 100,
                  250. / 25, 16);
    check_verdict("section s dynamic { 160 x task { lock m {10} } }", SW_WHY_CONTENTION, 1, 16, 16);
    /* Without the lock: 100 + 30; and with f in parallel: 6.25 + 30. */
    check_verdict("call f {100} section s dynamic { 48 x task { lock m {10} } }", SW_WHY_CONTENTION,
                  1, 580. / 130, 580. / 36.25);
}

int main(void)
{
    test_causes();
    test_grain();
    test_none();
    test_many_places();
    test_verdicts();
    return check_done();
}
