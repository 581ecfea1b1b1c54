/* Signals inside regions: raised, from a timer, on an alternate stack, with a jump out. */
#define _GNU_SOURCE
#include "../constructs/suite.h"
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <unistd.h>

static atomic_int raised, ticks;
static sigjmp_buf away;
static volatile sig_atomic_t on_alternate;
static char alternate[65536];

static void count(int s)
{
    (void)s;
    raised++;
}
static void tick(int s)
{
    (void)s;
    ticks++;
}
static void jump(int s)
{
    (void)s;
    siglongjmp(away, 7);
}
static void where(int s)
{
    char here;
    (void)s;
    on_alternate = &here >= alternate && &here < alternate + sizeof alternate;
}

static void handle(int s, void (*f)(int), int flags)
{
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = f;
    a.sa_flags = flags;
    sigaction(s, &a, NULL);
}

int main(void)
{
    int n = omp_get_max_threads(), jumped = 0, sum = 0;
    handle(SIGUSR1, count, SA_RESTART);
#pragma omp parallel
    {
        raise(SIGUSR1);
#pragma omp barrier
        raise(SIGUSR1);
    }
    same(raised, 2 * n);
    handle(SIGALRM, tick, SA_RESTART);
    struct itimerval each = {{0, 2000}, {0, 2000}}, none = {{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &each, NULL);
    while (ticks < 10) {
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
        for (int i = 0; i < 100; i++) {
            for (volatile int k = 0; k < 1000; k++) {
            }
            sum++;
        }
#pragma omp parallel num_threads(2)
#pragma omp single
        for (int i = 0; i < 50; i++) {
#pragma omp task
            {
#pragma omp atomic
                sum -= 2;
            }
        }
    }
    setitimer(ITIMER_REAL, &none, NULL);
    same(sum, 0);
    handle(SIGUSR2, jump, 0);
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
        {
            if (sigsetjmp(away, 1) == 0)
                raise(SIGUSR2);
            else
                jumped++;
        }
    }
    same(jumped, 2);
    stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
    sigaltstack(&stack, NULL);
    handle(SIGHUP, where, SA_ONSTACK);
    raise(SIGHUP);
    same(on_alternate, 1);
#pragma omp parallel num_threads(2)
    {
#pragma omp master
        raise(SIGHUP);
    }
    same(on_alternate, 1);
    return finish();
}
