/*
 * Every sample on a path of its own: calls of functions at random, 40 deep, on two threads, for as many seconds as given.
 * Prints the memory that it has in common with other processes, in kilobytes: the live range.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static volatile uint64_t sink;
static double seconds;

static int is_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9 > seconds;
}

typedef void call(uint64_t random, int depth);
static call *const calls[16];

#define CALL(name)                                                    \
    static __attribute__((noinline)) void name(uint64_t r, int depth) \
    {                                                                 \
        if (depth)                                                    \
            calls[r >> 60](r * 6364136223846793005u + 1, depth - 1);  \
        sink++;                                                       \
        __asm__ volatile("/* " #name " */");                          \
    }
CALL(a)
CALL(b)
CALL(c)
CALL(d)
CALL(e)
CALL(f)
CALL(g)
CALL(h)
CALL(i)
CALL(j)
CALL(k)
CALL(l)
CALL(m)
CALL(n)
CALL(o)
CALL(p)
static call *const calls[16] = {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p};

static void *run(void *arg)
{
    uint64_t x = (uint64_t)(uintptr_t)arg;
    while (!is_time())
        for (int times = 0; times < 1000; times++) {
            x = x * 6364136223846793005u + 1442695040888963407u;
            a(x, 40);
        }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];
    char line[256];
    seconds = argc > 1 ? atof(argv[1]) : 1;
    for (uintptr_t i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, run, (void *)(i + 1));
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, "RssShmem:", 9))
            printf("%ld\n", strtol(line + 9, NULL, 10));
    return 0;
}
