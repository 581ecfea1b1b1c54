/*
 * A program that sends a signal at a known point of one of its runs, and then waits for its end:
 *
 *     signals RUN tool|group|none SIGNAL [STATUS]
 *
 * In its RUN-th run (0: none) it signals the process that started it, or the process group, as a terminal does. Each run
 * adds a line to the file 'log': "fine", or which signals are blocked or ignored that the test has not blocked or ignored.
 * Built as an OpenMP program, as a Cilk program (-DCILK), or as one with annotations (-DANNOTATED).
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile double sum;

static void work(void)
{
    for (int i = 0; i < 300000; i++)
        sum += i;
}

#if defined CILK
#include <cilk/cilk.h>
static void run(void)
{
    cilk_spawn work();
    work();
    cilk_sync;
}
#elif defined ANNOTATED
#include <spanwise.h>
static void run(void)
{
    PAR_SEC_BEGIN("section");
    for (int i = 0; i < 2; i++) {
        PAR_TASK_BEGIN("task");
        work();
        PAR_TASK_END();
    }
    PAR_SEC_END();
}
#else
static void run(void)
{
#pragma omp parallel
    work();
}
#endif

static int changed(void)
{
    static const int signals[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGUSR1, SIGUSR2,
                                  SIGCONT, SIGTSTP, SIGCHLD, SIGPIPE, SIGXFSZ, SIGWINCH};
    sigset_t mask;
    sigprocmask(SIG_BLOCK, NULL, &mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction action;
        sigaction(signals[i], NULL, &action);
        if (sigismember(&mask, signals[i]) || action.sa_handler != SIG_DFL)
            return signals[i];
    }
    return 0;
}

/* The number of this run. */
static int note(int signal)
{
    FILE *log = fopen("log", "a+");
    int lines = 0;
    if (!log)
        exit(9);
    if (signal)
        fprintf(log, "signal %d is not as it was\n", signal);
    else
        fprintf(log, "fine\n");
    rewind(log);
    for (int c; (c = getc(log)) != EOF;)
        lines += c == '\n';
    fclose(log);
    return lines;
}

int main(int argc, char **argv)
{
    int at = argc > 3 ? atoi(argv[1]) : 0, number = note(changed());
    run();
    if (number != at)
        return argc > 4 ? atoi(argv[4]) : 0;
    kill(strcmp(argv[2], "group") ? getppid() : 0, atoi(argv[3]));
    for (;;)
        pause();
}
