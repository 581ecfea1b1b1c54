/* Waits that nothing in front of libc sees: for libc's own locks, by a system call of one's own, by loops. */
#include "survival.h"

#include <linux/futex.h>
#include <sys/syscall.h>

static _Atomic int word, other_word;
static int pipes[2];

static long bare_futex(_Atomic int *on, int op, int value)
{
#if defined __x86_64__
    long result;
    register long r10 __asm__("r10") = 0;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(SYS_futex), "D"(on), "S"(op), "d"(value), "r"(r10)
                     : "rcx", "r11", "memory");
    return result;
#else
    register long x8 __asm__("x8") = SYS_futex;
    register long x0 __asm__("x0") = (long)on;
    register long x1 __asm__("x1") = op;
    register long x2 __asm__("x2") = value;
    register long x3 __asm__("x3") = 0;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory", "cc");
    return x0;
#endif
}

static void *print(void *unused)
{
    flockfile(stderr);
    for (int i = 0; i < 10; i++)
        sched_yield();
    usleep(1000);
    funlockfile(stderr);
    return unused;
}

static void *wait_bare(void *unused)
{
    while (!word)
        bare_futex(&word, FUTEX_WAIT_PRIVATE, 0);
    return unused;
}

static void *spin(void *unused)
{
    while (!other_word)
        ;
    return unused;
}

static void *yield(void *unused)
{
    while (!other_word)
        sched_yield();
    return unused;
}

static void *read_line(void *unused)
{
    char line[16];
    FILE *in = fdopen(pipes[0], "r");
    CHECK(fgets(line, sizeof line, in) && !strcmp(line, "here\n"));
    return unused;
}

int main(void)
{
    pthread_t all[6];
    for (int i = 0; i < 2; i++)
        all[i] = start(print, NULL);
    all[2] = start(wait_bare, NULL);
    for (int i = 0; i < 20; i++)
        sched_yield();
    work(20000000);
    word = 1;
    bare_futex(&word, FUTEX_WAKE_PRIVATE, 1);
    for (int i = 0; i < 3; i++)
        join(all[i]);
    all[0] = start(spin, NULL);
    all[1] = start(spin, NULL);
    all[2] = start(yield, NULL);
    sched_yield();
    work(10000000);
    other_word = 1;
    for (int i = 0; i < 3; i++)
        join(all[i]);
    CHECK(!pipe(pipes));
    all[0] = start(read_line, NULL);
    sched_yield();
    work(10000000);
    CHECK(write(pipes[1], "here\n", 5) == 5);
    join(all[0]);
    puts("ok");
    return 0;
}
