/* N cores in virtual time, on invented costs: who goes on when, and what idle cores are lost to. */
#include "engine/cores/cores.h"
#include "tests/check.h"

enum { MOST = 16, QUANTUM = 100 };

static struct sw_cores c;
static struct sw_runner *heap[MOST], r[MOST];
static uint64_t busy[MOST];
static struct sw_ledger_row rows[64];

/* All of the cores' time is in the ledger: in its sums, and in its rows. */
static void check_ledger(void)
{
    uint64_t sum = 0, in_rows = 0;
    for (int k = 0; k < SW_LEDGER_REASONS; k++)
        sum += c.ledger.sums[k];
    for (uint16_t i = 0; i < c.ledger.n; i++)
        in_rows += rows[i].time;
    CHECK_EQ(sum, c.n * c.now);
    CHECK_EQ(in_rows, sum);
    CHECK_EQ(c.ledger.now, c.now);
}

static uint64_t lost_at(enum sw_ledger_reason reason, uint32_t place)
{
    for (uint16_t i = 0; i < c.ledger.n; i++)
        if (rows[i].reason == reason && rows[i].place == place)
            return rows[i].time;
    return 0;
}

static void begin(uint32_t cores, int threads)
{
    check_ledger(); /* of the test before */
    memset(rows, 0, sizeof rows);
    memset(r, 0, sizeof r);
    memset(busy, 0, sizeof busy);
    sw_cores_init(&c, cores, QUANTUM, heap, MOST, busy);
    sw_ledger_init(&c.ledger, rows, sizeof rows / sizeof *rows);
    for (int i = 0; i < threads; i++)
        CHECK(sw_cores_start(&c, &r[i], 0));
}

/* Who goes on. -1: nobody. */
static int next(void)
{
    const struct sw_runner *first = sw_cores_next(&c, false);
    return first ? (int)(first - r) : -1;
}

static void spend(int i, uint64_t cost)
{
    sw_cores_spend(&c, &r[i], cost, 0);
}

/* The lowest clock is next, and ties are who was there first. */
static void test_order(void)
{
    begin(2, 2);
    CHECK_EQ(next(), 0);
    spend(0, 30);
    CHECK_EQ(next(), 1);
    spend(1, 10);
    CHECK_EQ(next(), 1);
    CHECK_EQ(c.now, 10);
    spend(1, 20);
    CHECK_EQ(next(), 0);
    CHECK_EQ(c.now, 30);
    spend(0, 5);
    CHECK_EQ(next(), 1);
    CHECK_EQ(c.now, 30);
}

/* Three threads of 1000 on two cores share them by quanta: 1500, not 2000. */
static void test_quantum(void)
{
    int did[3] = {0};
    uint64_t end = 0;
    begin(2, 3);
    for (int i; (i = next()) >= 0;)
        if (!did[i]++) {
            spend(i, 1000);
        } else {
            end = c.now;
            sw_cores_end(&c, &r[i]);
        }
    CHECK(end >= 1500 && end <= 1500 + QUANTUM);
    CHECK_EQ(busy[0] + busy[1], 3000);
}

/* Who is blocked gives its core away, and is back when it is woken. */
static void test_block(void)
{
    begin(1, 2);
    CHECK_EQ(next(), 0);
    spend(0, 10);
    CHECK_EQ(next(), 0);
    sw_cores_block(&c, &r[0], SW_BLOCKED_LOCK, UINT64_MAX);
    CHECK_EQ(next(), 1);
    CHECK_EQ(c.now, 10);
    spend(1, 7);
    CHECK_EQ(next(), 1);
    sw_cores_wake(&c, &r[0], 20);
    spend(1, 1);
    CHECK_EQ(next(), 1);
    CHECK_EQ(c.now, 18);
    sw_cores_end(&c, &r[1]);
    CHECK_EQ(next(), 0);
    CHECK_EQ(c.now, 20);
    CHECK_EQ(c.ledger.sums[SW_LEDGER_OVERHEAD], 2); /* it was being woken */
    CHECK(!r[0].timed_out);
}

/* A deadline ends a wait; with `paced` it does not come by itself. */
static void test_deadline(void)
{
    begin(1, 1);
    CHECK_EQ(next(), 0);
    sw_cores_block(&c, &r[0], SW_BLOCKED_SLEEP, 50);
    CHECK(!sw_cores_next(&c, true));
    CHECK_EQ(sw_cores_next_time(&c), 50);
    sw_cores_pass(&c, 20);
    CHECK_EQ(c.now, 20);
    CHECK(!sw_cores_next(&c, true));
    sw_cores_pass(&c, 100);
    CHECK_EQ(c.now, 50);
    CHECK(sw_cores_next(&c, true) == &r[0]);
    CHECK(r[0].timed_out);
    CHECK_EQ(c.ledger.sums[SW_LEDGER_AWAY], 50);
}

/* Who has been blocked owes what it did before, when it is back. */
static void test_owed(void)
{
    begin(2, 1);
    CHECK_EQ(next(), 0);
    sw_cores_block(&c, &r[0], SW_BLOCKED_AWAY, UINT64_MAX);
    r[0].owed += 30;
    CHECK_EQ(next(), -1);
    sw_cores_pass(&c, 10);
    sw_cores_wake(&c, &r[0], 0);
    CHECK_EQ(next(), 0);
    CHECK_EQ(c.now, 40);
}

/* Four cores: 10 of serial code, then 4 threads, of which one works 40 and the others 20, while the first joins. */
static void test_join(void)
{
    begin(4, 1);
    CHECK_EQ(next(), 0);
    spend(0, 10);
    CHECK_EQ(next(), 0);
    for (int i = 1; i <= 4; i++)
        sw_cores_start(&c, &r[i], c.now);
    sw_cores_block(&c, &r[0], SW_BLOCKED_JOIN, UINT64_MAX);
    for (int n = 0; n < 4; n++) {
        int i = next();
        spend(i, i == 1 ? 40 : 20);
    }
    for (int i; (i = next()) >= 0;)
        sw_cores_end(&c, &r[i]);
    sw_cores_wake(&c, &r[0], c.now);
    CHECK_EQ(next(), 0);
    CHECK_EQ(c.now, 50);
    CHECK_EQ(c.ledger.sums[SW_LEDGER_SERIAL], 30);
    CHECK_EQ(c.ledger.sums[SW_LEDGER_JOIN], 60);
    CHECK_EQ(c.ledger.sums[SW_LEDGER_THREADS], 0);
    CHECK_EQ(c.serial, 10);
}

/* Four threads that work for so long each, and the first one, which joins them in their order; twice, with nothing in between: it is
 * the same whichever ends first. */
static void test_joins(const uint64_t costs[4])
{
    begin(4, 1);
    CHECK_EQ(next(), 0);
    for (int round = 0; round < 2; round++) {
        bool over[5] = {false};
        int joins = 1;
        for (int i = 1; i <= 4; i++) {
            r[i] = (struct sw_runner){0};
            sw_cores_start(&c, &r[i], c.now);
        }
        sw_cores_block(&c, &r[0], SW_BLOCKED_JOIN, UINT64_MAX);
        for (int n = 0; n < 4; n++) {
            int i = next();
            spend(i, costs[i - 1]);
        }
        while (joins <= 4) {
            int i = next();
            if (i) {
                over[i] = true;
                if (joins == i)
                    sw_cores_wake(&c, &r[0], c.now);
                sw_cores_end(&c, &r[i]);
                continue;
            }
            while (joins <= 4 && over[joins])
                joins++;
            if (joins <= 4)
                sw_cores_block(&c, &r[0], SW_BLOCKED_JOIN, UINT64_MAX);
        }
    }
    CHECK_EQ(c.now, 80);
    CHECK_EQ(c.ledger.sums[SW_LEDGER_JOIN], 2 * 60);
    CHECK_EQ(c.ledger.sums[SW_LEDGER_SERIAL], 0);
    CHECK_EQ(c.ledger.sums[SW_LEDGER_THREADS], 0);
}

/* Two threads on four cores, one of which waits for the other's lock for a while. */
static void test_lock(void)
{
    begin(4, 2);
    CHECK_EQ(next(), 0);
    spend(0, 20);
    CHECK_EQ(next(), 1);
    spend(1, 5);
    CHECK_EQ(next(), 1);
    sw_cores_block(&c, &r[1], SW_BLOCKED_LOCK, UINT64_MAX);
    CHECK_EQ(next(), 0);
    sw_cores_wake(&c, &r[1], c.now);
    spend(0, 10);
    CHECK_EQ(next(), 1);
    spend(1, 10);
    next();
    CHECK_EQ(c.now, 30);
    CHECK_EQ(c.ledger.sums[SW_LEDGER_LOCK], 15);
    CHECK_EQ(c.alone, 15);
    CHECK_EQ(c.serial, 0);
    CHECK_EQ(c.ledger.sums[SW_LEDGER_SERIAL], 0); /* the other one could not, but for the lock */
    CHECK_EQ(c.ledger.sums[SW_LEDGER_THREADS], 2 * 30);
}

/* Two threads that end at the same time, and the first one, which has worked beside them before it joins: nobody was early. */
static void test_join_late(void)
{
    begin(4, 1);
    CHECK_EQ(next(), 0);
    sw_cores_start(&c, &r[1], 0);
    sw_cores_start(&c, &r[2], 0);
    spend(0, 10);
    for (int i = 1; i <= 2; i++) {
        CHECK_EQ(next(), i);
        spend(i, 50);
    }
    CHECK_EQ(next(), 0);
    sw_cores_block(&c, &r[0], SW_BLOCKED_JOIN, UINT64_MAX);
    for (int i; (i = next()) >= 0;)
        sw_cores_end(&c, &r[i]);
    CHECK_EQ(c.now, 50);
    CHECK_EQ(c.ledger.sums[SW_LEDGER_JOIN], 0);
    CHECK_EQ(c.ledger.sums[SW_LEDGER_THREADS], 10 + 2 * 40);
}

/* While one pays for starting others, the rest of the cores wait for that. */
static void test_paying(void)
{
    begin(4, 1);
    c.slight = 5;
    CHECK_EQ(next(), 0);
    sw_cores_spend(&c, &r[0], 20, 20);
    CHECK_EQ(next(), 0);
    sw_cores_spend(&c, &r[0], 5, 5);
    CHECK_EQ(next(), 0);
    spend(0, 10);
    CHECK_EQ(next(), 0);
    CHECK_EQ(c.ledger.sums[SW_LEDGER_OVERHEAD], 20 + 5 + 3 * 20);
    CHECK_EQ(c.ledger.sums[SW_LEDGER_SERIAL], 3 * 15);
    CHECK_EQ(c.serial, 15);
}

static struct sw_core_lanes lanes;
static struct sw_lane lane_memory[MOST];

static void begin_lanes(uint64_t stretch, int threads)
{
    memset(&lanes, 0, sizeof lanes);
    memset(lane_memory, 0, sizeof lane_memory);
    lanes.over.length = stretch;
    lanes.over.vote = 1;
    c.lanes = &lanes;
    for (int i = 0; i < threads; i++)
        sw_cores_add_lane(&c, &r[i], &lane_memory[i]);
}

/* A lane's time, from one stretch to before another. */
static uint64_t sum(int lane, enum sw_lane_part part, int from, int to)
{
    uint64_t time = 0;
    for (int i = from; i < to; i++)
        time += lane_memory[lane].cells[i].parts[part];
    return time;
}

/* Two threads on two cores: the second waits for the first's lock from 5 to 20, and is woken up to 22; the first pays 4 for that. */
static void test_lanes(void)
{
    begin(2, 2);
    begin_lanes(10, 2);
    CHECK_EQ(next(), 0);
    spend(0, 20);
    CHECK_EQ(next(), 1);
    spend(1, 5);
    CHECK_EQ(next(), 1);
    r[1].on = 7;
    sw_cores_block(&c, &r[1], SW_BLOCKED_LOCK, UINT64_MAX);
    CHECK_EQ(next(), 0);
    CHECK_EQ(c.now, 20);
    r[1].whom = r[0].lane;
    sw_cores_wake(&c, &r[1], 22);
    sw_cores_spend(&c, &r[0], 4, 4);
    spend(0, 6);
    CHECK_EQ(next(), 1);
    spend(1, 30);
    CHECK_EQ(next(), 0);
    sw_cores_block(&c, &r[0], SW_BLOCKED_JOIN, UINT64_MAX);
    CHECK_EQ(next(), 1);
    CHECK_EQ(c.now, 52);
    r[0].whom = r[1].lane;
    sw_cores_wake(&c, &r[0], c.now);
    sw_cores_end(&c, &r[1]);
    CHECK_EQ(next(), 0);
    spend(0, 8);
    CHECK_EQ(next(), 0);
    CHECK_EQ(lost_at(SW_LEDGER_LOCK, 7), 15);
    CHECK_EQ(lost_at(SW_LEDGER_OVERHEAD, 7), 2);
    sw_cores_note_path(&c, &r[0], 3, 0, 16);
    sw_cores_note_path(&c, &r[0], 4, 16, 20);
    sw_cores_close_lanes(&c);
    const struct sw_lane_cell *first = lane_memory[0].cells, *second = lane_memory[1].cells;
    CHECK_EQ(sum(0, SW_LANE_WORK, 0, 6), 26 + 8);
    CHECK_EQ(sum(0, SW_LANE_OVERHEAD, 0, 6), 4);
    CHECK_EQ(first[2].parts[SW_LANE_OVERHEAD], 4);
    CHECK_EQ(first[2].parts[SW_LANE_WORK], 6);
    CHECK_EQ(sum(0, SW_LANE_THREADS, 0, 6), 22);
    CHECK_EQ(sw_majority_leader(first[3].whom), 2);
    CHECK_EQ(sw_majority_leader(first[0].path), 3);
    CHECK_EQ(sw_majority_leader(first[1].path), 3); /* 6 of 10 */
    CHECK_EQ(sum(1, SW_LANE_WORK, 0, 6), 35);
    CHECK_EQ(second[0].parts[SW_LANE_LOCK], 5);
    CHECK_EQ(second[1].parts[SW_LANE_LOCK], 10);
    CHECK_EQ(sw_majority_leader(second[1].on), 7);
    CHECK_EQ(sw_majority_leader(second[1].whom), 1);
    CHECK_EQ(second[2].parts[SW_LANE_OVERHEAD], 2);
    CHECK_EQ(lane_memory[1].threads, 1);
}

/* However long it takes, there are as many stretches, and nothing is lost. Who has had no core is blank. */
static void test_folding(void)
{
    begin(1, 2);
    begin_lanes(1, 2);
    for (int i; (i = next()) >= 0 && c.now < 100000;)
        spend(i, QUANTUM);
    sw_cores_close_lanes(&c);
    CHECK_EQ(lanes.over.length, 512);
    CHECK_EQ(sum(0, SW_LANE_WORK, 0, SW_LANE_STRETCHES) +
                 sum(1, SW_LANE_WORK, 0, SW_LANE_STRETCHES),
             c.now);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 150; k++)
            CHECK(lane_memory[i].cells[k].parts[SW_LANE_WORK] < 512 * 3 / 4);
}

/* One core: who is woken has had less than the other one, and takes the core at once; a new one waits, and so does who has had more. */
static void test_preemption(void)
{
    begin(1, 2);
    CHECK_EQ(next(), 0);
    spend(0, 10);
    CHECK_EQ(next(), 0);
    sw_cores_block(&c, &r[0], SW_BLOCKED_CONDITION, UINT64_MAX);
    CHECK_EQ(next(), 1);
    spend(1, 50);
    sw_cores_wake(&c, &r[0], 40);
    sw_cores_start(&c, &r[2], 45);
    CHECK_EQ(next(), 0);
    CHECK_EQ(c.now, 40);
    CHECK_EQ(r[1].state, SW_RUNNER_READY);
    CHECK_EQ(r[1].owed, 20);
    spend(0, 30);
    CHECK_EQ(next(), 0);
    CHECK_EQ(c.now, 70);
    sw_cores_block(&c, &r[0], SW_BLOCKED_CONDITION, UINT64_MAX);
    sw_cores_wake(&c, &r[0], c.now);
    CHECK_EQ(next(),
             1); /* the first in the queue: the new one came after it; and both have had 30 or 40 */
    CHECK_EQ(c.now, 90);
    sw_cores_end(&c, &r[1]);
    CHECK_EQ(next(), 2);
    sw_cores_end(&c, &r[2]);
    CHECK_EQ(next(), 0);
    CHECK_EQ(busy[0], 90);
}

static void test_yield(void)
{
    begin(1, 2);
    CHECK_EQ(next(), 0);
    sw_cores_yield(&c, &r[0]);
    CHECK_EQ(next(), 1);
    sw_cores_yield(&c, &r[1]);
    CHECK_EQ(next(), 0);
    sw_cores_end(&c, &r[0]);
    CHECK_EQ(next(), 1);
    sw_cores_yield(&c, &r[1]);
    CHECK_EQ(next(), 1);
}

/* Without serial code: all four cores do it. */
static void test_help_serial(void)
{
    begin(4, 1);
    c.fixed = 1u << SW_LEDGER_SERIAL;
    CHECK_EQ(next(), 0);
    spend(0, 40);
    CHECK_EQ(next(), 0);
    CHECK_EQ(c.now, 40);
    CHECK_EQ(c.saved, 30);
}

/* Without waiting at a barrier: of 40 + 3 x 20 each has 25. Who waits where that is not fixed does not help. */
static void test_help_barrier(bool all_help, uint64_t saved)
{
    begin(4, 4);
    c.fixed = 1u << SW_LEDGER_BARRIER;
    for (int i = 0; i < 4; i++) {
        CHECK_EQ(next(), i);
        spend(i, i ? 20 : 40);
    }
    for (int i = 1; i < 4; i++) {
        CHECK_EQ(next(), i);
        r[i].helps = all_help || i == 1;
        sw_cores_block(&c, &r[i], SW_BLOCKED_BARRIER, UINT64_MAX);
    }
    CHECK_EQ(next(), 0);
    CHECK_EQ(c.now, 40);
    CHECK_EQ(c.saved, saved);
    for (int i = 1; i < 4; i++)
        sw_cores_wake(&c, &r[i], c.now);
    CHECK_EQ(c.helping[SW_BLOCKED_BARRIER], 0);
}

/* Without waiting for the last one to end: of 20 + 60 each has 20, and 10 before that. What is serial stays so. */
static void test_help_join(void)
{
    begin(4, 1);
    c.fixed = 1u << SW_LEDGER_JOIN;
    CHECK_EQ(next(), 0);
    spend(0, 10);
    CHECK_EQ(next(), 0);
    for (int i = 1; i <= 4; i++)
        sw_cores_start(&c, &r[i], c.now);
    sw_cores_block(&c, &r[0], SW_BLOCKED_JOIN, UINT64_MAX);
    for (int n = 0; n < 4; n++) {
        int i = next();
        spend(i, i == 1 ? 50 : 10);
    }
    for (int i; (i = next()) >= 0;)
        sw_cores_end(&c, &r[i]);
    CHECK_EQ(c.now - c.saved, 10 + 20);
}

/* One makes what another waits for, 30 each time: with help it takes 15, but waking stays as long as it is. */
static void test_help_condition(void)
{
    begin(2, 2);
    c.fixed = 1u << SW_LEDGER_CONDITION | 1u << SW_LEDGER_SERIAL;
    CHECK_EQ(next(), 0);
    spend(0, 30);
    CHECK_EQ(next(), 1);
    r[1].helps = true;
    sw_cores_block(&c, &r[1], SW_BLOCKED_CONDITION, UINT64_MAX);
    CHECK_EQ(next(), 0);
    CHECK_EQ(c.saved, 15);
    sw_cores_block(&c, &r[0], SW_BLOCKED_SLEEP, UINT64_MAX); /* nobody works: nobody is helped */
    sw_cores_wake(&c, &r[1], c.now + 10);
    CHECK_EQ(next(), 1);
    CHECK_EQ(c.now - c.saved, 15 + 10);
}

/* All that wait at a barrier are woken at once: nobody helps any more, and it takes as long as it takes. Who alone is woken while others
 * help takes as long, too, while the one that works gets on twice as fast. */
static void test_help_waking(void)
{
    begin(3, 3);
    c.fixed = 1u << SW_LEDGER_CONDITION | 1u << SW_LEDGER_SERIAL;
    CHECK_EQ(next(), 0);
    spend(0, 10);
    for (int i = 1; i < 3; i++) {
        CHECK_EQ(next(), i);
        r[i].helps = true;
        sw_cores_block(&c, &r[i], SW_BLOCKED_CONDITION, UINT64_MAX);
    }
    CHECK_EQ(next(), 0);
    CHECK_EQ(c.saved, 7); /* of 10, spread over three */
    sw_cores_wake(&c, &r[1], c.now + 10);
    spend(0, 100);
    CHECK_EQ(next(), 1);
    CHECK_EQ(c.now, 10 + 20);
    CHECK_EQ(c.now - c.saved, 3 + 10);
    r[1].helps = true;
    sw_cores_block(&c, &r[1], SW_BLOCKED_CONDITION, UINT64_MAX);
    sw_cores_wake(&c, &r[1], c.now + 10);
    sw_cores_wake(&c, &r[2], c.now + 10);
    next();
    CHECK_EQ(c.now, 10 + 20 + 10);
    CHECK_EQ(c.now - c.saved, 3 + 10 + 10);
}

/* A deadline is no sooner by help: 10 from now on, as who works has it twice as fast. */
static void test_help_deadline(void)
{
    begin(2, 2);
    c.fixed = 1u << SW_LEDGER_AWAY;
    CHECK_EQ(next(), 0);
    spend(0, 100);
    CHECK_EQ(next(), 1);
    sw_cores_block(&c, &r[1], SW_BLOCKED_SLEEP, 10);
    CHECK_EQ(next(), 1);
    CHECK_EQ(c.now - c.saved, 10);
    CHECK(r[1].timed_out);
}

static uint64_t seed;
static uint32_t any(uint32_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

/* Threads do whatever they can: nothing of the cores' time is lost, or is there twice. */
static void test_random(uint64_t number)
{
    seed = number;
    begin(1 + any(8), 0);
    int n = 2 + (int)any(6);
    for (int i = 0; i < n; i++)
        sw_cores_start(&c, &r[i], any(100));
    for (int step = 0, i; step < 300 && (i = next()) >= 0; step++) {
        int other = (int)any((uint32_t)n);
        uint32_t cost = any(200), what = any(10);
        if (what == 0 && c.n_alive > 1) {
            sw_cores_end(&c, &r[i]);
        } else if (what == 1) {
            sw_cores_yield(&c, &r[i]);
        } else if (what <= 4) {
            r[i].on = any(4);
            sw_cores_block(&c, &r[i], (enum sw_blocked)any(SW_BLOCKED_KINDS), c.now + cost);
        } else if (what == 5) {
            sw_cores_spend(&c, &r[i], cost, cost);
        } else {
            sw_cores_spend(&c, &r[i], cost, 0);
        }
        if (r[other].state == SW_RUNNER_BLOCKED && any(3) == 0)
            sw_cores_wake(&c, &r[other], c.now + any(30));
    }
}

int main(void)
{
    test_order();
    test_quantum();
    test_block();
    test_deadline();
    test_owed();
    test_join();
    test_join_late();
    test_joins((const uint64_t[]){10, 20, 30, 40});
    test_joins((const uint64_t[]){40, 30, 20, 10});
    test_joins((const uint64_t[]){20, 10, 40, 30});
    test_lock();
    test_paying();
    test_lanes();
    test_folding();
    test_preemption();
    test_yield();
    test_help_serial();
    test_help_barrier(true, 15);
    test_help_barrier(false, 10);
    test_help_join();
    test_help_condition();
    test_help_waking();
    test_help_deadline();
    for (uint64_t i = 1; i <= 1000; i++)
        test_random(i);
    check_ledger();
    return check_done();
}
