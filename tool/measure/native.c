/* Runs of the program by itself, silently: for the processor time that a simulated one is put right by, and for real times. */
#include "tool/measure/native.h"
#include "analysis/findings/findings.h"
#include "base/clock.h"
#include "base/grow.h"
#include "base/pins.h"
#include "base/processors.h"
#include "collect/collect.h"
#include "console/message.h"
#include "tool/common/program.h"
#include "tool/measure/launch.h"
#include "tool/measure/others.h"

#include <sched.h>
#include <sys/wait.h>

uint64_t sw_pace_time(const struct sw_profiling *p, uint64_t threads, uint64_t limit_ns,
                      const struct sw_child_end *first)
{
    struct sw_child_end end;
    char number[24];
    char **numbered = sw_numbered(p->argv, threads);
    const char *const told[] = {p->front_end->threads_in, number, "OMP_WAIT_POLICY", "passive",
                                NULL};
    snprintf(number, sizeof number, "%" PRIu64, threads);
    sw_progress("a real run");
    bool fine =
        sw_child_again(numbered ? numbered : p->argv,
                       p->front_end->threads_in ? told : p->unprofiled, limit_ns, first, &end);
    sw_progress_erase();
    sw_numbered_release(numbered);
    return fine ? end.cpu_ns : UINT64_MAX;
}

static bool spins(const struct sw_profile *p)
{
    for (size_t i = 0; i < p->n_constructs; i++)
        if (p->constructs[i].kind == SW_CONSTRUCT_SPIN)
            return true;
    return false;
}

static bool is_worth_while(const struct sw_profiling *p, uint64_t one,
                           const struct sw_child_end *first)
{
    const struct sw_profile *profile = p->n_profiles == 1 ? p->profiles : NULL;
    if (!p->front_end->has_only_regions || p->options.meter != SW_METER_TIME || !one || !profile ||
        profile->n_simulations != 1 || p->receiver.n_received != 1)
        return false;
    uint64_t n = profile->simulations->processors;
    return n > 1 && !p->options.force_threads && !p->options.memory &&
           !(profile->flags & SW_PROFILE_INCOMPLETE) && one >= SW_SHORT_RUN_NS &&
           (double)profile->whole.work > SW_PACE_SLIGHT * (double)one &&
           (n <= sw_processors() || !spins(profile)) && !WIFSIGNALED(first->status) &&
           !sw_launch_is_there();
}

/* With native_ns; what was collected stays if that should fail. */
static bool collect_again(struct sw_profiling *p)
{
    struct sw_profile *before = p->profiles;
    p->profiles = NULL;
    p->n_profiles = 0;
    sw_profiling_collect(p, before->status);
    bool done = p->n_profiles == 1;
    if (done) {
        sw_profile_release(before);
        free(before);
    } else {
        free(p->profiles);
        p->profiles = before;
        p->n_profiles = 1;
    }
    return done;
}

enum sw_paced sw_pace_openmp(struct sw_profiling *p, uint64_t one, uint64_t limit_ns,
                             const struct sw_child_end *first)
{
    if (!is_worth_while(p, one, first))
        return SW_PACE_RIGHT;
    uint64_t n = p->profiles->simulations->processors,
             native = limit_ns ? sw_pace_time(p, n, limit_ns, first) : UINT64_MAX;
    if (native == UINT64_MAX)
        return SW_PACE_UNTIMED;
    p->options.native_ns = native > one ? native : one;
    if ((double)p->profiles->whole.work < SW_PACE_SLIGHT * (double)p->options.native_ns)
        return SW_PACE_RIGHT;
    return collect_again(p) ? SW_PACE_PUT_RIGHT : SW_PACE_RIGHT;
}

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
static uint64_t run_real(char *const *argv, const struct sw_child_end *first, unsigned n,
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
    if (time_ns && SW_GROW_ALONE(p->real, p->n_real))
        p->real[p->n_real++] = (struct sw_real_run){.processors = processors, .time_ns = time_ns};
}

void sw_real_runs(struct sw_profile *p, char *const *argv, const struct sw_child_end *first,
                  uint64_t until_ns)
{
    unsigned here = sw_processors();
    bool is_busy = false;
    if (here < 2 || sw_clock_ns() + first->took_ns > until_ns)
        return;
    uint64_t one = run_real(argv, first, 1, until_ns, &is_busy);
    uint64_t all = one ? run_real(argv, first, here, until_ns, &is_busy) : 0;
    if (is_busy)
        p->flags |= SW_PROFILE_CORES_BUSY;
    if (!all || one < LEAST * TICK_NS)
        return;
    add(p, 1, one);
    add(p, here, all);
}
