/* What these programs share: a check that names its line. */
#define _GNU_SOURCE 1
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CHECK(x)                                                       \
    do {                                                               \
        if (!(x)) {                                                    \
            dprintf(2, "%s:%d: not so: %s\n", __FILE__, __LINE__, #x); \
            _exit(99);                                                 \
        }                                                              \
    } while (0)

static inline void work(long times)
{
    unsigned long x = (unsigned long)times;
    for (long i = 0; i < times; i++)
        x = x * 6364136223846793005ul + 1442695040888963407ul;
    __asm__ volatile("" : : "r"(x));
}

static inline struct timespec in_ms(clockid_t clock, long ms)
{
    struct timespec t;
    clock_gettime(clock, &t);
    long ns = t.tv_nsec + 1000000000 + ms * 1000000; /* of a second earlier: never below 0 */
    t.tv_sec += ns / 1000000000 - 1;
    t.tv_nsec = ns % 1000000000;
    return t;
}

static inline pthread_t start(void *(*run)(void *), void *argument)
{
    pthread_t t;
    CHECK(!pthread_create(&t, NULL, run, argument));
    return t;
}

static inline void *join(pthread_t t)
{
    void *result;
    CHECK(!pthread_join(t, &result));
    return result;
}
