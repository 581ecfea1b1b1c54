/* Signals: to a thread that waits, to one that computes, by sigwait(), from timers; handlers that post. */
#include "survival.h"

#include <semaphore.h>
#include <signal.h>
#include <sys/time.h>

static sem_t sem;
static _Atomic int came, there;
static pthread_t by[2];

static void on_signal(int number)
{
    int error = errno;
    (void)number;
    came++;
    sem_post(&sem);
    errno = error;
}

static void *compute(void *unused)
{
    there = 1;
    while (!came)
        work(1000);
    return unused;
}

static void *wait_for_signal(void *unused)
{
    sigset_t set;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    there = 1;
    CHECK(!sigwait(&set, &number) && number == SIGUSR2);
    return unused;
}

static void *wait_for_post(void *unused)
{
    there = 1;
    CHECK(!sem_wait(&sem));
    return unused;
}

int main(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGALRM, &action, NULL);
    sem_init(&sem, 0, 0);
    by[0] = start(compute, NULL);
    while (!there)
        sched_yield();
    CHECK(!pthread_kill(by[0], SIGUSR1));
    join(by[0]);
    CHECK(!sem_wait(&sem));
    there = 0;
    by[0] = start(wait_for_signal, NULL);
    while (!there)
        sched_yield();
    CHECK(!pthread_kill(by[0], SIGUSR2));
    join(by[0]);
    /* All wait, and only a timer can help. */
    there = 0;
    by[0] = start(wait_for_post, NULL);
    struct itimerval soon = {.it_value = {.tv_usec = 20000}};
    setitimer(ITIMER_REAL, &soon, NULL);
    join(by[0]);
    CHECK(came == 2);
    /* A raised one, in the middle of threads that come and go. */
    for (int i = 0; i < 20; i++) {
        by[0] = start(wait_for_post, NULL);
        raise(SIGUSR1);
        join(by[0]);
    }
    CHECK(came == 22);
    puts("ok");
    return 0;
}
