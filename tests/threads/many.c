/*
 * many WHAT N: N threads, all alive at once, which wait in one of several ways until main lets them go; or one after the other. Prints
 * how many have been there.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, *own;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static int may_go, ends[2], been;
static char what;

static void *run(void *of)
{
    char byte;
    if (what == 'b') {
        pthread_barrier_wait(&barrier);
    } else if (what == 'c') {
        pthread_mutex_lock(&lock);
        while (!may_go)
            pthread_cond_wait(&condition, &lock);
        pthread_mutex_unlock(&lock);
    } else if (what == 'l') {
        pthread_mutex_lock(of);
        pthread_mutex_unlock(of);
    } else if (what == 'r' && read(ends[0], &byte, 1) < 0) {
        abort();
    }
    __atomic_fetch_add(&been, 1, __ATOMIC_RELAXED);
    return NULL;
}

static void let_go(unsigned n)
{
    if (what == 'b') {
        pthread_barrier_wait(&barrier);
    } else if (what == 'c') {
        pthread_mutex_lock(&lock);
        may_go = 1;
        pthread_cond_broadcast(&condition);
        pthread_mutex_unlock(&lock);
    }
    for (unsigned i = 0; i < n; i++)
        if (what == 'l')
            pthread_mutex_unlock(&own[i]);
        else if (what == 'r' && write(ends[1], "x", 1) < 0)
            abort();
}

int main(int argc, char **argv)
{
    unsigned n = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
    pthread_t *threads = calloc(n, sizeof *threads);
    what = argc > 1 ? *argv[1] : 0;
    own = calloc(n, sizeof *own);
    if (!threads || !own || pipe(ends))
        return 1;
    pthread_barrier_init(&barrier, NULL, n + 1);
    for (unsigned i = 0; i < n; i++) {
        pthread_mutex_init(&own[i], NULL);
        pthread_mutex_lock(&own[i]);
        if (pthread_create(&threads[i], NULL, run, &own[i]))
            return 1;
        if (what == 'a')
            pthread_join(threads[i], NULL);
    }
    let_go(n);
    for (unsigned i = 0; i < n && what != 'a'; i++)
        pthread_join(threads[i], NULL);
    printf("%d\n", been);
    return 0;
}
