#include "base/processors.h"
#include "tool/measure/machine_here.h"
#include "tool/measure/machine_name.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>

/* The first line of the file that begins with the key, from the value on. */
static bool find_line(const char *path, const char *key, char *value, size_t size)
{
    char line[512];
    bool found = false;
    FILE *in = fopen(path, "re");
    while (in && !found && fgets(line, sizeof line, in)) {
        char *colon = strchr(line, ':');
        found = colon && !strncmp(line, key, strlen(key));
        if (found) {
            colon += 1 + strspn(colon + 1, " \t");
            colon[strcspn(colon, "\n")] = 0;
            snprintf(value, size, "%s", colon);
        }
    }
    if (in)
        fclose(in);
    return found;
}

/* x86-64 has a name, aarch64 numbers. */
static void find_processor(char *name, size_t size)
{
    char maker[64] = "", part[64] = "";
    if (find_line("/proc/cpuinfo", "model name", name, size))
        return;
    find_line("/proc/cpuinfo", "CPU implementer", maker, sizeof maker);
    find_line("/proc/cpuinfo", "CPU part", part, sizeof part);
    if (*part)
        snprintf(name, size, "processor %s of %s", part, maker);
    else
        snprintf(name, size, "unknown processor");
}

void sw_machine_name(char *name, size_t size)
{
    char host[128] = "", processor[256];
    FILE *in = fopen("/proc/sys/kernel/hostname", "re");
    if (in && fgets(host, sizeof host, in))
        host[strcspn(host, "\n")] = 0;
    if (in)
        fclose(in);
    find_processor(processor, sizeof processor);
    snprintf(name, size, "%s, %s", *host ? host : "unknown host", processor);
}

const char *sw_machine_architecture(void)
{
    static struct utsname system;
    return uname(&system) ? "" : system.machine;
}

/* Letters, digits and single hyphens. */
static void put_plainly(char *path, size_t size, const char *text)
{
    size_t n = strlen(path);
    for (; *text && n + 1 < size; text++) {
        bool plain = isalnum((unsigned char)*text) || *text == '.';
        if (plain || path[n - 1] != '-')
            path[n++] = plain ? *text : '-';
    }
    path[n] = 0;
}

/* .../spanwise, and the directory around it, are made where they are not. */
static bool find_directory(char *path, size_t size)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/')
        snprintf(path, size, "%s", cache);
    else if (home && *home == '/')
        snprintf(path, size, "%s/.cache", home);
    else
        return false;
    mkdir(path, 0700);
    size_t n = strlen(path);
    snprintf(path + n, size - n, "/spanwise");
    return !mkdir(path, 0700) || errno == EEXIST;
}

/* After the directory. */
static void put_file(char *path, size_t size)
{
    char name[200], rest[64];
    sw_machine_name(name, sizeof name);
    snprintf(rest, sizeof rest, "-%u-%s", sw_processors(), SW_VERSION);
    put_plainly(path, size, name);
    put_plainly(path, size, rest);
    strcat(path, ".machine");
}

const char *sw_machine_cache_path(void)
{
    static char path[PATH_MAX];
    static bool known;
    if (known)
        return path;
    known = true;
    if (find_directory(path, sizeof path - 300)) {
        strcat(path, "/");
        put_file(path, sizeof path - 16);
    } else
        *path = 0;
    return path;
}

int sw_machine_cached(struct sw_machine *machine, char *why, size_t why_size)
{
    const char *path = sw_machine_cache_path();
    if (*path)
        return sw_machine_read(machine, path, why, why_size);
    sw_machine_init(machine);
    snprintf(why, why_size,
             "there is no cache: neither XDG_CACHE_HOME nor HOME is a directory to write to");
    return -ENOENT;
}
