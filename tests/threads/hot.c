/* Two threads that do next to nothing but take a lock from each other. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;
static long sum;

static void *run(void *unused)
{
    pthread_barrier_wait(&both);
    for (int i = 0; i < 3000; i++) {
        pthread_mutex_lock(&lock); // HOT
        sum++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t all[2];
    pthread_barrier_init(&both, NULL, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&all[i], NULL, run, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(all[i], NULL);
    return sum != 6000;
}
