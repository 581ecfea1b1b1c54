/* Processes that are started inside a region, and regions in a process after fork(). */
#include "robust.h"

#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

static int sum(void)
{
    int n = 0;
#pragma omp parallel
    __atomic_add_fetch(&n, 1, __ATOMIC_RELAXED);
    return n;
}

static int status_of(pid_t pid)
{
    int status = -1;
    CHECK(waitpid(pid, &status, 0) == pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void fork_outside(void)
{
    int n = sum();
    pid_t child = fork();
    if (!child)
        _exit(sum() == n && sum() == n ? 5 : 6);
    CHECK(status_of(child) == 5);
}

static void exec_inside(void)
{
#pragma omp parallel
    if (omp_get_thread_num() == omp_get_num_threads() - 1) {
        pid_t child = fork();
        if (!child)
            execl("/bin/sh", "sh", "-c", "exit 4", (char *)0);
        CHECK(status_of(child) == 4);
        child = vfork();
        if (!child)
            _exit(3);
        CHECK(status_of(child) == 3);
        char *const arguments[] = {"sh", "-c", "exit 2", NULL};
        CHECK(!posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environ));
        CHECK(status_of(child) == 2);
        CHECK(WEXITSTATUS(system("exit 1")) == 1);
        FILE *f = popen("echo x", "r");
        CHECK(fgetc(f) == 'x');
        CHECK(pclose(f) == 0);
    }
}

/* Of a child of a region its own thread is there alone: it may do what a thread does, and end. */
static void fork_inside(void)
{
    static _Thread_local int mine;
#pragma omp parallel
    {
        mine = omp_get_thread_num() + 1;
        hop();
        pid_t child = fork();
        if (!child) {
            pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
            pthread_mutex_lock(&mutex);
            free(malloc(100000));
            pthread_mutex_unlock(&mutex);
            _exit(mine == omp_get_thread_num() + 1 ? 5 : 6);
        }
        CHECK(status_of(child) == 5);
    }
}

static void *nothing(void *argument)
{
    return argument;
}

/* New threads in the child must not get the stacks of the old. */
static void threads_in_child(void)
{
    sum();
    pid_t child = fork();
    if (!child) {
        for (int i = 0; i < 20; i++) {
            pthread_t thread;
            CHECK(!pthread_create(&thread, NULL, nothing, NULL));
            CHECK(!pthread_join(thread, NULL));
        }
        exit(sum() == sum() ? 5 : 6);
    }
    CHECK(status_of(child) == 5);
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    fork_outside();
    exec_inside();
    fork_inside();
    threads_in_child();
    puts("ok");
    return 0;
}
