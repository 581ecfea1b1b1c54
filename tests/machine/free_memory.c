/* How much memory is free on machines that are invented: by the kernel, by control groups of both versions. */
#include "helpers/calibrate/caches.h"
#include "tests/check.h"

#include <stdlib.h>
#include <sys/stat.h>

static char root[] = "/tmp/free-memory-XXXXXX";

static void put(const char *path, const char *text)
{
    char full[512];
    snprintf(full, sizeof full, "%s%s", root, path);
    for (char *slash = full + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = 0;
        mkdir(full, 0700);
    }
    FILE *out = fopen(full, "w");
    CHECK(out && fputs(text, out) >= 0 && !fclose(out));
}

#define CACHE "/sys/devices/system/cpu/cpu0/cache/index"

/* Two hardware threads a core, a second level of its own, eight cores at a last level. */
static void check_caches(void)
{
    struct sw_caches c = sw_caches_told(root);
    CHECK_EQ(c.l2, 0);
    CHECK_EQ(c.llc, 300 << 20); /* sizes are all that is known */
    put(CACHE "0/level", "1\n");
    put(CACHE "0/type", "Data\n");
    put(CACHE "0/shared_cpu_list", "0,64\n");
    put(CACHE "1/level", "1\n");
    put(CACHE "1/type", "Instruction\n");
    put(CACHE "1/size", "32K\n");
    put(CACHE "2/level", "2\n");
    put(CACHE "2/type", "Unified\n");
    put(CACHE "2/size", "512K\n");
    put(CACHE "2/shared_cpu_list", "0,64\n");
    put(CACHE "3/level", "3\n");
    put(CACHE "3/shared_cpu_list", "0-7,64-71\n");
    c = sw_caches_told(root);
    CHECK_EQ(c.l1, 48 << 10);
    CHECK_EQ(c.l2, 512 << 10);
    CHECK_EQ(c.llc, 300 << 20);
    CHECK_EQ(c.llc_cores, 8);
    put(CACHE "2/shared_cpu_list", "0-3\n"); /* a second level that cores share is a last one */
    put(CACHE "3/size", "0\n");
    c = sw_caches_told(root);
    CHECK_EQ(c.l2, 0);
    CHECK_EQ(c.llc, 512 << 10);
    CHECK_EQ(c.llc_cores, 2);
}

static void check_by_latency(void)
{
    const uint64_t size[] = {16, 32, 64, 128, 256, 512, 1024, 2048, 4096};
    const double three[] = {1, 1, 1.2, 4, 4.5, 20, 30, 90, 100};
    const double two[] = {1, 1, 1, 4, 4, 80, 99, 100, 100};
    struct sw_caches c = sw_caches_by_latency(size, three, 9);
    CHECK(c.l1 == 64 && c.l2 == 256 && c.llc == 1024 && c.llc_cores == 0);
    c = sw_caches_by_latency(size, two, 9);
    CHECK(c.l1 == 64 && c.l2 == 256 && c.llc == 0);
}

int main(void)
{
    CHECK(mkdtemp(root));
    CHECK_EQ(sw_free_memory(root), 0); /* nothing is known: nothing is taken */
    CHECK_EQ(sw_largest_cache(root), 32 << 20);
    put("/proc/meminfo", "MemTotal:       100000 kB\nMemFree:  5 kB\nMemAvailable:    50000 kB\n");
    CHECK_EQ(sw_free_memory(root), 50000 << 10);
    put("/proc/self/cgroup", "0::/a/b\n");
    put("/sys/fs/cgroup/a/b/memory.max", "max\n");
    CHECK_EQ(sw_free_memory(root), 50000 << 10);
    put("/sys/fs/cgroup/a/memory.max", "9000000\n"); /* of the group around it */
    put("/sys/fs/cgroup/a/memory.current", "1000000\n");
    CHECK_EQ(sw_free_memory(root), 8000000);
    put("/sys/fs/cgroup/a/b/memory.max", "2000000\n");
    put("/sys/fs/cgroup/a/b/memory.current", "2500000\n"); /* beyond it already */
    CHECK_EQ(sw_free_memory(root), 0);
    put("/proc/self/cgroup", "5:cpu:/x\n4:memory:/c\n");
    put("/sys/fs/cgroup/memory/c/memory.limit_in_bytes", "7000000\n");
    put("/sys/fs/cgroup/memory/c/memory.usage_in_bytes", "4000000\n");
    put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    CHECK_EQ(sw_free_memory(root), 3000000);
    put("/sys/devices/system/cpu/cpu0/cache/index0/size", "48K\n");
    put("/sys/devices/system/cpu/cpu0/cache/index3/size", "300M\n");
    CHECK_EQ(sw_largest_cache(root), 300 << 20);
    check_caches();
    check_by_latency();
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", root);
    CHECK_EQ(system(command), 0);
    return check_done();
}
