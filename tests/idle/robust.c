/*
 * What programs do to what is not theirs: robust NAME. Each prints what it saw, the same with the sampler and without, and
 * works for as long as its name says below, in two threads, half of it each.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sink;
static volatile sig_atomic_t came, code;

static void __attribute__((noinline)) spin(long ms)
{
    struct timespec start, now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
    do {
        for (int i = 0; i < 1000; i++)
            sink += (unsigned long)i;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < ms);
}

static void *beside(void *ms)
{
    spin((long)ms);
    return NULL;
}

static void two(long ms)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, beside, (void *)(ms / 2)))
        abort();
    spin(ms / 2);
    pthread_join(thread, NULL);
}

/* The same, where both end together: neither is ever alone. */
static volatile int n_done;

static void *spin_on(void *ms)
{
    spin((long)ms / 2);
    __sync_fetch_and_add(&n_done, 1);
    while (n_done < 2)
        spin(1);
    return NULL;
}

static void together(long ms)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, spin_on, (void *)ms))
        abort();
    spin_on((void *)ms);
    pthread_join(thread, NULL);
}

static void hear(int number)
{
    (void)number;
    came++;
}

static void hear_more(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    came++;
    code = info->si_code;
}

/* 200 ms. The signal of samples is the program's too. */
static void urgent(void)
{
    struct sigaction action = {.sa_handler = hear}, old;
    sigset_t blocked;
    int status;
    sigaction(SIGURG, NULL, &old);
    printf("%d", old.sa_handler == SIG_DFL);
    sigaction(SIGURG, &action, NULL);
    two(200);
    printf(" %d", came);
    raise(SIGURG);
    kill(getpid(), SIGURG);
    printf(" %d", came);
    printf(" %d", signal(SIGURG, SIG_IGN) == hear);
    raise(SIGURG);
    action.sa_sigaction = hear_more;
    action.sa_flags = SA_SIGINFO | (int)SA_RESETHAND;
    sigaction(SIGURG, &action, &old);
    printf(" %d %d", came, old.sa_handler == SIG_IGN);
    raise(SIGURG);
    raise(SIGURG);
    printf(" %d %d", came, code == SI_TKILL);
    signal(SIGURG, hear);
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        raise(SIGURG);
        _exit(came);
    }
    waitpid(child, &status, 0);
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    printf(" %d %d\n", WEXITSTATUS(status), sigismember(&blocked, SIGURG));
}

/* 200 ms, of which the first thread has no samples. */
static void closes(void)
{
    for (int i = 3; i < 70000; i++)
        close(i);
    two(200);
    printf("%d\n", open("/dev/null", O_RDONLY));
}

/* 400 ms or more. */
static void no_files(void)
{
    struct rlimit few = {16, 16};
    setrlimit(RLIMIT_NOFILE, &few);
    together(400);
    printf("%d\n", open("/dev/null", O_RDONLY));
}

/* 400 ms or more. Needs rights. */
static void no_proc(void)
{
    if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
        umount2("/proc", MNT_DETACH))
        exit(77);
    together(400);
    puts("none");
}

/* Who lets itself be traced stops at each signal, until its parent lets it go on: natively none comes. */
static void traced(void)
{
    printf("%ld\n", ptrace(PTRACE_TRACEME, 0, NULL, NULL));
    spin(100);
}

/* 200 ms each. */
static void leaves(void)
{
    two(200);
    printf("left\n");
    fflush(stdout);
    _exit(3);
}

static void crashes(void)
{
    two(200);
    raise(SIGSEGV);
}

static void is_killed(void)
{
    two(200);
    raise(SIGKILL);
}

/* 400 ms of two threads in a child, which is what is looked at. */
static void forks(void)
{
    int status;
    pid_t child = fork();
    if (!child) {
        two(400);
        _exit(0);
    }
    waitpid(child, &status, 0);
    two(80); /* a sixth of all: less than a tenth would not be worth a word */
    printf("%d\n", status);
}

/* 200 ms, and as much after it must not do any more what a sampler has to do. */
static void sandbox(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog filter = {sizeof code / sizeof *code, code};
    two(200);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
        exit(1);
    two(200);
    if (write(STDOUT_FILENO, "alive\n", 6) != 6)
        exit(1);
    _exit(0);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } acts[] = {{"urgent", urgent},    {"closes", closes}, {"no_files", no_files},
                {"no_proc", no_proc},  {"leaves", leaves}, {"crashes", crashes},
                {"killed", is_killed}, {"forks", forks},   {"sandbox", sandbox},
                {"traced", traced}};
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        if (argc == 2 && !strcmp(argv[1], acts[i].name)) {
            acts[i].run();
            return 0;
        }
    return 2;
}
