/* Threads that are cancelled: where they wait, where they compute, where they have said no. */
#include "survival.h"

#include <poll.h>
#include <semaphore.h>
#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static _Atomic int there, cleaned, is_reported;
static int pipes[2], full[2];
static sem_t sem;

static void clean(void *is_locked)
{
    if (is_locked)
        CHECK(!pthread_mutex_unlock(&m));
    cleaned++;
}

static void *forever(void *unused)
{
    there = 1;
    for (;;)
        work(1000);
    return unused;
}

static void *wait_in(void *how)
{
    char byte;
    struct timespec late = in_ms(CLOCK_REALTIME, 900000);
    struct pollfd p = {.fd = pipes[0], .events = POLLIN};
    pthread_t other = 0;
    if ((long)how == 4) {
        other = start(forever, NULL);
        CHECK(!pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL));
    }
    pthread_cleanup_push(clean, (long)how == 0 ? how + 1 : NULL);
    if ((long)how == 0)
        pthread_mutex_lock(&m);
    there = 1;
    switch ((long)how) {
    case 0:
        for (;;)
            pthread_cond_timedwait(&c, &m, &late);
    case 1:
        CHECK(read(pipes[0], &byte, 1) == 1);
        break;
    case 2:
        poll(&p, 1, -1);
        break;
    case 3:
        pause();
        break;
    case 4:
        pthread_join(other, NULL);
        break;
    case 5:
        for (;;)
            sem_timedwait(&sem, &late);
    case 6:
        for (;;)
            nanosleep(&(struct timespec){.tv_sec = 1000}, NULL);
    case 7:
        for (;;)
            CHECK(write(full[1], "0123456789", 10) == 10);
    }
    pthread_cleanup_pop(1);
    CHECK(false);
    return NULL;
}

static void *at_any_time(void *unused)
{
    CHECK(!pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL));
    there = 1;
    for (;;)
        ;
    return unused;
}

static void *not_now(void *unused)
{
    CHECK(!pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL));
    there = 1;
    while (!is_reported)
        usleep(1000);
    pthread_mutex_lock(&m);
    struct timespec soon = in_ms(CLOCK_REALTIME, 2);
    CHECK(pthread_cond_timedwait(&c, &m, &soon) == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    CHECK(!pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL));
    pthread_testcancel();
    CHECK(false);
    return unused;
}

/* Neither is a point of cancellation. */
static void *lock_it(void *unused)
{
    there = 1;
    CHECK(!pthread_mutex_lock(&m));
    CHECK(!pthread_mutex_unlock(&m));
    return unused;
}

static void *cancel_itself(void *unused)
{
    CHECK(!pthread_cancel(pthread_self()));
    there = 1;
    pthread_testcancel();
    return unused;
}

static void cancelled(void *(*run)(void *), long how)
{
    there = is_reported = 0;
    pthread_t t = start(run, (void *)how);
    while (!there)
        sched_yield();
    usleep(how % 2 ? 2000 : 0);
    if (run != cancel_itself)
        CHECK(!pthread_cancel(t));
    is_reported = 1;
    CHECK(join(t) == PTHREAD_CANCELED);
}

int main(void)
{
    CHECK(!pipe(pipes) && !pipe(full));
    sem_init(&sem, 0, 0);
    for (int round = 0; round < 2; round++)
        for (long how = 0; how < 8; how++)
            if (how != 4 || !round)
                cancelled(wait_in, how);
    CHECK(cleaned == 15);
    for (long i = 0; i < 6; i++)
        cancelled(at_any_time, i);
    cancelled(not_now, 0);
    cancelled(cancel_itself, 0);
    pthread_mutex_lock(&m);
    there = 0;
    pthread_t t = start(lock_it, NULL);
    while (!there)
        sched_yield();
    usleep(1000);
    CHECK(!pthread_cancel(t));
    usleep(1000);
    pthread_mutex_unlock(&m);
    CHECK(!join(t));
    puts("ok");
    return 0;
}
