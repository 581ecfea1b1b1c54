/* Signals from many sensors, each of which is smoothed. */
#include "shared.h"

enum { SENSORS = 20000, BATCH = 250 };
static uint32_t signals[SENSORS];

static void smooth(uint32_t *signal)
{
    uint32_t x = *signal;
    for (int i = 0; i < 150; i++)
        x = (x ^ x >> 15) * 2246822519u + 1;
    *signal = x;
}

static void smooth_all(void)
{
#pragma omp parallel
#pragma omp single
#ifdef REPAIRED
    for (int s = 0; s < SENSORS; s += BATCH) {
#pragma omp task
        for (int i = s; i < s + BATCH; i++)
            smooth(&signals[i]);
    }
#else
    for (int s = 0; s < SENSORS; s++) {
#pragma omp task
        smooth(&signals[s]);
    }
#endif
}

int main(int argc, char **argv)
{
    for (uint32_t s = 0; s < SENSORS; s++)
        signals[s] = s * 2654435761u;
    long times = scaled(argc, argv, 80);
    for (long t = 0; t < times; t++)
        smooth_all();
    uint64_t sum = 0;
    for (int s = 0; s < SENSORS; s++)
        sum = sum * 31 + signals[s];
    return print_sum(sum);
}
