/* Sync regions, with invented costs: the work and the span are whole numbers that can be seen. */
#include "tests/opencilk/subject.h"

#define SP 0x7fff0000

static struct subject s;

/* `cost` after the last: */
static void note(uint64_t cost, uint64_t kind, uint64_t number, uint64_t from, uint64_t sp)
{
    struct sw_note n = {0, sp, from, SW_HOOK_WHAT(kind, number)};
    sw_opencilk_replay_one(s.t, &n, cost);
}

static void begin(void)
{
    s = make_subject(200);
    note(0, SW_HOOK_ENTRY, 2, CODE + 0x100, SP);
}

static void task(uint64_t cost, unsigned region)
{
    note(cost, SW_HOOK_TASK, region, CODE + 0x2200 + 16 * region, SP);
}

/* A task that costs so much. */
static void spawn(uint64_t before, unsigned region, uint64_t inside)
{
    task(before, region);
    note(inside, SW_HOOK_TASK_EXIT, 0, 0, SP);
}

static void sync_here(uint64_t cost, unsigned region)
{
    note(cost, SW_HOOK_SYNC, region, 0, SP);
}

static void end(uint64_t cost, uint64_t work, uint64_t span, uint64_t spawns, uint64_t syncs)
{
    note(cost, SW_HOOK_EXIT, 2, 0, SP);
    struct sw_position p = sw_strand_position(s.t->strand);
    CHECK_EQ(p.work, work);
    CHECK_EQ(p.span, span);
    CHECK_EQ(p.spawns, spawns);
    CHECK_EQ(p.syncs, syncs);
    CHECK_EQ(sw_strand_depth(s.t->strand), 1);
    subject_release(&s);
}

int main(void)
{
    /* One region: 1, then 100 beside 10, then 5. */
    begin();
    spawn(1, 0, 100);
    sync_here(10, 0);
    end(5, 116, 106, 1, 1);

    /* A loop's region does not wait for the child spawned before it: 1, then 100 beside what is 20
     * beside 20, then 30. */
    begin();
    spawn(1, 0, 100);
    spawn(0, 1, 20);
    spawn(0, 1, 20);
    sync_here(0, 1);
    sync_here(30, 0);
    end(0, 171, 101, 3, 2);

    /* ... and does not let go of its own: with 200 in the loop, that is longer. */
    begin();
    spawn(1, 0, 100);
    spawn(0, 1, 200);
    sync_here(3, 1);
    sync_here(30, 0);
    end(0, 334, 231, 2, 2);

    /* The outer region goes on to spawn after the inner one. */
    begin();
    spawn(1, 0, 100);
    spawn(0, 1, 20);
    sync_here(0, 1);
    spawn(0, 0, 90);
    sync_here(0, 0);
    end(0, 211, 111, 3, 2);

    /* One after the other, each region has the frame for itself: no scope. */
    begin();
    spawn(0, 0, 10);
    sync_here(0, 0);
    spawn(0, 1, 20);
    sync_here(5, 1);
    end(0, 35, 30, 2, 2);

    /* A sync of a region without children waits for nobody. */
    begin();
    spawn(0, 0, 100);
    sync_here(10, 1);
    sync_here(20, 0);
    end(0, 130, 100, 1, 1);

    /* Three deep; the outermost sync, missing, is that of the return. */
    begin();
    spawn(0, 0, 100);
    spawn(0, 1, 40);
    spawn(0, 2, 10);
    sync_here(0, 2);
    sync_here(5, 1);
    end(7, 162, 100, 3, 3);

    /* An exception: all regions are synced. */
    begin();
    spawn(0, 0, 100);
    spawn(0, 1, 40);
    note(0, SW_HOOK_SYNC, SW_HOOK_ALL, 0, SP);
    end(7, 147, 107, 2, 2);

    /* Regions that do not nest: the inner one is joined with the outer, too early for the span. */
    begin();
    spawn(0, 0, 10);
    spawn(0, 1, 20);
    spawn(0, 0, 100);
    sync_here(0, 1);
    sync_here(5, 0);
    end(0, 135, 105, 3, 3);

    /* A region inside a task is that task's own. */
    begin();
    task(0, 0);
    note(0, SW_HOOK_TASK, SW_HOOK_DEPTH, CODE + 0x2300, SP - 64);
    note(50, SW_HOOK_TASK_EXIT, 0, 0, SP - 80);
    note(20, SW_HOOK_SYNC, 0, 0, SP - 64);
    note(0, SW_HOOK_TASK_EXIT, 0, 0, SP - 64);
    sync_here(60, 0);
    end(0, 130, 60, 2, 2);
    return check_done();
}
