/* Many profiles as one, on invented figures: what adds up, what is the largest, which sites are the
 * same, and what is not to be merged. */
#include "analysis/merge/merge.h"
#include "tests/check.h"
#include "tests/profile/synthetic.h"
#include "tests/said.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

enum { N = 4, PARTITION = 1, MOVED = 0x10000000 };

static char why[512];

/* qsort as rank `rank` of N: at other addresses, with another work and span. */
static void make(struct sw_profile *p, uint32_t rank, uint64_t work, uint64_t span)
{
    CHECK_EQ(synthetic_make(p, "rank"), 0);
    p->rank.rank = rank;
    p->rank.size = N;
    p->rank.apart = 10 * (rank + 1);
    p->whole.work = work;
    p->whole.span = span;
    p->whole.burdened_span = span + 7;
    p->modules->start += rank * (uint64_t)MOVED;
    p->modules->end += rank * (uint64_t)MOVED;
    p->modules->bias += rank * (uint64_t)MOVED;
    for (size_t i = 0; i < p->n_sites; i++) {
        struct sw_site *s = &p->sites[i];
        s->address += s->address ? rank * (uint64_t)MOVED : 0;
        s->callee += s->callee ? rank * (uint64_t)MOVED : 0;
        s->on_work.local.work = i == PARTITION ? work - 100 : 25;
        s->on_span.local.span = i == PARTITION ? span - 4 : 1;
    }
}

static int add(struct sw_merge *m, struct sw_profile *p, const char *name)
{
    *why = 0;
    int error = sw_merge_add(m, p, name, why, sizeof why);
    sw_profile_release(p);
    return error;
}

static void says(const char *what)
{
    if (!strstr(why, what))
        fprintf(stderr, "'%s' does not say '%s'\n", why, what);
    CHECK(strstr(why, what) != NULL);
}

static const uint64_t works[N] = {1000, 1200, 5000, 800}, spans[N] = {300, 700, 600, 100};

/* In every order the same. */
static void add_all(struct sw_merge *m, const int *order)
{
    struct sw_profile p;
    sw_merge_init(m, 0);
    for (int i = 0; i < N; i++) {
        char name[16];
        make(&p, (uint32_t)order[i], works[order[i]], spans[order[i]]);
        snprintf(name, sizeof name, "%d.prof", order[i]);
        CHECK_EQ(add(m, &p, name), 0);
    }
    CHECK_EQ(sw_merge_finish(m, why, sizeof why), 0);
}

static void check_whole(const struct sw_merge *m)
{
    const struct sw_profile *w = &m->whole;
    uint64_t local_work = 0, local_span = 0;
    CHECK_EQ(w->whole.work, 8000);
    CHECK_EQ(w->whole.span, 700);
    CHECK_EQ(w->whole.burdened_span, 707);
    CHECK_EQ(w->whole.spawns, 4 * 431244);
    CHECK_EQ(w->rank.merged, N);
    CHECK_EQ(w->rank.apart, 100);
    CHECK_EQ(w->n_modules, 1);
    CHECK_EQ(w->n_sites, 5);
    CHECK_EQ(w->circumstances.events, 4 * 12345678);
    CHECK_EQ(w->circumstances.max_depth, 57);
    for (size_t i = 0; i < w->n_sites; i++) {
        local_work += w->sites[i].on_work.local.work;
        local_span += w->sites[i].on_span.local.span;
    }
    CHECK_EQ(local_work, 8000); /* adds up, as in any profile */
    CHECK_EQ(local_span, 700);
}

static void check_ranks(const struct sw_merge *m)
{
    const struct sw_spread *s = &m->by_rank[PARTITION].local_work;
    CHECK_EQ(s->least, 700);
    CHECK_EQ(s->most, 4900);
    CHECK_EQ(s->rank, 2);
    CHECK_EQ(s->sum, 7600);
    CHECK_EQ(s->n, N);
    CHECK_EQ(m->work.rank, 2);
    CHECK_EQ(m->span.rank, 1);
    for (size_t i = 0; i < N; i++) {
        CHECK_EQ(m->ranks[i].rank, i);
        CHECK_EQ(m->ranks[i].whole.work, works[i]);
    }
    CHECK(sw_spread_balance(&m->work, N) == 0.4);
    CHECK(sw_spread_balance(&m->span, N) == 1700.0 / 4 / 700);
    CHECK(sw_merge_communication(m) == 5000.0 / 5030);
    CHECK_EQ(sw_merge_on(m, 1).most, 5000);
    CHECK_EQ(sw_merge_on(m, 8).most, 700); /* 5000 / 8 is less than rank 1's span */
    CHECK_EQ(sw_merge_on(m, 8).rank, 1);
}

static void test_orders(void)
{
    static const int orders[][N] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 3, 0, 2}, {2, 0, 3, 1}};
    for (size_t i = 0; i < 4; i++) {
        struct sw_merge m;
        add_all(&m, orders[i]);
        check_whole(&m);
        check_ranks(&m);
        sw_merge_release(&m);
    }
}

/* Of equals the first rank counts, whatever was read first. */
static void test_equals(void)
{
    for (uint32_t first = 0; first < 2; first++) {
        struct sw_merge m;
        struct sw_profile p;
        sw_merge_init(&m, 0);
        make(&p, first, 1000, 500);
        p.sites[0].on_span.local.count = first + 1;
        CHECK_EQ(add(&m, &p, "a"), 0);
        make(&p, !first, 1000, 500);
        p.sites[0].on_span.local.count = !first + 1;
        CHECK_EQ(add(&m, &p, "b"), 0);
        CHECK_EQ(sw_merge_finish(&m, why, sizeof why), 0);
        CHECK_EQ(m.work.rank, 0);
        CHECK_EQ(m.span.rank, 0);
        CHECK_EQ(m.whole.sites[0].on_span.local.count, 1);
        sw_merge_release(&m);
    }
}

/* A site that only some have: nothing on the others. */
static void test_missing_site(void)
{
    struct sw_merge m;
    struct sw_profile p;
    sw_merge_init(&m, 0);
    make(&p, 0, 1000, 300);
    sw_place_release(&p, &p.sites[4].caller_place);
    sw_place_release(&p, &p.sites[4].callee_place);
    p.n_sites--;
    CHECK_EQ(add(&m, &p, "a"), 0);
    make(&p, 1, 1000, 300);
    CHECK_EQ(add(&m, &p, "b"), 0);
    CHECK_EQ(sw_merge_finish(&m, why, sizeof why), 0);
    CHECK_EQ(m.whole.n_sites, 5);
    CHECK_EQ(m.by_rank[4].local_work.n, 1);
    CHECK_EQ(m.by_rank[4].local_work.least, 0);
    CHECK_EQ(m.by_rank[4].local_work.most, 25);
    CHECK_EQ(m.by_rank[4].local_work.rank, 1);
    /* At the first one's addresses: that is where its module is. */
    CHECK_EQ(m.whole.sites[4].address, 0xaaaa00001040);
    CHECK_EQ(m.whole.modules->start, 0xaaaa00000000);
    sw_merge_release(&m);
}

/* Without a build-id it is names and lines, exactly. */
static void test_names(void)
{
    struct sw_merge m;
    struct sw_profile p;
    sw_merge_init(&m, 0);
    for (uint32_t rank = 0; rank < 3; rank++) {
        make(&p, rank, 1000, 300);
        p.modules->build_id_size = 0;
        for (size_t i = 0; i < p.n_sites; i++)
            p.sites[i].address += 0x8 * rank;      /* another build */
        p.sites[3].caller_place.line += rank == 2; /* is another line */
        CHECK_EQ(add(&m, &p, "a"), 0);
    }
    CHECK_EQ(sw_merge_finish(&m, why, sizeof why), 0);
    CHECK_EQ(m.whole.n_sites, 6);
    CHECK_EQ(m.by_rank[1].local_work.n, 3);
    CHECK_EQ(m.by_rank[3].local_work.n, 2);
    CHECK_EQ(m.by_rank[5].local_work.n, 1);
    sw_merge_release(&m);
}

/* Two builds, by force: by names, and the module of the second lies where nothing else is. */
static void test_builds(void)
{
    struct sw_merge m;
    struct sw_profile p;
    sw_merge_init(&m, 1);
    for (uint32_t rank = 0; rank < N; rank++) {
        make(&p, rank, 1000, 300);
        p.modules->build_id[0] = (uint8_t)(rank % 2);
        for (size_t i = 1; i < p.n_sites; i++)
            p.sites[i].address += 0x10 * (rank % 2); /* where the first has the next site */
        CHECK_EQ(add(&m, &p, "a"), 0);
    }
    CHECK_EQ(sw_merge_finish(&m, why, sizeof why), 0);
    CHECK_EQ(m.whole.n_modules, 2);
    CHECK(m.whole.modules[1].start >= m.whole.modules[0].end);
    CHECK_EQ(m.whole.modules[1].end - m.whole.modules[1].start, 0x20000);
    CHECK_EQ(m.whole.n_sites, 5);
    for (size_t i = 0; i < 5; i++)
        CHECK_EQ(m.by_rank[i].work.n, N);
    sw_merge_release(&m);
}

/* Lists: regions by label, functions by place, warnings by text. */
static void test_lists(void)
{
    struct sw_merge m;
    struct sw_profile p;
    sw_merge_init(&m, 0);
    for (uint32_t i = 0; i < 40; i++) {
        CHECK_EQ(synthetic_make(&p, "regions"), 0);
        p.regions[0].figures.span = 1000 + i;
        if (i)
            sw_profile_warn(&p, "number %u", i);
        CHECK_EQ(add(&m, &p, "a"), 0);
    }
    CHECK_EQ(synthetic_make(&p, "regions"), 0);
    size_t n_warnings = p.n_warnings, n_unpatched = p.n_unpatched, n_regions = p.n_regions;
    uint64_t calls = p.unpatched[0].calls, work = p.regions[0].figures.work;
    sw_profile_release(&p);
    CHECK_EQ(sw_merge_finish(&m, why, sizeof why), 0);
    CHECK_EQ(m.whole.n_regions, n_regions);
    CHECK_EQ(m.whole.regions[0].figures.work, 40 * work);
    CHECK_EQ(m.whole.regions[0].figures.span, 1039);
    CHECK_EQ(m.whole.n_unpatched, n_unpatched);
    CHECK_EQ(m.whole.unpatched[0].calls, 40 * calls);
    CHECK_EQ(m.whole.n_warnings, 33); /* 32, and that there are more */
    CHECK(!strncmp(m.whole.warnings[0], "40 ranks: ", 10));
    CHECK_STR(m.whole.warnings[n_warnings], "rank 1: number 1");
    char last[80];
    snprintf(last, sizeof last, "%zu more warnings are in the ranks' own profiles",
             39 + n_warnings - 32);
    CHECK_STR(m.whole.warnings[32], last);
    CHECK_EQ(m.whole.rank.merged, 40); /* that no launcher has numbered */
    CHECK_EQ(m.ranks[39].rank, 39);
    sw_merge_release(&m);
}

static void refused(const char *what, void (*change)(struct sw_profile *), int force, int accepts)
{
    struct sw_merge m;
    struct sw_profile p;
    sw_merge_init(&m, force);
    make(&p, 0, 1000, 300);
    CHECK_EQ(add(&m, &p, "a.prof"), 0);
    make(&p, 1, 1000, 300);
    change(&p);
    int error = add(&m, &p, "b.prof");
    if (!error)
        error = sw_merge_finish(&m, why, sizeof why);
    CHECK_EQ(error, accepts ? 0 : -EINVAL);
    if (!accepts)
        says(what);
    sw_merge_release(&m);
}

static void set(char **field, const char *text)
{
    free(*field);
    *field = strdup(text);
}

static void other_unit(struct sw_profile *p)
{
    set(&p->unit, "cycles");
}

static void other_meter(struct sw_profile *p)
{
    set(&p->meter, "cycles");
}

static void other_program(struct sw_profile *p)
{
    set(&p->program, "./other");
    p->modules->build_id[3]++;
}

static void other_build(struct sw_profile *p)
{
    p->modules->build_id[3]++;
}

static void other_place(struct sw_profile *p)
{
    set(&p->program, "elsewhere/qsort"); /* the same build */
}

static void other_size(struct sw_profile *p)
{
    p->rank.size = 8;
}

static void same_rank(struct sw_profile *p)
{
    p->rank.rank = 0;
}

static void no_rank(struct sw_profile *p)
{
    set(&p->rank.launcher, "");
}

static void merged(struct sw_profile *p)
{
    p->rank.merged = 4;
}

static void test_refusals(void)
{
    for (int force = 0; force < 2; force++) {
        refused("'a.prof', measured in ns (meter 'time'), with 'b.prof', in cycles", other_unit,
                force, 0);
        refused("(meter 'time'), with 'b.prof', in ns (meter 'cycles')", other_meter, force, 0);
        refused("two programs: 'a.prof' is of './qsort', 'b.prof' of './other'; --force merges "
                "them anyway",
                other_program, force, force);
        refused("two builds of 'qsort', in 'a.prof' and 'b.prof'; --force merges them anyway",
                other_build, force, force);
        refused("", other_place, force, 1);
        refused("two runs: 'a.prof' is of one with 4 ranks, 'b.prof' of one with 8; --force merges "
                "them anyway",
                other_size, force, force);
        refused("'a.prof' and 'b.prof' are both of rank 0", same_rank, force, 0);
        refused("'a.prof', which is of an MPI rank, with 'b.prof', which is not", no_rank, force,
                0);
        refused("'b.prof' is a merge of 4 profiles", merged, force, 0);
    }
}

static const struct sw_finding *find(const struct sw_findings *f, const char *what)
{
    for (size_t i = 0; i < f->n; i++)
        if (strstr(words_of(&f->items[i]), what))
            return &f->items[i];
    fprintf(stderr, "no finding has '%s' in it:\n", what);
    for (size_t i = 0; i < f->n; i++)
        fprintf(stderr, "  %s\n", words_of(&f->items[i]));
    CHECK(!"a finding");
    return NULL;
}

static void test_findings(void)
{
    static const int order[] = {0, 1, 2, 3};
    const struct sw_units units = {"ns", 0};
    struct sw_findings f = {0};
    struct sw_merge m;
    add_all(&m, order);
    CHECK_EQ(sw_merge_findings(&f, &m, &units), 0);
    find(&f, "load balance over the 4 ranks is 0.40");
    const struct sw_finding *rank =
        find(&f, "rank 2 has 2.50 times the mean work, 5.000 us, most of it in 'partition', called "
                 "at qsort.c:20 in 'pqsort' (3.000 us above the mean)");
    CHECK_EQ(rank ? rank->site : 0, PARTITION);
    find(&f, "rank 3 has 0.40 times the mean work");
    find(&f, "rank 1 has the longest critical path, 700 ns, 1.65 times the mean");
    find(&f, "the run is too short to trust");
    sw_findings_release(&f);
    m.whole.rank.size = 15; /* two after each other, then many */
    m.ranks[1].flags = SW_PROFILE_INCOMPLETE;
    m.ranks[0].status = 15;
    m.ranks[1].status = 11;
    m.ranks[3].rank = 5;
    CHECK_EQ(sw_merge_findings(&f, &m, &units), 0);
    find(&f, "11 of 15 ranks are missing: 3, 4, 6, 7, 8, 9, 10, 11 and 3 more");
    find(&f, "1 rank did not finish, so the figures stop at its last event: 1 (rank 1 was killed "
             "by signal 11, ");
    sw_findings_release(&f);
    sw_merge_release(&m);
}

int main(void)
{
    test_orders();
    test_equals();
    test_missing_site();
    test_names();
    test_builds();
    test_lists();
    test_refusals();
    test_findings();
    return check_done();
}
