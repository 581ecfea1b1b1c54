/*
 * Work that is done in children after fork(), which do not execute another program. The first argument says what they do:
 *   threads   one child, which makes threads that work: work() in each.
 *   alone     children that work, with one thread each; the program itself only waits.
 *   nested    a child of a child makes the threads.
 */
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 3, CHILDREN = 2, WORK_NS = 200000000 };

/* Takes as much processor time everywhere: how long a loop takes differs tenfold between processors. */
static __attribute__((noinline)) void *work(void *unused)
{
    struct timespec used;
    do {
        for (volatile unsigned i = 0; i < 100000; i++)
            ;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    } while (!used.tv_sec && used.tv_nsec < WORK_NS);
    return unused;
}

static void make_threads(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static void act(const char *what)
{
    if (!strcmp(what, "alone"))
        work(NULL);
    else if (strcmp(what, "nested"))
        make_threads();
    else if (!fork())
        make_threads();
    else
        wait(NULL);
}

int main(int argc, char **argv)
{
    int status, wrong = argc < 2;
    for (int i = 0; !wrong && i < (strcmp(argv[1], "alone") ? 1 : CHILDREN); i++)
        if (!fork()) {
            act(argv[1]);
            return 0;
        }
    while (wait(&status) > 0)
        wrong |= status;
    return wrong;
}
