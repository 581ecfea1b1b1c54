/* How much memory is free on machines that are invented: by the kernel, by control groups of both versions. */
#include "helpers/calibrate/free_memory.h"
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
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", root);
    CHECK_EQ(system(command), 0);
    return check_done();
}
