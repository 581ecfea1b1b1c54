/*
 * Replays the jobs of a plan (plan.h) and tells what they took, a line each:
 *   serial JOB NANOSECONDS               by one thread, without any parallel construct
 *   parallel JOB WAY NANOSECONDS WAITED  and what its threads waited for a processor meanwhile
 *   end
 * A serial replay and the parallel ones take turns, so that a machine that slows down slows down both.
 */
#include "replay/delay.h"
#include "replay/waited.h"
#include "replay/walk.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FITS = 3, TRIES = 2 };

/* What a visit may be found to take. More is no visit, but somebody who disturbs. */
#define MOST_VISIT_NS 100

#define FIT           0.01 /* near enough */
#define FEW_VISITS_NS 5000 /* one in so long, or less */
#define SHORT_NS      20e6 /* a job that can be repeated */

struct time {
    double ns, waited_ns;
};

struct times {
    struct time *all;
    size_t n, n_good;
};

static bool disturbed(const struct time *time)
{
    return time->waited_ns > 5000 + time->ns / 100;
}

static void add(struct times *times, struct time time)
{
    times->all[times->n++] = time;
    times->n_good += !disturbed(&time);
}

static int by_time(const void *a, const void *b)
{
    const struct time *x = a, *y = b;
    return (x->ns > y->ns) - (x->ns < y->ns);
}

/* The median of those that nobody disturbed; where there is none, or nobody knows, the shortest: others only ever
 * make a run longer. */
static struct time choose(struct times *times, bool unknown)
{
    size_t kept = 0;
    qsort(times->all, times->n, sizeof *times->all, by_time);
    for (size_t i = 0; i < times->n; i++)
        if (!disturbed(&times->all[i]))
            times->all[kept++] = times->all[i];
    return times->all[kept && !unknown ? (kept - 1) / 2 : 0];
}

static uint64_t thread_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* What a visit was found to take. */
static double visit_ns;

/* The processor may change its speed meanwhile: a time is as at the speed that the delays were made for. */
static double at_speed(double ns, double per_ns)
{
    return ns * (per_ns + sw_delay_speed()) / (2 * per_ns);
}

static double replay_serially(uint32_t node)
{
    double per_ns = sw_delay_speed();
    sw_delay_begin(per_ns, visit_ns, 1);
    uint64_t start = thread_ns();
    sw_serial_visit(node);
    return at_speed((double)(thread_ns() - start), per_ns);
}

static struct time replay(uint32_t node, const struct sw_replay_way *way, double burden)
{
    double per_ns = sw_delay_speed();
    uint64_t waited = sw_waited_ns();
    sw_parallel_warm_up(way);
    sw_delay_begin(per_ns, visit_ns, burden);
    uint64_t start = sw_delay_now();
    sw_parallel_run(node, way);
    double took = at_speed((double)(sw_delay_now() - start), per_ns);
    /* Teams inside of teams are more threads than processors: they wait for each other. */
    return (struct time){took, way->nested ? 0 : (double)(sw_waited_ns() - waited)};
}

static double middle_of_three(uint32_t node)
{
    double a = replay_serially(node), b = replay_serially(node), c = replay_serially(node);
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

/* What a visit takes is found by the job itself: so that the serial replay takes what the tree says. Where visits
 * are few, they cannot be told from what else disturbs, and do not matter. */
static double fit(uint32_t node)
{
    double length = sw_plan.nodes[node].length, took = 0;
    int fits = length < SHORT_NS ? FITS : FITS - 1;
    for (int i = 0; i < fits; i++) {
        took = length < SHORT_NS ? middle_of_three(node) : replay_serially(node);
        double visits = (double)sw_delay_visits(), off = took - length;
        if (fabs(off) < FIT * length || length > FEW_VISITS_NS * visits || i == fits - 1)
            break;
        visit_ns = fmin(fmax(visit_ns + off / visits, 0), MOST_VISIT_NS);
    }
    return took;
}

static void tell(size_t number, struct times *serial, struct times *times)
{
    printf("serial %zu %.1f\n", number, choose(serial, false).ns);
    for (size_t i = 0; i < sw_plan.n_ways; i++) {
        struct time time = choose(&times[i], sw_plan.ways[i].nested);
        printf("parallel %zu %zu %.1f %.1f\n", number, i, time.ns, time.waited_ns);
    }
    fflush(stdout);
}

/* Those that were disturbed are tried again, for a while. */
static void replay_job(size_t number, struct times *times)
{
    const struct sw_replay_job *job = &sw_plan.jobs[number];
    const double *burdens = sw_plan.burdens + number * sw_plan.n_ways;
    struct times *serial = &times[sw_plan.n_ways];
    bool more = true;
    for (size_t i = 0; i <= sw_plan.n_ways; i++)
        times[i].n = times[i].n_good = 0;
    for (uint32_t round = 0; more && round < TRIES * job->rounds; round++) {
        add(serial, (struct time){round ? replay_serially(job->node) : fit(job->node), 0});
        more = round + 1 < job->rounds;
        for (size_t i = 0; i < sw_plan.n_ways; i++) {
            if (round < job->rounds || times[i].n_good < (job->rounds + 1) / 2)
                add(&times[i], replay(job->node, &sw_plan.ways[i], burdens[i]));
            more |= times[i].n_good < (job->rounds + 1) / 2;
        }
    }
    tell(number, serial, times);
}

static int fail(const char *why)
{
    fprintf(stderr, "spanwise: cannot replay: %s\n", why);
    return 1;
}

int main(int argc, char **argv)
{
    int error = sw_replay_plan_map(&sw_plan, argc == 2 ? atoi(argv[1]) : 0);
    if (error)
        return fail(strerror(-error));
    const char *why = sw_parallel_init();
    if (why)
        return fail(why);
    uint32_t rounds = 1;
    for (size_t i = 0; i < sw_plan.n_jobs; i++)
        rounds = sw_plan.jobs[i].rounds > rounds ? sw_plan.jobs[i].rounds : rounds;
    struct times *times = calloc(sw_plan.n_ways + 1, sizeof *times);
    for (size_t i = 0; times && i <= sw_plan.n_ways; i++)
        if (!(times[i].all = calloc(TRIES * rounds, sizeof *times[i].all)))
            return fail(strerror(ENOMEM));
    if (!times)
        return fail(strerror(ENOMEM));
    for (size_t i = 0; i < sw_plan.n_jobs; i++)
        replay_job(i, times);
    puts("end");
    return 0;
}
