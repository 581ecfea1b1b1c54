/*
 * The samples made parallel by OpenMP, on two threads: how long they take, serially and by three schedules. The
 * least of several, by turns. parallel KIND SEED FROM TO ROUNDS prints a line a sample: its number,
 * and ns of serial, static,1, static, dynamic,1.
 *
 * The serial runs are timed while the other processor spins: the paper's machine had Turbo Boost off.
 */
#include "tests/predict/sample.h"

#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define SECTION_BEGIN(label)
#define SECTION_END()
#define TASK_BEGIN()
#define TASK_END()
#define DELAY(ns) fake_delay(ns)

#define NAME(x)  serial_##x
#define PARALLEL
#define LOCK_1_BEGIN()
#define LOCK_1_END()
#define LOCK_2_BEGIN()
#define LOCK_2_END()
#include "tests/predict/loops.h"

#undef NAME
#undef PARALLEL
#undef LOCK_1_BEGIN
#undef LOCK_1_END
#undef LOCK_2_BEGIN
#undef LOCK_2_END
static omp_lock_t lock_1, lock_2;
#define NAME(x)        parallel_##x
#define PARALLEL       _Pragma("omp parallel for schedule(runtime) num_threads(2)")
#define LOCK_1_BEGIN() omp_set_lock(&lock_1)
#define LOCK_1_END()   omp_unset_lock(&lock_1)
#define LOCK_2_BEGIN() omp_set_lock(&lock_2)
#define LOCK_2_END()   omp_unset_lock(&lock_2)
#include "tests/predict/loops.h"

static const struct schedule {
    omp_sched_t kind;
    int chunk;
} schedules[] = {{omp_sched_static, 1}, {omp_sched_static, 0}, {omp_sched_dynamic, 1}};

static void least(double *best, double from)
{
    double took = now_ns() - from;
    if (*best == 0 || took < *best)
        *best = took;
}

static void measure(const struct sample *sample, double best[4])
{
    for (int i = 0; i < 3; i++) {
        omp_set_schedule(schedules[i].kind, schedules[i].chunk);
        double from = now_ns();
        parallel_run(sample, "");
        least(&best[1 + i], from);
    }
    double from = now_ns();
    serial_run(sample, "");
    least(&best[0], from);
}

int main(int argc, char **argv)
{
    if (argc != 6)
        return 2;
    unsigned first = (unsigned)atoi(argv[3]), end = (unsigned)atoi(argv[4]);
    int rounds = atoi(argv[5]);
    omp_init_lock(&lock_1);
    omp_init_lock(&lock_2);
    omp_set_max_active_levels(2);
    fake_delay_calibrate();
    for (unsigned i = first; i < end; i++) {
        struct sample sample;
        double best[4] = {0};
        sample_make(&sample, atoi(argv[1]), strtoull(argv[2], NULL, 0), i);
        for (int k = 0; k < rounds; k++)
            measure(&sample, best);
        printf("%u,%.0f,%.0f,%.0f,%.0f\n", i, best[0], best[1], best[2], best[3]);
    }
    return 0;
}
