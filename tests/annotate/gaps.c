/*
 * What is between tasks is told as between tasks: gaps TASKS STEPS GAP EVERY ROUNDS. Rounds of an annotated loop of TASKS
 * iterations of STEPS dependent multiplications; behind every EVERY-th are GAP more, in no task. By turns with rounds of the
 * same tasks and of the same gaps alone: prints what each takes, the mean in nanoseconds of the thread's processor time.
 */
#include <spanwise.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static volatile unsigned long sink;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

__attribute__((noinline)) static unsigned long work(unsigned long x, int steps)
{
    for (int i = 0; i < steps; i++) {
        x = x * 6364136223846793005ul + 1;
        __asm__ volatile("" : "+r"(x)); /* one at a time */
    }
    return x;
}

static double plain(int tasks, int steps)
{
    double start = now();
    unsigned long x = 1;
    for (int i = 0; i < tasks; i++)
        x = work(x, steps);
    sink = x;
    return (now() - start) / tasks;
}

static void annotated(int tasks, int steps, int gap, int every)
{
    unsigned long x = 1;
    PAR_SEC_BEGIN("loop");
    for (int i = 1; i <= tasks; i++) {
        PAR_TASK_BEGIN("t");
        x = work(x, steps);
        PAR_TASK_END();
        if (i % every == 0)
            x = work(x, gap);
    }
    PAR_SEC_END();
    sink = x;
}

int main(int argc, char **argv)
{
    if (argc < 6)
        return 2;
    int tasks = atoi(argv[1]), steps = atoi(argv[2]), gap = atoi(argv[3]), every = atoi(argv[4]);
    int rounds = atoi(argv[5]);
    double task_ns = 0, gap_ns = 0;
    for (int i = 0; i < rounds; i++) {
        task_ns += plain(tasks, steps) / rounds;
        gap_ns += plain(tasks, gap) / rounds;
        annotated(tasks, steps, gap, every);
    }
    printf("%.3f %.3f\n", task_ns, gap_ns);
    return 0;
}
