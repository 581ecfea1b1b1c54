/* What is advised of simulated runs, and what is not: regions of eight threads with invented costs, in ms. */
#include "analysis/simulation/simulation.h"
#include "tests/check.h"
#include "tests/said.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MS UINT64_C(1000000)

enum { MOST = 16 };

struct world {
    struct sw_profile profile;
    struct sw_simulation simulation;
    struct sw_construct constructs[MOST];
    struct sw_site sites[MOST];
    struct sw_findings findings;
};

static char file[] = "a.c", function[] = "f", construct[] = "omp for";

static void begin(struct world *w, uint64_t serial, uint64_t work)
{
    *w = (struct world){.simulation = {.processors = 8, .threads = 8, .n = 1}};
    w->constructs[0] = (struct sw_construct){.site = SW_CONSTRUCT_NO_SITE, .count = 1};
    w->simulation.serial = w->simulation.time = serial * MS;
    w->simulation.work = work * MS;
    w->simulation.span = w->simulation.work / 8;
}

/* At line 10 times its number; of regions, their time is the run's. Returns its number. */
static uint32_t add(struct world *w, uint32_t parent, struct sw_construct c)
{
    uint32_t i = w->simulation.n++;
    uint64_t *const costs[] = {&c.work, &c.elapsed,  &c.busy,    &c.longest, &c.workers,
                               &c.wait, &c.overhead, &c.largest, &c.on_span, &c.lock_wait};
    for (size_t k = 0; k < sizeof costs / sizeof *costs; k++)
        *costs[k] *= MS;
    c.parent = parent;
    c.site = i;
    c.count = c.count ? c.count : 1;
    c.threads = 8 * c.count;
    w->constructs[i] = c;
    w->sites[i].caller_place = (struct sw_place){function, file, 10 * i, 0, NULL};
    w->sites[i].callee_place.function = construct;
    w->sites[i].flags = SW_SITE_LABELLED;
    if (!parent)
        w->simulation.time += c.elapsed;
    return i;
}

static void advise(struct world *w)
{
    static const struct sw_units units = {"ns", 0};
    w->profile = (struct sw_profile){.sampled = w->profile.sampled,
                                     .simulations = &w->simulation,
                                     .n_simulations = 1,
                                     .constructs = w->constructs,
                                     .n_constructs = w->simulation.n,
                                     .sites = w->sites,
                                     .n_sites = MOST};
    w->constructs[0].total_work = w->simulation.work;
    sw_simulation_findings(&w->findings, &w->profile, &units);
    CHECK_EQ(w->findings.error, 0);
}

/* The advice of that number, or NULL. */
static const struct sw_finding *advice(const struct world *w, size_t number)
{
    for (size_t i = 0; i < w->findings.n; i++)
        if (w->findings.items[i].severity == SW_ADVICE && !number--)
            return &w->findings.items[i];
    return NULL;
}

#define REGION  .kind = SW_CONSTRUCT_PARALLEL
#define LOOP    .kind = SW_CONSTRUCT_LOOP, .schedule = SW_SCHEDULE_STATIC
#define BARRIER .kind = SW_CONSTRUCT_BARRIER

/* Six regions that lose 14% each to the runtime: one piece of advice, which has all that they lose, at the largest's line. */
static void test_many_small(void)
{
    struct world w;
    begin(&w, 0, 60);
    for (uint64_t i = 0; i < 6; i++)
        add(&w, 0,
            (struct sw_construct){REGION, .count = 1000, .elapsed = i == 4 ? 11 : 10, .busy = 10,
                                  .longest = 2, .overhead = i == 4 ? 78 : 70});
    advise(&w);
    const struct sw_finding *f = advice(&w, 0);
    CHECK(f && f->kind == SW_FINDING_GRAIN);
    CHECK_EQ(f ? f->site : 0, 5);
    CHECK(f && strstr(words_of(f), "on 6 lines takes 88% of the time of all 8 cores"));
    CHECK(f && fabs(f->worth - 8) < 0.1); /* without all of it; without one it would be 1.15 */
    CHECK(!advice(&w, 1));
    sw_findings_release(&w.findings);
}

/* One that loses more than all others is told by itself. */
static void test_one_large(void)
{
    struct world w;
    begin(&w, 0, 60);
    for (uint64_t i = 0; i < 4; i++)
        add(&w, 0,
            (struct sw_construct){REGION, .count = 1000, .elapsed = i ? 10 : 50, .busy = 15,
                                  .longest = 2, .overhead = i ? 60 : 380});
    advise(&w);
    const struct sw_finding *f = advice(&w, 0);
    CHECK_EQ(f ? f->site : 0, 1);
    CHECK(f && !strstr(words_of(f), "lines"));
    sw_findings_release(&w.findings);
}

/* 5 of 8 threads have one long iteration each, of unequal length: there is no other schedule for those. */
static void test_few_iterations(void)
{
    struct world w;
    begin(&w, 0, 60);
    add(&w, 0,
        (struct sw_construct){REGION, .elapsed = 20, .busy = 60, .longest = 20, .workers = 100,
                              .wait = 100});
    advise(&w);
    const struct sw_finding *f = advice(&w, 0);
    CHECK(f && strstr(words_of(f), "5 of the 8 threads"));
    CHECK(f && !strstr(words_of(f), "dynamic"));
    sw_findings_release(&w.findings);
}

/* Tasks do the work, and threads wait before a barrier: whatever the schedule of a loop, that is theirs. */
static void test_tasks(void)
{
    struct world w;
    begin(&w, 0, 80);
    uint32_t region = add(
        &w, 0, (struct sw_construct){REGION, .elapsed = 20, .busy = 80, .longest = 20, .wait = 80});
    add(&w, region,
        (struct sw_construct){BARRIER, .elapsed = 20, .busy = 80, .longest = 20, .wait = 80});
    add(&w, region,
        (struct sw_construct){.kind = SW_CONSTRUCT_TASK,
                              .count = 10,
                              .chunks = 10,
                              .work = 70,
                              .busy = 70,
                              .largest = 15});
    advise(&w);
    const struct sw_finding *f = advice(&w, 0);
    CHECK(f && strstr(words_of(f), "tasks"));
    CHECK(f && !strstr(words_of(f), "dynamic"));
    sw_findings_release(&w.findings);
}

/* Tasks that cost more than they do, and waits for them: longer tasks end both, and what is left is the work. A wait that is longer than
 * all threads pay for tasks stays, unless one of them pays for all, and neither work nor span can be why: 120 ms after each other for 75. */
static void test_fine_tasks(void)
{
    static const struct {
        uint64_t wait, span;
        bool ends;
    } cases[] = {{20, 0, true}, {400, 0, false}, {400, 5, true}, {400, 60, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct world w;
        uint64_t wait = cases[i].wait;
        begin(&w, 0, 80);
        uint32_t region =
            add(&w, 0, (struct sw_construct){REGION, .elapsed = 10 + (120 + wait) / 8});
        w.constructs[region].span = cases[i].span * MS;
        add(&w, region,
            (struct sw_construct){.kind = SW_CONSTRUCT_TASK,
                                  .count = 1000,
                                  .chunks = 1000,
                                  .work = 80,
                                  .busy = 80,
                                  .largest = 1,
                                  .overhead = 120});
        add(&w, region, (struct sw_construct){.kind = SW_CONSTRUCT_TASKWAIT, .wait = wait});
        advise(&w);
        const struct sw_finding *f = advice(&w, 0);
        while (f && f->kind != SW_FINDING_GRAIN && f < w.findings.items + w.findings.n)
            f++;
        CHECK(f && f->kind == SW_FINDING_GRAIN);
        /* One processor takes 80 ms, and eight 10. */
        CHECK(f && fabs(f->worth - (cases[i].ends ? 8 : 80.0 / (10 + wait / 8))) < 0.3);
        /* Of all that is lost, what ends with it is the tasks' too. */
        double lost = (120 + (cases[i].ends ? (double)wait : 0)) / (8 * (10 + (120 + wait) / 8));
        CHECK(f && fabs(f->lost - lost) < 0.01);
        sw_findings_release(&w.findings);
    }
}

/* One lock that is taken at two lines is waited for at both, and to do without waiting gains both; two locks are two. */
static void test_lock_of_two_lines(void)
{
    for (uint64_t locks = 1; locks <= 2; locks++) {
        struct world w;
        begin(&w, 0, 80);
        uint32_t region =
            add(&w, 0, (struct sw_construct){REGION, .elapsed = 50, .busy = 80, .longest = 10});
        for (uint64_t i = 0; i < 2; i++)
            add(&w, region,
                (struct sw_construct){.kind = SW_CONSTRUCT_LOCK,
                                      .chunks = 10,
                                      .lock = i < locks ? i + 1 : 1,
                                      .held = 1,
                                      .lock_wait = 160});
        advise(&w);
        const struct sw_finding *f = advice(&w, 0);
        CHECK(f && f->kind == SW_FINDING_LOCK);
        CHECK(f && fabs(f->worth - 80.0 / (locks == 1 ? 10 : 30)) < 0.01);
        sw_findings_release(&w.findings);
    }
}

static bool is_found(const struct world *w, enum sw_finding_kind kind)
{
    for (size_t i = 0; i < w->findings.n; i++)
        if (w->findings.items[i].kind == kind)
            return true;
    return false;
}

/* All processors are busy: with the same work as one, or with more. One processor says nothing of others. */
static void test_scales(void)
{
    static const struct {
        uint64_t processors, work_on_one;
    } runs[] = {{8, 80}, {8, 10}, {1, 80}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct world w;
        begin(&w, 0, 80);
        w.simulation.processors = w.simulation.threads = runs[i].processors;
        w.simulation.one_time = w.simulation.one_work = runs[i].work_on_one * MS;
        add(&w, 0,
            (struct sw_construct){REGION, .elapsed = 80 / runs[i].processors, .busy = 80,
                                  .longest = 80 / runs[i].processors});
        w.constructs[1].threads = runs[i].processors;
        advise(&w);
        CHECK_EQ(is_found(&w, SW_FINDING_SCALES), i == 0);
        CHECK_EQ(is_found(&w, SW_FINDING_GROWTH), i == 1);
        sw_findings_release(&w.findings);
    }
}

/* One thread follows a list and makes a task of each element. 'step', which it follows the list by, is what is serial: not the barrier,
 * nor the region, nor 'burn', which tasks call as well. */
static void test_list(void)
{
    static char main_[] = "main", step[] = "step", burn[] = "burn";
    static struct sw_sampled_frame frames[] = {{0x10, {main_, file, 35, 0, NULL}},
                                               {0x20, {step, file, 15, 0, NULL}},
                                               {0x30, {burn, file, 5, 0, NULL}}};
    struct sw_sampled_path paths[] = {{.frame = 0},
                                      {.caller = 1, .frame = 1},
                                      {.caller = 2, .frame = 2, .on_work = 64, .on_span = 64},
                                      {.caller = 1, .frame = 2, .on_work = 20, .on_span = 1}};
    struct world w;
    begin(&w, 0, 26);
    uint32_t region = add(&w, 0,
                          (struct sw_construct){REGION, .elapsed = 20, .busy = 26, .longest = 20,
                                                .on_span = 19, .wait = 134});
    add(&w, region,
        (struct sw_construct){.kind = SW_CONSTRUCT_TASK,
                              .count = 100,
                              .chunks = 100,
                              .work = 6,
                              .busy = 6,
                              .largest = 1});
    w.profile.sampled =
        (struct sw_sampled){.frames = frames, .n_frames = 3, .paths = paths, .n_paths = 4};
    advise(&w);
    const struct sw_finding *f = advice(&w, 0);
    CHECK(f && f->kind == SW_FINDING_SERIAL_CODE);
    CHECK(f && f->site == SW_NO_SITE);
    CHECK_EQ(f ? f->line : 0, 15);
    CHECK_STR(f ? f->function : "", "step");
    CHECK(f && !strstr(words_of(f), "dynamic"));
    sw_findings_release(&w.findings);
}

/* A static loop that is not balanced, of so many iterations that to hand each out takes longer than the waiting: no advice. */
static void test_costly_schedule(void)
{
    for (int costly = 0; costly < 2; costly++) {
        struct world w;
        begin(&w, 0, 120);
        w.simulation.costs.chunk = costly ? 100 : 1;
        uint32_t region = add(
            &w, 0,
            (struct sw_construct){REGION, .elapsed = 20, .busy = 120, .longest = 20, .wait = 40});
        add(&w, region,
            (struct sw_construct){LOOP, .elapsed = 20, .busy = 120, .longest = 20, .wait = 40,
                                  .chunks = 8, .iterations = 1000000});
        advise(&w);
        const struct sw_finding *f = advice(&w, 0);
        CHECK_EQ(f != NULL, !costly);
        CHECK(costly || (f && strstr(words_of(f), "schedule(dynamic)")));
        sw_findings_release(&w.findings);
    }
}

/* What gains less than a fiftieth is not said, nor what a lock keeps from gaining, where something else gains. */
static void test_no_gain(void)
{
    struct world w;
    begin(&w, 100, 200);
    uint32_t region =
        add(&w, 0,
            (struct sw_construct){REGION, .elapsed = 20, .busy = 100, .longest = 20, .wait = 60});
    add(&w, region,
        (struct sw_construct){.kind = SW_CONSTRUCT_CRITICAL, .count = 9, .chunks = 9, .busy = 20});
    advise(&w);
    CHECK(advice(&w, 0) && advice(&w, 0)->kind == SW_FINDING_SERIAL_CODE);
    CHECK(!advice(&w, 1));
    for (size_t i = 0; advice(&w, i); i++)
        CHECK(advice(&w, i)->worth > 1.02 * 200 / 120);
    sw_findings_release(&w.findings);
}

int main(void)
{
    test_many_small();
    test_one_large();
    test_few_iterations();
    test_tasks();
    test_fine_tasks();
    test_lock_of_two_lines();
    test_scales();
    test_list();
    test_costly_schedule();
    test_no_gain();
    return check_done();
}
