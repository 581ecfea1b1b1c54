/* What these programs share: a check that names its line, and a place where another thread may run. */
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK(x)                                                       \
    do {                                                               \
        if (!(x)) {                                                    \
            dprintf(2, "%s:%d: not so: %s\n", __FILE__, __LINE__, #x); \
            _exit(99);                                                 \
        }                                                              \
    } while (0)

static inline void hop(void)
{
    for (int i = 0; i < 4; i++) /* once or twice may be politeness */
        sched_yield();
}

static volatile double sink;

/* Some computation, as long on every call. */
static inline void work(long times)
{
    double x = 1;
    for (long i = 0; i < times; i++)
        x = x * 1.0000001 + 1e-9;
    sink = x;
}
