/*
 * How threads may wait, with a known end: `waits KIND`. A unit of work is some 8 ms. On N processors the
 * program takes, in units and without its first one:
 *   none                        8
 *   spin, pause, yield, sleep   8: the last thread works and all others wait for it, and 8: they work
 *   mutex                       1/2, and 6 for each thread
 *   condition                   4 for each thread: by turns
 */
#include "robust.h"

enum { UNIT = 3000000 };

static volatile int flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void pause_once(void)
{
#if defined __x86_64__
    __builtin_ia32_pause();
#else
    __asm__ volatile("yield");
#endif
}

static void wait_by(const char *kind)
{
    if (!strcmp(kind, "spin"))
        while (!flag)
            ;
    else if (!strcmp(kind, "pause"))
        while (!flag)
            pause_once();
    else if (!strcmp(kind, "yield"))
        while (!flag)
            sched_yield();
    else
        while (!flag)
            usleep(20);
}

static void wait_for_last(const char *kind)
{
    if (omp_get_thread_num() == omp_get_num_threads() - 1) {
        work(8l * UNIT);
        flag = 1;
    } else {
        wait_by(kind);
        work(8l * UNIT);
    }
}

static void take_turns(int thread)
{
    pthread_mutex_lock(&mutex);
    while (flag != thread)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    work(4l * UNIT);
    pthread_mutex_lock(&mutex);
    flag = thread + 1;
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutex);
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "none";
    work(UNIT);
#pragma omp parallel
    if (!strcmp(kind, "none")) {
        work(8l * UNIT);
    } else if (!strcmp(kind, "mutex")) {
        for (int i = 0; i < 4; i++) {
            work(UNIT / 2);
            pthread_mutex_lock(&mutex);
            work(3l * UNIT / 2);
            pthread_mutex_unlock(&mutex);
        }
    } else if (!strcmp(kind, "condition")) {
        take_turns(omp_get_thread_num());
    } else {
        wait_for_last(kind);
    }
    return 0;
}
