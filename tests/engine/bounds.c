/* Memory does not grow with the run: long loops, deep recursion, many sites, no memory left. */
#include "tests/check.h"
#include "tests/engine/strand_test.h"

static struct strand_test t;

/* What the strand has taken beside the address ranges that it reserves at the start. */
static size_t taken_since(size_t start)
{
    return t.arena.used - start;
}

static void spawn_loop(uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        sw_event_spawn(&t.strand, 2 + i % 3, 2, 1);
        sw_event_call(&t.strand, 5 + i % 50, 3, 1);
        sw_event_return(&t.strand, i % 7);
        sw_event_spawn_return(&t.strand, 1);
    }
}

static void ten_million_spawns_before_one_sync(void)
{
    strand_test_init(&t, 1 << 30, 1000, 5);
    size_t start = t.arena.used;
    spawn_loop(1000);
    size_t small = taken_since(start);
    spawn_loop(10000000);
    CHECK_EQ(taken_since(start), small);
    CHECK(small < 256 << 10);
    sw_event_sync(&t.strand, 0);
    CHECK_EQ(t.strand.at.spawns, 10001000);
    sw_strand_finish(&t.strand);
    CHECK_EQ(on_work(&t, 2).local_count + on_work(&t, 3).local_count + on_work(&t, 4).local_count,
             10001000);
    strand_test_release(&t);
}

static void recursion_in_constant_memory(void)
{
    strand_test_init(&t, 1 << 30, 1000, 5);
    size_t start = t.arena.used;
    strand_test_fib(&t, 20);
    size_t small = taken_since(start);
    strand_test_fib(&t, 29);
    CHECK(small < 64 << 10 && taken_since(start) < 96 << 10); /* depth 29, not 20 */
    strand_test_release(&t);
}

static void a_million_frames_deep(void)
{
    strand_test_init(&t, (size_t)8 << 30, 2000000, 5);
    for (int i = 0; i < 1000000; i++)
        if (i % 2)
            sw_event_call(&t.strand, 2, 2, 1);
        else
            sw_event_spawn(&t.strand, 3, 3, 1);
    for (int i = 999999; i >= 0; i--)
        if (i % 2)
            sw_event_return(&t.strand, 1);
        else
            sw_event_spawn_return(&t.strand, 1);
    sw_strand_finish(&t.strand);
    CHECK_EQ(sw_strand_max_depth(&t.strand), 1000001);
    CHECK_EQ(t.strand.lost_frames, 0);
    CHECK_EQ(sw_strand_position(&t.strand).work, 2000000);
    CHECK_EQ(on_work(&t, 2).local_work, 999999);
    CHECK_EQ(on_work(&t, 2).count, 1);
    strand_test_release(&t);
}

/* Deeper than there are frames: the deepest frame stands for the rest; nothing is written past. */
static void deeper_than_frames(void)
{
    strand_test_init(&t, 64 << 20, 10, 5);
    for (int i = 0; i < 30; i++)
        if (i % 2)
            sw_event_call(&t.strand, 2, 2, 1);
        else
            sw_event_spawn(&t.strand, 3, 3, 1);
    sw_event_sync(&t.strand, 1);
    for (int i = 29; i >= 0; i--)
        if (i % 2)
            sw_event_return(&t.strand, 1);
        else
            sw_event_spawn_return(&t.strand, 1);
    CHECK_EQ(sw_strand_depth(&t.strand), 1);
    CHECK(t.strand.lost_frames == 20 || t.strand.lost_frames == 21);
    CHECK_EQ(sw_strand_position(&t.strand).work, 61);
    sw_strand_finish(&t.strand);
    CHECK_EQ(on_work(&t, ROOT_SITE).work, 61);
    strand_test_release(&t);
}

/* An arena that gives out: events go on, and the loss is marked. */
static void out_of_memory(void)
{
    strand_test_init(&t, (SW_SITES_MAX * 8) + (1 << 20), 1000, 5);
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < 900; i++)
            sw_event_spawn(&t.strand, 2 + (uint32_t)(i * 131) % 10000, 2, 1);
    CHECK(t.strand.lost_frames > 0);
    for (int i = 0; i < 2700; i++)
        sw_event_spawn_return(&t.strand, 1);
    CHECK_EQ(sw_strand_depth(&t.strand), 1);
    CHECK_EQ(sw_strand_position(&t.strand).work, 5400);
    sw_strand_finish(&t.strand);
    CHECK(t.strand.pool.full);
    strand_test_release(&t);
}

static void many_sites(void)
{
    strand_test_init(&t, (size_t)4 << 30, 1000, 5);
    for (uint32_t i = 0; i < 300000; i++) {
        sw_event_call(&t.strand, 2 + i % 100000, 2 + i % 5000, 1);
        sw_event_return(&t.strand, 1);
    }
    sw_event_call(&t.strand, SW_SITES_MAX - 1, SW_SITES_MAX - 1, 0);
    sw_event_return(&t.strand, 0);
    sw_strand_finish(&t.strand);
    CHECK_EQ(on_work(&t, 2).local_count, 3);
    CHECK_EQ(on_work(&t, 99999).local_work, 3);
    CHECK_EQ(on_work(&t, SW_SITES_MAX - 1).local_count, 1);
    strand_test_release(&t);
}

int main(void)
{
    ten_million_spawns_before_one_sync();
    recursion_in_constant_memory();
    a_million_frames_deep();
    deeper_than_frames();
    out_of_memory();
    many_sites();
    return check_done();
}
