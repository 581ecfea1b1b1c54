/* Threads that come and go, and processes: fork, vfork, posix_spawn, clone. */
#include "tests/check.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static __thread uint64_t own;
static _Atomic uint64_t all;

static void *add_up(void *data)
{
    for (uint64_t i = 0; i < 1000; i++)
        own += (uintptr_t)data;
    all += own;
    return data;
}

static void test_threads(void)
{
    uint64_t want = 0;
    for (uintptr_t round = 0; round < 100; round++) {
        pthread_t t[8];
        void *result;
        for (uintptr_t i = 0; i < 8; i++) {
            pthread_create(&t[i], NULL, add_up, (void *)(round + i));
            want += 1000 * (round + i);
        }
        for (uintptr_t i = 0; i < 8; i++) {
            pthread_join(t[i], &result);
            CHECK((uintptr_t)result == round + i);
        }
    }
    CHECK_EQ(all, want);
}

static int ended(pid_t pid)
{
    int status = -1;
    while (waitpid(pid, &status, 0) < 0)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void test_fork(void)
{
    for (int i = 0; i < 20; i++) {
        pid_t pid = fork();
        if (!pid) {
            char *text = malloc(100);
            memset(text, 'x', 99);
            text[99] = 0;
            _exit((int)strlen(text) + i);
        }
        CHECK_EQ(ended(pid), 99 + i);
    }
}

static void *fork_there(void *data)
{
    test_fork();
    return data;
}

static void test_fork_in_threads(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, fork_there, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
}

static void test_vfork(void)
{
    char *const argv[] = {"sh", "-c", "exit 7", NULL};
    for (int i = 0; i < 5; i++) {
        pid_t pid = vfork();
        if (!pid) {
            execv("/bin/sh", argv);
            _exit(99);
        }
        CHECK_EQ(ended(pid), 7);
    }
}

static void on_signal(int signal)
{
    (void)signal;
}

/* The child resets its signals, in memory that it shares with us. */
static void test_spawn(void)
{
    char *const argv[] = {"sh", "-c", "kill -USR1 $$; exit 1", NULL};
    posix_spawnattr_t attributes;
    sigset_t set;
    pid_t pid;
    struct sigaction now;
    signal(SIGUSR1, on_signal);
    posix_spawnattr_init(&attributes);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    posix_spawnattr_setsigdefault(&attributes, &set);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    CHECK(!posix_spawn(&pid, "/bin/sh", NULL, &attributes, argv, environ));
    CHECK_EQ(ended(pid), 1000 + SIGUSR1);
    sigaction(SIGUSR1, NULL, &now);
    CHECK(now.sa_handler == on_signal);
    raise(SIGUSR1);
    CHECK_EQ(WEXITSTATUS(system("exit 5")), 5);
}

static int child(void *data)
{
    return (int)strlen(data);
}

static void test_clone(void)
{
    static char stack[65536] __attribute__((aligned(64)));
    int flags[] = {SIGCHLD, CLONE_VM | CLONE_VFORK | SIGCHLD};
    for (int i = 0; i < 2; i++)
        CHECK_EQ(ended(clone(child, stack + sizeof stack, flags[i], (void *)(uintptr_t) "seven..")),
                 7);
}

static void test_killed(void)
{
    pid_t pid = fork();
    if (!pid) {
        *(volatile int *)(uintptr_t)own = 1; /* no thread has added to it */
        _exit(0);
    }
    CHECK_EQ(ended(pid), 1000 + SIGSEGV);
    pid = fork();
    if (!pid)
        __builtin_trap();
#if defined __x86_64__
    CHECK_EQ(ended(pid), 1000 + SIGILL);
#else
    CHECK_EQ(ended(pid), 1000 + SIGTRAP);
#endif
    pid = fork();
    if (!pid)
        abort();
    CHECK_EQ(ended(pid), 1000 + SIGABRT);
}

int main(void)
{
    test_threads();
    test_fork();
    test_fork_in_threads();
    test_vfork();
    test_spawn();
    test_clone();
    test_killed();
    return check_done();
}
