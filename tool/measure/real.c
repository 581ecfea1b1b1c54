#include "tool/measure/real.h"
#include "base/processors.h"
#include "tool/common/clock.h"
#include "tool/common/command.h"
#include "tool/common/interrupt.h"
#include "tool/common/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { TRIALS = 3 };
#define TICK_NS 20000000 /* what the kernel's account of them may be off by */
#define OTHERS  0.15     /* of a core: what other programs may take while it runs */

/* Processor time, in seconds, that all programs have taken since the machine was started; -1: not known. */
static double taken_by_all(void)
{
    unsigned long long user, nice, system, idle, wait, irq, soft, steal;
    FILE *f = fopen("/proc/stat", "re");
    int n = f ? fscanf(f, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &user, &nice, &system,
                       &idle, &wait, &irq, &soft, &steal)
              : 0;
    if (f)
        fclose(f);
    return n == 8
               ? (double)(user + nice + system + irq + soft + steal) / (double)sysconf(_SC_CLK_TCK)
               : -1;
}

static double seconds(const struct timeval *t)
{
    return (double)t->tv_sec + (double)t->tv_usec / 1e6;
}

/* ... and what others than our children have. */
static double taken_by_others(void)
{
    struct rusage ours;
    getrusage(RUSAGE_CHILDREN, &ours);
    return taken_by_all() - seconds(&ours.ru_utime) - seconds(&ours.ru_stime);
}

/* The fastest of some runs; 0: there is none that counts. */
static uint64_t run(char *const *argv, const struct sw_child_end *first, unsigned n,
                    uint64_t until_ns)
{
    char number[24];
    uint64_t best = 0;
    snprintf(number, sizeof number, "%u", n);
    const char *const environment[] = {"CILK_NWORKERS", number, "OMP_NUM_THREADS", number, NULL};
    struct sw_child child = {.argv = argv,
                             .environment = environment,
                             .silent = 1,
                             .limit_ns = 5 * first->took_ns + 5000000000,
                             .poll_fd = -1};
    for (int i = 0; i < TRIALS && (!i || sw_clock_ns() + first->took_ns < until_ns); i++) {
        struct sw_child_end end;
        double others = taken_by_others();
        sw_progress("a real run on %u core%s", n, n == 1 ? "" : "s");
        int error = sw_child_run(&child, &end);
        sw_progress_erase();
        if (error || end.status != first->status || sw_interrupt_asked())
            return 0;
        others = taken_by_others() - others;
        if (others * 1e9 <= OTHERS * (double)end.took_ns + TICK_NS && (!best || end.took_ns < best))
            best = end.took_ns;
    }
    return best;
}

static void add(struct sw_profile *p, uint64_t processors, uint64_t time_ns)
{
    struct sw_real_run *more = reallocarray(p->real, p->n_real + 1, sizeof *more);
    if (!more || !time_ns)
        return;
    p->real = more;
    p->real[p->n_real++] = (struct sw_real_run){processors, time_ns};
}

void sw_real_runs(struct sw_profile *p, char *const *argv, const struct sw_child_end *first,
                  uint64_t until_ns)
{
    unsigned here = sw_processors();
    if (here < 2 || sw_clock_ns() + first->took_ns > until_ns)
        return;
    uint64_t one = run(argv, first, 1, until_ns);
    uint64_t all = one ? run(argv, first, here, until_ns) : 0;
    if (!all)
        return;
    add(p, 1, one);
    add(p, here, all);
}
