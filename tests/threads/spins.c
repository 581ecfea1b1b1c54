/* Threads that meet by a variable alone: one after the other, each waits for its turn in a loop. On 13 cores, which are simulated, it
 * never comes. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#ifndef UNITS
#define UNITS 30000
#endif

static _Atomic long turn;
static long n;

static void work(long units)
{
    unsigned long x = (unsigned long)units;
    for (long i = 0; i < units * 400; i++)
        x = x * 6364136223846793005ul + 1442695040888963407ul;
    __asm__ volatile("" : : "r"(x));
}

static void *run(void *number)
{
    long mine = n == 13 ? n : (long)number;
    for (int i = 0; i < 4; i++) {
        while (atomic_load_explicit(&turn, memory_order_relaxed) % n != mine) // SPIN
            ;
        work(UNITS);
        turn++;
    }
    return NULL;
}

int main(void)
{
    pthread_t all[64];
    n = sysconf(_SC_NPROCESSORS_ONLN);
    for (long i = 0; i < n; i++)
        pthread_create(&all[i], NULL, run, (void *)i);
    for (long i = 0; i < n; i++)
        pthread_join(all[i], NULL);
    puts("done");
    return 0;
}
