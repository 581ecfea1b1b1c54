/* subject ACT: a program that is hard to sample. Each act spends most of its time in spin(). */
#include <cilk/cilk.h>
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sink;
static volatile sig_atomic_t handled;

__attribute__((noinline)) static void spin(unsigned long millions)
{
    unsigned long x = sink | 1;
    for (unsigned long i = 0; i < millions * 1000000; i++)
        x = x * 6364136223846793005u + 1442695040888963407u;
    sink = x;
}

__attribute__((noinline)) static void tree(int depth)
{
    if (!depth) {
        spin(5);
        return;
    }
    cilk_spawn tree(depth - 1);
    tree(depth - 1);
    cilk_sync;
}

static void on_signal(int number)
{
    handled = number;
    spin(150);
}

static void count(int number)
{
    (void)number;
    handled++;
}

/* The program keeps all signals from itself. */
static int blocked(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    spin(200);
    return 0;
}

__attribute__((noinline)) static void raise_it(void)
{
    raise(SIGUSR1);
    sink++;
}

/* A handler of the program's, on a stack of its own, is on the path from where the signal came. */
static int handler(void)
{
    static char memory[1 << 16];
    stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
    sigaltstack(&stack, NULL);
    sigaction(SIGUSR1, &action, NULL);
    raise_it();
    return handled != SIGUSR1;
}

/* Not a loop to any compiler. */
__attribute__((noinline)) static unsigned long down(unsigned long n)
{
    volatile unsigned long here = n;
    if (!n) {
        spin(100);
        return sink & 1;
    }
    return down(n - 1) ^ here;
}

static void *deep(void *unused)
{
    (void)unused;
    cilk_spawn spin(1);
    cilk_sync;
    return (void *)down(1000000);
}

/* A million calls deep, on a thread with a stack for that. */
static int recursion(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 512ul << 20);
    pthread_create(&thread, &attributes, deep, NULL);
    return pthread_join(thread, NULL);
}

/* All handlers are taken away, as by a program that starts others. */
static int reset(void)
{
    for (int i = 1; i < 65; i++)
        signal(i, SIG_DFL);
    tree(5);
    return 0;
}

/* The program wants the very signals. */
static int taken(void)
{
    signal(SIGURG, count);
    signal(SIGSTKFLT, count);
    tree(5);
    return 0;
}

static int errno_stays(void)
{
    errno = 42;
    for (int i = 0; i < 200; i++) {
        spin(1);
        if (errno != 42)
            return 1;
    }
    return 0;
}

/* Its sleeps are not cut short. */
static int sleeps(void)
{
    int interrupted = 0;
    for (int i = 0; i < 20; i++) {
        spin(5);
        interrupted += poll(NULL, 0, 5) < 0;
        struct timespec t = {0, 3000000};
        interrupted += nanosleep(&t, NULL) < 0;
    }
    return interrupted > 2; /* a signal may have been on its way */
}

static int forks(void)
{
    int status = 0, wrong = 0;
    for (int i = 0; i < 4; i++) {
        pid_t child = fork();
        if (!child) {
            spin(60);
            if (i % 2)
                execl("/bin/sh", "sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done",
                      NULL);
            _exit(0);
        }
        spin(20);
        waitpid(child, &status, 0);
        wrong |= status;
    }
    return wrong;
}

static void *thread(void *unused)
{
    (void)unused;
    tree(4);
    return NULL;
}

static int threads(void)
{
    pthread_t t[8];
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 8; i++)
            pthread_create(&t[i], NULL, thread, NULL);
        for (int i = 0; i < 8; i++)
            pthread_join(t[i], NULL);
    }
    return 0;
}

/* A library that nobody has told us of, and no end that we are told of either. */
static int library(void)
{
    void *handle = dlopen("./hidden.so", RTLD_NOW);
    void (*function)(unsigned long, void (*)(unsigned long));
    if (!handle)
        return 1;
    *(void **)&function = dlsym(handle, "hidden");
    function(100, spin);
    kill(getpid(), SIGKILL);
    return 0;
}

/* Files above the usual ones are closed, as daemons do. */
static int closes(void)
{
    spin(50);
    for (int i = 3; i < 70000; i++)
        close(i);
    spin(200);
    return 0;
}

static const struct {
    const char *name;
    int (*act)(void);
} acts[] = {
    {"blocked", blocked}, {"handler", handler},   {"recursion", recursion}, {"reset", reset},
    {"taken", taken},     {"errno", errno_stays}, {"sleeps", sleeps},       {"forks", forks},
    {"threads", threads}, {"library", library},   {"closes", closes},
};

int main(int argc, char **argv)
{
    tree(1);
    for (size_t i = 0; argc > 1 && i < sizeof acts / sizeof *acts; i++)
        if (!strcmp(acts[i].name, argv[1]))
            return acts[i].act();
    return 2;
}
