#include "tool/measure/real.h"
#include "base/clock.h"
#include "base/pins.h"
#include "base/processors.h"
#include "console/progress.h"
#include "tool/common/interrupt.h"
#include "tool/common/numbered.h"
#include "tool/measure/others.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#define TICK_NS 20000000 /* what the kernel's account of them may be off by: ... */
#define LEAST   5        /* ... times that is what a run must take to tell anything */
#define OTHERS  0.15     /* of a core: what other programs may take while it runs */

/* Whether it had more cores than it was given: its threads choose theirs themselves. */
static bool had_more(const struct sw_child_end *end, unsigned n)
{
    return end->cpu_ns > n * end->took_ns + TICK_NS;
}

/* The fastest of some runs; 0: there is none that counts, because others used the cores, too, or for another reason. */
static uint64_t run_on(char *const *argv, const struct sw_child_end *first, unsigned n,
                       uint64_t until_ns, bool *is_busy)
{
    char number[24];
    uint64_t best = 0;
    snprintf(number, sizeof number, "%u", n);
    const char *const environment[] = {"CILK_NWORKERS", number, "OMP_NUM_THREADS", number, NULL};
    for (int i = 0; i < SW_REAL_TRIALS && (!i || sw_clock_ns() + first->took_ns < until_ns); i++) {
        struct sw_child_end end;
        struct sw_others others;
        sw_others_begin(&others);
        sw_progress("a real run on %u core%s", n, n == 1 ? "" : "s");
        bool fine = sw_child_again(argv, environment, sw_child_limit_ns(first), first, &end);
        sw_progress_erase();
        if (!fine || had_more(&end, n))
            return 0;
        double took = (double)end.took_ns;
        if (sw_others_used(&others) * took <= OTHERS * took + TICK_NS &&
            (!best || end.took_ns < best))
            best = end.took_ns;
    }
    *is_busy = !best;
    return best;
}

/* On n cores and no more: a program may have a number of threads of its own. */
static uint64_t run(char *const *argv, const struct sw_child_end *first, unsigned n,
                    uint64_t until_ns, bool *is_busy)
{
    cpu_set_t cores;
    uint64_t time = 0;
    char **numbered = sw_numbered(argv, n);
    if (numbered && sched_getaffinity(0, sizeof cores, &cores) == 0 && sw_pins_keep(n)) {
        time = run_on(numbered, first, n, until_ns, is_busy);
        sched_setaffinity(0, sizeof cores, &cores);
    }
    sw_numbered_release(numbered);
    return time;
}

static void add(struct sw_profile *p, uint64_t processors, uint64_t time_ns)
{
    struct sw_real_run *more = reallocarray(p->real, p->n_real + 1, sizeof *more);
    if (!more || !time_ns)
        return;
    p->real = more;
    p->real[p->n_real++] = (struct sw_real_run){.processors = processors, .time_ns = time_ns};
}

void sw_real_runs(struct sw_profile *p, char *const *argv, const struct sw_child_end *first,
                  uint64_t until_ns)
{
    unsigned here = sw_processors();
    bool is_busy = false;
    if (here < 2 || sw_clock_ns() + first->took_ns > until_ns)
        return;
    uint64_t one = run(argv, first, 1, until_ns, &is_busy);
    uint64_t all = one ? run(argv, first, here, until_ns, &is_busy) : 0;
    if (is_busy)
        p->flags |= SW_PROFILE_CORES_BUSY;
    if (!all || one < LEAST * TICK_NS)
        return;
    add(p, 1, one);
    add(p, here, all);
}
