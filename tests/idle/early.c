/*
 * Calls that come early: with LIBRARY, a library whose constructor makes threads and waits for them; without, a
 * program that needs it, with an allocator of its own that locks.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef LIBRARY
int early;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;

static void *run(void *arg)
{
    pthread_mutex_lock(&mutex);
    early += 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    sem_post(&semaphore);
    return arg;
}

static void __attribute__((constructor)) start(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, NULL, run, NULL);
    pthread_mutex_lock(&mutex);
    while (!early)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    sem_wait(&semaphore);
    usleep(1000);
    pthread_join(thread, NULL);
    early += 1;
}
#else
extern int early;
static char room[64 << 20];
static size_t used;
static pthread_mutex_t room_lock = PTHREAD_MUTEX_INITIALIZER;

void *malloc(size_t size)
{
    size = (size + 31) & ~(size_t)15;
    pthread_mutex_lock(&room_lock);
    char *at = room + used;
    used += size;
    pthread_mutex_unlock(&room_lock);
    if (used > sizeof room)
        abort();
    *(size_t *)at = size - 16;
    return at + 16;
}

void free(void *memory)
{
    pthread_mutex_lock(&room_lock);
    if (memory)
        memset(memory, 0x55, *(size_t *)((char *)memory - 16));
    pthread_mutex_unlock(&room_lock);
}

void *calloc(size_t n, size_t size)
{
    return memset(malloc(n * size), 0, n * size);
}

void *realloc(void *memory, size_t size)
{
    void *more = malloc(size);
    if (memory) {
        size_t had = *(size_t *)((char *)memory - 16);
        memcpy(more, memory, had < size ? had : size);
    }
    free(memory);
    return more;
}

static void *run(void *arg)
{
    for (int i = 0; i < 1000; i++)
        free(malloc(100));
    return arg;
}

int main(void)
{
    pthread_t threads[4];
    if (early != 2)
        return 1;
    for (int i = 0; i < 4; i++)
        if (pthread_create(&threads[i], NULL, run, NULL))
            return 2;
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    printf("fine\n");
    return 0;
}
#endif
