/* Simulated runs: known figures, shares that add up, and the findings of planted losses. */
#include "analysis/simulation/construct_scaling.h"
#include "analysis/simulation/parts.h"
#include "analysis/simulation/simulation.h"
#include "analysis/verdict/verdict.h"
#include "tests/check.h"
#include "tests/profile/synthetic.h"
#include "tests/said.h"

#include <math.h>
#include <stdlib.h>

#define MS UINT64_C(1000000)

static const struct sw_units ns = {"ns", 0};

static void near(double got, double want)
{
    if (!(fabs(got - want) < 1e-9))
        fprintf(stderr, "got %.12g, want %.12g\n", got, want);
    CHECK(fabs(got - want) < 1e-9);
}

static double sum(const struct sw_outcome *o)
{
    double all = o->efficiency;
    for (int k = 0; k < SW_CAUSES; k++)
        all += o->lost[k];
    return all;
}

/* The table in the head of synthetic_openmp.c. */
static void test_known(void)
{
    struct sw_profile p;
    struct sw_outcome o;
    const double whole = 8 * 40.1;
    synthetic_make(&p, "openmp");
    CHECK_EQ(sw_outcome_make(&o, &p, &p.simulations[1]), 0);
    CHECK_EQ(o.processors, 8);
    near(o.speedup, 135.3 / 40.1); /* T(1), which has the runtime's costs too */
    near(o.one, 135.3 * MS);
    near(o.growth, 1);
    near(o.parallelism, 135 / 29.01);
    near(o.efficiency, 135 / whole);
    near(o.load_balance, 135.3 / 8 / 30);
    near(o.transfer, 1 - 1.9 / whole);
    near(o.load_balance * o.serialisation * o.transfer, o.efficiency);
    near(o.serial_fraction, 10 / 135.);
    near(o.limit, 13.53);
    near(o.lost[SW_CAUSE_SERIAL], 70 / whole);
    near(o.lost[SW_CAUSE_WAIT], 61.8 / whole);
    near(o.lost[SW_CAUSE_LOCK], 40.1 / whole); /* with what the lock itself costs */
    near(o.lost[SW_CAUSE_OVERHEAD], 1.9 / whole);
    near(o.lost[SW_CAUSE_THREADS], 12 / whole);
    near(o.lost[SW_CAUSE_OTHER], 0);
    near(sum(&o), 1);
    CHECK_EQ(o.worst, 0);
    CHECK_EQ(o.worst_cause, SW_CAUSE_SERIAL);
    CHECK_EQ(o.worst_lost, 70 * MS);
    sw_profile_release(&p);
}

static void test_one_processor(void)
{
    struct sw_profile p;
    struct sw_outcome o;
    synthetic_make(&p, "openmp");
    CHECK_EQ(sw_outcome_make(&o, &p, &p.simulations[0]), 0);
    near(o.speedup, 1);
    near(o.lost[SW_CAUSE_OVERHEAD], .3 / 135.3);
    near(sum(&o), 1);
    near(o.load_balance, 1);
    near(o.serialisation, 1);
    CHECK(sw_simulation_on(&p, 8) == &p.simulations[1]);
    CHECK(sw_simulation_on(&p, 4) == NULL);
    sw_profile_release(&p);
}

/* Whether one of that kind is found. */
static int finds(const struct sw_profile *p, enum sw_finding_kind kind)
{
    static const struct sw_units units = {"ns", 0};
    struct sw_findings f = {0};
    int found = 0;
    sw_simulation_findings(&f, p, &units);
    for (size_t i = 0; i < f.n; i++)
        found |= f.items[i].kind == kind;
    sw_findings_release(&f);
    return found;
}

static void test_unsteady(void)
{
    struct sw_profile p;
    synthetic_make(&p, "openmp");
    p.simulations[0].processors = 2; /* none on one: nobody knows which of the two is the rule */
    CHECK(!finds(&p, SW_FINDING_NOISE));
    p.simulations[0].work = p.simulations[1].work * 3 / 2;
    CHECK(finds(&p, SW_FINDING_NOISE));
    CHECK(!finds(&p, SW_FINDING_GROWTH));
    sw_profile_release(&p);
}

/* Weak scaling: on eight processors there is eight times the work, in the same time. A speedup is of times. */
static void test_growth(void)
{
    struct sw_profile p;
    struct sw_outcome o;
    synthetic_make(&p, "openmp");
    CHECK(!finds(&p, SW_FINDING_GROWTH));
    p.simulations[0].time = p.simulations[0].work = 40100000;
    p.simulations[1].work = 8 * p.simulations[0].work;
    CHECK_EQ(sw_outcome_make(&o, &p, &p.simulations[1]), 0);
    near(o.speedup, 1);
    near(o.growth, 8);
    near(sw_simulation_speedup(&p, &p.simulations[1]), 1);
    CHECK(finds(&p, SW_FINDING_GROWTH));
    CHECK(!finds(&p, SW_FINDING_NOISE));
    CHECK(!finds(&p, SW_FINDING_SCALES)); /* all processors are busy, and it is no faster */
    p.simulations[1].work = p.simulations[0].work / 8; /* a search that ends sooner */
    CHECK(finds(&p, SW_FINDING_GROWTH));
    p.simulations[0].processors = 2; /* without a run on one: over what it did itself */
    CHECK_EQ(sw_outcome_make(&o, &p, &p.simulations[1]), 0);
    near(o.speedup, 1 / 8.);
    CHECK(isnan(o.growth));
    CHECK(!sw_simulation_has_one(&p, &p.simulations[1]));
    p.simulations[1].one_time = 80200000; /* by a run that nobody asked for */
    p.simulations[1].one_work = p.simulations[1].work;
    CHECK_EQ(sw_outcome_make(&o, &p, &p.simulations[1]), 0);
    near(o.speedup, 2);
    near(o.growth, 1);
    CHECK(sw_simulation_has_one(&p, &p.simulations[1]));
    sw_profile_release(&p);
}

/* Threads that sleep do so on one processor too: without a run on one, T(1) is no less than T(N) for that. */
static void test_asleep(void)
{
    const struct sw_findings none = {0};
    struct sw_profile p;
    struct sw_verdict v;
    synthetic_make(&p, "openmp");
    struct sw_simulation *s = &p.simulations[1];
    p.simulations[0].processors = 2;
    p.tree.n_nodes = 0;
    s->time *= 1000;
    CHECK(sw_simulation_speedup(&p, s) < 0.1); /* of OpenMP, nobody knows what that was */
    p.front_end = SW_FRONT_END_THREADS;
    near(sw_simulation_speedup(&p, s), 1);
    CHECK_EQ(sw_verdict_make(&v, &p, &none, s->processors), 0);
    CHECK_EQ(v.cause, SW_WHY_WAITING);
    near(v.speedup, 1);
    sw_verdict_release(&v);
    sw_profile_release(&p);
}

static void test_losses(void)
{
    struct sw_profile p;
    synthetic_make(&p, "openmp");
    struct sw_loss *losses = sw_losses_make(&p, &p.simulations[1]);
    /* Of a region that has a barrier inside: its own is the rest. */
    CHECK_EQ(losses[5].own[SW_CAUSE_WAIT], 300000);
    CHECK_EQ(losses[6].own[SW_CAUSE_WAIT], 500000);
    CHECK_EQ(losses[5].own[SW_CAUSE_THREADS], 12 * MS);
    CHECK_EQ(losses[5].all, 13 * MS);
    CHECK_EQ(losses[2].all, 46 * MS); /* with the loop and the critical section */
    CHECK_EQ(losses[0].all, 185800000);
    CHECK_EQ(losses[2].own[SW_CAUSE_LOCK], 0);
    CHECK_EQ(losses[2].by_cause[SW_CAUSE_LOCK], 40100000); /* of the critical section inside */
    uint64_t all = 0;
    for (int k = 0; k < SW_CAUSES; k++)
        all += losses[0].by_cause[k];
    CHECK_EQ(all, losses[0].all);
    free(losses);
    sw_profile_release(&p);
}

/* Where counts say more than there is time, as nested regions may, shares still add up. */
static void test_too_much(void)
{
    struct sw_profile p;
    struct sw_outcome o;
    synthetic_make(&p, "openmp");
    p.constructs[p.simulations[1].first + 4].lock_wait = 4000 * MS;
    CHECK_EQ(sw_outcome_make(&o, &p, &p.simulations[1]), 0);
    near(sum(&o), 1);
    near(o.lost[SW_CAUSE_OTHER], 0);
    p.simulations[1].time = 0; /* nothing measured */
    CHECK_EQ(sw_outcome_make(&o, &p, &p.simulations[1]), 0);
    CHECK(isnan(o.speedup));
    sw_profile_release(&p);
}

/* A region of 8 threads with one construct inside, on 8 processors, in ms; what is not said is 0. */
struct planted {
    struct sw_construct region, inside, deeper;
    uint64_t serial, time, work, processors;
    const char *kind, *says;
    uint32_t site; /* 1: the region, 2: inside it, 3: deeper */
};

static void scale(struct sw_construct *c)
{
    uint64_t *const costs[] = {&c->work,      &c->elapsed,  &c->busy,    &c->longest, &c->wait,
                               &c->lock_wait, &c->overhead, &c->largest, &c->workers, &c->on_span};
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
        *costs[i] *= MS / 1000; /* µs in, ns out */
    c->held *= MS / 1000;
    for (int k = 0; k < SW_AT_ONCE_REASONS; k++) {
        c->at_once[k].time *= MS / 1000;
        c->at_once[k].idle *= MS / 1000;
    }
}

static void plant(struct sw_profile *p, const struct planted *t)
{
    static const char *const names[] = {"serial code", "omp parallel", "inside", "deeper"};
    sw_profile_init(p);
    p->n_sites = 4;
    p->sites = calloc(4, sizeof *p->sites);
    p->n_constructs = t->deeper.kind ? 4 : t->inside.kind ? 3 : 2;
    p->constructs = calloc(4, sizeof *p->constructs);
    p->n_simulations = 1;
    p->simulations = calloc(1, sizeof *p->simulations);
    for (uint32_t i = 0; i < 4; i++) {
        struct sw_construct *c = &p->constructs[i];
        *c = i == 0   ? (struct sw_construct){.count = 1}
             : i == 1 ? t->region
             : i == 2 ? t->inside
                      : t->deeper;
        c->parent = i ? i - 1 : 0;
        c->site = i ? i : SW_CONSTRUCT_NO_SITE;
        scale(c);
        p->sites[i].flags = i < 2 ? SW_SITE_LABELLED : 0; /* the others are calls */
        p->sites[i].caller_place =
            (struct sw_place){.function = strdup("f"), .file = strdup("a.c"), .line = 10 * i};
        p->sites[i].callee_place =
            (struct sw_place){.function = strdup(names[i]), .file = strdup("")};
    }
    p->simulations[0] = (struct sw_simulation){.processors = t->processors ? t->processors : 8,
                                               .threads = 8,
                                               .time = t->time * 1000,
                                               .work = t->work * 1000,
                                               .span = t->work * 1000 / 8,
                                               .serial = t->serial * 1000,
                                               .n = (uint32_t)p->n_constructs};
    p->constructs[0].total_work = p->constructs[3].total_work = t->work * 1000;
    p->whole.work = t->work * 1000;
    p->whole.span = t->work * 1000 / 8;
}

#define REGION .kind = SW_CONSTRUCT_PARALLEL, .count = 1, .threads = 8

static const struct planted all[] = {
    {.region = {REGION, .elapsed = 10000, .busy = 80000, .longest = 10000},
     .serial = 10000,
     .time = 20000,
     .work = 90000,
     .kind = "serial_code",
     .says = "never more than 9.00x on any number of cores. If it were perfectly parallel, 8 cores "
             "would give up to 8.00x instead of 4.50x",
     .site = UINT32_MAX},
    /* gcc's static loops cannot be seen: the region is what waits. */
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 20000, .wait = 80000},
     .time = 20000,
     .work = 80000,
     .kind = "imbalance",
     .says = "Its busiest thread works for 20.00 ms, the average one for 10.00 ms, and 50% of the "
             "time of all 8 cores",
     .site = 1},
    /* One thread alone, but for a twentieth; with an eighth more it is the shares that are unequal. */
    {.region = {REGION, .elapsed = 20000, .busy = 21000, .longest = 20000, .wait = 139000},
     .time = 20000,
     .work = 21000,
     .kind = "imbalance",
     .says = "one thread does all the work of the 'omp parallel' at a.c:10 in 'f', 20.00 ms, and "
             "87% of the time of all 8 cores is spent waiting for it. If it were divided among all "
             "threads, 8 cores would give up to 8.00x",
     .site = 1},
    {.region = {REGION, .elapsed = 20000, .busy = 22500, .longest = 20000, .wait = 137500},
     .time = 20000,
     .work = 22500,
     .kind = "imbalance",
     .says = "divides its work unevenly. Its busiest thread works for 20.00 ms",
     .site = 1},
    /* Four threads have all of the work, the others none; or six of them have, in unequal shares. */
    {.region = {REGION, .elapsed = 20000, .busy = 79000, .longest = 20000, .workers = 80000,
                .wait = 81000},
     .time = 20000,
     .work = 79000,
     .kind = "imbalance",
     .says = "only 4 of the 8 threads of the 'omp parallel' at a.c:10 in 'f' have work. Its "
             "busiest thread works for 20.00 ms",
     .site = 1},
    {.region = {REGION, .elapsed = 20000, .busy = 79000, .longest = 20000, .workers = 120000,
                .wait = 81000},
     .time = 20000,
     .work = 79000,
     .kind = "imbalance",
     .says = "divides its work unevenly. Its busiest thread works for 20.00 ms",
     .site = 1},
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 20000, .wait = 80000},
     .inside = {.kind = SW_CONSTRUCT_LOOP,
                .count = 1,
                .threads = 8,
                .elapsed = 20000,
                .busy = 80000,
                .longest = 20000,
                .largest = 20000,
                .wait = 80000,
                .chunks = 8,
                .iterations = 800,
                .schedule = SW_SCHEDULE_STATIC},
     .time = 20000,
     .work = 80000,
     .kind = "imbalance",
     .says = "schedule(static), divides its work unevenly",
     .site = 2},
    /* An 'omp parallel for': the region has the barrier, the loop the schedule. */
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 20000, .wait = 80000},
     .inside = {.kind = SW_CONSTRUCT_LOOP,
                .count = 1,
                .threads = 8,
                .elapsed = 20000,
                .busy = 80000,
                .longest = 20000,
                .largest = 12000,
                .chunks = 80,
                .iterations = 800,
                .schedule = SW_SCHEDULE_STATIC,
                .chunk = 10},
     .time = 20000,
     .work = 80000,
     .kind = "imbalance",
     .says = "schedule(static,10), divides its work unevenly",
     .site = 2},
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 20000, .wait = 80000},
     .inside = {.kind = SW_CONSTRUCT_LOOP,
                .count = 1,
                .threads = 8,
                .elapsed = 20000,
                .busy = 80000,
                .longest = 20000,
                .largest = 20000,
                .wait = 80000,
                .chunks = 4,
                .iterations = 4,
                .schedule = SW_SCHEDULE_DYNAMIC,
                .chunk = 1},
     .time = 20000,
     .work = 80000,
     .kind = "imbalance",
     .says = "has only 4 iterations for 8 threads",
     .site = 2},
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 20000, .wait = 80000},
     .inside = {.kind = SW_CONSTRUCT_LOOP,
                .count = 1,
                .threads = 8,
                .elapsed = 20000,
                .busy = 80000,
                .longest = 20000,
                .largest = 20000,
                .wait = 80000,
                .chunks = 4,
                .iterations = 400,
                .schedule = SW_SCHEDULE_DYNAMIC,
                .chunk = 100},
     .time = 20000,
     .work = 80000,
     .kind = "imbalance",
     .says = "schedule(dynamic,100), has only 4 chunks for 8 threads",
     .site = 2},
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 20000, .wait = 80000},
     .inside = {.kind = SW_CONSTRUCT_SINGLE, .wait = 70000},
     .time = 20000,
     .work = 80000,
     .kind = "imbalance",
     .says = "one thread does the work and the others wait",
     .site = 2},
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 20000, .wait = 80000},
     .inside = {.kind = SW_CONSTRUCT_TASK, .count = 8, .busy = 70000, .chunks = 8, .largest = 9000},
     .time = 20000,
     .work = 80000,
     .kind = "imbalance",
     .says = "do not keep all threads busy. Its busiest thread works for 20.00 ms, the average one "
             "for 10.00 ms, and 50% of the time of all 8 cores is spent waiting for the slowest. "
             "The longest task takes 9.000 ms",
     .site = 1},
    /* Tasks that come one after the other: theirs is the line, if they are most of the chain. */
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 11000, .wait = 80000,
                .on_span = 1000},
     .inside = {.kind = SW_CONSTRUCT_TASK,
                .count = 100,
                .busy = 70000,
                .chunks = 100,
                .largest = 900,
                .on_span = 15000,
                .count_on_span = 20},
     .time = 20000,
     .work = 80000,
     .kind = "imbalance",
     .says = "do not keep all threads busy. 50% of the time of all 8 cores is spent waiting: of "
             "its 20.00 ms, 16.00 ms is work that has to be done one step after another, 94% of it "
             "in 'inside', called at a.c:20 in 'f', 20 times. If that work could run in parallel, "
             "8 cores would give up to 8.00x instead of 4.00x",
     .site = 2},
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 11000, .wait = 80000,
                .on_span = 12000},
     .inside = {.kind = SW_CONSTRUCT_TASK,
                .count = 100,
                .busy = 70000,
                .chunks = 100,
                .largest = 900,
                .on_span = 4000,
                .count_on_span = 20},
     .time = 20000,
     .work = 80000,
     .kind = "serial_code",
     .says = "75% of it in the region's own code, outside its tasks. ",
     .site = 1},
    /* Before a barrier: of 80 ms that are waited, 4 are for unequal shares, ... */
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 10500, .wait = 80000},
     .inside = {.kind = SW_CONSTRUCT_BARRIER,
                .count = 1,
                .threads = 8,
                .elapsed = 20000,
                .busy = 80000,
                .longest = 10500,
                .wait = 80000},
     .deeper = {.kind = SW_CONSTRUCT_TASK, .count = 8, .busy = 70000, .chunks = 8, .largest = 9000},
     .time = 20000,
     .work = 80000,
     .kind = "imbalance",
     .says = "the tasks of the 'omp parallel' at a.c:10 in 'f' do not keep all threads busy",
     .site = 2},
    /* ... or all of them are. */
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 20000, .wait = 80000},
     .inside = {.kind = SW_CONSTRUCT_BARRIER,
                .count = 1,
                .threads = 8,
                .elapsed = 20000,
                .busy = 80000,
                .longest = 20000,
                .wait = 80000},
     .deeper = {.kind = SW_CONSTRUCT_TASK, .count = 8, .busy = 70000, .chunks = 8, .largest = 9000},
     .time = 20000,
     .work = 80000,
     .kind = "imbalance",
     .says = "divides its work unevenly",
     .site = 2},
    /* Smaller tasks are no advice where they are too small. */
    {.region = {REGION, .elapsed = 20000, .busy = 100000, .longest = 20000},
     .inside = {.kind = SW_CONSTRUCT_TASK,
                .count = 100,
                .busy = 70000,
                .chunks = 100,
                .largest = 900,
                .overhead = 10000},
     .deeper = {.kind = SW_CONSTRUCT_TASKWAIT, .wait = 60000},
     .time = 20000,
     .work = 90000,
     .kind = "imbalance",
     .says = "With more tasks that can run at the same time, or without waiting there",
     .site = 3},
    {.region = {REGION, .elapsed = 20000, .busy = 100000, .longest = 20000},
     .inside =
         {.kind = SW_CONSTRUCT_TASK, .count = 100, .busy = 70000, .chunks = 100, .largest = 900},
     .deeper = {.kind = SW_CONSTRUCT_TASKWAIT, .wait = 60000},
     .time = 20000,
     .work = 100000,
     .kind = "imbalance",
     .says = "With more and smaller tasks, or without waiting there",
     .site = 3},
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 10000},
     .inside = {.kind = SW_CONSTRUCT_CRITICAL,
                .count = 100,
                .busy = 20000,
                .lock_wait = 80000,
                .chunks = 100},
     .time = 20000,
     .work = 80000,
     .kind = "lock",
     .says =
         "50% of the time of all 8 cores. It is held for 20.00 ms in all, 100 times. Only one "
         "thread at a time can be in it, so never more than 4.00x on any number of cores. Without "
         "the waiting, for example with a reduction, atomic operations or a copy per thread, 8 "
         "cores would give up to 8.00x instead of 4.00x",
     .site = 2},
    /* Equal shares would take 10 ms, but the lock is held for 16, which the file may say or not. */
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 20000, .wait = 80000},
     .inside = {.kind = SW_CONSTRUCT_CRITICAL, .busy = 16000, .chunks = 100},
     .time = 20000,
     .work = 80000,
     .kind = "imbalance",
     .says = "8 cores would give up to 5.00x instead of 4.00x, because 'inside', called at a.c:20 "
             "in 'f' then lets one thread through at a time",
     .site = 1},
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 20000, .wait = 80000},
     .inside = {.kind = SW_CONSTRUCT_LOCK, .busy = 40000, .chunks = 100, .held = 16000, .lock = 7},
     .time = 20000,
     .work = 80000,
     .kind = "imbalance",
     .says = "8 cores would give up to 5.00x instead of 4.00x, because",
     .site = 1},
    /* Nobody knows how many locks those were. */
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 20000, .wait = 80000},
     .inside = {.kind = SW_CONSTRUCT_LOCK, .busy = 40000, .chunks = 100},
     .time = 20000,
     .work = 80000,
     .kind = "imbalance",
     .says = "8 cores would give up to 8.00x instead of 4.00x",
     .site = 1},
    /* Without waiting, one thread still has 18 ms to do. */
    {.region = {REGION, .elapsed = 20000, .busy = 60000, .longest = 18000},
     .inside = {.kind = SW_CONSTRUCT_CRITICAL,
                .count = 100,
                .busy = 10000,
                .lock_wait = 100000,
                .chunks = 100},
     .time = 20000,
     .work = 60000,
     .kind = "lock",
     .says = "8 cores would give up to 3.33x instead of 3.00x, because the threads of the 'omp "
             "parallel' at a.c:10 in 'f' then have unequal shares",
     .site = 2},
    /* All of the waiting is told, as bars and tables have it, and how much of it equal shares would save: 8 * 15 - 80 ms. */
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 15000, .wait = 64000},
     .inside = {.kind = SW_CONSTRUCT_CRITICAL,
                .count = 100,
                .busy = 5000,
                .lock_wait = 16000,
                .chunks = 100},
     .time = 20000,
     .work = 80000,
     .kind = "imbalance",
     .says = "40% of the time of all 8 cores is spent waiting for the slowest: 25% for this "
             "reason, the rest because locks hold threads up. ",
     .site = 1},
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 20000, .wait = 80000},
     .inside = {.kind = SW_CONSTRUCT_TASK,
                .count = 10,
                .busy = 10000,
                .chunks = 10,
                .largest = 5000,
                .at_once = {{0}, {1, 4000, 24000}}},
     .time = 20000,
     .work = 80000,
     .kind = "imbalance",
     .says = "50% of the time of all 8 cores is spent waiting for the slowest: 35% for this "
             "reason, the rest because tasks run in the thread that creates them. ",
     .site = 1},
    /* One thread runs 10 of 20 ms of tasks while 7 have nothing to do. */
    {.region = {REGION, .elapsed = 20000, .busy = 90000, .longest = 20000, .wait = 70000},
     .inside = {.kind = SW_CONSTRUCT_TASKLOOP, .count = 1, .chunks = 1000, .iterations = 5000},
     .deeper = {.kind = SW_CONSTRUCT_TASK,
                .count = 1000,
                .busy = 10000,
                .chunks = 1000,
                .largest = 10,
                .at_once = {{1000, 10000, 70000}}},
     .time = 20000,
     .work = 90000,
     .kind = "grain",
     .says = "1,000 of the 1,000 tasks of 'inside', called at a.c:20 in 'f' run one after the "
             "other in the thread that creates them, because the OpenMP runtime lets no more of "
             "them queue up. That takes 10.00 ms, while other threads have nothing to do: 44% of "
             "the time of "
             "all 8 cores. With at most 512 tasks, 64 per thread, for example with grainsize(10), "
             "8 cores would give up to 8.00x instead of 4.50x",
     .site = 2},
    {.region = {REGION, .elapsed = 20000, .busy = 90000, .longest = 20000, .wait = 70000},
     .inside = {.kind = SW_CONSTRUCT_TASK,
                .count = 10,
                .busy = 10000,
                .chunks = 10,
                .largest = 10000,
                .at_once = {{0}, {1, 10000, 70000}}},
     .time = 20000,
     .work = 90000,
     .kind = "imbalance",
     .says =
         "too little parallelism: 1 of the 10 tasks of 'inside', called at a.c:20 in 'f' run one "
         "after the other in the thread that creates them, because an if or final clause says so",
     .site = 2},
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 10000},
     .inside = {.kind = SW_CONSTRUCT_LOOP,
                .count = 1,
                .threads = 8,
                .busy = 80000,
                .longest = 10000,
                .lock_wait = 80000,
                .schedule = SW_SCHEDULE_DYNAMIC},
     .time = 20000,
     .work = 80000,
     .kind = "lock",
     .says = "threads wait for their turn",
     .site = 2},
    /* 8000 chunks of 10 iterations that take 10 µs and cost as much: 500 would cost 2%, but then
     * there would be few of them. */
    {.region = {REGION, .elapsed = 20000, .busy = 160000, .longest = 20000},
     .inside = {.kind = SW_CONSTRUCT_LOOP,
                .count = 1,
                .threads = 8,
                .busy = 160000,
                .longest = 20000,
                .overhead = 80000,
                .chunks = 8000,
                .iterations = 80000,
                .schedule = SW_SCHEDULE_DYNAMIC,
                .chunk = 10},
     .time = 20000,
     .work = 80000,
     .kind = "grain",
     .says = "take 20.00 us on average and cost 10.00 us each to hand out (an estimate), 50% of "
             "the time of all 8 cores. With chunks of 500 iterations or more",
     .site = 2},
    {.region = {REGION, .elapsed = 20000, .busy = 160000, .longest = 20000},
     .inside = {.kind = SW_CONSTRUCT_TASK,
                .count = 80000,
                .work = 80000,
                .busy = 160000,
                .overhead = 80000,
                .chunks = 80000},
     .time = 20000,
     .work = 80000,
     .kind = "grain",
     .says = "is created and run 80,000 times, for 1.000 us each, and costs 1.000 us each time",
     .site = 2},
    {.region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 10000},
     .inside = {.kind = SW_CONSTRUCT_BARRIER,
                .count = 1000,
                .threads = 8000,
                .elapsed = 20000,
                .busy = 80000,
                .longest = 10000,
                .overhead = 80000},
     .time = 20000,
     .work = 80000,
     .kind = "grain",
     .says = "ends in a barrier 1,000 times, for 20.00 us each. The OpenMP runtime takes 10.00 us "
             "of that (an estimate), in all 50% of the time",
     .site = 2},
    {.region = {.kind = SW_CONSTRUCT_PARALLEL,
                .count = 1000,
                .threads = 8000,
                .elapsed = 20000,
                .busy = 80000,
                .longest = 10000,
                .overhead = 80000},
     .time = 20000,
     .work = 80000,
     .kind = "grain",
     .says = "runs 1,000 times, for 20.00 us each. The OpenMP runtime takes 10.00 us of that (an "
             "estimate), in all 50% of the time",
     .site = 1},
    {.region = {.kind = SW_CONSTRUCT_PARALLEL,
                .count = 1,
                .threads = 4,
                .elapsed = 20000,
                .busy = 80000,
                .longest = 20000},
     .time = 20000,
     .work = 80000,
     .kind = "threads",
     .says = "runs on 4 of 8 threads",
     .site = 1},
    {.region = {REGION, .elapsed = 10000, .busy = 80000, .longest = 10000},
     .inside = {.kind = SW_CONSTRUCT_TASKGROUP}, /* a place in between */
     .deeper = {.kind = SW_CONSTRUCT_PARALLEL, .count = 8, .threads = 8, .work = 80000},
     .time = 10000,
     .work = 80000,
     .kind = "nested",
     .says = "OMP_MAX_ACTIVE_LEVELS",
     .site = 3},
    {.region = {REGION, .elapsed = 10000, .busy = 80000, .longest = 10000},
     .time = 10000,
     .work = 80000,
     .processors = 2,
     .kind = "threads",
     .says = "the program ran 8 threads at once, not the 2 asked for",
     .site = UINT32_MAX},
    {.region = {REGION, .elapsed = 10000, .busy = 80000, .longest = 10000},
     .time = 10000,
     .work = 80000,
     .kind = "scales",
     .says = "expect 8.00x on 8 cores",
     .site = UINT32_MAX},
};

/* A region inside another one runs in several threads at once, and so does what is in it. */
static void test_overlaps(void)
{
    const struct sw_construct nested[] = {
        {.kind = SW_CONSTRUCT_SERIAL, .count = 1},
        {.kind = SW_CONSTRUCT_PARALLEL, .count = 2, .threads = 8},
        {.parent = 1, .kind = SW_CONSTRUCT_LOOP, .count = 2, .threads = 8},
        {.parent = 2, .kind = SW_CONSTRUCT_PARALLEL, .count = 9, .threads = 9},
        {.parent = 3, .kind = SW_CONSTRUCT_LOOP, .count = 9, .threads = 9},
        {.kind = SW_CONSTRUCT_PARALLEL, .count = 1, .threads = 1},
        {.parent = 5, .kind = SW_CONSTRUCT_PARALLEL, .count = 1, .threads = 4},
    };
    static const bool does[] = {false, false, false, true, true, false, false};
    for (uint32_t i = 0; i < sizeof does; i++)
        CHECK_EQ(sw_construct_overlaps(nested, i), does[i]);
}

/* Of a region, what is on the critical path, on the line that has the most, wherever that is called; and nothing of others. */
static void test_chain(void)
{
    struct sw_construct in[] = {
        {.kind = SW_CONSTRUCT_SERIAL, .on_span = 1000, .site = SW_CONSTRUCT_NO_SITE},
        {.kind = SW_CONSTRUCT_PARALLEL, .site = 0, .on_span = 500, .count_on_span = 1},
        {.kind = SW_CONSTRUCT_PARALLEL, .site = 1, .on_span = 30, .count_on_span = 1},
        {.parent = 2, .kind = SW_CONSTRUCT_TASK, .site = 2, .on_span = 40, .count_on_span = 4},
        {.parent = 1, .kind = SW_CONSTRUCT_TASK, .site = 2, .on_span = 900, .count_on_span = 9},
        {.parent = 3, .kind = SW_CONSTRUCT_TASK, .site = 3, .on_span = 50, .count_on_span = 5},
        {.parent = 5, .kind = SW_CONSTRUCT_TASK, .site = 2, .on_span = 20, .count_on_span = 2},
    };
    struct sw_profile p = {.n_sites = 4};
    struct sw_simulation s = {.n = sizeof in / sizeof *in};
    struct sw_findings findings = {0};
    const struct sw_loss_maker m = {
        .findings = &findings, .profile = &p, .all = in, .outcome = {.simulation = &s}};
    struct sw_chain chain = sw_loss_chain(&m, 2);
    CHECK_EQ(chain.length, 30 + 40 + 50 + 20);
    CHECK_EQ(chain.most, 60);
    CHECK_EQ(chain.times, 6);
    CHECK_EQ(in[chain.construct].site, 2);
    chain = sw_loss_chain(&m, 1);
    CHECK_EQ(chain.length, 1400);
    CHECK_EQ(chain.construct, 4);
}

/* The first finding that is not of another kind than asked for. */
static const struct sw_finding *find(const struct sw_findings *f, const char *kind)
{
    for (size_t i = 0; i < f->n; i++)
        if (!strcmp(sw_finding_kind_name(f->items[i].kind), kind))
            return &f->items[i];
    return NULL;
}

static void test_planted(const struct planted *t)
{
    struct sw_profile p;
    struct sw_findings f;
    plant(&p, t);
    CHECK_EQ(sw_findings_make(&f, &p, &ns), 0);
    const struct sw_finding *first = find(&f, t->kind);
    CHECK(first != NULL);
    CHECK(f.n > 0 && (first == &f.items[0] || !strcmp(t->kind, "nested")));
    if (first && !strstr(words_of(first), t->says))
        fprintf(stderr, "'%s' does not say '%s'\n", words_of(first), t->says);
    CHECK(first && strstr(words_of(first), t->says) != NULL);
    CHECK(first && first->site == (t->site == UINT32_MAX ? SW_NO_SITE : t->site));
    CHECK(find(&f, "memory") == &f.items[f.n - 1]);
    sw_findings_release(&f);
    sw_profile_release(&p);
}

static double lost_to(const struct sw_verdict *v, enum sw_why cause)
{
    for (size_t i = 0; i < v->n_losses; i++)
        if (v->losses[i].cause == cause)
            return v->losses[i].lost;
    return 0;
}

/* The ledger has what findings have, and all of it: who waits for threads that a lock held up waits for the lock, and what is too little for
 * a finding has its cause all the same. Of 160 ms, half is work, 16 ms are waits for the lock, 40 ms for unequal shares, 24 ms for who was held
 * up. */
static void test_ledger(void)
{
    static const struct planted held_up = {
        .region = {REGION, .elapsed = 20000, .busy = 80000, .longest = 15000, .wait = 64000},
        .inside = {.kind = SW_CONSTRUCT_CRITICAL,
                   .count = 100,
                   .busy = 5000,
                   .lock_wait = 16000,
                   .chunks = 100},
        .time = 20000,
        .work = 80000};
    struct sw_profile p;
    struct sw_findings f;
    struct sw_verdict v;
    plant(&p, &held_up);
    CHECK_EQ(sw_findings_make(&f, &p, &ns), 0);
    CHECK_EQ(sw_verdict_make(&v, &p, &f, 0), 0);
    CHECK(fabs(v.work - 0.5) < 1e-9);
    CHECK(fabs(lost_to(&v, SW_WHY_CONTENTION) - 40. / 160) < 1e-9);
    CHECK(fabs(lost_to(&v, SW_WHY_IMBALANCE) - 40. / 160) < 1e-9);
    CHECK(strstr(words_of(find(&f, "lock")), "10% of the time of all 8 cores (25% with"));
    sw_verdict_release(&v);
    size_t n = f.n;
    f.n = 0; /* none of them is said: the causes are the same, ... */
    CHECK_EQ(sw_verdict_make(&v, &p, &f, 0), 0);
    CHECK(fabs(lost_to(&v, SW_WHY_CONTENTION) - 16. / 160) < 1e-9);
    CHECK(fabs(lost_to(&v, SW_WHY_IMBALANCE) - 64. / 160) < 1e-9);
    sw_verdict_release(&v);
    f.n = 1; /* ... and one of them may be about several lines */
    f.items[0].lines = 7;
    CHECK_EQ(sw_verdict_make(&v, &p, &f, 0), 0);
    CHECK_EQ(v.losses[0].n_all, 7);
    sw_verdict_release(&v);
    f.n = n;
    sw_findings_release(&f);
    sw_profile_release(&p);
}

/* What the verdict on 8 cores names if they wait for that share of their time at a barrier, of which no finding tells what it gains. */
static enum sw_why faced(double waits)
{
    const struct sw_findings none = {0};
    uint64_t wait = (uint64_t)(160000 * waits), work = 160000 - wait;
    const struct planted uneven = {
        .region = {REGION, .elapsed = 20000, .busy = work, .longest = 20000, .wait = wait},
        .time = 20000,
        .work = work};
    struct sw_profile p;
    struct sw_verdict v;
    plant(&p, &uneven);
    CHECK_EQ(sw_verdict_make(&v, &p, &none, 0), 0);
    enum sw_why cause = v.cause;
    sw_verdict_release(&v);
    sw_profile_release(&p);
    return cause;
}

/* Who gets less than 0.8 of the cores is not told that nothing holds it back. */
static void test_healthy(void)
{
    CHECK_EQ(faced(0.1), SW_WHY_NONE);
    CHECK_EQ(faced(0.19), SW_WHY_NONE);
    CHECK_EQ(faced(0.22), SW_WHY_IMBALANCE);
    CHECK_EQ(faced(0.6), SW_WHY_IMBALANCE);
}

static bool says_number(const struct sw_profile *p, const struct sw_findings *f)
{
    struct sw_verdict v;
    bool says = false;
    CHECK_EQ(sw_verdict_make(&v, p, f, 0), 0);
    for (size_t i = 0; i < v.n_sentences; i++)
        says |= strstr(v.sentences[i], "write {} in its place") != NULL;
    sw_verdict_release(&v);
    return says;
}

/* Fewer threads than cores: how to ask for more, of a program that is not asked yet. */
static void test_number(void)
{
    char *plain[] = {(char *)"p", (char *)"8", NULL},
         *asked[] = {(char *)"p", (char *)"-j{}", NULL};
    struct sw_profile p;
    struct sw_findings f;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(all[i].kind, "threads") || all[i].site != 1)
            continue;
        plant(&p, &all[i]);
        CHECK_EQ(sw_findings_make(&f, &p, &ns), 0);
        char **own = p.args;
        for (int k = 0; k < 2; k++) {
            p.front_end = k ? SW_FRONT_END_THREADS : SW_FRONT_END_OPENMP;
            p.args = plain;
            CHECK(says_number(&p, &f));
            p.args = asked;
            CHECK(!says_number(&p, &f));
        }
        p.args = own;
        sw_findings_release(&f);
        sw_profile_release(&p);
        return;
    }
    CHECK(!"a region with few threads is planted");
}

/* Threads that wait for a condition wait for who has the critical path: that is the line to look at. */
static void test_waited_for(void)
{
    static const struct planted waits = {
        .region = {.kind = SW_CONSTRUCT_THREAD,
                   .count = 1,
                   .threads = 8,
                   .elapsed = 20000,
                   .busy = 80000,
                   .longest = 20000},
        .inside = {.kind = SW_CONSTRUCT_CONDITION, .count = 100, .wait = 80000},
        .time = 20000,
        .work = 80000};
    struct sw_sampled_frame frame = {0x10, {(char *)"slow", (char *)"slow.c", 7, 0, NULL}};
    struct sw_sampled_path path = {.caller = 0, .frame = 0, .on_work = 100, .on_span = 50};
    struct sw_profile p;
    struct sw_findings f;
    plant(&p, &waits);
    p.front_end = SW_FRONT_END_THREADS;
    p.sampled.frames = &frame;
    p.sampled.paths = &path;
    p.sampled.n_frames = p.sampled.n_paths = 1;
    CHECK_EQ(sw_findings_make(&f, &p, &ns), 0);
    const struct sw_finding *wait = find(&f, "imbalance");
    CHECK(wait && strstr(words_of(wait), "mostly 'slow' (slow.c:7)"));
    CHECK_EQ(wait ? wait->line : 0, 7);
    sw_findings_release(&f);
    p.sampled.frames = NULL;
    p.sampled.paths = NULL;
    p.sampled.n_frames = p.sampled.n_paths = 0;
    sw_profile_release(&p);
}

/* Speedups of 1, 4, 4.1, 4: from 4 processors on there is nothing to gain. */
static void test_knee(void)
{
    static const uint64_t times[] = {8000, 2000, 1950, 2000};
    struct sw_profile p;
    struct sw_findings f;
    synthetic_make(&p, "openmp");
    p.simulations = realloc(p.simulations, 4 * sizeof *p.simulations);
    for (uint64_t i = 0; i < 4; i++) {
        p.simulations[i] = p.simulations[1];
        p.simulations[i].processors = 1 << (2 * i);
        p.simulations[i].work = 8000 * MS;
        p.simulations[i].time = times[i] * MS;
    }
    p.n_simulations = 4;
    CHECK_EQ(sw_findings_make(&f, &p, &ns), 0);
    const struct sw_finding *knee = find(&f, "knee");
    CHECK(knee != NULL);
    CHECK_STR(knee ? words_of(knee) : "", "no gain beyond 4 cores: 4.00x there, 4.00x on 64");
    sw_findings_release(&f);
    p.n_simulations = 2;
    CHECK_EQ(sw_findings_make(&f, &p, &ns), 0);
    CHECK(find(&f, "knee") == NULL);
    sw_findings_release(&f);
    sw_profile_release(&p);
}

/* A place is one, with what it did in each run: summed over where it is met, but not inside itself. */
static void test_scaling(void)
{
    enum { PARALLEL = SW_CONSTRUCT_PARALLEL, LOOP = SW_CONSTRUCT_LOOP, TASK = SW_CONSTRUCT_TASK };
    struct sw_construct constructs[] = {
        /* On one processor: a region, and a loop in it. */
        {.kind = SW_CONSTRUCT_SERIAL, .site = SW_CONSTRUCT_NO_SITE, .total_work = 110 * MS},
        {.kind = PARALLEL, .site = 0, .count = 1, .total_work = 100 * MS, .elapsed = 100 * MS},
        {.parent = 1,
         .kind = LOOP,
         .site = 1,
         .count = 1,
         .total_work = 80 * MS,
         .elapsed = 80 * MS},
        /* On four: the region in itself, the loop in both, one more region, a task. */
        {.kind = SW_CONSTRUCT_SERIAL, .site = SW_CONSTRUCT_NO_SITE, .total_work = 110 * MS},
        {.kind = PARALLEL, .site = 0, .count = 2, .total_work = 100 * MS, .elapsed = 40 * MS},
        {.parent = 1,
         .kind = PARALLEL,
         .site = 0,
         .count = 1,
         .total_work = 50 * MS,
         .elapsed = 9 * MS},
        {.parent = 1,
         .kind = LOOP,
         .site = 1,
         .count = 1,
         .total_work = 30 * MS,
         .elapsed = 10 * MS},
        {.parent = 2,
         .kind = LOOP,
         .site = 1,
         .count = 1,
         .total_work = 50 * MS,
         .elapsed = 30 * MS},
        {.kind = PARALLEL, .site = 2, .count = 1, .total_work = 120 * MS, .elapsed = 60 * MS},
        {.parent = 5, .kind = TASK, .site = 3, .count = 9, .total_work = 7 * MS, .elapsed = 7 * MS},
    };
    struct sw_simulation runs[] = {{.processors = 1, .first = 0, .n = 3},
                                   {.processors = 4, .first = 3, .n = 7}};
    struct sw_profile p = {
        .constructs = constructs, .n_constructs = 10, .simulations = runs, .n_simulations = 2};
    struct sw_construct_scaling s;
    CHECK_EQ(sw_construct_scaling_make(&s, &p), 0);
    CHECK_EQ(s.n_runs, 2);
    CHECK_EQ(s.n_places, 3); /* what took longest is first; those alike by kind */
    const struct sw_construct *late = sw_construct_runs(&s, 0), *region = sw_construct_runs(&s, 1),
                              *loop = sw_construct_runs(&s, 2);
    CHECK_EQ(late[1].site, 2);
    CHECK_EQ(late[0].count, 0);
    CHECK(isnan(sw_construct_speedup(&s, 0, 0)));
    near(sw_construct_speedup(&s, 0, 1), 2);
    CHECK_EQ(region[1].count, 2);
    near(sw_construct_speedup(&s, 1, 0), 1);
    near(sw_construct_speedup(&s, 1, 1), 2.5);
    CHECK_EQ(loop[1].kind, LOOP);
    CHECK_EQ(loop[1].count, 2);
    near(sw_construct_speedup(&s, 2, 1), 2);
    sw_construct_scaling_release(&s);
    p.n_simulations = 0;
    CHECK_EQ(sw_construct_scaling_make(&s, &p), 0);
    CHECK_EQ(s.n_places, 0);
    sw_construct_scaling_release(&s);
}

int main(void)
{
    test_scaling();
    test_known();
    test_one_processor();
    test_unsteady();
    test_growth();
    test_losses();
    test_asleep();
    test_too_much();
    test_overlaps();
    test_chain();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        test_planted(&all[i]);
    test_knee();
    test_ledger();
    test_healthy();
    test_number();
    test_waited_for();
    return check_done();
}
