#include "kernels.h"
#include <pthread.h>

static void *part(void *number)
{
    long t = (long)number;
    triad(t * (SIZE / 4l), (t + 1) * (SIZE / 4l));
    return NULL;
}

static void *chaser(void *sum)
{
    *(long *)sum = chase(nodes, NODES);
    return NULL;
}

int main(void)
{
    pthread_t threads[4];
    long sum;
    prepare();
    for (int k = 0; k < TIMES; k++) {
        for (long i = 0; i < 4; i++)
            pthread_create(&threads[i], NULL, part, (void *)i);
        for (long i = 0; i < 4; i++)
            pthread_join(threads[i], NULL);
    }
    pthread_create(threads, NULL, chaser, &sum);
    copy();
    pthread_join(*threads, NULL);
    return say(sum);
}
