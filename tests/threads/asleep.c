/*
 * Two threads that work for a moment, and a main that sleeps far longer: ./asleep sleep; or until it is told to end by SIGINT, which
 * is how servers end: ./asleep serve, which says "ready" first. Truth: one core would be as fast as many.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static void *work(void *nothing)
{
    volatile unsigned long sum = 0;
    for (unsigned long i = 0; i < 20000000; i++)
        sum += i;
    return nothing;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];
    sigset_t end;
    int signal;
    sigemptyset(&end);
    sigaddset(&end, SIGINT);
    pthread_sigmask(SIG_BLOCK, &end, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    nanosleep(&(struct timespec){2, 0}, NULL);
    if (argc > 1 && !strcmp(argv[1], "serve")) {
        puts("ready");
        fflush(stdout);
        sigwait(&end, &signal);
    }
    return 0;
}
