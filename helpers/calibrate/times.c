/* Collects the times of one thing, and says which of them counts. */
#include "helpers/calibrate/times.h"
#include "base/order.h"

enum { CLOCK_READINGS = 200, LEAST = 40, PATIENCE = 10 };

void sw_times_begin(struct sw_times *times)
{
    times->n = 0;
    times->start_ns = sw_now_ns();
}

bool sw_times_note(struct sw_times *times, double ns)
{
    times->ns[times->n++] = ns;
    double limit = times->n < LEAST ? PATIENCE * times->limit_ns : times->limit_ns;
    return times->n < times->enough && sw_now_ns() - times->start_ns < limit;
}

static int by_value(const void *a, const void *b)
{
    return SW_RISING(*(const double *)a, *(const double *)b);
}

double sw_times_below(struct sw_times *times, double part)
{
    qsort(times->ns, (size_t)times->n, sizeof *times->ns, by_value);
    return times->n ? times->ns[(int)(times->n * part)] : 0;
}

struct sw_figure sw_times_figure(struct sw_times *times, double batch)
{
    double quarter = sw_times_below(times, 0.25);
    return (struct sw_figure){quarter / batch, (sw_times_below(times, 0.75) - quarter) / batch};
}

double sw_clock_cost_ns(void)
{
    double least = 1e9;
    for (int i = 0; i < CLOCK_READINGS; i++) {
        double start = sw_now_ns(), cost = (sw_now_ns() - start);
        least = cost < least ? cost : least;
    }
    return least;
}

void sw_spin_ns(double ns)
{
    double end = sw_now_ns() + ns;
    while (sw_now_ns() < end)
        ;
}

void sw_figure_print(const char *key, struct sw_figure figure)
{
    double value = figure.value > 0 ? figure.value : 0;
    printf("%s = %.1f spread %.1f\n", key, value, figure.spread > 0 ? figure.spread : 0);
}
