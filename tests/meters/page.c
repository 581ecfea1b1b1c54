/*
 * Counters read in user space, from a page that this test fills in as the kernel would, and counters
 * that it makes up: this machine may have none.
 */
#include "live/perf_page.h"
#include "tests/check.h"

static struct perf_event_mmap_page page;
static uint64_t counters[40];
static unsigned n_read, change_at;

/* In the middle of a reading the thread may come to another processor: the page is another one. */
static bool read_counter(uint32_t number, uint64_t *value)
{
    *value = counters[number];
    if (++n_read == change_at) {
        page.lock += 2;
        page.index = 3;
        page.offset = 5000;
    }
    return number < 32;
}

static void set(uint32_t index, int64_t offset, unsigned width)
{
    page = (struct perf_event_mmap_page){.lock = 4, .index = index, .offset = offset};
    page.cap_user_rdpmc = 1;
    page.pmc_width = (__u16)width;
    n_read = change_at = 0;
}

static void test_sum(void)
{
    uint64_t count = 0;
    set(1, 1000, 48);
    counters[0] = 7;
    CHECK(sw_perf_page_read(&page, read_counter, &count));
    CHECK_EQ(count, 1007);
    CHECK_EQ(n_read, 1);
    set(32, 1000, 64);
    counters[31] = 11; /* the cycles of aarch64 */
    CHECK(sw_perf_page_read(&page, read_counter, &count));
    CHECK_EQ(count, 1011);
}

/* A counter starts below zero, so that it overflows in time: it is a signed number of so many bits. */
static void test_width(void)
{
    uint64_t count = 0;
    counters[0] = 0xffffffffff00; /* -256 in 48 bits */
    set(1, 1000, 48);
    CHECK(sw_perf_page_read(&page, read_counter, &count));
    CHECK_EQ(count, 744);
    set(1, 0x1000000000000 + 1000, 48);
    CHECK(sw_perf_page_read(&page, read_counter, &count));
    CHECK_EQ(count, 0x1000000000000 + 744);
    counters[0] = 0xabc0ffffffff; /* what is above the width is not the counter's */
    set(1, 10, 32);
    CHECK(sw_perf_page_read(&page, read_counter, &count));
    CHECK_EQ(count, 9);
    counters[0] = 1ull << 63;
    set(1, 0, 64);
    CHECK(sw_perf_page_read(&page, read_counter, &count));
    CHECK_EQ(count, 1ull << 63);
    CHECK_EQ(sw_perf_extend(5, 0), 5);
    CHECK_EQ(sw_perf_extend(0x80, 8), UINT64_MAX - 127);
}

static void test_changed(void)
{
    uint64_t count = 0;
    set(1, 1000, 48);
    counters[0] = 7;
    counters[2] = 1;
    change_at = 1;
    CHECK(sw_perf_page_read(&page, read_counter, &count));
    CHECK_EQ(count, 5001);
    CHECK_EQ(n_read, 2);
}

/* The kernel is asked then. */
static void test_none(void)
{
    uint64_t count = 17;
    set(0, 1000, 48);
    CHECK(!sw_perf_page_read(&page, read_counter, &count));
    set(1, 1000, 48);
    page.cap_user_rdpmc = 0;
    CHECK(!sw_perf_page_read(&page, read_counter, &count));
    CHECK_EQ(n_read, 0);
    set(33, 1000, 64); /* a counter that is not known here */
    CHECK(!sw_perf_page_read(&page, read_counter, &count));
    CHECK_EQ(count, 17);
}

int main(void)
{
    test_sum();
    test_width();
    test_changed();
    test_none();
    return check_done();
}
