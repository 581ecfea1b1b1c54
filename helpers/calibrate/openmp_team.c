#include "helpers/calibrate/openmp_team.h"

#include <unistd.h>

enum { LEAST = 10 };
#define STEADY_NS 100
#define HASTE_NS  2e6

struct sw_omp_runtime sw_omp;
struct sw_times sw_team_times;
double sw_team_clock_ns;
atomic_bool sw_team_more;
struct sw_team_had sw_team_had[2];

static double began_ns, most_each_ns, most_all_ns;
static _Alignas(128) int length;

void sw_team_begin(double each_ns, double all_ns)
{
    began_ns = sw_now_ns();
    most_each_ns = each_ns;
    most_all_ns = all_ns;
    sw_team_clock_ns = sw_clock_cost_ns();
}

bool sw_team_may_try(double since_ns)
{
    double now = sw_now_ns();
    return now - since_ns < most_each_ns && now - began_ns < most_all_ns;
}

void sw_team_run(sw_omp_body *function, void *data, unsigned threads)
{
    if (!sw_team_may_try(sw_now_ns())) /* the rest in haste */
        sw_team_times.limit_ns = HASTE_NS;
    sw_times_begin(&sw_team_times);
    sw_team_more = true;
    sw_omp.parallel(function, data, threads, 0);
}

struct sw_figure sw_team_time(sw_omp_body *function, unsigned threads)
{
    sw_team_run(function, NULL, threads);
    return sw_times_figure(&sw_team_times, 1);
}

bool sw_team_try(sw_omp_body *function, unsigned threads, struct sw_figure *figure)
{
    double start = sw_now_ns();
    while (sw_team_may_try(start)) {
        *figure = sw_team_time(function, threads);
        if (sw_team_value(0.25) > 0 && figure->value < SW_TEAM_MEETING_NS)
            return true;
        usleep(20000);
    }
    *figure = (struct sw_figure){0};
    return false;
}

double sw_team_value(double part)
{
    double low = sw_times_below(&sw_team_times, 0.05), value = sw_times_below(&sw_team_times, part);
    return sw_team_times.n < LEAST || value > 2 * low + STEADY_NS ? 0 : value;
}

bool sw_team_note_crowd(double ns, unsigned long own, unsigned long others)
{
    if (others < own / 3 || others > own * 3)
        return sw_team_may_try(sw_team_times.start_ns);
    return sw_times_note(&sw_team_times, ns / (double)(own + others));
}

void sw_team_set_work(int turns)
{
    length = turns;
}

void sw_team_work(void)
{
    for (int i = 0; i < length; i++)
        __asm__ volatile("");
}

double sw_team_work_ns(void)
{
    bool go;
    sw_times_begin(&sw_team_times);
    do {
        double start = sw_now_ns();
        sw_team_work();
        go = sw_times_note(&sw_team_times, sw_now_ns() - start - sw_team_clock_ns);
    } while (go);
    return sw_times_figure(&sw_team_times, 1).value;
}
