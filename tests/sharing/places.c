/* Where a serial run of a Cilk program would run on several cores (agent/core/series.h), by invented costs. */
#include "agent/core/series.h"
#include "agent/core/thread.h"
#include "agent/translate/shared.h"
#include "tests/check.h"
#include "tests/engine/strand_test.h"

enum { BURDEN = 1000, SITE = 2, LEAVES = 64, PHASES = 200 };

static struct sw_shared_now now;
static struct strand_test test;
static bool is_lazy; /* only leaves are looked at */
static uint32_t cores[LEAVES];
uint64_t sw_shared_is_paused;
__thread struct sw_thread *sw_thread_self;

void sw_shared_run(const struct sw_shared_now *as)
{
    now = *as;
}

void sw_shared_stop(void)
{
}
void sw_shared_pause(void)
{
}
void sw_shared_unite(void)
{
}

static void look(void)
{
    sw_series_look(&test.strand);
}

static void leaf(uint32_t i, uint64_t cost)
{
    sw_event_pass(&test.strand, 1);
    look();
    cores[i] = now.core;
    sw_event_pass(&test.strand, cost);
}

static void spawn(uint64_t stack)
{
    sw_event_spawn(&test.strand, SITE, 1, 1);
    test.strand.at.top->mark = stack;
    if (!is_lazy)
        look();
}

static void join(void)
{
    sw_event_spawn_return(&test.strand, 1);
    if (!is_lazy)
        look();
}

/* As cilk_for divides. */
static void divide(uint32_t low, uint32_t high, uint64_t cost)
{
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        spawn(0);
        divide(low, middle, cost);
        join();
        low = middle;
    }
    leaf(low, cost);
    sw_event_sync(&test.strand, 1);
}

static void begin_phase(uint32_t site)
{
    sw_event_call(&test.strand, site, 1, 1);
}

static void end_phase(void)
{
    sw_event_sync(&test.strand, 1);
    sw_event_return(&test.strand, 1);
    sw_event_pass(&test.strand, 1);
    look();
    CHECK_EQ(now.core, 0);
}

static void loop(uint32_t site, uint64_t cost)
{
    begin_phase(site);
    divide(0, LEAVES, cost);
    end_phase();
}

static void on(uint64_t n)
{
    sw_series_watch(&test.strand, n);
}

/* Each half is the same core's in each phase; of phases that are not worth it, both are the first one's. */
static void check_halves(void)
{
    on(2);
    for (int phase = 0; phase < 10; phase++) {
        loop(3, BURDEN);
        for (uint32_t i = 0; i < LEAVES; i++)
            CHECK_EQ(cores[i], i >= LEAVES / 2);
    }
    loop(4, BURDEN / 32);
    for (int phase = 0; phase < 10; phase++) {
        loop(4, BURDEN / 32);
        for (uint32_t i = 0; i < LEAVES; i++)
            CHECK_EQ(cores[i], 0);
    }
    on(1);
    loop(3, BURDEN);
    CHECK_EQ(cores[LEAVES - 1], 0);
}

/* The first part is the first core's, and each other one is any other's. */
static void check_parts(void)
{
    uint32_t times[4] = {0};
    on(4);
    for (int phase = 0; phase < PHASES; phase++) {
        uint32_t seen = 0;
        loop(5, BURDEN);
        for (uint32_t i = 0; i < LEAVES; i++) {
            CHECK_EQ(cores[i], cores[i / 16 * 16]);
            seen |= 1u << cores[i];
        }
        CHECK_EQ(cores[0], 0);
        CHECK_EQ(seen, 0xf);
        times[cores[16]]++;
    }
    CHECK_EQ(times[0], 0);
    for (int i = 1; i < 4; i++)
        CHECK(times[i] > PHASES / 5 && times[i] < PHASES / 2);
    loop(6, BURDEN / 14); /* worth two parts, and not three */
    for (int phase = 0; phase < 10; phase++) {
        loop(6, BURDEN / 14);
        CHECK_EQ(cores[LEAVES / 2 - 1], 0);
        CHECK(cores[LEAVES / 2] != 0);
        CHECK_EQ(cores[LEAVES - 1], cores[LEAVES / 2]);
    }
}

static void spawn_all(uint32_t site, uint32_t n, uint64_t cost)
{
    begin_phase(site);
    for (uint32_t i = 0; i < n; i++) {
        spawn(0);
        leaf(i, cost);
        join();
    }
    end_phase();
}

/* Children one after the other: from the third on they are anybody's, if that is worth it; else who has taken the continuation has them all. */
static void check_children(void)
{
    uint32_t times[8] = {0};
    on(2);
    for (int phase = 0; phase < PHASES; phase++) {
        spawn_all(7, 8, 3 * BURDEN);
        for (uint32_t i = 0; i < 8; i++)
            times[i] += cores[i];
    }
    CHECK_EQ(times[0], 0);
    CHECK_EQ(times[1], PHASES);
    for (int i = 2; i < 8; i++)
        CHECK(times[i] > PHASES / 3 && times[i] < PHASES * 2 / 3);
    for (int phase = 0; phase < 10; phase++) {
        spawn_all(8, LEAVES, BURDEN);
        for (uint32_t i = 0; i < LEAVES; i++)
            CHECK_EQ(cores[i], i > 0);
    }
}

/* What children have on their stacks is their own; their parent's is not. */
static void check_stacks(void)
{
    enum { STACK = 0x7f0000000000 };
    on(2);
    begin_phase(9);
    test.strand.at.top->mark = STACK;
    spawn(STACK - 256);
    leaf(0, 9 * BURDEN);
    CHECK(now.own < STACK - 4096 && now.own_end == STACK - 256);
    join();
    leaf(1, 9 * BURDEN);
    CHECK_EQ(now.core, 1);
    CHECK(now.own_end == STACK - 256);
    end_phase();
    CHECK_EQ(now.own_end, 0);
}

int main(void)
{
    static struct sw_thread self;
    sw_thread_self = &self;
    strand_test_init(&test, 64u << 20, 64, BURDEN);
    spawn_all(10, 1, 1); /* nothing is looked at before the first spawn */
    for (int i = 0; i < 2; i++, is_lazy = true) {
        check_halves();
        check_parts();
        check_children();
        check_stacks();
    }
    return check_done();
}
