/* Threads that wait for each other for ever: one for a barrier, the others for its lock. */
#include "robust.h"

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#pragma omp parallel
    {
        pthread_mutex_lock(&mutex);
#pragma omp barrier
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}
