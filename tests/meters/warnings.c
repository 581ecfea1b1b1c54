/* What was not counted is in the profile's warnings. */
#include "collect/front_end.h"
#include "tests/check.h"

#include <errno.h>
#include <stdlib.h>

#define THREADS 3

static struct sw_live *live;
static struct sw_thread threads[THREADS];

static bool warns_of(const struct sw_profile *p, const char *words)
{
    for (size_t i = 0; i < p->n_warnings; i++)
        if (strstr(p->warnings[i], words))
            return true;
    return false;
}

/* One of the threads has this; what the profile says of it. */
static void check_warning(struct sw_perf_meter meter, const char *words)
{
    struct sw_profile p;
    sw_profile_init(&p);
    memset(threads, 0, sizeof threads);
    threads[1].meter.perf = meter;
    sw_perf_warnings(&p, live);
    CHECK_EQ(p.n_warnings, *words != 0);
    CHECK(!*words || warns_of(&p, words));
    sw_profile_release(&p);
}

int main(void)
{
    live = calloc(1, sizeof *live);
    if (!live)
        return 1;
    for (int i = 0; i < THREADS; i++)
        live->threads[i] = &threads[i];
    atomic_store(&live->n_threads, THREADS);
    check_warning((struct sw_perf_meter){0}, "");
    check_warning((struct sw_perf_meter){.enabled_ns = 5, .running_ns = 5}, "");
    check_warning((struct sw_perf_meter){.end = SW_PERF_TAKEN},
                  "the kernel took the counter from 1 thread:");
    check_warning((struct sw_perf_meter){.end = SW_PERF_CLOSED},
                  "closed the file of the counter of 1 thread:");
    check_warning((struct sw_perf_meter){.enabled_ns = 1000, .running_ns = 250}, "at least 25%");
    check_warning((struct sw_perf_meter){.error = -EMFILE},
                  "1 thread could not be counted (Too many open files)");
    free(live);
    return check_done();
}
