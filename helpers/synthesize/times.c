#include "helpers/synthesize/times.h"

#include <math.h>
#include <string.h>

enum { FEWEST = 3 }; /* crowded ones, for a middle */
#define SURE 0.01

static bool disturbed(const struct sw_time *time)
{
    return time->waited_ns > 5000 + time->ns / 100;
}

/* In order, so that nobody has to sort. */
void sw_times_add(struct sw_times *times, struct sw_time time)
{
    size_t place = times->n;
    while (place && times->all[place - 1].ns > time.ns)
        place--;
    memmove(times->all + place + 1, times->all + place, (times->n - place) * sizeof time);
    times->all[place] = time;
    times->n++;
    times->n_good += !disturbed(&time);
}

bool sw_times_settled(const struct sw_times *times, size_t rounds)
{
    if (!times->crowded)
        return times->n_good >= (rounds + 1) / 2;
    return times->n >= FEWEST && sw_times_doubt(times) < SURE * sw_times_choose(times).ns;
}

/* Luck may have two ways to go, between which a median jumps. */
static struct sw_time middle(const struct sw_times *times)
{
    size_t from = times->n / 4, to = times->n - from;
    struct sw_time sum = {0};
    for (size_t i = from; i < to; i++) {
        sum.ns += times->all[i].ns / (double)(to - from);
        sum.waited_ns += times->all[i].waited_ns / (double)(to - from);
    }
    return sum;
}

struct sw_time sw_times_choose(const struct sw_times *times)
{
    size_t good = 0;
    if (times->crowded)
        return middle(times);
    if (!times->n_good)
        return times->all[0];
    for (size_t i = 0;; i++)
        if (!disturbed(&times->all[i]) && good++ == (times->n_good - 1) / 2)
            return times->all[i];
}

double sw_times_doubt(const struct sw_times *times)
{
    if (!times->crowded)
        return sw_times_choose(times).waited_ns;
    double quartiles = times->all[3 * times->n / 4].ns - times->all[times->n / 4].ns;
    return quartiles / sqrt((double)times->n);
}
