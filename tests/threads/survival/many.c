/* 1,500 threads at a time, and 500 one after the other. */
#include "survival.h"

enum { N = 1500 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int there;

static void *meet(void *unused)
{
    pthread_mutex_lock(&m);
    if (++there == N)
        pthread_cond_broadcast(&c);
    while (there < N)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *nothing(void *unused)
{
    return unused;
}

int main(void)
{
    static pthread_t all[N];
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 << 10);
    for (int i = 0; i < N; i++)
        CHECK(!pthread_create(&all[i], &small, meet, NULL));
    for (int i = 0; i < N; i++)
        join(all[i]);
    for (int i = 0; i < 500; i++)
        join(start(nothing, NULL));
    puts("ok");
    return 0;
}
