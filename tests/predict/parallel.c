/*
 * The samples made parallel by OpenMP, on two threads: how long they take, serially and by three schedules.
 * parallel KIND SEED FROM TO MOST prints a line a sample: its number, and ns of serial, static,1,
 * static, dynamic,1.
 *
 * Others that run on the machine only ever make a run longer. So each is the least of several, by turns:
 * until the three least agree, or of MOST.
 */
#include "tests/predict/sample.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define SECTION_BEGIN(label)
#define SECTION_END()
#define TASK_BEGIN()
#define TASK_END()
#define DELAY(ns) fake_delay(ns)

#define NAME(x)   serial_##x
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

enum { CONFIGURATIONS = 4, LEAST = 3 };

/* The least so far of a configuration, ascending. */
struct timings {
    double ns[LEAST];
    int n;
};

static void add(struct timings *t, double ns)
{
    int i = t->n < LEAST ? t->n++ : LEAST;
    for (; i && t->ns[i - 1] > ns; i--)
        if (i < LEAST)
            t->ns[i] = t->ns[i - 1];
    if (i < LEAST)
        t->ns[i] = ns;
}

static bool agree(const struct timings *t)
{
    return t->n == LEAST && t->ns[LEAST - 1] < 1.015 * t->ns[0];
}

/* Returns whether all agree. */
static bool measure(const struct sample *sample, struct timings t[CONFIGURATIONS])
{
    bool all = true;
    for (int i = 0; i < CONFIGURATIONS; i++) {
        if (i)
            omp_set_schedule(schedules[i - 1].kind, schedules[i - 1].chunk);
        double from = now_ns();
        if (i)
            parallel_run(sample, "");
        else
            serial_run(sample, "");
        add(&t[i], now_ns() - from);
        all &= agree(&t[i]);
    }
    return all;
}

int main(int argc, char **argv)
{
    if (argc != 6)
        return 2;
    unsigned first = (unsigned)atoi(argv[3]), end = (unsigned)atoi(argv[4]);
    int most = atoi(argv[5]);
    omp_init_lock(&lock_1);
    omp_init_lock(&lock_2);
    omp_set_max_active_levels(2);
    fake_delay_calibrate();
    for (unsigned i = first; i < end; i++) {
        struct sample sample;
        struct timings t[CONFIGURATIONS] = {0};
        sample_make(&sample, atoi(argv[1]), strtoull(argv[2], NULL, 0), i);
        for (int k = 0; k < most && !measure(&sample, t); k++)
            ;
        printf("%u,%.0f,%.0f,%.0f,%.0f\n", i, t[0].ns[0], t[1].ns[0], t[2].ns[0], t[3].ns[0]);
    }
    return 0;
}
