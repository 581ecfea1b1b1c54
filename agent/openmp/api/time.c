/* omp_get_wtime() and omp_get_wtick(), in simulated time. */
#include "agent/openmp/api/api.h"
#include "agent/openmp/simulator/wallclock.h"

#include <time.h>

SW_API double omp_get_wtime(void)
{
    return (double)sw_omp_wallclock() / 1e9;
}

SW_API double omp_get_wtick(void)
{
    struct timespec step;
    clock_getres(CLOCK_MONOTONIC, &step);
    return (double)step.tv_sec + (double)step.tv_nsec / 1e9;
}

SW_API_GET(double, omp_get_wtime)
SW_API_GET(double, omp_get_wtick)
