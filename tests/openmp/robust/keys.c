/* pthread keys, pthread_self, floating-point modes: each thread's own, kept over switches. */
#include "../constructs/suite.h"
#include <fenv.h>
#include <pthread.h>

static pthread_key_t key;
static void gone(void *value)
{
    printf("a thread ended with %ld\n", (long)value); /* no thread of a region ends */
}

static double third(void)
{
    double one = 1;
    __asm__ volatile("" : "+m"(one) : : "memory"); /* here, not before the mode was set */
    one /= 3;
    __asm__ volatile("" : "+m"(one) : : "memory");
    return one;
}

int main(void)
{
    int n = omp_get_max_threads();
    pthread_t *self = (pthread_t *)calloc((size_t)n, sizeof *self);
    const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    pthread_key_create(&key, gone);
#pragma omp parallel
    {
        long t = omp_get_thread_num();
        same(pthread_getspecific(key), NULL);
        pthread_setspecific(key, (void *)(t + 1));
        self[t] = pthread_self();
        fesetround(modes[t % 4]);
        feclearexcept(FE_ALL_EXCEPT);
#pragma omp barrier
        same(pthread_getspecific(key), t + 1);
        same(fegetround(), modes[t % 4]);
        holds(pthread_equal(self[t], pthread_self()));
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 100; i++) {
            holds(third() ==
                  (modes[t % 4] == FE_UPWARD ? 0x1.5555555555556p-2 : 0x1.5555555555555p-2));
        }
#pragma omp critical
        same(fegetround(), modes[t % 4]);
        fesetround(FE_TONEAREST);
    }
#pragma omp parallel
    {
        long t = omp_get_thread_num();
        same(pthread_getspecific(key), t + 1);
        holds(pthread_equal(self[t], pthread_self()));
    }
    for (int i = 1; i < n; i++)
        holds(!pthread_equal(self[i], self[i - 1]));
    free(self);
    return finish();
}
