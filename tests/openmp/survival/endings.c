/* How a program may end inside a region, from its first thread or another: `endings HOW THREAD`. */
#include "robust.h"

#include <setjmp.h>
#include <signal.h>

static sigjmp_buf back;
static volatile int handled;
static volatile int *volatile nowhere = (volatile int *)8;

static void at_end(void)
{
    int sum = 0;
#pragma omp parallel reduction(+ : sum)
    sum += 1;
    printf("at the end: %d\n", sum > 0);
}

static void at_quick_end(void)
{
    puts("at the quick end");
    fflush(stdout);
}

static void on_signal(int number)
{
    handled = number;
}

static void on_fault(int number)
{
    siglongjmp(back, number);
}

static __attribute__((noinline)) int recurse(volatile char *above, long depth)
{
    volatile char here[4096];
    here[0] = *above;
    return depth ? recurse(here, depth - 1) + here[0] : 0;
}

static void end_by(const char *how)
{
    if (!strcmp(how, "exit"))
        exit(7);
    else if (!strcmp(how, "_exit"))
        _exit(8);
    else if (!strcmp(how, "quick_exit"))
        quick_exit(9);
    else if (!strcmp(how, "abort"))
        abort();
    else if (!strcmp(how, "crash"))
        *nowhere = 1;
    else if (!strcmp(how, "kill"))
        kill(getpid(), SIGKILL);
    else if (!strcmp(how, "raise"))
        raise(SIGTERM);
    else if (!strcmp(how, "overflow"))
        recurse("", 1l << 40);
}

/* The handler finds its own thread's state, and jumps back into the region. */
static void catch_in_region(int thread)
{
    signal(SIGUSR1, on_signal);
    signal(SIGSEGV, on_fault);
#pragma omp parallel
    if (omp_get_thread_num() == thread) {
        raise(SIGUSR1);
        CHECK(handled == SIGUSR1);
        if (sigsetjmp(back, 1) == 0)
            *nowhere = 1;
        else
            handled = SIGSEGV;
        hop();
    }
    CHECK(handled == SIGSEGV);
    puts("caught");
}

static void *other(void *nothing)
{
    usleep(20000);
    at_end();
    return nothing;
}

static void main_leaves(void)
{
    pthread_t thread;
    at_end();
    pthread_create(&thread, NULL, other, NULL);
    pthread_exit(NULL);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "return";
    int thread = argc > 2 ? atoi(argv[2]) : 0;
    atexit(at_end);
    at_quick_exit(at_quick_end);
    puts("begin");
    if (!strcmp(how, "catch"))
        catch_in_region(thread);
    if (!strcmp(how, "pthread_exit"))
        main_leaves();
    fflush(strcmp(how, "exit") ? stdout : NULL);
#pragma omp parallel
    {
        work(1000);
        if (omp_get_thread_num() == thread)
            end_by(how);
#pragma omp barrier
    }
    puts("end");
    return 3;
}
