/*
 * A control group's files are found as the kernel names them: /proc/self/mountinfo tells where the
 * hierarchy is mounted and which group is the top of that mount, /proc/self/cgroup the group of
 * this process. Quotas hold for all groups below, so every group up to the mount is looked at; what
 * lies above it (outside a container) cannot be seen.
 */
#include "base/processors.h"
#include "base/order.h"

#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PROCESSORS (1 << 16)

/* Names are allocated: this runs in any program, on whatever stack that has. */
struct hierarchy {
    bool v1;
    char *top;   /* the group that is mounted */
    char *mount; /* where */
    char *group; /* of this process */
};

static FILE *open_in(const char *root, const char *path)
{
    char *full;
    if (asprintf(&full, "%s%s", root, path) < 0)
        return NULL;
    FILE *file = fopen(full, "re");
    free(full);
    return file;
}

/* Whether "cpu" is one of the names, which commas separate. */
static bool names_cpu(const char *names)
{
    for (;;) {
        size_t length = strcspn(names, ",\n");
        if (length == 3 && !strncmp(names, "cpu", 3))
            return true;
        if (names[length] != ',')
            return false;
        names += length + 1;
    }
}

/* "ID PARENT DEVICE TOP MOUNT OPTIONS [TAGS] - TYPE SOURCE SUPER" */
static bool parse_mount(char *line, struct hierarchy *h)
{
    char type[32], super[512], *top = NULL, *mount = NULL;
    const char *rest = strstr(line, " - ");
    if (!rest || sscanf(rest, " - %31s %*s %511s", type, super) != 2)
        return false;
    bool v2 = !strcmp(type, "cgroup2"), v1 = !strcmp(type, "cgroup") && names_cpu(super);
    if (h->v1 ? !v1 : !v2)
        return false;
    if (sscanf(line, "%*s %*s %*s %ms %ms", &top, &mount) == 2) {
        h->top = top;
        h->mount = mount;
        return true;
    }
    free(top);
    return false;
}

/* "ID:CONTROLLERS:GROUP": version 2 has the id 0 and no controllers. */
static bool parse_group(char *line, struct hierarchy *h)
{
    char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : 0;
    if (!group)
        return false;
    *group++ = 0;
    if (h->v1 ? !names_cpu(controllers + 1) : strcmp(line, "0:") != 0)
        return false;
    group[strcspn(group, "\n")] = 0;
    h->group = strdup(group);
    return h->group != NULL;
}

static bool find_line(const char *root, const char *path, struct hierarchy *h,
                      bool (*parse)(char *, struct hierarchy *))
{
    char *line = NULL;
    size_t room = 0;
    bool found = false;
    FILE *file = open_in(root, path);
    while (file && !found && getline(&line, &room, file) > 0)
        found = parse(line, h);
    free(line);
    if (file)
        fclose(file);
    return found;
}

/* How many numbers the file begins with, up to two. */
static int read_numbers(const char *root, const char *directory, const char *name, long long *first,
                        long long *second)
{
    char *path;
    if (asprintf(&path, "%s/%s", directory, name) < 0)
        return 0;
    FILE *file = open_in(root, path);
    free(path);
    int n = file ? fscanf(file, "%lld %lld", first, second) : 0;
    if (file)
        fclose(file);
    return n;
}

/* Version 1: two files, a quota of -1 where there is none. Version 2: one, "max" where none. */
static uint64_t quota_of(const char *root, const struct hierarchy *h, const char *directory)
{
    long long quota = 0, period = 0, none;
    bool known;
    if (h->v1)
        known = read_numbers(root, directory, "cpu.cfs_quota_us", &quota, &none) == 1 &&
                read_numbers(root, directory, "cpu.cfs_period_us", &period, &none) == 1;
    else
        known = read_numbers(root, directory, "cpu.max", &quota, &period) == 2;
    if (!known || quota <= 0 || period <= 0)
        return SW_NO_QUOTA;
    return (uint64_t)quota * 1000 / (uint64_t)period;
}

/* The path below the mount; a group that is not below the mounted one is taken for that itself. */
static const char *below_top(const struct hierarchy *h)
{
    size_t length = strcmp(h->top, "/") ? strlen(h->top) : 0;
    if (strncmp(h->group, h->top, length) || (h->group[length] && h->group[length] != '/'))
        return "";
    return h->group + length;
}

static uint64_t least_quota(const char *root, const struct hierarchy *h)
{
    char *directory, *slash;
    uint64_t least = SW_NO_QUOTA;
    size_t mount = strlen(h->mount);
    if (asprintf(&directory, "%s%s", h->mount, below_top(h)) < 0)
        return least;
    do {
        least = sw_least(least, quota_of(root, h, directory));
        slash = strrchr(directory, '/');
        if (slash)
            *slash = 0;
    } while (slash && slash >= directory + mount);
    free(directory);
    return least;
}

uint64_t sw_processors_quota(const char *root)
{
    uint64_t least = SW_NO_QUOTA;
    for (int v1 = 0; v1 < 2; v1++) {
        struct hierarchy h = {.v1 = v1};
        if (find_line(root, "/proc/self/mountinfo", &h, parse_mount) &&
            find_line(root, "/proc/self/cgroup", &h, parse_group))
            least = sw_least(least, least_quota(root, &h));
        free(h.top);
        free(h.mount);
        free(h.group);
    }
    return least;
}

/* 0: not known. The mask may be longer than cpu_set_t. */
static unsigned in_affinity(void)
{
    for (int n = CPU_SETSIZE; n <= MOST_PROCESSORS; n *= 2) {
        cpu_set_t *set = CPU_ALLOC(n);
        size_t size = CPU_ALLOC_SIZE(n);
        int count = set && sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
        CPU_FREE(set);
        if (count > 0)
            return (unsigned)count;
    }
    return 0;
}

unsigned sw_processors(void)
{
    unsigned n = in_affinity();
    uint64_t quota = sw_processors_quota("") / 1000;
    if (quota < n)
        n = (unsigned)quota;
    return n ? n : 1;
}
