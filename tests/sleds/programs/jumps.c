/* longjmp, signal handlers, alloca, big frames, thread-local and global state, float returns. */
#include <alloca.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

static jmp_buf out;
static volatile sig_atomic_t handled;
static __thread int depth;

NOINLINE void dive(int n)
{
    char room[64];
    memset(room, n, sizeof room);
    depth++;
    if (n == 0)
        longjmp(out, 7);
    dive(n - 1);
    depth += room[3];
}

NOINLINE double mean(const double *at, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += at[i];
    return s / n;
}

NOINLINE int with_alloca(int n)
{
    int *p = alloca((size_t)n * sizeof *p);
    for (int i = 0; i < n; i++)
        p[i] = i * i;
    return p[n / 2];
}

NOINLINE long huge(int n)
{
    volatile char buffer[100000];
    buffer[n] = 3;
    return buffer[n] + n;
}

static void handler(int sig)
{
    handled = sig;
}

NOINLINE long clobber_free(long a, long b)
{
    long r;
    __asm__ volatile("" : "=r"(r) : "0"(a + b));
    return r;
}

int main(void)
{
    double d[5] = {1, 2, 3, 4, 5.5};
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    int jumped = setjmp(out);
    if (!jumped)
        dive(20);
    printf("%d %d %d %.2f %d %ld %ld\n", jumped, depth, handled == SIGUSR1, mean(d, 5),
           with_alloca(40), huge(999), clobber_free(3, 4));
    return 0;
}
