/*
 * Allocates in parallel: four parts, each of which gets and returns blocks of many sizes, and hands some to the next part, which
 * returns them. As threads of its own, or by the kind that it is compiled for. Prints a sum that is always the same.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined CILK
#include <cilk/cilk.h>
#elif defined ANNOTATED
#include <spanwise.h>
#endif

enum { PARTS = 4, KEPT = 64, TIMES = 4000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *handed[PARTS];
static unsigned long sum;

static void hand_on(int part, char *block)
{
    pthread_mutex_lock(&lock);
    char *before = handed[part];
    handed[part] = block;
    pthread_mutex_unlock(&lock);
    free(before);
}

static unsigned long churn(int part)
{
    char *kept[KEPT] = {NULL};
    unsigned long got = 0;
    for (unsigned long i = 0; i < TIMES; i++) {
        size_t size = (i * 7919 + (unsigned long)part * 131) % 9000 + 1;
        char **block = &kept[i % KEPT];
        if (i % 3) {
            *block = realloc(*block, size);
        } else {
            hand_on((part + 1) % PARTS, *block);
            *block = i % 2 ? calloc(1, size) : aligned_alloc(64, (size + 63) / 64 * 64);
        }
        memset(*block, (int)i, size);
        got += (unsigned char)(*block)[size - 1];
    }
    for (int i = 0; i < KEPT; i++)
        free(kept[i]);
    return got;
}

static void *run(void *part)
{
    unsigned long got = churn((int)(long)part);
    pthread_mutex_lock(&lock);
    sum += got;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
#if defined CILK
    cilk_for (long i = 0; i < PARTS; i++)
        run((void *)i);
#elif defined _OPENMP
#pragma omp parallel for schedule(dynamic)
    for (long i = 0; i < PARTS; i++)
        run((void *)i);
#elif defined ANNOTATED
    PAR_SEC_BEGIN("parts");
    for (long i = 0; i < PARTS; i++) {
        PAR_TASK_BEGIN("part");
        run((void *)i);
        PAR_TASK_END();
    }
    PAR_SEC_END();
#else
    pthread_t threads[PARTS];
    for (long i = 0; i < PARTS; i++)
        pthread_create(&threads[i], NULL, run, (void *)i);
    for (int i = 0; i < PARTS; i++)
        pthread_join(threads[i], NULL);
#endif
    printf("%lu\n", sum);
    return 0;
}
