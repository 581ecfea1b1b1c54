/*
 * Synthesizes the jobs of a plan (plan.h) and tells what they took, a line each:
 *   serial JOB NANOSECONDS               by one thread, without any parallel construct
 *   parallel JOB WAY NANOSECONDS DOUBT   and what is not sure of that (times.h)
 *   end
 * The serial run and the parallel ones take turns, so that a machine that slows down slows down both. What disturbs
 * it does so for a second or two: the rounds of a job are as far apart as can be. A job is told again when it has
 * twice as many as before.
 */
#include "helpers/synthesize/times.h"
#include "helpers/synthesize/walk.h"

enum { FITS = 3, TRIES = 3 };

/* What a visit may be found to take. More is no visit, but somebody who disturbs. */
#define MOST_VISIT_NS 100

#define FIT           0.01 /* near enough */
#define FEW_VISITS_NS 5000 /* one in so long, or less */
#define SHORT_NS      20e6 /* a job that can be repeated */

/* What a visit was found to take. */
static double visit_ns;

/* The processor may change its speed meanwhile: a time is as at the speed that the delays were made for. */
static double at_speed(double ns, double per_ns)
{
    return ns * (per_ns + sw_delay_speed()) / (2 * per_ns);
}

static double run_serially(uint32_t node)
{
    double per_ns = sw_delay_speed();
    sw_delay_begin(per_ns, visit_ns, 1);
    uint64_t start = sw_thread_ns();
    sw_serial_visit(node);
    return at_speed((double)(sw_thread_ns() - start), per_ns);
}

static struct sw_time run_parallel(uint32_t node, const struct sw_synthesis_way *way, double burden)
{
    double per_ns = sw_delay_speed();
    uint64_t waited = sw_waited_ns();
    sw_parallel_warm_up(way);
    sw_delay_begin(per_ns, visit_ns, burden);
    uint64_t start = sw_clock_ns();
    sw_parallel_run(node, way);
    double took = at_speed((double)(sw_clock_ns() - start), per_ns);
    return (struct sw_time){took, (double)(sw_waited_ns() - waited)};
}

static double middle_of_three(uint32_t node)
{
    double a = run_serially(node), b = run_serially(node), c = run_serially(node);
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

/* What a visit takes is found by the job itself: so that the serial run takes what the tree says. Where visits
 * are few, they cannot be told from what else disturbs, and do not matter. */
static double fit(uint32_t node)
{
    double length = sw_plan.nodes[node].length, took = 0;
    int fits = length < SHORT_NS ? FITS : FITS - 1;
    for (int i = 0; i < fits; i++) {
        took = length < SHORT_NS ? middle_of_three(node) : run_serially(node);
        double visits = (double)sw_delay_visits(), off = took - length;
        if (fabs(off) < FIT * length || length > FEW_VISITS_NS * visits || i == fits - 1)
            break;
        visit_ns = fmin(fmax(visit_ns + off / visits, 0), MOST_VISIT_NS);
    }
    return took;
}

struct progress {
    struct sw_times *times; /* by way, then the serial one */
    double visit_ns;
    uint32_t round, told;
    bool over;
};

static void tell(size_t number, const struct progress *p)
{
    const struct sw_times *times = p->times;
    printf("serial %zu %.1f\n", number, sw_times_choose(&times[sw_plan.n_ways]).ns);
    for (size_t i = 0; i < sw_plan.n_ways; i++)
        printf("parallel %zu %zu %.1f %.1f\n", number, i, sw_times_choose(&times[i]).ns,
               sw_times_doubt(&times[i]));
    fflush(stdout);
}

/* All ways once. Whether any is to be tried again. */
static bool run_round(size_t number, struct progress *p)
{
    const struct sw_synthesis_job *job = &sw_plan.jobs[number];
    const double *burdens = sw_plan.burdens + number * sw_plan.n_ways;
    bool more = p->round + 1 < job->rounds;
    visit_ns = p->round ? p->visit_ns : visit_ns;
    struct sw_time serial = {p->round ? run_serially(job->node) : fit(job->node), 0};
    p->visit_ns = visit_ns;
    sw_times_add(&p->times[sw_plan.n_ways], serial);
    for (size_t i = 0; i < sw_plan.n_ways; i++) {
        struct sw_times *times = &p->times[i];
        if (p->round < job->rounds || !sw_times_settled(times, job->rounds))
            sw_times_add(times, run_parallel(job->node, &sw_plan.ways[i], burdens[i]));
        more |= !sw_times_settled(times, job->rounds);
    }
    return more;
}

static void run_next(size_t number, struct progress *p)
{
    bool more = run_round(number, p);
    p->round++;
    p->over = !more || p->round >= TRIES * sw_plan.jobs[number].rounds;
    if (p->over || p->round >= 2 * p->told) {
        tell(number, p);
        p->told = p->round;
    }
}

/* NULL: no memory. */
static struct progress *make_progress(void)
{
    size_t n_times = sw_plan.n_ways + 1, n_all = 0;
    for (size_t i = 0; i < sw_plan.n_jobs; i++)
        n_all += TRIES * (size_t)sw_plan.jobs[i].rounds * n_times;
    struct progress *all = calloc(sw_plan.n_jobs + 1, sizeof *all);
    struct sw_times *times = calloc(sw_plan.n_jobs * n_times + 1, sizeof *times);
    struct sw_time *time = calloc(n_all + 1, sizeof *time);
    if (!all || !times || !time)
        return NULL;
    for (size_t i = 0; i < sw_plan.n_jobs; i++) {
        all[i].times = times + i * n_times;
        for (size_t k = 0; k < n_times; k++) {
            all[i].times[k].all = time;
            all[i].times[k].crowded = k < sw_plan.n_ways && sw_plan.ways[k].nested;
            time += TRIES * (size_t)sw_plan.jobs[i].rounds;
        }
    }
    return all;
}

static int fail(const char *why)
{
    fprintf(stderr, "spanwise: cannot replay: %s\n", why);
    return 1;
}

int main(int argc, char **argv)
{
    int error = sw_synthesis_plan_map(&sw_plan, argc == 2 ? atoi(argv[1]) : 0);
    if (error)
        return fail(strerror(-error));
    const char *why = sw_parallel_init();
    if (why)
        return fail(why);
    struct progress *all = make_progress();
    if (!all)
        return fail(strerror(ENOMEM));
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < sw_plan.n_jobs; i++) {
            if (!all[i].over)
                run_next(i, &all[i]);
            more |= !all[i].over;
        }
    }
    puts("end");
    return 0;
}
