/* The processors that may be used: control groups as files say, the affinity mask as it is set. */
#include "base/processors.h"
#include "tests/check.h"

#include <sched.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/spanwise-processors-XXXXXX";

/* Writes a file below the root, with its directories. */
static void put(const char *path, const char *text)
{
    char full[512];
    int n = snprintf(full, sizeof full, "%s%s", root, path);
    for (char *slash = full + strlen(root) + 1; slash < full + n && (slash = strchr(slash, '/'));
         slash++) {
        *slash = 0;
        mkdir(full, 0777);
        *slash = '/';
    }
    FILE *file = fopen(full, "w");
    CHECK(file != NULL);
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

static void clear(void)
{
    char command[600];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    CHECK_EQ(system(command), 0);
}

/* A new machine with these two files. */
static void machine(const char *mounts, const char *groups)
{
    clear();
    mkdir(root, 0777);
    put("/proc/self/mountinfo", mounts);
    put("/proc/self/cgroup", groups);
}

#define NEAR(want) CHECK_EQ(sw_processors_quota(root), (uint64_t)((want)*1000))
#define NONE       CHECK_EQ(sw_processors_quota(root), SW_NO_QUOTA)

static const char v2[] = "25 30 0:23 / /sys rw - sysfs sysfs rw\n"
                         "35 25 0:30 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n";
static const char v1[] =
    "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n"
    "33 31 0:30 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
    "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n";

static void test_version_2(void)
{
    machine(v2, "0::/user/app\n");
    NONE; /* the files are not there */
    put("/sys/fs/cgroup/user/app/cpu.max", "max 100000\n");
    NONE;
    put("/sys/fs/cgroup/user/app/cpu.max", "250000 100000\n");
    NEAR(2.5);
    put("/sys/fs/cgroup/user/cpu.max", "150000 100000\n"); /* the group around it has less */
    NEAR(1.5);
    put("/sys/fs/cgroup/cpu.max", "50000 100000\n"); /* the top of what is mounted counts */
    NEAR(0.5);
    put("/sys/fs/cgroup/other/cpu.max", "1000 100000\n"); /* another group does not */
    NEAR(0.5);
    machine(v2, "0::/\n");
    put("/sys/fs/cgroup/cpu.max", "300000 100000\n");
    NEAR(3);
}

static void test_version_1(void)
{
    machine(v1, "4:cpuset:/a\n2:cpu,cpuacct:/b/c\n0::/\n");
    put("/sys/fs/cgroup/cpu,cpuacct/b/c/cpu.cfs_quota_us", "-1\n");
    put("/sys/fs/cgroup/cpu,cpuacct/b/c/cpu.cfs_period_us", "100000\n");
    NONE;
    put("/sys/fs/cgroup/cpu,cpuacct/b/cpu.cfs_quota_us", "400000\n");
    put("/sys/fs/cgroup/cpu,cpuacct/b/cpu.cfs_period_us", "100000\n");
    NEAR(4);
    put("/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "1000\n");
    put("/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
    NEAR(4); /* a is this process' cpuset only */
}

/* In a container: its group is the top of the mount; outside its namespace it may name another. */
static void test_container(void)
{
    static const char mount[] = "35 25 0:30 /docker/12ab /sys/fs/cgroup ro - cgroup2 cgroup2 rw\n";
    machine(mount, "0::/docker/12ab\n");
    put("/sys/fs/cgroup/cpu.max", "200000 100000\n");
    NEAR(2);
    machine(mount, "0::/docker/12ab/inner\n");
    put("/sys/fs/cgroup/inner/cpu.max", "100000 100000\n");
    NEAR(1);
    machine(mount, "0::/docker/12abcd\n"); /* not below it, though it begins the same */
    put("/sys/fs/cgroup/cpu.max", "200000 100000\n");
    put("/sys/fs/cgroup/cd/cpu.max", "100000 100000\n");
    NEAR(2);
}

static void test_nonsense(void)
{
    machine("", "");
    NONE;
    machine("1 2 3\nx - cgroup2\n - \n", "0::\n::\n\nx\n");
    NONE;
    machine(v2, "0::/a\n");
    put("/sys/fs/cgroup/a/cpu.max", "0 0\n");
    NONE;
    put("/sys/fs/cgroup/a/cpu.max", "");
    NONE;
    clear();
    NONE; /* no files at all */
}

static void test_affinity(void)
{
    cpu_set_t all, one;
    unsigned n = sw_processors();
    CHECK(n >= 1);
    CHECK_EQ(sched_getaffinity(0, sizeof all, &all), 0);
    CHECK(n <= (unsigned)CPU_COUNT(&all));
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
        if (CPU_ISSET(i, &all))
            CPU_SET(i, &one);
    CHECK_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    CHECK_EQ(sw_processors(), 1);
    CHECK_EQ(sched_setaffinity(0, sizeof all, &all), 0);
}

int main(void)
{
    CHECK(mkdtemp(root) != NULL);
    test_version_2();
    test_version_1();
    test_container();
    test_nonsense();
    test_affinity();
    clear();
    return check_done();
}
