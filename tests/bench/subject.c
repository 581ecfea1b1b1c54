/*
 * A program whose time is known: subject SERIAL PARALLEL, in milliseconds, takes SERIAL + PARALLEL /
 * CILK_NWORKERS of wall clock. It sleeps; the words after that change what it does.
 *
 *   spin          as many threads as workers spin for that time
 *   in-turn FILE  holds a lock on FILE all the time, so that copies run one after the other
 *   fail P S      with P workers it ends with status S, or by signal -S; after a line on stderr
 *   linger        leaves a child behind that sleeps for a minute, as does the program itself
 *   stubborn      the same, and ignores signals
 *   cat           copies stdin to stdout first, and a line to stderr
 *   log FILE      appends a line with the number of workers to FILE
 *   hold N FILE   the run with line N of the log goes on until FILE is there
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

static double until;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void *spin(void *unused)
{
    while (now() < until)
        ;
    return unused;
}

static void spin_all(int workers)
{
    pthread_t threads[64];
    for (int i = 1; i < workers && i < 64; i++)
        pthread_create(&threads[i], NULL, spin, NULL);
    spin(NULL);
    for (int i = 1; i < workers && i < 64; i++)
        pthread_join(threads[i], NULL);
}

static void sleep_all(void)
{
    double left;
    while ((left = until - now()) > 0)
        nanosleep(&(struct timespec){(time_t)(left / 1e3), (long)(left * 1e6) % 1000000000}, NULL);
}

static void take_turn(const char *path, double length)
{
    int fd = open(path, O_RDWR | O_CREAT, 0666);
    flock(fd, LOCK_EX);
    until = now() + length;
}

static void fail(int status)
{
    fprintf(stderr, "subject: ends with %d\n", status);
    if (status < 0)
        kill(getpid(), -status);
    exit(status);
}

static void linger(int stubborn)
{
    if (stubborn) {
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
    }
    fork();
    until = now() + 60000;
}

static void copy_input(void)
{
    int c;
    while ((c = getchar()) != EOF)
        putchar(c);
    fputs("subject: copied\n", stderr);
}

/* The number of its line. */
static int log_workers(const char *path, int workers)
{
    FILE *file = fopen(path, "a+");
    int lines = 0, c;
    if (!file)
        return 0;
    fprintf(file, "%d\n", workers);
    rewind(file);
    while ((c = getc(file)) != EOF)
        lines += c == '\n';
    fclose(file);
    return lines;
}

static void hold(const char *path)
{
    while (access(path, F_OK))
        usleep(10000);
}

int main(int argc, char **argv)
{
    const char *given = getenv("CILK_NWORKERS");
    int workers = given ? atoi(given) : 1, spinning = 0, line = 0;
    double length = atof(argv[1]) + atof(argv[2]) / workers;
    until = now() + length;
    for (int i = 3; i < argc; i++) {
        if (!strcmp(argv[i], "spin"))
            spinning = 1;
        else if (!strcmp(argv[i], "cat"))
            copy_input();
        else if (!strcmp(argv[i], "linger") || !strcmp(argv[i], "stubborn"))
            linger(argv[i][0] == 's');
        else if (!strcmp(argv[i], "in-turn"))
            take_turn(argv[++i], length);
        else if (!strcmp(argv[i], "log"))
            line = log_workers(argv[++i], workers);
        else if (!strcmp(argv[i], "hold") && (i += 2) && atoi(argv[i - 1]) == line)
            hold(argv[i]);
        else if (!strcmp(argv[i], "fail") && (i += 2) && atoi(argv[i - 1]) == workers)
            fail(atoi(argv[i]));
    }
    if (spinning)
        spin_all(workers);
    else
        sleep_all();
    return 0;
}
