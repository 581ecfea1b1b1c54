/*
 * Runs any program translated: LD_PRELOAD=this. What it counts is nobody's profile; with COUNT=FILE
 * it is written there at the end, for the first thread.
 */
#include "target/translate/memory.h"
#include "target/translate/translate.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char trouble[256];

static __attribute__((constructor(101))) void start(void)
{
    const char *why;
    if (sw_translate_init(&why) && (!getenv("TRAFFIC") || sw_memory_init()))
        sw_translate_start(false, trouble, sizeof trouble);
    else
        dprintf(2, "not translated: %s\n", why);
}

static void write_traffic(const char *path)
{
    uint32_t n;
    const struct sw_memory_site *sites = sw_memory_sites(&n);
    FILE *f = fopen(path, "w");
    for (uint32_t i = 0; f && i < n; i++)
        if (sites[i].fills[0][0] || sites[i].fills[1][0] || sites[i].back[0][0]) {
            fprintf(f, "%lx %u", (unsigned long)sites[i].pc, sites[i].what);
            for (unsigned k = 0; k < SW_CAPACITIES; k++)
                fprintf(f, " %u/%u,%u/%u", sites[i].fills[0][k], sites[i].back[0][k],
                        sites[i].fills[1][k], sites[i].back[1][k]);
            fprintf(f, "\n");
        }
    if (f) {
        fprintf(f, "unknown %lu lost %lu sites %u\n", (unsigned long)sw_memory_unknown,
                (unsigned long)sw_memory_lost, n);
        fclose(f);
    }
}

static __attribute__((destructor(101))) void stop(void)
{
    uint64_t count = sw_translated.counter;
    const char *path = getenv("COUNT");
    if (getenv("TRAFFIC"))
        write_traffic(getenv("TRAFFIC"));
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    if (fd < 0)
        return;
    dprintf(fd, "%lu%s\n", (unsigned long)count, trouble);
    close(fd);
}
