/* A counter of the kernel's: it counts, is out of the program's way, and does not trust its file. */
#include "live/perf_meter.h"
#include "tests/check.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define PAGES 100

static struct sw_perf_meter meter;

static void touch_pages(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *p = mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(p, PAGES * page, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < PAGES; i++)
        ((volatile char *)p)[i * page] = 1;
    munmap(p, PAGES * page);
}

static int open_meter(void)
{
    meter = (struct sw_perf_meter){0};
    return sw_perf_meter_open(&meter, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
}

static int descriptor(void)
{
    return (int)atomic_load(&meter.file) - 1;
}

static void test_counts(void)
{
    uint64_t before = sw_perf_meter_now(&meter);
    touch_pages();
    uint64_t faults = sw_perf_meter_now(&meter) - before;
    CHECK(faults >= PAGES && faults <= PAGES + 5);
    CHECK_EQ(meter.end, SW_PERF_COUNTS);
    CHECK_EQ(meter.enabled_ns, meter.running_ns);
}

static void test_place(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    CHECK(descriptor() >= (int)(limit.rlim_cur / 2 < 4096 ? limit.rlim_cur / 2 : 4096));
    CHECK_EQ(fcntl(descriptor(), F_GETFD), FD_CLOEXEC);
}

/* Somebody else's file at its place is neither read again nor closed. */
static void test_closed(void)
{
    uint64_t last = sw_perf_meter_now(&meter);
    int fd = descriptor(), ends[2];
    close(fd);
    CHECK_EQ(sw_perf_meter_now(&meter), last);
    CHECK_EQ(meter.end, SW_PERF_CLOSED);
    CHECK_EQ(pipe(ends), 0);
    CHECK_EQ(dup2(ends[0], fd), fd);
    touch_pages();
    CHECK_EQ(sw_perf_meter_now(&meter), last); /* does not wait for the pipe */
    sw_perf_meter_close(&meter);
    CHECK_EQ(fcntl(fd, F_GETFD), 0);
    close(fd);
}

static void test_close(void)
{
    CHECK_EQ(open_meter(), 0);
    int fd = descriptor();
    sw_perf_meter_close(&meter);
    CHECK(fcntl(fd, F_GETFD) < 0 && errno == EBADF);
    sw_perf_meter_close(&meter); /* once more does nothing */
    CHECK_EQ(sw_perf_meter_now(&meter), meter.count);
}

static void *open_in_thread(void *unused)
{
    (void)unused;
    open_meter();
    CHECK(!sw_perf_meter_is_over(&meter));
    return NULL;
}

static void test_over(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, open_in_thread, NULL);
    pthread_join(thread, NULL);
    /* The kernel tells of a thread's end a little before the thread is gone. */
    for (int i = 0; i < 1000000 && !sw_perf_meter_is_over(&meter); i++)
        sched_yield();
    CHECK(sw_perf_meter_is_over(&meter));
    sw_perf_meter_close(&meter);
    CHECK(!sw_perf_meter_is_over(&meter));
}

int main(void)
{
    struct sw_perf_meter none = {0};
    CHECK_EQ(sw_perf_meter_now(&none), 0);
    CHECK(sw_perf_meter_open(&none, PERF_TYPE_SOFTWARE, 12345) < 0);
    CHECK(none.error < 0);
    if (open_meter() < 0) {
        puts("left out: page faults cannot be counted here");
        return check_done();
    }
    test_counts();
    test_place();
    test_closed();
    test_close();
    test_over();
    return check_done();
}
