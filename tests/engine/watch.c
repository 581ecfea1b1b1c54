/* What a watcher is told, in which order, with which costs; and what it keeps with a frame, on the
 * strand of a thief too. */
#include "engine/strand/steal.h"
#include "tests/check.h"
#include "tests/engine/strand_test.h"

static char said[1024];
static uint64_t frames;

static void say(struct sw_strand *s, const char *what)
{
    size_t used = strlen(said);
    uint64_t number = (uint64_t)(uintptr_t)s->at.top->user;
    snprintf(said + used, sizeof said - used, "%s%" PRIu64 "+%" PRIu64 " ", what, number,
             s->at.work - s->watched);
    s->watched = s->at.work;
}

static void opened(struct sw_strand *s)
{
    s->at.top->user = (void *)(uintptr_t)++frames;
    say(s, s->at.top->flags & SW_FRAME_SPAWNED ? "spawn" : "call");
}

static void syncs(struct sw_strand *s)
{
    say(s, "sync");
}

static void closes(struct sw_strand *s)
{
    say(s, sw_strand_waits(s) ? "wait" : "end");
}

static const struct sw_watcher watcher = {.opened = opened, .syncs = syncs, .closes = closes};

static void expect(const char *want)
{
    CHECK_STR(said, want);
    *said = 0;
    frames = 0;
}

static void serial(void)
{
    static struct strand_test t;
    strand_test_init(&t, 64 << 20, 100, 0);
    t.strand.watcher = &watcher;
    sw_event_call(&t.strand, 2, 2, 10);
    sw_event_sync(&t.strand, 1); /* nothing to wait for */
    sw_event_spawn(&t.strand, 3, 3, 2);
    sw_event_pass(&t.strand, 4);
    sw_event_spawn_return(&t.strand, 8);
    sw_event_sync(&t.strand, 16);
    sw_event_spawn(&t.strand, 4, 3, 32);
    sw_event_close(&t.strand);
    sw_event_return(&t.strand, 64);
    expect("call1+10 spawn2+3 end2+12 sync1+16 spawn3+32 end3+0 wait1+64 ");
    CHECK_EQ(sw_strand_position(&t.strand).work, 137);
    CHECK_EQ(sw_strand_position(&t.strand).syncs, 2);
    strand_test_release(&t);
}

/* Calls for which there is no room are not told. */
static void too_deep(void)
{
    static struct strand_test t;
    strand_test_init(&t, 64 << 20, 2, 0);
    t.strand.watcher = &watcher;
    for (int i = 0; i < 4; i++)
        sw_event_call(&t.strand, 2, 2, 1);
    for (int i = 0; i < 4; i++)
        sw_event_return(&t.strand, 1);
    uint64_t told = frames;
    CHECK(told > 0 && told < 4);
    expect(told == 1 ? "call1+1 end1+7 " : "call1+1 call2+1 end2+5 end1+1 ");
    strand_test_release(&t);
}

/* A continuation is stolen when the child is under way. */
static void stolen(void)
{
    static struct strand_test t;
    static struct sw_strand thief;
    strand_test_init(&t, 256 << 20, 100, 0);
    memset(&thief, 0, sizeof thief);
    CHECK(sw_strand_make(&thief, &t.arena, 10, 100, SW_SITES_MAX, 0));
    t.strand.watcher = thief.watcher = &watcher;
    sw_event_call(&t.strand, 2, 2, 1);
    sw_event_spawn(&t.strand, 3, 3, 2);
    sw_strand_steal(&thief, &t.strand, t.strand.at.top - 1, 10);
    CHECK_EQ((uint64_t)(uintptr_t)thief.at.top->user, 1);
    sw_event_call(&thief, 5, 4, 4);
    sw_event_return(&thief, 8);
    sw_event_sync(&thief, 16);
    sw_event_pass(&thief, 32); /* told later, by whom it is appended to */
    sw_event_spawn_return(&t.strand, 64);
    sw_strand_join(&t.strand, &thief);
    sw_event_return(&t.strand, 128);
    expect("call1+1 spawn2+2 call3+4 end3+8 sync1+16 end2+64 end1+160 ");
    CHECK_EQ(sw_strand_position(&t.strand).work, 255);
    CHECK_EQ(sw_strand_position(&t.strand).syncs, 1);
    strand_test_release(&t);
}

int main(void)
{
    serial();
    too_deep();
    stolen();
    return check_done();
}
