/* Reads /proc/stat before and after a run: what the processors did that was not ours. */
#include "tool/measure/others.h"
#include "base/clock.h"
#include "tool/measure/trial.h"

#include <sched.h>
#include <sys/resource.h>

/* "cpu3 USER NICE SYSTEM IDLE IOWAIT IRQ SOFTIRQ STEAL ...", in ticks. */
static uint64_t ticks_of(const char *line, const cpu_set_t *allowed)
{
    unsigned long long t[8] = {0};
    unsigned cpu;
    if (sscanf(line, "cpu%u %llu %llu %llu %llu %llu %llu %llu %llu", &cpu, &t[0], &t[1], &t[2],
               &t[3], &t[4], &t[5], &t[6], &t[7]) < 5 ||
        (cpu < CPU_SETSIZE && !CPU_ISSET(cpu, allowed)))
        return 0;
    return t[0] + t[1] + t[2] + t[5] + t[6] + t[7];
}

uint64_t sw_others_busy(const char *root)
{
    char path[256], *line = NULL;
    size_t size = 0;
    uint64_t ticks = 0;
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) < 0)
        memset(&allowed, 0xff, sizeof allowed);
    snprintf(path, sizeof path, "%s/proc/stat", root);
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    while (getline(&line, &size, file) > 0 && !strncmp(line, "cpu", 3))
        ticks += line[3] == ' ' ? 0 : ticks_of(line, &allowed);
    free(line);
    fclose(file);
    return ticks * (1000000000 / (uint64_t)sysconf(_SC_CLK_TCK));
}

/* Of this process, and of all that it has waited for. */
static uint64_t own(void)
{
    static const int whose[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
    uint64_t sum = 0;
    for (int i = 0; i < 2; i++) {
        struct rusage use;
        if (getrusage(whose[i], &use) == 0)
            sum += sw_cpu_ns(&use);
    }
    return sum;
}

void sw_others_begin(struct sw_others *o)
{
    *o = (struct sw_others){sw_others_busy(""), own(), sw_clock_ns()};
}

double sw_others_used(const struct sw_others *o)
{
    uint64_t busy = sw_others_busy("") - o->busy, mine = own() - o->own,
             time = sw_clock_ns() - o->time;
    return o->busy && busy > mine && time ? (double)(busy - mine) / (double)time : 0;
}
