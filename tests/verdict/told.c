/* Says in the file $LOG, a line for each run: real or simulated, the cores that it may use, the threads that it is told to make ("-": it is not
 * told), its arguments. It makes four, as many programs do that have an option for it. */
#define _GNU_SOURCE
#include "tests/verdict/noted.h"

#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_simulated(void)
{
    char line[4096];
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && !found && fgets(line, sizeof line, maps))
        found = strstr(line, "libspanwise") && !strstr(line, "libspanwise-calls");
    if (maps)
        fclose(maps);
    return found;
}

int main(int argc, char **argv)
{
    cpu_set_t set;
    long sum = 0;
    const char *told = getenv("OMP_NUM_THREADS");
    char line[200];
    sched_getaffinity(0, sizeof set, &set);
    int at = snprintf(line, sizeof line, "%s %d %s", is_simulated() ? "simulated" : "real",
                      CPU_COUNT(&set), told ? told : "-");
    for (int i = 1; i < argc; i++)
        at += snprintf(line + at, sizeof line - (size_t)at, " %s", argv[i]);
    note_run(strcat(line, "\n"));
    omp_set_num_threads(4);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 1000; i++)
        sum += i;
    printf("%ld\n", sum);
    return 0;
}
