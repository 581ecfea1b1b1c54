#include "helpers/calibrate/free_memory.h"

#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *open_in(const char *root, const char *path)
{
    char full[2 * PATH_MAX];
    snprintf(full, sizeof full, "%s%s", root, path);
    return fopen(full, "re");
}

/* A number, and what multiplies it ("300M"); "max" is none. */
bool sw_read_number(const char *root, const char *path, uint64_t *number)
{
    char text[64] = "", *end;
    FILE *in = open_in(root, path);
    bool got = in && fgets(text, sizeof text, in);
    if (in)
        fclose(in);
    *number = strtoull(text, &end, 10);
    *number <<= *end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0;
    return got && end != text;
}

static uint64_t available(const char *root)
{
    char line[256];
    uint64_t kilobytes = 0;
    FILE *in = open_in(root, "/proc/meminfo");
    while (in && fgets(line, sizeof line, in) &&
           sscanf(line, "MemAvailable: %" SCNu64, &kilobytes) != 1)
        ;
    if (in)
        fclose(in);
    return kilobytes << 10;
}

/* What the group and those around it leave. */
static uint64_t group_left(const char *root, const char *mount, char *group, const char *limit,
                           const char *usage)
{
    char path[2 * PATH_MAX];
    uint64_t least = UINT64_MAX, most, used;
    for (;;) {
        char *slash = strrchr(group, '/');
        snprintf(path, sizeof path, "%s%s/%s", mount, group, limit);
        if (sw_read_number(root, path, &most)) {
            snprintf(path, sizeof path, "%s%s/%s", mount, group, usage);
            used = sw_read_number(root, path, &used) ? used : 0;
            uint64_t left = most > used ? most - used : 0;
            least = left < least ? left : least;
        }
        if (!slash)
            return least;
        *slash = 0;
    }
}

/* Lines of /proc/self/cgroup: "0::/group", or "4:memory:/group" of the first version. */
static uint64_t groups_left(const char *root)
{
    char line[PATH_MAX], group[PATH_MAX];
    uint64_t least = UINT64_MAX;
    FILE *in = open_in(root, "/proc/self/cgroup");
    while (in && fgets(line, sizeof line, in)) {
        uint64_t left = UINT64_MAX;
        line[strcspn(line, "\n")] = 0;
        const char *colon = strrchr(line, ':');
        snprintf(group, sizeof group, "%s", colon ? colon + 1 : "");
        if (!strncmp(line, "0::", 3))
            left = group_left(root, "/sys/fs/cgroup", group, "memory.max", "memory.current");
        else if (strstr(line, ":memory:"))
            left = group_left(root, "/sys/fs/cgroup/memory", group, "memory.limit_in_bytes",
                              "memory.usage_in_bytes");
        least = left < least ? left : least;
    }
    if (in)
        fclose(in);
    return least;
}

uint64_t sw_free_memory(const char *root)
{
    uint64_t here = available(root), groups = groups_left(root);
    return here < groups ? here : groups;
}
