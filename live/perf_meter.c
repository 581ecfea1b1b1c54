/* Opens and reads one of the kernel's performance counters for a thread. */
#include "live/perf_meter.h"
#include "base/files.h"
#include "base/raw.h"
#include "live/perf_page.h"

#include <errno.h>
#include <sys/mman.h>

#define PAGE_BYTES 4096 /* or one page, where they are larger */

/* As read() gives it. */
struct reading {
    uint64_t count, enabled_ns, running_ns;
};

/* Switches happen in the kernel, and would not be counted without it; the others are the program's
 * own doing, for which perf_event_paranoid may be 2. */
static bool is_the_kernels(uint64_t type, uint64_t config)
{
    return type == PERF_TYPE_SOFTWARE &&
           (config == PERF_COUNT_SW_CONTEXT_SWITCHES || config == PERF_COUNT_SW_CPU_MIGRATIONS);
}

static long open_event(uint64_t type, uint64_t config, uint64_t config1)
{
    bool user_only = !is_the_kernels(type, config);
    struct perf_event_attr attr;
    sw_raw_clear(&attr, sizeof attr);
    attr.type = (uint32_t)type;
    attr.size = sizeof attr;
    attr.config = config;
    attr.config1 = config1;
    attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    attr.pinned = 1;
    attr.exclude_kernel = user_only;
    attr.exclude_hv = user_only;
    return sw_raw5(SYS_perf_event_open, (long)&attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

#if defined __aarch64__
/* It is to be asked for that the counter may be read in user space, and has 64 bits. */
static long open_best(uint64_t type, uint64_t config)
{
    enum { LONG = 1, USER = 2 };
    long fd = -1;
    if (type != PERF_TYPE_SOFTWARE)
        fd = open_event(type, config, USER | LONG);
    if (fd < 0 && type != PERF_TYPE_SOFTWARE)
        fd = open_event(type, config, USER);
    return fd < 0 ? open_event(type, config, 0) : fd;
}
#else
static long open_best(uint64_t type, uint64_t config)
{
    return open_event(type, config, 0);
}
#endif

static const volatile struct perf_event_mmap_page *map_page(long fd)
{
    long at = sw_raw6(SYS_mmap, 0, PAGE_BYTES, PROT_READ, MAP_SHARED, fd, 0);
    if (at < 0 && at > -PAGE_BYTES)
        return NULL;
    const volatile struct perf_event_mmap_page *page = (const volatile void *)at;
    if (page->cap_user_rdpmc)
        return page;
    sw_raw4(SYS_munmap, at, PAGE_BYTES, 0, 0);
    return NULL;
}

/* By the kernel, which says more. */
static uint64_t read_file(struct sw_perf_meter *m)
{
    struct reading r;
    uint32_t file = atomic_load_explicit(&m->file, memory_order_relaxed);
    if (!file || m->end)
        return m->count;
    long n = sw_raw_read((long)file - 1, &r, sizeof r);
    if (n != sizeof r) {
        m->end = n == 0 ? SW_PERF_TAKEN : SW_PERF_CLOSED;
        return m->count;
    }
    if (r.enabled_ns != r.running_ns) {
        m->enabled_ns = r.enabled_ns;
        m->running_ns = r.running_ns;
    }
    return m->count = r.count;
}

int sw_perf_meter_open(struct sw_perf_meter *m, uint64_t type, uint64_t config)
{
    long fd = open_best(type, config);
    m->error = fd < 0 ? fd : 0;
    if (fd < 0)
        return (int)fd;
    fd = sw_file_move_up(fd);
    m->thread = (int32_t)sw_raw4(SYS_gettid, 0, 0, 0, 0);
    m->id = sw_perf_id(fd);
    m->page = type == PERF_TYPE_SOFTWARE ? NULL : map_page(fd);
    atomic_store(&m->file, (uint32_t)fd + 1);
    read_file(m);
    if (!m->end)
        return 0;
    sw_perf_meter_close(m);
    return (int)(m->error = -EBUSY);
}

uint64_t sw_perf_meter_now(struct sw_perf_meter *m)
{
    uint64_t count;
    if (m->page && sw_perf_page_read(m->page, sw_perf_counter, &count))
        return m->count = count;
    return read_file(m);
}

void sw_perf_meter_close(struct sw_perf_meter *m)
{
    uint32_t file = atomic_exchange(&m->file, 0);
    if (!file)
        return;
    if (m->page)
        sw_raw4(SYS_munmap, (long)m->page, PAGE_BYTES, 0, 0);
    m->page = NULL;
    if (sw_perf_id((long)file - 1) == m->id)
        sw_raw_close((long)file - 1);
}

bool sw_perf_meter_is_over(const struct sw_perf_meter *m)
{
    return atomic_load(&m->file) && sw_raw_has_thread(m->thread) == -ESRCH;
}
