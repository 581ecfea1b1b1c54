/* What a spawn passes is the same after the rare things that come before its call: the first spawn of a
 * thread makes a worker, a push wakes one that sleeps. */
#include <cilk/cilk.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#define THREADS 50

static __attribute__((__noinline__)) double weigh(double a, double b, double c, double d, double e,
                                                  double f, double g, double h, double i, double j,
                                                  double k, double l, double m, double n, double o,
                                                  double p, double q, double r, double s, double t,
                                                  long u, long v, long w, long x)
{
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k +
           12 * l + 13 * m + 14 * n + 15 * o + 16 * p + 17 * q + 18 * r + 19 * s + 20 * t +
           (double)(21 * u + 22 * v + 23 * w + 24 * x);
}

static __attribute__((__noinline__)) int is_right(double z, long n)
{
    double x = cilk_spawn weigh(z, z + 1, z + 2, z + 3, z + 4, z + 5, z + 6, z + 7, z + 8, z + 9,
                                z + 10, z + 11, z + 12, z + 13, z + 14, z + 15, z + 16, z + 17,
                                z + 18, z + 19, n, n + 1, n + 2, n + 3);
    cilk_sync;
    return x == 210 * z + 2660 + 90.0 * (double)n + 140;
}

static void *run(void *number)
{
    long n = *(long *)number, wrong = !is_right((double)n, n);
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); /* others fall asleep */
    wrong += !is_right((double)n + 1, n);
    *(long *)number = wrong;
    return NULL;
}

int main(void)
{
    long numbers[THREADS], wrong = 0;
    for (long i = 0; i < THREADS; i++) {
        pthread_t thread;
        numbers[i] = i;
        if (pthread_create(&thread, NULL, run, &numbers[i]) || pthread_join(thread, NULL))
            return 1;
        wrong += numbers[i];
    }
    printf("%ld wrong\n", wrong);
    return wrong != 0;
}
