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
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FITS = 3 };

/* What a visit may be found to take. More is no visit, but somebody who disturbs. */
#define MOST_VISIT_NS 100

struct time {
    double ns, waited_ns;
};

struct times {
    struct time *all;
    size_t n;
};

static int by_time(const void *a, const void *b)
{
    const struct time *x = a, *y = b;
    return (x->ns > y->ns) - (x->ns < y->ns);
}

/* The median of those that nobody disturbed; where there is none, the shortest. */
static struct time choose(struct times *times)
{
    size_t kept = 0;
    qsort(times->all, times->n, sizeof *times->all, by_time);
    for (size_t i = 0; i < times->n; i++)
        if (times->all[i].waited_ns <= 5000 + times->all[i].ns / 100)
            times->all[kept++] = times->all[i];
    return times->all[kept ? (kept - 1) / 2 : 0];
}

static uint64_t thread_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static double replay_serially(uint32_t node)
{
    sw_delay_calibrate();
    sw_delay_settings.scale = 1;
    sw_delay_begin();
    uint64_t start = thread_ns();
    sw_serial_visit(node);
    return (double)(thread_ns() - start);
}

static struct time replay(uint32_t node, const struct sw_replay_way *way, double burden)
{
    sw_delay_calibrate();
    sw_delay_settings.scale = burden;
    uint64_t waited = sw_waited_ns();
    sw_parallel_warm_up(way);
    sw_delay_begin();
    uint64_t start = sw_delay_now();
    sw_parallel_run(node, way);
    uint64_t took = sw_delay_now() - start;
    return (struct time){(double)took, (double)(sw_waited_ns() - waited)};
}

/* What a visit takes is found by the job itself: so that the serial replay takes what the tree says. */
static double fit(uint32_t node)
{
    double length = sw_plan.nodes[node].length, took = 0;
    for (int i = 0; i < FITS; i++) {
        took = replay_serially(node);
        double off = (took - length) / (double)sw_delay_visits();
        if (took > 0.995 * length && took < 1.005 * length)
            break;
        double visit = sw_delay_settings.visit_ns + off;
        sw_delay_settings.visit_ns = visit < 0 ? 0 : visit > MOST_VISIT_NS ? MOST_VISIT_NS : visit;
    }
    return took;
}

static void replay_job(size_t number, struct times *times)
{
    const struct sw_replay_job *job = &sw_plan.jobs[number];
    const double *burdens = sw_plan.burdens + number * sw_plan.n_ways;
    struct times *serial = &times[sw_plan.n_ways];
    for (size_t i = 0; i <= sw_plan.n_ways; i++)
        times[i].n = 0;
    for (uint32_t round = 0; round < job->rounds; round++) {
        double took = round ? replay_serially(job->node) : fit(job->node);
        serial->all[serial->n++] = (struct time){.ns = took};
        for (size_t i = 0; i < sw_plan.n_ways; i++)
            times[i].all[times[i].n++] = replay(job->node, &sw_plan.ways[i], burdens[i]);
    }
    printf("serial %zu %.1f\n", number, choose(serial).ns);
    for (size_t i = 0; i < sw_plan.n_ways; i++) {
        struct time time = choose(&times[i]);
        printf("parallel %zu %zu %.1f %.1f\n", number, i, time.ns, time.waited_ns);
    }
    fflush(stdout);
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
        if (!(times[i].all = calloc(rounds, sizeof *times[i].all)))
            return fail(strerror(ENOMEM));
    if (!times)
        return fail(strerror(ENOMEM));
    for (size_t i = 0; i < sw_plan.n_jobs; i++)
        replay_job(i, times);
    puts("end");
    return 0;
}
