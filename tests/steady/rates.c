/* Rates of pieces from invented runs, what they make of counts, how they vary, and what noise explains. */
#include "tool/measure/rates.h"
#include "analysis/findings/findings.h"
#include "analysis/workspan/noise.h"
#include "live/openmp.h"
#include "tests/check.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LEAF = 11, MAIN = 12, ODD = 13, OUT = 14 };

static struct sw_piece counted_pieces[] = {
    {LEAF, 600, 10, 0, 0}, {LEAF, 400, 0, 0, 0}, {MAIN, 100, 100, 0, 0}};
static struct sw_piece timed_pieces[3][3] = {
    {{LEAF, 2000, 0, 0, 0}, {MAIN, 500, 0, 0, 0}, {OUT, 0, 0, 0, 1}},
    {{LEAF, 2200, 0, 0, 0}, {MAIN, 400, 0, 0, 0}, {OUT, 0, 0, 0, 1}},
    {{LEAF, 9000, 0, 0, 0}, {MAIN, 300, 0, 0, 0}, {OUT, 0, 0, 0, 1}}, /* interrupted */
};
static const struct sw_profile counted = {.pieces = counted_pieces, .n_pieces = 3};
static const struct sw_profile timed[3] = {{.pieces = timed_pieces[0], .n_pieces = 3},
                                           {.pieces = timed_pieces[1], .n_pieces = 3},
                                           {.pieces = timed_pieces[2], .n_pieces = 3}};

static struct sw_rates *load(int fd)
{
    static struct sw_rate records[16], slots[64];
    static struct sw_rates r;
    memset(slots, 0, sizeof slots);
    r = (struct sw_rates){.slots = slots, .mask = 63};
    ssize_t bytes = pread(fd, records, sizeof records, 0);
    CHECK(bytes > 0 && bytes % (ssize_t)sizeof *records == 0);
    sw_rates_fill(&r, records, (uint64_t)bytes / sizeof *records);
    return &r;
}

static uint64_t ticks(struct sw_rates *r, uint64_t key, uint64_t n, uint64_t *rest)
{
    return sw_rates_apply(r, sw_rates_of(r, key), n, rest);
}

/* The middle run's, of the pieces of one key together; written, and applied with nothing lost. */
static void test_rates(void)
{
    struct sw_piece_rates rates;
    int fd = memfd_create("rates", 0);
    CHECK_EQ(sw_piece_rates_init(&rates, &counted, timed, 3), 0);
    CHECK_EQ(sw_piece_rates_write(&rates, &timed[0], fd), 0);
    struct sw_rates *r = load(fd);
    uint64_t rest = 0, sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += ticks(r, LEAF, 1, &rest);
    CHECK(sum == 2200 || sum == 2199); /* 2.2 each, rounded down */
    rest = 0;
    CHECK_EQ(ticks(r, MAIN, 100, &rest), 400);
    CHECK_EQ(r->known, 1100);
    rest = 0;
    uint64_t odd = ticks(r, ODD, 1100, &rest); /* the whole program's: 2,600 in the middle run */
    CHECK(odd == 2600 || odd == 2599);
    CHECK_EQ(r->unknown, 1100);
    CHECK(sw_rates_find(r, OUT) && !sw_rates_find(r, OUT)->rate);
    CHECK(!sw_rates_find(r, ODD));
    CHECK_EQ(sw_piece_rates_write(NULL, &timed[0], fd), 0);
    r = load(fd);
    CHECK_EQ(r->usual, 0);
    CHECK(sw_rates_find(r, OUT) && !sw_rates_find(r, LEAF));
    sw_piece_rates_release(&rates);
    close(fd);
}

/* With the rates of each run: 2,000 + 500, 2,200 + 400, 9,000 + 300. */
static void test_spread(void)
{
    struct sw_piece_rates rates;
    struct sw_piece pieces[] = {{LEAF, 2200, 22, 0, 0}, {MAIN, 400, 400, 0, 0}};
    struct sw_profile steady = {.pieces = pieces, .n_pieces = 2};
    struct sw_steadiness s = {0};
    CHECK_EQ(sw_piece_rates_init(&rates, &counted, timed, 3), 0);
    CHECK(sw_piece_rates_known(&rates, &steady) == 1);
    sw_piece_rates_spread(&rates, &steady, &s);
    CHECK_EQ(s.runs, 3);
    CHECK_EQ(s.work.least, 2500);
    CHECK_EQ(s.work.most, 9300);
    CHECK_EQ(s.span.least, 390);
    CHECK_EQ(s.span.most, 520);
    CHECK_EQ(s.parallelism.least, 4808); /* 2,500 / 520 */
    CHECK_EQ(s.parallelism.most, 23846); /* 9,300 / 390 */
    pieces[0].key = ODD;
    CHECK(sw_piece_rates_known(&rates, &steady) < 0.2);
    /* What is not known varies as the program does: by 2,500, 2,600 and 9,300. */
    s = (struct sw_steadiness){0};
    sw_piece_rates_spread(&rates, &steady, &s);
    CHECK(s.work.least >= 2599 && s.work.least <= 2601); /* 2,200 + 400 */
    CHECK(s.work.most >= 8168 && s.work.most <= 8170);   /* 2,200 * 9,300 / 2,600 + 300 */
    sw_piece_rates_release(&rates);
}

/* Samples are on the span as far as their piece is, whatever the run that was sampled made of it. */
static void test_samples(void)
{
    struct sw_piece pieces[] = {{MAIN, 400, 400, 0, 0}, {LEAF, 1000, 100, 0, 0}};
    struct sw_piece sampled_pieces[] = {{LEAF, 1, 1, 0, 0}, {MAIN, 1, 1, 0, 0}};
    struct sw_sampled_path paths[] = {{.on_work = 40, .on_span = 31, .piece = 1},
                                      {.on_work = 7, .on_span = 0, .piece = 2},
                                      {.on_work = 60, .on_span = 0, .piece = 1},
                                      {.on_work = 3, .on_span = 3, .piece = 0}};
    struct sw_profile steady = {.pieces = pieces, .n_pieces = 2},
                      in = {.pieces = sampled_pieces, .n_pieces = 2};
    struct sw_sampled sampled = {.paths = paths, .n_paths = 4};
    sw_piece_rates_project(&steady, &in, &sampled);
    CHECK_EQ(paths[0].on_span, 4);
    CHECK_EQ(paths[1].on_span, 7);
    CHECK_EQ(paths[2].on_span, 6);
    CHECK_EQ(paths[3].on_span, 0);

    /* Parts of a sample add up: a tenth of ten times five. */
    struct sw_sampled_path small[10];
    uint64_t sum = 0;
    for (int i = 0; i < 10; i++)
        small[i] = (struct sw_sampled_path){.on_work = 5, .piece = 1};
    sampled = (struct sw_sampled){.paths = small, .n_paths = 10};
    sw_piece_rates_project(&steady, &in, &sampled);
    for (int i = 0; i < 10; i++)
        sum += small[i].on_span;
    CHECK(sum == 5 || sum == 4); /* rounded down */
}

static char time_[] = "time", instructions[] = "instructions (own)", ns[] = "ns";

static struct sw_profile measured(uint64_t runs)
{
    struct sw_profile p = {.meter = time_, .unit = ns};
    p.steadiness = (struct sw_steadiness){.runs = runs,
                                          .work = {1000, 1010},
                                          .span = {100, 103},
                                          .parallelism = {9800, 10000},
                                          .instructions = 5000,
                                          .span_instructions = 500};
    return p;
}

/* Of one run a span may be a tenth off; of several as much as they differ; counts are what they are. */
static void test_noise(void)
{
    struct sw_profile a = measured(3), b = measured(3), once = measured(0), counts = measured(0);
    counts.meter = instructions;
    once.steadiness = (struct sw_steadiness){0};
    b.steadiness.instructions = 6000;
    CHECK(sw_noise(&counts, SW_NOISY_SPAN) == 0);
    CHECK(!sw_noise_explains(&counts, &counts, SW_NOISY_SPAN, 1.0001));
    CHECK(sw_noise_explains(&counts, &counts, SW_NOISY_SPAN, 1));
    CHECK(sw_noise_explains(&once, &once, SW_NOISY_PARALLELISM, 0.85));
    CHECK(!sw_noise_explains(&once, &once, SW_NOISY_PARALLELISM, 0.8));
    CHECK(!sw_noise_explains(&once, &once, SW_NOISY_WORK, 1.3));
    CHECK(sw_noise_explains(&a, &b, SW_NOISY_SPAN, 1.07));
    CHECK(!sw_noise_explains(&a, &b, SW_NOISY_SPAN, 1.09));
    CHECK(!sw_noise_explains(&a, &b, SW_NOISY_PARALLELISM, 0.9));
    CHECK(sw_noise_explains(&a, &a, SW_NOISY_WORK, 1.15)); /* the same instructions */
    CHECK(!sw_noise_explains(&a, &a, SW_NOISY_WORK, 1.25));
}

static bool is_doubted(uint64_t work, uint64_t taken)
{
    static const struct sw_units units = {"ns", 0};
    struct sw_findings findings;
    struct sw_profile p;
    bool found = false;
    sw_profile_init(&p);
    p.meter = time_;
    p.unit = ns;
    p.whole = (struct sw_figures){.count = 1, .work = work, .span = work, .burdened_span = work};
    p.sampled = (struct sw_sampled){.rate = 1000, .source = SW_SAMPLED_CLOCK, .taken = taken};
    CHECK_EQ(sw_findings_make(&findings, &p, &units), 0);
    for (size_t i = 0; i < findings.n; i++)
        found |=
            findings.items[i].kind == SW_FINDING_CHECK && findings.items[i].severity == SW_WARNING;
    sw_findings_release(&findings);
    return found;
}

/* 554 samples at 1,000 a second beside 275 ms of work. */
static void test_lost_work(void)
{
    CHECK(is_doubted(275000000, 554));
    CHECK(!is_doubted(550000000, 554));
    CHECK(!is_doubted(500000000, 554)); /* chance and the sampler's own */
    CHECK(!is_doubted(1000000, 10));
}

/* Calls of one function from two lines have one rate where they take the same, and each its own where they do not. */
static void test_groups(void)
{
    struct sw_piece counts[] = {
        {LEAF, 1000, 0, OUT, 0}, {MAIN, 1000, 0, OUT, 0}, {ODD, 1000, 0, OUT, 0}};
    struct sw_piece times[] = {
        {LEAF, 2000, 0, OUT, 0}, {MAIN, 2100, 0, OUT, 0}, {ODD, 1950, 0, OUT, 0}};
    struct sw_profile c = {.pieces = counts, .n_pieces = 3}, t = {.pieces = times, .n_pieces = 3};
    struct sw_piece_rates rates;
    int fd = memfd_create("rates", 0);
    for (int apart = 0; apart < 2; apart++) {
        times[2].work = apart ? 6000 : 1950;
        CHECK_EQ(sw_piece_rates_init(&rates, &c, &t, 1), 0);
        CHECK_EQ(sw_piece_rates_write(&rates, &t, fd), 0);
        struct sw_rates *r = load(fd);
        CHECK_EQ(sw_rates_of(r, LEAF) == sw_rates_of(r, MAIN), !apart);
        CHECK_EQ(sw_rates_of(r, LEAF) == sw_rates_of(r, ODD), !apart);
        sw_piece_rates_release(&rates);
    }
    close(fd);
}

/* Time that is noted at a tick is the region's, and the same code's instructions are the barrier's: of both there is one rate. */
static void test_barriers(void)
{
    static char memory[1 << 20] __attribute__((aligned(64)));
    static struct sw_live live;
    struct sw_arena arena;
    struct sw_dag dag = {0};
    sw_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(sw_dag_init(&dag, &arena), 0);
    uint32_t region = sw_dag_construct(&dag, 0, SW_CONSTRUCT_PARALLEL, 0x10);
    uint32_t barrier = sw_dag_construct(&dag, region, SW_CONSTRUCT_BARRIER, 0x20);
    uint32_t loop = sw_dag_construct(&dag, region, SW_CONSTRUCT_LOOP, 0x30);
    uint32_t inner = sw_dag_construct(&dag, loop, SW_CONSTRUCT_BARRIER, 0x20);
    CHECK_EQ(sw_omp_rate_key(&live, &dag, barrier), sw_omp_rate_key(&live, &dag, region));
    CHECK_EQ(sw_omp_rate_key(&live, &dag, inner), sw_omp_rate_key(&live, &dag, loop));
    CHECK(sw_omp_rate_key(&live, &dag, loop) != sw_omp_rate_key(&live, &dag, region));
    CHECK(sw_omp_rate_key(&live, &dag, 0) != sw_omp_rate_key(&live, &dag, region));
}

int main(void)
{
    test_groups();
    test_barriers();
    test_rates();
    test_spread();
    test_samples();
    test_noise();
    test_lost_work();
    return check_done();
}
