/* How many workers: as the program or CILK_NWORKERS says, or as the process has processors. */
#include "front/cilk/sched/worker.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned by_affinity(void)
{
    for (size_t bits = 1024; bits <= 1 << 18; bits *= 2) {
        cpu_set_t *set = CPU_ALLOC(bits);
        size_t bytes = CPU_ALLOC_SIZE(bits);
        if (!set)
            return 1;
        int got = sched_getaffinity(0, bytes, set);
        unsigned n = got == 0 ? (unsigned)CPU_COUNT_S(bytes, set) : 0;
        CPU_FREE(set);
        if (got == 0)
            return n ? n : 1;
    }
    return 1;
}

static bool read_line(const char *path, char *line, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, line, size - 1);
    if (fd >= 0)
        close(fd);
    line[n > 0 ? n : 0] = 0;
    return n > 0;
}

/* The processors' worth of time that a control group grants, in whole ones; 0: no limit. */
static unsigned by_quota(const char *directory)
{
    char path[4200], text[64];
    long quota = 0, period = 0;
    snprintf(path, sizeof path, "/sys/fs/cgroup%s/cpu.max", directory);
    if (!read_line(path, text, sizeof text) || sscanf(text, "%ld %ld", &quota, &period) != 2)
        return 0;
    if (quota <= 0 || period <= 0)
        return 0;
    return quota < period ? 1 : (unsigned)(quota / period);
}

/* Of the process's group and those above it, the least. Version 2 of control groups only. */
static unsigned by_groups(void)
{
    char text[4096], *line;
    unsigned least = 0;
    if (!read_line("/proc/self/cgroup", text, sizeof text) || !(line = strstr(text, "0::")))
        return 0;
    line += 3;
    line[strcspn(line, "\n")] = 0;
    for (;;) {
        unsigned n = by_quota(strcmp(line, "/") ? line : "");
        if (n && (!least || n < least))
            least = n;
        char *slash = strrchr(line, '/');
        if (!slash || !line[0])
            return least;
        *slash = 0;
    }
}

static unsigned processors(void)
{
    unsigned n = by_affinity(), granted = by_groups();
    n = granted && granted < n ? granted : n;
    return n < SW_WORKERS_MAX ? n : SW_WORKERS_MAX;
}

/* 0: not a number of workers. */
static unsigned parse(const char *text)
{
    char *end;
    if (*text < '0' || *text > '9')
        return 0;
    unsigned long n = strtoul(text, &end, 10);
    return *end || n > SW_WORKERS_MAX ? 0 : (unsigned)n;
}

static _Atomic unsigned set;

void sw_workers_set(int n)
{
    if (n > 0 && n <= SW_WORKERS_MAX)
        atomic_store(&set, (unsigned)n);
}

unsigned sw_workers_wanted(void)
{
    const char *given = getenv("CILK_NWORKERS");
    if (atomic_load(&set))
        return atomic_load(&set);
    if (!given || !*given)
        return processors();
    unsigned n = parse(given);
    if (n)
        return n;
    fprintf(stderr, "spanwise: CILK_NWORKERS=%s: not a number of workers from 1 to %d\n", given,
            SW_WORKERS_MAX);
    exit(2);
}
