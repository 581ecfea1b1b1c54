/* Shared lines by invented accesses: who collides, how often lines may change hands, what is communication. */
#include "agent/translate/heap.h"
#include "agent/translate/memory.h"
#include "agent/translate/resting.h"
#include "agent/translate/shared.h"
#include "profile/memory.h"
#include "tests/check.h"

#include <stdlib.h>

__thread struct sw_translated sw_translated;
void *sw_cache_take(size_t bytes);
void *sw_cache_take_low(size_t bytes);
struct sw_memory_last *sw_memory_last(uint32_t site);
uint64_t sw_memory_pc(uint32_t site);

/* What the translator has. */
void *sw_cache_take(size_t bytes)
{
    return calloc(1, bytes);
}

void *sw_cache_take_low(size_t bytes)
{
    return calloc(1, bytes);
}

struct sw_memory_last *sw_memory_last(uint32_t site)
{
    static struct sw_memory_last last[16];
    return &last[site];
}

uint64_t sw_memory_pc(uint32_t site)
{
    return 0x1000 + site;
}

bool sw_heap_init(void)
{
    return true;
}

bool sw_heap_find(uint64_t address, struct sw_heap_block *block)
{
    *block = (struct sw_heap_block){.at = address, .bytes = 1, .caller = 0x2001};
    return true;
}

static struct sw_live_shared *found;
static uint32_t reads, writes, adds, locks;
enum { A = 0x100000, B = 0x200000 };

/* Thread, clock, and what comes before it of threads 0 to 2. */
static void run(uint32_t thread, uint32_t clock, uint32_t b0, uint32_t b1, uint32_t b2)
{
    static uint32_t before[3];
    before[0] = b0, before[1] = b1, before[2] = b2;
    const struct sw_shared_now now = {.before = before, .n = 3, .thread = thread, .clock = clock};
    sw_shared_run(&now);
}

static void use(uint32_t site, uint64_t address, uint64_t bytes, uint32_t times)
{
    const struct sw_shared_access a = {
        .address = address, .bytes = bytes << address % 64, .times = times, .site = site};
    sw_shared_use(&a);
}

static void start(void)
{
    memset(found, 0, sizeof *found);
}

/* All pairs, and all flows. */
static struct sw_shared_pair sum(uint64_t *flows)
{
    struct sw_shared_pair all = {.transfers = 0};
    sw_shared_sum();
    for (int i = 0; i < SW_SHARED_PAIRS; i++) {
        all.transfers += found->pairs[i].transfers;
        all.same_bytes += found->pairs[i].same_bytes;
        all.atomic += found->pairs[i].atomic;
        all.lock += found->pairs[i].lock;
        if (found->pairs[i].transfers) {
            all.threads = found->pairs[i].threads;
            CHECK_EQ(found->pairs[i].allocated, 0x2000);
        }
    }
    *flows = 0;
    for (int i = 0; i < SW_SHARED_FLOWS; i++)
        *flows += found->flows[i].transfers;
    return all;
}

/* A W / (A + W) of each, though one did all that it does before the other came. */
static void in_parallel(void)
{
    uint64_t flows;
    start();
    run(0, 1, 0, 0, 0);
    use(writes, A, 0xff, 1000);
    run(1, 1, 0, 0, 0);
    use(writes, A + 8, 0xff, 1000);
    struct sw_shared_pair all = sum(&flows);
    CHECK_EQ(all.transfers, 1000);
    CHECK_EQ(all.same_bytes, 0);
    CHECK_EQ(all.threads, 2);
    CHECK_EQ(flows, 0);
}

static void same_bytes(void)
{
    uint64_t flows;
    start();
    run(0, 2, 1, 1, 0);
    use(reads, A + 64, 0xff, 300);
    run(1, 2, 1, 1, 0);
    use(writes, A + 64, 0xff, 100);
    struct sw_shared_pair all = sum(&flows);
    CHECK_EQ(all.transfers, 75); /* of who reads; nobody writes but who writes */
    CHECK_EQ(all.same_bytes, 75);
}

static void reads_only(void)
{
    uint64_t flows;
    start();
    for (uint32_t t = 0; t < 3; t++) {
        run(t, 3, 2, 2, 2);
        use(reads, A + 128, 0xff, 1000);
    }
    CHECK_EQ(sum(&flows).transfers, 0);
    CHECK_EQ(flows, 0);
}

/* Lines that another has written. Of those that are followed it is known how soon the instruction goes on to another one, and so what is
 * computed meanwhile; one is stayed at for longer than a processor looks ahead. */
static void streams(void)
{
    enum { LINES = 1024 };
    struct sw_moved all = {0};
    uint64_t followed = 0, seen = 0;
    start();
    run(0, 104, 103, 103, 103);
    for (uint64_t i = 0; i < LINES; i++)
        use(writes, B + 65536 + 64 * i, 0xff, 8);
    run(1, 104, 104, 103, 103);
    for (uint64_t i = 0; i < LINES; i++) {
        struct sw_shared_access a = {
            .address = B + 65536 + 64 * i, .bytes = 0xff, .times = 8, .site = reads};
        followed += sw_memory_follows(a.address >> SW_LINE_LOG);
        a.since = sw_shared_time();
        sw_translated.counter += followed == 1 && !all.apart++ ? 2 * SW_MOVED_AHEAD : 48;
        sw_shared_use(&a);
    }
    all = (struct sw_moved){0};
    for (int i = 0; i < SW_SHARED_FLOWS; i++) {
        sw_moved_add(&all, &found->flows[i].followed);
        seen += found->flows[i].transfers;
    }
    CHECK_EQ(seen, LINES);
    CHECK(followed > 8);
    CHECK_EQ(all.transfers, followed);
    CHECK_EQ(all.apart, 1);
    CHECK_EQ(all.beside, (followed - 1) * 48);
}

/* The second comes after the first: a transfer, whatever the counts are; and back again. */
static void after_each_other(void)
{
    uint64_t flows;
    start();
    run(0, 4, 3, 3, 3);
    use(writes, B, 0xff, 1000);
    run(1, 4, 4, 3, 3);
    use(reads, B, 0xff, 1000);
    use(writes, B, 0xff, 1000);
    run(0, 5, 4, 4, 3);
    use(reads, B, 0xff, 5);
    CHECK_EQ(sum(&flows).transfers, 0);
    CHECK_EQ(flows, 2); /* there and back; who has read it and writes then has it */
}

/* What all did before a barrier does not collide with what they do behind it; each phase is summed up by itself. */
static void across_a_barrier(void)
{
    uint64_t flows;
    start();
    run(0, 6, 5, 5, 5);
    use(writes, B + 64, 0xff, 100);
    run(1, 6, 5, 5, 5);
    use(writes, B + 72, 0xff, 100);
    run(0, 7, 6, 6, 6); /* both come before it */
    use(writes, B + 64, 0xff, 1000000);
    CHECK_EQ(sum(&flows).transfers, 100);
}

static void atomics(void)
{
    uint64_t flows;
    start();
    for (uint32_t t = 0; t < 3; t++) {
        run(t, 8, 7, 7, 7);
        for (int i = 0; i < 30; i++)
            use(adds, B + 128, 0xff, 1);
    }
    struct sw_shared_pair all = sum(&flows);
    CHECK_EQ(all.transfers, 60);
    CHECK_EQ(all.atomic, 60);
}

/* Who waits for a lock takes its line from who uses data there; locks alone are none of this. */
static void lock_beside_data(void)
{
    uint64_t flows;
    uint32_t before[3] = {8, 8, 8};
    const struct sw_shared_now waits = {.before = before, .n = 3, .thread = 1, .clock = 9};
    start();
    run(0, 9, 8, 8, 8);
    use(writes, B + 200, 0xff, 10);
    sw_shared_lock(&waits, B + 192, locks);
    sw_shared_lock(&waits, B + 256, locks);
    run(1, 9, 9, 8, 8);
    use(writes, B + 200, 0xff, 10);
    struct sw_shared_pair all = sum(&flows);
    CHECK(all.transfers > 0 && all.transfers == all.lock);
}

static bool has_come(uint32_t clock, uint64_t address)
{
    return clock < 5 || address >> SW_LINE_LOG == (A + 1024) >> SW_LINE_LOG;
}

/* By a rule: Cilk's. */
static void by_a_rule(void)
{
    uint64_t flows;
    struct sw_shared_now now = {.comes_before = has_come, .thread = 10, .clock = 4};
    start();
    for (uint32_t i = 0; i < 3; i++) {
        sw_shared_run(&now);
        use(writes, A + 960, 0xff, 50);
        use(writes, A + 1024, 0xff, 50);
        now.thread++;
        now.clock = 10;
    }
    CHECK_EQ(sum(&flows).transfers, 50); /* of the last two, at the first address */
    CHECK_EQ(flows, 0);
    start();
    sw_shared_spare(A + 960, 8);
    sw_shared_run(&now);
    use(writes, A + 960, 0xff, 50);
    now.thread++;
    sw_shared_run(&now);
    use(writes, A + 960, 0xff, 50);
    CHECK_EQ(sum(&flows).transfers, 0);
}

/* From there down it is callees' stack, which is used again: in the middle of a line. */
#define STACK (A + 8192 + 32)
static bool is_below(uint32_t clock, uint64_t address)
{
    (void)clock;
    return address < STACK;
}

static uint64_t on_stack(uint64_t first, uint64_t second)
{
    static uint32_t thread = 80;
    uint64_t flows;
    start();
    sw_shared_forget(A + 8192, 8);
    for (int i = 0; i < 2; i++) {
        sw_shared_run(
            &(struct sw_shared_now){.comes_before = is_below, .thread = thread, .clock = thread});
        use(writes, i ? second : first, 0xff, 50);
        thread++;
    }
    return sum(&flows).transfers;
}

/* Of a line that is partly callees' own: what both use above. */
static void at_the_end_of_a_frame(void)
{
    CHECK_EQ(on_stack(STACK, STACK + 8), 50);
    CHECK_EQ(on_stack(STACK, STACK), 50);
    CHECK_EQ(on_stack(STACK - 16, STACK - 8), 0);
    CHECK_EQ(on_stack(STACK - 16, STACK), 0);
    CHECK_EQ(on_stack(STACK, STACK - 16), 0);
}

/* By a rule a frame is sought at an access to a line that will be met at, once; and anew for those that meet there next. */
static void sought(void)
{
    enum { AT = A + 16384 + 24, PC = 0x7000, CFA = AT + 100 };
    struct sw_shared_now now = {.comes_before = has_come, .thread = 100, .clock = 10};
    uint64_t flows, frame = 0;
    int64_t offset = 0;
    start();
    CHECK(!sw_shared_seek(AT, SW_ACCESS_STORE));
    for (uint32_t i = 0; i < 4; i++) {
        now.thread++;
        now.clock = i < 2 ? 10 : 11;
        sw_shared_run(&now);
        struct sw_shared_framed *f = sw_shared_seek(AT, SW_ACCESS_STORE);
        CHECK_EQ(f != NULL, i == 1);
        if (f) {
            CHECK_EQ(f->address, AT);
            f->pc = PC;
            f->offset = AT - CFA;
            f->is_looked_for = true;
            CHECK(!sw_shared_seek(AT, SW_ACCESS_STORE));
        }
        use(writes, AT, 0xff, 50);
    }
    sum(&flows);
    for (int i = 0; i < SW_SHARED_PAIRS; i++)
        if (found->pairs[i].transfers) {
            frame = found->pairs[i].frame;
            offset = found->pairs[i].frame_offset;
        }
    CHECK_EQ(frame, PC);
    CHECK_EQ((uint64_t)-offset, CFA - (AT >> SW_LINE_LOG << SW_LINE_LOG));
    /* Nobody looks: what was found before is not of those that meet now. */
    start();
    for (int i = 0; i < 2; i++) {
        now.thread++;
        sw_shared_run(&now);
        use(writes, AT, 0xff, 50);
    }
    CHECK(sw_shared_seek(AT, SW_ACCESS_STORE));
    CHECK(sum(&flows).transfers > 0);
    for (int i = 0; i < SW_SHARED_PAIRS; i++)
        CHECK_EQ(found->pairs[i].frame, 0);
}

/* With a rule lines move between cores, whatever thread it is: what each core has not got as it was last written. Its own moves not at all. */
static void between_cores(void)
{
    static const struct {
        uint32_t thread, core, flows;
        bool writes;
    } steps[] = {{60, 0, 0, true},  {61, 0, 0, false}, {61, 1, 1, false}, {62, 1, 1, false},
                 {62, 2, 2, false}, {62, 2, 2, true},  {63, 2, 2, false}, {63, 0, 3, true}};
    uint64_t flows;
    start();
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const struct sw_shared_now now = {.comes_before = has_come,
                                          .thread = steps[i].thread,
                                          .core = steps[i].core,
                                          .clock = 1 + (uint32_t)i / 2,
                                          .own = A + 2048,
                                          .own_end = A + 4096};
        sw_shared_run(&now);
        use(steps[i].writes ? writes : reads, A + 1920, 0xff, 10);
        use(steps[i].writes ? writes : reads, A + 2048, 0xff, 10);
        CHECK_EQ(sum(&flows).transfers, 0);
        CHECK_EQ(flows, steps[i].flows);
    }
}

static uint32_t runs_at;

/* A child at 10 that is waited for before 12, and 14 of another child; or the first one's parent goes on at 13. */
static bool is_synced(uint32_t clock, uint64_t address)
{
    (void)address;
    return (clock == 10 && runs_at == 12) || (clock == 13 && runs_at == 15);
}

static void run_at(uint32_t thread, uint32_t clock)
{
    runs_at = clock;
    sw_shared_run(
        &(struct sw_shared_now){.comes_before = is_synced, .thread = thread, .clock = clock});
}

/* What was written before a sync inside a child is not forgotten when it is read after that: others may still run at the same time. */
static void read_after_a_sync(void)
{
    uint64_t flows;
    start();
    run_at(40, 10);
    use(writes, B + 12288, 0xff, 100);
    run_at(41, 12);
    use(reads, B + 12296, 0xff, 2);
    run_at(42, 14);
    use(writes, B + 12288, 0xff, 100);
    CHECK_EQ(sum(&flows).transfers, 102);
    start();
    run_at(43, 10);
    use(writes, B + 8256, 0xff, 100);
    run_at(43, 13);
    use(reads, B + 8264, 0xff, 1);
    run_at(44, 15);
    use(writes, B + 8256, 0xff, 100);
    CHECK_EQ(sum(&flows).transfers, 100);
}

/* The same if several have written, which is counted by then: the last one's transfers are its own. */
static void shared_before_a_sync(void)
{
    uint64_t flows;
    start();
    for (uint32_t thread = 50; thread < 52; thread++) {
        run_at(thread, 10);
        use(writes, B + 8320, 0xff, 100);
    }
    run_at(52, 12);
    use(reads, B + 8328, 0xff, 2);
    run_at(53, 14);
    use(writes, B + 8320, 0xff, 100);
    CHECK_EQ(sum(&flows).transfers, 100 + 2 + 50);
}

enum { STRETCH = 1000 };

/* Two stretches, or more, each with visits of such a length to a line that nobody has used yet. */
static void visit(uint32_t stretches, uint32_t visits, uint32_t length, uint32_t apart)
{
    struct sw_shared_now now = {
        .comes_before = has_come, .thread = 20, .clock = 10, .stretch = STRETCH};
    static uint64_t address = B + 4096;
    struct sw_shared_access a = {
        .address = address += 64, .bytes = 0xff, .times = 100 / visits, .site = writes};
    for (uint32_t i = 0; i < stretches; i++, now.thread++) {
        sw_shared_run(&now);
        for (uint32_t k = 0; k < visits; k++) {
            a.since = sw_shared_time();
            sw_translated.counter += (uint64_t)(length - 1) << SW_SHARED_TIME_LOG;
            sw_shared_use(&a);
            sw_translated.counter += (uint64_t)(apart + 1) << SW_SHARED_TIME_LOG;
        }
    }
}

/* A while of a stretch, each: who is there for a tenth of it has the other there for a tenth of that. */
static void for_a_while(void)
{
    uint64_t flows;
    start();
    visit(2, 1, STRETCH / 10, 0);
    CHECK_EQ(sum(&flows).transfers, 10);
    start();
    visit(2, 1, STRETCH, 0);
    CHECK_EQ(sum(&flows).transfers, 100);
    start();
    visit(2, 2, STRETCH / 20, 0); /* the same in two */
    CHECK_EQ(sum(&flows).transfers, 10);
}

/* Several instructions that are there in the same time are not there for longer. */
static void beside_each_other(void)
{
    uint64_t flows;
    struct sw_shared_now now = {
        .comes_before = has_come, .thread = 20, .clock = 10, .stretch = STRETCH};
    struct sw_shared_access a = {.address = B + 4096, .bytes = 0xff, .times = 10, .site = writes};
    start();
    for (uint32_t i = 0; i < 2; i++, now.thread++) {
        sw_shared_run(&now);
        a.since = sw_shared_time();
        sw_translated.counter += (STRETCH / 10 - 1) << SW_SHARED_TIME_LOG;
        for (int k = 0; k < 10; k++)
            sw_shared_use(&a);
        sw_translated.counter += 1 << SW_SHARED_TIME_LOG;
    }
    CHECK_EQ(sum(&flows).transfers, 10);
}

/* Short visits: each finds that the other has had it meanwhile, if both come all the time; in a tenth of it, a tenth. */
static void now_and_then(void)
{
    uint64_t flows;
    start();
    visit(2, 100, 1, STRETCH / 100 - 1);
    CHECK_EQ(sum(&flows).transfers, 100);
    start();
    visit(2, 50, 1, STRETCH / 500 - 1);
    CHECK(sum(&flows).transfers <= 20);
}

/* Ten rounds of ten short visits each: both are hardly ever in a round at the same time, and a line is lost from round to round. */
static void in_rounds(void)
{
    enum { LONG = 100000 };
    uint64_t flows;
    struct sw_shared_now now = {
        .comes_before = has_come, .thread = 20, .clock = 10, .stretch = LONG};
    struct sw_shared_access a = {.address = B + 16384, .bytes = 0xff, .times = 10, .site = writes};
    start();
    for (; now.thread < 22; now.thread++) {
        sw_shared_run(&now);
        for (uint32_t i = 0; i < 100; i++) {
            a.since = sw_shared_time();
            sw_shared_use(&a);
            sw_translated.counter += (i % 10 < 9 ? 2ull : LONG / 10) << SW_SHARED_TIME_LOG;
        }
    }
    uint64_t transfers = sum(&flows).transfers;
    CHECK(transfers >= 8 && transfers <= 12);
}

/* Four stretches that become two are known by then as these. */
static void united(void)
{
    uint64_t flows;
    start();
    visit(4, 1, STRETCH / 10, 0);
    sw_shared_unite();
    CHECK_EQ(sum(&flows).transfers, 40); /* 200 accesses each, for a fifth */
}

/* Threads that are at a line for a part of a phase, from such a time of it on. */
static uint64_t in_phases(uint32_t phase, uint32_t first, uint32_t second)
{
    enum { LENGTH = 102400, WHILE = 4096 };
    uint64_t flows;
    uint32_t before[3] = {phase - 1, phase - 1, phase - 1}, from[2] = {first, second};
    struct sw_shared_now now = {.before = before, .n = 3, .clock = phase, .joined = phase};
    struct sw_shared_access a = {.address = B, .bytes = 0xff, .times = 1000, .site = writes};
    while (!sw_memory_follows(a.address >> SW_LINE_LOG))
        a.address += 64;
    start();
    for (; now.thread < 2; now.thread++) {
        sw_shared_run(&now);
        sw_translated.counter += (uint64_t)from[now.thread] << SW_SHARED_TIME_LOG;
        a.since = sw_shared_time();
        sw_translated.counter += WHILE << SW_SHARED_TIME_LOG;
        a.until = sw_shared_time();
        sw_shared_use(&a);
        sw_translated.counter += (uint64_t)(LENGTH - WHILE - from[now.thread])
                                 << SW_SHARED_TIME_LOG;
        sw_shared_stop();
    }
    return sum(&flows).transfers;
}

/* The end of one's rows and the beginning of the other's: they hardly meet. Those that are there at the same time do, for as long as they may be: of 4352 each
 * all, if 1124 make up for it; then 3428, and 976. */
static void at_other_times(void)
{
    CHECK_EQ(in_phases(200, 98304, 0), 90);
    CHECK_EQ(in_phases(201, 50000, 50000), 1000);
    CHECK_EQ(in_phases(202, 50000, 51000), 1000);
    CHECK_EQ(in_phases(203, 50000, 52048), 786);
    CHECK_EQ(in_phases(204, 50000, 54500), 224);
    CHECK_EQ(in_phases(205, 50000, 58000), 90);
}

/* What was allocated anew in between is another's. */
static void allocated_anew(void)
{
    uint64_t flows;
    struct sw_shared_now now = {.comes_before = has_come, .thread = 30, .clock = 10};
    start();
    for (int i = 0; i < 2; i++) {
        sw_shared_run(&now);
        use(writes, B + 8192, 0xff, 100);
        sw_shared_forget(B + 8192, 100);
        now.thread++;
    }
    CHECK_EQ(sum(&flows).transfers, 0);
}

/* More lines than there are records, and more threads than slots: counted or summed, never out of bounds. */
static void too_many(void)
{
    uint64_t flows;
    struct sw_shared_now now = {.comes_before = has_come, .clock = 10};
    start();
    for (now.thread = 0; now.thread < 100; now.thread++) {
        sw_shared_run(&now);
        for (uint64_t i = 0; i < 8192; i++)
            use(writes, 0x4000000 + 64 * i, 0xff, 2);
    }
    CHECK(sum(&flows).transfers > 100000);
    CHECK(found->lost > 0);
}

static unsigned visits_until_rest(uint64_t line, bool dirty)
{
    unsigned n = 0;
    while (!sw_resting_is(line) && n < 100000) {
        sw_resting_visit(line, dirty);
        n++;
    }
    return n;
}

static bool rests_for_stores(uint64_t line)
{
    const uint64_t *table = (const uint64_t *)sw_resting_table(true);
    return table[line % SW_RESTING] == SW_MEMORY_LAST(line << SW_LINE_LOG);
}

/* A line rests after some visits, and wakes by itself, with another thread, or for another line that is visited more. */
static void rest(void)
{
    const uint64_t line = 0x1234, other = line + SW_RESTING;
    struct sw_shared_now now = {.comes_before = has_come, .clock = 10, .thread = 1};
    start();
    sw_shared_run(&now);
    unsigned n = visits_until_rest(line, false);
    CHECK(n > 1 && n < 1000);
    CHECK(!rests_for_stores(line));
    sw_resting_visit(line, true);
    CHECK(rests_for_stores(line));
    sw_resting_wake(line);
    CHECK(!sw_resting_is(line) && !rests_for_stores(line) && sw_resting_is_tired(line));
    CHECK_EQ(visits_until_rest(line, false), 1);
    sw_resting_visit(other, true);
    CHECK(sw_resting_is(line) && !sw_resting_is(other));
    CHECK(visits_until_rest(other, true) >= 2 * n - 3);
    CHECK(sw_resting_is(other) && !sw_resting_is(line));
    now.clock++;
    sw_shared_run(&now);
    CHECK(sw_resting_is(other));
    now.thread++;
    sw_shared_run(&now);
    CHECK(!sw_resting_is(other) && !sw_resting_is_tired(other));
    CHECK_EQ(visits_until_rest(line, true), n);
}

int main(void)
{
    found = calloc(1, sizeof *found);
    CHECK(found && sw_resting_init() && sw_shared_init(found));
    reads =
        sw_shared_site(&(struct sw_shared_side){.pc = 0x10, .what = SW_ACCESS_LOAD, .bytes = 8});
    writes =
        sw_shared_site(&(struct sw_shared_side){.pc = 0x20, .what = SW_ACCESS_STORE, .bytes = 8});
    adds = sw_shared_site(&(struct sw_shared_side){
        .pc = 0x30, .what = SW_ACCESS_ATOMIC | SW_ACCESS_LOAD | SW_ACCESS_STORE, .bytes = 8});
    locks = sw_shared_site(&(struct sw_shared_side){.pc = 0x40});
    CHECK_EQ(sw_shared_site(&(struct sw_shared_side){.pc = 0x20, .what = SW_ACCESS_STORE}), writes);
    in_parallel();
    same_bytes();
    reads_only();
    streams();
    after_each_other();
    across_a_barrier();
    atomics();
    lock_beside_data();
    by_a_rule();
    at_the_end_of_a_frame();
    sought();
    between_cores();
    read_after_a_sync();
    shared_before_a_sync();
    for_a_while();
    beside_each_other();
    now_and_then();
    in_rounds();
    united();
    at_other_times();
    allocated_anew();
    too_many();
    rest();
    return check_done();
}
