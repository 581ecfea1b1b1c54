/*
 * Runs any program translated: LD_PRELOAD=this. What it counts is nobody's profile; with COUNT=FILE
 * it is written there at the end, for the first thread. TRAFFIC=FILE: traffic with memory (memory.h), of windows (windows.h) with WINDOWS=NS:APART;
 * SHARED=FILE: with it, shared lines
 * (shared.h) of logical threads that the program tells of by translated_thread(), all in parallel. translated_aside() tells
 * how many instructions are counted while a function runs aside.
 */
#include "agent/translate/memory.h"
#include "agent/translate/shared.h"
#include "agent/translate/translate.h"
#include "agent/translate/windows.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char trouble[256];
static struct sw_live_shared *shared;

__attribute__((visibility("default"))) void translated_thread(unsigned thread);

__attribute__((visibility("default"))) uint64_t translated_aside(void (*function)(void *),
                                                                 void *argument);
uint64_t translated_aside(void (*function)(void *), void *argument)
{
    uint64_t before = sw_translated.counter;
    sw_translate_aside(function, argument);
    return *(volatile uint64_t *)&sw_translated.counter - before;
}

static bool share(void)
{
    extern const char __ehdr_start, etext;
    if (!getenv("SHARED"))
        return true;
    sw_translate_own((uint64_t)&__ehdr_start, (uint64_t)&etext);
    return (shared = calloc(1, sizeof *shared)) && sw_shared_init(shared);
}

void translated_thread(unsigned thread)
{
    static const uint32_t before[64];
    const struct sw_shared_now now = {.before = before, .n = 64, .thread = thread, .clock = 1};
    if (!shared)
        return;
    sw_shared_stop();
    sw_shared_run(&now);
}

static void write_shared(const char *path)
{
    uint64_t transfers = 0, same = 0, atomic = 0, block_bytes = 0;
    FILE *f = fopen(path, "w");
    sw_shared_stop();
    sw_shared_sum();
    for (int i = 0; i < SW_SHARED_PAIRS; i++) {
        transfers += sw_shared_estimate(shared->pairs[i].transfers, &shared->pairs[i].few);
        same += shared->pairs[i].same_bytes;
        atomic += shared->pairs[i].atomic;
        block_bytes = shared->pairs[i].allocated ? shared->pairs[i].block_bytes : block_bytes;
    }
    if (f) {
        fprintf(f, "%lu %lu %lu %lu\n", (unsigned long)transfers, (unsigned long)same,
                (unsigned long)atomic, (unsigned long)block_bytes);
        fclose(f);
    }
}

static bool follow(void)
{
    unsigned long ns = 0, apart = 0;
    sscanf(getenv("WINDOWS") ? getenv("WINDOWS") : "", "%lu:%lu", &ns, &apart);
    return !getenv("TRAFFIC") || sw_memory_init(NULL, ns, apart);
}

static __attribute__((constructor(101))) void start(void)
{
    const char *why;
    if (sw_translate_init(&why) && follow() && share())
        sw_translate_start(false, trouble, sizeof trouble);
    else
        dprintf(2, "not translated: %s\n", why);
}

static void write_traffic(const char *path)
{
    const struct sw_live_memory *m = sw_memory();
    const struct sw_memory_site *sites = m->sites;
    uint32_t n = m->n_sites, chained = 0;
    FILE *f = fopen(path, "w");
    for (uint32_t i = 0; f && i < n; i++) {
        const struct sw_traffic *t = &sites[i].traffic;
        chained += sites[i].chained[0];
        if (t->fills[0][0] || t->fills[1][0] || t->back[0][0]) {
            fprintf(f, "%lx %u", (unsigned long)sites[i].pc, sites[i].what);
            for (unsigned k = 0; k < SW_CAPACITIES; k++)
                fprintf(f, " %u/%u,%u/%u", t->fills[0][k], t->back[0][k], t->fills[1][k],
                        t->back[1][k]);
            fprintf(f, "\n");
        }
    }
    if (f) {
        if (sw_windows_are_on())
            fprintf(f, "unknown of all %lu in windows %lu counted %lu\n",
                    (unsigned long)(sw_windows_passed[0] + sw_windows_passed[1]),
                    (unsigned long)sw_windows_passed[1], (unsigned long)sw_translated.counter);
        fprintf(f, "unknown %lu lost %lu sites %u told %lu chained %u\n", (unsigned long)m->unknown,
                (unsigned long)m->lost, n, (unsigned long)m->told, chained);
        fclose(f);
    }
}

static __attribute__((destructor(101))) void stop(void)
{
    uint64_t count = sw_translated.counter;
    const char *path = getenv("COUNT");
    if (getenv("TRAFFIC"))
        write_traffic(getenv("TRAFFIC"));
    if (shared)
        write_shared(getenv("SHARED"));
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    if (fd < 0)
        return;
    dprintf(fd, "%lu%s\n", (unsigned long)count, trouble);
    close(fd);
}
