/* Every way to end a program, in every place of a region: endings WHERE HOW. */
#define _GNU_SOURCE
#include "../constructs/suite.h"
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <unistd.h>

static const char *how;

static void bye(void)
{
    puts("at exit");
}

static void end(void)
{
    if (!strcmp(how, "exit"))
        exit(7);
    if (!strcmp(how, "_exit"))
        _exit(8);
    if (!strcmp(how, "quick_exit"))
        quick_exit(9);
    if (!strcmp(how, "abort"))
        abort();
    if (!strcmp(how, "signal"))
        raise(SIGTERM);
    if (!strcmp(how, "kill"))
        kill(getpid(), SIGKILL);
    if (!strcmp(how, "fault"))
        *(volatile int *)(intptr_t)(getpid() - getpid()) = 1;
}

int main(int argc, char **argv)
{
    const char *where = argc > 2 ? argv[1] : "";
    how = argc > 2 ? argv[2] : "";
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    atexit(bye);
    puts("begins");
#pragma omp parallel
    {
#pragma omp barrier
        if (!strcmp(where, "first") && omp_get_thread_num() == 0)
            end();
        if (!strcmp(where, "last") && omp_get_thread_num() == omp_get_num_threads() - 1)
            end();
        if (!strcmp(where, "critical")) {
#pragma omp critical
            end();
        }
        if (!strcmp(where, "nested")) {
#pragma omp parallel num_threads(2)
            {
#pragma omp single
                end();
            }
        }
        if (!strcmp(where, "task")) {
#pragma omp single
            {
#pragma omp task
                {
#pragma omp task
                    end();
#pragma omp taskwait
                }
            }
        }
#pragma omp barrier
    }
    if (!strcmp(where, "after"))
        end();
    puts("ends");
    return 3;
}
