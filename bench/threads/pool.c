/*
 * A pool of threads and a queue with a lock and a condition: some microseconds a piece, the most that locks and waits
 * can be asked for. Prints a checksum.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 2, ROOM = 256 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER, room = PTHREAD_COND_INITIALIZER;
static uint64_t queue[ROOM], sum;
static unsigned n, first;
static int over;

static uint64_t work(uint64_t x)
{
    for (int i = 0; i < 8000; i++)
        x = x * 6364136223846793005u + 1442695040888963407u;
    return x >> 33;
}

static int take(uint64_t *piece)
{
    pthread_mutex_lock(&lock);
    while (!n && !over)
        pthread_cond_wait(&more, &lock);
    int some = n > 0;
    if (some) {
        *piece = queue[first];
        first = (first + 1) % ROOM;
        n--;
        pthread_cond_signal(&room);
    }
    pthread_mutex_unlock(&lock);
    return some;
}

static void *serve(void *unused)
{
    uint64_t piece, own = 0;
    while (take(&piece))
        own += work(piece);
    pthread_mutex_lock(&lock);
    sum += own;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(int argc, char **argv)
{
    long pieces = argc > 1 ? atol(argv[1]) : 200000;
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, serve, NULL))
            return 1;
    for (long i = 0; i < pieces; i++) {
        pthread_mutex_lock(&lock);
        while (n == ROOM)
            pthread_cond_wait(&room, &lock);
        queue[(first + n++) % ROOM] = (uint64_t)i;
        pthread_cond_signal(&more);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    over = 1;
    pthread_cond_broadcast(&more);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("%016llx\n", (unsigned long long)sum);
    return 0;
}
