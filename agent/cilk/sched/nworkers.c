/* How many workers: as the program or CILK_NWORKERS says, or as the process has processors. */
#include "agent/cilk/sched/worker.h"
#include "base/processors.h"

#include <stdio.h>
#include <stdlib.h>

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
    if (!given || !*given) {
        unsigned n = sw_processors();
        return n < SW_WORKERS_MAX ? n : SW_WORKERS_MAX;
    }
    unsigned asked = parse(given);
    if (asked)
        return asked;
    fprintf(stderr, "spanwise: CILK_NWORKERS=%s: not a number of workers from 1 to %d\n", given,
            SW_WORKERS_MAX);
    exit(2);
}
