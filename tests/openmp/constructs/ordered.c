/* ordered: the body's ordered part runs in the order of the iterations, whatever the schedule. */
#include "suite.h"

static int next;

static void turn(int line, int want)
{
    same_at(line, "next", next, want);
    next++;
}

static void ended(int line, int count)
{
    same_at(line, "iterations", next, count);
    next = 0;
}

#define RUN(schedule, type, from, test, to, change, index, count) \
    do {                                                          \
        _Pragma(schedule) for (type i = from; i test to; change)  \
        {                                                         \
            for (volatile int k = 0; k < (int)(i % 7) * 10; k++)  \
                ;                                                 \
            _Pragma("omp ordered") turn(__LINE__, (int)(index));  \
        }                                                         \
        ended(__LINE__, count);                                   \
    } while (0)

#define ALL(type, from, test, to, change, index, count)                                           \
    do {                                                                                          \
        RUN("omp parallel for ordered", type, from, test, to, change, index, count);              \
        RUN("omp parallel for ordered schedule(static)", type, from, test, to, change, index,     \
            count);                                                                               \
        RUN("omp parallel for ordered schedule(static, 3)", type, from, test, to, change, index,  \
            count);                                                                               \
        RUN("omp parallel for ordered schedule(dynamic)", type, from, test, to, change, index,    \
            count);                                                                               \
        RUN("omp parallel for ordered schedule(dynamic, 4)", type, from, test, to, change, index, \
            count);                                                                               \
        RUN("omp parallel for ordered schedule(guided)", type, from, test, to, change, index,     \
            count);                                                                               \
        RUN("omp parallel for ordered schedule(runtime)", type, from, test, to, change, index,    \
            count);                                                                               \
        RUN("omp parallel for ordered schedule(auto)", type, from, test, to, change, index,       \
            count);                                                                               \
    } while (0)

/* Where only some iterations have an ordered part. (With nowait, and another ordered loop behind it, libgomp itself
 * loses its order or hangs, once in some thousand times: its threads have one semaphore each for all loops.) */
static void some(void)
{
    int seen = -1, count = 0, later = 99;
#pragma omp parallel
    {
#pragma omp for ordered schedule(dynamic, 2)
        for (int i = 0; i < 100; i++) {
            if (i % 3 == 0) {
#pragma omp ordered
                {
                    holds(i > seen);
                    seen = i;
                    count++;
                }
            }
        }
#pragma omp for ordered schedule(static, 1)
        for (int i = 100; i < 150; i++) {
#pragma omp ordered threads
            {
                same(later, i - 1);
                later = i;
            }
        }
    }
    same(count, 34);
    same(later, 149);
}

int main(void)
{
    printf("%d threads\n", omp_get_max_threads());
    ALL(int, 0, <, 60, i++, i, 60);
    ALL(int, 60, >, 0, i--, 60 - i, 60);
    ALL(long, 0, <, 60, i += 2, i / 2, 30);
    ALL(unsigned long long, 5, <, 65, i++, i - 5, 60);
    ALL(int, 5, <, 5, i++, 0, 0);
    omp_set_schedule(omp_sched_guided, 2);
    ALL(unsigned long long, 60, >, 0, i -= 2, (60 - i) / 2, 30);
    omp_set_schedule(omp_sched_static, 0);
    ALL(int, 0, <, 50, i++, i, 50);
    some();
    return finish();
}
