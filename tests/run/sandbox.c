/*
 * A program that goes into a sandbox of its own, `sandbox HOW ACTION [inside]`: one that allows what it needs itself, and
 * kills, traps or refuses what else is called. It works before and after, long enough for a profiler to look at its clocks; what it
 * prints and returns is always the same. By CILK, OPENMP, ANNOTATED or THREADS it is parallel.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile long sink;

static __attribute__((noinline)) long work(long times)
{
    for (long i = 0; i < times; i++)
        sink = sink + i % 3;
    return times % 997;
}

static void fail(const char *what)
{
    perror(what);
    exit(99);
}

static void enter(const char *how, const char *action)
{
    static const int allowed[] = {
        SYS_read,        SYS_write,      SYS_exit,
        SYS_exit_group,  SYS_futex,      SYS_brk,
        SYS_munmap,      SYS_mprotect,   SYS_mmap,
        SYS_sched_yield,
#ifdef CILK /* what its scheduler takes, by itself, on several workers */
        SYS_madvise,     SYS_membarrier, SYS_clock_nanosleep,
#endif
    };
    enum { N = sizeof allowed / sizeof *allowed };
    struct sock_filter code[N + 3] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    struct sock_fprog filter = {N + 3, code};
    unsigned other = !strcmp(action, "kill")   ? SECCOMP_RET_KILL_PROCESS
                     : !strcmp(action, "trap") ? SECCOMP_RET_TRAP
                                               : SECCOMP_RET_ERRNO | ENOSYS;
    for (int i = 0; i < N; i++)
        code[i + 1] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)allowed[i],
                                                   (unsigned char)(N - i), 0);
    code[N + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, other);
    code[N + 2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    long result = -1;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        fail("no_new_privs");
    if (!strcmp(how, "prctl"))
        result = prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
    else if (!strcmp(how, "strict"))
        result = prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
    else if (!strcmp(how, "seccomp"))
        result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
    else if (!strcmp(how, "all")) /* threads */
        result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
    else if (!strcmp(how, "call"))
        result = syscall(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
    else if (!strcmp(how, "none"))
        result = 0;
    if (result)
        fail(how);
}

#if defined CILK
#include <cilk/cilk.h>
static long fib(int n)
{
    if (n < 2)
        return work(n ? 2000 : 10000) + n;
    long a = cilk_spawn fib(n - 1);
    long b = fib(n - 2);
    cilk_sync;
    return a + b;
}
static long parallel(void)
{
    return fib(9) + work(2000000);
}
static void enter_inside(char **v)
{
    cilk_spawn work(1000);
    enter(v[1], v[2]);
    cilk_sync;
}
#elif defined OPENMP
static long parallel(void)
{
    long sum = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
    for (int i = 0; i < 40; i++)
        sum += work(20000);
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 40; i++) {
#pragma omp task shared(sum)
        {
            long more = work(20000);
#pragma omp atomic
            sum += more;
        }
    }
    return sum + work(2000000);
}
static void enter_inside(char **v)
{
#pragma omp parallel
    {
        work(20000);
#pragma omp single
        {
#pragma omp task
            work(20000);
            enter(v[1], v[2]);
#pragma omp task
            work(20000);
        }
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 10; i++)
            work(20000);
    }
}
#elif defined ANNOTATED
#include <spanwise.h>
static long parallel(void)
{
    long sum = 0;
    PAR_SEC_BEGIN("s");
    for (int i = 0; i < 40; i++) {
        PAR_TASK_BEGIN("t");
        sum += work(20000);
        PAR_TASK_END();
    }
    PAR_SEC_END();
    return sum + work(2000000);
}
static void enter_inside(char **v)
{
    PAR_SEC_BEGIN("inside");
    PAR_TASK_BEGIN("t");
    enter(v[1], v[2]);
    PAR_TASK_END();
    PAR_SEC_END();
}
#else
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;
static long sum;
static void *beside(void *unused)
{
    for (int i = 0; i < 3; i++) {
        pthread_barrier_wait(&both);
        pthread_mutex_lock(&mutex);
        sum += work(300000);
        pthread_mutex_unlock(&mutex);
        pthread_barrier_wait(&both);
    }
    return unused;
}
static long parallel(void)
{
    static pthread_t thread;
    if (!thread) {
        pthread_barrier_init(&both, NULL, 2);
        if (pthread_create(&thread, NULL, beside, NULL))
            exit(98);
    }
    pthread_barrier_wait(&both);
    pthread_mutex_lock(&mutex);
    sum += work(2000000);
    pthread_mutex_unlock(&mutex);
    pthread_barrier_wait(&both);
    return sum;
}
static void enter_inside(char **v)
{
    enter(v[1], v[2]);
}
#endif

/* Strict mode knows no exit_group(). */
static void leave(const char *how, int status)
{
    if (!strcmp(how, "strict"))
        syscall(SYS_exit, status);
    exit(status);
}

int main(int argc, char **argv)
{
    char line[100];
    long n = parallel();
    if (argc > 3)
        enter_inside(argv);
    else
        enter(argv[1], argv[2]);
    n += parallel() + parallel();
    int length = snprintf(line, sizeof line, "%ld\n", n);
    if (write(STDOUT_FILENO, line, (size_t)length) != length)
        leave(argv[1], 97);
    leave(argv[1], 3);
}
