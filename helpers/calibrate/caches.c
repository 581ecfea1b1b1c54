/* What memory this machine has: how much of it is free, and how large the caches are. */
#include "helpers/calibrate/caches.h"

/* --- Free memory --- */

static FILE *open_in(const char *root, const char *path)
{
    char full[2 * PATH_MAX];
    snprintf(full, sizeof full, "%s%s", root, path);
    return fopen(full, "re");
}

/* The number in a file, with what multiplies it ("300M"); "max" is none. */
static bool read_number(const char *root, const char *path, uint64_t *number)
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
        if (read_number(root, path, &most)) {
            snprintf(path, sizeof path, "%s%s/%s", mount, group, usage);
            used = read_number(root, path, &used) ? used : 0;
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

/* --- Caches --- */

#define CACHE_UNKNOWN (32ull << 20)
#define CACHES        "/sys/devices/system/cpu/cpu0/cache/index"
enum { INDICES = 10 };

static void read_text(const char *root, int index, const char *what, char *text, int size)
{
    char path[128];
    snprintf(path, sizeof path, CACHES "%d/%s", index, what);
    FILE *in = open_in(root, path);
    if (!in || !fgets(text, size, in))
        *text = 0;
    if (in)
        fclose(in);
}

static uint64_t size_of(const char *root, int index)
{
    char path[128];
    uint64_t size;
    snprintf(path, sizeof path, CACHES "%d/size", index);
    return read_number(root, path, &size) ? size : 0;
}

/* Of a list as "0-3,8-11". */
static unsigned count(const char *list)
{
    unsigned n = 0;
    for (char *end; *list >= '0' && *list <= '9'; list = *end == ',' ? end + 1 : end) {
        unsigned long first = strtoul(list, &end, 10), last = first;
        if (*end == '-')
            last = strtoul(end + 1, &end, 10);
        n += (unsigned)(last - first + 1);
    }
    return n;
}

/* Those of a core are shared by its hardware threads alone, as its first level is. */
struct sw_caches sw_caches_told(const char *root)
{
    struct sw_caches c = {0};
    unsigned threads = 1;
    for (int i = 0; i < INDICES; i++) {
        char type[32], level[32], list[4096];
        read_text(root, i, "type", type, sizeof type);
        read_text(root, i, "level", level, sizeof level);
        read_text(root, i, "shared_cpu_list", list, sizeof list);
        uint64_t size = size_of(root, i);
        if (!size || !strncmp(type, "Instruction", 11))
            continue;
        unsigned sharing = count(list) ? count(list) : 1;
        if (*level == '1') {
            c.l1 = size;
            threads = sharing;
        } else if (*level == '2' && sharing <= threads) {
            c.l2 = size;
        } else if (size > c.llc) {
            c.llc = size;
            c.llc_cores = sharing / threads;
        }
    }
    return c;
}

/* The largest array of which a line takes no longer than that. */
static uint64_t up_to(const uint64_t *size, const double *ns, unsigned n, double most)
{
    uint64_t fits = 0;
    for (unsigned i = 0; i < n && ns[i] <= most; i++)
        fits = size[i];
    return fits;
}

/* A level takes several times as long as the one before it: what is between the first and the memory is the second's, up to the middle
 * of the two (as factors), and the last level's up to half of the memory's. */
struct sw_caches sw_caches_by_latency(const uint64_t *size, const double *ns, unsigned n)
{
    double first = ns[0], memory = ns[n - 1];
    struct sw_caches c = {.l1 = up_to(size, ns, n, 1.5 * first),
                          .l2 = up_to(size, ns, n, sqrt(first * memory)),
                          .llc = up_to(size, ns, n, memory / 2)};
    if (c.llc <= c.l2)
        c.llc = 0;
    return c;
}

uint64_t sw_largest_cache(const char *root)
{
    uint64_t most = 0;
    for (int i = 0; i < INDICES; i++)
        if (size_of(root, i) > most)
            most = size_of(root, i);
    return most ? most : CACHE_UNKNOWN;
}
