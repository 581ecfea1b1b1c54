/*
 * ./mixed THREADS REGION: what four threads of its own do, and what an OpenMP region does, in loops' rounds; 0: it is not entered. Truth: four
 * threads of equal work, or a loop that all cores share.
 */
#include <pthread.h>
#include <stdlib.h>

void region(long rounds);

static void *work(void *rounds)
{
    volatile unsigned long sum = 0;
    for (long i = 0; i < *(long *)rounds; i++)
        sum += (unsigned long)i;
    return NULL;
}

int main(int argc, char **argv)
{
    long rounds = argc > 1 ? atol(argv[1]) : 0, shared = argc > 2 ? atol(argv[2]) : 0;
    pthread_t threads[4];
    for (int i = 0; rounds && i < 4; i++)
        pthread_create(&threads[i], NULL, work, &rounds);
    if (shared)
        region(shared);
    for (int i = 0; rounds && i < 4; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
