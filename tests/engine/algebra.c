/* Small programs whose figures can be worked out by hand. */
#include "tests/check.h"
#include "tests/engine/strand_test.h"

static struct strand_test t;

static void begin(uint64_t burden)
{
    strand_test_init(&t, 256 << 20, 1000, burden);
}

static struct sw_position end(uint64_t cost)
{
    sw_event_return(&t.strand, cost);
    sw_strand_finish(&t.strand);
    return sw_strand_position(&t.strand);
}

/* 10; spawn(100) || 30; sync; 5 */
static void one_spawn(void)
{
    begin(7);
    sw_event_spawn(&t.strand, 2, 2, 10);
    sw_event_spawn_return(&t.strand, 100);
    sw_event_sync(&t.strand, 30);
    struct sw_position p = end(5);
    CHECK_EQ(p.work, 145);
    CHECK_EQ(p.span, 115);
    CHECK_EQ(p.burdened_span, 115); /* 10+7+30+5 is shorter than 10+100+5 */
    CHECK_EQ(p.spawns, 1);
    CHECK_EQ(p.syncs, 1);
    CHECK_EQ(on_span(&t, 2).local_span, 100);
    CHECK_EQ(on_span(&t, ROOT_SITE).local_span, 15);
    CHECK_EQ(on_work(&t, ROOT_SITE).local_work, 45);
    strand_test_release(&t);
}

/* The continuation is longer, and longer still with the burden. */
static void long_continuation(void)
{
    begin(7);
    sw_event_spawn(&t.strand, 2, 2, 10);
    sw_event_spawn_return(&t.strand, 20);
    struct sw_position p = end(30);
    CHECK_EQ(p.work, 60);
    CHECK_EQ(p.span, 40);
    CHECK_EQ(p.burdened_span, 47);
    CHECK_EQ(p.syncs, 1); /* implicit */
    CHECK_EQ(on_span(&t, 2).local_count, 0);
    CHECK_EQ(on_work(&t, 2).work, 20);
    CHECK_EQ(on_span(&t, ROOT_SITE).local_span, 40);
    strand_test_release(&t);
}

static void paper_fib(void)
{
    begin(0);
    sw_event_call(&t.strand, 4, 2, 0);
    strand_test_fib(&t, 15);
    sw_event_return(&t.strand, 1);
    struct sw_position p = end(0);
    CHECK_EQ(p.work, 1973); /* calls of fib(15) */
    CHECK_EQ(p.span, 15);   /* one unit a level, the chain of spawns */
    CHECK_EQ(p.spawns, 986);
    CHECK_EQ(on_work(&t, 2).caller_work, 1219); /* fib(14) */
    CHECK_EQ(on_work(&t, 3).caller_work, 753);  /* fib(13) */
    CHECK_EQ(on_work(&t, 2).caller_count, 1);
    CHECK_EQ(on_work(&t, 2).local_count, 986);
    CHECK_EQ(on_span(&t, 2).local_span, 14);
    CHECK_EQ(on_work(&t, 4).work, 1973);
    strand_test_release(&t);
}

/* A process that dies with frames open: all that was measured is there. */
static void finish_with_open_frames(void)
{
    begin(0);
    sw_event_call(&t.strand, 2, 2, 10);
    sw_event_spawn(&t.strand, 3, 3, 20);
    sw_event_spawn(&t.strand, 4, SW_FUNCTION_SAME, 30);
    sw_strand_finish(&t.strand);
    struct sw_position p = sw_strand_position(&t.strand);
    CHECK_EQ(p.work, 60);
    CHECK_EQ(p.span, 60);
    CHECK_EQ(on_work(&t, 2).work, 50);
    CHECK_EQ(on_work(&t, 3).local_work, 30);
    strand_test_release(&t);
}

static void regions(void)
{
    begin(7);
    const uint64_t outer = 70, inner = 71;
    sw_event_region(&t.strand, 0, outer, 1);
    sw_event_region(&t.strand, 1, inner, 2);
    sw_event_spawn(&t.strand, 2, 2, 10);
    sw_event_spawn_return(&t.strand, 100);
    sw_event_sync(&t.strand, 30);
    CHECK(sw_event_region_end(&t.strand, outer, 4)); /* overlapping, not nested */
    CHECK(sw_event_region_end(&t.strand, inner, 8));
    CHECK(!sw_event_region_end(&t.strand, inner, 0)); /* twice: ignored */
    CHECK(!sw_event_region_end(&t.strand, 99999, 0));
    end(0);
    CHECK_EQ(t.strand.regions->sums[0].count, 1);
    CHECK_EQ(t.strand.regions->sums[0].work, 146);
    CHECK_EQ(t.strand.regions->sums[0].span, 116);
    CHECK_EQ(t.strand.regions->sums[1].work, 152);
    CHECK_EQ(t.strand.regions->sums[1].span, 122);
    CHECK_EQ(t.strand.regions->sums[1].spawns, 1);
    strand_test_release(&t);
}

int main(void)
{
    one_spawn();
    long_continuation();
    paper_fib();
    finish_with_open_frames();
    regions();
    return check_done();
}
