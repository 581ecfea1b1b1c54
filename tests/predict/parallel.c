/*
 * The samples made parallel by OpenMP, on two threads: how long they take, serially and by three schedules,
 * by turns. parallel KIND SEED FROM TO ROUNDS prints a line a sample: its number, and ns of serial, static,1,
 * static, dynamic,1.
 *
 * Others that run on the machine only ever make a run longer: of Test1 the least counts, and three that
 * agree are enough. Test2 has more threads than processors, which they get by luck: the mean of the middle half counts, of how many times
 * as long as the serial run beside it each took. What disturbs a machine does so for a second or two: a sample's rounds are as far apart as can be.
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
#define LOCK_1_BEGIN() omp_set_lock(&lock_1)
#define LOCK_1_END()   omp_unset_lock(&lock_1)
#define LOCK_2_BEGIN() omp_set_lock(&lock_2)
#define LOCK_2_END()   omp_unset_lock(&lock_2)

#define NAME(x)        in_turn_##x
#define PARALLEL       _Pragma("omp parallel for schedule(static, 1) num_threads(2)")
#include "tests/predict/loops.h"
#undef NAME
#undef PARALLEL

#define NAME(x)  divided_##x
#define PARALLEL _Pragma("omp parallel for schedule(static) num_threads(2)")
#include "tests/predict/loops.h"
#undef NAME
#undef PARALLEL

#define NAME(x)  dynamic_##x
#define PARALLEL _Pragma("omp parallel for schedule(dynamic, 1) num_threads(2)")
#include "tests/predict/loops.h"

static void (*const runs[])(const struct sample *, const char *) = {serial_run, in_turn_run,
                                                                    divided_run, dynamic_run};

enum { CONFIGURATIONS = 4, AGREE = 3, ROUNDS = 100 };

/* Of a configuration, ascending. */
struct timings {
    double ns[ROUNDS];
    int n;
};

static void add(struct timings *t, double ns)
{
    int i = t->n++;
    for (; i && t->ns[i - 1] > ns; i--)
        t->ns[i] = t->ns[i - 1];
    t->ns[i] = ns;
}

static bool agree(const struct timings *t)
{
    return t->n >= AGREE && t->ns[AGREE - 1] < 1.015 * t->ns[0];
}

/* Returns whether all agree. Of Test2 what is kept is how many times as long as the serial run of the same round: the
 * processor is not always equally fast. */
static bool measure(const struct sample *sample, struct timings t[CONFIGURATIONS])
{
    bool all = true;
    double serial = 0;
    for (int i = 0; i < CONFIGURATIONS; i++) {
        double from = now_ns();
        runs[i](sample, "");
        double took = now_ns() - from;
        serial = i ? serial : took;
        add(&t[i], i && sample->kind == 2 ? took / serial : took);
        all &= agree(&t[i]);
    }
    return all;
}

struct measured {
    struct sample sample;
    struct timings t[CONFIGURATIONS];
    bool enough;
};

/* The mean of the middle half: two ways that luck may take do not make it jump, as they do a median. */
static double middle(const struct timings *t)
{
    double sum = 0;
    int from = t->n / 4, to = t->n - t->n / 4;
    for (int i = from; i < to; i++)
        sum += t->ns[i];
    return sum / (to - from);
}

static void print(const struct measured *m, unsigned number)
{
    double serial = m->sample.kind == 1 ? m->t[0].ns[0] : middle(&m->t[0]);
    printf("%u,%.0f", number, serial);
    for (int i = 1; i < CONFIGURATIONS; i++)
        printf(",%.0f", m->sample.kind == 1 ? m->t[i].ns[0] : serial * middle(&m->t[i]));
    printf("\n");
}

int main(int argc, char **argv)
{
    int rounds = argc == 6 ? atoi(argv[5]) : 0;
    if (rounds < 1 || rounds > ROUNDS)
        return 2;
    unsigned from = (unsigned)atoi(argv[3]), to = (unsigned)atoi(argv[4]);
    struct measured *all = calloc(to - from + 1, sizeof *all);
    if (!all)
        return 1;
    omp_init_lock(&lock_1);
    omp_init_lock(&lock_2);
    omp_set_max_active_levels(2);
    fake_delay_calibrate();
    for (unsigned i = from; i < to; i++)
        sample_make(&all[i - from].sample, atoi(argv[1]), strtoull(argv[2], NULL, 0), i);
    for (int k = 0; k < rounds; k++)
        for (struct measured *m = all; m < all + (to - from); m++)
            if (!m->enough)
                m->enough = measure(&m->sample, m->t) && m->sample.kind == 1;
    for (unsigned i = from; i < to; i++)
        print(&all[i - from], i);
    free(all);
    return 0;
}
