/*
 * What annotations cost, and what is measured: cost TASKS STEPS ROUNDS [lock|noisy]. Rounds of a loop as it is, and of the
 * same loop annotated, by turns; each of TASKS iterations of STEPS dependent multiplications. With "lock" each task takes a
 * lock for the second half of them; with "noisy" they are STEPS on average, from half to one and a half times that.
 * Prints, in nanoseconds of the thread's processor time: an iteration as it is and annotated, the least of all rounds; the
 * mean of those as it is; and what a reading of the clock takes.
 */
#include <spanwise.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static volatile unsigned long sink;
static int noisy, locks;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static inline uint64_t read_clock(void)
{
#if defined __aarch64__
    uint64_t t;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(t));
    return t;
#else
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
#endif
}

__attribute__((noinline)) static unsigned long work(unsigned long x, int steps)
{
    for (int i = 0; i < steps; i++) {
        x = x * 6364136223846793005ul + 1;
        __asm__ volatile("" : "+r"(x)); /* one at a time */
    }
    return x;
}

static inline int steps_of(int i, int steps)
{
    return noisy ? steps / 2 + (int)(((unsigned)i * 2654435761u >> 8) % (unsigned)(steps + 1))
                 : steps;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double plain(int tasks, int steps)
{
    double start = now();
    unsigned long x = 1;
    for (int i = 0; i < tasks; i++)
        x = work(x, steps_of(i, steps));
    sink = x;
    return (now() - start) / tasks;
}

static double annotated(int tasks, int steps)
{
    double start = now();
    unsigned long x = 1;
    PAR_SEC_BEGIN("loop");
    for (int i = 0; i < tasks; i++) {
        PAR_TASK_BEGIN("t");
        x = work(x, steps_of(i, steps));
        PAR_TASK_END();
    }
    PAR_SEC_END();
    sink = x;
    return (now() - start) / tasks;
}

static double locked(int tasks, int steps)
{
    double start = now();
    unsigned long x = 1;
    PAR_SEC_BEGIN("loop");
    for (int i = 0; i < tasks; i++) {
        PAR_TASK_BEGIN("t");
        x = work(x, steps - steps / 2);
        LOCK_BEGIN(1);
        x = work(x, steps / 2);
        LOCK_END(1);
        PAR_TASK_END();
    }
    PAR_SEC_END();
    sink = x;
    return (now() - start) / tasks;
}

static double reading(void)
{
    double start = now();
    for (int i = 0; i < 10000; i++)
        sink = read_clock();
    return (now() - start) / 10000;
}

int main(int argc, char **argv)
{
    int tasks = argc > 1 ? atoi(argv[1]) : 10000, steps = argc > 2 ? atoi(argv[2]) : 100;
    int rounds = argc > 3 ? atoi(argv[3]) : 50;
    const char *kind = argc > 4 ? argv[4] : "";
    noisy = !strcmp(kind, "noisy");
    locks = !strcmp(kind, "lock");
    double bare = 1e9, marked = 1e9, clock = 1e9, mean = 0;
    for (int i = 0; i < rounds; i++) {
        double one = plain(tasks, steps);
        mean += one / rounds;
        bare = least(bare, one);
        marked = least(marked, (locks ? locked : annotated)(tasks, steps));
        clock = least(clock, reading());
    }
    printf("%.3f %.3f %.3f %.3f\n", bare, marked, mean, clock);
    return 0;
}
